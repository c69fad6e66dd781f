import PropertyLists

/// What precedes values of a vCard in its file, for a card that is given these values.
struct AdoptedHeads {
  private let ownVersion: String
  private var others: [String: String] = [:]
  /// The groups of the other card, with their dots, and what they are in the own one.
  private var groups: [String: String] = [:]
  /// How many heads of the other card are in each of its groups.
  private var counts: [String: Int] = [:]
  /// The beginnings of the own card's heads, up to a dot, in lower case.
  private let taken: Set<String>
  /// The number of the last group that was given to the own card.
  private var lastNumber = 0

  /// - Parameter own: The heads of the card that is given values, by their keys, and its version.
  init(own: [String: String]) {
    ownVersion = own["VERSION"] ?? ""
    taken = Set(
      own.values.compactMap { head in head.firstIndex(of: ".").map { head[...$0].lowercased() } })
  }

  /// Goes on to a card that has values.
  ///
  /// - Parameter others: Its heads, by their keys, and its version.
  mutating func begin(others: [String: String]) {
    self.others = others
    groups = [:]
    counts = Dictionary(others.values.map { (AdoptedHeads.group(of: $0), 1) }, uniquingKeysWith: +)
  }

  /// The head of a value that the other card has under a key; `nil` if the usual one has to do.
  mutating func head(ofKey key: String) -> String? {
    let head = others[key].flatMap {
      VCardMapping.head($0, from: others["VERSION"] ?? "", to: ownVersion)
    }
    return head.map { withOwnGroup($0) }
  }

  /// Whether the value of a key is written in a way that only its head tells, and not in the own version.
  func isUndecoded(_ key: String) -> Bool {
    others["VERSION"] ?? "" != ownVersion && others[key].map(VCardMapping.hasColon) ?? false
  }

  /// A head with a group that is free in the own card, or without it if nothing else in the other one is
  /// in the group.
  private mutating func withOwnGroup(_ head: String) -> String {
    let rest = AdoptedHeads.withoutGroup(head)
    let group = AdoptedHeads.group(of: head)
    if group.isEmpty || counts[group] ?? 0 < 2 { return rest }
    if groups[group] == nil {
      repeat { lastNumber += 1 } while taken.contains("item\(lastNumber).")
      groups[group] = "item\(lastNumber)."
    }
    return (groups[group] ?? "") + rest
  }

  /// The group of a head with its dot, in lower case; empty for one without.
  private static func group(of head: String) -> String {
    head.dropLast(withoutGroup(head).count).lowercased()
  }

  static func withoutGroup(_ head: String) -> String {
    guard let dot = head.firstIndex(of: "."),
      head[..<dot].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { return head }
    return String(head[head.index(after: dot)...])
  }
}
