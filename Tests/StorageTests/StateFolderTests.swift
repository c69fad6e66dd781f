import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@testable import Storage

@Suite("Where state is kept")
struct StateFolderTests {
  @Test(
    "XDG_STATE_HOME counts if it is absolute, then HOME",
    arguments: [
      (["XDG_STATE_HOME": "/state", "HOME": "/home/me"], "/state/cardex"),
      (["HOME": "/home/me"], "/home/me/.local/state/cardex"),
      (["XDG_STATE_HOME": "", "HOME": "/home/me"], "/home/me/.local/state/cardex"),
      (["XDG_STATE_HOME": "state", "HOME": "/home/me"], "/home/me/.local/state/cardex"),
      (["XDG_STATE_HOME": "state", "HOME": "me"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func path(_ environment: [String: String], _ expected: String?) {
    #expect(StateFolder.path { environment[$0] } == expected)
  }

  @Test("names never change, and are different for files of the same name")
  func names() {
    #expect(StateFolder.name(forFileAt: "/a/cars.plist") == "6b65d33aff4a4c0f-cars.plist")
    let names = ["/a/cars.plist", "/b/cars.plist", "/a/cars.plis", "/a//cars.plist"]
      .map(StateFolder.name)
    #expect(Set(names).count == names.count)
  }

  @Test(
    "names are safe as names of files",
    arguments: [
      ("/", ""), ("/a b;c\n\u{1B}[1m*", "a_b_c___1m_"), ("/汽车.plist", "汽车.plist"),
      ("/..", ".."), ("/\u{202E}x", "_x"),
      ("/" + String(repeating: "é", count: 100), String(repeating: "é", count: 40)),
    ])
  func sanitized(_ path: String, _ expected: String) {
    #expect(StateFolder.name(forFileAt: path).dropFirst(17) == expected)
  }

  @Test("the canonical path is the same for every way to a file")
  func canonical() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("")
    #expect(symlink("file", folder("link")) == 0)
    let canonical = try StateFolder.canonicalPath(path)
    #expect(canonical.hasPrefix("/"))
    #expect(try StateFolder.canonicalPath(folder("link")) == canonical)
    #expect(try StateFolder.canonicalPath(folder.path + "/.//file") == canonical)
    #expect(throws: StorageError(.open, folder("missing"), code: ENOENT)) {
      try StateFolder.canonicalPath(folder("missing"))
    }
  }

  @Test("a folder is made with all above it, and may exist")
  func create() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 { try StateFolder.create(folder("a/b/")) }
    #expect(try permissions(of: folder("a/b")) == 0o700)
    try StateFolder.create("/")
  }
}
