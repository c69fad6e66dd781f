import Catalogues

/// Writes a catalogue as a script for psql that publishes it.
struct PostgreSQLEncoder {
  private var publication: Publication

  init(_ catalogue: Catalogue, _ options: ExportOptions) {
    publication = Publication(
      catalogue, named: options.name, parsing: options.parsing, readings: options.readings)
  }

  mutating func encode(to sink: TextSink) throws {
    let name = DatabaseSchema.literal(publication.name)
    let keys = publication.newKeys
    func line(_ text: String) { sink.append(text + "\n") }
    line("\\set ON_ERROR_STOP on")
    line("set client_encoding = \(DatabaseSchema.literal("UTF8"));")
    line(DatabaseSchema.settings)
    for table in DatabaseSchema.tables { line(table.statement) }
    line("begin;")
    // Another load of the same catalogue waits here. The answer is needed as well: YugabyteDB
    // commits rows at once that are copied before a transaction has had an answer.
    line("select name from cardex_catalogue where name = \(name) for update;")
    for table in DatabaseSchema.Table.allCases {
      try publication.writeRows(of: table, 0..<publication.count(of: table), keys: keys, to: sink)
    }
    for table in DatabaseSchema.Table.allCases {
      line(
        "delete from \(table.name) where generation in "
          + "(select generation from cardex_catalogue where name = \(name));")
    }
    line(publication.flipAlways(keys: keys))
    line("commit;")
    for index in DatabaseSchema.indexes { line(index.statement) }
    line("analyze cardex_entry;")
  }
}
