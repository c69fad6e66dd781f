import Catalogues
import ICUText
import Readings

/// Tables for the page's script, which it needs to search as Cardex does: letters for letters,
/// accents, codes of countries, and the readings of names.
struct PageTables {
  private let dottedI: Bool
  private let readings: ReadingTable?
  private var reader: NameReader?
  /// The numbers that codes of readings have in the page.
  private var numbers: [UInt16: UInt32] = [:]
  private var lists: [String] = []
  /// The forms of Han characters in the catalogue that have several, a text for each character.
  private var forms: Set<String> = []

  init(_ page: Page) {
    dottedI = page.locale.pairsDottedI
    readings = page.readings
    reader = page.readings.map { NameReader($0) }
  }

  /// The first number of a list of readings; lower numbers are ASCII.
  private static let firstNumber: UInt32 = 0x100

  /// The units of a text, one character each; `nil` if readings do not count or the text has none.
  mutating func units(of text: String) -> String? {
    guard let readings else { return nil }
    for scalar in text.unicodeScalars {
      let forms = HanVariants.forms(of: scalar)
      if forms.count > 1 { self.forms.insert(String(String.UnicodeScalarView(forms))) }
    }
    var codes: [UInt16] = []
    var text = text
    guard text.withUTF8({ reader?.appendCodes(of: $0, to: &codes) }) == true else { return nil }
    var units = String.UnicodeScalarView()
    for code in codes {
      let number =
        ReadingCode.isLatin(code) || code == ReadingCode.unreadable
        ? UInt32(code) : number(of: code, readings)
      if let unit = Unicode.Scalar(number) { units.append(unit) }
    }
    return String(units)
  }

  private mutating func number(of code: UInt16, _ readings: ReadingTable) -> UInt32 {
    if let known = numbers[code] { return known }
    let number = PageTables.firstNumber + UInt32(lists.count)
    numbers[code] = number
    lists.append(readings.readings(of: code).joined(separator: "|"))
    return number
  }

  /// The tables as JSON, without characters that have a meaning in HTML.
  var json: String {
    var members = [
      "\"letters\":\(quoted(PlainLetters.all))", "\"kana\":\(quoted(PlainKana.pairs))",
      "\"accents\":\(quoted(PageTables.accents))", "\"dottedI\":\(dottedI)",
      "\"codes\":\(quoted(TelephoneNumber.codes.joined(separator: "|")))",
      "\"codesBeforeZeros\":\(quoted(TelephoneNumber.codesBeforeZeros.joined(separator: "|")))",
      "\"forms\":[\(forms.sorted().map(quoted).joined(separator: ","))]",
    ]
    if readings != nil {
      members.append("\"readings\":[\(lists.map(quoted).joined(separator: ","))]")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private func quoted(_ text: String) -> String {
    // Readings and letters have no character that JSON or HTML would take for something else.
    "\"\(text)\""
  }

  /// The accents, as the ranges of a character class in a regular expression.
  private static let accents: String = {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    var first: Unicode.Scalar?
    func end() {
      guard let first, let last else { return }
      result.append(first)
      if first != last { result += [Unicode.Scalar("-"), last] }
    }
    for value in UInt32(0x300)..<0x20000 {
      guard let scalar = Unicode.Scalar(value), scalar.isAccent else {
        end()
        first = nil
        continue
      }
      if first == nil { first = scalar }
      last = scalar
    }
    return String(result)
  }()
}
