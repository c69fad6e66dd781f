import Platform

/// What the first 512 values of a key look like: texts for people, or codes for programs.
struct Looks {
  private(set) var count = 0
  private var texts = 0
  private var words = 0
  private var numbers = 0
  private var length = 0
  private var hashes: [UInt64] = []
  /// Whether the values so far are numbers that count from 0 or 1.
  private var isCounting = true
  private static let limit = 512

  /// What a value looks like.
  enum Look { case text, word, number, code }

  /// - Parameters:
  ///   - text: A scalar's text, not blank.
  ///   - look: The look of the value, if it is known without looking at the text.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, as look: Look? = nil) {
    guard count < Looks.limit else { return }
    switch look ?? Looks.look(of: text) {
    case .text: texts += 1
    case .word: words += 1
    case .number: numbers += 1
    case .code: break
    }
    hashes.append(KeyedHash.hash(text))
    if isCounting {
      let number = Int(String(decoding: text.prefix(20), as: UTF8.self))
      isCounting = number == count || number == count + 1
    }
    count += 1
    length += text.count
  }

  /// How much the values tell a person, from 0 to 50. Texts count most, then single words, then
  /// numbers; codes such as paths, class names and identifiers count nothing. Up to 20 are for
  /// values that differ.
  ///
  /// - Parameter isNamed: Whether the key is a usual name for texts, so that single words count as
  ///   much as texts.
  func score(isNamed: Bool) -> Int {
    let word = isNamed ? 30 : 20
    return count == 0 ? 0 : (30 * texts + word * words + 8 * numbers + 20 * distinctCount) / count
  }

  /// How many values differ.
  private var distinctCount: Int {
    let sorted = hashes.sorted()
    return zip(sorted, sorted.dropFirst()).reduce(1) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }

  var isConstant: Bool { count > 2 && hashes.allSatisfy { $0 == hashes[0] } }

  /// Whether the values only number the entries.
  var areOrdinals: Bool { isCounting && count > 1 }

  /// Whether the values are long texts, on average more than 60 bytes.
  var areLong: Bool { length > 60 * count }

  static func look(of text: UnsafeBufferPointer<UInt8>) -> Look {
    var (hasLetters, hasDigits, isCode) = (false, false, false)
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case 0x80...: return .text
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        if previous == UInt8(ascii: "."), hasLetters { isCode = true }
        hasLetters = true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if previous >= UInt8(ascii: "a"), previous <= UInt8(ascii: "z") { isCode = true }
        hasLetters = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigits = true
      case 0x20, 0x0A, 0x0D, 0x09: if hasLetters { return .text }
      case UInt8(ascii: "_"), UInt8(ascii: "\\"), UInt8(ascii: "@"), UInt8(ascii: "="),
        UInt8(ascii: "{"), UInt8(ascii: "<"):
        isCode = true
      case UInt8(ascii: "/"), UInt8(ascii: ":"):
        if hasLetters { isCode = true }
      default: break
      }
      previous = byte
    }
    if isCode { return .code }
    if !hasLetters { return hasDigits ? .number : .text }
    return hasDigits && text.count >= 8 ? .code : .word
  }
}
