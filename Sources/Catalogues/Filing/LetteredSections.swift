import ICUText
import Platform

/// Sections of one parent whose titles are labels of an alphabetic index.
///
/// A few sections with other titles may be among them, such as one of frequently used entries.
struct LetteredSections {
  let filing: NameFiling
  /// The section that contains the sections.
  let parent: Section.ID
  /// All sections of the parent in order, with the letters whose labels are their titles.
  let members: [(section: Section.ID, letter: Letter?)]
  /// The scripts of the titles in order of first appearance: any order of scripts is acceptable.
  private let scripts: [String]

  /// - Parameters:
  ///   - least: The least number of titles that must be labels; one may be a label by chance.
  ///   - most: Whether it suffices that most titles are labels, instead of nearly all.
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

  /// The sort rank of a letter: by the order of scripts in `scripts`, then by the letter's order in
  /// the index.
  private func rank(_ letter: Letter) -> Int {
    let script = filing.index.script(of: letter)
    let block = script.map { scripts.firstIndex(of: $0) ?? scripts.count } ?? scripts.count + 1
    return block * filing.index.labels.count + letter.rawValue
  }

  /// Whether nearly all titles are short enough to be labels of some index: a single Han character,
  /// or at most three other characters.
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
    /// It cannot be told: the entry has no letter, and there is no section for such entries, or it
    /// may be filed by a reading that is not known.
    case isUnknown
    /// The entry belongs under another letter.
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

  /// The section of a letter, or the place where it would be added.
  func target(of letter: Letter, in catalogue: Catalogue) -> LetterSection {
    let own = section(of: letter)
    let neighbour = neighbour(of: letter)
    return LetterSection(
      title: own.flatMap(catalogue.title) ?? filing.index[letter].text, parent: parent,
      section: own, before: neighbour.flatMap { $0.isNext ? $0.section : nil },
      after: neighbour.flatMap { $0.isNext ? nil : $0.section })
  }

  /// The first section whose letter comes after a given letter, or else the last section with a
  /// letter.
  func neighbour(of letter: Letter) -> (section: Section.ID, isNext: Bool)? {
    if let next = ordered.first(where: { $0.rank > rank(letter) }) { return (next.section, true) }
    return ordered.last.map { ($0.section, false) }
  }
}

// MARK: Order

extension LetteredSections {
  typealias Member = (section: Section.ID, rank: Int)

  /// A largest set of lettered sections that are in order. A section for names without a letter
  /// does not count if it comes first.
  var inOrder: [Member] {
    let ordered = ordered
    return LetteredSections.longestAscending(ordered.map(\.rank)).map { ordered[$0] }
  }

  /// The lettered sections that are not `inOrder`, in the order of their letters.
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
    // For each length, the position of the smallest number in which a subsequence of that length
    // can end.
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
  /// The sections directly inside a section in the order of their letters; `nil` if their titles
  /// are not labels of an index. Sections with other titles before the first letter stay before the
  /// letters; all others come after them.
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
