/// A table by key of the members of large dictionaries that were searched several times.
///
/// Without it, a command that looks for each of *n* keys in a record of *n* fields compares *n*²
/// keys.
struct MemberLookup {
  typealias Member = PropertyListDocument.Member

  /// How many members are always compared one by one.
  static let few = 64
  /// From this search in a large dictionary on, counted from 1, its members are noted.
  private static let fewSearches = 4
  /// How many dictionaries are noted at a time. There is a limit because edits replace dictionaries
  /// by new ones.
  private static let mostDictionaries = 16

  private var searches: [NodeIndex: Int] = [:]
  /// For each dictionary and hash of a key: groups of members with equal keys, in file order.
  private(set) var members: [NodeIndex: [Int: [[Member]]]] = [:]

  /// The members with a key, in file order; `nil` as long as noting all members is not worth it.
  ///
  /// - Complexity: O(*n*) in the number of members when they are noted, otherwise O(1) for each
  ///   that is found.
  mutating func members(
    named key: UnsafeBufferPointer<UInt8>, in dict: NodeIndex, of document: PropertyListDocument
  ) -> [Member]? {
    if members[dict] == nil {
      searches[dict, default: 0] += 1
      if searches[dict, default: 0] < MemberLookup.fewSearches { return nil }
      if members.count == MemberLookup.mostDictionaries { (searches, members) = ([:], [:]) }
      searches[dict] = nil
      members[dict] = MemberLookup.all(in: dict, of: document)
    }
    let same = members[dict]?[MemberLookup.hash(key)] ?? []
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
