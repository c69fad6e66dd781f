import Catalogues
import ICUText
package import Searching

/// The tables that a catalogue is published in, and the statements about them.
///
/// The statements are PostgreSQL's as far as CockroachDB, Citus and YugabyteDB understand them:
/// tables with primary keys and one inverted index each, without extensions, collations and
/// procedures.
package enum DatabaseSchema {
  /// A table that holds parts of all catalogues.
  package enum Table: String, CaseIterable, Sendable {
    case entry, section, block

    package var name: String { "cardex_" + rawValue }
    /// The column with the key that orders the rows.
    package var key: String { rawValue }

    /// All columns but the generation and the key.
    package var columns: [String] {
      switch self {
      case .entry: ["section", "mark", "label", "detail", "element", "grams"]
      case .section: ["mark", "path", "title", "record", "elements", "grams"]
      case .block: ["content"]
      }
    }

    /// The columns that decide whether a row is still the same.
    package var comparedColumns: [String] {
      switch self {
      case .entry: ["section", "mark", "element"]
      case .section: ["mark", "path", "record", "elements"]
      case .block: ["content"]
      }
    }
  }

  /// A table or an index, with the statement that creates it if it is missing.
  package struct Relation: Sendable {
    package let name: String
    package let statement: String

    fileprivate init(table name: String, _ columns: String) {
      self.name = name
      statement = "create table if not exists \(name) (\(columns));"
    }

    fileprivate init(indexOf table: Table) {
      name = table.name + "_grams"
      statement = "create index if not exists \(name) on \(table.name) using gin (grams);"
    }
  }

  /// The table with a row for each catalogue.
  package static let catalogueTable = "cardex_catalogue"

  /// The tables in order of creation: if the last one exists, so do the others.
  package static let tables = [
    Relation(
      table: Table.section.name,
      """
      generation uuid, section bigint, mark bigint not null, path text not null, title text,
        record text not null, elements text not null, grams bigint[] not null,
        primary key (generation, section)
      """),
    Relation(
      table: Table.entry.name,
      """
      generation uuid, entry bigint, section bigint not null, mark bigint not null,
        label text not null, detail text, element text not null, grams bigint[] not null,
        primary key (generation, entry)
      """),
    Relation(
      table: Table.block.name,
      """
      generation uuid, block bigint, content bytea not null, primary key (generation, block)
      """),
    Relation(
      table: catalogueTable,
      """
      name text primary key, generation uuid not null, version text not null,
        readings text not null, parsing text not null, format text not null, shape text not null,
        entries text not null, sections text not null, blocks text not null,
        published timestamptz not null default now()
      """),
  ]

  /// The indexes, which are created faster when the rows are already there.
  package static let indexes = [Relation(indexOf: .entry), Relation(indexOf: .section)]

  /// The statements at the beginning of a session, after which answers have the same form whatever
  /// the configuration of the server.
  package static let settings = "set client_min_messages = error; set bytea_output = hex;"

  /// The version of everything that published rows depend on.
  package static let version = (CaseFolding.version + [CatalogueSnapshot.revision, Grams.revision])
    .map { String($0, radix: 16) }.joined(separator: ".")

  /// A text, without NUL, as a literal.
  ///
  /// Every character that might end the literal, or begin something else, is written by its number,
  /// and in ASCII: psql believes what a server says about backslashes and encodings.
  package static func literal(_ text: String) -> String {
    "E'" + text.unicodeScalars.map(escaped).joined() + "'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ",", "+", "*", "{", "}":
      return String(scalar)
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (prefix, count) = scalar.value < 0x10000 ? ("\\u", 4) : ("\\U", 8)
      return prefix + String(repeating: "0", count: count - digits.count) + digits
    }
  }

  /// Queries that must all hold, with those that only ask for grams merged into one: an index of
  /// YugabyteDB takes at most one condition.
  private static func merged(_ queries: [GramQuery]) -> [GramQuery] {
    var (all, others): (Set<Int64>, [GramQuery]) = ([], [])
    for query in queries {
      if case .contains(let grams) = query { all.formUnion(grams) } else { others.append(query) }
    }
    return (all.isEmpty ? [] : [.contains(all.sorted())]) + others
  }

  /// The condition that selects the rows with a query's grams.
  package static func condition(_ query: GramQuery) -> String {
    switch query {
    case .contains(let grams):
      "grams @> " + literal("{" + grams.map(String.init).joined(separator: ",") + "}")
    case .all(let queries): "(" + merged(queries).map(condition).joined(separator: " and ") + ")"
    case .any(let queries): "(" + queries.map(condition).joined(separator: " or ") + ")"
    }
  }
}
