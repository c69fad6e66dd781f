import Platform
import SeededRandom
import Testing

@testable import PropertyLists

@Suite("Looking for keys in large dictionaries")
struct MemberLookupTests {
  private func isNoted(_ document: PropertyListDocument) -> Bool {
    document.notedMembers.withLock { $0.members[document.root] != nil }
  }

  @Test("the first value of a key, and all of them, are found however often that is asked")
  func agreement() throws {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<20 {
      let count = Int.random(in: 50...200, using: &random)
      let members = (0..<count).map { number in
        // Some keys are equal, some are written with references, and some are empty.
        let key = Int.random(in: 0..<120, using: &random)
        let name =
          key == 0 ? "" : Bool.random(using: &random) ? "k&#\(48 + key % 10);\(key)" : "\(key)"
        return "<key>\(name)</key><integer>\(number)</integer>"
      }
      let document = try parseValue("<dict>\(members.joined())</dict>")
      let names = ["", "none"] + (0..<120).flatMap { ["\($0)", "k\($0 % 10)\($0)"] }
      for _ in 0..<3 {
        for name in names.shuffled(using: &random) {
          let all = document.members(of: document.root).filter { document.hasText($0.key, name) }
          try #require(document.value(of: name, in: document.root) == all.first?.value)
          let found = document.members(named: name, in: document.root)
          try #require(found.map(\.value) == all.map(\.value), "\(name)")
        }
      }
      #expect(isNoted(document) == (count > MemberLookup.few))
    }
  }

  @Test("of many large dictionaries, few are noted at a time")
  func many() throws {
    let members = (0..<100).map { "<key>key\($0)</key><integer>\($0)</integer>" }.joined()
    let dicts = String(repeating: "<dict>\(members)</dict>", count: 50)
    let document = try parseValue("<array>\(dicts)</array>")
    for dict in document.elements(of: document.root) {
      for number in (0..<100).reversed() {
        let value = try #require(document.value(of: "key\(number)", in: dict))
        #expect(document.integer(at: value).map { Int(truncatingIfNeeded: $0) } == number)
      }
    }
    let count = document.notedMembers.withLock { $0.members.count }
    #expect((1...16).contains(count))
  }

  @Test("once all members are noted, none is compared with a key but those that have it")
  func count() throws {
    let members = (0..<1000).map { "<key>key\($0)</key><true/>" }
    let document = try parseValue("<dict>\(members.joined())</dict>")
    #expect(!isNoted(document))
    for number in 0..<1000 {
      #expect(document.value(of: "key\(number)", in: document.root) != nil)
    }
    #expect(isNoted(document))
    // What is found at once is not worth it.
    let small = try parseValue("<dict>\(members.joined())</dict>")
    for _ in 0..<1000 { #expect(small.value(of: "key3", in: small.root) != nil) }
    #expect(!isNoted(small))
  }
}
