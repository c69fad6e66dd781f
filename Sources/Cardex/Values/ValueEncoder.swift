/// Encodes values of Swift types as values of a property list.
///
/// Foundation's `Date`, `Data` and `URL` are recognized by the names of their types, since
/// Foundation is not imported. They encode themselves as a number, an array and a dictionary.
struct ValueEncoder: Encoder {
  /// A value that is being built.
  final class Node {
    enum Content {
      case nothing
      case single(Value)
      case array
      case dictionary
    }

    var content = Content.nothing
    private var elements: [Node] = []
    private var members: [(key: String, value: Node)] = []
    private var positions: [ExactText: Int] = [:]

    /// The value; an empty dictionary if nothing was encoded.
    var value: Value {
      switch content {
      case .single(let value): value
      case .array: .array(elements.map(\.value))
      case .nothing, .dictionary:
        .dictionary(members.map { Value.Member(key: $0.key, value: $0.value.value) })
      }
    }

    func append() -> Node {
      let node = Node()
      elements.append(node)
      return node
    }

    /// Adds a member, or replaces the one with the same key.
    func append(_ key: String) -> Node {
      let node = Node()
      let position = positions[ExactText(key)] ?? members.count
      if position < members.count {
        members[position].value = node
      } else {
        members.append((key, node))
        positions[ExactText(key)] = position
      }
      return node
    }

    var count: Int { elements.count }
  }

  let node: Node
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// Encodes something as a value.
  ///
  /// - Throws: What `something` throws when it is encoded.
  static func value(of something: some Encodable) throws -> Value {
    let node = Node()
    try encode(something, into: node, at: [])
    return node.value
  }

  fileprivate static func encode<T: Encodable>(
    _ something: T, into node: Node, at path: [any CodingKey]
  ) throws {
    switch something {
    case let value as Value: node.content = .single(value)
    case let text as String: node.content = .single(.string(text))
    case let flag as Bool: node.content = .single(.boolean(flag))
    case let number as any BinaryInteger & Encodable:
      node.content = .single(.integer(try exact(number, at: path)))
    case let number as Double: node.content = .single(.real(number))
    case let number as Float: node.content = .single(.real(Double(number)))
    // An empty array of any type can be cast to one of bytes.
    case let bytes as [UInt8] where T.self == [UInt8].self: node.content = .single(.data(bytes))
    default:
      try something.encode(to: ValueEncoder(node: node, codingPath: path))
      guard let type = FoundationType(T.self) else { return }
      switch (type, node.value) {
      case (.date, .real(let seconds)):
        node.content = .single(.date(secondsSince1970: seconds + Value.secondsTo2001))
      case (.data, .array(let bytes)):
        node.content = .single(
          .data(bytes.map { if case .integer(let byte) = $0 { UInt8(byte) } else { 0 } }))
      case (.url, .dictionary(let members)) where members.count == 1:
        node.content = .single(members[0].value)
      default: break
      }
    }
  }

  private static func exact(
    _ number: some BinaryInteger, at path: [any CodingKey]
  ) throws -> Int128 {
    if let number = Int128(exactly: number) { return number }
    throw EncodingError.invalidValue(
      number, EncodingError.Context(codingPath: path, debugDescription: "the number is too large"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = node.content { node.content = .dictionary }
    return KeyedEncodingContainer(Members(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = node.content { node.content = .array }
    return Elements(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(node: node, codingPath: codingPath)
  }
}

/// Types of Foundation that property lists have, too.
enum FoundationType {
  case date, data, url

  init?(_ type: Any.Type) {
    switch String(reflecting: type) {
    case "Foundation.Date", "FoundationEssentials.Date": self = .date
    case "Foundation.Data", "FoundationEssentials.Data": self = .data
    case "Foundation.URL", "FoundationEssentials.URL": self = .url
    default: return nil
    }
  }
}

/// A position in an array as a key, or the key of what a superclass encodes.
struct PositionKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ position: Int) { (stringValue, intValue) = (String(position), position) }

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

  init?(intValue: Int) { self.init(intValue) }
}

// MARK: Containers

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: ValueEncoder.Node
  let codingPath: [any CodingKey]

  private func encoder(_ key: any CodingKey) -> ValueEncoder {
    ValueEncoder(node: node.append(key.stringValue), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { node.append(key.stringValue).content = .single(.null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let encoder = encoder(key)
    try ValueEncoder.encode(value, into: encoder.node, at: encoder.codingPath)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(PositionKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct Elements: UnkeyedEncodingContainer {
  let node: ValueEncoder.Node
  let codingPath: [any CodingKey]

  var count: Int { node.count }

  private func encoder() -> ValueEncoder {
    let path = codingPath + [PositionKey(count)]
    return ValueEncoder(node: node.append(), codingPath: path)
  }

  func encodeNil() { node.append().content = .single(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    let encoder = encoder()
    try ValueEncoder.encode(value, into: encoder.node, at: encoder.codingPath)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { encoder().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }
}

private struct Single: SingleValueEncodingContainer {
  let node: ValueEncoder.Node
  let codingPath: [any CodingKey]

  func encodeNil() { node.content = .single(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    try ValueEncoder.encode(value, into: node, at: codingPath)
  }
}
