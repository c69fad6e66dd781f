import ICUText
import Platform

/// Sections of one parent whose titles are labels of an alphabetic index.
///
/// There may be others among them, such as one of frequently used entries.
struct LetteredSections {
  let filing: NameFiling
  /// The section that contains them.
  let parent: Section.ID
  /// All sections of the parent in order, with the letters whose labels are their titles.
  let members: [(section: Section.ID, letter: Letter?)]
  /// The scripts of the titles in order of first appearance: any order of scripts is acceptable.
  private let scripts: [String]

  /// - Parameters:
  ///   - least: How many titles must be labels; one may be so by chance.
  ///   - most: Whether it is enough if most titles are labels.
  /// - Returns: `nil` if too few titles are labels.
  /// - Complexity: O(*s*) in the number of sections.
  init?(
    of parent: Section.ID, in catalogue: Catalogue, _ filing: NameFiling, least: Int = 2,
    most: Bool = false
  ) {
    var members: [(section: Section.ID, letter: Letter?)] = []
    var (labelled, others) = (0, 0)
    for section in catalogue.sections[parent].sections {
      let letter = catalogue.title(of: section).flatMap(filing.index.letter(ofTitle:))
      members.append((section, letter))
      if letter == nil { others += 1 } else { labelled += 1 }
    }
    let isEnough = others <= 1 + labelled / 8 || most && others < labelled
    guard labelled >= least, isEnough else { return nil }
    self.filing = filing
    self.parent = parent
    self.members = members
    scripts = members.lazy.compactMap(\.letter).compactMap(filing.index.script).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The sort rank of a letter: by its script's order here, then by its own in the index.
  private func rank(_ letter: Letter) -> Int {
    let script = filing.index.script(of: letter)
    let block = script.map { scripts.firstIndex(of: $0) ?? scripts.count } ?? scripts.count + 1
    return block * filing.index.labels.count + letter.rawValue
  }

  /// Whether the titles may be labels of some index: a single character, or a few that do not begin
  /// with a Han character, as names do.
  static func mayBe(childrenOf parent: Section.ID, in catalogue: Catalogue) -> Bool {
    var (short, long) = (0, 0)
    for section in catalogue.sections[parent].sections {
      let title = catalogue.title(of: section) ?? ""
      let beginsWithHan = title.unicodeScalars.first?.properties.isIdeographic ?? false
      if !title.isEmpty, title.dropFirst(beginsWithHan ? 1 : longestLabel).isEmpty {
        short += 1
      } else {
        long += 1
      }
    }
    return short > 1 && long <= 1 + short / 8
  }

  /// The number of characters of the longest labels: `Dzs`, `33劃`.
  private static let longestLabel = 3

  /// Whether there is a section for names without a letter.
  private var hasRest: Bool { members.contains { $0.letter == filing.index.rest } }

  /// The result of checking whether an entry is under its letter.
  enum Verdict: Equatable {
    case isRight
    /// It has no letter, and there is no section for such entries.
    case isUnknown
    /// It belongs to another letter.
    case belongs(to: Letter)
  }

  /// Calls the closure with the entries that are under a letter.
  func forEachEntry(
    in catalogue: Catalogue, _ isWanted: (_ count: Int) -> Bool = { _ in true },
    _ body: (_ entry: Entry.ID, _ section: Section.ID, Verdict) -> Void
  ) {
    let (hasRest, rest) = (hasRest, filing.index.rest)
    var count = 0
    for (section, letter) in members {
      guard let letter else { continue }
      for case .entry(let entry) in catalogue.sections[section].items {
        defer { count += 1 }
        guard isWanted(count) else { continue }
        let name = catalogue.filedName(of: .entry(entry))
        let own = filing.letter(of: name)
        if own == letter {
          body(entry, section, .isRight)
        } else if own == rest && !hasRest || name.allSatisfy(\.isWhitespace)
          || isReadOtherwise(name, under: letter)
        {
          body(entry, section, .isUnknown)
        } else {
          body(entry, section, .belongs(to: own))
        }
      }
    }
  }

  /// Whether a name in Han script is filed under a letter by a reading that is not known here: 佐藤
  /// under さ.
  private func isReadOtherwise(_ name: String, under letter: Letter) -> Bool {
    guard let script = filing.index.script(of: letter), script != "Latn",
      name.unicodeScalars.contains(where: \.properties.isIdeographic)
    else { return false }
    return ["Hira", "Kana", "Hang"].contains(script) || filing.reading(of: name) != nil
  }

  /// The number of entries that are under a letter.
  func entryCount(in catalogue: Catalogue) -> Int {
    members.reduce(0) { $0 + ($1.letter == nil ? 0 : catalogue.sections[$1.section].entryCount) }
  }

  /// The section of a letter, if there is one.
  func section(of letter: Letter) -> Section.ID? { members.first { $0.letter == letter }?.section }

  /// The section of a letter, or where it is to be added.
  func target(of letter: Letter, in catalogue: Catalogue) -> LetterSection {
    let own = section(of: letter)
    let neighbour = neighbour(of: letter)
    return LetterSection(
      title: own.flatMap(catalogue.title) ?? filing.index[letter].text, parent: parent,
      section: own, before: neighbour.flatMap { $0.isNext ? $0.section : nil },
      after: neighbour.flatMap { $0.isNext ? nil : $0.section })
  }

  /// The first section whose letter comes after a given one, or else the last one with a letter
  /// before it.
  func neighbour(of letter: Letter) -> (section: Section.ID, isNext: Bool)? {
    if let next = ordered.first(where: { $0.rank > rank(letter) }) { return (next.section, true) }
    return ordered.last.map { ($0.section, false) }
  }
}

// MARK: Order

extension LetteredSections {
  typealias Member = (section: Section.ID, rank: Int)

  /// The largest set of sections with a label that are in order. The section for names without a
  /// letter may also come first.
  var inOrder: [Member] {
    let ordered = ordered
    return LetteredSections.longestAscending(ordered.map(\.rank)).map { ordered[$0] }
  }

  /// The other sections with a label, in the order of the labels.
  var outOfOrder: [Member] {
    let ordered = ordered
    let staying = Set(LetteredSections.longestAscending(ordered.map(\.rank)))
    return ordered.indices.filter { !staying.contains($0) }.map { ordered[$0] }
      .sorted { $0.rank < $1.rank }
  }

  private var ordered: [Member] {
    members.drop { $0.letter == nil || $0.letter == filing.index.rest }.compactMap { member in
      member.letter.map { (section: member.section, rank: rank($0)) }
    }
  }

  /// The positions of a longest non-descending subsequence.
  ///
  /// - Complexity: O(*n* log *n*).
  static func longestAscending(_ numbers: [Int]) -> [Int] {
    // For each length, the position of the smallest last number of a sequence of that length.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (position, number) in numbers.enumerated() {
      let length = ends.partitionPoint { numbers[$0] > number }
      previous[position] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    var result: [Int] = []
    var next = ends.last
    while let position = next {
      result.append(position)
      next = previous[position]
    }
    return result.reversed()
  }
}

extension Catalogue {
  /// The sections directly inside one in the order of their letters, if their titles are labels of
  /// an index. Sections with other titles stay before or after the letters.
  package func sortedLetters(in parent: Section.ID, _ filing: NameFiling) -> [Section.ID]? {
    guard let sections = LetteredSections(of: parent, in: self, filing) else { return nil }
    let members = sections.members
    let front = members.prefix { $0.letter == nil }
    let letters = members.enumerated().compactMap { position, member in
      member.letter.map { (letter: $0, position: position, section: member.section) }
    }.sorted { ($0.letter, $0.position) < ($1.letter, $1.position) }
    let others = members.dropFirst(front.count).filter { $0.letter == nil }
    return front.map(\.section) + letters.map(\.section) + others.map(\.section)
  }
}
