import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Random plain text")
struct PlainScannerRandomTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The bytes of all files in a folder.
  private static func files(in folder: String) throws -> [[UInt8]] {
    let folder = package.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return paths.sorted().compactMap { path in
      (try? Data(contentsOf: folder.appending(path: path))).map { Array($0) }
    }
  }

  /// The files in `Data` and those that are given.
  private static let realFiles: [[UInt8]] =
    ((try? files(in: "Data")) ?? [])
    + GivenFiles.paths.compactMap { path in
      (try? Data(contentsOf: URL(filePath: path))).map { Array($0) }
    }

  @Test("files that are plain are read as libxml2 reads them")
  func files() throws {
    #expect(Self.realFiles.filter { BothReaders.takePlain($0) }.count >= 4)
    for bytes in try Self.files(in: "Tests/Fuzz") {
      for start in 0...2 { _ = BothReaders.takePlain(Array(bytes.dropFirst(start))) }
    }
  }

  @Test("what programs write is read as libxml2 reads it", arguments: 1...Rounds.of(30))
  func written(seed: UInt64) {
    var program = WritingProgram(seed: seed)
    var plain = 0
    for _ in 0..<40 { plain += BothReaders.takePlain(Array(program.propertyList().utf8)) ? 1 : 0 }
    #expect(plain == 40)
  }

  @Test(
    "so is what is written in other ways, and what is wrong is left to libxml2",
    arguments: 1...Rounds.of(30))
  func oddlyWritten(seed: UInt64) {
    var program = WritingProgram(seed: seed, oddity: 60)
    var plain = 0
    for _ in 0..<100 { plain += BothReaders.takePlain(Array(program.propertyList().utf8)) ? 1 : 0 }
    #expect((1..<100).contains(plain))
  }

  @Test("so is text of which bytes were changed", arguments: 1...Rounds.of(30))
  func changed(seed: UInt64) {
    var program = WritingProgram(seed: seed)
    var mutation = ByteMutation(seed: seed)
    var plain = 0
    for _ in 0..<10 {
      let bytes = Array(program.propertyList().utf8)
      for _ in 0..<50 { plain += BothReaders.takePlain(mutation.changed(bytes)) ? 1 : 0 }
    }
    #expect((1..<500).contains(plain))
  }

  /// Short property lists from real files.
  private static let excerpts: [[UInt8]] = realFiles.flatMap { file -> [[UInt8]] in
    guard let document = try? parse(file), document.source.isFileText else { return [] }
    let start = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">".utf8)
    return document.allNodes.filter { document.kind(of: $0).isContainer }.map { node in
      start + document.source.bytes[document.elementRange(of: node)] + "\n</plist>\n".utf8
    }.filter { $0.count < 4000 }
  }

  @Test("so are parts of real files of which bytes were changed", arguments: 1...Rounds.of(20))
  func changedFiles(seed: UInt64) {
    var mutation = ByteMutation(seed: seed)
    var plain = 0
    for _ in 0..<1000 {
      plain += BothReaders.takePlain(mutation.changed(mutation.one(of: Self.excerpts))) ? 1 : 0
    }
    #expect((1..<1000).contains(plain))
  }
}

/// Changes some bytes of a text, leaves some out and repeats some.
private struct ByteMutation: RandomSource {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let words = [
    "<", ">", "/", "</", "/>", "</dict>", "<dict>", "<dict/>", "<array>", "</array>", "<key>",
    "</key>",
    "<string>", "</string>", "<string/>", "<string />", "<true/>", "<!--", "-->", "--", "]]>", "]",
    "]]",
    "<![CDATA[", "<?x", "?>", "&", ";", "&#", "&amp;", "&#65;", "&#x", "&lt", "\r", "\r\n", "\n",
    "\t",
    " ", "\"", "'", "=", " a=''", "x:", "0", "é", "漢", "😀", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}",
    "\u{7F}",
    "\u{85}", "\u{D7FF}", "<plist>", "</plist>", "<plist version=\"1.0\">", "<!DOCTYPE plist>",
    "<!ENTITY",
  ].map { Array($0.utf8) }

  private static let sequences: [[UInt8]] = [
    [0], [1], [0x0B], [0x80], [0xBF], [0xC0, 0x80], [0xC1], [0xC2], [0xE0, 0x80, 0x80],
    [0xE0, 0xA0],
    [0xED, 0xA0, 0x80], [0xEF, 0xBF], [0xEF, 0xBB, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x90],
    [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0xFE, 0xFF],
  ]

  mutating func changed(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...below(2) where !bytes.isEmpty {
      let start = below(bytes.count)
      let range = start..<min(start + below(1 + below(40)), bytes.count)
      switch below(6) {
      case 0: bytes[start] = UInt8(below(256))
      case 1: bytes.replaceSubrange(range.prefix(2), with: one(of: ByteMutation.words))
      case 2: bytes.insert(contentsOf: one(of: ByteMutation.words), at: start)
      case 3: bytes.insert(contentsOf: one(of: ByteMutation.sequences), at: start)
      case 4: bytes.removeSubrange(range)
      default: bytes.insert(contentsOf: bytes[range], at: below(bytes.count))
      }
    }
    return bytes
  }
}
