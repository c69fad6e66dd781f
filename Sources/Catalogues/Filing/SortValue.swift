import ICUText
import PropertyLists

/// The value that an item is sorted by. Numbers come first, then dates, booleans and texts.
package enum SortValue {
  case number(key: [UInt8])
  case date(key: [UInt8])
  case boolean(Bool)
  case text(String)

  /// The value of a text: a number if the whole text is one, since values in a table have no types.
  package init(_ text: String) {
    if let key = SortValue.key(ofDecimal: text) {
      self = .number(key: key)
    } else {
      self = .text(text)
    }
  }

  // MARK: Keys

  /// Bytes that sort in the order of decimal numbers of any size.
  ///
  /// - Parameter text: An optional sign, digits with an optional point, an optional exponent;
  ///   blanks around them.
  /// - Returns: `nil` if the text has another form.
  static func key(ofDecimal text: String) -> [UInt8]? {
    var rest = text.utf8.drop { SortValue.isBlank($0) }
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    func takeDigits() -> Substring.UTF8View {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    let whole = takeDigits()
    var digits = Array(whole)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      digits += takeDigits()
    }
    if digits.isEmpty { return nil }
    var exponent = whole.count
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      guard let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
        power.magnitude < 1 << 30
      else { return nil }
      (exponent, rest) = (exponent + power, rest.prefix(0))
    }
    if !rest.isEmpty { return nil }
    let zeros = digits.prefix { $0 == 0x30 }.count
    digits.removeFirst(zeros)
    while digits.last == 0x30 { digits.removeLast() }
    if digits.isEmpty { return [1] }
    // The number is 0.d₁d₂… · 10ⁿ; a larger n makes it larger.
    let size = UInt32(clamping: exponent - zeros + 1 << 31).bigEndian
    let key = withUnsafeBytes(of: size) { Array($0) } + digits
    return isNegative ? [0] + key.map { ~$0 } + [0xFF] : [2] + key
  }

  /// A real number as the shortest text of its value, such as `1.5` for `15e-1`. A number with more
  /// digits than a `Double` needs, or beyond its range, stays as it is written, without blanks.
  package static func normalized(real text: String) -> String {
    let trimmed = String(decoding: text.utf8.filter { !isBlank($0) }, as: UTF8.self)
    guard let number = Double(trimmed) else { return trimmed }
    let shortest = number.description
    // A name, such as that of an infinity, has no digits.
    if trimmed == shortest || !trimmed.utf8.contains(where: { (0x30...0x39).contains($0) }) {
      return shortest
    }
    guard let key = key(ofDecimal: trimmed) else { return trimmed }
    // Apple's programs write fractions with 17 digits, which are enough for any `Double`.
    let digitCount = key.count - (key[0] == 0 ? 6 : 5)
    let isValue =
      digitCount <= 17 && number.isFinite && number != 0 && trimmed.utf8.contains(UInt8(ascii: "."))
    return isValue || key == self.key(ofDecimal: shortest) ? shortest : trimmed
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  static func key(of number: Double) -> [UInt8] {
    if number.isNaN { return [0xFF] }
    if number.isInfinite { return number < 0 ? [0, 0] : [3] }
    return key(ofDecimal: "\(number)") ?? []
  }

  /// Bytes that sort in the order of time.
  static func key(of date: PropertyListDate) -> [UInt8] {
    let year = UInt64(bitPattern: Int64(date.year)) ^ 1 << 63
    return withUnsafeBytes(of: year.bigEndian) { Array($0) }
      + [date.month, date.day, date.hour, date.minute, date.second].map(UInt8.init)
  }
}

extension NameFiling.Position {
  /// The position of a name that is a number, before the texts under its letter, as `FiledNames`
  /// sorts it; `nil` for other names.
  package init?(number name: String, in filing: NameFiling) {
    guard let key = SortValue.key(ofDecimal: name) else { return nil }
    self.init(letter: filing.index.letter(of: name), key: FiledNames.numberPrefix + key)
  }
}

extension Catalogue {
  /// The value of a field by which an entry is sorted; `nil` if the field is missing or blank.
  package func sortValue(of key: String, of entry: Entry.ID) -> SortValue? {
    let dict = value(of: entry)
    guard let field = fieldValue(key, in: dict) else { return nil }
    switch document.kind(of: field) {
    case .integer:
      if let number = document.integer(at: field) { return SortValue("\(number)") }
    case .real:
      if let number = document.real(at: field) {
        let text = document.scalar(field).map(document.text) ?? ""
        return .number(key: SortValue.key(ofDecimal: text) ?? SortValue.key(of: number))
      }
    case .date:
      if let date = document.date(at: field) { return .date(key: SortValue.key(of: date)) }
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    default: break
    }
    return shownField(key, of: entry).map { SortValue($0) }
  }
}
