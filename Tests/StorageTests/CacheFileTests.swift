import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Files that can be recreated")
struct CacheFileTests {
  private struct Refusal: Error {}

  @Test("the file is written and replaced", arguments: bothKinds)
  func replace(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let file = CacheFile(at: directory("file"), mayBeUnnamed: mayBeUnnamed)
    for text in ["first", "the second", ""] {
      try file.replace(text)
      #expect(try content(of: directory("file")) == text)
      #expect(try permissions(of: directory("file")) == 0o600)
    }
    #expect(try directory.names == ["file"])
  }

  @Test("written bytes can be overwritten", arguments: bothKinds)
  func overwrite(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    try CacheFile(at: directory("file"), mayBeUnnamed: mayBeUnnamed).replace { file in
      try Array("0123456789".utf8).withUnsafeBytes { try file.append($0) }
      try Array("ab".utf8).withUnsafeBytes { try file.overwrite($0, at: 3) }
      try Array("+".utf8).withUnsafeBytes { try file.append($0) }
    }
    #expect(try content(of: directory("file")) == "012ab56789+")
  }

  @Test("a link is replaced, and its target stays", arguments: bothKinds)
  func links(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.write("kept", to: "other")
    #expect(symlink("other", directory("file")) == 0)
    try CacheFile(at: directory("file"), mayBeUnnamed: mayBeUnnamed).replace("new")
    #expect(try content(of: directory("other")) == "kept")
    #expect(try status(of: directory("file")).isRegularFile)
    #expect(try content(of: directory("file")) == "new")
  }

  @Test("the caller's error is passed on, and nothing has changed", arguments: bothKinds)
  func callersErrors(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let file = CacheFile(at: try directory.write("old"), mayBeUnnamed: mayBeUnnamed)
    #expect(throws: Refusal.self) {
      try file.replace { file in
        try [1, 2, 3].withUnsafeBytes { try file.append($0) }
        throw Refusal()
      }
    }
    #expect(try content(of: directory("file")) == "old")
    #expect(try directory.names == ["file"])
  }

  // The limit applies to the whole process, so this runs in a separate one.
  @Test("a full disk ends the writing, not the program, and nothing has changed")
  func fullDisk() async {
    await #expect(processExitsWith: .success) {
      for mayBeUnnamed in [true, false] {
        releaseSignals()
        let directory = try TemporaryDirectory()
        let file = CacheFile(at: try directory.write("old"), mayBeUnnamed: mayBeUnnamed)
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
        try #require(try directory.names == ["file"])
        limitFileSize(.max)
      }
    }
  }

  @Test(
    "a directory that is missing, a file, or in the file's place is an error", arguments: bothKinds)
  func directories(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "file")
    #expect(mkdir(directory("directory"), 0o700) == 0)
    func error(_ name: String) -> StorageError? {
      storageError { try CacheFile(at: directory(name), mayBeUnnamed: mayBeUnnamed).replace("new") }
    }
    #expect(error("gone/file") == StorageError(.open, directory("gone/file"), code: ENOENT))
    #expect(error("file/file") == StorageError(.open, directory("file/file"), code: ENOTDIR))
    #expect(error("directory")?.step == .rename)
    #expect(try directory.names == ["directory", "file"])
  }

  @Test("old temporary files of killed programs are removed")
  func oldTemporaries() throws {
    let directory = try TemporaryDirectory()
    let others = [
      ".file.cardex-abc", ".other.cardex-abcdef", "file.cardex-abcdef", ".file.cardex-",
    ]
    for name in others + [".file.cardex-newone", ".file.cardex-oldone"] {
      try directory.write("", to: name)
      var times = [timespec(tv_sec: time(nil) - 7200, tv_nsec: 0)]
      times.append(times[0])
      if !name.hasSuffix("newone") {
        #expect(utimensat(AT_FDCWD, directory(name), times, 0) == 0)
      }
    }
    try CacheFile(path: directory("file")).replace("new")
    #expect(try directory.names == (others + [".file.cardex-newone", "file"]).sorted())
  }

  @Test("removing a file removes its temporary files, whatever their age")
  func remove() throws {
    let directory = try TemporaryDirectory()
    for name in ["file", "other", ".file.cardex-newone", ".other.cardex-newone"] {
      try directory.write("", to: name)
    }
    let file = CacheFile(path: directory("file"))
    #expect(try file.remove())
    #expect(try directory.names == [".other.cardex-newone", "other"])
    #expect(try !file.remove())
    #expect(try !CacheFile(path: directory("gone/file")).remove())
    #expect(mkdir(directory("directory"), 0o700) == 0)
    #expect(storageError { try CacheFile(path: directory("directory")).remove() }?.step == .remove)
  }

  @Test("all temporary files of a directory can be removed, but nothing else")
  func removeTemporaries() throws {
    let directory = try TemporaryDirectory()
    let others = [".cardex-abc", ".file", ".file.cardex-abc", "file", "file.cardex-abcdef"]
    for name in others + [".a.cardex-abcdef", ".b.cardex-ghijkl", ".cardex-abcdef"] {
      try directory.write("xy", to: name)
    }
    #expect(CacheFile.removeTemporaries(in: directory.path, includingNew: false) == [])
    #expect(CacheFile.removeTemporaries(in: directory.path, includingNew: true) == [2, 2, 2])
    #expect(try directory.names == others)
    #expect(CacheFile.removeTemporaries(in: directory("gone"), includingNew: true) == [])
  }

  @Test("only the files of a directory are listed, in order")
  func names() throws {
    let directory = try TemporaryDirectory()
    for name in ["b", "汽车", "a", ".hidden"] { try directory.write("", to: name) }
    #expect(mkdir(directory("directory"), 0o700) == 0)
    #expect(symlink("a", directory("link")) == 0)
    #expect(UserDirectory.fileNames(in: FilePath(directory.path)) == [".hidden", "a", "b", "汽车"])
    #expect(UserDirectory.fileNames(in: FilePath(directory("gone"))) == [])
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
