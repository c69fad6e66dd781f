package import Catalogues
package import ICUText
import Platform
package import Readings

/// The order of names.
extension OperationEditor {
  /// The way an operation with an order files entries.
  ///
  /// - Throws: `SessionError` if the user's readings are invalid. Entries filed by other readings
  ///   would stay filed wrongly.
  func entryFiling(_ order: FilingOrder) throws(SessionError) -> EntryFiling {
    let table = try usualFiling.readingTable()
    try checkFiling(by: order.key)
    let isUsual = order.locale == usualFiling.locale
    let names = isUsual ? usualFiling.names : NameFiling(order.locale, table: table)
    return EntryFiling(names, by: order.key)
  }

  package func checkFiling(by key: String?) throws(SessionError) {
    try rethrowing(catalogue.checkFiling(by: key), as: SessionError.reported)
  }

  /// Items in the order of their names (see `NameOrder`), or of a field.
  ///
  /// - Parameter interval: How many items are read before the next look for an interrupt.
  func sorted(
    _ items: [Item], _ filing: EntryFiling, interval: Int = 1 << 12
  ) throws(SessionError) -> [Item] {
    var names = FiledNames(filing.names)
    for (number, item) in items.enumerated() {
      if number % interval == 0 {
        try checkInterrupt()
        didAdvance(number, items.count)
      }
      if case .entry(let entry) = item, let key = filing.key {
        if let value = catalogue.sortValue(of: key, of: entry) {
          names.append(value)
        } else {
          names.appendNameless(self.catalogue.name(of: item))
        }
      } else {
        let name = catalogue.filedName(of: item)
        names.append(SortValue(name), filedAs: name)
      }
    }
    return names.order().map { items[$0] }
  }

  // MARK: Keeping the order

  /// Runs an edit that puts an item at a place. With `--sorted`, the place is the end of a section,
  /// and the item then moves to its place in the section's order.
  func putting(
    at place: Place, _ placement: Placement?, _ edit: () throws(EditError) -> Item
  ) throws(SessionError) -> Item {
    guard placement == .sorted, case .last(let section) = place else { return try attempt(edit()) }
    let wasOrdered = catalogue.knownOrder(of: section) == true
    let item = try attempt(edit())
    try sortIn(item, wasOrdered: wasOrdered)
    return item
  }

  /// Moves an item after the last one of its kind in its section that does not belong after it. In
  /// an ordered section this is its place in the order; in one that is not quite in order, it is
  /// near that.
  ///
  /// - Parameter wasOrdered: Whether all other items of the section are of the same kind and known
  ///   to be in the order of the user's locale, and the item is at their end.
  private func sortIn(_ item: Item, wasOrdered: Bool) throws(SessionError) {
    let section = catalogue.parent(of: item)
    let whole = catalogue.sections[section]
    let siblings = (0..<whole.itemCount).lazy.map { whole.item(at: $0) }
      .filter { $0 != item && $0.isEntry == item.isEntry }
    guard let first = siblings.first else { return }
    let order =
      wasOrdered ? NameOrder(filing: usualFiling.names) : order(of: Array(siblings.prefix(1000)))
    let position = order.position(of: catalogue.filedName(of: item))
    let isNotAfter = { (sibling: Item) in
      !order.isOrdered(position, before: order.position(of: self.catalogue.filedName(of: sibling)))
    }
    let last: Item?
    if wasOrdered {
      let count = (0..<whole.itemCount - 1).partitionPoint { !isNotAfter(whole.item(at: $0)) }
      last = count > 0 ? whole.item(at: count - 1) : nil
    } else {
      last = siblings.last(where: isNotAfter)
    }
    let isOrdered =
      wasOrdered
      || whole.entryCount == (item.isEntry ? whole.itemCount : 0)
        && catalogue.knownOrder(of: section) == nil
        && order.filing === usualFiling.names && order.isByLabel && order.isByNumber
        && order.fits(siblings.map(catalogue.filedName(of:)))
    let place = last.map { Place.after($0) } ?? .before(first)
    try attempt(editor.move(item, to: place))
    catalogue.noteOrder(isOrdered, of: section)
  }

  /// The order that fits items best: that of the user's locale or that of Chinese by pronunciation,
  /// with names without a letter last or first, and numbers as numbers or as texts.
  ///
  /// - Parameter sampleSize: How many items are examined to determine the order.
  func order(of items: [Item], sampleSize: Int = 1000) -> NameOrder {
    let names = items.prefix(sampleSize).map(catalogue.filedName(of:))
    var best = NameOrder(filing: usualFiling.names)
    var misfits = best.misfits(in: names)
    if misfits == 0 { return best }
    let hasHan = names.contains { $0.unicodeScalars.contains { $0.properties.isIdeographic } }
    let filing = usualFiling.names
    let chinese =
      hasHan && filing.locale != .chinese
      ? NameFiling(.chinese, table: usualFiling.readings.tableForIndexes) : nil
    let hasNumbers = names.contains { NameFiling.Position(number: $0, in: filing) != nil }
    for other in [filing, chinese].compactMap(\.self) {
      for isByLabel in [true, false] {
        for isByNumber in hasNumbers ? [true, false] : [true] {
          let order = NameOrder(filing: other, isByLabel: isByLabel, isByNumber: isByNumber)
          let count = order.misfits(in: names)
          if count < misfits { (best, misfits) = (order, count) }
        }
      }
    }
    return best
  }
}

/// The session's usual order of names, made on first use.
package final class UsualFiling {
  package let locale: LocaleIdentifier
  /// How names are read.
  package let readings: UserReadings
  package private(set) lazy var names = {
    let readings = readings
    return NameFiling(locale, table: readings.tableForIndexes)
  }()

  init(_ locale: LocaleIdentifier, _ readings: UserReadings) {
    (self.locale, self.readings) = (locale, readings)
  }

  /// - Throws: `SessionError` if the user's readings are invalid.
  package func readingTable() throws(SessionError) -> ReadingTable {
    try rethrowing(readings.table(), as: SessionError.reported)
  }
}

/// An order of names: as they are filed, or by their sort keys alone.
struct NameOrder {
  package let filing: NameFiling
  /// Whether names without a letter come last.
  var isByLabel = true
  /// Whether names that are numbers are in the order of numbers, before others without a letter.
  /// This does not depend on other names, so that a name can be put in order without looking at all
  /// of them.
  var isByNumber = true

  func position(of name: String) -> NameFiling.Position {
    let number = isByNumber ? NameFiling.Position(number: name, in: filing) : nil
    return number ?? filing.position(of: name)
  }

  func isOrdered(_ one: NameFiling.Position, before other: NameFiling.Position) -> Bool {
    isByLabel ? one < other : one.key.lexicographicallyPrecedes(other.key)
  }

  /// Whether all names are in this order.
  func fits(_ names: some Sequence<String>) -> Bool {
    var last: NameFiling.Position?
    return names.allSatisfy { name in
      let position = position(of: name)
      defer { last = position }
      return last.map { !isOrdered(position, before: $0) } ?? true
    }
  }

  /// How many names do not belong after the one before them.
  func misfits(in names: [String]) -> Int {
    let positions = names.map(position)
    return zip(positions, positions.dropFirst()).count { isOrdered($1, before: $0) }
  }
}

extension LocaleIdentifier {
  /// Chinese, ordered by pronunciation.
  fileprivate static let chinese = (try? LocaleIdentifier("zh")) ?? .english
}
