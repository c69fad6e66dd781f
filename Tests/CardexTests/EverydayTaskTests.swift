import Foundation
import TestHelpers
import Testing

/// What people do with property lists, as those who know other programs try it first.
@Suite("Everyday tasks, at the first guess")
struct EverydayTaskTests {
  struct Task: CustomTestStringConvertible, Sendable {
    /// What is typed first. It works, or its error names the command that does.
    let guess: String
    /// What shows the result, after that.
    let check: String
    let result: String
    /// How many lines of the file in XML are new or different then, at most.
    let lines: Int

    init(_ guess: String, _ check: String = "true", _ result: String = "", lines: Int = 0) {
      (self.guess, self.check, self.result, self.lines) = (guess, check, result, lines)
    }

    var testDescription: String { guess }
  }

  private static let tasks = [
    // Looking.
    Task("cardex get F CFBundleVersion >out", "cat out", "41"),
    Task("cardex read F CFBundleIdentifier >out", "cat out", "org.example.garage"),
    Task("cardex F .CFBundleVersion >out", "cat out", "41"),
    Task("cardex .CFBundleVersion F >out", "cat out", "41"),
    Task(
      "cardex get F :CFBundleURLTypes:0:CFBundleURLName >out", "cat out", "org.example.garage.link"),
    Task("cardex get F '.CFBundleURLTypes[0].CFBundleURLSchemes[1]' >out", "cat out", "car"),
    Task("cardex -extract CFBundleVersion raw F >out", "cat out", "41"),
    Task("cardex -c 'Print :CFBundleVersion' F >out", "cat out", "41"),
    Task("cardex get F CFBundleLocalizations >out", "cat out", #"["en","de"]"#),
    Task("cardex get F .CFBundleLocalizations.length >out", "cat out", "2"),
    Task("cardex keys F >out", "head -n 1 out", "CFBundleDevelopmentRegion"),
    Task("cardex type F UIRequiresFullScreen >out", "cat out", "boolean"),
    Task("cardex get F .cfbundleversion >out", "cat out", "41"),
    // Setting one value.
    Task("cardex set F .CFBundleVersion 42", "cardex get F .CFBundleVersion", "42", lines: 1),
    Task("cardex set F CFBundleVersion=42", "cardex get F .CFBundleVersion", "42", lines: 1),
    Task("cardex set F :CFBundleVersion 42", "cardex get F .CFBundleVersion", "42", lines: 1),
    Task(
      "cardex write F CFBundleVersion -string 42", "cardex get F .CFBundleVersion", "42", lines: 1),
    Task(
      "cardex replace F CFBundleVersion -string 42", "cardex get F .CFBundleVersion", "42", lines: 1
    ),
    Task("cardex '.CFBundleVersion = \"42\"' F", "cardex get F .CFBundleVersion", "42", lines: 1),
    Task(
      "cardex set F .CFBundleShortVersionString=1.5", "cardex get F .CFBundleShortVersionString",
      "1.5", lines: 1),
    Task(
      "cardex toggle F .UIRequiresFullScreen", "cardex get F .UIRequiresFullScreen", "true",
      lines: 1),
    Task(
      "cardex set F UIRequiresFullScreen -bool true", "cardex get F .UIRequiresFullScreen", "true",
      lines: 1),
    Task(
      "cardex set F .CFBundleVersion:number=42", "cardex get -t F .CFBundleVersion", "integer",
      lines: 1),
    // Adding.
    Task(
      "cardex add F :LSUIElement bool true", "cardex get -t F .LSUIElement", "boolean", lines: 2),
    Task(
      "cardex insert F LSMinimumSystemVersion -string 15.0", "cardex get F .LSMinimumSystemVersion",
      "15.0", lines: 2),
    Task(
      "cardex append F .CFBundleURLTypes.0.CFBundleURLSchemes auto",
      "cardex get F .CFBundleURLTypes.0.CFBundleURLSchemes.-1", "auto", lines: 1),
    Task(
      "cardex add F :CFBundleURLTypes:0:CFBundleURLSchemes: string auto",
      "cardex get F .CFBundleURLTypes.0.CFBundleURLSchemes.-1", "auto", lines: 1),
    Task(
      "cardex set F .CFBundleLocalizations+=fr", "cardex get F .CFBundleLocalizations.2", "fr",
      lines: 1),
    Task(
      "cardex write F CFBundleLocalizations -array-add fr", "cardex get F .CFBundleLocalizations.2",
      "fr", lines: 1),
    Task(
      "cardex set F '.CFBundleLocalizations=[\"fr\"]'",
      "cardex get --json F .CFBundleLocalizations",
      #"["fr"]"#, lines: 1),
    Task("cardex set F .icon -data data.bin", "cardex get F .icon", "AGhp", lines: 2),
    // Taking away, and elsewhere.
    Task("cardex remove F CFBundleName", "cardex get --default=gone F .CFBundleName", "gone"),
    Task(
      "cardex delete F .NSAppTransportSecurity.NSExceptionDomains.example.org",
      "cardex get -c F .NSAppTransportSecurity.NSExceptionDomains", "0"),
    Task(
      "cardex delete F NSAppTransportSecurity",
      "cardex get --default=gone F .NSAppTransportSecurity",
      "gone"),
    Task("cardex rename F .CFBundleName .Name", "cardex get F .Name", "Garage", lines: 1),
    Task(
      "cardex mv F .CFBundleLocalizations.1 .CFBundleLocalizations.0",
      "cardex get --json F .CFBundleLocalizations", #"["de","en"]"#, lines: 1),
    Task(
      "cardex copy F .CFBundleName .CFBundleDisplayName", "cardex get F .CFBundleDisplayName",
      "Garage", lines: 2),
    // Whole files.
    Task("cardex merge F release.json", "cardex get F .CFBundleVersion", "99", lines: 1),
    Task("cardex convert F --json >out", "cardex get --from=json out .CFBundleVersion", "41"),
    Task("cardex convert F out.json", "cardex get out.json .CFBundleVersion", "41"),
    Task("cardex lint F"),
    Task("cardex create new.plist", "cardex get --type new.plist /", "dict"),
  ]

  @Test("each works, or by the command that its error names", arguments: tasks, ["xml", "binary"])
  func firstGuess(_ task: Task, _ format: String) throws {
    let directory = try TemporaryDirectory()
    let outcome = try Tool.shell(
      """
      exec 2>&1
      cardex convert --to=\(format) -o '\(directory.path)/F' Info.plist 2>/dev/null
      cd '\(directory.path)'; cp F old; printf '\\0hi' >data.bin
      echo '{"CFBundleVersion": "99"}' >release.json
      xml() { cardex convert --to=xml "$1"; }
      if ! { \(task.guess); } 2>said; then
        cmp F old || exit
        command=$(sed -n 's/^cardex: did you mean: //p' said)
        redirection=$(sed -n 's/.*\\(>out\\)$/\\1/p' <<'END'
      \(task.guess)
      END
        )
        test -n "$command" || { cat said; exit 3; }
        eval "$command $redirection" 2>/dev/null || exit
      fi
      \(task.check)
      lines=$(diff <(xml old) <(xml F) | grep -c '^>'); test $lines -le \(max(task.lines, 1)) || echo $lines
      """)
    #expect(outcome.output == (task.result.isEmpty ? "" : task.result + "\n"), "\(task.guess)")
    #expect(outcome.status == 0)
  }

  @Test("there are forty")
  func count() { #expect(Self.tasks.count >= 40) }

  @Test("nothing is guessed that is not possible")
  func noGuess() throws {
    let outcome = try Tool.shell(
      """
      cardex get Info.plist NoSuchKey; cardex set Info.plist NoSuchKey 1
      cardex delete Info.plist .CFBundleVersion.x; cardex move Info.plist .CFBundleURLTypes .CFBundleURLTypes.0.x
      cardex set contacts.plist 'A/Anna Müller' phonenum=1; cardex read nosuch.plist KEY
      cardex write contacts.plist name -string x; cardex toggle Info.plist .CFBundleVersion
      """)
    #expect(!outcome.errors.contains("did you mean: "), "\(outcome.errors)")
  }
}
