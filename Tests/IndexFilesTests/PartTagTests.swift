import Testing

@testable import Storage

@Suite struct PartTagTests {
  @Test func theFirstCharacterIsTheLowestByte() {
    let tag: PartTag = "abcd"
    #expect(tag.number == 0x6463_6261)
    #expect(tag.description == "abcd")
  }

  @Test("a tag that is not four ASCII characters ends the program")
  func notATag() async {
    await #expect(processExitsWith: .failure) { _ = PartTag("abc") }
    await #expect(processExitsWith: .failure) { _ = PartTag("abcde") }
    await #expect(processExitsWith: .failure) { _ = PartTag("ab\u{80}") }
  }

  @Test func whatCannotBePrintedIsADot() {
    #expect(PartTag(number: 0x0041_7F1B).description == "..A.")
  }
}
