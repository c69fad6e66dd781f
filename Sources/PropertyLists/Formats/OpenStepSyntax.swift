import Platform

/// Writes values as in OpenStep property lists and strings files, in the style of a file.
///
/// Numbers become texts, unless the file has types as GNUstep writes them: `<*I5>`.
struct OpenStepSyntax: TreeSyntax {
  private let hasNoBraces: Bool
  /// Whether keys and values are quoted even if they need no quotes.
  private let quotesKeys: Bool
  private let quotesValues: Bool
  private let hasTypes: Bool
  /// The characters besides letters, digits, `_` and `.` that words without quotes have in the
  /// file: `-` from Glyphs, or `/`, `:` and `$` from Xcode. The program that wrote the file can
  /// read them.
  private let wordCharacters: Set<UInt8>
  /// Whether characters beyond ASCII are written as escapes.
  private let escapesUnicode: Bool
  /// Whether the file's encoding has a character.
  private let isEncodable: (Unicode.Scalar) -> Bool

  /// - Complexity: O(*n*).
  init(
    _ elements: PatchedElements, hasNoBraces: Bool,
    isEncodable: @escaping (Unicode.Scalar) -> Bool
  ) {
    self.hasNoBraces = hasNoBraces
    self.isEncodable = isEncodable
    let (document, text) = (elements.old, elements.text)
    // How many words that need no quotes are quoted, and how many words are not.
    var (keys, values) = ((quoted: 0, plain: 0), (quoted: 0, plain: 0))
    var hasTypes = false
    let extraCharacters = Set("$/:-".utf8)
    var wordCharacters: Set<UInt8> = []
    var hasEscapes = false
    var node = NodeIndex.root
    while node < document.end(of: .root) {
      let kind = document.kind(of: node)
      if kind.isContainer {
        node = document.firstChild(of: node)
        continue
      }
      let written = text[elements.extent(of: node)]
      if kind == .key || kind == .string, let first = written.first {
        let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        let word = isQuoted ? written.dropFirst().dropLast() : written
        let isCounted = OpenStepSyntax.needsNoQuotes(word)
        if !isQuoted, !isCounted, wordCharacters.count < extraCharacters.count {
          wordCharacters.formUnion(extraCharacters.intersection(word))
        }
        if kind == .key {
          keys.quoted += isQuoted && isCounted ? 1 : 0
          keys.plain += isQuoted ? 0 : 1
        } else {
          values.quoted += isQuoted && isCounted ? 1 : 0
          values.plain += isQuoted ? 0 : 1
        }
        if !hasEscapes { hasEscapes = written.firstRange(of: "\\U".utf8) != nil }
      } else if written.starts(with: "<*".utf8) {
        hasTypes = true
      }
      node = document.end(of: node)
    }
    // If all keys need quotes, values show the style of the file, and the other way round.
    if keys.quoted + keys.plain == 0 { keys = values }
    if values.quoted + values.plain == 0 { values = keys }
    quotesKeys = keys.quoted > keys.plain || hasNoBraces && keys.plain == 0
    quotesValues = values.quoted > values.plain || hasNoBraces && values.plain == 0
    self.hasTypes = hasTypes
    self.wordCharacters = wordCharacters
    escapesUnicode = hasEscapes && text.allSatisfy { $0 < 0x80 }
  }

  func marks(isDict: Bool, isRoot: Bool) -> ContainerMarks {
    var marks =
      isDict
      ? ContainerMarks(separator: UInt8(ascii: ";"), endsLast: true)
      : ContainerMarks(separator: UInt8(ascii: ","), endsLast: nil)
    if !(isRoot && hasNoBraces) {
      marks.opening = Array((isDict ? "{" : "(").utf8)
      marks.closing = Array((isDict ? "}" : ")").utf8)
    }
    return marks
  }

  func colon(isDense: Bool) -> [UInt8] { Array((isDense ? "=" : " = ").utf8) }

  func text(
    of value: NodeIndex, in document: PropertyListDocument, like written: ArraySlice<UInt8>?
  ) throws(UnwritableFile) -> [UInt8] {
    let kind = document.kind(of: value)
    switch kind {
    case .string, .key:
      return document.scalar(value).map {
        word(document.exactText(of: $0), isKey: kind == .key, like: written)
      } ?? []
    case .integer: return number(JSONNumber.text(ofInteger: value, in: document), "I", written)
    case .real:
      let text = document.scalar(value).map { document.text(of: $0).filter { !$0.isWhitespace } }
      return number(Array((text ?? "").utf8), "R", written)
    case .data:
      let bytes = document.data(at: value) ?? []
      let digits = bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }
      return Array("<\(digits.joined())>".utf8)
    case .true, .false:
      if hasTypes { return Array((kind == .true ? "<*BY>" : "<*BN>").utf8) }
      throw .value("OpenStep text has no booleans; ':string=' makes a text of one")
    case .date: throw .value("OpenStep text has no dates; ':string=' makes a text of one")
    case .array: return Array("()".utf8)
    case .dict: return Array("{}".utf8)
    }
  }

  private func number(_ text: [UInt8], _ type: String, _ written: ArraySlice<UInt8>?) -> [UInt8] {
    if hasTypes { return Array("<*\(type)".utf8) + text + [UInt8(ascii: ">")] }
    return word(String(decoding: text, as: UTF8.self), isKey: false, like: written)
  }

  /// Whether all programs that read such files accept a word without quotes.
  ///
  /// - Parameter extraCharacters: Further characters that the word may have.
  private static func needsNoQuotes(
    _ word: some Collection<UInt8>, _ extraCharacters: Set<UInt8> = []
  ) -> Bool {
    !word.isEmpty && !word.starts(with: "//".utf8) && !word.starts(with: "/*".utf8)
      && word.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: extraCharacters.contains(byte)
        }
      }
  }

  /// A text, quoted like the text in its place or beside it.
  private func word(_ text: String, isKey: Bool, like written: ArraySlice<UInt8>?) -> [UInt8] {
    let written = written?.isEmpty == false ? written : nil
    let first = written?.first
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    // Words that need quotes do not show whether other words are quoted.
    let isUsual = isQuoted && !OpenStepSyntax.needsNoQuotes((written ?? []).dropFirst().dropLast())
    let usual = isKey ? quotesKeys : quotesValues
    let isOther = first.map { "<({".utf8.contains($0) } ?? true
    let quotes = isOther || isUsual ? usual : isQuoted
    if !quotes, OpenStepSyntax.needsNoQuotes(text.utf8, wordCharacters) { return Array(text.utf8) }
    let quote: Unicode.Scalar = first == UInt8(ascii: "'") ? "'" : "\""
    var result = Array(String(quote).utf8)
    for scalar in text.unicodeScalars {
      switch scalar {
      case quote: result += "\\\(quote)".utf8
      case "\\": result += "\\\\".utf8
      case "\n": result += "\\n".utf8
      case "\r": result += "\\r".utf8
      case "\t": result += "\\t".utf8
      case "\u{0}"..."\u{1F}", "\u{7F}": append(UInt16(scalar.value), to: &result)
      default:
        if scalar.value > 0x7F, escapesUnicode || !isEncodable(scalar) {
          for unit in String(scalar).utf16 { append(unit, to: &result) }
        } else {
          result += String(scalar).utf8
        }
      }
    }
    return result + String(quote).utf8
  }

  private func append(_ unit: UInt16, to result: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    result += "\\U".utf8
    result += String(repeating: "0", count: 4 - digits.utf8.count).utf8
    result += digits.utf8
  }
}
