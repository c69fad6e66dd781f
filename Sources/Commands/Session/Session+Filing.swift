import Catalogues
import ICUText

/// The order of names.
extension Session {
  /// How entries are filed that a command is about.
  func entryFiling(_ order: FilingOrder) -> EntryFiling {
    EntryFiling(order.locale.map { NameFiling($0) } ?? filing, by: order.key)
  }

  /// The options that make a command file as it does now in any session, as they are written behind it.
  func filingOptions(of command: Command) -> String {
    switch command {
    case .sectionSort(_, let order), .sectionBuild(let order, _):
      order.locale == nil ? " --locale=" + Quoting.quotedTail(filing.locale.name) : ""
    default: ""
    }
  }

  /// Items in the order of their names.
  func sorted(_ items: [Item], _ filing: EntryFiling) throws(SessionError) -> [Item] {
    var names = FiledNames(filing.names)
    for (number, item) in items.enumerated() {
      if number % Session.interruptInterval == 0 { try checkInterrupt() }
      if case .entry(let entry) = item, let key = filing.key {
        if let name = catalogue.shownField(key, of: entry) {
          names.append(name)
        } else {
          names.appendNameless(self.name(of: item))
        }
      } else {
        names.append(name(of: item))
      }
    }
    return names.order().map { items[$0] }
  }

  private static let interruptInterval = 1 << 12

  /// The order that items are in: that of the session's locale, or of Chinese by its sounds, whichever
  /// fits better.
  func filing(for items: [Item]) -> NameFiling {
    let names = items.prefix(1000).map(name(of:))
    guard names.contains(where: { $0.unicodeScalars.contains { $0.properties.isIdeographic } })
    else { return filing }
    func misfits(_ filing: NameFiling) -> Int {
      let positions = names.map(filing.position)
      return zip(positions, positions.dropFirst()).count { $1 < $0 }
    }
    let own = misfits(filing)
    if own == 0 || filing.locale == .chinese { return filing }
    let chinese = NameFiling(.chinese)
    return misfits(chinese) < own ? chinese : filing
  }
}

extension LocaleIdentifier {
  /// Chinese by its sounds.
  fileprivate static let chinese = (try? LocaleIdentifier("zh")) ?? .english
}
