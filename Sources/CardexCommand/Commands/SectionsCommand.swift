import Catalogues
import Editing
import Exchange
import Grammar
import ICUText
import Language
import Outlines
import Platform
import Presentation
import Storage
import Terminal

/// `cardex sections`: the section index, or an alphabetic one.
struct SectionsCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "sections", in: .program, "print the section index: titles and numbers of entries",
    operands: [.file],
    options: .joining(
      [
        .init(.strip, "print the outermost titles on one line, as many as fit"),
        .init(.column, "with --strip: print one title per line"),
        .init(.json, "print one JSON object per line for each section"),
      ], .filing,
      [
        .noPager, .color,
      ], .parsing, [.sectionTitles], .common),
    rules: [
      .requires([.column], [.strip]), .apart([.json], [.strip, .byLetter, .locale, .by]), .filing,
    ],
    details: "Exit status 1 if the catalogue has no sections.")

  let options: ParsedOptions
  let output: Output

  /// A title or label in the list.
  private struct Title {
    let text: String
    let entryCount: Int
  }

  func run() throws(Failure) -> ExitStatus {
    let style = try StandardTerminal.outlineStyle(options)
    try options.expectOperands(atMost: 1)
    let filing = try options.filing()
    let file = try InputFile.files(options.operands)[0]
    let (catalogue, items) = try load(file)
    try options.giveTitles(to: catalogue, named: file.name(options))
    try filing?.check(catalogue, named: file.name(options))
    let sectioning =
      filing.map { Sectioning(catalogue, letters: $0.listing(of: catalogue) { _, _ in }) }
      ?? Sectioning(catalogue)
    if options.has(.json) { return try printObjects(catalogue, named: file.name(options)) }
    let titles = titles(in: catalogue, sectioning, filing)
    if let failure = items?.failure(in: catalogue) { throw failure }
    // A strip fits on the screen.
    let pager = options.has(.strip) ? nil : Pager.start(options)
    if options.has(.strip) {
      // One line is left for the prompt below.
      let lines = TitleStrip.lines(
        of: titles.map { ($0.text, isEmpty: $0.entryCount == 0) }, inColumn: options.has(.column),
        height: StandardTerminal.height.map { $0 - 1 }, style: style)
      for line in lines { try output.write(line: line) }
    } else {
      try print(titles, isColored: style.isColored)
    }
    try output.flush()
    pager?.finish()
    return titles.contains { filing == nil || $0.entryCount > 0 } ? .found : .notFound
  }

  /// Reads a catalogue. If only the sections of a catalogue in a database are needed, only these
  /// are fetched; the items then tell whether that has failed.
  private func load(_ file: InputFile) throws(Failure) -> (Catalogue, PublishedItems?) {
    // `--json` prints places in the file, and `--by-letter` files all labels.
    guard case .database(let url) = file, !options.has(.json), !options.has(.byLetter) else {
      return (try CatalogueLoader.load(file, options, skipsUnreadable: true), nil)
    }
    let source = try DatabaseCatalogue(url)
    if try source.isReadOtherwise(options) { return (try source.whole(options), nil) }
    let (items, catalogue) = try source.restored()
    return (catalogue, items)
  }

  /// Prints all sections with their initial state.
  private func printObjects(
    _ catalogue: Catalogue, named name: ByteText
  ) throws(Failure) -> ExitStatus {
    let pager = Pager.start(options)
    let object = ItemObject(catalogue: catalogue, book: AddressBook(catalogue), fileName: name)
    let (sectioning, state) = (Sectioning(catalogue), OutlineState(startingIn: catalogue))
    let sections = catalogue.sections(in: .root)
    for section in sections {
      let isCollapsed = state.isClosed(.section(section), in: sectioning)
      try output.write(
        line: JSON.object(object.members(of: section, isCollapsed: isCollapsed)))
    }
    try output.flush()
    pager?.finish()
    return sections.isEmpty ? .notFound : .found
  }

  private func print(_ titles: [Title], isColored: Bool) throws(Failure) {
    let column = titles.map { DisplayWidth.of($0.text) }.max() ?? 0
    for title in titles {
      var line = StyledText(isColored: isColored)
      line.append(value: title.text, style: .title)
      // Columns for people, tabs for programs.
      if StandardTerminal.isOutput { line.pad(to: column + 2) } else { line.append("\t") }
      line.append(String(title.entryCount), style: .count)
      try output.write(line: line)
    }
  }

  /// The titles to list: all for a strip; otherwise addresses of sections, or letters that have
  /// entries.
  private func titles(
    in catalogue: Catalogue, _ sectioning: Sectioning, _ filing: EntryFiling?
  ) -> [Title] {
    if filing == nil, !options.has(.strip) { return addresses(in: catalogue) }
    return sectioning.indexTitles.filter { options.has(.strip) || $0.entryCount > 0 }
      .map { Title(text: $0.text, entryCount: $0.entryCount) }
  }

  private func addresses(in catalogue: Catalogue) -> [Title] {
    let book = AddressBook(catalogue)
    // After a missing section no others are asked for: there may be billions.
    let sections = catalogue.sections.dropFirst().prefix { _ in !catalogue.restoringFailure }
    return sections.map { section in
      Title(
        text: book.address(of: .section(section.id)),
        entryCount: catalogue.entryCount(of: section.id))
    }
  }
}

extension ParsedOptions {
  /// - Throws: `Failure` if there are more operands than the command takes.
  func expectOperands(atMost count: Int) throws(Failure) {
    if operands.count > count {
      throw Failure(naming: "unexpected operand '\(operands[count])'")
    }
  }
}
