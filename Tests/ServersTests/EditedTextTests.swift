import SeededRandom
import Testing

@testable import Servers

/// Texts that are edited, and their lines and columns.
struct EditedTextTests {
  private static let pieces = ["a", "é", "奥", "😀", "\n", "\r", "\r\n", "xyz", ""]

  @Test(arguments: [PositionEncoding.utf8, .utf16])
  func editsKeepLines(_ encoding: PositionEncoding) {
    var generator = SeededGenerator(seed: 1)
    var text = EditedText([], encoding)
    for _ in 0..<Rounds.of(2000) {
      let (one, other) = (text.boundary(&generator), text.boundary(&generator))
      let new = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        EditedTextTests.pieces.randomElement(using: &generator) ?? ""
      }
      text.replace(min(one, other)..<max(one, other), with: Array(new.joined().utf8))
      if text.bytes.count > 60 { text.replace(0..<text.boundary(&generator), with: []) }
      let anew = EditedText(text.bytes, encoding)
      #expect(text.lineCount == anew.lineCount)
      for offset in 0...text.bytes.count { #expect(text.line(of: offset) == anew.line(of: offset)) }
    }
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16])
  func positionsAndOffsetsAreInverse(_ encoding: PositionEncoding) {
    let line = String(repeating: "aé奥😀", count: 3000)
    let text = EditedText(Array("x\r\n\(line)\ny".utf8), encoding)
    var offset = 0
    for scalar in "x\r\n\(line)\ny".unicodeScalars {
      let position = text.position(of: offset)
      // In a line end there is no place of its own.
      if scalar != "\n" || text.bytes[offset - 1] != 0x0D {
        #expect(text.offset(of: position) == offset)
      }
      offset += UTF8.width(scalar)
    }
    let unit = encoding == .utf8 ? 4 : 2
    #expect(text.position(of: text.bytes.count) == TextPosition(line: 2, column: 1))
    let emoji = text.offset(of: TextPosition(line: 1, column: encoding == .utf8 ? 6 : 3))
    #expect(text.position(of: emoji + 4).column - text.position(of: emoji).column == unit)
  }

  @Test func placesOutsideAreTheNearest() {
    let text = EditedText(Array("ab\r\n😀".utf8), .utf16)
    #expect(text.offset(of: TextPosition(line: 0, column: 9)) == 2)
    #expect(text.offset(of: TextPosition(line: 7, column: 0)) == 8)
    // Half of a character is its beginning.
    #expect(text.offset(of: TextPosition(line: 1, column: 1)) == 4)
  }

  @Test func shiftsFollowWhatIsKept() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<Rounds.of(500) {
      // Each byte is another one.
      var text = EditedText((0..<40).map { UInt8($0) + 0x30 }, .utf8)
      let before = text.bytes
      var shift = TextShift()
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let start = Int.random(in: 0...text.bytes.count, using: &generator)
        let end = min(start + Int.random(in: 0...6, using: &generator), text.bytes.count)
        let new = [UInt8](repeating: 0x20, count: Int.random(in: 0...5, using: &generator))
        shift.add(TextChange(range: start..<end, new: new), length: text.bytes.count)
        text.replace(start..<end, with: new)
      }
      for (offset, byte) in before.enumerated() where text.bytes.contains(byte) {
        #expect(text.bytes[shift.now(offset)] == byte)
        #expect(before[shift.before(shift.now(offset))] == byte)
      }
    }
  }

  @Test func ofManyChangesWhatIsAroundThemIsKept() {
    var text = EditedText((0..<200).map { UInt8($0 % 90) + 0x21 }, .utf8)
    let before = text.bytes
    var shift = TextShift()
    var length = text.bytes.count
    // From the last to the first, as editors send them.
    let changes = stride(from: 180, to: 10, by: -2).map { start in
      TextChange(range: start..<(start + 1), new: [0x20, 0x20, 0x20])
    }
    for change in changes {
      shift.add(change, length: length)
      length += 2
    }
    text.make(changes)
    #expect(text.bytes.count == length)
    for offset in [0, 5, 11] { #expect(text.bytes[shift.now(offset)] == before[offset]) }
    for offset in [185, 199] { #expect(text.bytes[shift.now(offset)] == before[offset]) }
    #expect(shift.before(length - 1) == 199)
  }

  @Test func changesMakeOneTextOfAnother() {
    var generator = SeededGenerator(seed: 3)
    let lines = ["a\n", "b\n", "é\n", "è\n", "奥迪\n", "奥\r\n", "😀😁\n", "😀😂\n", "x"]
    for _ in 0..<Rounds.of(500) {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in
          lines.randomElement(using: &generator) ?? ""
        }.joined()
      }
      var text = EditedText(Array(texts[0].utf8), .utf16)
      let changes = TextChange.all(from: text.bytes, to: Array(texts[1].utf8))
      for change in changes.reversed() {
        // Editors name whole characters only.
        for offset in [change.range.lowerBound, change.range.upperBound] {
          #expect(text.offset(of: text.position(of: offset)) == offset)
        }
        text.replace(change.range, with: change.new)
      }
      #expect(text.bytes == Array(texts[1].utf8))
    }
    let one = TextChange.all(from: Array("a=1\nb=2\n".utf8), to: Array("a=1\nb=22\n".utf8))
    #expect(one == [TextChange(range: 7..<7, new: Array("2".utf8))])
  }
}

extension EditedText {
  /// A random place between characters.
  fileprivate func boundary(_ generator: inout SeededGenerator) -> Int {
    var offset = Int.random(in: 0...bytes.count, using: &generator)
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }
}
