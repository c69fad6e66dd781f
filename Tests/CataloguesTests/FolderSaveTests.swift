import Foundation
import Platform
import PropertyLists
import Storage
import TestHelpers
import Testing

@testable import Catalogues

/// Folders of vCards that other programs change while they are edited.
@Suite("Saving a folder of cards")
struct FolderSaveTests {
  private let directory: TemporaryDirectory
  private var file: CatalogueFile
  private let catalogue: Catalogue
  private let editor: CatalogueEditor

  init() throws {
    directory = try TemporaryDirectory()
    for (name, uid) in zip(Self.names, ["Ann", "Ben", "Cleo"]) {
      try directory.write(Self.card(uid), to: name)
    }
    file = CatalogueFile(path: FilePath(directory.path))
    catalogue = try file.read()
    editor = CatalogueEditor(catalogue)
  }

  private static func card(_ name: String, phone: String = "1") -> String {
    "BEGIN:VCARD\nVERSION:3.0\nUID:\(name)\nFN:\(name)\nN:\(name);;;;\nTEL:\(phone)\nEND:VCARD\n"
  }

  private func set(_ entry: Int, phone: String) throws {
    try _ = editor.edit { () throws(EditError) in
      try editor.set(
        [FieldAssignment(key: "phone", type: nil, value: phone)],
        of: .entry(Entry.ID(rawValue: entry)))
    }
  }

  private static let names = ["a.vcf", "b.vcf", "c.vcf"]

  private func identities() throws -> [FileIdentity] {
    try Self.names.map { try FileIdentity(path: FilePath(directory($0))) }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: directory(name))), as: UTF8.self)
  }

  private mutating func isRefused() -> Bool {
    do throws(CatalogueFileError) {
      _ = try file.save(catalogue)
      return false
    } catch {
      if case .changedByOthers = error { return true }
      Issue.record("\(error)")
      return false
    }
  }

  @Test("each save writes the files of changed cards, and knows the folder afterwards")
  mutating func saves() throws {
    for (entry, name, phone) in [(0, "Ann", "2"), (2, "Cleo", "3"), (0, "Ann", "4")] {
      try set(entry, phone: phone)
      let before = try identities()
      _ = try file.save(catalogue)
      #expect(zip(before, try identities()).map { $0 == $1 } == (0..<3).map { $0 != entry })
      #expect(file.identity == (try FileIdentity(path: FilePath(directory.path))))
      #expect(try text(Self.names[entry]) == Self.card(name, phone: phone))
    }
    let again = try Catalogue(
      parsing: FileBytes(folder: FilePath(directory.path)), ParseOptions())
    #expect(again.currentText.elementsEqual(try file.reparse(catalogue).currentText))
  }

  @Test("a file that another program has changed, added or removed is noticed by each save")
  mutating func others() throws {
    for isSaved in [false, true] {
      if isSaved {
        try set(0, phone: "2")
        _ = try file.save(catalogue)
      }
      try set(1, phone: isSaved ? "5" : "4")
      for name in ["b.vcf", "c.vcf"] {
        let before = try text(name)
        // As long as it was.
        try directory.write(before.replacing("TEL", with: "tel"), to: name)
        #expect(isRefused())
        try directory.write(before, to: name)
      }
      try directory.write(Self.card("Dan"), to: "d.vcf")
      #expect(isRefused())
      try FileManager.default.removeItem(atPath: directory("d.vcf"))
      try FileManager.default.moveItem(atPath: directory("c.vcf"), toPath: directory("x"))
      #expect(isRefused())
      try FileManager.default.moveItem(atPath: directory("x"), toPath: directory("c.vcf"))
      // The same files as before, even if they are other ones.
      _ = try file.save(catalogue)
    }
  }

  @Test("a folder that was put in the place of the one that is saved is not written to")
  mutating func otherFolder() throws {
    try set(0, phone: "2")
    let path = directory.path
    try FileManager.default.moveItem(atPath: path, toPath: path + "-old")
    try FileManager.default.copyItem(atPath: path + "-old", toPath: path)
    defer { try? FileManager.default.removeItem(atPath: path + "-old") }
    try directory.write(Self.card("Ben", phone: "9"), to: "b.vcf")
    #expect(isRefused())
    #expect(try text("a.vcf") == Self.card("Ann"))
  }

  @Test("only cards of changed files are changed")
  mutating func changedCards() throws {
    #expect(try file.changedCards(catalogue).isEmpty)
    try set(1, phone: "2")
    #expect(try file.changedCards(catalogue).map(\.positions) == [[1]])
    _ = try file.save(catalogue)
    #expect(try file.changedCards(catalogue).isEmpty)
    try set(2, phone: "3")
    #expect(try file.changedCards(catalogue).map(\.positions) == [[2]])
    try set(2, phone: "1")
    #expect(try file.changedCards(catalogue).isEmpty)
  }
}
