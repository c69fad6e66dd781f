import Foundation
import Platform
import Testing

@testable import Storage

@Suite("Where state and caches are kept")
struct UserFolderTests {
  @Test(
    "the XDG variable counts if it is absolute, then HOME",
    arguments: [
      (.state, "XDG_STATE_HOME", "/home/me/.local/state/cardex"),
      (.cache, "XDG_CACHE_HOME", "/home/me/.cache/cardex"),
      (.config, "XDG_CONFIG_HOME", "/home/me/.config/cardex"),
    ] as [(UserFolder, String, FilePath)])
  func path(_ folder: UserFolder, _ variable: String, _ usual: FilePath) {
    #expect(folder.path { [variable: "/xdg", "HOME": "/home/me"][$0] } == "/xdg/cardex")
    for other: FilePath? in [nil, "", "xdg", "./xdg"] {
      #expect(folder.path { [variable: other, "HOME": "/home/me"][$0] ?? nil } == usual)
      #expect(folder.path { [variable: other, "HOME": "me"][$0] ?? nil } == nil)
      #expect(folder.path { [variable: other][$0] ?? nil } == nil)
    }
  }

  @Test("names never change, and differ for files of the same name")
  func names() {
    #expect(UserFolder.name(forFileAt: "/a/cars.plist") == "6b65d33aff4a4c0f-cars.plist")
    let names = ["/a/cars.plist", "/b/cars.plist", "/a/cars.plis", "/a//cars.plist"]
      .map { UserFolder.name(forFileAt: FilePath($0)) }
    #expect(Set(names).count == names.count)
  }

  @Test("options change names, but not their endings")
  func options() {
    let names = [[], [1], [2], [1, 2], [0], [0, 0]].map {
      UserFolder.name(forFileAt: "/a/cars.plist", options: $0)
    }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasSuffix("-cars.plist") })
    #expect(names[0] == UserFolder.name(forFileAt: "/a/cars.plist"))
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
    let name = UserFolder.name(forFileAt: FilePath(path))
    #expect(name.bytes.dropFirst(17).elementsEqual(expected.utf8))
  }

  @Test("the canonical path is the same for every path to a file")
  func canonical() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("")
    #expect(symlink("file", folder("link")) == 0)
    let canonical = try UserFolder.canonicalPath(FilePath(path))
    #expect(canonical.hasPrefix("/"))
    #expect(try UserFolder.canonicalPath(FilePath(folder("link"))) == canonical)
    #expect(try UserFolder.canonicalPath(FilePath(folder.path + "/.//file")) == canonical)
    #expect(throws: StorageError(.open, folder("missing"), code: ENOENT)) {
      try UserFolder.canonicalPath(FilePath(folder("missing")))
    }
  }

  @Test("for a missing file, the existing part of the path is canonical")
  func former() throws {
    let folder = try TemporaryFolder()
    #expect(mkdir(folder("sub"), 0o755) == 0)
    #expect(symlink("sub", folder("link")) == 0)
    let canonical = try UserFolder.canonicalPath(folder.path)
    #expect(UserFolder.formerPath(folder("link")) == canonical + "/sub")
    #expect(UserFolder.formerPath(folder("link/gone")) == canonical + "/sub/gone")
    #expect(UserFolder.formerPath(folder("link/gone/file")) == canonical + "/sub/gone/file")
    #expect(UserFolder.formerPath("/no-such-folder/file") == "/no-such-folder/file")
    let current = try UserFolder.canonicalPath(".")
    #expect(UserFolder.formerPath("no-such-file") == current + "/no-such-file")
    #expect(UserFolder.formerPath("no-such-folder/file") == current + "/no-such-folder/file")
    #expect(UserFolder.formerPath("") == "")
  }

  // The current folder belongs to the whole process.
  @Test("if the current folder is gone, a path stays as written")
  func goneFolder() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try #require(mkdir(folder("sub"), 0o755) == 0)
      try #require(chdir(folder("sub")) == 0)
      try #require(rmdir(folder("sub")) == 0)
      try #require(UserFolder.formerPath("file") == "./file")
      try #require(UserFolder.formerPath(".") == ".")
    }
  }

  @Test("a folder is created with its parents, and may exist already")
  func create() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 { try UserFolder.create(folder("a/b/")) }
    #expect(try permissions(of: folder("a/b")) == 0o700)
    try UserFolder.create("/")
    let file = try folder.write("")
    #expect(throws: StorageError(.create, file + "/below", code: ENOTDIR)) {
      try UserFolder.create(file + "/below")
    }
  }
}
