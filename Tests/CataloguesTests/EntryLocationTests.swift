import Foundation
import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Places of entries in the text")
struct EntryLocationTests {
  /// A list of lists of entries with different labels, on lines of different lengths.
  private static func text(lineEnd: String, _ random: inout SeededGenerator) -> String {
    var text = "<plist>\(lineEnd)<array>"
    for section in 0..<4 {
      text += "<dict><key>title</key><string>s\(section)</string><key>items</key><array>"
      for entry in 0..<60 {
        let space = Int.random(in: 0..<40, using: &random)
        switch space {
        case 0: text += "<!-- 漢字\(String(repeating: "é😀 ", count: 2000)) -->"
        case 1..<20: text += String(repeating: lineEnd, count: space % 3 + 1)
        default: text += String(repeating: " ", count: space % 5)
        }
        text += "<string>é\(section)-\(entry)</string>"
      }
      text += "</array></dict>"
    }
    return text + "</array></plist>"
  }

  /// The place of a text that occurs once in another, found character by character.
  private static func place(of wanted: String, in text: String) -> PropertyLists.SourceLocation? {
    guard let range = text.range(of: wanted, options: .literal) else { return nil }
    let before = Array(text.unicodeScalars[..<range.lowerBound])
    var (line, column) = (1, 1)
    for (index, scalar) in before.enumerated() {
      let isLast = index + 1 == before.count
      if scalar == "\n" || scalar == "\r" && (isLast || before[index + 1] != "\n") {
        (line, column) = (line + 1, 1)
      } else {
        column += 1
      }
    }
    return SourceLocation(line: line, column: column)
  }

  private static func change(
    _ editor: CatalogueEditor, _ random: inout SeededGenerator, _ round: Int
  )
    throws(EditError)
  {
    var entries: [Entry.ID] = []
    editor.catalogue.forEachEntry(in: .root) { entries.append($0) }
    guard let entry = entries.randomElement(using: &random),
      let other = entries.randomElement(using: &random)
    else { return }
    switch round % 4 {
    case 0: try editor.delete([.entry(entry)])
    case 1: try editor.move(.entry(entry), to: .after(.entry(other)))
    case 2: _ = try editor.insert(NewEntry(label: "ü-\(round)"), at: .before(.entry(entry)))
    default: try editor.rename(.entry(entry), to: "漢-\(round)")
    }
  }

  @Test(
    "an entry is where its element begins in the text as it is now",
    arguments: ["\n", "\r\n", "\r"], [String.Encoding.utf8, .utf16, .utf16BigEndian])
  func edited(lineEnd: String, encoding: String.Encoding) throws {
    var random = SeededGenerator(seed: UInt64(lineEnd.utf8.count))
    let text = Self.text(lineEnd: lineEnd, &random)
    let bytes = try #require(text.data(using: encoding))
    let document = try PropertyListDocument(
      FileBytes(bytes), encoding: encoding == .utf16BigEndian ? "UTF-16BE" : nil)
    let catalogue = try Catalogue(document)
    let editor = CatalogueEditor(catalogue)
    for round in 0..<Rounds.of(10) {
      var written: [UInt8] = []
      try document.writeFile { written += $0 }
      let now = try #require(String(data: Data(written), encoding: encoding))
      var entries: [Entry.ID] = []
      catalogue.forEachEntry(in: .root) { entries.append($0) }
      for entry in entries.shuffled(using: &random).prefix(20) {
        let place = Self.place(of: "<string>\(catalogue.label(of: entry))</string>", in: now)
        #expect(catalogue.location(of: .entry(entry)) == place)
      }
      _ = try editor.edit { () throws(EditError) in try Self.change(editor, &random, round) }
    }
  }

  @Test("a catalogue restored from an index knows the places", arguments: ["\n", "\r\n", "\r"])
  func restored(lineEnd: String) throws {
    var random = SeededGenerator(seed: 9)
    let bytes = Array(Self.text(lineEnd: lineEnd, &random).utf8)
    let parsed = try Catalogue(PropertyListDocument(FileBytes(bytes)))
    let restored = try RestoredCatalogueTests.restored(
      RestoredCatalogueTests.parts(of: parsed), for: bytes, of: parsed)
    for entry in Array(parsed.entries).shuffled(using: &random) {
      let place = parsed.document.location(of: parsed.textNode(of: entry))
      #expect(restored.location(of: .entry(entry)) == place)
      #expect(parsed.location(of: .entry(entry)) == place)
    }
    for section in parsed.sections {
      let place = section.titleNode.map { parsed.document.location(of: $0) }
      #expect(restored.location(of: .section(section.id)) == place)
      #expect(parsed.location(of: .section(section.id)) == place)
    }
    #expect(!restored.restoringFailure)
  }

  @Test("an entry with a key is where the key begins")
  func keyed() throws {
    let catalogue = try Catalogue(["A": ["x": ["n": 1], "y": ["n": 2]], "B": ["z": ["n": 1]]])
    for entry in catalogue.entries {
      let key = try #require(catalogue.key(of: entry))
      let place = try #require(catalogue.location(of: .entry(entry)))
      #expect(place == catalogue.document.location(of: key.node))
      #expect(place != .start && "\(place)".hasPrefix("1:"))
    }
  }
}
