import Testing

@testable import IndexFiles

@Suite struct PartTagTests {
  @Test func theFirstCharacterIsTheLowestByte() {
    let tag: PartTag = "abcd"
    #expect(tag.number == 0x6463_6261)
    #expect(tag.description == "abcd")
  }

  @Test func whatCannotBePrintedIsADot() {
    #expect(PartTag(number: 0x0041_7F1B).description == "..A.")
  }
}
