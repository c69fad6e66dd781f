import Catalogues
import ICUText
import Readings

/// The order of names.
extension Session {
  /// How a command files entries.
  ///
  /// - Throws: `SessionError` if the user's readings are invalid: entries that were filed by other
  ///   readings would stay that way.
  func entryFiling(_ order: FilingOrder) throws(SessionError) -> EntryFiling {
    let table = try readingTable()
    try checkFiling(by: order.key ?? view.key)
    let own = view.entryFiling()
    let names = order.locale.map { NameFiling($0, table: table) } ?? own.names
    return EntryFiling(names, by: order.key ?? own.key)
  }

  func checkFiling(by key: String?) throws(SessionError) {
    do throws(UnknownFieldKey) {
      try catalogue.checkFiling(by: key)
    } catch {
      throw .fieldKey(error)
    }
  }

  func readingTable() throws(SessionError) -> ReadingTable {
    do throws(UserReadings.Problem) {
      return try readings.table()
    } catch {
      throw .readings(error)
    }
  }

  /// The options that make a command file entries in any session as it does now.
  func filingOptions(of command: Command) -> [String] {
    let order: FilingOrder
    var hasKey = false
    switch command {
    case .sectionSort(let part, let given): (order, hasKey) = (given, part != .sections)
    case .sectionBuild(let given, _, _): (order, hasKey) = (given, true)
    default: return []
    }
    var options: [String] = []
    if order.locale == nil {
      options.append("--locale=" + Quoting.quotedTail(view.locale.name))
    }
    if hasKey, order.key == nil, let key = view.key {
      options.append("--by=" + Quoting.quotedTail(key))
    }
    return options
  }

  /// Items in the order of their names.
  ///
  /// - Parameter interval: How many items are read before the next look for an interrupt.
  func sorted(
    _ items: [Item], _ filing: EntryFiling, interval: Int = 1 << 12
  ) throws(SessionError) -> [Item] {
    var names = FiledNames(filing.names)
    for (number, item) in items.enumerated() {
      if number % interval == 0 { try checkInterrupt() }
      if case .entry(let entry) = item, let key = filing.key {
        if let name = catalogue.shownField(key, of: entry) {
          names.append(name)
        } else {
          names.appendNameless(self.catalogue.name(of: item))
        }
      } else {
        names.append(catalogue.name(of: item))
      }
    }
    return names.order().map { items[$0] }
  }

  /// The order that items are in: that of the user's locale or that of Chinese by pronunciation,
  /// whichever fits better, with names without a letter either last or first.
  ///
  /// - Parameter sampleSize: How many items tell the order.
  func order(of items: [Item], sampleSize: Int = 1000) -> NameOrder {
    let names = items.prefix(sampleSize).map(catalogue.name(of:))
    var best = NameOrder(filing: filing)
    var misfits = best.misfits(in: names)
    if misfits == 0 { return best }
    let hasHan = names.contains { $0.unicodeScalars.contains { $0.properties.isIdeographic } }
    let readings = readings
    let chinese =
      hasHan && filing.locale != .chinese
      ? NameFiling(.chinese, table: readings.tableForIndexes) : nil
    for other in [filing, chinese].compactMap(\.self) {
      for isByLabel in [true, false] {
        let order = NameOrder(filing: other, isByLabel: isByLabel)
        let count = order.misfits(in: names)
        if count < misfits { (best, misfits) = (order, count) }
      }
    }
    return best
  }
}

/// An order of names, as they are filed or by their keys alone.
struct NameOrder {
  let filing: NameFiling
  /// Whether names without a letter come last.
  var isByLabel = true

  func isOrdered(_ one: NameFiling.Position, before other: NameFiling.Position) -> Bool {
    isByLabel ? one < other : one.key.lexicographicallyPrecedes(other.key)
  }

  /// How many names do not belong after the one before them.
  func misfits(in names: [String]) -> Int {
    let positions = names.map(filing.position)
    return zip(positions, positions.dropFirst()).count { isOrdered($1, before: $0) }
  }
}

extension LocaleIdentifier {
  /// Chinese, ordered by pronunciation.
  fileprivate static let chinese = (try? LocaleIdentifier("zh")) ?? .english
}
