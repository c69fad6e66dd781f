import Catalogues

/// An entry of a catalogue as it was when it was asked for.
public struct Entry: Identifiable, Sendable {
  /// The identity, which is also that of the entry's row.
  public let id: Row.ID
  /// What a person calls the entry; empty if it has no name.
  public let label: String
  /// Where it is, by the titles and labels that lead to it: `B/Audi`. It names the entry as long as
  /// none of them changes, also in another run of the program.
  public let address: String
  /// All fields: a dictionary, or the single value that the entry is.
  public let value: Value

  /// Decodes the entry as a type of the program. Keys that the type does not have are ignored.
  ///
  /// - Throws: `DecodingError` with the path to the value that does not fit the type.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T { try value.decode(type) }
}
