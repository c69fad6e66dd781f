import Catalogues
import Platform
import Searching

/// The entries of a set under the sections that they are in, without a list of them: a search that
/// finds most of a million shows the first as fast as one that finds a few.
///
/// It describes the catalogue as it was when this object was made.
final class FoundEntries: EntryGroups {
  let headings: [Heading]
  private let catalogue: Catalogue
  private let members: RankedSet
  /// The runs of each group.
  private let runs: [[FoundRun]]
  private let counts: [Int]
  private lazy var numbers = Dictionary(uniqueKeysWithValues: zip(headings, headings.indices))

  /// Consecutive entries of a section, some of which are in the set.
  private struct FoundRun {
    let entries: Range<Int>
    /// How many entries of the group are before these.
    let before: Int
  }

  init(_ found: RecordSet, in catalogue: Catalogue) {
    self.catalogue = catalogue
    let members = RankedSet(found)
    self.members = members
    var headings: [Heading] = []
    var runs: [[FoundRun]] = []
    var counts: [Int] = []
    for section in [.root] + catalogue.sections(in: .root) {
      var own: [FoundRun] = []
      var count = 0
      for run in catalogue.sections[section].runs {
        guard case .entries(let entries) = run.content else { continue }
        let range = entries.lowerBound.rawValue..<entries.upperBound.rawValue
        let inside = members.count(in: range)
        if inside > 0 { own.append(FoundRun(entries: range, before: count)) }
        count += inside
      }
      if count == 0 { continue }
      headings.append(.section(section))
      runs.append(own)
      counts.append(count)
    }
    self.headings = catalogue.isFlat ? [] : headings
    (self.runs, self.counts) = (runs, counts)
  }

  func number(of heading: Heading) -> Int? { numbers[heading] }

  /// The index of a group; `nil` for `top` if there are headings.
  private func group(_ heading: Heading) -> Int? {
    heading == .top ? (headings.isEmpty && !runs.isEmpty ? 0 : nil) : numbers[heading]
  }

  func count(under heading: Heading) -> Int { group(heading).map { counts[$0] } ?? 0 }

  func entry(at position: Int, under heading: Heading) -> Entry.ID {
    Entry.ID(rawValue: record(at: position, under: heading).record)
  }

  private func record(at position: Int, under heading: Heading) -> (record: Int, run: FoundRun) {
    guard let group = group(heading) else { preconditionFailure("nothing is under \(heading)") }
    let index = runs[group].partitionPoint { $0.before > position } - 1
    let run = runs[group][index]
    let rank = members.count(in: 0..<run.entries.lowerBound) + position - run.before
    return (members.record(at: rank), run)
  }

  func run(from position: Int, under heading: Heading, limit: Int) -> Range<Entry.ID> {
    let (first, run) = record(at: position, under: heading)
    var end = first + 1
    while end < run.entries.upperBound, end - first < limit, members.contains(end) { end += 1 }
    return Entry.ID(rawValue: first)..<Entry.ID(rawValue: end)
  }

  func location(of entry: Entry.ID) -> (heading: Heading, position: Int)? {
    guard members.contains(entry.rawValue), catalogue.contains(.entry(entry)) else { return nil }
    let heading = headings.isEmpty ? Heading.top : .section(catalogue.section(of: entry))
    guard let group = group(heading),
      let run = runs[group].first(where: { $0.entries.contains(entry.rawValue) })
    else { return nil }
    let before = members.count(in: run.entries.lowerBound..<entry.rawValue)
    return (heading, run.before + before)
  }
}

/// A set of numbers that quickly counts its members below a number, and finds a member by its
/// position.
private struct RankedSet {
  private let bits: [UInt64]
  /// How many members are before each word of bits, and at the end, how many there are.
  private let ranks: [Int]

  /// - Complexity: O(*n*) in the words of bits.
  init(_ set: RecordSet) {
    bits = set.bits
    var ranks: [Int] = []
    ranks.reserveCapacity(bits.count + 1)
    var count = 0
    for word in bits {
      ranks.append(count)
      count += word.nonzeroBitCount
    }
    ranks.append(count)
    self.ranks = ranks
  }

  func contains(_ number: Int) -> Bool {
    number / 64 < bits.count && bits[number / 64] >> UInt64(number % 64) & 1 != 0
  }

  func count(in range: Range<Int>) -> Int { rank(range.upperBound) - rank(range.lowerBound) }

  private func rank(_ number: Int) -> Int {
    let word = number / 64
    guard word < bits.count else { return ranks[bits.count] }
    return ranks[word] + (bits[word] & (1 << UInt64(number % 64) - 1)).nonzeroBitCount
  }

  /// The number at a position in the set, from 0.
  ///
  /// - Complexity: O(log *n*) in the words of bits.
  func record(at position: Int) -> Int {
    let word = ranks.partitionPoint { $0 > position } - 1
    var rest = bits[word]
    for _ in 0..<(position - ranks[word]) { rest &= rest - 1 }
    return word * 64 + rest.trailingZeroBitCount
  }
}
