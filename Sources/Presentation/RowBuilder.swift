package import Catalogues
package import Forms
import ICUText
package import PropertyLists

/// Makes the rows of a catalogue: what they show of headings, entries and fields.
package struct RowBuilder {
  private let sectioning: Sectioning
  private let contents: EntryContents
  private let form: Form?
  /// The matches to show in entries that were found, if they were.
  private let hits: HitMatches?
  private let book: AddressBook?
  /// Whether rows of entries that were found or have changed begin with their positions.
  package var showsPositions = false
  /// Whether headings have the titles of sections, not their addresses.
  private var showsTitles = false
  /// Whether rows of a form are open, for the rows that were opened or closed in the list.
  package var openRows: [Entry.ID: Bool] = [:]

  private var catalogue: Catalogue { sectioning.catalogue }

  /// - Parameters:
  ///   - contents: What entries show.
  ///   - form: The catalogue as a form, if it is one.
  ///   - hits: The search that found the entries, if they were found.
  ///   - book: The source of the addresses by which sections are named above entries that were
  ///     found or have changed. Rows of a form are like other entries there.
  package init(
    _ sectioning: Sectioning, contents: EntryContents, form: Form? = nil, hits: HitMatches? = nil,
    book: AddressBook? = nil
  ) {
    self.sectioning = sectioning
    self.contents = contents
    self.form = form
    self.hits = hits
    self.book = book
  }

  /// A builder of the rows of entries that were found, with the same contents.
  package func showing(_ found: Sectioning, hits: HitMatches, book: AddressBook) -> RowBuilder {
    var builder = RowBuilder(found, contents: contents, form: form, hits: hits, book: book)
    builder.showsTitles = true
    return builder
  }

  // MARK: Headings

  package func row(of heading: Heading, depth: Int, isExpanded: Bool) -> Row {
    if let book, !sectioning.isOwn {
      return Row(
        .heading, depth: depth, label: Row.Text(address(of: heading, book)),
        count: Row.Count(
          sectioning.entryCount(under: heading), of: heading.section.map(total)))
    }
    switch heading {
    case .section(let section):
      let isEmpty = catalogue.sections[section].itemCount == 0
      return Row(
        .section, depth: depth, label: Row.Text(name(of: .section(section))),
        detail: catalogue.titleDetail(of: section).map { Row.Text($0) },
        count: isEmpty ? nil : Row.Count(catalogue.entryCount(of: section)),
        isExpanded: isEmpty || !sectioning.canClose(heading) ? nil : isExpanded)
    case .letter(let letter):
      return Row(
        .section, depth: depth, label: Row.Text(sectioning.letters?[letter].text ?? ""),
        count: Row.Count(sectioning.entryCount(under: heading)), isExpanded: isExpanded)
    case .top, .news, .sectionNews, .letterNews:
      return Row(.heading, depth: depth, label: Row.Text(""))
    }
  }

  private func total(of section: Section.ID) -> Int { catalogue.sections[section].entryCount }

  /// The text of a heading above entries that were found or have changed.
  private func address(of heading: Heading, _ book: AddressBook) -> String {
    switch heading {
    case .top: ""
    case .section(let section) where showsTitles: titles(of: section).joined(separator: "/")
    case .section(let section): book.fullAddress(of: .section(section))
    case .letter(let letter): sectioning.letters?[letter].text ?? ""
    case .news(let news): news.rawValue
    case .sectionNews(let section, let news):
      "\(news.rawValue) in \(address(of: .section(section), book))"
    case .letterNews(let letter, let news):
      "\(news.rawValue) under \(address(of: .letter(letter), book))"
    }
  }

  /// The titles of a section and of the sections around it, the outermost first.
  private func titles(of section: Section.ID) -> [String] {
    let parent = catalogue.parent(of: .section(section))
    return (parent == .root ? [] : titles(of: parent)) + [name(of: .section(section))]
  }

  /// The row above a section's items, if it has a header besides its title, or above all rows.
  package func header(of heading: Heading, depth: Int) -> Row? {
    let section = heading == .top && sectioning.isOwn ? .root : heading.section
    return section.flatMap(catalogue.header).map {
      Row(.header, depth: depth, label: Row.Text(catalogue.shownTitle($0)))
    }
  }

  /// The row below a section's items.
  package func footer(of heading: Heading, depth: Int) -> Row {
    let text = catalogue.footer(of: heading.section ?? .root) ?? ""
    return Row(.footer, depth: depth, label: Row.Text(catalogue.shownTitle(text)))
  }

  // MARK: Entries

  package func row(of entry: Entry.ID, depth: Int) -> Row {
    let content = contents.content(of: entry)
    let label = content.label ?? name(of: .entry(entry))
    var row: Row
    if let hits {
      let texts = hits.texts(of: entry, label: label, detail: content.detail)
      row = Row(
        .entry, depth: depth, label: texts.label, detail: texts.detail, style: content.style)
      // Another field may be in place of the detail.
      if content.leadsWithControl || texts.detail?.value == content.detail {
        row.control = content.control
      }
    } else {
      row = Row(
        .entry, depth: depth, label: Row.Text(label), detail: content.detail.map { Row.Text($0) },
        style: content.style)
      row.control = content.control
    }
    if contents.findsLinks, let detail = row.detail {
      row.detail?.link = link(from: detail, of: entry)
    }
    row.leadsWithControl = content.leadsWithControl
    (row.accessory, row.indentationLevel) = (content.accessory, content.indentationLevel)
    if showsPositions { row.position = book?.position(of: .entry(entry)) }
    guard book == nil, let form = form?.row(entry) else { return row }
    row.kind = .formRow
    row.isExpanded =
      form.isDisclosable ? sectioning.showsHidden || openRows[entry] ?? form.isExpanded : nil
    if sectioning.isOwn { row.depth += form.level }
    return row
  }

  /// Where the detail of an entry leads to.
  private func link(from detail: Row.Text, of entry: Entry.ID) -> Link? {
    let node = catalogue.detailNode(of: entry)?.node
    let key = catalogue.fields(of: entry).first { $0.value == node }?.key
    return Link(detail.value, isTelephone: key.map(UsualNames.meansTelephones) ?? false)
  }

  /// The label or title of an item, or its position if it has neither.
  private func name(of item: Item) -> String {
    let name = catalogue.shownName(of: item)
    return name.isEmpty ? "#\(catalogue.position(of: item) + 1)" : name
  }
}

// MARK: Fields

/// A field of an entry or a section as a row, with the rows of the fields in it.
package struct FieldRow: Sendable {
  package var row: Row
  package let value: NodeIndex
  package var fields: [FieldRow]

  /// The same, indented by one level less.
  package var outdented: FieldRow {
    var result = self
    result.row.depth -= 1
    result.fields = fields.map(\.outdented)
    return result
  }
}

extension RowBuilder {
  /// The fields of an entry. The value of a secret field is masked.
  package func fields(of entry: Entry.ID) -> [FieldRow] {
    if let fields = catalogue.localizedFields(of: catalogue.value(of: entry)) {
      return rows(of: fields.map { ($0.name, $0.value) }, depth: 1)
    }
    let fields = catalogue.fields(of: entry).filter {
      $0.key != VCardMapping.headsKey || !catalogue.document.holdsHeads($0.value)
    }
    let names = FieldPath.names(
      of: fields.map { field in
        ([field.key ?? ""], catalogue.document.kind(of: field.value).isContainer)
      })
    var rows = rows(
      of: zip(names, fields).map { (name: $1.key == nil ? nil : $0, value: $1.value) }, depth: 1)
    let secret = contents.showsSecrets ? nil : catalogue.secret(of: entry)
    for index in rows.indices where rows[index].value == secret {
      rows[index].row.detail = Row.Text(Catalogue.mask)
      rows[index].fields = []
    }
    return rows
  }

  /// The fields of an entry: those that a person enters or reads, and those that only programs use.
  ///
  /// Only the fields of a row of a form or of settings are divided; of other entries, all fields
  /// are read.
  package func dividedFields(of entry: Entry.ID) -> (read: [FieldRow], inner: [FieldRow]) {
    let fields = fields(of: entry)
    guard FormRow(entry, of: form, in: catalogue) != nil else { return (fields, []) }
    let read = fields.filter { FormRow.readKeys.contains($0.row.label.value) }
    if read.isEmpty { return (fields, []) }
    return (read, fields.filter { !FormRow.readKeys.contains($0.row.label.value) })
  }

  /// The fields of the section that rows begin with, if there is one.
  package func fields(above rows: Rows) -> [FieldRow] {
    rows.sectionAtTop.map { fields(of: $0, depth: 1) } ?? []
  }

  /// The fields of a section, except the texts that are its header and its footer.
  package func fields(of section: Section.ID, depth: Int) -> [FieldRow] {
    let whole = catalogue.sections[section]
    let header = catalogue.header(of: section) == nil ? nil : whole.headerNode
    let footer = catalogue.footer(of: section) == nil ? nil : whole.footerNode
    let fields = catalogue.namedFields(of: section).filter {
      $0.value != header && $0.value != footer
    }
    return rows(of: fields.map { (name: $0.name, value: $0.value) }, depth: depth)
  }

  /// All fields of a section, its header and its footer among them.
  package func allFields(of section: Section.ID) -> [FieldRow] {
    rows(
      of: catalogue.namedFields(of: section).map { (name: $0.name, value: $0.value) }, depth: 1)
  }

  /// - Parameters:
  ///   - fields: Values, each with the component of a path that leads to it, if there is one.
  ///   - key: The key of the array that they are in.
  private func rows(
    of fields: [(name: String?, value: NodeIndex)], depth: Int, under key: String? = nil
  ) -> [FieldRow] {
    fields.map { field in
      let key = key ?? field.name
      var detail = Row.Text(description(of: field.value))
      if contents.findsLinks, catalogue.document.scalar(field.value) != nil {
        detail.link = Link(
          detail.value, isTelephone: key.map(UsualNames.meansTelephones) ?? false)
      }
      let isArray = catalogue.document.kind(of: field.value) == .array
      return FieldRow(
        row: Row(
          .field, depth: depth, label: Row.Text(field.name.map(RowBuilder.visible) ?? ""),
          detail: detail),
        value: field.value,
        fields: rows(
          of: children(of: field.value), depth: depth + 1, under: isArray ? key : nil))
    }
  }

  private func children(of value: NodeIndex) -> [(name: String?, value: NodeIndex)] {
    let document = catalogue.document
    switch document.kind(of: value) {
    case .dict:
      return document.members(of: value).map {
        (FieldPath.escaped(document.text(of: $0.key)), $0.value)
      }
    case .array:
      return document.elements(of: value).enumerated().map { (String($0.offset), $0.element) }
    default: return []
    }
  }

  /// A key as it is shown: an empty key as it is written in a command.
  private static func visible(_ name: String) -> String { name.isEmpty ? "\"\"" : name }

  private func description(of value: NodeIndex) -> String {
    let document = catalogue.document
    if let date = contents.dates.text(of: value, in: document) { return date }
    switch document.kind(of: value) {
    case .true: return "true"
    case .false: return "false"
    case .data: return "<\(document.data(at: value)?.count ?? 0) bytes>"
    case .array, .dict: return children(of: value).isEmpty ? "(empty)" : ""
    default: return document.scalar(value).map(document.text) ?? ""
    }
  }
}
