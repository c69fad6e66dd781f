/// A telephone number as it is dialled in its country, so that different spellings of a number
/// match: `0171 2345678`, `0049171 2345678`, `+49 171 2345678`, `+49 (0)171 2345678`.
///
/// Country codes are those assigned in ITU-T E.164. A zero after the code is left out, except in
/// countries such as Italy, where it is dialled from abroad, too.
package struct TelephoneNumber: Hashable, Sendable {
  /// The digits of the code of the country, in ASCII; `nil` for a number without it.
  package let country: [UInt8]?
  /// The digits as dialled within the country, in ASCII: always with a zero before them, except after a
  /// code in `codesBeforeZeros`.
  package let dialled: [UInt8]
  /// The digits as they are dialled from abroad: without the zero before them, unless it is dialled
  /// from abroad, too.
  package let withoutZero: [UInt8]

  /// Numbers with fewer digits are not taken for telephone numbers.
  private static let fewestDigits = 7

  /// - Parameter digits: In ASCII, without separators.
  /// - Returns: `nil` for fewer than seven digits, an unassigned country code, or neither a country
  ///   code nor the zero that is dialled before numbers of other areas.
  package init?(digits: [UInt8], hasPlus: Bool) {
    let zero = UInt8(ascii: "0")
    guard digits.count >= TelephoneNumber.fewestDigits else { return nil }
    if !hasPlus, digits[0] != zero { return nil }
    if !hasPlus, digits[1] != zero {
      (country, dialled, withoutZero) = (nil, digits, Array(digits.dropFirst()))
      return
    }
    let international = hasPlus ? digits[...] : digits[2...]
    guard let code = TelephoneNumber.code(of: international) else { return nil }
    country = code
    let rest = Array(international.dropFirst(code.count))
    let isKept = TelephoneNumber.codesBeforeZeros.contains { Array($0.utf8) == code }
    dialled = rest.first == zero || isKept ? rest : [zero] + rest
    withoutZero = isKept ? dialled : Array(dialled.dropFirst())
    if dialled.count < TelephoneNumber.fewestDigits || dialled.starts(with: [zero, zero]) {
      return nil
    }
  }

  /// - Parameter text: Digits with separators between them, perhaps after a plus sign or `tel:`.
  package init?(_ text: String) {
    guard let digits = TelephoneNumber.digits(of: text) else { return nil }
    self.init(digits: digits, hasPlus: text.contains("+"))
  }

  /// The digits of a telephone number in ASCII; `nil` for a text with other characters.
  package static func digits(of text: String) -> [UInt8]? {
    let start = text.lowercased().hasPrefix("tel:") ? 4 : 0
    var digits: [UInt8] = []
    var hasPlus = false
    for scalar in text.unicodeScalars.dropFirst(start) {
      switch scalar {
      case "0"..."9": digits.append(UInt8(scalar.value))
      case "+" where digits.isEmpty && !hasPlus: hasPlus = true
      case _ where isSeparator(scalar.value): break
      default: return nil
      }
    }
    return digits
  }

  /// Whether a character may be between the digits of a number: a blank, dash, slash, full stop or
  /// parenthesis.
  package static func isSeparator(_ character: UInt32) -> Bool {
    switch character {
    case 0x20, 0x28, 0x29, 0x2D, 0x2E, 0x2F, 0xA0, 0x2009, 0x202F, 0x2010...0x2015, 0x2212: true
    default: false
    }
  }

  /// Whether both may be the same number: a number without a country code may be in any country.
  package func isPossibly(_ other: TelephoneNumber) -> Bool {
    dialled == other.dialled && (country == nil || other.country == nil || country == other.country)
  }

  // MARK: Codes of countries

  /// Country codes after which the zero is dialled from abroad, too: Italy, San Marino, Côte
  /// d'Ivoire, Benin, Congo.
  package static let codesBeforeZeros = ["39", "378", "225", "229", "242"]

  /// The assigned country codes; none is a prefix of another.
  package static let codes = """
    1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 \
    63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 \
    226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 \
    249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 290 291 297 \
    298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 379 380 \
    381 382 383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 \
    593 594 595 596 597 598 599 670 672 673 674 675 676 677 678 679 680 681 682 683 685 686 687 \
    688 689 690 691 692 800 808 850 852 853 855 856 870 878 880 881 882 883 886 888 960 961 962 \
    963 964 965 966 967 968 970 971 972 973 974 975 976 977 979 992 993 994 995 996 997 998
    """.split(separator: " ").map(String.init)

  private static let codeDigits = Set(codes.map { Array($0.utf8) })

  /// The assigned country code that digits begin with.
  package static func code(of digits: ArraySlice<UInt8>) -> [UInt8]? {
    (1...3).lazy.map { Array(digits.prefix($0)) }.first { codeDigits.contains($0) }
  }
}
