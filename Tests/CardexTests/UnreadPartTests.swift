import Foundation
import TestHelpers
import Testing

@Suite("Files of which parts cannot be read")
struct UnreadPartTests {
  /// Runs commands in a folder with files of which the second card or row cannot be read.
  private func run(_ commands: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    return try Tool.shell(
      """
      cd '\(directory.url.path())'; export XDG_CACHE_HOME="$PWD/cache" XDG_STATE_HOME="$PWD/state"
      card() { printf 'BEGIN:VCARD\\nVERSION:3.0\\nFN:%s\\nN:%s;;;;\\nTEL:%s\\n%sEND:VCARD\\n' "$@"; }
      { card Ann Ann 1 ''; card Bad Bad 2 'oops
      '; card Cy Cy 3 ''; } > m.vcf
      { echo a; card Ann Ann 1 ''; echo b; card Cy Cy 3 ''; } > two.vcf
      { card Ann Ann 1 ''; printf 'BEGIN:VCARD\\nFN:Cut\\n'; card Cy Cy 3 ''; } > cut.vcf
      printf 'name,phone\\nAnn,1\\n"Bo"x,2\\nCy,3\\nD\\351,4\\nEve,5' > t.csv
      printf 'name,phone\\nAnn,1\\nBo,"2\\nCy,3\\n' > cut.csv
      mkdir -p f/work f/none; card Dan Dan 4 '' > f/work/d.vcf; printf 'no card' > f/none/n.vcf
      cp m.vcf f/m.vcf; card Bad Bad 1 'oops
      ' > f/b.vcf; printf 'BEGIN:VCARD' > f/c.vcf
      cp -r . ../old.$$; mv ../old.$$ old
      \(commands)
      """)
  }

  @Test(
    "what can be read is shown; the others are named, and the status says so",
    arguments: [
      (
        "show --no-pager m.vcf", "Ann  1\nCy   3\n2\n",
        ["m.vcf:12:1: … lines 7 to 13 were not read"]
      ),
      (
        "show --no-pager cut.vcf", "Ann  1\n2\n",
        ["cut.vcf:9:1: … nothing from line 7 on was read"]
      ),
      (
        "show --no-pager t.csv", "Ann  1\nCy   3\nEve  5\n2\n",
        ["t.csv:3:5: … line 3 was not read", "t.csv:5:2: … line 5 was not read"]
      ),
      (
        "show --no-pager f", "– f  (2)\n    Ann  1\n    Cy   3\n– work  (1)\n    Dan  4\n2\n",
        [
          "f/b.vcf:6:1: … lines 1 to 7 were not read",
          "f/c.vcf:1:1: … nothing from line 1 on was read",
          "f/m.vcf:12:1: … lines 7 to 13 were not read", "f/none/n.vcf:1:1: … line 1 was not read",
        ]
      ),
      ("search -c '' m.vcf cut.csv t.csv", "m.vcf:2\ncut.csv:1\nt.csv:3\n2\n", nil),
      ("search -q Ann m.vcf", "0\n", nil), ("search Zed m.vcf", "2\n", nil),
      ("get m.vcf .1.name", "Cy\n2\n", nil), ("sections f", "f\t2\nwork\t1\n2\n", nil),
      ("info m.vcf | grep entries", "entries     2\n0\n", nil),
      ("batch m.vcf -e 'list'", "   1  Ann  1\n   2  Cy   3\n2\n", nil),
      ("check --format=github cut.csv", "::error file=cut.csv,line=3,col=4,title=error::", nil),
      ("diff m.vcf old/m.vcf", "2\n", nil),
    ] as [(String, String, [String]?)])
  func reading(command: String, output: String, errors: [String]?) throws {
    let outcome = try run("cardex \(command); echo $?")
    #expect(outcome.output.hasPrefix(output), "\(outcome.output)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(!lines.isEmpty)
    guard let errors else { return }
    #expect(lines.count == errors.count)
    for (line, error) in zip(lines, errors) {
      let parts = error.split(separator: "…")
      #expect(line.hasPrefix("cardex: " + parts[0]) && line.hasSuffix(parts[1]), "\(line)")
    }
  }

  @Test(
    "what another file would lose, or nobody can tell, is refused",
    arguments: [
      "convert --to=json m.vcf", "convert -o x.vcf m.vcf", "set -o x.json m.vcf Ann phone=9",
      "diff m.vcf cut.vcf", "diff --script m.vcf cut.vcf", "merge -n m.vcf m.vcf cut.vcf",
      "import cut.vcf m.vcf", "index build m.vcf", "move m.vcf .1 to .0", "move t.csv .1 to .0",
      "set t.csv Ann phone=ü", "batch m.vcf -e 'import t.csv --match=name'",
    ])
  func refused(command: String) throws {
    let outcome = try run(
      "cardex \(command); echo $?; ls x.* 2>&-; diff -r old . | grep -v '^Only'")
    #expect(outcome.output == "2\n")
    #expect(outcome.errors != "")
  }

  @Test(
    "edits of others are made, and leave what could not be read as it is",
    arguments: [
      ("set m.vcf Ann phone=9", "5c5 < TEL:1 --- > TEL:9"),
      ("delete m.vcf Ann", "3,8d2"), ("delete m.vcf Cy", "14,19d13"),
      (
        "insert cut.vcf / Eva",
        "7a8,12 > VERSION:3.0 > N:Eva;;;; > FN:Eva > END:VCARD > BEGIN:VCARD"
      ),
      ("delete two.vcf Ann", "2,7d1"),
      ("set t.csv Cy phone=9", "4c4 < Cy,3 --- > Cy,9"), ("delete t.csv Cy", "4d3 < Cy,3"),
      ("insert cut.csv / Eva phone=4", "2a3 > Eva,4"),
      ("set f f/Cy phone=5", "diff -ar old/f/m.vcf f/m.vcf 18c18 < TEL:3 --- > TEL:5"),
      ("delete f f/Ann f/Cy", "diff -ar old/f/m.vcf f/m.vcf 3,8d2 13,18d6"),
      ("delete f work/Dan", "Only in old/f/work: d.vcf"),
      ("move f work/Dan to f", "Only in f: d.vcf Only in old/f/work: d.vcf"),
    ])
  func edits(command: String, expected: String) throws {
    let file = command.split(separator: " ")[1]
    let outcome = try run("cardex \(command) 2>errors; echo $?; diff -ar old/\(file) \(file)")
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Of what is deleted, the lines are enough.
    let short = words.replacing(/(,[0-9]+d[0-9]+) (< \S+ ?)+/) { $0.1 + " " }
    #expect("0 " + expected == short.trimmingCharacters(in: .whitespaces))
  }

  @Test("a session says it once, and merges nothing that others have made unreadable")
  func sessions() throws {
    let outcome = try run(
      """
      printf 'set Ann phone=9\\nsave\\nset Cy phone=8\\nundo\\nsave\\n' | cardex shell m.vcf; echo $?
      diff old/m.vcf m.vcf
      { echo 'set Ann phone=7'; sleep 1; sed -i 's/^TEL:3/TEL/' m.vcf; echo save; echo quit --discard; } |
        cardex shell m.vcf 2>&1 | tail -n 2; grep -c TEL:9 m.vcf
      """)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.hasPrefix("changed /Ann\nsaved m.vcf\n"))
    #expect(outcome.output.contains("5c5\n< TEL:1\n---\n> TEL:9\n"))
    #expect(outcome.output.contains("another program has changed the file"))
    #expect(outcome.output.hasSuffix("\n1\n"))
  }
}
