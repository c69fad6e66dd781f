/// The specifiers in a format string, such as `%@`, `%1$d` and `%lld` (`NSString`'s
/// `stringWithFormat`), and the substitutions of a String Catalog, such as `%#@files@`.
struct FormatSpecifiers: Equatable {
  /// The conversion of each argument, by its number from 1; 0 is `%arg`, the number in a
  /// substitution.
  private(set) var arguments: [Int: String] = [:]
  /// The names of substitutions.
  private(set) var substitutions: Set<String> = []
  /// Whether there is a `%` that belongs to no specifier.
  private(set) var hasLonePercent = false
  /// Whether there is a `%%`, so that the text must be a format.
  private(set) var hasEscape = false

  /// - Complexity: O(*n*).
  init(in text: some Sequence<UInt8>) {
    let text = Array(text)
    guard text.contains(UInt8(ascii: "%")) else { return }
    var next = 1
    var index = 0
    while let start = text[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = start + 1
      var rest = text[index...]
      if rest.first == UInt8(ascii: "%") {
        hasEscape = true
        index += 1
        continue
      }
      var number: Int?
      let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
      if !digits.isEmpty, rest.dropFirst(digits.count).first == UInt8(ascii: "$") {
        number = Int(String(decoding: digits, as: UTF8.self))
        rest = rest.dropFirst(digits.count + 1)
      }
      if rest.starts(with: "#@".utf8),
        let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "@")), end > rest.startIndex + 2
      {
        substitutions.insert(String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self))
        index = end + 1
        continue
      }
      if rest.starts(with: "arg".utf8) {
        // The number in a substitution.
        arguments[0] = "arg"
        index = rest.startIndex + 3
        continue
      }
      guard let (conversion, end) = FormatSpecifiers.conversion(rest) else {
        hasLonePercent = true
        continue
      }
      // A width or precision may be an argument.
      if rest[..<end].contains(UInt8(ascii: "*")) {
        arguments[next] = "d"
        next += 1
      }
      arguments[number ?? next] = conversion
      next = (number ?? next) + 1
      index = end
    }
  }

  /// The conversion after `%` and an argument's number. A blank is not read as a flag, since it is
  /// more often that of "100 % sure".
  private static func conversion(_ text: ArraySlice<UInt8>) -> (String, end: Int)? {
    var rest = text.drop { "-+0#'".utf8.contains($0) }
    rest = rest.drop { $0 == UInt8(ascii: "*") || $0 >= 0x30 && $0 <= 0x39 }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: "*") || $0 >= 0x30 && $0 <= 0x39 }
    }
    let length = rest.prefix { "hlqLzjt".utf8.contains($0) }
    rest = rest.dropFirst(length.count)
    guard let type = rest.first, "@diuxXofFeEgGaAcCsSpDUO".utf8.contains(type) else { return nil }
    let size = length.elementsEqual("q".utf8) ? "ll" : String(decoding: length, as: UTF8.self)
    let conversion = type == UInt8(ascii: "i") ? "d" : String(decoding: [type], as: UTF8.self)
    return (size + conversion, rest.startIndex + 1)
  }

  /// Whether the text is a format string.
  var isFormat: Bool { !arguments.isEmpty || !substitutions.isEmpty || hasEscape }

  /// What is wrong with these specifiers of a translation; `nil` if nothing is.
  ///
  /// - Parameters:
  ///   - source: The specifiers of the source text.
  ///   - mayLack: Whether specifiers may be missing: the text for one thing need not have the
  ///     number.
  func objection(to source: FormatSpecifiers, mayLack: Bool) -> String? {
    for (number, conversion) in arguments.sorted(by: { $0.key < $1.key }) {
      guard let other = source.arguments[number] else {
        return "has \(written(number)), which the source text does not have"
      }
      if conversion != other {
        return "has \(written(number)) where the source text has \(source.written(number))"
      }
    }
    // With substitutions, arguments may be used inside these.
    if !mayLack, substitutions.isEmpty, source.substitutions.isEmpty,
      let number = source.arguments.keys.sorted().first(where: { arguments[$0] == nil })
    {
      return "lacks \(source.written(number)) of the source text"
    }
    if hasLonePercent, source.isFormat, !source.hasLonePercent {
      return "has a % that would have to be %% in a format"
    }
    return nil
  }

  private func written(_ number: Int) -> String {
    let conversion = arguments[number] ?? ""
    return arguments.count > 1 && number > 0 ? "%\(number)$\(conversion)" : "%\(conversion)"
  }
}
