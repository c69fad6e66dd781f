package import Catalogues
package import PropertyLists

/// A property list as it can be written in a test. Keys keep their order and may repeat.
package indirect enum Plist: Sendable {
  case element(String)
  case array([Plist])
  case dict([(key: String, value: Plist)])

  package static func text(_ name: String, _ value: String) -> Plist {
    let escaped = value.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case "\r": "&#13;"
      default: String(scalar)
      }
    }
    return .element("<\(name)>\(escaped.joined())</\(name)>")
  }

  package static func date(_ value: String) -> Plist { text("date", value) }
  package static let data = text("data", "AAEC")

  package var xml: String {
    switch self {
    case .element(let element): element
    case .array(let values): "<array>\(values.map(\.xml).joined())</array>"
    case .dict(let members):
      "<dict>\(members.map { Plist.text("key", $0.key).xml + $0.value.xml }.joined())</dict>"
    }
  }
}

extension Plist: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .text("string", value) }
}

extension Plist: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .text("integer", String(value)) }
}

extension Plist: ExpressibleByFloatLiteral {
  package init(floatLiteral value: Double) { self = .text("real", String(value)) }
}

extension Plist: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .element(value ? "<true/>" : "<false/>") }
}

extension Plist: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Plist...) { self = .array(elements) }
}

extension Plist: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Plist)...) {
    self = .dict(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension Catalogue {
  package convenience init(
    _ plist: Plist, _ change: (inout ShapeOptions) -> Void = { _ in }
  ) throws {
    var options = ShapeOptions()
    change(&options)
    let text = "<plist version=\"1.0\">\(plist.xml)</plist>"
    try self.init(PropertyListDocument(FileBytes(text.utf8)), options: options)
  }
}

extension Plist {
  /// The same with only the first member of each key.
  package var withoutRepeatedKeys: Plist {
    switch self {
    case .element: return self
    case .array(let values): return .array(values.map(\.withoutRepeatedKeys))
    case .dict(let members):
      var keys: Set<String> = []
      return .dict(
        members.filter { keys.insert($0.key).inserted }
          .map { ($0.key, $0.value.withoutRepeatedKeys) })
    }
  }
}

extension PropertyListDocument {
  /// All nodes in a value, in the order of the file.
  ///
  /// - Parameter changed: A scalar for which the string `changed` is returned.
  package func tokens(of value: NodeIndex, changed: NodeIndex? = nil) -> [String] {
    switch kind(of: value) {
    case .array: ["["] + elements(of: value).flatMap { tokens(of: $0, changed: changed) } + ["]"]
    case .dict:
      ["{"]
        + members(of: value).flatMap {
          ["key " + text(of: $0.key)] + tokens(of: $0.value, changed: changed)
        }
        + ["}"]
    default:
      [value == changed ? "string changed" : "\(kind(of: value)) \(scalar(value).map(text) ?? "")"]
    }
  }
}
