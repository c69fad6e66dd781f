/// Changes that are made together: all of them, or none.
///
/// ``Catalogue/edit(_:)`` makes and performs an edit. The identities that `insert` returns can be
/// used later in the same edit; existing entries and sections keep theirs.
///
/// ```swift
/// try catalogue.edit { edit in
///   let section = edit.insertSection("Z")
///   try edit.insert(Brand(name: "Zeekr"), in: section)
/// }
/// ```
public struct Edit: Sendable {
  /// A change, as it is asked for.
  enum Request: Sendable {
    case insert(Value, named: String?, Row.ID, Target)
    case insertSection(String, Row.ID, Target)
    case set(Row.ID, String, Value?)
    case update(Row.ID, Value)
    case rename(Row.ID, String)
    case delete([Row.ID])
    case move(Row.ID, Target)
    case fill(Row.ID, String?)
  }

  /// The destination of an item.
  struct Target: Sendable {
    /// `nil` for the outermost list.
    let section: Row.ID?
    /// `nil` for the end.
    let position: Int?
  }

  private(set) var requests: [Request] = []

  init() {}

  /// Adds an entry, written like its neighbours.
  ///
  /// - Parameters:
  ///   - value: The fields; or a single value, in a list of texts or other single values.
  ///   - name: The key of the entry, where entries are stored under keys that name them.
  ///   - section: The section around it; `nil` for the outermost list.
  ///   - position: How many entries and sections come before it there; `nil` for the end.
  /// - Returns: The identity of the entry.
  /// - Throws: What the value throws when it is encoded.
  @discardableResult
  public mutating func insert(
    _ value: some Encodable, named name: String? = nil, in section: Row.ID? = nil,
    at position: Int? = nil
  ) throws -> Row.ID {
    let id = Row.ID(kind: .entry, number: ItemNumbers.new())
    let place = Target(section: section, position: position)
    requests.append(.insert(try ValueEncoder.value(of: value), named: name, id, place))
    return id
  }

  /// Adds an empty section, written like its neighbours.
  ///
  /// - Parameters:
  ///   - title: Its title.
  ///   - section: The section around it; `nil` for the outermost list.
  ///   - position: How many entries and sections come before it there; `nil` for the end.
  /// - Returns: The identity of the section.
  @discardableResult
  public mutating func insertSection(
    _ title: String, in section: Row.ID? = nil, at position: Int? = nil
  ) -> Row.ID {
    let id = Row.ID(kind: .section, number: ItemNumbers.new())
    requests.append(.insertSection(title, id, Target(section: section, position: position)))
    return id
  }

  /// Gives a field of an entry or of a section a value, or removes it. If the field has that value
  /// already, it stays as it is written.
  ///
  /// - Parameters:
  ///   - id: The entry or section.
  ///   - key: The key, whatever characters it has.
  ///   - value: `nil` removes the field with its key, if it is there.
  public mutating func set(_ id: Row.ID, _ key: String, to value: Value?) {
    requests.append(.set(id, key, value))
  }

  /// Sets the fields of an entry or section to the encoded values. Other fields stay as they are written, as
  /// do fields whose values are the same.
  ///
  /// - Throws: What the value throws when it is encoded.
  public mutating func update(_ id: Row.ID, to value: some Encodable) throws {
    requests.append(.update(id, try ValueEncoder.value(of: value)))
  }

  /// Gives an entry another label, or a section another title.
  public mutating func rename(_ id: Row.ID, to name: String) { requests.append(.rename(id, name)) }

  /// Removes entries, and sections with all that is in them.
  public mutating func delete(_ ids: Row.ID...) { requests.append(.delete(ids)) }

  /// Moves an entry or a section.
  ///
  /// - Parameters:
  ///   - id: The entry or section.
  ///   - section: The section around it; `nil` for the outermost list.
  ///   - position: How many other entries and sections come before it there afterwards; `nil`
  ///     for the end.
  public mutating func move(_ id: Row.ID, to section: Row.ID?, at position: Int? = nil) {
    requests.append(.move(id, Target(section: section, position: position)))
  }

  /// Enters a text in a row of a form as a person does: a text, a number, a date, `on` or `off`, or
  /// one of the texts that are offered.
  ///
  /// - Parameters:
  ///   - id: The row.
  ///   - text: `nil` chooses the row, which must be one of several choices.
  public mutating func fill(_ id: Row.ID, with text: String?) { requests.append(.fill(id, text)) }
}
