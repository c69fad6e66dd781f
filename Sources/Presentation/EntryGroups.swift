import Catalogues

/// Entries in groups with a heading each, or all under `Heading.top`, without headings.
protocol EntryGroups: AnyObject {
  var headings: [Heading] { get }

  /// The index of a heading among the headings.
  func number(of heading: Heading) -> Int?

  func count(under heading: Heading) -> Int

  /// - Precondition: There is such an entry.
  func entry(at position: Int, under heading: Heading) -> Entry.ID

  /// The entries from a position on that have consecutive identities, at most `limit`.
  func run(from position: Int, under heading: Heading, limit: Int) -> Range<Entry.ID>

  func location(of entry: Entry.ID) -> (heading: Heading, position: Int)?
}

extension EntryGroups {
  /// All entries under a heading, in order.
  func entries(under heading: Heading) -> [Entry.ID] {
    (0..<count(under: heading)).map { entry(at: $0, under: heading) }
  }
}

/// Groups that were listed. Locations of entries are looked up in a table that is made when it is
/// first needed.
final class ListedEntries: EntryGroups {
  let headings: [Heading]
  private let members: [[Entry.ID]]
  private let top: [Entry.ID]
  private lazy var numbers = Dictionary(
    uniqueKeysWithValues: zip(headings, headings.indices))
  private lazy var locations = tabulated()

  init(_ groups: [(heading: Heading, entries: [Entry.ID])]) {
    let others = groups.filter { $0.heading != .top }
    top = groups.first { $0.heading == .top }?.entries ?? []
    precondition(top.isEmpty || others.isEmpty, "entries are under headings or not")
    headings = others.map(\.heading)
    members = others.map(\.entries)
  }

  func number(of heading: Heading) -> Int? { numbers[heading] }

  func count(under heading: Heading) -> Int { entries(under: heading).count }

  func entry(at position: Int, under heading: Heading) -> Entry.ID {
    entries(under: heading)[position]
  }

  func run(from position: Int, under heading: Heading, limit: Int) -> Range<Entry.ID> {
    let entries = entries(under: heading)
    var end = position + 1
    while end < entries.count, end - position < limit,
      entries[end] == entries[end - 1].advanced(by: 1)
    {
      end += 1
    }
    return entries[position]..<entries[end - 1].advanced(by: 1)
  }

  func entries(under heading: Heading) -> [Entry.ID] {
    heading == .top ? top : numbers[heading].map { members[$0] } ?? []
  }

  func location(of entry: Entry.ID) -> (heading: Heading, position: Int)? {
    guard locations.indices.contains(entry.rawValue), let location = locations[entry.rawValue]
    else {
      return nil
    }
    return (headings.isEmpty ? .top : headings[Int(location.group)], Int(location.position))
  }

  private func tabulated() -> [(group: UInt32, position: UInt32)?] {
    let groups = headings.isEmpty ? [top] : members
    let last = groups.lazy.flatMap(\.self).map(\.rawValue).max() ?? -1
    var locations = [(group: UInt32, position: UInt32)?](repeating: nil, count: last + 1)
    for (group, entries) in groups.enumerated() {
      for (position, entry) in entries.enumerated() {
        locations[entry.rawValue] = (UInt32(group), UInt32(position))
      }
    }
    return locations
  }
}
