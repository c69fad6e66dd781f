import CText
import Catalogues
import ICUText

/// Digits that belong to one number, however they are grouped.
///
/// Up to three blanks, dashes, slashes, full stops and parentheses may be between two digits.
struct NumberRun {
  /// ASCII.
  private(set) var digits: [UInt8] = []
  /// The position of each digit, if positions are asked for.
  private(set) var positions: [Int] = []
  /// The position of the plus sign before the digits, if no more separators follow it than may be
  /// between digits.
  private(set) var plus: Int?
  /// Whether there is a separator between digits.
  private(set) var isGrouped = false

  private static let mostSeparators = 3

  /// Becomes each run of a text in turn, and calls the closure with it.
  ///
  /// - Parameters:
  ///   - characters: The folded characters of the text, each with its position.
  ///   - keepsPositions: Whether the positions of digits are asked for.
  mutating func forEach(
    in characters: some Sequence<(UInt32, Int)>, keepsPositions: Bool = false,
    _ body: (borrowing NumberRun) -> Void
  ) {
    var separators = 0
    for (character, position) in characters {
      switch character {
      case 0x30...0x39:
        isGrouped = isGrouped || !digits.isEmpty && separators > 0
        digits.append(UInt8(character))
        if keepsPositions { positions.append(position) }
        separators = 0
      case let character
      where NumberRun.isSeparator(character) && separators < NumberRun.mostSeparators:
        separators += 1
      default:
        end(body)
        separators = 0
        plus = character == 0x2B ? position : nil
      }
    }
    end(body)
  }

  private mutating func end(_ body: (borrowing NumberRun) -> Void) {
    if !digits.isEmpty { body(self) }
    digits.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    (plus, isGrouped) = (nil, false)
  }

  /// Whether a folded character is a separator: folding makes blanks U+0020, and full-width forms
  /// ASCII.
  fileprivate static func isSeparator(_ character: UInt32) -> Bool {
    TelephoneNumber.isSeparator(character)
  }

  /// Appends the numbers of a folded text that patterns in other notations may find: three digits
  /// or more, grouped or after a plus sign. They are appended without separators, with a blank
  /// between two numbers.
  ///
  /// - Parameter separator: What to append before the first number.
  /// - Returns: Whether there are any.
  mutating func appendGrouped(
    in text: UnsafeBufferPointer<UInt8>, to result: inout [UInt8], after separator: UInt8?
  ) -> Bool {
    guard NumberRun.mayHoldGrouped(text) else { return false }
    let start = result.count
    forEach(in: FoldedScalars(text)) { run in
      guard run.digits.count >= NumberPattern.fewestDigits, run.isGrouped || run.plus != nil else {
        return
      }
      if result.count > start { result.append(UInt8(ascii: " ")) }
      if run.plus != nil { result.append(UInt8(ascii: "+")) }
      result += run.digits
    }
    if result.count == start { return false }
    if let separator { result.insert(separator, at: start) }
    return true
  }

  /// Whether a folded text has three digits, of which one follows a possible separator or plus
  /// sign.
  ///
  /// It looks at eight bytes at a time, since every text is tested.
  private static func mayHoldGrouped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    var (digitCount, carry, following) = (0, UInt64(0), UInt64(0))
    var offset = 0
    while offset < text.count {
      var word: UInt64 = 0
      withUnsafeMutableBytes(of: &word) {
        $0.copyBytes(from: text[offset...].prefix(8))
      }
      // The results are in the highest bit of each byte: no carry leaves a byte, since the sums are
      // below 0x100.
      let (letters, isASCII) = (word & ~tops, ~word & tops)
      let atLeastZero = letters &+ ones &* (0x80 - 0x30)
      let aboveNine = letters &+ ones &* (0x80 - 0x3A)
      let digits = atLeastZero & ~aboveNine & isASCII
      let others = ~(atLeastZero & isASCII) & tops
      digitCount += digits.nonzeroBitCount
      following |= digits & (others << 8 | carry)
      carry = others >> 56
      offset += 8
    }
    return digitCount >= NumberPattern.fewestDigits && following != 0
  }

  /// Whether a folded text has this many digits.
  static func mayHold(_ text: UnsafeBufferPointer<UInt8>, digits count: Int) -> Bool {
    // Without a branch, sixteen bytes or more are compared at once.
    var found = 0
    for byte in text { found &+= byte &- 0x30 < 10 ? 1 : 0 }
    return found >= count
  }
}

/// The characters of folded UTF-8 text.
private struct FoldedScalars: Sequence, IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private var offset = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  @inline(__always)
  mutating func next() -> (UInt32, Int)? {
    guard offset < text.count else { return nil }
    let (value, length) = text.scalarValue(at: offset)
    defer { offset += Swift.max(length, 1) }
    return (value, offset)
  }
}

/// A number to search for, however its digits are grouped: `4930` finds `+49 30`, and `030 23125`
/// finds `+49 30 23125`. A telephone number also finds the same number with and without the code of
/// a country (`TelephoneNumber`).
package struct NumberPattern: PartialTextPattern, Sendable {
  /// ASCII.
  private let digits: [UInt8]
  /// Whether a plus sign must be before the digits.
  private let hasPlus: Bool
  /// The digits without the zero that is not dialled from abroad.
  private let national: [UInt8]?
  private let telephone: TelephoneNumber?
  /// The digits that are in every notation of the telephone number, without its leading zero.
  private let shared: [UInt8]?
  /// The digits to look for in folded text, besides the pattern as it is written. `nil` for a
  /// pattern that is not a telephone number, and has a plus sign or no separators.
  let needle: [UInt8]?

  static let fewestDigits = 3

  /// - Parameter text: Folded.
  /// - Returns: `nil` for a text with fewer than three digits, or with other characters than a plus
  ///   sign before the digits, and blanks, dashes and parentheses between them; in a telephone
  ///   number, also one slash.
  init?(_ text: [UInt8]) {
    var digits: [UInt8] = []
    var (hasPlus, hasSeparators, hasSlash) = (false, false, false)
    var offset = 0
    while offset < text.count {
      let (character, length) = text.withUnsafeBufferPointer { $0.scalarValue(at: offset) }
      offset += max(length, 1)
      switch character {
      case 0x30...0x39: digits.append(UInt8(character))
      case 0x2B where digits.isEmpty && !hasPlus: hasPlus = true
      case 0x2F where !hasSlash: (hasSlash, hasSeparators) = (true, true)
      case 0x2E, 0x2F: return nil
      case let character where NumberRun.isSeparator(character): hasSeparators = true
      default: return nil
      }
    }
    guard digits.count >= NumberPattern.fewestDigits else { return nil }
    telephone = TelephoneNumber(digits: digits, hasPlus: hasPlus)
    // A slash may follow an area code; in other texts it separates things.
    if hasSlash, telephone == nil { return nil }
    self.digits = digits
    self.hasPlus = hasPlus
    national = digits[0] == UInt8(ascii: "0") && !hasPlus ? Array(digits.dropFirst()) : nil
    shared = telephone.map { telephone in
      Array(telephone.dialled.dropFirst(telephone.dialled[0] == UInt8(ascii: "0") ? 1 : 0))
    }
    needle = shared ?? (hasSeparators && !hasPlus ? digits : nil)
  }

  var part: [UInt8] {
    shared ?? (hasPlus ? [UInt8(ascii: "+")] + digits : national ?? digits)
  }

  /// Whether one of the numbers in a text that `NumberRun.appendGrouped` has written matches.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.split(separator: UInt8(ascii: " ")).contains { number in
      let hasPlus = number.first == UInt8(ascii: "+")
      return firstMatch(in: Array(hasPlus ? number.dropFirst() : number), hasPlus, from: 0) != nil
    }
  }

  /// Whether a folded text matches.
  func matches(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard mayMatch(text) else { return false }
    var isFound = false
    var run = NumberRun()
    run.forEach(in: FoldedScalars(text)) { run in
      isFound = isFound || firstMatch(in: run.digits, run.plus != nil, from: 0) != nil
    }
    return isFound
  }

  /// Whether the digits of a folded text, without the text between them, contain those of the
  /// pattern.
  private func mayMatch(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let wanted = shared ?? national ?? digits
    guard NumberRun.mayHold(text, digits: wanted.count) else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { found in
      var count = 0
      for byte in text where byte &- 0x30 < 10 {
        found[count] = byte
        count += 1
      }
      return cardex_find(found.baseAddress, count, wanted, wanted.count) != nil
    }
  }

  /// The byte ranges of the matches in a text, in order and without overlaps.
  ///
  /// - Parameter units: The text's units, case folded.
  func ranges(in units: [TextUnit]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    let characters = units.indices.lazy.compactMap { index in
      units[index].base.map { ($0.value, index) }
    }
    var run = NumberRun()
    run.forEach(in: characters, keepsPositions: true) { run in
      var start = 0
      while let found = firstMatch(in: run.digits, run.plus != nil, from: start) {
        let isFromPlus = found.lowerBound == 0 && (hasPlus || telephone != nil)
        let first = (isFromPlus ? run.plus : nil) ?? run.positions[found.lowerBound]
        let last = run.positions[found.upperBound - 1]
        result.append(units[first].range.lowerBound..<units[last].range.upperBound)
        start = found.upperBound
      }
    }
    return result
  }

  /// The first match in the digits of a number, from an index on.
  private func firstMatch(
    in number: [UInt8], _ numberHasPlus: Bool, from start: Int
  ) -> Range<Int>? {
    if let telephone, start == 0,
      TelephoneNumber(digits: number, hasPlus: numberHasPlus)?.isPossibly(telephone) == true
    {
      return number.indices
    }
    // Countries where no zero is dialled write none without the country code, either.
    if let telephone, telephone.country != nil, start == 0, !numberHasPlus,
      number == telephone.withoutZero
    {
      return number.indices
    }
    if hasPlus, !numberHasPlus { return nil }
    for position in start..<max(number.count, start) {
      if hasPlus, position > 0 { return nil }
      let rest = number[position...]
      if rest.starts(with: digits) { return position..<(position + digits.count) }
      if let national, numberHasPlus, rest.starts(with: national),
        TelephoneNumber.code(of: number[...])?.count == position
      {
        return position..<(position + national.count)
      }
    }
    return nil
  }
}
