import ICUText
import SeededRandom
import Testing

@testable import Readings

/// Compares this module's folding with the definition of folding.
@Suite struct FoldedCharactersTests {
  private func expectSame(_ text: String) {
    var folded = FoldedCharacters()
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { buffer in
      folded.fold(buffer)
      let units = TextUnit.units(of: buffer, LetterDistinctions(kana: true)).filter {
        $0.base != nil
      }
      #expect(folded.withScalars(Array.init) == units.compactMap { $0.base?.value }, "\(text)")
      #expect((0..<folded.count).map(folded.range) == units.map(\.range), "\(text)")
    }
  }

  @Test("every character, alone and after another, is folded as defined")
  func all() {
    for value: UInt32 in (0...0xFFFF) where value < 0x3400 || value >= 0xA000 || value % 61 == 0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if (0xAC00...0xD7A3).contains(value), value % 61 != 0 { continue }
      expectSame("长\(scalar)か")
    }
    for value in stride(from: UInt32(0x10000), to: 0x32000, by: 31) {
      if let scalar = Unicode.Scalar(value) { expectSame("A\(scalar)\u{3099}") }
    }
  }
}
