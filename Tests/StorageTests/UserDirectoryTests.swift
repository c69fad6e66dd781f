import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Where state and caches are kept")
struct UserDirectoryTests {
  @Test(
    "the XDG variable counts if it is absolute, then HOME",
    arguments: [
      (.state, "XDG_STATE_HOME", "/home/me/.local/state/cardex"),
      (.cache, "XDG_CACHE_HOME", "/home/me/.cache/cardex"),
      (.config, "XDG_CONFIG_HOME", "/home/me/.config/cardex"),
    ] as [(UserDirectory, String, FilePath)])
  func path(_ directory: UserDirectory, _ variable: String, _ usual: FilePath) {
    #expect(directory.path { [variable: "/xdg", "HOME": "/home/me"][$0] } == "/xdg/cardex")
    for other: FilePath? in [nil, "", "xdg", "./xdg"] {
      #expect(directory.path { [variable: other, "HOME": "/home/me"][$0] ?? nil } == usual)
      #expect(directory.path { [variable: other, "HOME": "me"][$0] ?? nil } == nil)
      #expect(directory.path { [variable: other][$0] ?? nil } == nil)
    }
  }

  @Test("names never change, and differ for files of the same name")
  func names() {
    #expect(UserDirectory.name(forFileAt: "/a/cars.plist") == "6b65d33aff4a4c0f-cars.plist")
    let names = ["/a/cars.plist", "/b/cars.plist", "/a/cars.plis", "/a//cars.plist"]
      .map { UserDirectory.name(forFileAt: FilePath($0)) }
    #expect(Set(names).count == names.count)
  }

  @Test("options change names, but not their endings")
  func options() {
    let names = [[], [1], [2], [1, 2], [0], [0, 0]].map {
      UserDirectory.name(forFileAt: "/a/cars.plist", options: $0)
    }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasSuffix("-cars.plist") })
    #expect(names[0] == UserDirectory.name(forFileAt: "/a/cars.plist"))
  }

  @Test(
    "names are safe as file names",
    arguments: [
      ("/", ""), ("/a b;c\n\u{1B}[1m*", "a_b_c___1m_"), ("/汽车.plist", "汽车.plist"),
      ("/..", ".."), ("/\u{202E}x", "_x"),
      ("/" + String(repeating: "é", count: 100), String(repeating: "é", count: 40)),
      ("/" + String(repeating: "n", count: 80), String(repeating: "n", count: 80)),
      ("/" + String(repeating: "n", count: 81), String(repeating: "n", count: 80)),
      ("/" + String(repeating: "n", count: 79) + "é", String(repeating: "n", count: 79)),
    ])
  func sanitized(_ path: String, _ expected: String) {
    let name = UserDirectory.name(forFileAt: FilePath(path))
    #expect(name.bytes.dropFirst(17).elementsEqual(expected.utf8))
  }

  @Test("the canonical path is the same for every path to a file")
  func canonical() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("")
    #expect(symlink("file", directory("link")) == 0)
    let canonical = try UserDirectory.canonicalPath(FilePath(path))
    #expect(canonical.hasPrefix("/"))
    #expect(try UserDirectory.canonicalPath(FilePath(directory("link"))) == canonical)
    #expect(try UserDirectory.canonicalPath(FilePath(directory.path + "/.//file")) == canonical)
    #expect(throws: StorageError(.open, directory("missing"), code: ENOENT)) {
      try UserDirectory.canonicalPath(FilePath(directory("missing")))
    }
  }

  @Test("for a missing file, the existing part of the path is canonical")
  func former() throws {
    let directory = try TemporaryDirectory()
    #expect(mkdir(directory("sub"), 0o755) == 0)
    #expect(symlink("sub", directory("link")) == 0)
    let canonical = try UserDirectory.canonicalPath(directory.path)
    #expect(UserDirectory.formerPath(directory("link")) == canonical + "/sub")
    #expect(UserDirectory.formerPath(directory("link/gone")) == canonical + "/sub/gone")
    #expect(UserDirectory.formerPath(directory("link/gone/file")) == canonical + "/sub/gone/file")
    #expect(UserDirectory.formerPath("/no-such-directory/file") == "/no-such-directory/file")
    let current = try UserDirectory.canonicalPath(".")
    #expect(UserDirectory.formerPath("no-such-file") == current + "/no-such-file")
    #expect(
      UserDirectory.formerPath("no-such-directory/file") == current + "/no-such-directory/file")
    #expect(UserDirectory.formerPath("") == "")
  }

  // The current directory belongs to the whole process.
  @Test("if the current directory is gone, a path stays as written")
  func goneDirectory() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      try #require(mkdir(directory("sub"), 0o755) == 0)
      try #require(chdir(directory("sub")) == 0)
      try #require(rmdir(directory("sub")) == 0)
      try #require(UserDirectory.formerPath("file") == "./file")
      try #require(UserDirectory.formerPath(".") == ".")
    }
  }

  @Test("what is to be done once is noted, if something can be written")
  func notes() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("")
    #expect(UserDirectory.state.note("done") { $0 == "HOME" ? FilePath(directory.path) : nil })
    #expect(!UserDirectory.state.note("done") { $0 == "HOME" ? FilePath(directory.path) : nil })
    #expect(!UserDirectory.state.note("done") { $0 == "HOME" ? FilePath(file) : nil })
    #expect(!UserDirectory.state.note("done") { _ in nil })
  }

  @Test("a directory is created with its parents, and may exist already")
  func create() throws {
    let directory = try TemporaryDirectory()
    for _ in 0..<2 { try UserDirectory.create(directory("a/b/")) }
    #expect(try permissions(of: directory("a/b")) == 0o700)
    try UserDirectory.create("/")
    let file = try directory.write("")
    #expect(throws: StorageError(.create, file + "/below", code: ENOTDIR)) {
      try UserDirectory.create(file + "/below")
    }
  }
}
