/// A value of a property list.
///
/// Values are written as literals: `["name": "Audi", "founded": 1909, "models": ["A1", "A2"]]`.
public enum Value: Hashable, Sendable {
  /// A text. It may have characters that XML does not allow; a file in XML refuses these.
  case string(String)
  /// A whole number. Files hold numbers from `Int64.min` to `UInt64.max` and refuse others.
  case integer(Int128)
  /// A floating-point number.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// A moment, in seconds since 1970 began in UTC. Files are written with whole seconds, rounded
  /// down.
  case date(secondsSince1970: Double)
  /// Bytes.
  case data([UInt8])
  /// Values in order.
  case array([Value])
  /// Values with keys, in the order of the file. A file may have a key more than once.
  case dictionary([Member])
  /// The `null` of JSON, which other formats do not have.
  case null

  /// A key of a dictionary with its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The value.
    public let value: Value
  }

  /// The first value with a key in a dictionary. Setting it to `nil` removes the key.
  ///
  /// Values that are not dictionaries have `nil`, and become dictionaries when a member is set.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(key: String) -> Value? {
    get { members.first { ExactText($0.key) == ExactText(key) }?.value }
    set {
      var members = members
      let index = members.firstIndex { ExactText($0.key) == ExactText(key) }
      switch (index, newValue) {
      case (let index?, let new?): members[index] = Member(key: key, value: new)
      case (let index?, nil): members.remove(at: index)
      case (nil, let new?): members.append(Member(key: key, value: new))
      case (nil, nil): return
      }
      self = .dictionary(members)
    }
  }

  /// The members of a dictionary; empty for other values.
  private var members: [Member] { if case .dictionary(let members) = self { members } else { [] } }
}

// MARK: Literals

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a text.
  public init(stringLiteral text: String) { self = .string(text) }

  /// Makes a whole number.
  public init(integerLiteral number: Int64) { self = .integer(Int128(number)) }

  /// Makes a floating-point number.
  public init(floatLiteral number: Double) { self = .real(number) }

  /// Makes a boolean.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }

  /// Makes an array.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }

  /// Makes a dictionary with its members in order.
  public init(dictionaryLiteral members: (String, Value)...) {
    self = .dictionary(members.map { Member(key: $0, value: $1) })
  }
}
