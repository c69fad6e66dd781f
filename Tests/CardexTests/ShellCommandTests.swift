import Foundation
import Testing

@testable import CardexCommand

/// `cardex shell` without a terminal, run as a user runs it.
@Suite struct ShellCommandTests {
  private func shell(_ input: Data) throws -> Tool.Outcome {
    try Tool.run(["shell", "cars_total.plist"], input: input)
  }

  @Test("a line that is not UTF-8 is refused, and those after it are run")
  func otherEncoding() throws {
    let outcome = try shell(
      Data("insert A Caf".utf8) + [0xE9] + Data("\nhistory\nshow \\\n A/#1\r\nshow B/#1".utf8))
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "cardex: (standard input):1:13: the byte \\xE9 is not valid UTF-8\n"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("   1  ") }.count == 2)
  }

  @Test(
    "a command of several lines of which one is not UTF-8 is refused as a whole",
    arguments: [
      (#"delete \\\n A/#\xE91 \\\n B/#1"#, "2:5"), (#"delete A/#1 \xE4\xB8\\\n B/#1"#, "1:13"),
      (#"find \\\n\xFF\\\n\\\ndelete A/#1 \\\r\ndelete B/#1"#, "2:1"),
      // These bytes would be a character if nothing were between them.
      (#"delete A/#1 \\\n B/\xC3\\\n\xA9 \\\n C/#1"#, "2:4"),
    ])
  func otherEncodingBelow(_ text: String, _ place: String) throws {
    let outcome = try Tool.shell(
      "printf '\(text)\\ndiff\\nshow B/#1 \\\\\\n--pages' | cardex shell cars_total.plist")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains("(standard input)") }
    #expect(errors.count == 2)
    #expect(errors.first?.hasPrefix("cardex: (standard input):\(place): ") == true, "\(errors)")
    #expect(errors.first?.contains("not valid UTF-8") == true)
    #expect(errors.last?.hasSuffix(":1: unknown option --pages") == true, "\(errors)")
  }

  @Test("an error names the line in which its command begins")
  func place() throws {
    let outcome = try shell(Data("\nshow \\\n  \\\n  nothing\nshow nothing\n".utf8))
    #expect(outcome.status == 2)
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains("(standard input)") }
    #expect(errors.count == 2)
    #expect(errors.first?.hasPrefix("cardex: (standard input):2: ") == true)
    #expect(errors.last?.hasPrefix("cardex: (standard input):5: ") == true)
  }

  @Test("each command is answered before the next one is waited for")
  func answers() throws {
    let outcome = try Tool.shell(
      """
      coproc cardex shell cars_total.plist
      for title in A B; do
        echo "show $title/#1" >&"${COPROC[1]}"
        IFS= read -r -t 60 answer <&"${COPROC[0]}" && echo "$answer"
        read -r -t 60 icon <&"${COPROC[0]}" && read -r -t 60 name <&"${COPROC[0]}"
      done
      """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("A/") == true && lines.last?.contains("B/") == true)
  }
}
