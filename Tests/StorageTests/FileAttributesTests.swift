import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("What a saved file keeps")
struct FileAttributesTests {
  @Test(
    "the permissions are kept", arguments: bothKinds,
    [0o600, 0o644, 0o666, 0o664, 0o755, 0o700, 0o4755, 0o2755] as [mode_t])
  func permissions(mayBeUnnamed: Bool, mode: mode_t) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", mode: mode)
    var replacement = FileReplacement(path: path)
    replacement.mayBeUnnamed = mayBeUnnamed
    #expect(try replacement.save("new").warnings == [])
    #expect(try StorageTests.permissions(of: path) == mode)
  }

  @Test("extended attributes are kept", System.extendedAttributes)
  func extendedAttributes() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    // More names and longer values than fit the first buffer.
    let values = Dictionary(
      uniqueKeysWithValues: (0..<20).map { index in
        ("user.\(String(repeating: "n", count: 80))\(index)", [UInt8](repeating: 1, count: index))
      } + [("user.empty", []), ("user.long", [UInt8](repeating: 7, count: 1500))])
    for (name, value) in values { #expect(setAttribute(name, value, of: path) == 0) }
    #expect(try FileReplacement(path: path).save("new").warnings == [])
    for (name, value) in values { #expect(attribute(name, of: path) == value, "\(name)") }
  }

  @Test("an access control list is kept", System.accessLists)
  func accessList() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    let list = AccessList.bytes(forUser: 12345)
    #expect(setAttribute(AccessList.attribute, list, of: path) == 0)
    let mode = try StorageTests.permissions(of: path)
    #expect(try FileReplacement(path: path).save("new").warnings == [])
    #expect(attribute(AccessList.attribute, of: path) == list)
    #expect(try StorageTests.permissions(of: path) == mode)
  }

  @Test(
    "only new files get the directory's default list", System.accessLists)
  func defaultAccessList() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", mode: 0o640)
    let list = AccessList.bytes(forUser: 12345)
    #expect(setAttribute(AccessList.defaultAttribute, list, of: directory.path) == 0)
    try FileReplacement(path: path).save("new")
    #expect(attribute(AccessList.attribute, of: path) == nil)
    #expect(try StorageTests.permissions(of: path) == 0o640)
    try FileReplacement(path: directory("new")).save("new")
    #expect(attribute(AccessList.attribute, of: directory("new")) == list)
  }

  @Test(
    "owner and group are kept by the superuser", System.superuser,
    arguments: bothKinds)
  func owner(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    #expect(chown(path, 1234, 4321) == 0)
    #expect(chmod(path, 0o6755) == 0)
    var replacement = FileReplacement(path: path)
    replacement.mayBeUnnamed = mayBeUnnamed
    #expect(try replacement.save("new").warnings == [])
    let status = try status(of: path)
    #expect(status.st_uid == 1234)
    #expect(status.st_gid == 4321)
    #expect(status.st_mode & 0o7777 == 0o6755)
  }

  #if os(Linux)
    @Test(
      "a new file has the permissions that the umask leaves",
      arguments: bothKinds, [0o022, 0o077, 0o002] as [mode_t])
    func newFile(mayBeUnnamed: Bool, mask: mode_t) throws {
      let directory = try TemporaryDirectory()
      var replacement = FileReplacement(path: directory("new"))
      replacement.mayBeUnnamed = mayBeUnnamed
      _ = try withMask(mask) { [replacement] in try replacement.save("new") }
      #expect(try StorageTests.permissions(of: directory("new")) == 0o666 & ~mask)
    }

    @Test(
      "what another user's file cannot keep is reported; its group gets others' permissions",
      System.superuser, arguments: bothKinds)
    func foreignFile(mayBeUnnamed: Bool) throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("old", mode: 0o6676)
      #expect(chown(path, 1234, 4321) == 0)
      #expect(chmod(path, 0o6676) == 0)
      #expect(chmod(directory.path, 0o777) == 0)
      var replacement = FileReplacement(path: path)
      replacement.mayBeUnnamed = mayBeUnnamed
      let outcome = try asNobody { [replacement] in try replacement.save("new") }
      #expect(outcome.warnings == [.ownerNotKept(code: EPERM), .groupNotKept(code: EPERM)])
      let status = try status(of: path)
      #expect(status.st_uid == nobody)
      #expect(status.st_mode & 0o7777 == 0o666)
      #expect(try content(of: path) == "new")
    }

    @Test(
      "if the group is not kept, an access control list gives it others' permissions",
      System.superuser, System.accessLists)
    func foreignAccessList() throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("old")
      #expect(chown(path, 1234, 4321) == 0)
      #expect(setAttribute(AccessList.attribute, AccessList.bytes(forUser: nobody), of: path) == 0)
      #expect(try StorageTests.permissions(of: path) == 0o660)
      #expect(chmod(directory.path, 0o777) == 0)
      let outcome = try asNobody { try FileReplacement(path: path).save("new") }
      #expect(outcome.warnings == [.ownerNotKept(code: EPERM), .groupNotKept(code: EPERM)])
      #expect(try StorageTests.permissions(of: path) == 0o600)
    }

    @Test("a file that the user may not write to is refused", System.superuser)
    func notWritable() throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("old", mode: 0o444)
      #expect(chown(directory.path, nobody, nobody) == 0)
      #expect(chown(path, nobody, nobody) == 0)
      let error = try asNobody { storageError { try FileReplacement(path: path).save("new") } }
      #expect(error == StorageError(.write, path, code: EACCES))
      #expect(try content(of: path) == "old")
      #expect(try directory.names == ["file"])
    }

    @Test(
      "a directory that the user may not write to is an error", System.superuser,
      arguments: bothKinds)
    func directoryNotWritable(mayBeUnnamed: Bool) throws {
      let directory = try TemporaryDirectory()
      var replacement = FileReplacement(path: try directory.write("old", mode: 0o666))
      #expect(chmod(directory.path, 0o755) == 0)
      replacement.mayBeUnnamed = mayBeUnnamed
      let error = try asNobody { [replacement] in storageError { try replacement.save("new") } }
      #expect(error == StorageError(.create, replacement.path, code: EACCES))
    }

    @Test(
      "a directory that the user may not list can still be used", System.superuser,
      arguments: bothKinds)
    func directoryNotReadable(mayBeUnnamed: Bool) throws {
      let directory = try TemporaryDirectory()
      var replacement = FileReplacement(path: try directory.write("old"))
      #expect(chown(replacement.path.cString, nobody, nobody) == 0)
      #expect(chmod(directory.path, 0o333) == 0)
      replacement.mayBeUnnamed = mayBeUnnamed
      let outcome = try asNobody { [replacement] in try replacement.save("new") }
      #expect(outcome.warnings == [])
      #expect(try content(of: replacement.path) == "new")
    }
  #endif

  @Test("every warning has its own message")
  func words() {
    let warnings: [FileReplacement.Warning] = [
      .ownerNotKept(code: EPERM), .groupNotKept(code: EPERM), .modeNotKept(code: EPERM),
      .attributeNotKept("user.a", code: EPERM), .attributesNotKept(code: EPERM),
      .directoryNotSynced(code: EPERM),
    ]
    #expect(Set(warnings.map(\.description)).count == warnings.count)
    #expect(
      warnings[3].description
        == "the file's attribute 'user.a' was not kept: Operation not permitted"
    )
  }
}
