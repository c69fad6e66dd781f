import Catalogues
import Exchange
import PropertyLists

/// The outline of a file as `DocumentSymbol` values: sections, entries, and the values in these.
struct SymbolList {
  private let file: OpenFile
  private let isNested: Bool
  /// How many are still made: an editor is of no use with more.
  private var left = 10_000
  private var flat: [String] = []

  init(_ file: OpenFile, _ client: Client) {
    self.file = file
    isNested = client.knowsNestedSymbols
  }

  /// `SymbolKind` of the protocol.
  enum Kind: Int {
    case section = 3
    case string = 15, number = 16, boolean = 17, array = 18, dictionary = 19, null = 21
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
    let symbols = list.items(of: .root, in: reading, around: "")
    return JSON.array(isNested ? symbols : list.flat)
  }

  private mutating func items(
    of section: Section.ID, in reading: Reading, around container: String
  ) -> [String] {
    var result: [String] = []
    for item in reading.catalogue.sections[section].items {
      if left <= 0 { break }
      guard let range = reading.range(of: item) else { continue }
      let name = reading.name(of: item)
      let (kind, chosen, detail): (Kind, NodeIndex?, String)
      switch item {
      case .section(let inner):
        (kind, detail) = (.section, "")
        chosen = reading.catalogue.sections[inner].titleNode
      case .entry(let entry):
        kind = .entry
        chosen = reading.catalogue.labelNode(of: entry)?.node
        detail = reading.catalogue.detail(of: entry) ?? ""
      }
      result.append(
        symbol(name, kind, detail, range, chosen, in: reading, around: container) { list in
          switch item {
          case .section(let inner): list.items(of: inner, in: reading, around: name)
          case .entry(let entry):
            list.values(in: reading.catalogue.value(of: entry), of: reading, around: name)
          }
        })
    }
    return result
  }

  private mutating func values(
    in container: NodeIndex, of reading: Reading, around outer: String
  ) -> [String] {
    var result: [String] = []
    for (position, child) in reading.children(of: container).enumerated() {
      if left <= 0 { break }
      guard let range = reading.memberRange(of: child.value) else { continue }
      let name = child.key.flatMap(reading.document.key).map(reading.document.exactText)
      let detail = reading.document.plainText(of: child.value) ?? ""
      result.append(
        symbol(
          name ?? "[\(position)]", Kind(child.value, in: reading.document), detail, range,
          child.key, in: reading, around: outer
        ) { list in list.values(in: child.value, of: reading, around: name ?? "[\(position)]") })
    }
    return result
  }

  private mutating func symbol(
    _ name: String, _ kind: Kind, _ detail: String, _ range: Range<Int>, _ chosen: NodeIndex?,
    in reading: Reading, around container: String, _ children: (inout SymbolList) -> [String]
  ) -> String {
    left -= 1
    // A symbol without a name is an error of the protocol.
    let name = name.isEmpty ? "–" : String(name.prefix(200))
    let whole = file.now(range)
    var selected = chosen.flatMap(reading.contentRange).map(file.now) ?? whole
    if selected.lowerBound < whole.lowerBound || selected.upperBound > whole.upperBound {
      selected = whole.lowerBound..<whole.lowerBound
    }
    let common = [
      (key: "name", value: JSON.string(name)), (key: "kind", value: String(kind.rawValue)),
    ]
    guard isNested else {
      let location = JSON.object([
        ("uri", JSON.string(file.uri)), ("range", file.text.json(whole)),
      ])
      flat.append(
        JSON.object(
          common + [
            (key: "location", value: location),
            (key: "containerName", value: JSON.string(container)),
          ]))
      _ = children(&self)
      return ""
    }
    return JSON.object(
      common + [
        (key: "detail", value: JSON.string(String(detail.prefix(200)))),
        (key: "range", value: file.text.json(whole)),
        (key: "selectionRange", value: file.text.json(selected)),
        (key: "children", value: JSON.array(children(&self))),
      ])
  }
}

extension Reading {
  /// What an item is called: its name, or its position.
  func name(of item: Item) -> String {
    let name = catalogue.name(of: item)
    if !name.isEmpty { return name }
    return "#\(catalogue.position(of: item) + 1)"
  }

  /// Where an item is in the text, with its key.
  func range(of item: Item) -> Range<Int>? {
    switch item {
    case .entry(let entry): return memberRange(of: catalogue.value(of: entry))
    case .section(let section):
      let whole = catalogue.sections[section]
      if let node = whole.node, let range = memberRange(of: node) { return range }
      // It is where its entries are.
      let ranges = [whole.items.first { _ in true }, whole.items.reversed().first]
        .compactMap { $0 }.compactMap(range)
      guard let start = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
      else { return nil }
      return start..<end
    }
  }
}
