import Foundation
import Testing

@testable import cardex

/// `cardex shell` without a terminal, run as a user runs it.
@Suite struct ShellCommandTests {
  private func shell(_ input: Data) throws -> Tool.Outcome {
    try Tool.run(["shell", "cars_total.plist"], input: input)
  }

  @Test("a line that is not UTF-8 is refused, and those behind it are run")
  func otherEncoding() throws {
    let outcome = try shell(
      Data("insert A Caf".utf8) + [0xE9] + Data("\nhistory\nshow \\\n A/#1\r\nshow B/#1".utf8))
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "cardex: (standard input):1: the byte \\xE9 is not valid UTF-8\n"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("   1  ") }.count == 2)
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
