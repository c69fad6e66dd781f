import Testing

@testable import Editing
@testable import Language

@Suite("What a diff shows")
struct SessionDiffTests {
  @Test(
    "at a terminal nothing of a diff is unseen; elsewhere it is what patch applies",
    arguments: [true, false])
  func unseen(isTerminal: Bool) throws {
    let output = RecordingOutput()
    output.isTerminal = isTerminal
    let text = "<plist><array>\n\t<string>a\u{200E}\u{9B}2J\u{E0041}</string>\n</array></plist>\n"
    let session = try EditedCatalogue(Array(text.utf8)).session(output)
    try session.run("rename #1 b")
    _ = output.take()
    try session.run("diff")
    let diff = output.take().split(separator: "\n").map(String.init)
    let shown = isTerminal ? "a\\u{200E}\\u{9B}2J\\u{E0041}" : "a\u{200E}\u{9B}2J\u{E0041}"
    #expect(diff.contains("-\t<string>\(shown)</string>"))
    #expect(diff.contains("+\t<string>b</string>"))
  }
}
