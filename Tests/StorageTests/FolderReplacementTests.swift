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
    return (directory, Folder(path: FilePath(directory.path)))
  }

  private func content(_ folder: Folder) throws -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: try folder.files().map { (String(describing: $0.name), $0.bytes) })
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

  @Test("what others have changed since stays, and nothing is removed then")
  func conflict() throws {
    let (directory, folder) = try folder()
    try UnfinishedSave(changes: Self.changes).write(in: folder)
    _ = try directory.write(Data([9]), to: "a.vcf")
    let expected: [String: [UInt8]] = ["a.vcf": [9], "b.vcf": [], "new/deep/c.vcf": [3]]
    #expect(try content(folder) == expected)
    try FolderReplacement(of: folder).completeUnfinished()
    #expect(try content(folder) == expected)
    #expect(try !directory.names.contains(".cardex-save"))
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
    try FileManager.default.createSymbolicLink(
      atPath: directory("l"), withDestinationPath: directory("d"))
    let error = storageError {
      _ = try FolderReplacement(of: folder).save([Change(name: "l/x.vcf", old: nil, new: [1])]) {}
    }
    #expect(error?.problem == .system(ENOTDIR))
  }

  @Test(
    "a file that is not a whole record of a save is refused",
    arguments: [
      "", "x", "cardex save 1\n5 1 1\nabc", "cardex save 1\n1 - -1\na", "cardex save 1\nx",
      "cardex save 1\n8 - 1\n../x.vcfa", "cardex save 1\n5 - 1\nx.txta",
    ])
  func damage(text: String) throws {
    let (directory, folder) = try folder()
    _ = try directory.write(text, to: ".cardex-save")
    #expect(storageError { _ = try folder.files() }?.problem == .notJournal)
  }

  @Test("hidden files and links to folders are not read, links to files are")
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
    try manager.createSymbolicLink(
      atPath: directory("k.vcf"), withDestinationPath: directory("n.txt"))
    #expect(
      try folder.files().map { String(describing: $0.name) }
        == ["a.vcf", "b.vcf", "k.vcf", "d/x.VCF", "z/x.VCF"])
  }
}
