import PropertyLists

/// The heads (group, name, parameters) of property values that one vCard takes over from others,
/// rewritten so that they fit the vCard that takes them.
struct AdoptedHeads {
  private let ownVersion: String
  private var others: [String: String] = [:]
  /// By the groups of the other card, those that they become in the own card; all in lower case,
  /// with their dots.
  private var groups: [String: String] = [:]
  /// The number of heads in each group of the other card.
  private var counts: [String: Int] = [:]
  /// The own card's heads up to their first dot, in lower case: the groups that are taken.
  private let taken: Set<String>
  /// The number of the last group that was given to the own card.
  private var lastNumber = 0

  /// - Parameter own: The heads of the card that takes values over, by their keys, and under
  ///   `VERSION` its version.
  init(own: [String: String]) {
    ownVersion = own["VERSION"] ?? ""
    taken = Set(
      own.values.compactMap { head in head.firstIndex(of: ".").map { head[...$0].lowercased() } })
  }

  /// Goes on to the next card whose values are taken over.
  ///
  /// - Parameter others: Its heads, by their keys, and under `VERSION` its version.
  mutating func begin(others: [String: String]) {
    self.others = others
    groups = [:]
    counts = Dictionary(others.values.map { (AdoptedHeads.group(of: $0), 1) }, uniquingKeysWith: +)
  }

  /// The adapted head for the value that the other card has under a key; `nil` if the default head
  /// is to be used.
  mutating func head(ofKey key: String) -> String? {
    let head = others[key].flatMap {
      VCardMapping.head($0, from: others["VERSION"] ?? "", to: ownVersion)
    }
    return head.map { withOwnGroup($0) }
  }

  /// Whether the value of a key can only be decoded with its own head, which the version of the own
  /// card does not allow.
  func isUndecoded(_ key: String) -> Bool {
    others["VERSION"] ?? "" != ownVersion && others[key].map(VCardMapping.hasColon) ?? false
  }

  /// A head whose group is replaced by a free group of the own card. The group is dropped if no
  /// other head of the other card is in it.
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

  /// The group of a head with its dot, in lower case; empty if it has no group.
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
