import Catalogues
import Commands
import Outlines
import Platform

/// `cardex show`: the outline of a catalogue, a section of it, or an entry with all its fields.
struct ShowCommand {
  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    var style = try Terminal.outlineStyle(options)
    style.rowStyle = try options.rowStyle()
    style.isGrouped = options.has(.grouped)
    let template = try options.detailTemplate()
    let depth = try options.number(.depth)
    if depth == 0 { throw Failure("--depth takes a whole number of 1 or more, not '0'") }
    let given: [OptionName] = [.collapsed, .depth, .accordion].filter(options.has)
    if given.count > 1 {
      let names = given.map { "--" + $0.rawValue }.joined(separator: " and ")
      throw Failure("\(names) cannot be used together")
    }
    if options.has(.accordion), options.operands.count > 2 {
      throw Failure("--accordion opens one section; there is more than one ADDRESS")
    }
    _ = try ShownPage.page(options)
    let filing = try options.filing()
    let file = try InputFile.files(Array(options.operands.prefix(1)))[0]
    let catalogue = try CatalogueLoader.load(file, options)
    let looks = try EntryLooks(catalogue, template: template, named: file.name(options))
    if let filing {
      try filing.check(catalogue, named: file.name(options))
      let index = LetterShowing(
        catalogue, filing, options, titles: try options.operands.dropFirst().map(options.text))
      return try print(index.parts(depth: depth), of: catalogue, in: file, style, looks)
    }
    let items = try self.items(at: options.operands.dropFirst(), in: catalogue, of: file)
    let parts = parts(items, of: catalogue, depth: depth)
    return try print(parts, of: catalogue, in: file, style, looks)
  }

  private func print(
    _ parts: [ShownPart], of catalogue: Catalogue, in file: InputFile, _ style: OutlineStyle,
    _ looks: EntryLooks
  ) throws(Failure) -> ExitStatus {
    let page = try ShownPage(of: parts, in: catalogue, options, fileName: file.name(options))
    let pager = Pager.start(options)
    let isIndex = try options.filing() != nil
    try OutlinePrinter(
      catalogue, looks: looks, isIndex: isIndex, style: style, output: output
    ).print(page)
    try output.flush()
    pager?.finish()
    return output.hasWritten ? .found : .notFound
  }

  private func parts(_ items: [Item], of catalogue: Catalogue, depth: Int?) -> [ShownPart] {
    if options.has(.accordion) {
      let open = items.last ?? catalogue.root.items.first { isSection($0) }
      return [ShownPart(.section(.root), closed: closed(in: catalogue, but: open))]
    }
    let limit = options.has(.collapsed) ? 1 : depth ?? .max
    return (items.isEmpty ? [.section(.root)] : items).map { item in
      ShownPart(item, closed: deeper(than: limit, below: item, in: catalogue))
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
        items.append(try book.item(at: try Address(address)))
      } catch {
        throw Failure(
          naming: "\(file.name(options)): \(error)")
      }
    }
    return items
  }

  private func isSection(_ item: Item) -> Bool {
    if case .section = item { true } else { false }
  }

  /// All sections except those on the path to an item.
  private func closed(in catalogue: Catalogue, but item: Item?) -> Set<Section.ID> {
    let open: [Section.ID] =
      switch item {
      case .section(let section)?: catalogue.path(to: section)
      case .entry(let entry)?: catalogue.path(to: catalogue.section(of: entry))
      case nil: []
      }
    return Set(catalogue.sections.map(\.id)).subtracting(open)
  }

  /// The sections that are `limit` or more levels below an item.
  private func deeper(
    than limit: Int, below item: Item, in catalogue: Catalogue
  ) -> Set<Section.ID> {
    guard limit != .max, case .section(let top) = item else { return [] }
    // Below the root, the outermost sections are the first level; a section is its own first level.
    let first = top == .root ? 1 : catalogue.sections[top].depth
    return Set(catalogue.sections.filter { $0.depth - first + 1 >= limit }.map(\.id))
  }
}
