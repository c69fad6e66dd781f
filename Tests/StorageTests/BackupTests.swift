import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Backups of saved files")
struct BackupTests {
  private static func replacement(_ path: String, suffix: FilePath = "~") -> FileReplacement {
    var replacement = FileReplacement(path: path)
    replacement.backupSuffix = suffix
    return replacement
  }

  @Test(
    "the old file itself becomes the backup and replaces an older one",
    arguments: bothKinds)
  func backup(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("first", mode: 0o640)
    var replacement = BackupTests.replacement(path, suffix: ".bak")
    replacement.mayBeUnnamed = mayBeUnnamed
    for (old, new) in [("first", "second"), ("second", "third")] {
      let inode = try status(of: path).st_ino
      let outcome = try replacement.save(new)
      #expect(outcome.identity == (try FileIdentity(path: path)))
      #expect(try content(of: path) == new)
      #expect(try content(of: directory("file.bak")) == old)
      #expect(try status(of: directory("file.bak")).st_ino == inode)
      #expect(try directory.names == ["file", "file.bak"])
    }
  }

  @Test("the backup of a link's target is beside the target, and a new file needs none")
  func links() throws {
    let directory = try TemporaryDirectory()
    #expect(mkdir(directory("sub"), 0o755) == 0)
    #expect(symlink("sub/file", directory("link")) == 0)
    for text in ["first", "second"] { try BackupTests.replacement(directory("link")).save(text) }
    #expect(try content(of: directory("sub/file~")) == "first")
    #expect(try directory.names == ["link", "sub"])
  }

  @Test("a backup that is a link is replaced, not followed")
  func linkAsBackup() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    try directory.write("precious", to: "other")
    #expect(symlink("other", directory("file~")) == 0)
    try BackupTests.replacement(path).save("new")
    #expect(try content(of: directory("other")) == "precious")
    #expect(try content(of: directory("file~")) == "old")
  }

  @Test("the file is not saved if the backup cannot be made")
  func impossible() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    #expect(mkdir(directory("file~"), 0o755) == 0)
    let long = String(repeating: "~", count: 255)
    for (suffix, code) in [
      ("~", EISDIR), (long, ENAMETOOLONG), ("", EINVAL), ("/x", EINVAL),
    ] {
      #expect(throws: StorageError(.backup, path, code: code)) {
        try BackupTests.replacement(path, suffix: FilePath(suffix)).save("new")
      }
    }
    #expect(try content(of: path) == "old")
    #expect(try directory.names == ["file", "file~"])
  }

  @Test("a save killed right after the backup does not prevent the next one")
  func interrupted() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    #expect(link(path, directory("file~")) == 0)
    try BackupTests.replacement(path).save("new")
    #expect(try content(of: path) == "new")
    #expect(try content(of: directory("file~")) == "old")
    #expect(try directory.names == ["file", "file~"])
  }

  @Test(
    "a temporary name that a killed save has left is removed by the next one",
    arguments: [nil, "~", ".bak"] as [FilePath?],
    [[".file.cardex-abcdef"], [".cardex-abcdef"], [".file.cardex-abc234", ".file.cardex-def567"]])
  func leftovers(_ suffix: FilePath?, _ names: [String]) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    for name in names { #expect(link(path, directory(name)) == 0) }
    // That of another file stays, and so do names of other kinds.
    try directory.write("other", to: ".file.cardex-other2")
    var replacement = FileReplacement(path: path)
    replacement.backupSuffix = suffix
    let before = try FileIdentity(path: path)
    try replacement.save("new") {
      // Its status, by which changes of others are known, has not changed.
      let now = try FileIdentity(path: path)
      #expect(now == before)
    }
    #expect(try content(of: path) == "new")
    let backup = suffix.map { ["file\($0)"] } ?? []
    #expect(try directory.names == ([".file.cardex-other2", "file"] + backup).sorted())
    for name in backup { #expect(try content(of: directory(name)) == "old") }
  }

  @Test("a save that is refused removes nothing")
  func leftoversOfOthers() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    for name in [".file.cardex-abcdef", "second"] { #expect(link(path, directory(name)) == 0) }
    let names = try directory.names
    #expect(throws: StorageError(.rename, path, .hardLinks(2))) {
      try FileReplacement(path: path).save("new")
    }
    #expect(try directory.names == names)
  }

  @Test("a backup that a killed save has left is no other name", arguments: [nil, ".bak"])
  func interruptedWithoutNext(_ suffix: String?) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    #expect(link(path, directory("file~")) == 0)
    var replacement = FileReplacement(path: path)
    replacement.backupSuffix = suffix.map { FilePath($0) }
    try replacement.save("new")
    #expect(try content(of: path) == "new")
    #expect(try content(of: directory("file~")) == "old")
  }

  #if os(Linux)
    /// Linux may refuse to link other users' set-user-ID programs.
    private static let protectedLinks = ConditionTrait.enabled(
      if: (try? content(of: "/proc/sys/fs/protected_hardlinks")) == "1\n",
      "they need protected links: run sysctl fs.protected_hardlinks=1")

    @Test(
      "if the old file cannot be linked, the backup is a copy, and the check is repeated",
      System.superuser, protectedLinks, arguments: bothKinds)
    func copy(mayBeUnnamed: Bool) throws {
      let directory = try TemporaryDirectory()
      let text = String(repeating: "old", count: 300_000)
      let path = try directory.write(text, mode: 0o4666)
      try directory.write("older", to: "file~")
      #expect(chmod(directory.path, 0o777) == 0)
      var replacement = BackupTests.replacement(path)
      replacement.mayBeUnnamed = mayBeUnnamed
      let checks = try asNobody { [replacement] in
        var checks = 0
        try replacement.save("new") { checks += 1 }
        return checks
      }
      #expect(checks == 2)
      #expect(try content(of: path) == "new")
      #expect(try content(of: directory("file~")) == text)
      #expect(try status(of: directory("file~")).st_uid == nobody)
      #expect(try permissions(of: directory("file~")) == 0o666)
      #expect(try directory.names == ["file", "file~"])
    }
  #endif
}
