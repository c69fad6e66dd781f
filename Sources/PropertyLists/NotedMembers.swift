/// The members of large dictionaries in which something was looked for several times, by their keys.
///
/// Without it, a command that looks for each of *n* keys in a record of *n* fields compares *n*² keys.
struct NotedMembers {
  typealias Member = PropertyListDocument.Member

  /// How many members are always compared one by one.
  static let few = 64
  /// How often more than a few members are looked at before all are noted.
  private static let fewSearches = 4
  /// How many dictionaries are noted at a time: edits make others of them.
  private static let mostDictionaries = 16

  private var searches: [NodeIndex: Int] = [:]
  /// The members that have the same text as their key, in file order, by hashes of the texts.
  private(set) var members: [NodeIndex: [Int: [[Member]]]] = [:]

  /// The members with a key, in file order; `nil` as long as it is not worth it to note all of them.
  ///
  /// - Complexity: O(*n*) in the number of members when they are noted, else O(1) for each found.
  mutating func members(
    named key: UnsafeBufferPointer<UInt8>, in dict: NodeIndex, of document: PropertyListDocument
  ) -> [Member]? {
    if members[dict] == nil {
      searches[dict, default: 0] += 1
      if searches[dict, default: 0] < NotedMembers.fewSearches { return nil }
      if members.count == NotedMembers.mostDictionaries { (searches, members) = ([:], [:]) }
      searches[dict] = nil
      members[dict] = NotedMembers.all(in: dict, of: document)
    }
    let same = members[dict]?[NotedMembers.hash(key)] ?? []
    return same.first { document.hasText($0[0].key, key) } ?? []
  }

  /// Forgets a dictionary whose members change.
  mutating func forget(_ dict: NodeIndex) { members[dict] = nil }

  private static func all(
    in dict: NodeIndex, of document: PropertyListDocument
  ) -> [Int: [[Member]]] {
    var all: [Int: [[Member]]] = [:]
    for member in document.members(of: dict) {
      document.withText(of: member.key) { text in
        let hash = hash(text)
        if let same = all[hash]?.firstIndex(where: { document.hasText($0[0].key, text) }) {
          all[hash]?[same].append(member)
        } else {
          all[hash, default: []].append([member])
        }
      }
    }
    return all
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }
}
