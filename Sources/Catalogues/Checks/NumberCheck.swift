import PropertyLists

/// Numbers that are impossible for their key: a latitude of 116, a month 13, an age below 0.
///
/// Only keys for which every number outside the range is wrong in any list are checked: a month 0
/// is accepted, and so are all days, minutes and amounts, which may be counts.
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

/// The range of possible numbers of a kind.
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
  /// The number that a value is or, as text, represents.
  fileprivate func number(at scalar: ScalarIndex) -> Double? {
    switch kind(of: scalar.node) {
    case .integer: integer(at: scalar.node).map { Double($0) }
    case .real: real(at: scalar.node)
    case .string: Double(text(of: scalar))
    default: nil
    }
  }
}
