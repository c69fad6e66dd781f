import Catalogues
import Foundation
import ICUText
import Platform
import PropertyLists
import Readings
import SeededRandom
import Storage
import TestHelpers
import Testing

@testable import Searching

@Suite("Comparing indexes with their catalogues")
struct IndexComparisonTests {
  /// The fault that is found.
  private static func fault(
    _ path: String, _ catalogue: Catalogue, table: ReadingTable = .shared
  ) throws -> KeptIndex.Fault? {
    do throws(KeptIndex.Fault) {
      try KeptIndex(path: FilePath(path)).compare(with: catalogue, readings: table)
    } catch { return error }
    return nil
  }

  /// Entries with accents, Han script and several columns, and text enough for postings.
  private static let text: String = {
    let entries = (0..<400).map { number in
      let more = number % 3 == 0 ? "<key>ort</key><string>Öl é\(number) 长安</string>" : ""
      let filler = String(repeating: "abc def \(number) ", count: 30)
      return "<dict><key>name</key><string>n\(number) 奥迪 ü</string>\(more)"
        + "<key>text</key><string>\(filler)</string></dict>"
    }
    return "<plist><array>\(entries.joined())</array></plist>"
  }()

  @Test("a right index is found to be right")
  func agreement() throws {
    let example = try IndexedExample(Self.text)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(path: example.file)))
    #expect(try Self.fault(example.index, catalogue) == nil)
  }

  @Test("so are those of catalogues of all kinds", arguments: 0..<Rounds.of(8))
  func randomCatalogues(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    let example = try IndexedExample(random.file(1 + seed * 29))
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(path: example.file)))
    #expect(try Self.fault(example.index, catalogue) == nil)
  }

  @Test("a part that is another, longer or shorter is named")
  func parts() throws {
    let example = try IndexedExample(Self.text)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(path: example.file)))
    let file = try IndexFile(example.index)
    let parts = try file.header.parts.map { ($0.tag, Array(try file.part($0.tag).all())) }
    let changes: [(inout [UInt8]) -> Void] = [
      { $0[$0.count - 1] ^= 1 }, { $0[0] ^= 0x80 }, { $0.append(0) }, { $0.removeLast() },
      { $0[min($0.count - 1, 1000)] ^= 1 },
    ]
    let other = example.index + "-other"
    for (tag, bytes) in parts where !bytes.isEmpty {
      for change in changes {
        var changed = bytes
        change(&changed)
        try IndexFile.write(
          parts.map { IndexFile.Part($0.0, [StoredBytes($0.0 == tag ? changed : $0.1)]) },
          of: file.header.source, entryCount: catalogue.entryCount, created: 0, to: other)
        let expected: KeptIndex.Fault = tag == "RVER" ? .otherReadings : .otherPart("\(tag)")
        #expect(try Self.fault(other, catalogue) == expected, "\(tag)")
      }
    }
  }

  @Test("parts that are missing or too many are named, and other readings")
  func wholeParts() throws {
    let example = try IndexedExample(Self.text)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(path: example.file)))
    let file = try IndexFile(example.index)
    let parts = try file.header.parts.map { IndexFile.Part($0.tag, [try file.part($0.tag)]) }
    let other = example.index + "-other"
    func fault(_ parts: [IndexFile.Part]) throws -> KeptIndex.Fault? {
      try IndexFile.write(
        parts, of: file.header.source, entryCount: catalogue.entryCount, created: 0, to: other)
      return try Self.fault(other, catalogue)
    }
    #expect(try fault(parts.filter { $0.tag != "SLST" }) == .otherPart("SLST"))
    #expect(try fault(parts.filter { $0.tag != "SHAP" }) == .otherPart("SHAP"))
    #expect(try fault(parts + [IndexFile.Part("MORE", [])]) == .otherPart("MORE"))
    let table = ReadingTable(corrections: try ReadingCorrections("奥迪 d an"))
    #expect(try Self.fault(example.index, catalogue, table: table) == .otherReadings)
  }
}
