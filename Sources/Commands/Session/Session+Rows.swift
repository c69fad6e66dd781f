import Catalogues
import Outlines
import Platform

/// How a session draws the rows of entries.
struct RowOptions {
  /// Where details appear; `nil` lets each row choose.
  var style: RowStyle?
  /// Whether groups of adjacent entries have rules above and below them.
  var isGrouped = false
  /// The template for details; `nil` means the one that the catalogue is read with.
  var detail: Template?
}

extension Session {
  /// The rows of the catalogue as it is now.
  var itemRows: ItemRows {
    let looks = EntryLooks(
      catalogue, template: rowOptions.detail, book: book, fileName: ByteText(file.path))
    return ItemRows(
      catalogue, looks: looks, form: form, isASCII: output.style.isASCII)
  }

  /// A template, after checking that entries have its fields.
  func detailTemplate(_ text: String) throws(SessionError) -> Template {
    let template: Template
    do throws(Template.Problem) {
      template = try Template(text)
    } catch {
      throw .template(text, error)
    }
    do throws(UnknownFieldKey) {
      try catalogue.checkFields(of: template)
    } catch {
      throw .fieldKey(error)
    }
    return template
  }

  /// The outline with room for the numbers before each line.
  var numberedOutline: Outline {
    var style = output.style
    style.width = style.width.map { max($0 - Session.noNumber.count, 1) }
    style.rowStyle = rowOptions.style
    style.isGrouped = rowOptions.isGrouped
    return Outline(style: style)
  }

  /// What is written in place of a number.
  static let noNumber = "      "

  /// Writes a line with the next number, which names the item from now on.
  func write(numbered line: String, _ item: Item) throws(SessionError) {
    let number = String(listing.items.count + 1)
    let padding = String(repeating: " ", count: max(4 - number.utf8.count, 0))
    var prefix = StyledText(isColored: output.style.isColored)
    prefix.append(padding + number, style: .count)
    prefix.append("  ")
    try write(line: prefix.text + line)
    // A line that could not be printed has no number.
    listing.items.append(item)
    hasNumberedLines = true
  }

  /// Writes a line that has no number.
  func write(unnumbered line: String) throws(SessionError) {
    try write(line: Session.noNumber + line)
  }

  /// Writes the rows of a group of adjacent entries, with their numbers.
  ///
  /// - Parameters:
  ///   - begins: Whether the group begins here rather than on the page before.
  ///   - ends: Whether the group ends here rather than on a later page.
  func write(
    _ rows: [(row: OutlineRow, entry: Entry.ID)], begins: Bool, ends: Bool
  ) throws(SessionError) {
    guard let depth = rows.first?.row.depth else { return }
    let outline = numberedOutline
    let columns = outline.columns(of: rows.map(\.row))
    let rule = rowOptions.isGrouped ? outline.rule(depth: depth, in: columns) : nil
    if begins, let rule { try write(unnumbered: rule) }
    for (row, entry) in rows {
      let lines = outline.lines(for: row, in: columns)
      try write(numbered: lines.line, .entry(entry))
      for line in lines.below { try write(unnumbered: line) }
    }
    if ends, let rule { try write(unnumbered: rule) }
  }
}

extension Catalogue {
  /// Whether the row shown before or after an entry is an entry of the same section.
  ///
  /// - Parameter step: -1 for the row before, 1 for the row after.
  func hasShownEntry(beside entry: Entry.ID, step: Int) -> Bool {
    let whole = sections[section(of: entry)]
    var position = position(of: .entry(entry)) + step
    while position >= 0, position < whole.itemCount {
      guard case .entry(let other) = whole.item(at: position) else { return false }
      if !isHidden(other) { return true }
      position += step
    }
    return false
  }
}
