import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Saving files of a folder")
struct FolderReplacementTests {
  private struct Refusal: Error {}
  private typealias Change = FolderReplacement.Change

  /// Three changes: a file that changes, one that is new, in a folder that is new, and one that goes.
  private static let changes = [
    Change(name: "a.vcf", old: [1], new: [2, 0x0A]),
    Change(name: "b.vcf", old: [], new: nil),
    Change(name: "new/deep/c.vcf", old: nil, new: [3]),
  ]

  private func folder() throws -> (directory: TemporaryDirectory, folder: Folder) {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Data([1]), to: "a.vcf")
    _ = try directory.write(Data(), to: "b.vcf")
    return (directory, try Folder(path: FilePath(directory.path)))
  }

  private func content(_ folder: Folder) throws -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: try folder.files().map { (String(describing: $0.name), $0.bytes) })
  }

  private func bytes(_ directory: TemporaryDirectory, _ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: directory(name))))
  }

  private static let old: [String: [UInt8]] = ["a.vcf": [1], "b.vcf": []]
  private static let new: [String: [UInt8]] = ["a.vcf": [2, 0x0A], "new/deep/c.vcf": [3]]

  @Test("all changes are made, and nothing else is left")
  func whole() throws {
    let (directory, folder) = try folder()
    let before = try folder.identity()
    _ = try FolderReplacement(of: folder).save(Self.changes) {}
    #expect(try content(folder) == Self.new)
    #expect(try directory.names.sorted() == ["a.vcf", "new"])
    #expect(try folder.identity() != before)
  }

  @Test("the identity of some files stays when others change")
  func identities() throws {
    let (directory, folder) = try folder()
    let before = try folder.identities(ignoring: ["b.vcf", "new/c.vcf"])
    #expect(before.all == (try folder.identity()))
    #expect(before.all == (try folder.filesWithIdentity().identity))
    #expect(before.others != before.all)
    _ = try directory.write(Data([7, 8]), to: "b.vcf")
    try FileManager.default.createDirectory(
      atPath: directory("new"), withIntermediateDirectories: false)
    _ = try directory.write(Data([9]), to: "new/c.vcf")
    let after = try folder.identities(ignoring: ["b.vcf", "new/c.vcf"])
    #expect(after.others == before.others)
    #expect(after.all != before.all)
    #expect(after.all == (try folder.filesWithIdentity().identity))
    _ = try directory.write(Data([2, 3]), to: "a.vcf")
    #expect(try folder.identities(ignoring: ["b.vcf", "new/c.vcf"]).others != before.others)
  }

  @Test("if a change fails, or is not wanted, all are undone")
  func failure() throws {
    let (directory, folder) = try folder()
    #expect(throws: Refusal.self) {
      try FolderReplacement(of: folder).save(Self.changes) { throw Refusal() }
    }
    #expect(try content(folder) == Self.old)
    // Another program has changed what is to be changed last.
    let error = storageError {
      _ = try FolderReplacement(of: folder).save(Self.changes) {
        _ = try directory.write(Data([9]), to: "b.vcf")
      }
    }
    #expect(error?.problem == .changed)
    #expect(error?.path == FilePath(directory("b.vcf")))
    #expect(try content(folder) == ["a.vcf": [1], "b.vcf": [9]])
  }

  @Test("what was interrupted is read as what was to be, and completed", arguments: 0...3)
  func interruption(after count: Int) throws {
    let (directory, folder) = try folder()
    try UnfinishedSave(changes: Self.changes).write(in: folder)
    // The changes that were made before the program was killed.
    for change in Self.changes.prefix(count) {
      _ = try FolderReplacement(of: folder).save([change]) {}
    }
    #expect(try content(folder) == Self.new)
    try FolderReplacement(of: folder).completeUnfinished()
    #expect(try content(folder) == Self.new)
    #expect(try directory.names.sorted() == ["a.vcf", "new"])
  }

  @Test("if others have changed a file since, the record is refused, and nothing is changed")
  func conflict() throws {
    let (directory, folder) = try folder()
    try UnfinishedSave(changes: Self.changes).write(in: folder)
    _ = try directory.write(Data([9]), to: "a.vcf")
    let attempts: [() throws -> Void] = [
      { _ = try folder.files() }, { try FolderReplacement(of: folder).completeUnfinished() },
    ]
    for attempt in attempts {
      let error = storageError { try attempt() }
      #expect(error?.problem == .interruptedSave(changed: "a.vcf"))
      #expect(error?.path == FilePath(directory(".cardex-save")))
    }
    #expect(try directory.names.sorted() == [".cardex-save", "a.vcf", "b.vcf"])
    try FileManager.default.removeItem(atPath: directory(".cardex-save"))
    #expect(try content(folder) == ["a.vcf": [9], "b.vcf": []])
  }

  @Test("if others change a file that was replaced while another one fails, that is said")
  func changedTwice() throws {
    let (directory, folder) = try folder()
    // The folder of the second file is in the way only when the first one has been replaced: its
    // permissions are lost in the check after the first one is written.
    let changes = [
      Change(name: "a.vcf", old: [1], new: [2]),
      Change(name: "b.vcf", old: [], new: nil),
      Change(name: "c.vcf", old: [5], new: nil),
    ]
    _ = try directory.write(Data([5]), to: "c.vcf")
    let error = storageError {
      _ = try FolderReplacement(of: folder).save(changes) {
        _ = try directory.write(Data([8]), to: "b.vcf")
        _ = try directory.write(Data([9]), to: "c.vcf")
      }
    }
    #expect(error?.step == .restore)
    #expect(error?.path == FilePath(directory("c.vcf")))
    #expect(try content(folder) == ["a.vcf": [1], "b.vcf": [8], "c.vcf": [9]])
  }

  @Test("a backup that would be a file of the folder is refused")
  func backups() throws {
    let (directory, folder) = try folder()
    defer { withExtendedLifetime(directory) {} }
    var replacement = FolderReplacement(of: folder)
    replacement.backupSuffix = ".VCF"
    let error = storageError { _ = try replacement.save(Self.changes) {} }
    #expect(error?.problem == .system(EINVAL))
    #expect(try content(folder) == Self.old)
  }

  @Test("a file that is moved keeps its permissions, and no link is followed")
  func moves() throws {
    let (directory, folder) = try folder()
    #expect(chmod(directory("a.vcf"), 0o640) == 0)
    let move = [
      Change(name: "d/a.vcf", old: nil, new: [1], origin: "a.vcf"),
      Change(name: "a.vcf", old: [1], new: nil),
    ]
    _ = try FolderReplacement(of: folder).save(move) {}
    #expect(try permissions(of: directory("d/a.vcf")) == 0o640)
    // So does one whose move was interrupted, at whatever point.
    let back = [
      Change(name: "a.vcf", old: nil, new: [1], origin: "d/a.vcf"),
      Change(name: "d/a.vcf", old: [1], new: nil),
    ]
    try UnfinishedSave(changes: back).write(in: folder)
    try FolderReplacement(of: folder).completeUnfinished()
    #expect(try permissions(of: directory("a.vcf")) == 0o640)
    #expect(try directory.names.sorted() == ["a.vcf", "b.vcf", "d"])
    try FileManager.default.createSymbolicLink(
      atPath: directory("l"), withDestinationPath: directory("d"))
    let error = storageError {
      _ = try FolderReplacement(of: folder).save([Change(name: "l/x.vcf", old: nil, new: [1])]) {}
    }
    #expect(error?.problem == .system(ENOTDIR))
  }

  @Test(
    "a file that is not a whole record of a save is refused, and nothing is changed",
    arguments: [
      "", "5 - 1 1\nabc", "1 - - -1\na", "x", "8 - - 1\n../x.vcfa", "5 - - 1\nx.txta",
      "9 - - 1\n/tmp/x.vcfa", "12 - - 1\nd/../../x.vcfa", "5 - - 1\nx.vcfa5 - - 1\nx.vcfb",
      "5 - - 1\nx.vcfab", "5 8 - 1\nx.vcf../y.vcfa", "5 - 1\nx.vcfa",
    ])
  func damage(text: String) throws {
    let (directory, folder) = try folder()
    func expectRefusal(_ record: String) throws {
      _ = try directory.write(record, to: ".cardex-save")
      #expect(storageError { _ = try folder.files() }?.problem == .notRecord)
      let error = storageError { try FolderReplacement(of: folder).completeUnfinished() }
      #expect(error?.problem == .notRecord)
      #expect(error?.path == FilePath(directory(".cardex-save")))
    }
    var sum = Checksum()
    sum.add(text.utf8)
    try expectRefusal("cardex save 3 \(sum.digits)\n\(text)")
    try expectRefusal(text)
    #expect(try directory.names.sorted() == [".cardex-save", "a.vcf", "b.vcf"])
  }

  @Test("a record that is torn, or changed in a single byte, is refused")
  func tornRecord() throws {
    let (directory, folder) = try folder()
    try UnfinishedSave(changes: Self.changes).write(in: folder)
    let record = try Data(contentsOf: URL(filePath: directory(".cardex-save")))
    for index in record.indices {
      var other = record
      other[index] ^= 1
      for damaged in [other, record.prefix(index)] {
        _ = try directory.write(damaged, to: ".cardex-save")
        #expect(storageError { _ = try folder.files() }?.problem == .notRecord)
      }
    }
  }

  @Test("nothing outside of the folder is read, written or removed, wherever links lead")
  func confinement() throws {
    let (outside, _) = try folder()
    let before = try outside.names
    let manager = FileManager.default
    func link(_ directory: TemporaryDirectory, _ name: String, to path: String) throws {
      try manager.createSymbolicLink(atPath: directory(name), withDestinationPath: path)
    }
    // A record that is a link, to a file that is there and to a file that is not.
    for target in ["a.vcf", "none"] {
      let (directory, folder) = try folder()
      try link(directory, ".cardex-save", to: outside(target))
      #expect(storageError { _ = try folder.files() }?.problem == .link)
      let error = storageError { _ = try FolderReplacement(of: folder).save(Self.changes) {} }
      #expect(error?.problem == .link)
      #expect(error?.path == FilePath(directory(".cardex-save")))
      #expect(try bytes(directory, "a.vcf") == [1])
    }
    // A card that is a link.
    do {
      let (directory, folder) = try folder()
      try link(directory, "k.vcf", to: outside("a.vcf"))
      #expect(storageError { _ = try folder.files() }?.problem == .link)
      for new in [[3], nil] as [[UInt8]?] {
        let changes = [
          Change(name: "a.vcf", old: [1], new: [2]), Change(name: "k.vcf", old: [1], new: new),
        ]
        let error = storageError { _ = try FolderReplacement(of: folder).save(changes) {} }
        #expect(error?.problem == .link)
        #expect(error?.path == FilePath(directory("k.vcf")))
      }
      #expect(try bytes(directory, "a.vcf") == [1])
    }
    // A folder that is a link, also in a whole record that others have made.
    let throughLink = [
      Change(name: "a.vcf", old: [1], new: [2]), Change(name: "l/a.vcf", old: [1], new: nil),
      Change(name: "l/c.vcf", old: nil, new: [3]), Change(name: "l/d/c.vcf", old: nil, new: [3]),
    ]
    do {
      let (directory, folder) = try folder()
      try link(directory, "l", to: outside.path)
      #expect(try content(folder) == Self.old)
      for change in throughLink.dropFirst() {
        #expect(
          storageError { _ = try FolderReplacement(of: folder).save([change]) {} }?.problem
            == .system(ENOTDIR))
      }
      try UnfinishedSave(changes: throughLink).write(in: folder)
      #expect(storageError { try FolderReplacement(of: folder).completeUnfinished() } != nil)
    }
    // A folder that others exchange for a link while it is saved.
    do {
      let (directory, folder) = try folder()
      try manager.createDirectory(atPath: directory("l"), withIntermediateDirectories: false)
      _ = try directory.write(Data([1]), to: "l/a.vcf")
      let error = storageError {
        _ = try FolderReplacement(of: folder).save(throughLink) {
          try manager.moveItem(atPath: directory("l"), toPath: directory("moved"))
          try link(directory, "l", to: outside.path)
        }
      }
      #expect(error?.problem == .system(ENOTDIR))
      #expect(try bytes(directory, "a.vcf") == [1])
      #expect(try bytes(directory, "moved/a.vcf") == [1])
    }
    #expect(try outside.names == before)
    #expect(try bytes(outside, "a.vcf") == [1])
  }

  @Test("files of a folder are named by a directory that is open, never by whole paths")
  func relativeCalls() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Storage")
    let call = /\b(?:open|stat|lstat|access|unlink|rename|mkdir|readlink|truncate|chmod)\(|AT_FDCWD/
    for name in ["Folder.swift", "FolderReplacement.swift"] {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      #expect(text.matches(of: call).map { text[$0.range] } == [])
      // The folder itself may be a link.
      let opened = text.matches(of: /openDirectory\((?!.*below: )/).count
      #expect(opened == (name == "Folder.swift" ? 1 : 0))
    }
  }

  @Test("what a killed save has left is removed by a later one")
  func temporaries() throws {
    let (directory, folder) = try folder()
    try FileManager.default.createDirectory(
      atPath: directory("d"), withIntermediateDirectories: false)
    for name in [
      ".a.vcf.cardex-abcdef", "d/.x.vcf.cardex-234567", "d/.user", ".new.vcf.cardex-aaaaaa",
    ] {
      _ = try directory.write(Data([7]), to: name)
      if name.contains("new") { continue }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: directory(name))
    }
    _ = try FolderReplacement(of: folder).save([Change(name: "a.vcf", old: [1], new: [2])]) {}
    // The newest may still be written.
    #expect(try directory.names.sorted() == [".new.vcf.cardex-aaaaaa", "a.vcf", "b.vcf", "d"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory("d")) == [".user"])
  }

  @Test("hidden files and links to folders are not read")
  func names() throws {
    let (directory, folder) = try folder()
    let manager = FileManager.default
    for name in [".git", "z", "d"] {
      try manager.createDirectory(atPath: directory(name), withIntermediateDirectories: false)
      _ = try directory.write(Data([7]), to: name + "/x.VCF")
    }
    _ = try directory.write(Data([7]), to: ".h.vcf")
    _ = try directory.write(Data([7]), to: "n.txt")
    try manager.createSymbolicLink(atPath: directory("l"), withDestinationPath: directory("z"))
    #expect(
      try folder.files().map { String(describing: $0.name) }
        == ["a.vcf", "b.vcf", "d/x.VCF", "z/x.VCF"])
  }
}
