import Catalogues
import Forms
import Outlines
import Presentation

/// Prints sections, labels and entries of a catalogue as an outline.
struct OutlinePrinter {
  private let catalogue: Catalogue
  private let contents: EntryContents
  private let form: Form?
  private let outline: Outline
  private let output: Output

  /// - Parameters:
  ///   - contents: What entries show.
  ///   - form: The catalogue as a form, if it is one.
  init(
    _ catalogue: Catalogue, contents: EntryContents, form: Form?, style: OutlineStyle,
    output: Output
  ) {
    self.catalogue = catalogue
    self.contents = contents
    self.form = form
    outline = Outline(style: style)
    self.output = output
  }

  func print(_ page: ShownPage) throws(Failure) {
    for part in page.parts {
      switch part {
      case .fields(let item): try printFields(of: item)
      case .rows(let rows, let range): try print(range ?? 0..<rows.count, of: rows)
      }
    }
    if let note = page.note {
      try output.write(line: outline.note("\(outline.style.ellipsis) \(note)"))
    }
  }

  private func print(_ range: Range<Int>, of rows: Rows) throws(Failure) {
    let builder = RowBuilder(rows.sectioning, contents: contents, form: form)
    let top = range.lowerBound == 0 ? outline.top(of: rows, by: builder) : []
    let lines = OutlineLines(
      range, of: rows, by: builder, outline, below: top, isWhole: true, alignedRows: 1000)
    for line in lines { try output.write(line: line.text) }
  }

  private func printFields(of item: Item) throws(Failure) {
    try output.write(line: outline.note(AddressBook(catalogue).fullAddress(of: item)))
    let builder = RowBuilder(Sectioning(catalogue), contents: contents)
    let fields =
      switch item {
      case .entry(let entry): builder.fields(of: entry)
      case .section(let section): builder.allFields(of: section)
      }
    for line in outline.lines(of: fields) { try output.write(line: line) }
  }
}
