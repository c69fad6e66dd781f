import ICUText
import PropertyLists

/// Something in a catalogue that deserves a look.
package struct Finding: Equatable, Sendable {
  /// What kind of thing it is; the raw value is the code that is printed.
  package enum Code: String, CaseIterable, Sendable {
    case duplicateKey = "duplicate-key"
    case duplicateLabel = "duplicate-label"
    case duplicateTitle = "duplicate-title"
    case missingLabel = "missing-label"
    case missingTitle = "missing-title"
    case emptySection = "empty-section"
    case changingType = "changing-type"
    case impossibleDate = "impossible-date"
    case spaceAtEdge = "space-at-edge"
    case controlCharacter = "control-character"
    case doubtfulEncoding = "doubtful-encoding"
  }

  package let code: Code
  /// Index of the node that it is about.
  package let node: Int
  /// The entry or section that holds the node, if one does.
  package let item: Item?
  package let message: String
}

/// Looks a catalogue through for what deserves a look; nothing it finds is an error of the format.
package struct CatalogueCheck {
  private let catalogue: Catalogue
  private let book: AddressBook
  private let folder = TextFolder()
  private var findings: [Finding] = []
  /// The sections in which a section with a title stands.
  private let sectionsWithTitledItems: Set<Int>

  private var document: PropertyListDocument { catalogue.document }

  private init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    book = AddressBook(catalogue)
    let titled = catalogue.sections.dropFirst().filter { catalogue.title(of: $0.index) != nil }
    sectionsWithTitledItems = Set(titled.map(\.parent))
  }

  /// All findings in document order.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  package static func findings(in catalogue: Catalogue) -> [Finding] {
    var check = CatalogueCheck(catalogue)
    check.checkEncoding()
    for section in catalogue.sections { check.checkSection(section) }
    for entry in 0..<catalogue.entryCount { check.checkEntry(entry) }
    check.checkTypes()
    check.checkKeys()
    return check.findings.sorted { ($0.node, $0.code.rawValue) < ($1.node, $1.code.rawValue) }
  }

  private mutating func add(_ code: Finding.Code, at node: Int, of item: Item?, _ message: String) {
    findings.append(Finding(code: code, node: node, item: item, message: message))
  }

  /// Text in a single-byte encoding that would also be valid UTF-8 is most likely UTF-8.
  private mutating func checkEncoding() {
    let encoding = document.source.encoding
    guard encoding.isDeclared, !encoding.isUTF8, document.source.fileIsValidUTF8 else { return }
    add(
      .doubtfulEncoding, at: document.root, of: nil,
      "declared as \(encoding.name), but the bytes are valid UTF-8; "
        + "if names look wrong, try --encoding UTF-8")
  }

  // MARK: Sections

  private mutating func checkSection(_ section: Section) {
    checkNames(in: section)
    guard section.index != 0, let node = section.titleNode ?? section.node else { return }
    let item = Item.section(section.index)
    if section.itemCount == 0 {
      add(.emptySection, at: node, of: item, "the section has no entries")
    }
    if catalogue.title(of: section.index) == nil, sectionsWithTitledItems.contains(section.parent) {
      add(.missingTitle, at: node, of: item, "the section has no title")
    }
  }

  private mutating func checkNames(in section: Section) {
    var firstItems: [[UInt8]: Item] = [:]
    for item in section.items {
      let (name, node) = nameAndNode(of: item)
      guard !name.isEmpty, let node else { continue }
      let key = folder.fold(name)
      if let first = firstItems[key] {
        let code: Finding.Code
        if case .entry = item { code = .duplicateLabel } else { code = .duplicateTitle }
        add(code, at: node, of: item, "'\(name)' is like \(book.address(of: first))")
      } else {
        firstItems[key] = item
      }
    }
  }

  private func nameAndNode(of item: Item) -> (name: String, node: Int?) {
    switch item {
    case .entry(let entry): (catalogue.label(of: entry), catalogue.labelNode(of: entry))
    case .section(let section):
      (catalogue.title(of: section) ?? "", catalogue.sections[section].titleNode)
    }
  }

  // MARK: Entries

  private mutating func checkEntry(_ entry: Int) {
    let item = Item.entry(entry)
    let label = catalogue.label(of: entry)
    let node = catalogue.labelNode(of: entry) ?? catalogue.value(of: entry)
    if label.allSatisfy(\.isWhitespace) {
      add(.missingLabel, at: node, of: item, "the entry has no label")
    } else if label.first?.isWhitespace == true || label.last?.isWhitespace == true {
      add(.spaceAtEdge, at: node, of: item, "white space at an end of the label")
    }
    for field in catalogue.fields(of: entry) { checkValue(field.value, of: item) }
  }

  private mutating func checkValue(_ value: Int, of item: Item) {
    guard document.kind(of: value) == .string else { return }
    let text = document.text(of: value)
    if let scalar = text.unicodeScalars.first(where: {
      $0.isControl && !"\n\r\t".unicodeScalars.contains($0)
    }) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      add(.controlCharacter, at: value, of: item, "the text holds the control character U+\(code)")
    }
    if isImpossibleDate(text) {
      add(.impossibleDate, at: value, of: item, "'\(text)' is a date that does not exist")
    }
  }

  /// Whether the text has the form `YYYY-MM-DD`, with or without a time, but names no day.
  private func isImpossibleDate(_ text: String) -> Bool {
    let form = text.utf8.prefix(10).map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    guard form == Array("0000-00-00".utf8), text.utf8.count == 10 || text.utf8.count >= 16 else {
      return false
    }
    return PropertyListDate(Array(text.utf8.prefix(10)) + [UInt8(ascii: "Z")]) == nil
  }

  // MARK: Keys

  /// Values of another type than most entries have under the same key.
  private mutating func checkTypes() {
    var counts: [String: [NodeKind: Int]] = [:]
    forEachField { _, key, value in
      counts[key, default: [:]][broadKind(of: value), default: 0] += 1
    }
    let usual = counts.compactMapValues { kinds in
      kinds.count > 1
        ? kinds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key : nil
    }
    guard !usual.isEmpty else { return }
    var unusual: [(entry: Int, key: String, value: Int)] = []
    forEachField { entry, key, value in
      if let kind = usual[key], broadKind(of: value) != kind { unusual.append((entry, key, value)) }
    }
    for (entry, key, value) in unusual {
      let kind = document.kind(of: value).typeName
      let usualName = usual[key]?.typeName ?? ""
      add(
        .changingType, at: value, of: .entry(entry),
        "'\(key)' is \(kind) here and \(usualName) in most entries")
    }
  }

  private func forEachField(_ body: (_ entry: Int, _ key: String, _ value: Int) -> Void) {
    for entry in 0..<catalogue.entryCount
    where document.kind(of: catalogue.value(of: entry)) == .dict {
      for field in catalogue.fields(of: entry) { body(entry, field.key ?? "", field.value) }
    }
  }

  private func broadKind(of value: Int) -> NodeKind {
    let kind = document.kind(of: value)
    return kind == .false ? .true : kind
  }

  /// Keys that stand twice in a dictionary, or have white space at an end.
  private mutating func checkKeys() {
    var reported: Set<String> = []
    var dicts: [Int] = []
    document.forEachDict { dicts.append($0) }
    for dict in dicts {
      for member in document.duplicateMembers(of: dict) {
        let key = document.text(of: member.key)
        add(.duplicateKey, at: member.key, of: nil, "key '\(key)' stands twice in a dictionary")
      }
      checkKeyEdges(of: dict, &reported)
    }
  }

  private mutating func checkKeyEdges(of dict: Int, _ reported: inout Set<String>) {
    for member in document.members(of: dict) {
      let hasEdge = document.withText(of: member.key) { text in
        text.first.map { $0 <= 0x20 } == true || text.last.map { $0 <= 0x20 } == true
      }
      guard hasEdge, reported.insert(document.text(of: member.key)).inserted else { continue }
      add(
        .spaceAtEdge, at: member.key, of: nil,
        "white space at an end of the key '\(document.text(of: member.key))', here and maybe later")
    }
  }
}
