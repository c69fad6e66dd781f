import Foundation
import Platform
import Testing

@testable import Storage

@Suite("Files that can be recreated")
struct CacheFileTests {
  private struct Refusal: Error {}

  @Test("the file is written and replaced", arguments: bothKinds)
  func replace(mayBeUnnamed: Bool) throws {
    let folder = try TemporaryFolder()
    let file = CacheFile(at: folder("file"), mayBeUnnamed: mayBeUnnamed)
    for text in ["first", "the second", ""] {
      try file.replace(text)
      #expect(try content(of: folder("file")) == text)
      #expect(try permissions(of: folder("file")) == 0o600)
    }
    #expect(try folder.names == ["file"])
  }

  @Test("written bytes can be overwritten", arguments: bothKinds)
  func overwrite(mayBeUnnamed: Bool) throws {
    let folder = try TemporaryFolder()
    try CacheFile(at: folder("file"), mayBeUnnamed: mayBeUnnamed).replace { file in
      try Array("0123456789".utf8).withUnsafeBytes { try file.append($0) }
      try Array("ab".utf8).withUnsafeBytes { try file.overwrite($0, at: 3) }
      try Array("+".utf8).withUnsafeBytes { try file.append($0) }
    }
    #expect(try content(of: folder("file")) == "012ab56789+")
  }

  @Test("a link is replaced, and its target stays", arguments: bothKinds)
  func links(mayBeUnnamed: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("kept", to: "other")
    #expect(symlink("other", folder("file")) == 0)
    try CacheFile(at: folder("file"), mayBeUnnamed: mayBeUnnamed).replace("new")
    #expect(try content(of: folder("other")) == "kept")
    #expect(try status(of: folder("file")).isRegularFile)
    #expect(try content(of: folder("file")) == "new")
  }

  @Test("the caller's error is passed on, and nothing has changed", arguments: bothKinds)
  func callersErrors(mayBeUnnamed: Bool) throws {
    let folder = try TemporaryFolder()
    let file = CacheFile(at: try folder.write("old"), mayBeUnnamed: mayBeUnnamed)
    #expect(throws: Refusal.self) {
      try file.replace { file in
        try [1, 2, 3].withUnsafeBytes { try file.append($0) }
        throw Refusal()
      }
    }
    #expect(try content(of: folder("file")) == "old")
    #expect(try folder.names == ["file"])
  }

  // The limit applies to the whole process, so this runs in a separate one.
  @Test("a full disk ends the writing, not the program, and nothing has changed")
  func fullDisk() async {
    await #expect(processExitsWith: .success) {
      for mayBeUnnamed in [true, false] {
        releaseSignals()
        let folder = try TemporaryFolder()
        let file = CacheFile(at: try folder.write("old"), mayBeUnnamed: mayBeUnnamed)
        limitFileSize(1_000_000)
        let error = storageError { try file.replace(String(repeating: "n", count: 1_000_001)) }
        try #require(error == StorageError(.write, file.path, code: EFBIG))
        let bytes: [UInt8] = [1, 2]
        let late = storageError {
          try file.replace { new in
            try bytes.withUnsafeBytes { try new.overwrite($0, at: 999_999) }
          }
        }
        try #require(late == StorageError(.write, file.path, code: EFBIG))
        try #require(try content(of: file.path) == "old")
        try #require(try folder.names == ["file"])
        limitFileSize(.max)
      }
    }
  }

  @Test(
    "a folder that is missing, a file, or in the file's place is an error", arguments: bothKinds)
  func folders(mayBeUnnamed: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    #expect(mkdir(folder("folder"), 0o700) == 0)
    func error(_ name: String) -> StorageError? {
      storageError { try CacheFile(at: folder(name), mayBeUnnamed: mayBeUnnamed).replace("new") }
    }
    #expect(error("gone/file") == StorageError(.open, folder("gone/file"), code: ENOENT))
    #expect(error("file/file") == StorageError(.open, folder("file/file"), code: ENOTDIR))
    #expect(error("folder")?.step == .rename)
    #expect(try folder.names == ["file", "folder"])
  }

  @Test("old temporary files of killed programs are removed")
  func oldTemporaries() throws {
    let folder = try TemporaryFolder()
    let others = [
      ".file.cardex-abc", ".other.cardex-abcdef", "file.cardex-abcdef", ".file.cardex-",
    ]
    for name in others + [".file.cardex-newone", ".file.cardex-oldone"] {
      try folder.write("", to: name)
      var times = [timespec(tv_sec: time(nil) - 7200, tv_nsec: 0)]
      times.append(times[0])
      if !name.hasSuffix("newone") {
        #expect(utimensat(AT_FDCWD, folder(name), times, 0) == 0)
      }
    }
    try CacheFile(path: folder("file")).replace("new")
    #expect(try folder.names == (others + [".file.cardex-newone", "file"]).sorted())
  }

  @Test("removing a file removes its temporary files, whatever their age")
  func remove() throws {
    let folder = try TemporaryFolder()
    for name in ["file", "other", ".file.cardex-newone", ".other.cardex-newone"] {
      try folder.write("", to: name)
    }
    let file = CacheFile(path: folder("file"))
    #expect(try file.remove())
    #expect(try folder.names == [".other.cardex-newone", "other"])
    #expect(try !file.remove())
    #expect(try !CacheFile(path: folder("gone/file")).remove())
    #expect(mkdir(folder("folder"), 0o700) == 0)
    #expect(storageError { try CacheFile(path: folder("folder")).remove() }?.step == .remove)
  }

  @Test("all temporary files of a folder can be removed, but nothing else")
  func removeTemporaries() throws {
    let folder = try TemporaryFolder()
    let others = [".cardex-abc", ".file", ".file.cardex-abc", "file", "file.cardex-abcdef"]
    for name in others + [".a.cardex-abcdef", ".b.cardex-ghijkl", ".cardex-abcdef"] {
      try folder.write("xy", to: name)
    }
    #expect(CacheFile.removeTemporaries(in: folder.path, includingNew: false) == [])
    #expect(CacheFile.removeTemporaries(in: folder.path, includingNew: true) == [2, 2, 2])
    #expect(try folder.names == others)
    #expect(CacheFile.removeTemporaries(in: folder("gone"), includingNew: true) == [])
  }

  @Test("only the files of a folder are listed, in order")
  func names() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "汽车", "a", ".hidden"] { try folder.write("", to: name) }
    #expect(mkdir(folder("folder"), 0o700) == 0)
    #expect(symlink("a", folder("link")) == 0)
    #expect(UserFolder.fileNames(in: FilePath(folder.path)) == [".hidden", "a", "b", "汽车"])
    #expect(UserFolder.fileNames(in: FilePath(folder("gone"))) == [])
  }
}

extension CacheFile {
  fileprivate init(at path: String, mayBeUnnamed: Bool) {
    self.init(path: path)
    self.mayBeUnnamed = mayBeUnnamed
  }

  fileprivate func replace(_ text: String) throws {
    try replace { file in try Array(text.utf8).withUnsafeBytes { try file.append($0) } }
  }
}
