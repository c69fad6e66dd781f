import Catalogues
import Editing
import Forms
import Grammar
import ICUText
import Language
import Outlines
import Platform
import Presentation
import PropertyLists

/// `cardex show`: the outline of a catalogue, a section of it, or an entry with all its fields.
struct ShowCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "show", in: .program, "print the outline, a section, or an entry with all fields",
    operands: [.file, .init(.address, "ADDRESS", 0...Int.max, isNested: true)],
    options: .joining(
      [
        .init(.collapsed, "close all sections"),
        .init(.expanded, "open all sections, and rows of forms"),
        .init(
          .depth, .required("N", .number(from: 1)),
          "show N levels of sections, the last of them closed"),
        .init(.accordion, "open only the section at ADDRESS (the first, if none)"),
        .page, .pageSize, .style, .grouped, .detail, .dateFormat,
        .init(.fields, "print all fields of the catalogue, or of what is at ADDRESS"),
        .init(.paths, "print the path of each item and field before it"),
        .init(.showSecrets, "show what fields marked as secure hold"),
        .init(.json, "print one JSON object per line for each section and entry"),
      ], .filing,
      [
        .indicators, .width, .lines, .noPager, .color,
      ], .parsing, [.sectionTitles], .common),
    rules: [
      .either([.collapsed, .expanded, .depth, .accordion]),
      .apart(
        [.fields],
        [.json, .byLetter, .locale, .by, .collapsed, .expanded, .depth, .accordion]),
      .filing,
    ],
    details: """
      Without ADDRESS, prints the whole outline. ADDRESS is SECTION/ENTRY; each part is a name, a
      unique beginning of one, or #N for the Nth item (#-1 is the last). With --by-letter, the labels
      of an alphabetic index replace the sections, and ADDRESS is one of them.
      """)

  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    var style = try StandardTerminal.outlineStyle(options)
    style.rowStyle = try options.rowStyle()
    style.isGrouped = options.has(.grouped)
    let template = try options.detailTemplate()
    if options.has(.accordion), options.operands.count > 2 {
      throw Failure("--accordion opens one section; there is more than one ADDRESS")
    }
    let filing = try options.filing()
    let file = try InputFile.files(Array(options.operands.prefix(1)))[0]
    let catalogue = try CatalogueLoader.load(file, options, skipsUnreadable: true)
    try options.giveTitles(to: catalogue, named: file.name(options))
    try options.showTitles(of: catalogue, besideFileAt: file.path)
    let page = try ShownPage(
      of: parts(of: catalogue, filing, file), options, fileName: file.name(options))
    let form = Form(
      catalogue, language: Environment.dateLanguage, pattern: options.value(.dateFormat))
    var contents = try EntryContents(
      catalogue, template: template, form: form, named: file.name(options),
      dates: try options.shownDates())
    contents.showsSecrets = options.has(.showSecrets)
    let pager = Pager.start(options)
    if pager != nil, style.showsLinks, !Pager.passesLinks { style.showsLinks = false }
    contents.findsLinks = style.showsLinks
    if options.has(.json) {
      let object = ItemObject(
        catalogue: catalogue, book: AddressBook(catalogue), fileName: file.name(options),
        form: form, showsPaths: options.has(.paths))
      try OutlineObjects(object: object, output: output).print(page)
    } else {
      try OutlinePrinter(
        catalogue, contents: contents, form: form, style: style,
        showsPaths: options.has(.paths), output: output
      ).print(page)
    }
    try output.flush()
    pager?.finish()
    return output.hasWritten ? .found : .notFound
  }

  private func parts(
    of catalogue: Catalogue, _ filing: EntryFiling?, _ file: InputFile
  ) throws(Failure) -> [ShownPart] {
    let (depth, addresses) = (options.number(.depth), options.operands.dropFirst())
    guard let filing else {
      return parts(try items(at: addresses, in: catalogue, of: file), of: catalogue, depth: depth)
    }
    try filing.check(catalogue, named: file.name(options))
    return LetterShowing(
      catalogue: catalogue, filing: filing, options: options,
      titles: try addresses.map(options.text)
    ).parts(depth: depth)
  }

  /// What is printed: fields with `--fields`; else the rows of sections, and the fields of entries.
  private func parts(_ items: [Item], of catalogue: Catalogue, depth: Int?) -> [ShownPart] {
    if options.has(.fields) {
      return (items.isEmpty ? [.section(.root)] : items).map { .fields(of: $0) }
    }
    let isExpanded = options.has(.expanded)
    let sectioning = isExpanded ? Sectioning(catalogue).showingHidden() : Sectioning(catalogue)
    if options.has(.accordion) {
      let open = items.last ?? catalogue.root.items.first { !$0.isEntry }
      return [.rows(Rows(sectioning, state: closed(but: open, in: sectioning)))]
    }
    let limit = options.has(.collapsed) ? 1 : depth ?? .max
    return (items.isEmpty ? [.section(.root)] : items).map { item in
      switch item {
      case .entry: return .fields(of: item)
      case .section(let section):
        var state =
          limit == .max && !isExpanded
          ? OutlineState(startingIn: catalogue)
          : deeper(than: limit, below: section, in: sectioning)
        // A section that is asked for is open, even if the file says that it is closed.
        if limit == .max { state.reveal(sectioning.path(to: item) ?? [], in: sectioning) }
        return .rows(Rows(sectioning, state: state, under: item.heading ?? .top))
      }
    }
  }

  private func items(
    at addresses: ArraySlice<FilePath>, in catalogue: Catalogue, of file: InputFile
  ) throws(Failure) -> [Item] {
    let book = AddressBook(catalogue)
    var items: [Item] = []
    for address in addresses {
      let address = try options.text(of: address)
      do {
        items.append(
          try ValuePath.isPath(address) ? book.item(atPath: address) : book.item(at: address))
      } catch {
        throw Failure(
          naming: "\(file.name(options)): \(error)")
      }
    }
    return items
  }

  /// A state in which all sections are closed except those on the path to an item.
  private func closed(but item: Item?, in sectioning: Sectioning) -> OutlineState {
    var state = OutlineState()
    for heading in sectioning.headings { state.close(heading) }
    state.reveal(item.flatMap(sectioning.path) ?? [], in: sectioning)
    return state
  }

  /// A state in which the sections at level `limit` and deeper are closed.
  private func deeper(
    than limit: Int, below top: Section.ID, in sectioning: Sectioning
  ) -> OutlineState {
    var state = OutlineState()
    if limit == .max { return state }
    let catalogue = sectioning.catalogue
    // Below the root, the outermost sections are the first level; a section is its own first level.
    let first = top == .root ? 1 : catalogue.sections[top].depth
    for section in catalogue.sections where section.depth - first + 1 >= limit {
      state.close(.section(section.id))
    }
    return state
  }
}

/// The output of `cardex show --by-letter`: entries under the labels of an alphabetic index.
struct LetterShowing {
  let catalogue: Catalogue
  let filing: EntryFiling
  let options: ParsedOptions
  /// The requested labels; none means all.
  let titles: [String]

  /// The parts to print.
  ///
  /// - Parameter depth: The number of levels to show, if given: labels, and entries.
  func parts(depth: Int?) -> [ShownPart] {
    let listing = filing.listing(of: catalogue) { _, _ in }
    let sectioning = Sectioning(catalogue, letters: listing)
    let wanted = titles.compactMap { heading(titled: $0, in: sectioning) }
    var state = OutlineState()
    if options.has(.accordion) {
      if let open = wanted.last ?? sectioning.headings.first {
        state.closeOthers(than: open, in: sectioning)
      }
      return [.rows(Rows(sectioning, state: state))]
    }
    if options.has(.collapsed) || depth == 1 {
      for heading in sectioning.headings { state.close(heading) }
    }
    return (wanted.isEmpty ? [.top] : wanted).map {
      .rows(Rows(sectioning, state: state, under: $0))
    }
  }

  /// The label that a title refers to, or the nearest one, which is reported.
  private func heading(titled title: String, in sectioning: Sectioning) -> Heading? {
    let wanted = Heading.letter(filing.names.letter(named: title))
    guard let nearest = sectioning.letter(nearest: wanted) else { return nil }
    if nearest != wanted, let letter = nearest.letter {
      let name = filing.names.index[letter].text
      Diagnostics.report("no entries under '\(title)'; the nearest is \(name)")
    }
    return nearest
  }
}
