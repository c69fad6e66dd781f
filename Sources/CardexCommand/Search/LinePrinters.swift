import Catalogues
import Editing
import Exchange
import Grammar
import ICUText
import Language
import Outlines
import Presentation
import PropertyLists
import Searching
import Terminal

/// Prints one entry per line: `ADDRESS TAB DETAIL`, preceded by the file's name and the position if
/// requested.
struct LinePrinter: HitPrinter {
  private let context: HitContext
  private let window: ContextWindow

  init(_ context: HitContext) {
    self.context = context
    window = ContextWindow(context)
  }

  func print(_ entry: Entry.ID) throws(Failure) {
    for line in window.lines(for: entry) { try print(line) }
  }

  func print(_ section: Section.ID) throws(Failure) {
    for line in window.lines(for: section) { try print(line) }
  }

  func finish() throws(Failure) {
    for line in window.remainder() { try print(line) }
  }

  private func print(_ line: ContextWindow.Line) throws(Failure) {
    switch line {
    case .gap: try context.write("--")
    case .item(.entry(let entry), let isMatch): try print(entry, isMatch: isMatch)
    case .item(.section(let section), let isMatch): try print(section, isMatch: isMatch)
    }
  }

  private func print(_ section: Section.ID, isMatch: Bool) throws(Failure) {
    let texts = context.texts(of: section, isMatch: isMatch)
    try context.writePrefix(of: .section(section), separator: isMatch ? ":" : "-")
    var line = StyledText(isColored: context.outlineStyle.isColored)
    line.append(value: texts.address.value, highlights: texts.address.matches)
    line.append("\t")
    let count = Row.Text("(\(context.catalogue.entryCount(of: section)))")
    append(detail: texts.field ?? count, to: &line)
    try context.write(line)
  }

  private func print(_ entry: Entry.ID, isMatch: Bool) throws(Failure) {
    let texts = context.texts(of: entry, isMatch: isMatch)
    try context.writePrefix(of: .entry(entry), separator: isMatch ? ":" : "-")
    var line = StyledText(isColored: context.outlineStyle.isColored)
    let address = context.book.address(of: .entry(entry))
    line.append(
      value: address, highlights: HitContext.matches(in: texts.label, atEndOf: address))
    if context.catalogue.hasDetails || texts.detail != nil {
      line.append("\t")
      if let detail = texts.detail { append(detail: detail, to: &line) }
    }
    try context.write(line)
  }

  private func append(detail: Row.Text, to line: inout StyledText) {
    let escaped = VisibleText.escapedField(detail.value)
    // Ranges are valid only for text that is printed unchanged.
    line.append(value: escaped, highlights: escaped == detail.value ? detail.matches : [])
  }
}

/// Prints the parts that match, one per line.
struct MatchPrinter: HitPrinter {
  let context: HitContext

  func print(_ entry: Entry.ID) throws(Failure) {
    try print(context.matches(in: entry), of: .entry(entry))
  }

  func print(_ section: Section.ID) throws(Failure) {
    try print(context.matches(in: section), of: .section(section))
  }

  private func print(_ matches: [HitMatches.FieldMatch], of item: Item) throws(Failure) {
    for match in matches {
      let utf8 = Array(match.text.utf8)
      for range in match.ranges {
        try context.writePrefix(of: item, separator: ":")
        var line = StyledText(isColored: context.outlineStyle.isColored)
        let part = String(decoding: utf8[range], as: UTF8.self)
        line.append(VisibleText.escapedField(part), style: .match)
        try context.write(line)
      }
    }
  }
}

/// Prints one line per entry according to the user's template.
struct TemplatePrinter: HitPrinter {
  private let context: HitContext
  private let template: Template
  private let values: TemplateValues

  init(_ context: HitContext, _ template: Template) {
    self.context = context
    self.template = template
    values = TemplateValues(
      context.catalogue, book: context.book, fileName: context.fileName,
      dates: context.configuration.dates, quote: Quoting.quoted)
  }

  func print(_ entry: Entry.ID) throws(Failure) {
    let line = template.filledBytes { placeholder in
      // File names are printed as they are, here as elsewhere.
      placeholder.name == TemplateValues.fileName
        ? context.fileName.printed
        : Array(VisibleText.shown(values.text(of: placeholder, in: entry)).utf8)
    }
    try context.output.write(part: line)
    try context.output.write(end: context.configuration.lineEnd)
  }
}

/// Prints results for mutt's `query_command`: a line that mutt shows, then
/// `ADDRESS TAB NAME TAB MORE` for each mail address of the entries found.
struct MuttPrinter: HitPrinter {
  let context: HitContext

  func print(_ entry: Entry.ID) throws(Failure) {
    let fields = EntryRecords(catalogue: context.catalogue, fields: .all).searchedFields(of: entry)
    try print(
      fields, named: context.catalogue.label(of: entry), in: context.catalogue.section(of: entry))
  }

  func print(_ section: Section.ID) throws(Failure) {
    let fields = SectionRecords(catalogue: context.catalogue, fields: .all)
      .searchedFields(of: section)
    try print(
      fields, named: context.catalogue.fullTitle(of: section) ?? "",
      in: context.catalogue.sections[section].parent)
  }

  /// Prints the mail addresses among an item's texts.
  private func print(
    _ fields: [EntryRecords.Field], named name: String, in parent: Section.ID
  ) throws(Failure) {
    try printMessage()
    let section = context.book.address(of: .section(parent))
    let name = VisibleText.shown(name)
    for address in context.catalogue.document.mailAddresses(in: fields) {
      let line = "\(VisibleText.shown(address))\t\(name)\t\(section)"
      try context.write(line)
    }
  }

  func finish() throws(Failure) { try printMessage() }

  /// Prints the message, once for all files: mutt takes only the first line as a message.
  private func printMessage() throws(Failure) {
    guard !context.output.hasWritten else { return }
    try context.write("Addresses found by cardex")
  }
}

extension HitContext {
  /// Writes the file's name and the position, if requested.
  func writePrefix(of item: Item, separator: String) throws(Failure) {
    if printsName {
      try writeName()
      if configuration.endsNamesWithNull {
        try output.write(end: .null)
      } else {
        try output.write(separator)
      }
    }
    if configuration.showsPositions {
      var line = StyledText(isColored: outlineStyle.isColored)
      line.append(book.position(of: item), style: .position)
      line.append(separator)
      try output.write(line)
    }
  }

  func write(_ line: StyledText) throws(Failure) {
    try output.write(line)
    try output.write(end: configuration.lineEnd)
  }

  func write(_ line: String) throws(Failure) {
    try output.write(line)
    try output.write(end: configuration.lineEnd)
  }

  /// Writes the file's name.
  func writeName() throws(Failure) {
    try output.write(part: fileName.printed, style: outlineStyle.isColored ? .file : nil)
  }
}

extension PropertyListDocument {
  /// The mail addresses among some texts.
  fileprivate func mailAddresses(in fields: [EntryRecords.Field]) -> [String] {
    fields.map { text(of: $0.node) }
      .filter { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        // Not `xmpp:ann@example.org`, nor `https://ann@example.org/`.
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
          && !text.contains { $0.isWhitespace || $0 == ":" || $0 == "/" }
      }
  }
}

/// Prints one JSON object per line for each entry and section.
struct JSONPrinter: HitPrinter {
  let context: HitContext

  func print(_ entry: Entry.ID) throws(Failure) {
    let label = context.configuration.filing.map { filing in
      filing.names.index[filing.letter(of: entry, in: context.catalogue)].text
    }
    try print(object.members(of: entry, letter: label), matches: context.matches(in: entry))
  }

  func print(_ section: Section.ID) throws(Failure) {
    try print(object.members(of: section), matches: context.matches(in: section))
  }

  private var object: ItemObject {
    ItemObject(catalogue: context.catalogue, book: context.book, fileName: context.fileName)
  }

  private func print(
    _ members: ItemObject.Members, matches: [HitMatches.FieldMatch]
  ) throws(Failure) {
    let ranges = matches.flatMap { match in
      match.ranges.map { range in
        JSON.object(
          [(key: "field", value: JSON.string(match.path))]
            + (match.isKey ? [(key: "key", value: "true")] : []) + [
              (key: "start", value: String(range.lowerBound)),
              (key: "end", value: String(range.upperBound)),
            ])
      }
    }
    let object = JSON.object(members + [(key: "matches", value: JSON.array(ranges))])
    try context.write(object)
  }
}
