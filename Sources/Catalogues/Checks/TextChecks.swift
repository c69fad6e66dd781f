import ICUText
import PropertyLists

/// Control characters in the texts of entries.
struct TextCheck: Check {
  func run(_ inspection: inout Inspection) {
    inspection.catalogue.forEachString { check($0, of: $1, &inspection) }
  }

  private func check(_ value: ScalarIndex, of entry: Entry.ID, _ inspection: inout Inspection) {
    let document = inspection.document
    guard document.withText(of: value, TextCheck.mayHoldControl),
      let found = MarkedControls(document.text(of: value)).first(where: {
        $0.isControl && !"\n\r\t".unicodeScalars.contains($0.scalar)
      })
    else { return }
    let code = String(found.scalar.value, radix: 16, uppercase: true)
    inspection.add(
      .controlCharacter, at: value.node, of: .entry(entry),
      "the text contains the control character U+\(code)")
  }

  /// Whether the text has a byte with which a control character may begin.
  private static func mayHoldControl(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.contains { byte in
      byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 || byte == 0x7F || byte == 0xC2
        || byte == 0xE2 || byte == 0xEF || byte == 0xF3
    }
  }
}

/// Syntax that is read although the format does not allow it, so that other programs may refuse the
/// file.
struct SyntaxCheck: Check {
  func run(_ inspection: inout Inspection) {
    let document = inspection.document
    if let found = document.jsonExtension {
      let what =
        switch found.kind {
        case .comment: "a comment"
        case .comma: "a comma after a last value"
        }
      inspection.add(
        .jsonExtension, at: document.root, of: nil,
        "\(what) at \(found.location), which JSON does not have (RFC 8259)")
    }
    for row in document.unevenRows {
      inspection.add(
        .rowLength, at: row.node, of: nil,
        "the row has \(row.count) values, and the first row names \(row.columnCount) columns")
    }
  }
}

/// Files whose declared encoding is doubtful, because the bytes are valid UTF-8.
struct EncodingCheck: Check {
  func run(_ inspection: inout Inspection) {
    let document = inspection.document
    let encoding = document.source.encoding
    guard encoding.isDeclared, !encoding.isUTF8, document.source.fileIsValidUTF8 else { return }
    inspection.add(
      .doubtfulEncoding, at: document.root, of: nil,
      "declared as \(encoding.name), but the bytes are valid UTF-8; "
        + "if names look wrong, try --encoding UTF-8")
  }
}

/// Keys that appear twice in a dictionary, or have leading or trailing white space.
struct KeyCheck: Check {
  func run(_ inspection: inout Inspection) {
    let document = inspection.document
    var reported: Set<String> = []
    var dicts: [NodeIndex] = []
    document.forEachDict { dicts.append($0) }
    for dict in dicts {
      for member in document.duplicateMembers(of: dict) {
        let key = document.text(of: member.key)
        inspection.add(
          .duplicateKey, at: member.key.node, of: nil,
          "duplicate key '\(key.excerpt())' in a dictionary")
      }
      checkEdges(of: dict, &reported, &inspection)
    }
  }

  private func checkEdges(
    of dict: NodeIndex, _ reported: inout Set<String>, _ inspection: inout Inspection
  ) {
    let document = inspection.document
    for member in document.members(of: dict) {
      let hasEdge = document.withText(of: member.key) { text in
        text.first.map { $0 <= 0x20 } == true || text.last.map { $0 <= 0x20 } == true
      }
      guard hasEdge, reported.insert(document.text(of: member.key)).inserted else { continue }
      inspection.add(
        .spaceAtEdge, at: member.key.node, of: nil,
        "leading or trailing white space in the key '\(document.text(of: member.key).excerpt())', here and possibly later"
      )
    }
  }
}

/// Numbers that are impossible for their key: a latitude of 116, a month 13, an age below 0.
///
/// A key is checked only if numbers outside the range are wrong in any list. A month 0 is accepted,
/// and so are all days, minutes and amounts, which may be counts.
struct NumberCheck: Check {
  func run(_ inspection: inout Inspection) {
    let (fields, document) = (inspection.fields, inspection.document)
    var limits: [Limits?] = []
    fields.forEachField { entry, key, value in
      while limits.count <= key { limits.append(Limits.of(fields.names[limits.count])) }
      guard let known = limits[key], let scalar = document.scalar(value),
        let number = document.number(at: scalar), !known.range.contains(number)
      else { return }
      let text = document.text(of: scalar).excerpt()
      inspection.add(
        .impossibleNumber, at: value, of: .entry(entry),
        "'\(fields.keys[key].excerpt())' is \(text), not a possible \(known.what)")
    }
  }
}

/// A kind of number, and the range of its possible values.
private struct Limits {
  let what: String
  let range: ClosedRange<Double>

  static func of(_ name: String) -> Limits? { byName[name] }

  private static let byName: [String: Limits] = {
    let kinds: [(String, ClosedRange<Double>, [String])] = [
      ("age", 0...150, ["age", "年龄", "edad"]),
      ("month", 0...12, ["month", "月", "月份"]),
      ("latitude", -90...90, ["latitude", "lat", "纬度"]),
      ("longitude", -180...360, ["longitude", "lng", "lon", "经度"]),
      ("price", 0...Double.infinity, ["price", "unitprice", "价格", "单价", "preis", "precio"]),
    ]
    var result: [String: Limits] = [:]
    for (what, range, names) in kinds {
      for name in names { result[name] = Limits(what: what, range: range) }
    }
    return result
  }()
}

extension PropertyListDocument {
  /// The number that a value is or that its text represents.
  fileprivate func number(at scalar: ScalarIndex) -> Double? {
    switch kind(of: scalar.node) {
    case .integer: integer(at: scalar.node).map { Double($0) }
    case .real: real(at: scalar.node)
    case .string: Double(text(of: scalar))
    default: nil
    }
  }
}
