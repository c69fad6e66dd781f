extension Value: Codable {
  /// Decodes any value.
  ///
  /// - Throws: `DecodingError` if the decoder has something that property lists do not have.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
    } else if let container = try? decoder.container(keyedBy: PositionKey.self) {
      self = .dictionary(
        try container.allKeys.map {
          Member(key: $0.stringValue, value: try container.decode(Value.self, forKey: $0))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var values: [Value] = []
      while !container.isAtEnd { values.append(try container.decode(Value.self)) }
      self = .array(values)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let flag = try? container.decode(Bool.self) {
        self = .boolean(flag)
      } else if let number = try? container.decode(Int64.self) {
        self = .integer(Int128(number))
      } else if let number = try? container.decode(UInt64.self) {
        self = .integer(Int128(number))
      } else if let number = try? container.decode(Double.self) {
        self = .real(number)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }

  /// Encodes the value. Encoders other than those of this library get a date as its seconds since
  /// 1970, and data as an array of bytes.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let values): try values.encode(to: encoder)
    case .dictionary(let members):
      var container = encoder.container(keyedBy: PositionKey.self)
      for member in members {
        try container.encode(member.value, forKey: PositionKey(stringValue: member.key))
      }
    case .string(let text): try text.encode(to: encoder)
    case .integer(let number):
      if let number = Int64(exactly: number) {
        try number.encode(to: encoder)
      } else if let number = UInt64(exactly: number) {
        try number.encode(to: encoder)
      } else {
        try number.encode(to: encoder)
      }
    case .real(let number): try number.encode(to: encoder)
    case .boolean(let flag): try flag.encode(to: encoder)
    case .date(let seconds): try seconds.encode(to: encoder)
    case .data(let bytes): try bytes.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  /// Decodes the value as a type of the program.
  ///
  /// - Throws: `DecodingError` with the path to the value that does not fit the type. Numbers must
  ///   fit exactly, except that a floating-point number may be rounded to a `Float`.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try ValueDecoder.decode(type, from: self)
  }
}
