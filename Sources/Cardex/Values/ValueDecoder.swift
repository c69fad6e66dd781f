/// Decodes values of a property list as values of Swift types.
struct ValueDecoder: Decoder {
  let value: Value
  let codingPath: [any CodingKey]
  /// Whether a date is decoded as Foundation does it, in seconds since 2001.
  var isDate = false
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// - Throws: `DecodingError` if the value does not fit the type.
  static func decode<T: Decodable>(
    _ type: T.Type, from value: Value, at path: [any CodingKey] = []
  ) throws -> T {
    if let value = value as? T { return value }
    let decoder = ValueDecoder(value: value, codingPath: path)
    if let simple = try decoder.simple(type) { return simple }
    switch (FoundationType(type), value) {
    case (.date, .date):
      return try T(from: ValueDecoder(value: value, codingPath: path, isDate: true))
    case (.url, .string):
      return try T(from: ValueDecoder(value: ["relative": value], codingPath: path))
    default: return try T(from: decoder)
    }
  }

  /// The value, if the type is decoded from a single value; `nil` for other types.
  private func simple<T>(_ type: T.Type) throws -> T? {
    switch type {
    case is String.Type:
      if case .string(let text) = value { return text as? T }
    case is Bool.Type:
      if case .boolean(let flag) = value { return flag as? T }
    case is Double.Type:
      if let number = real { return number as? T }
    case is Float.Type:
      if let number = float { return number as? T }
    case is [UInt8].Type:
      if case .data(let bytes) = value { return bytes as? T }
      return nil
    case let type as any FixedWidthInteger.Type: return try integer(type) as? T
    default: return nil
    }
    throw mismatch(type)
  }

  private var real: Double? {
    switch value {
    case .real(let number): number
    case .integer(let number): Double(exactly: number)
    default: nil
    }
  }

  private var float: Float? {
    if case .integer(let number) = value { return Float(exactly: number) }
    return real.map { Float($0) }
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let exact: Number? =
      switch value {
      case .integer(let number): Number(exactly: number)
      case .real(let number): Number(exactly: number)
      default: throw mismatch(type)
      }
    guard let exact else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "the number does not fit in \(type)"))
    }
    return exact
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    let found =
      switch value {
      case .string: "a string"
      case .integer: "an integer"
      case .real: "a real number"
      case .boolean: "a boolean"
      case .date: "a date"
      case .data: "data"
      case .array: "an array"
      case .dictionary: "a dictionary"
      case .null: "null"
      }
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "the value is \(found)")
    return .typeMismatch(type, context)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let members) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(Members(members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array(let values): Elements(values: values, codingPath: codingPath)
    case .data(let bytes):
      Elements(values: bytes.map { .integer(Int128($0)) }, codingPath: codingPath)
    default: throw mismatch([Any].self)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }
}

// MARK: Containers

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [Value.Member]
  /// Where the first member with each key is.
  let positions: [ExactText: Int]
  let codingPath: [any CodingKey]

  init(_ members: [Value.Member], codingPath: [any CodingKey]) {
    (self.members, self.codingPath) = (members, codingPath)
    positions = Dictionary(
      zip(members.lazy.map { ExactText($0.key) }, members.indices),
      uniquingKeysWith: { first, _ in first })
  }

  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { positions[ExactText(key.stringValue)] != nil }

  private func value(_ key: any CodingKey) throws -> Value {
    if let position = positions[ExactText(key.stringValue)] { return members[position].value }
    throw DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "there is no key '\(key.stringValue)'"))
  }

  private func decoder(_ key: any CodingKey) throws -> ValueDecoder {
    ValueDecoder(value: try value(key), codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try ValueDecoder.decode(type, from: value(key), at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(PositionKey(stringValue: "super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct Elements: UnkeyedDecodingContainer {
  let values: [Value]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(values: [Value], codingPath: [any CodingKey]) {
    (self.values, self.codingPath) = (values, codingPath)
  }

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  /// A decoder of the next element, which counts as read only once it has been decoded.
  private func next() throws -> ValueDecoder {
    let path = codingPath + [PositionKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self,
        DecodingError.Context(codingPath: path, debugDescription: "the array has no more elements"))
    }
    return ValueDecoder(value: values[currentIndex], codingPath: path)
  }

  mutating func decodeNil() throws -> Bool {
    guard try next().value == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoder = try next()
    let result = try ValueDecoder.decode(type, from: decoder.value, at: decoder.codingPath)
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try next().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next()
    currentIndex += 1
    return decoder
  }
}

private struct Single: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .null }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // Foundation's `Date` decodes its seconds since 2001.
    if decoder.isDate, case .date(let seconds) = decoder.value,
      let seconds = (seconds - Value.secondsTo2001) as? T
    {
      return seconds
    }
    return try ValueDecoder.decode(type, from: decoder.value, at: codingPath)
  }
}
