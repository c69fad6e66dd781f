import Catalogues
import ICUText
import Outlines

/// `cardex sections`: the section index.
struct SectionsCommand {
  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    let isColored = try Terminal.usesColor(options)
    try options.expectOperands(atMost: 1)
    let file = try InputFile.files(options.operands)[0]
    let catalogue = try CatalogueLoader.load(file, options)
    let sections = catalogue.sections.dropFirst()
    let pager = Pager.start(options)
    if options.has(.strip) {
      let titles = sections.filter { $0.depth == 1 }.map { section in
        VisibleText.shown(catalogue.title(of: section.index) ?? "#\(section.positionInParent + 1)")
      }
      if !titles.isEmpty { try output.write(line: titles.joined(separator: " ")) }
    } else {
      let book = AddressBook(catalogue)
      let names = sections.map { book.address(of: .section($0.index)) }
      let column = names.map { DisplayWidth.of($0) }.max() ?? 0
      for (name, section) in zip(names, sections) {
        var line = StyledText(isColored: isColored)
        line.append(value: name, style: .title)
        // Columns for people, tabs for programs.
        if Terminal.isOutput { line.pad(to: column + 2) } else { line.append("\t") }
        line.append(String(catalogue.shownEntryCount(of: section.index)), style: .count)
        try output.write(line: line.text)
      }
    }
    try output.flush()
    pager?.finish()
    return sections.isEmpty ? .notFound : .found
  }
}

extension ParsedOptions {
  /// - Throws: `Failure` if there are more operands than a command takes.
  func expectOperands(atMost count: Int) throws(Failure) {
    if operands.count > count { throw Failure("unexpected operand '\(operands[count])'") }
  }
}
