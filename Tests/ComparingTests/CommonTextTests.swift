import Comparing
import PropertyLists
import SeededRandom
import Testing

/// What is written alike in two documents is not compared by its values.
struct CommonTextTests {
  private static func list(_ numbers: [Int]) -> String {
    let items = numbers.map { number in
      "<dict><key>name</key><string>\(number)</string><key>note</key><string>of \(number)</string>"
        + "</dict>\n"
    }
    return "<array>\(items.joined())</array>"
  }

  private static func file(_ lists: [[Int]]) -> String {
    let members = lists.enumerated().map { "<key>\($0)</key>" + list($1) }
    return "<plist><dict>\(members.joined())</dict></plist>"
  }

  @Test(
    "the same is found as by values alone", arguments: 1...200 as ClosedRange<UInt64>)
  func agreement(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    var lists = (0..<3).map { list in (0..<(5 + below(40))).map { list * 100 + $0 } }
    let old = try document(Self.file(lists))
    for change in 0..<below(6) {
      let (from, to) = (below(3), below(3))
      switch below(4) {
      case 0: lists[to].insert(1000 + change, at: below(lists[to].count + 1))
      case 1 where !lists[from].isEmpty: lists[from].remove(at: below(lists[from].count))
      case 2 where !lists[from].isEmpty:
        let number = lists[from].remove(at: below(lists[from].count))
        lists[to].insert(number, at: below(lists[to].count + 1))
      default:
        let count = below(lists[to].count + 1)
        lists[to] = Array(lists[to][count...] + lists[to][..<count])
      }
    }
    let new = try document(Self.file(lists))
    let byValues = IdentityPairing(ComparedDocument(old), ComparedDocument(new))
    let pairing = IdentityPairing(old, new)
    var rest = [NodeIndex.root]
    while let node = rest.popLast() {
      let partner = byValues.partner(ofNew: node)
      #expect(pairing.partner(ofNew: node) == partner)
      #expect(partner.map { pairing.partner(ofOld: $0) == node } ?? true)
      if let partner, byValues.areEqual(partner, node) { continue }
      #expect(pairing.moved(in: node).count == byValues.moved(in: node).count)
      rest += new.children(of: node)
    }
  }
}
