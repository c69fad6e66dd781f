import ICUText
import Platform
package import PropertyLists

/// The path to an entry or section, as users write it: `B/马自达`, `安徽/合肥`, `A/Anna#2`, `#2/#-1`.
package struct Address: Equatable, Sendable {
  /// One step from a section to an item in it.
  package enum Component: Equatable, Sendable {
    /// A label or title, or a unique beginning of one.
    case name(String)
    /// One of the items with the same name, counted from 1 in the order of the section. It may also
    /// be an item whose whole name ends in `#` and the number.
    case namesake(String, ordinal: Int)
    /// A position counted from 1 or, if negative, from the end, with -1 as the last.
    case position(Int)

    /// The whole component as a name; `nil` for a position.
    package var name: String? {
      switch self {
      case .name(let name): name
      case .namesake(let name, let ordinal): "\(name)#\(ordinal)"
      case .position: nil
      }
    }
  }

  /// The steps from the root; empty for the root itself.
  package let components: [Component]

  package init(components: [Component]) { self.components = components }

  /// Parses an address.
  ///
  /// Components are separated by `/`. `#` begins a position or, after a name, the ordinal of a
  /// namesake. A backslash escapes the character after it; `\n`, `\t`, `\r` and `\u{…}` are control
  /// characters. A leading `/` means that the first component is in the root.
  ///
  /// - Throws: `AddressError.malformed`.
  package init(_ text: String) throws(AddressError) {
    var components: [Component] = []
    var reader = Reader(text)
    reader.skipSlash()
    while !reader.isAtEnd { components.append(try reader.readComponent()) }
    self.components = components
  }

  /// A label or title, escaped as a component of an address.
  ///
  /// - Parameter isWhole: Whether `#` and a number at the end of the name must be escaped, so that
  ///   they are not read as an ordinal.
  package static func escaped(_ name: String, isWhole: Bool = false) -> String {
    if isWhole, let numbered = NumberedName(name) {
      return escaped(numbered.name) + "\\#\(numbered.number)"
    }
    if !name.mayHoldControls, name.utf8.first != UInt8(ascii: "#"),
      !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
    {
      return name
    }
    var result = ""
    for (scalar, isControl) in MarkedControls(name) {
      switch scalar {
      case "/", "\\": result += "\\" + String(scalar)
      case "#" where result.isEmpty: result += "\\#"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isControl:
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Address {
  private struct Reader {
    private let text: String
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
      self.text = text
      rest = text[...].unicodeScalars
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSlash() {
      if rest.first == "/" { rest.removeFirst() }
    }

    mutating func readComponent() throws(AddressError) -> Component {
      var name = String.UnicodeScalarView()
      let beginsWithSign = rest.first == "#"
      if beginsWithSign { rest.removeFirst() }
      // The number of characters after the last escape.
      var unescapedCount = beginsWithSign ? 1 : 0
      while let scalar = rest.popFirst(), scalar != "/" {
        name.append(scalar == "\\" ? try readEscape() : scalar)
        unescapedCount = scalar == "\\" ? 0 : unescapedCount + 1
      }
      if beginsWithSign {
        if let position = Int(String(name)), position != 0 { return .position(position) }
        name.insert("#", at: name.startIndex)
      }
      if name.isEmpty { throw .malformed(text, reason: "a component is empty") }
      if let numbered = NumberedName(String(name)), numbered.suffixLength <= unescapedCount {
        return .namesake(numbered.name, ordinal: numbered.number)
      }
      return .name(String(name))
    }

    private mutating func readEscape() throws(AddressError) -> Unicode.Scalar {
      do throws(ReportedError) {
        return try rest.popEscaped()
      } catch {
        throw .malformed(text, reason: "\(error)")
      }
    }
  }
}

/// A name that ends in `#` and an ordinal without leading zeros, as namesakes are written:
/// `Anna#2`.
package struct NumberedName {
  /// The text before the `#`; never empty.
  package let name: String
  package let number: Int
  /// The number of characters from the `#` on.
  let suffixLength: Int

  package init?(_ text: String) {
    guard let (count, number) = NumberedName.suffix(of: text.utf8) else { return nil }
    name = String(decoding: text.utf8.dropLast(count), as: UTF8.self)
    self.number = number
    suffixLength = count
  }

  /// The number that UTF-8 text ends in, and the length of the text from the `#` on.
  static func suffix(
    of text: some BidirectionalCollection<UInt8>
  ) -> (length: Int, number: Int)? {
    var number = 0
    var power = 1
    var hasLeadingZero = false
    var rest = text[...]
    while let byte = rest.popLast() {
      switch byte {
      case 0x30...0x39:
        // Nothing has 10¹⁵ namesakes.
        if power >= 1_000_000_000_000_000 { return nil }
        number += Int(byte - 0x30) * power
        power *= 10
        hasLeadingZero = byte == 0x30
      case UInt8(ascii: "#"):
        let length = text.count - rest.count
        return length > 1 && !hasLeadingZero && !rest.isEmpty ? (length, number) : nil
      default: return nil
      }
    }
    return nil
  }
}

/// The reason why an address leads nowhere.
package enum AddressError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(String, reason: String)
  /// No item has the name; `nearest` are addresses of items with similar names.
  case notFound(name: String, inside: String?, nearest: [String])
  /// No item has exactly the name, but one has it ignoring case and accents, or as its beginning;
  /// `meant` is its address.
  case inexact(name: String, inside: String?, meant: String)
  /// `count` items have the name, or begin with it; `candidates` are the first ten.
  case ambiguous(name: String, candidates: [Candidate], count: Int)
  /// Only `count` items have the name, fewer than the ordinal.
  case noNamesake(name: String, ordinal: Int, inside: String?, count: Int)
  case outOfRange(position: Int, inside: String?, count: Int)
  /// A component that is not the last leads to an entry.
  case notASection(String)
  /// A path of keys and positions that leads nowhere.
  case path(PathError)
  /// A path to a value that is neither an entry nor a section.
  case noItem(ValuePath)

  /// An item that a name may mean.
  package struct Candidate: Equatable, Sendable {
    package let address: String
    /// The detail that tells the item from others of the same name.
    package let detail: String?

    package init(_ address: String, detail: String? = nil) {
      (self.address, self.detail) = (address, detail)
    }
  }

  package var description: String {
    switch self {
    case .malformed(let text, let reason): "'\(text.nameExcerpt)' is not an address: \(reason)"
    case .notFound(let name, let inside, let nearest):
      "no section or entry '\(name.nameExcerpt)'" + (inside.map { " in '\($0.nameExcerpt)'" } ?? "")
        + (nearest.isEmpty
          ? "" : "; nearest: \(nearest.map(\.nameExcerpt).joined(separator: "  "))")
    case .inexact(let name, let inside, let meant):
      "no section or entry is named exactly '\(name.nameExcerpt)'"
        + (inside.map { " in '\($0.nameExcerpt)'" } ?? "") + "; nearest: \(meant.nameExcerpt)"
    case .ambiguous(let name, let candidates, let count):
      "'\(name.nameExcerpt)' is ambiguous: "
        + candidates.map {
          "'\($0.address.nameExcerpt)'" + ($0.detail.map { " (\($0.excerpt()))" } ?? "")
        }
        .joined(separator: ", ") + (count > candidates.count ? ", … (\(count))" : "")
    case .noNamesake(let name, let ordinal, let inside, let count):
      "there is no '\(name.nameExcerpt)#\(ordinal)'"
        + (inside.map { " in '\($0.nameExcerpt)'" } ?? "")
        + (count == 1 ? "; 1 item has that name" : "; \(count) items have that name")
    case .outOfRange(let position, let inside, let count):
      "there is no #\(position)" + (inside.map { " in '\($0.nameExcerpt)'" } ?? "")
        + (count == 0 ? ", which is empty" : "; positions are #1 to #\(count)")
    case .path(let error): "\(error)"
    case .noItem(let path):
      "what is at '\(path.text.nameExcerpt)' is neither an entry nor a section; 'get' prints it"
    case .notASection(let name): "'\(name.nameExcerpt)' is an entry and contains nothing"
    }
  }
}
