import PropertyLists
import SeededRandom

/// A value of a property list, and how it may be changed at random.
indirect enum Value: Equatable {
  case scalar(String)
  case array([Value])
  case dict([String: Value])

  /// - Parameter indentation: What one level is indented by; `nil` for all on one line.
  func text(indentedBy indentation: String?) -> String {
    "<plist version=\"1.0\">" + (indentation == nil ? "" : "\n") + text(0, indentation)
      + "</plist>\n"
  }

  private func text(_ depth: Int, _ indentation: String?) -> String {
    func line(_ depth: Int, _ text: String) -> String {
      indentation.map { String(repeating: $0, count: depth) + text + "\n" } ?? text
    }
    switch self {
    case .scalar(let text): return line(depth, text)
    case .array(let values):
      if values.isEmpty { return line(depth, "<array/>") }
      return line(depth, "<array>") + values.map { $0.text(depth + 1, indentation) }.joined()
        + line(depth, "</array>")
    case .dict(let members):
      if members.isEmpty { return line(depth, "<dict></dict>") }
      let inner = members.sorted { $0.key < $1.key }.map { key, value in
        line(depth + 1, "<key>\(key)</key>") + value.text(depth + 1, indentation)
      }
      return line(depth, "<dict>") + inner.joined() + line(depth, "</dict>")
    }
  }

  init(_ node: NodeIndex, _ document: PropertyListDocument) {
    switch document.kind(of: node) {
    case .array: self = .array(document.elements(of: node).map { Value($0, document) })
    case .dict:
      self = .dict(
        Dictionary(
          document.members(of: node).map { (document.text(of: $0.key), Value($0.value, document)) },
          uniquingKeysWith: { _, _ in .scalar("a key that repeats") }))
    default:
      self = .scalar(
        String(decoding: document.text(at: document.elementRange(of: node)), as: UTF8.self))
    }
  }
}

/// Random values and changes of them.
struct RandomValues: RandomSource {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func scalar() -> Value {
    switch below(6) {
    case 0: .scalar("<integer>\(below(5))</integer>")
    case 1: .scalar(["<true/>", "<false/>"][below(2)])
    default: .scalar("<string>\(["a", "b", "c", "d\n  e", "&lt;"][below(5)])\(below(9))</string>")
    }
  }

  private mutating func key() -> String {
    ["id", "name", "title", "items", "x", "y", "z"][below(7)]
  }

  mutating func value(_ depth: Int = 4) -> Value {
    if depth == 0 { return scalar() }
    switch below(5) {
    case 0: return scalar()
    case 1, 2: return .array((0..<below(5)).map { _ in value(depth - 1) })
    default:
      return .dict(
        Dictionary(
          (0..<below(5)).map { _ in (key(), value(depth - 1)) }, uniquingKeysWith: { $1 }))
    }
  }

  mutating func changed(_ value: Value, _ count: Int) -> Value {
    var value = value
    for _ in 0..<count { value = changed(value, taken: nil) }
    return value
  }

  private mutating func changed(_ value: Value, taken: Value?) -> Value {
    switch value {
    case .scalar: return below(2) == 0 ? scalar() : self.value(1)
    case .array(var values):
      if !values.isEmpty, below(3) > 0 {
        let place = below(values.count)
        if below(2) == 0 {
          values[place] = changed(values[place], taken: nil)
        } else {
          let moved = values.remove(at: place)
          if below(2) == 0 { values.insert(moved, at: below(values.count + 1)) }
        }
      } else if below(8) == 0 {
        values.shuffle(using: &generator)
      } else {
        values.insert(self.value(2), at: below(values.count + 1))
      }
      return .array(values)
    case .dict(var members):
      guard let key = members.keys.sorted().randomElement(using: &generator), below(4) > 0 else {
        members[self.key()] = self.value(2)
        return .dict(members)
      }
      switch below(6) {
      case 0: members[key] = nil
      case 1:
        let value = members.removeValue(forKey: key)
        members[self.key()] = value
      default: members[key] = members[key].map { changed($0, taken: nil) }
      }
      return .dict(members)
    }
  }
}
