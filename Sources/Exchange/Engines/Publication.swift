package import Catalogues
package import Readings

/// The statements that publish a catalogue under a new generation.
package struct Publication {
  package let name: String
  /// A UUID, different for each load.
  package let generation: String
  private var published: PublishedCatalogue

  /// - Parameters:
  ///   - catalogue: A catalogue that has not been edited since it was read.
  ///   - name: A name without NUL.
  ///   - parsing: The options with which the catalogue was read.
  ///   - table: The readings of names.
  ///   - generation: The generation that rows are added to; `nil` for a new one.
  package init(
    _ catalogue: Catalogue, named name: String, parsing: ParseOptions, readings table: ReadingTable,
    generation: String? = nil
  ) {
    self.name = name
    self.generation = generation ?? Publication.newGeneration()
    published = PublishedCatalogue(catalogue, parsing: parsing, readings: table)
  }

  /// A random UUID (RFC 9562, version 4).
  private static func newGeneration() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array(HexText.text(of: bytes))
    let bounds = [0, 8, 12, 16, 20, 32]
    return zip(bounds, bounds.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
  }

  /// The number of rows in a table.
  package func count(of table: DatabaseSchema.Table) -> Int { published.count(of: table) }

  /// The keys of rows in each table if all rows are new.
  package var newKeys: [DatabaseSchema.Table: SparseNumbers] {
    Dictionary(
      uniqueKeysWithValues: DatabaseSchema.Table.allCases.map {
        ($0, SparseNumbers(count: published.count(of: $0)))
      })
  }

  /// The compared columns of a row, separated by NUL.
  package mutating func content(
    of table: DatabaseSchema.Table, _ number: Int, sections: SparseNumbers
  ) -> [UInt8] {
    published.content(of: table, number, sections: sections)
  }

  /// Whether rows that were published with these facts are still valid for this catalogue.
  package func isLike(version: String, readings: String, parsing: String, shape: String) -> Bool {
    version == published.version && readings == published.readings && parsing == published.parsing
      && shape == published.shape
  }

  /// Writes rows, as the text that `COPY` reads after its statement.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the rows, ascending.
  ///   - keys: The keys of all rows of each table.
  ///   - write: Takes a piece of the text, whose bytes are valid only during the call.
  package mutating func writeRows(
    of table: DatabaseSchema.Table, _ numbers: some Sequence<Int>,
    keys: [DatabaseSchema.Table: SparseNumbers],
    _ write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let sink = TextSink(write)
    try writeRows(of: table, numbers, keys: keys, to: sink)
    try sink.flush()
  }

  mutating func writeRows(
    of table: DatabaseSchema.Table, _ numbers: some Sequence<Int>,
    keys: [DatabaseSchema.Table: SparseNumbers], to sink: TextSink
  ) throws {
    guard let own = keys[table], let sections = keys[.section] else { return }
    let columns = ["generation", table.key] + table.columns
    sink.append("copy \(table.name) (\(columns.joined(separator: ", "))) from stdin;\n")
    var row: [UInt8] = []
    for number in numbers {
      row.removeAll(keepingCapacity: true)
      row.append(contentsOf: generation.utf8)
      row.append(contentsOf: "\t\(own.key(at: number))".utf8)
      published.append(table, number, sections: sections, to: &row)
      row.append(0x0A)
      sink.append(row)
      try sink.flushIfFull()
    }
    sink.append("\\.\n")
  }

  // MARK: The row of the catalogue

  private func values(
    keys: [DatabaseSchema.Table: SparseNumbers]
  ) -> [(column: String, value: String)] {
    func text(_ table: DatabaseSchema.Table) -> String { keys[table]?.text ?? "" }
    let texts = [
      ("version", published.version), ("readings", published.readings),
      ("parsing", published.parsing), ("format", published.format), ("shape", published.shape),
      ("entries", text(.entry)), ("sections", text(.section)), ("blocks", text(.block)),
    ]
    return [("generation", DatabaseSchema.literal(generation))]
      + texts.map { ($0, DatabaseSchema.literal($1)) } + [("published", "now()")]
  }

  private func insertion(keys: [DatabaseSchema.Table: SparseNumbers]) -> String {
    let values = values(keys: keys)
    return "insert into cardex_catalogue (name, \(values.map(\.column).joined(separator: ", "))) "
      + "values (\(DatabaseSchema.literal(name)), \(values.map(\.value).joined(separator: ", ")))"
  }

  private func assignments(keys: [DatabaseSchema.Table: SparseNumbers]) -> String {
    values(keys: keys).map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
  }

  /// The statement that makes readers see the generation, unless another one has been published
  /// meanwhile. It returns a row only if it has an effect.
  ///
  /// - Parameter old: The state that is replaced; `nil` if nothing was published.
  package func flip(
    from old: State?, keys: [DatabaseSchema.Table: SparseNumbers]
  ) -> String {
    guard let old else {
      return insertion(keys: keys) + " on conflict (name) do nothing returning name, generation;"
    }
    return "update cardex_catalogue set \(assignments(keys: keys)) "
      + "where name = \(DatabaseSchema.literal(name)) "
      + "and generation = \(DatabaseSchema.literal(old.generation)) "
      + "and cast(published as text) = \(DatabaseSchema.literal(old.published)) "
      + "returning name, generation;"
  }

  /// A published generation, and the time of its publication.
  package struct State: Equatable, Sendable {
    /// A UUID.
    package let generation: String
    /// A time stamp, in the server's form.
    package let published: String

    /// - Returns: `nil` for texts that are not a UUID and a time stamp, as a server gives them.
    package init?(generation: String, published: String) {
      let digits = generation.split(separator: "-", omittingEmptySubsequences: false)
      guard digits.map(\.utf8.count) == [8, 4, 4, 4, 12],
        digits.joined().utf8.allSatisfy({ HexText.value(of: $0) != nil }),
        (1...64).contains(published.utf8.count),
        published.unicodeScalars.allSatisfy(State.isOfTimeStamp)
      else { return nil }
      (self.generation, self.published) = (generation, published)
    }

    private static func isOfTimeStamp(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "0"..."9", "A"..."Z", "a"..."z", " ", "+", "-", ".", "/", ":": true
      default: false
      }
    }
  }

  /// The statement that makes readers see the generation, whatever was published before.
  func flipAlways(keys: [DatabaseSchema.Table: SparseNumbers]) -> String {
    insertion(keys: keys) + " on conflict (name) do update set \(assignments(keys: keys));"
  }

  /// The statements that remove the rows of another generation.
  package static func removal(ofGeneration generation: String) -> [String] {
    DatabaseSchema.Table.allCases.map {
      "delete from \($0.name) where generation = \(DatabaseSchema.literal(generation));"
    }
  }
}
