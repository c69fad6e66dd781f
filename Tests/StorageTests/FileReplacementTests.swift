import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Saving a file")
struct FileReplacementTests {
  private static func replacement(_ path: String, _ mayBeUnnamed: Bool) -> FileReplacement {
    var replacement = FileReplacement(path: path)
    replacement.mayBeUnnamed = mayBeUnnamed
    return replacement
  }

  @Test(
    "the pieces arrive whole and in order, however large they are", arguments: bothKinds,
    [
      [], [0], [1], [3, 0, 5], [100_000, 100_000, 100_000], [1 << 18], [(1 << 18) + 1],
      [1, 1 << 18, 1], [131_072, 131_072, 1], [5, 3_000_000, 7, 0, 200_000, 1],
      Array(repeating: 7, count: 100_000),
    ])
  func pieces(mayBeUnnamed: Bool, sizes: [Int]) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old content")
    let content = (0..<sizes.reduce(0, +)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let outcome = try FileReplacementTests.replacement(path, mayBeUnnamed).save { write in
      var rest = content[...]
      for size in sizes {
        try rest.prefix(size).withUnsafeBytes { try write($0) }
        rest = rest.dropFirst(size)
      }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(content))
    #expect(try directory.names == ["file"])
    #expect(outcome.identity == (try FileIdentity(path: path)))
    #expect(outcome.warnings == [])
    #expect(!outcome.isNew)
  }

  @Test("readers of the old file keep its content", arguments: bothKinds)
  func oldInode(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    try FileReplacementTests.replacement(path, mayBeUnnamed).save("new content")
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(descriptor, &bytes, 10) == 3)
    #expect(bytes.starts(with: "old".utf8))
  }

  @Test("a missing file is created", arguments: bothKinds)
  func missing(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    var replacement = FileReplacementTests.replacement(directory("new"), mayBeUnnamed)
    replacement.existing = .refuse
    let outcome = try replacement.save("content")
    #expect(outcome.isNew)
    #expect(outcome.identity == (try FileIdentity(path: directory("new"))))
    #expect(try directory.names == ["new"])
    #expect(try content(of: directory("new")) == "content")
  }

  @Test("an existing file may be refused", arguments: bothKinds)
  func existing(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    var replacement = FileReplacementTests.replacement(path, mayBeUnnamed)
    replacement.existing = .refuse
    #expect(throws: StorageError(.create, path, .exists)) {
      try replacement.save("new") { Issue.record("checked") }
    }
    #expect(try content(of: path) == "old")
  }

  @Test("a file that appears while the new one is written is not replaced", arguments: bothKinds)
  func appearing(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory("file")
    #expect(throws: StorageError(.rename, path, .exists)) {
      try FileReplacementTests.replacement(path, mayBeUnnamed).save("mine") {
        try directory.write("another's")
      }
    }
    #expect(try content(of: path) == "another's")
    #expect(try directory.names == ["file"])
  }

  @Test("a link stays a link, to an existing file or to a new one", arguments: bothKinds)
  func links(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    #expect(mkdir(directory("sub"), 0o755) == 0)
    try directory.write("old", to: "sub/old")
    for name in ["old", "new"] {
      #expect(symlink("sub/\(name)", directory(name)) == 0)
      try FileReplacementTests.replacement(directory(name), mayBeUnnamed).save("content")
      #expect(try status(of: directory(name)).isSymbolicLink)
      #expect(try content(of: directory("sub/\(name)")) == "content")
    }
    #expect(try directory.names == ["new", "old", "sub"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory("sub")).count == 2)
  }

  @Test("a file with several hard links is refused unless they may be broken", arguments: bothKinds)
  func hardLinks(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    #expect(link(path, directory("second")) == 0)
    #expect(link(path, directory("third")) == 0)
    var replacement = FileReplacementTests.replacement(path, mayBeUnnamed)
    #expect(throws: StorageError(.rename, path, .hardLinks(3))) { try replacement.save("new") }
    #expect(try content(of: path) == "old")
    replacement.breaksHardLinks = true
    try replacement.save("new")
    #expect(try content(of: path) == "new")
    #expect(try content(of: directory("second")) == "old")
    #expect(try status(of: directory("third")).st_nlink == 2)
  }

  @Test("what is not a regular file is refused", arguments: bothKinds)
  func otherKinds(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    #expect(mkfifo(directory("pipe"), 0o600) == 0)
    for path in [directory.path, directory("pipe"), "/dev/null", "/dev/stdout"] {
      #expect(throws: StorageError(.open, path, .notRegularFile)) {
        try FileReplacementTests.replacement(path, mayBeUnnamed).save("new")
      }
    }
  }

  @Test("the longest name that the file system allows can be saved", arguments: bothKinds)
  func longName(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let name = String(repeating: "ä", count: 127) + "x"
    for text in ["new", "newer"] {
      try FileReplacementTests.replacement(directory(name), mayBeUnnamed).save(text)
      #expect(try content(of: directory(name)) == text)
      #expect(try directory.names == [name])
    }
  }

  @Test("a file has no name while it is written", System.unnamedFiles)
  func withoutName() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    var names: [String] = []
    try FileReplacement(path: path).save("new") { names = try directory.names }
    #expect(names == ["file"])
  }

  @Test("if it needs a name, it is hidden and accessible to the owner only")
  func temporaryName() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", mode: 0o666)
    var (name, mode): (String?, mode_t?)
    try FileReplacementTests.replacement(path, false).save { write in
      name = try directory.names.first
      mode = try permissions(of: directory(name ?? ""))
    }
    #expect(name?.hasPrefix(".file.cardex-") == true)
    #expect(mode == 0o600)
    // The temporary file of a killed program is recognized by its name.
    let characters = cString(name ?? "")
    #expect(TemporaryName.isTemporary(characters, like: cString("file")))
    #expect(!TemporaryName.isTemporary(characters, like: cString("fil")))
    #expect(!TemporaryName.isTemporary(characters.dropLast(2) + [0]))
  }

  @Test("a relative path is one in the current directory", arguments: bothKinds)
  func relative(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let current = FileManager.default.currentDirectoryPath
    let up = current.split(separator: "/").map { _ in "../" }.joined()
    try FileReplacementTests.replacement(up + directory("file").dropFirst(), mayBeUnnamed).save(
      "new")
    #expect(try content(of: directory("file")) == "new")
  }
}
