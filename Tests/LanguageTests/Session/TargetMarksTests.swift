import Testing

@testable import Editing
@testable import Language

/// The marks of an edit's targets.
@Suite struct TargetMarksTests {
  @Test(
    "marks are taken off the end of a record, and nothing else is",
    arguments: [
      ("delete A/x", "delete A/x", false), ("delete A/x # @1f", "delete A/x", true),
      ("move A/x to B # @1f,2", "move A/x to B", true),
      ("rename A/x ' # @1f'", "rename A/x ' # @1f'", false),
      ("set A/x a=cafe", "set A/x a=cafe", false), ("undo", "undo", false), ("", "", false),
    ])
  func split(_ record: String, _ command: String, _ hasMarks: Bool) {
    let parts = TargetMarks.split(record)
    #expect(parts.command == command)
    #expect((parts.marks != nil) == hasMarks)
    #expect((parts.marks?.record(command) ?? command) == record)
  }
}
