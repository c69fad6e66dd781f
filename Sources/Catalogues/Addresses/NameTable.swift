import ICUText
import PropertyLists

/// Reads the names of catalogues' items and folds them for comparison.
///
/// Not safe for concurrent use.
final class ItemNameReader {
  private let folding = CaseFolding()
  /// The number of names read so far, by which tests measure the work of lookups.
  private(set) var readCount = 0

  /// A name, as it is written and folded (ignoring case and accents).
  struct Name {
    let text: String
    let folded: [UInt8]
  }

  func name(of item: Item, in catalogue: Catalogue) -> String {
    readCount += 1
    return catalogue.name(of: item)
  }

  func name(_ text: String) -> Name { Name(text: text, folded: folding.fold(text)) }

  func fold(_ text: String) -> [UInt8] { folding.fold(text) }
}

/// The items of a section, or all entries, sorted by their folded names, then by the names
/// themselves, so that items with the same name or beginning are adjacent. Ties are broken by the
/// order in the section or, among all entries, by the numbers of entries, which no edit changes.
///
/// Only the beginnings of folded names are kept; whole names are read again where they matter. The
/// table must be told of all changes of the catalogue.
struct NameTable {
  fileprivate struct Row: Sendable {
    /// The first sixteen bytes of the folded name, with zeros after its end.
    let beginning: (UInt64, UInt64)
    let item: Item
  }

  private var rows: SortedBlocks<Row>

  /// - Parameter items: Items in the order that breaks ties.
  /// - Complexity: O(*n* log *n*) in the number of items, whose names are each read once.
  init(_ items: some Sequence<Item>, in catalogue: Catalogue, _ reader: ItemNameReader) {
    var rows: [Row] = []
    var names: [ItemNameReader.Name] = []
    for item in items {
      let name = reader.name(reader.name(of: item, in: catalogue))
      rows.append(Row(beginning: NameTable.beginning(of: name.folded), item: item))
      names.append(name)
    }
    let order = rows.indices.sorted { left, right in
      let (one, other) = (rows[left], rows[right])
      if one.beginning != other.beginning { return one.beginning < other.beginning }
      return NameTable.isOrdered(names[left], before: names[right]) ?? (left < right)
    }
    self.rows = SortedBlocks(order.map { rows[$0] })
  }

  /// A range of adjacent items.
  struct Found {
    fileprivate let start: SortedBlocks<Row>.Index
    fileprivate let end: SortedBlocks<Row>.Index
  }

  /// The items that have exactly a name.
  func items(named name: ItemNameReader.Name, _ look: Look) -> Found {
    let start = rows.index { look.isOrdered($0, before: name, or: { $0 < name.text }) }
    return Found(
      start: start, end: rows.index { look.isOrdered($0, before: name, or: { $0 <= name.text }) })
  }

  /// The items that have a name, ignoring case and accents.
  func items(folded name: ItemNameReader.Name, _ look: Look) -> Found {
    Found(
      start: rows.index { look.isOrdered($0, before: name, or: { _ in false }) },
      end: rows.index { look.isOrdered($0, before: name, or: { _ in true }) })
  }

  /// The items whose names begin with a name, ignoring case and accents.
  func items(beginning name: ItemNameReader.Name, _ look: Look) -> Found {
    Found(
      start: rows.index { look.isOrdered($0, before: name, or: { _ in false }) },
      end: rows.index { row in
        look.isOrdered(row, before: name, or: { _ in true })
          || look.folded(row).starts(with: name.folded)
      })
  }

  /// The items that were found.
  func items(_ found: Found) -> [Item] {
    var items: [Item] = []
    var index = found.start
    while index != found.end {
      items.append(rows[index].item)
      index = rows.index(after: index)
    }
    return items
  }

  /// The number of items that were found.
  func count(_ found: Found) -> Int { rows.distance(from: found.start, to: found.end) }

  /// The found item at an index, from 0.
  func item(_ found: Found, at index: Int) -> Item {
    rows[rows.index(found.start, offsetBy: index)].item
  }

  /// How an address refers to an item by its name.
  ///
  /// - Complexity: O(log *n*) names are read; the other work is O(√*n*).
  func mark(of item: Item, named text: String, _ look: Look) -> NameMark {
    func items(named text: String) -> Found { self.items(named: look.reader.name(text), look) }
    let found = items(named: text)
    if count(found) < 2 {
      let isWhole = NumberedName(text).map { count(items(named: $0.name)) > 0 } ?? false
      return isWhole ? .wholeName : .name
    }
    let ordinal = rows.distance(from: found.start, to: index(of: item, look).index) + 1
    return count(items(named: "\(text)#\(ordinal)")) > 0 ? .position : .ordinal(ordinal)
  }

  /// Access to the catalogue for comparisons: reads names and positions.
  struct Look {
    let catalogue: Catalogue
    let reader: ItemNameReader
    let scope: ItemNames.Scope

    /// A number that breaks ties between items of the same name.
    func order(of item: Item) -> Int {
      if case .section(let section) = scope {
        // During a change an item may be in another section already.
        let arrangement = catalogue.sections[section].arrangement
        return arrangement.map { $0.position(of: item) ?? -1 } ?? catalogue.position(of: item)
      }
      return item.entry?.rawValue ?? -1
    }

    fileprivate func folded(_ row: Row) -> [UInt8] {
      reader.fold(reader.name(of: row.item, in: catalogue))
    }

    /// Whether a row comes before all rows with a name. If the folded names are the same, the
    /// closure decides by the row's own name.
    fileprivate func isOrdered(
      _ row: Row, before name: ItemNameReader.Name, or isBefore: (String) -> Bool
    ) -> Bool {
      let beginning = NameTable.beginning(of: name.folded)
      if row.beginning != beginning { return row.beginning < beginning }
      let text = reader.name(of: row.item, in: catalogue)
      let folded = reader.fold(text)
      if folded != name.folded { return folded.lexicographicallyPrecedes(name.folded) }
      return isBefore(text)
    }
  }

  // MARK: Changing

  /// Adds an item under its current name.
  mutating func insert(_ item: Item, _ look: Look) {
    let (row, index) = self.index(of: item, look)
    rows.insert(row, at: index)
  }

  /// Removes an item, which must still have the name under which it was added.
  ///
  /// - Returns: Whether the item was in the table.
  mutating func remove(_ item: Item, _ look: Look) -> Bool {
    let index = index(of: item, look).index
    guard index != rows.end, rows[index].item == item else { return false }
    rows.remove(at: index)
    return true
  }

  private func index(of item: Item, _ look: Look) -> (row: Row, index: SortedBlocks<Row>.Index) {
    let name = look.reader.name(look.reader.name(of: item, in: look.catalogue))
    let row = Row(beginning: NameTable.beginning(of: name.folded), item: item)
    let order = look.order(of: item)
    let index = rows.index { other in
      if other.beginning != row.beginning { return other.beginning < row.beginning }
      let otherName = look.reader.name(look.reader.name(of: other.item, in: look.catalogue))
      return NameTable.isOrdered(otherName, before: name)
        ?? (look.order(of: other.item) < order)
    }
    return (row, index)
  }

  /// Whether a name comes before another; `nil` if they are the same.
  private static func isOrdered(
    _ one: ItemNameReader.Name, before other: ItemNameReader.Name
  ) -> Bool? {
    if one.folded != other.folded { return one.folded.lexicographicallyPrecedes(other.folded) }
    return one.text == other.text ? nil : one.text < other.text
  }

  private static func beginning(of folded: [UInt8]) -> (UInt64, UInt64) {
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      let word = bytes.reduce(0) { $0 << 8 | UInt64($1) }
      return bytes.isEmpty ? 0 : word << UInt64(8 * (8 - bytes.count))
    }
    return (word(folded.prefix(8)), word(folded.dropFirst(8).prefix(8)))
  }
}
