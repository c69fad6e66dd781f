import Catalogues
import Forms
import ICUText
import Platform
import Presentation
import PropertyLists

/// Writes a catalogue as one file of HTML that loads nothing, readable without its script.
///
/// A row is a `<li>` on a line of its own: the label is a `<b>`, the detail an `<i>`, and the other
/// fields that people read are a table that opens; those for programs are in a `<details>` of their
/// own. A row of a form opens the `data-rows` rows after it. A search looks in the text of a field
/// or, if it has one, in its attribute `data-t`; `data-n` marks values that are not strings, and
/// `data-r` has the units of a name with readings (`PageTables`). With more than 5,000 entries,
/// rows are inside `<noscript>`, where they take no time; the script makes them when they come into
/// view.
struct PageEncoder {
  let page: Page
  let catalogue: Catalogue
  let document: PropertyListDocument
  let builder: RowBuilder
  private let closed: OutlineState
  /// The language of most labels, if their script tells it.
  private let language: String?
  private var tables: PageTables
  /// Whether keys mean telephone numbers, as far as it is known.
  private var telephones: [String: Bool] = [:]
  var losses = Losses()

  static let mostElements = 5000

  init(_ page: Page) {
    self.page = page
    catalogue = page.catalogue
    document = catalogue.document
    builder = RowBuilder(page.rows.sectioning, contents: page.contents, form: page.form)
    closed = OutlineState(startingIn: catalogue)
    language = TextLanguage.most(of: catalogue.entries.prefix(1000).lazy.map(catalogue.label))
    tables = PageTables(page)
  }

  var isLarge: Bool { catalogue.entryCount > PageEncoder.mostElements }

  mutating func encode(to sink: TextSink) throws {
    let style = PackageResources.page_css
    let script = [
      PackageResources.search_js, PackageResources.page_js, PackageResources.folding_js,
      PackageResources.card_js, PackageResources.strip_js, PackageResources.start_js,
    ].flatMap(\.self)
    for (index, part) in PageEncoder.template.enumerated() {
      guard index % 2 == 1 else {
        sink.append(part)
        continue
      }
      switch part {
      case "direction": sink.append(isRightToLeft ? "rtl" : "ltr")
      case "title": show(page.title, to: sink)
      case "style": sink.append(style)
      case "script": sink.append(script)
      case "style hashes":
        sink.append(PageEncoder.policy(style))
        if !page.styleSheet.isEmpty {
          sink.append(" ")
          sink.append(PageEncoder.policy(page.styleSheet))
        }
      case "script hash": sink.append(PageEncoder.policy(script))
      case "own style" where !page.styleSheet.isEmpty:
        sink.append("<style>")
        sink.append(page.styleSheet)
        sink.append("</style>\n")
      case "count":
        sink.append("\(catalogue.entryCount) \(catalogue.entryCount == 1 ? "entry" : "entries")")
      case "index": encodeIndex(to: sink)
      case "classes":
        sink.append(page.style?.rawValue ?? "fitted")
        if page.isGrouped { sink.append(" grouped") }
      case "language": if let language { sink.append(" lang=\"\(language)\"") }
      case "rows": try encodeRows(to: sink)
      case "tables": sink.append(tables.json)
      default: break
      }
    }
  }

  /// The texts of the template, alternating with the names of the parts between them.
  private static let template = String(decoding: PackageResources.page_html, as: UTF8.self)
    .split(separator: "{{", omittingEmptySubsequences: false)
    .flatMap { $0.split(separator: "}}", omittingEmptySubsequences: false) }
    .map { String($0) }

  private static func policy(_ text: [UInt8]) -> String {
    "'sha256-\(Base64.encode(SHA256.hash(text)))'"
  }

  private var isRightToLeft: Bool {
    ["ar", "fa", "he", "ur", "yi"].contains(
      language ?? String(page.locale.name.prefix(while: \.isLetter)))
  }

  // MARK: Sections

  /// The anchors of sections in the page: their titles, if these can be anchors.
  private lazy var anchors: [Heading: String] = {
    var result: [Heading: String] = [:]
    var used: Set<String> = []
    for (number, heading) in page.rows.sectioning.headings.enumerated() {
      let title = self.title(of: heading)
      let isAnchor =
        !title.isEmpty && !title.hasPrefix("section-")
        && !title.unicodeScalars.contains { $0.properties.isWhitespace || $0.isControl }
      let name = isAnchor && used.insert(title).inserted ? title : "section-\(number + 1)"
      result[heading] = name
    }
    return result
  }()

  private func title(of heading: Heading) -> String {
    builder.row(of: heading, depth: 0, isExpanded: true).label.value
  }

  /// The maximum length of titles in an index that is a strip, in characters.
  private static let longestStripTitle = 2

  private mutating func encodeIndex(to sink: TextSink) {
    // Sections without titles have only numbers, by which nobody finds them.
    let titles = page.rows.sectioning.indexTitles.filter { title in
      anchors[title.heading] != nil
        && title.heading.section.map { catalogue.title(of: $0) != nil } ?? true
    }
    guard titles.count > 1 else { return }
    let isStrip = titles.allSatisfy { $0.text.count <= PageEncoder.longestStripTitle }
    sink.append("<nav aria-label=\"Sections\"")
    sink.append(isStrip ? " class=\"strip\">" : ">")
    for title in titles {
      sink.append("<a href=\"#")
      sink.append(PercentEncoding.encoded((anchors[title.heading] ?? "").utf8, keeping: ""))
      sink.append("\">")
      show(title.text, to: sink)
      sink.append("</a>")
    }
    sink.append("</nav>\n")
  }

  private mutating func encodeRows(to sink: TextSink) throws {
    var opensDetails: [Bool] = []
    var isInList = false
    func endList() {
      if isInList { sink.append(isLarge ? "</ul></noscript></div>\n" : "</ul></div>\n") }
      isInList = false
    }
    func close(to depth: Int) {
      while opensDetails.count > depth {
        sink.append(opensDetails.removeLast() ? "</details></section>\n" : "</section>\n")
      }
    }
    encodeFields(builder.fields(above: page.rows), to: sink)
    if let header = builder.header(of: .top, depth: 0) {
      encode(header, as: "header", of: catalogue.header(of: .root), to: sink)
    }
    for run in page.rows.runs(in: 0...) {
      if case .entries = run.content, opensDetails.count == run.depth {} else { endList() }
      close(to: run.depth)
      switch run.content {
      case .heading(let heading, _):
        opensDetails.append(encodeHeading(heading, depth: run.depth, to: sink))
      case .footer(let heading):
        encode(
          builder.footer(of: heading, depth: 0), as: "footer",
          of: catalogue.footer(of: heading.section ?? .root), to: sink)
      case .entries(let entries):
        if !isInList {
          sink.append(
            isLarge ? "<div class=\"rows\"><noscript><ul>\n" : "<div class=\"rows\"><ul>\n")
        }
        isInList = true
        for entry in entries {
          encode(entry, depth: run.depth, to: sink)
          try sink.flushIfFull()
        }
      }
    }
    endList()
    close(to: 0)
  }

  /// - Returns: Whether the section opens and closes, which requires that it may be closed and is
  ///   not empty.
  private mutating func encodeHeading(
    _ heading: Heading, depth: Int, to sink: TextSink
  ) -> Bool {
    let row = builder.row(of: heading, depth: depth, isExpanded: true)
    let header = builder.header(of: heading, depth: depth)
    let section = page.rows.sectioning.isOwn ? heading.section : nil
    let fields = section.map { builder.fields(of: $0, depth: 0) } ?? []
    let hasFooter = section.map { catalogue.footer(of: $0) != nil } ?? false
    let isEmpty = row.count == nil && header == nil && fields.isEmpty && !hasFooter
    let canClose = page.rows.sectioning.canClose(heading) && !isEmpty
    let isOpen = !closed.isClosed(heading, in: page.rows.sectioning)
    sink.append("<section id=\"")
    write(anchors[heading] ?? "", to: sink)
    sink.append(
      canClose
        ? isOpen ? "\"><details open><summary>" : "\"><details><summary>"
        : "\"><div class=\"heading\">")
    let level = min(depth + 2, 6)
    sink.append("<h\(level) class=\"title\"")
    let node = heading.section.flatMap { catalogue.sections[$0].titleNode }.flatMap(document.scalar)
    encodeText(row.label.value, of: node, to: sink)
    sink.append("</h\(level)>")
    if let detail = row.detail {
      sink.append("<small>")
      show(detail.value, to: sink)
      sink.append("</small>")
    }
    sink.append("<span class=\"count\">\(row.count.map { String($0.number) } ?? "")</span>")
    sink.append(canClose ? "</summary>\n" : "</div>\n")
    if let header {
      encode(header, as: "header", of: heading.section.flatMap(catalogue.header), to: sink)
    }
    encodeFields(fields, to: sink)
    return canClose
  }

  /// - Parameter text: The searched text, as it is in the file.
  mutating func encode(
    _ row: Row, as name: String, of text: String?, to sink: TextSink
  ) {
    sink.append("<p class=\"\(name)\"")
    let text = text ?? row.label.value
    if let units = tables.units(of: text) { encodeAttribute("r", units, to: sink) }
    let shown = PageEncoder.shown(row.label.value)
    if shown != text { encodeAttribute("t", text, to: sink) }
    sink.append(">")
    write(shown, to: sink)
    sink.append("</p>\n")
  }

  /// Writes the fields of a section.
  private mutating func encodeFields(_ fields: [FieldRow], to sink: TextSink) {
    let (read, inner) = divided(fields)
    if !read.isEmpty {
      sink.append("<table class=\"fields\">")
      for field in read { encode(field, to: sink) }
      sink.append("</table>\n")
    }
    if inner.isEmpty { return }
    encodeInner(inner, to: sink)
    sink.append("\n")
  }

  /// The fields that people read, and those that are only for programs.
  func divided(_ fields: [FieldRow]) -> (read: [FieldRow], inner: [FieldRow]) {
    let isInner = fields.map { catalogue.isInternal($0.row.label.value, $0.value) }
    guard isInner.contains(true) else { return (fields, []) }
    func part(_ isWanted: Bool) -> [FieldRow] {
      zip(fields, isInner).compactMap { $1 == isWanted ? $0 : nil }
    }
    return (part(false), part(true))
  }

  /// Writes the fields for programs. In large pages, those of entries lack the element that folds
  /// them, which the script adds.
  mutating func encodeInner(
    _ fields: [FieldRow], hiding secret: NodeIndex? = nil, isShort: Bool = false, to sink: TextSink
  ) {
    sink.append(
      isShort
        ? "<table class=\"all\">" : "<details class=\"all\"><summary>All fields</summary><table>")
    for field in fields { encode(field, hiding: secret, to: sink) }
    sink.append(isShort ? "</table>" : "</table></details>")
  }

  // MARK: Texts

  /// Writes the attributes of a text and the text itself.
  ///
  /// - Parameters:
  ///   - isLinked: Whether the text is a link if it can be one.
  ///   - key: The key of the value, if it has one.
  mutating func encodeText(
    _ text: String, of node: ScalarIndex?, isLinked: Bool = false, under key: String? = nil,
    to sink: TextSink
  ) {
    let shown = PageEncoder.shown(text)
    let searched = node.map(searchedText) ?? ""
    if searched != shown { encodeAttribute("t", searched, to: sink) }
    if let node, ![.string, .key].contains(document.kind(of: node.node)) {
      encodeAttribute("n", "", to: sink)
    }
    if let units = tables.units(of: searched) { encodeAttribute("r", units, to: sink) }
    if let own = TextLanguage.language(of: shown), own != language {
      sink.append(" lang=\"\(own)\"")
    }
    sink.append(">")
    let link = isLinked && searched == shown ? link(from: node, shown: shown, under: key) : nil
    if let link {
      sink.append("<a href=\"")
      write(link.address, to: sink)
      sink.append("\">")
    }
    write(shown, to: sink)
    if link != nil { sink.append("</a>") }
  }

  mutating func link(from node: ScalarIndex?, shown: String?, under key: String?) -> Link? {
    guard let node, let shown, [.string, .integer].contains(document.kind(of: node.node)) else {
      return nil
    }
    let isTelephone = if let key { isTelephone(key) } else { false }
    return Link(shown, isTelephone: isTelephone)
  }

  private mutating func isTelephone(_ key: String) -> Bool {
    if let known = telephones[key] { return known }
    let result = UsualNames.meansTelephones(key)
    telephones[key] = result
    return result
  }

  private func encodeAttribute(_ name: StaticString, _ value: String, to sink: TextSink) {
    sink.append(" data-")
    sink.append(name)
    sink.append("=\"")
    write(value, to: sink)
    sink.append("\"")
  }

  /// The searched text of a value: data as base64, all else as it is in the file.
  func searchedText(_ node: ScalarIndex) -> String {
    if let data = document.data(at: node.node) { return Base64.encode(data) }
    var text = ""
    document.withShownText(of: node) { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  private func write(_ text: String, to sink: TextSink) { sink.append(text, PageEncoder.escapes) }

  /// Writes a text for people to read.
  func show(_ text: String, to sink: TextSink) { write(PageEncoder.shown(text), to: sink) }

  /// A text with escapes for control characters, which might reorder the text around them; white
  /// space stays.
  private static func shown(_ text: String) -> String {
    guard text.mayHoldControls, text.holdsControls else { return text }
    return MarkedControls(text).map { scalar, isControl in
      isControl && !"\n\r\t".unicodeScalars.contains(scalar) ? scalar.escape : String(scalar)
    }.joined()
  }

  /// Escapes for HTML. Line ends are among them, so that each row stays on its line.
  private static let escapes = EscapeTable([
    UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;", UInt8(ascii: "&"): "&amp;",
    UInt8(ascii: "\""): "&quot;", 0x0A: "&#10;", 0x0D: "&#13;", 0x00: "\u{FFFD}",
  ])
}
