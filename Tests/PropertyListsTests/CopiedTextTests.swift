import Testing

@testable import PropertyLists

/// What added text stands for. The source ends at 100.
struct CopiedTextTests {
  private func copies(_ notes: (new: Range<Int>, old: Int)...) -> CopiedText {
    var copies = CopiedText()
    for (new, old) in notes { copies.note(new, insteadOf: old, sourceEnd: 100) }
    return copies
  }

  @Test func `a copy stands for the source, and nothing beside it does`() {
    let copies = copies((110..<120, 30))
    #expect(copies.source(of: 110) == 30 && copies.source(of: 119) == 39)
    #expect(copies.source(of: 109) == nil && copies.source(of: 120) == nil)
  }

  @Test func `a copy of a copy stands for what is known of that`() {
    let copies = copies((110..<120, 30), (125..<130, 50), (200..<225, 108))
    #expect(copies.source(of: 201) == nil && copies.source(of: 202) == 30)
    #expect(copies.source(of: 211) == 39 && copies.source(of: 212) == nil)
    #expect(copies.source(of: 217) == 50 && copies.source(of: 221) == 54)
    #expect(copies.source(of: 222) == nil)
  }

  @Test func `what is noted stays`() {
    let copies = copies((110..<120, 30), (115..<116, 70), (105..<115, 80), (110..<125, 90))
    #expect(copies.source(of: 115) == 35 && copies.source(of: 110) == 30)
    #expect(copies.source(of: 105) == 80 && copies.source(of: 109) == 84)
    #expect(copies.source(of: 120) == nil)
  }

  @Test func `ranges stand for parts of the source`() {
    let copies = copies((110..<120, 30), (130..<140, 10))
    #expect(copies.sources(in: [100..<105, 112..<115, 118..<132]) == [10..<12, 32..<35, 38..<40])
    #expect(copies.sources(in: []).isEmpty)
  }
}
