import Catalogues
import Exchange
import PropertyLists

/// The outline of a file as `DocumentSymbol` values: sections, entries, and the values in these.
struct SymbolList {
  private let file: OpenFile
  private let isNested: Bool
  /// How many more symbols may be sent.
  private var left = 10_000
  /// The symbols so far as JSON, with commas between them.
  private var text = ""

  init(_ file: OpenFile, _ client: Client) {
    self.file = file
    isNested = client.knowsNestedSymbols
  }

  /// `SymbolKind` of the protocol.
  enum SymbolKind: Int {
    case section = 3
    case string = 15
    case number = 16
    case boolean = 17
    case array = 18
    case dictionary = 19
    case null = 21
    case entry = 23
    case date = 24

    init(_ node: NodeIndex, in document: PropertyListDocument) {
      switch document.kind(of: node) {
      case .string where document.isNull(node): self = .null
      case .string, .key, .data: self = .string
      case .integer, .real: self = .number
      case .true, .false: self = .boolean
      case .date: self = .date
      case .array: self = .array
      case .dict: self = .dictionary
      }
    }
  }

  var json: String {
    guard let reading = file.reading else { return "[]" }
    var list = self
    list.appendItems(of: .root, in: reading, around: "")
    return "[" + list.text + "]"
  }

  private mutating func appendItems(
    of section: Section.ID, in reading: Reading, around container: String
  ) {
    for item in reading.catalogue.sections[section].items {
      if left <= 0 { break }
      guard let range = reading.range(of: item) else { continue }
      let name = reading.name(of: item)
      switch item {
      case .section(let inner):
        let title = reading.catalogue.sections[inner].titleNode
        append(
          Symbol(name: name, kind: .section, detail: "", range: range, selected: title),
          in: reading, around: container
        ) { list in list.appendItems(of: inner, in: reading, around: name) }
      case .entry(let entry):
        let symbol = Symbol(
          name: name, kind: .entry, detail: reading.catalogue.detail(of: entry) ?? "",
          range: range, selected: reading.catalogue.labelNode(of: entry)?.node)
        append(symbol, in: reading, around: container) { list in
          list.appendValues(in: reading.catalogue.value(of: entry), of: reading, around: name)
        }
      }
    }
  }

  private mutating func appendValues(
    in container: NodeIndex, of reading: Reading, around outer: String
  ) {
    for (position, child) in reading.children(of: container).enumerated() {
      if left <= 0 { break }
      guard let range = reading.memberRange(of: child.value) else { continue }
      let key = child.key.flatMap(reading.document.key).map(reading.document.exactText)
      let name = key ?? "[\(position)]"
      let symbol = Symbol(
        name: name, kind: SymbolKind(child.value, in: reading.document),
        detail: reading.document.plainText(of: child.value) ?? "", range: range,
        selected: child.key)
      append(symbol, in: reading, around: outer) { list in
        list.appendValues(in: child.value, of: reading, around: name)
      }
    }
  }

  private struct Symbol {
    let name: String
    let kind: SymbolKind
    let detail: String
    let range: Range<Int>
    /// The node that an editor selects when it goes to the symbol.
    let selected: NodeIndex?
  }

  /// Longer names and details are cut off.
  private static let longestText = 200

  private mutating func append(
    _ symbol: Symbol, in reading: Reading, around container: String,
    _ appendChildren: (inout SymbolList) -> Void
  ) {
    left -= 1
    if text.utf8.last == UInt8(ascii: "}") { text += "," }
    // A symbol without a name is an error of the protocol.
    let name = symbol.name.isEmpty ? "–" : SymbolList.shortened(symbol.name)
    text += "{\"name\":\(JSON.string(name)),\"kind\":\(symbol.kind.rawValue)"
    let whole = file.now(symbol.range)
    let range = file.text.json(whole)
    guard isNested else {
      text += ",\"location\":{\"uri\":\(JSON.string(file.uri)),\"range\":\(range)}"
      text += ",\"containerName\":\(JSON.string(container))}"
      return appendChildren(&self)
    }
    var selected = symbol.selected.flatMap(reading.contentRange).map(file.now) ?? whole
    if selected.lowerBound < whole.lowerBound || selected.upperBound > whole.upperBound {
      selected = whole.lowerBound..<whole.lowerBound
    }
    text += ",\"detail\":\(JSON.string(SymbolList.shortened(symbol.detail)))"
    text += ",\"range\":\(range),\"selectionRange\":\(file.text.json(selected))"
    text += ",\"children\":["
    appendChildren(&self)
    text += "]}"
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count > longestText ? String(text.prefix(longestText)) : text
  }
}

extension Reading {
  /// The range of the root.
  var rootRange: Range<Int>? { range(of: document.root) }

  /// The name of an item, or else its position.
  func name(of item: Item) -> String {
    let name = catalogue.name(of: item)
    if !name.isEmpty { return name }
    return "#\(catalogue.position(of: item) + 1)"
  }

  /// The range of an item, with its key.
  func range(of item: Item) -> Range<Int>? {
    switch item {
    case .entry(let entry): return memberRange(of: catalogue.value(of: entry))
    case .section(let section):
      let whole = catalogue.sections[section]
      if let node = whole.node, let range = memberRange(of: node) { return range }
      // A section without a node of its own extends from its first item to its last.
      let ranges = [whole.items.first { _ in true }, whole.items.reversed().first]
        .compactMap { $0 }.compactMap(range)
      guard let start = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
      else { return nil }
      return start..<end
    }
  }
}
