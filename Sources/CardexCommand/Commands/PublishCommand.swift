import Catalogues
import Editing
import Exchange
import Grammar
import Language
import Platform
import Readings
import Searching
import Terminal

/// `cardex publish`: loads catalogues into a database.
struct PublishCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "publish", in: .program, "load a catalogue into PostgreSQL, or what speaks its language",
    operands: [.file, .init(.optionValue, "URL")],
    options: .joining(
      [
        .init(.update, "write only what differs from what is published"),
        .init(.list, "list what is published at URL"),
        .init(.remove, "remove the catalogue at URL"),
      ], .parsing, .common),
    rules: [.either([.update, .list, .remove])],
    details: """
      Loads FILE into the database at URL, postgresql://[USER@]HOST[:PORT]/DATABASE, as the
      catalogue NAME of '?catalogue=NAME' at its end, or else of FILE's name. 'search', 'sections'
      and 'convert' take such a URL instead of FILE. Exit status: 0, or 2 after an error.
      """)

  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    let operands = options.operands
    let mode = options.last(of: .list, .remove)
    let count = mode == nil ? 2 : 1
    guard operands.count == count, let last = operands.last else {
      let form = mode.map { "\($0.spelling) URL" } ?? "[OPTIONS] FILE URL"
      throw Failure(
        operands.count < count
          ? "no \(operands.isEmpty && count == 2 ? "FILE" : "URL") was given"
          : "there are too many operands", hint: "usage: cardex publish \(form)")
    }
    guard DatabaseURL.isMeant(by: last) else {
      throw Failure(
        naming: "'\(last)' is not the address of a database",
        hint: "it begins with postgresql://")
    }
    let url = try DatabaseURL(operand: last)
    if options.has(.list) { return try list(url) }
    if options.has(.remove) { return try remove(url) }
    let file = InputFile(try operands[0].asFile())
    if case .standardInput = file, url.catalogue == nil {
      throw Failure("what is read from standard input has no name", hint: url.hint)
    }
    let target = url.naming(try file.catalogueName())
    let catalogue = try CatalogueLoader.load(file, options)
    let load = try DatabaseLoad(
      target, catalogue, parsing: options.parseOptions(),
      readings: UserReadings.usual().tableForIndexes)
    let report = try Progress.during("publishing \(target.shown)", .entries(catalogue.entryCount)) {
      () throws(Failure) in
      options.has(.update) ? try load.update() : try load.replace()
    }
    try output.write(naming: "\(target.shown): \(report)")
    return .found
  }

  /// Prints what is published: name, number of entries, when.
  private func list(_ url: DatabaseURL) throws(Failure) -> ExitStatus {
    let session = try DatabaseSession(url)
    guard try session.hasRelation(DatabaseSchema.catalogueTable) else {
      guard let name = url.catalogue else { return .found }
      throw Failure(naming: "\(url.shown): no catalogue '\(name)' is published there")
    }
    let wanted = url.catalogue.map { " where name = \(DatabaseSchema.literal($0))" } ?? ""
    var isEmpty = true
    try session.execute(
      "select name, generation, cast(published as text), entries, version "
        + "from cardex_catalogue\(wanted) order by name;", columns: 5
    ) { row throws(Failure) in
      let row = try session.texts(row)
      isEmpty = false
      guard let state = Publication.State(generation: row[1], published: row[2]) else {
        throw session.strangeAnswer
      }
      let count = SparseNumbers(text: row[3]).map { String($0.count) } ?? "?"
      let version = row[4] == DatabaseSchema.version ? "current" : "other version"
      let name = VisibleText.escapedField(row[0])
      try output.write(line: "\(name)\t\(count)\t\(state.published)\t\(version)")
      return true
    }
    if isEmpty, let name = url.catalogue {
      throw Failure(naming: "\(url.shown): no catalogue '\(name)' is published there")
    }
    return .found
  }

  private func remove(_ url: DatabaseURL) throws(Failure) -> ExitStatus {
    guard let name = url.catalogue else {
      throw Failure(
        naming: "\(url.shown): no catalogue is named", hint: url.hint)
    }
    let session = try DatabaseSession(url)
    let literal = DatabaseSchema.literal(name)
    let missing = Failure(
      naming: "\(url.shown): no catalogue '\(name)' is published there",
      hint: "'cardex publish --list URL' lists those that are")
    guard try session.hasRelation(DatabaseSchema.catalogueTable) else { throw missing }
    try session.execute("begin;")
    let removed = try session.rows(
      "delete from cardex_catalogue where name = \(literal) "
        + "returning generation, cast(published as text);", columns: 2)
    guard let row = removed.first else { throw missing }
    guard let state = Publication.State(generation: row[0], published: row[1]) else {
      throw session.strangeAnswer
    }
    for statement in Publication.removal(ofGeneration: state.generation) {
      try session.execute(statement)
    }
    try session.execute("commit;")
    return .found
  }
}

extension InputFile {
  /// The name of the catalogue in a database, unless one is given: the file's name without its
  /// ending.
  ///
  /// - Throws: `Failure` for a name that is not UTF-8.
  func catalogueName() throws(Failure) -> String {
    switch self {
    case .database(let url): return url.catalogue ?? "catalogue"
    case .standardInput: return "catalogue"
    case .path(let path):
      guard let text = (path.name ?? path).text else {
        throw Failure(naming: "\(path): the name is not UTF-8", hint: "add ?catalogue=NAME")
      }
      guard let dot = text.lastIndex(of: "."), dot > text.startIndex else { return text }
      return String(text[..<dot])
    }
  }
}
