import SeededRandom

/// A telephone number as a person or program writes it, and its meaning.
package struct WrittenTelephone: Sendable {
  package let text: String
  /// The digits of the code of the country, if it is written.
  package let country: String?
  /// The digits without the code of the country and a zero.
  package let significant: String

  /// Significant digits, none of which contain others. They are few, so that many texts mean the
  /// same number.
  private static let numbers = ["1712345678", "301234567", "2079460123", "612345999"]
  private static let countries = ["49", "44", "1", "852", "39"]

  package init(using generator: inout some RandomNumberGenerator) {
    let number = Self.numbers.randomElement(using: &generator) ?? ""
    let country = Self.countries.randomElement(using: &generator) ?? ""
    // Italian numbers keep their zero when they are dialled from abroad.
    let zero = country == "39" ? "0" : ""
    let forms: [(prefix: String, zero: String)] = [
      ("", "0"), ("00\(country)", zero), ("+\(country)", zero),
      country == "39" ? ("+39", "0") : ("+\(country)", "(0)"),
    ]
    let form = forms.randomElement(using: &generator) ?? ("", "0")
    self.country = form.prefix.isEmpty ? nil : country
    significant = number
    func separator(_ others: String...) -> String {
      (["", " ", "-", "\u{A0}"] + others).randomElement(using: &generator) ?? ""
    }
    var text = form.prefix + (form.prefix.isEmpty ? "" : separator()) + form.zero
    for (place, digit) in number.enumerated() {
      if place == 3 { text += separator("/", " / ") }
      if place == 6 { text += separator() }
      text.append(digit)
    }
    self.text = text
  }

  /// Whether both may be the same number: a number without a country may be of the other's country.
  package func isPossibly(_ other: WrittenTelephone) -> Bool {
    significant == other.significant
      && (country == nil || other.country == nil || country == other.country)
  }

  /// Some numbers with different texts.
  package static func some(_ count: Int) -> [WrittenTelephone] {
    var generator = SeededGenerator(seed: 64)
    var texts: Set<String> = []
    var result: [WrittenTelephone] = []
    while result.count < count {
      let number = WrittenTelephone(using: &generator)
      if texts.insert(number.text).inserted { result.append(number) }
    }
    return result
  }

  /// A list in JSON of entries with these numbers.
  package static func list(_ numbers: [WrittenTelephone]) -> String {
    let entries = numbers.enumerated().map {
      "{\"name\":\"E\($0.offset)\",\"tel\":\"\($0.element.text)\"}"
    }
    return "[" + entries.joined(separator: ",\n") + "]\n"
  }

  /// A number that is probably not a telephone number: of an order, a date, a version.
  package static func other(using generator: inout some RandomNumberGenerator) -> String {
    func number(_ digits: ClosedRange<Int>) -> String {
      (0..<Int.random(in: digits, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }.joined()
    }
    return switch Int.random(in: 0..<6, using: &generator) {
    case 0: number(7...14)
    case 1: "0" + number(6...12)
    case 2: number(4...4) + "-" + number(2...2) + "-" + number(2...2)
    case 3: number(2...2) + "." + number(2...2) + "." + number(4...4)
    case 4: "00" + number(8...11)
    default: "+" + number(8...12)
    }
  }
}
