import ICUText
import Platform
import PropertyLists

/// Writes values as Apple's tools show them: in JSON, as literals of a language, or for people.
struct ValueText {
  /// How values are written.
  enum Style {
    /// By `plutil -p`.
    case printed
    case json, readableJSON
    case swift, objectiveC
    /// By PlistBuddy's `Print`.
    case outline
  }

  /// What is written around and between the values of containers.
  private struct Marks {
    var dict = ("{", "}")
    var array = ("[", "]")
    /// After a key.
    var arrow = " : "
    /// After a value, and after the last one.
    var separator = ",\n"
    var last = ",\n"
    /// How many columns each level is indented; `nil` for all on one line.
    var indentation: Int? = 4

    init(_ style: Style) {
      switch style {
      case .printed: (arrow, separator, last, indentation) = (" => ", "\n", "\n", 2)
      case .json: (arrow, separator, last, indentation) = (":", ",", "", nil)
      case .readableJSON: (last, indentation) = ("\n", 2)
      case .swift: dict = array
      case .objectiveC: (dict, array) = (("@{", "}"), ("@[", "]"))
      case .outline:
        (dict, array) = (("Dict {", "}"), ("Array {", "}"))
        (arrow, separator, last) = (" = ", "\n", "\n")
      }
    }
  }

  private let document: PropertyListDocument
  private let style: Style
  private let marks: Marks
  private var text = ""

  /// The text of a value, without an end of the last line.
  static func text(
    of value: NodeIndex, in document: PropertyListDocument, as style: Style
  ) -> String {
    var writer = ValueText(document: document, style: style, marks: Marks(style))
    writer.write(value, depth: 0)
    return writer.text
  }

  private mutating func write(_ value: NodeIndex, depth: Int) {
    switch document.kind(of: value) {
    case .dict:
      var members = ValueText.members(of: value, in: document)
      if style != .json, style != .outline { members.sort(by: ValueText.isOrdered) }
      write(members, marks.dict, depth: depth) {
        $0.text += $0.style == .outline ? $1.key : $0.quoted($1.key)
        $0.text += $0.marks.arrow
        $0.write($1.value, depth: depth + 1)
      }
    case .array:
      let elements = Array(document.elements(of: value)).enumerated()
      write(Array(elements), marks.array, depth: depth) {
        if $0.style == .printed { $0.text += "\($1.offset)\($0.marks.arrow)" }
        $0.write($1.element, depth: depth + 1)
      }
    default: text += single(value)
    }
  }

  private mutating func write<Child>(
    _ children: [Child], _ brackets: (opening: String, closing: String), depth: Int,
    _ writeChild: (inout ValueText, Child) -> Void
  ) {
    text += brackets.opening
    if marks.indentation != nil { text += "\n" }
    for (position, child) in children.enumerated() {
      indent(depth + 1)
      writeChild(&self, child)
      text += position == children.count - 1 ? marks.last : marks.separator
    }
    if children.isEmpty, style == .readableJSON { text += "\n" }
    indent(depth)
    text += brackets.closing
  }

  private mutating func indent(_ depth: Int) {
    text += String(repeating: " ", count: depth * (marks.indentation ?? 0))
  }

  // MARK: Single values

  private func single(_ value: NodeIndex) -> String {
    let kind = document.kind(of: value)
    switch kind {
    case .true, .false:
      return style == .objectiveC ? (kind == .true ? "@YES" : "@NO") : kind.elementName
    case .integer:
      return (style == .objectiveC ? "@" : "") + (document.integer(at: value) ?? 0).description
    case .real: return real(document.real(at: value) ?? 0)
    case .date: return document.date(at: value).map(date) ?? ""
    case .data: return data(document.data(at: value) ?? [])
    default:
      let text = document.scalar(value).map(document.exactText) ?? ""
      return style == .outline ? text : quoted(text)
    }
  }

  private func real(_ number: Double) -> String {
    switch style {
    case .printed: return number.description
    case .swift, .outline: return ValueText.decimal(number)
    case .objectiveC: return "@" + ValueText.decimal(number)
    case .json, .readableJSON:
      let text = number.description
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
  }

  /// A number with six digits after the point.
  static func decimal(_ number: Double) -> String {
    // The largest number has 309 digits before the point.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      _ = withVaList([number]) { vsnprintf(buffer.baseAddress, buffer.count, "%f", $0) }
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  private func date(_ date: PropertyListDate) -> String {
    switch style {
    case .swift: return "Date(timeIntervalSinceReferenceDate: \(date.secondsSince2001))"
    case .outline: return ValueText.longDate(date)
    default: return date.text.dropLast().replacing("T", with: " ") + " +0000"
    }
  }

  private func data(_ bytes: [UInt8]) -> String {
    func digits(_ bytes: some Sequence<UInt8>) -> String {
      bytes.map { ValueText.hexadecimal($0) }.joined()
    }
    switch style {
    case .swift:
      return "Data(bytes: ["
        + bytes.map { "0x\(ValueText.hexadecimal($0).uppercased())," }.joined() + "])"
    case .outline: return String(decoding: bytes, as: UTF8.self)
    default:
      let shown =
        bytes.count > 24
        ? "\(digits(bytes.prefix(16)))... \(digits(bytes.suffix(8)))" : digits(bytes)
      return "{length = \(bytes.count), bytes = 0x\(shown)}"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }

  /// A text or a key in quotes.
  private func quoted(_ text: String) -> String {
    if style == .printed { return "\"\(text)\"" }
    let isJSON = style == .json || style == .readableJSON
    var result = style == .objectiveC ? "@\"" : "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "/" where isJSON: result += "\\/"
      case "\n": result += "\\n"
      case "\t" where isJSON: result += "\\t"
      case "\r" where isJSON: result += "\\r"
      case "\u{8}" where isJSON: result += "\\b"
      case "\u{C}" where isJSON: result += "\\f"
      case "\0"..<" " where isJSON: result += "\\u00" + ValueText.hexadecimal(UInt8(scalar.value))
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: Dictionaries

  /// The members of a dictionary, each key once; see `KeyPath.child(of:at:in:)`.
  static func members(
    of dict: NodeIndex, in document: PropertyListDocument
  ) -> [(key: String, value: NodeIndex)] {
    var members: [(key: String, value: NodeIndex)] = []
    var places: [[UInt8]: Int] = [:]
    for member in document.members(of: dict) {
      let key = document.exactText(of: member.key)
      if let place = places[Array(key.utf8)] {
        if document.source.format != .binary { members[place].value = member.value }
      } else {
        places[Array(key.utf8)] = members.count
        members.append((key, member.value))
      }
    }
    return members
  }

  /// Whether a member comes before another one: alphabetically, with numbers by their values.
  static func isOrdered(
    _ one: (key: String, value: NodeIndex), _ other: (key: String, value: NodeIndex)
  ) -> Bool {
    if order.isOrdered(one.key, before: other.key) { return true }
    return !order.isOrdered(other.key, before: one.key)
      && (one.key.utf8.count, one.key) < (other.key.utf8.count, other.key)
  }

  nonisolated(unsafe) private static let order = Collator(locale: "@colnumeric=yes")

  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Thu Jan 02 03:04:05 UTC 2020`.
  private static func longDate(_ date: PropertyListDate) -> String {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    // 2001 began on a Monday.
    let day = Int((date.secondsSince2001 / 86_400).rounded(.down)) % 7
    let time = date.text.dropLast().suffix(8)
    return "\(days[day < 0 ? day + 7 : day]) \(months[date.month - 1]) "
      + "\(date.day < 10 ? "0" : "")\(date.day) \(time) UTC \(date.year)"
  }
}
