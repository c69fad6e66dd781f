import Exchange
import Foundation
import TestHelpers
import Testing

@Suite("cardex convert")
struct ConvertCommandTests {
  private func directory(_ text: String = ConvertCommandTests.people) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try text.write(
      to: directory.url.appending(path: "in.plist"), atomically: false, encoding: .utf8)
    return directory
  }

  /// Runs a line of the shell in a directory with a catalogue, `in.plist`.
  private func run(
    _ line: String, _ text: String = ConvertCommandTests.people
  ) throws -> Tool.Outcome {
    let directory = try directory(text)
    return try Tool.shell("cd '\(directory.url.path())'; \(line)")
  }

  static let people = plist(
    """
    <array>
    <dict><key>name</key><string>Zoë "Z", = 1</string><key>age</key><integer>30</integer></dict>
    <dict><key>name</key><string>=cmd</string><key>photo</key><data>AAEC</data>
    <key>born</key><date>1990-05-06T00:00:00Z</date></dict>
    </array>
    """)

  @Test("without OUT, the file is written to standard output")
  func standardOutput() throws {
    for line in [
      "cardex convert --to=csv in.plist", "cardex convert --to=csv -o - in.plist",
      "cardex convert --to=csv < in.plist", "CARDEX_FILE=x cardex convert --to csv - < in.plist",
    ] {
      let outcome = try run(line + " 2>/dev/null")
      #expect(
        outcome.output
          == "name,age,photo,born\n\"Zoë \"\"Z\"\", = 1\",30,,\n=cmd,,,1990-05-06T00:00:00Z\n")
      #expect(outcome.status == 0)
    }
  }

  @Test("the ending of OUT says which format to write, in any case")
  func endings() throws {
    for (ending, start) in [
      ("json", "["), ("CSV", "name,"), ("tsv", "name\t"), ("tab", "name\t"), ("txt", "Zoë"),
      ("plist", "<plist"), ("xml", "<plist"), ("openstep", "("),
    ] {
      let outcome = try run(
        "cardex convert -o out.\(ending) in.plist 2>/dev/null; cat out.\(ending)")
      #expect(outcome.output.hasPrefix(start), "\(ending)")
    }
    let outcome = try run("cardex convert -o out.csv --to=json in.plist 2>/dev/null; cat out.csv")
    #expect(outcome.output.hasPrefix("["))
  }

  @Test("what a format cannot hold is said, and is an error with --strict")
  func losses() throws {
    let said = "cardex: in.plist: csv has no data: 1 value of 'photo' left out\n"
    let outcome = try run("cardex convert --to=csv in.plist >/dev/null")
    #expect(outcome.errors == said)
    #expect(outcome.status == 0)
    for target in ["", "-o out.csv"] {
      let strict = try run("cardex convert --strict --to=csv \(target) in.plist; echo $?; ls")
      #expect(strict.output == "2\nin.plist\n")
      #expect(
        strict.errors == said
          + "cardex: in.plist: not written, since csv cannot hold everything\n"
          + "cardex: without --strict, the rest is written\n")
    }
    let whole = try run("cardex convert --strict --tagged --to=json in.plist | head -c 1")
    #expect(whole.output + whole.errors == "[")
  }

  @Test("an existing file stays, unless it may be replaced")
  func existing() throws {
    let kept = try run(
      "echo old > out.json; cardex convert -o out.json in.plist; echo $?; cat out.json")
    #expect(kept.output == "2\nold\n")
    #expect(
      kept.errors == "cardex: out.json: the file already exists\ncardex: --force replaces it\n")
    let replaced = try run(
      "echo old > out.csv; cardex convert --force -o out.csv in.plist 2>&-; echo $?; head -n 1 out.csv"
    )
    #expect(replaced.output == "0\nname,age,photo,born\n")
    let same = try run(
      "cardex convert --to=csv --force -o in.plist in.plist 2>&-; head -n 1 in.plist")
    #expect(same.output == "name,age,photo,born\n")
  }

  @Test("several files go into a directory, each under its own name")
  func directories() throws {
    let outcome = try run(
      "mkdir out; cp in.plist b.c.plist; cp in.plist plain; "
        + "cardex convert --to=json -o out in.plist b.c.plist plain 2>/dev/null; echo $?; ls out")
    #expect(outcome.output == "0\nb.c.json\nin.json\nplain.json\n")
    let broken = try run(
      "mkdir out; echo '<plist>' > a.plist; "
        + "cardex convert --to=json -o out/ a.plist in.plist 2>/dev/null; echo $?; ls out")
    #expect(broken.output == "2\nin.json\n")
  }

  @Test(
    "what cannot be meant is an error, and nothing is written",
    arguments: [
      ("cardex convert in.plist", "no format was given"),
      ("cardex convert -o out in.plist", "the name 'out' does not say in which format to write"),
      ("cardex convert --to=jsn in.plist", "unknown format 'jsn'\ncardex: did you mean 'json'?"),
      ("cardex convert --to=json in.plist in.plist", "several files cannot be written to standard"),
      ("cardex convert -o x.json in.plist in.plist", "several files cannot be written to 'x.json'"),
      ("cardex convert -o . in.plist", "no format was given\ncardex: a directory needs --to"),
      (
        "mkdir d; cardex convert --to=csv -o d in.plist ./in.plist",
        "'in.plist' and './in.plist' would"
      ),
      (
        "mkdir d; cardex convert --to=csv -o d - < in.plist",
        "standard input has no name for a file"
      ),
      ("cardex convert --to=json --excel in.plist", "--excel is for csv and tsv, not for json"),
      ("cardex convert --to=strings in.plist", "in.plist: a strings file is a dictionary of texts"),
      (
        "cardex convert --to=json -o no/out.json in.plist",
        "no/out.json: cannot open the file: No such file"
      ),
      ("echo x > bad; cardex convert --to=json -o o.json bad", "bad"),
    ])
  func errors(_ line: String, _ message: String) throws {
    let outcome = try run("rm -f bad; \(line); echo $?; ls | grep -v bad; ls d 2>/dev/null")
    #expect(outcome.errors.hasPrefix("cardex: \(message)"), "\(outcome.errors)")
    #expect(["2\nin.plist\n", "2\nd\nin.plist\n"].contains(outcome.output))
  }

  @Test("a closed pipe and a full disk are errors")
  func faults() throws {
    // A pipe that nobody reads from the beginning on.
    let pipe = try run(
      "mkfifo p; exec 3<>p 4>p 3<&-; rm p; cardex convert --to=xml in.plist >&4; echo $? >&2")
    #expect(pipe.errors == "141\n")
    let full = try run("cardex convert --to=xml in.plist > /dev/full")
    #expect(full.errors == "cardex: standard output: No space left on device\n")
    #expect(full.status == 2)
  }

  @Test("Python's json and csv read the values that plistlib reads")
  func otherReaders() throws {
    let check = """
      import csv, json, plistlib, sys, glob, subprocess, datetime, base64
      def plain(x):
        if isinstance(x, datetime.datetime): return x.strftime('%Y-%m-%dT%H:%M:%SZ')
        if isinstance(x, bytes): return base64.b64encode(x).decode()
        if isinstance(x, list): return [plain(y) for y in x]
        if isinstance(x, dict): return {k: plain(v) for k, v in x.items()}
        return x
      def cell(x):
        if isinstance(x, bool): return 'true' if x else 'false'
        if isinstance(x, (dict, list)): return json.dumps(x, ensure_ascii=False, separators=(',', ':'))
        return str(x)
      def run(to, name): return subprocess.run(['cardex', 'convert', '--to=' + to, name],
        capture_output=True, check=True).stdout.decode()
      for name in sys.argv[1:]:
        value = plain(plistlib.load(open(name, 'rb')))
        if json.loads(run('json', name)) != value: print(name, 'as JSON')
        entries = []
        def walk(x):
          for y in x:
            inner = [v for v in y.values() if isinstance(v, list)] if isinstance(y, dict) else []
            if inner and name.startswith('contacts'): walk(inner[0])
            else: entries.append(y)
        walk(value)
        if name.startswith(('contacts', 'news', 'in')):
          for to, separator in (('csv', ','), ('tsv', '\\t')):
            rows = list(csv.DictReader(run(to, name).splitlines(True), delimiter=separator))
            wanted = [{k: cell(v) for k, v in e.items() if k != 'photo'} for e in entries]
            found = [{k: v for k, v in r.items() if v and k != 'section'} for r in rows]
            if found != wanted: print(name, 'as', to)
      """
    let directory = try directory()
    try check.write(
      to: directory.url.appending(path: "check.py"), atomically: false, encoding: .utf8)
    let outcome = try Tool.shell(
      "cp *.plist '\(directory.url.path())'; cd '\(directory.url.path())'; python3 -B check.py *.plist"
    )
    #expect(outcome.output + outcome.errors == "")
  }

  @Test("git diff compares outlines")
  func textconv() throws {
    let outcome = try run(
      """
      git init -q . 2>/dev/null && git config diff.cardex.textconv 'cardex convert --to=text --' &&
      echo '*.plist diff=cardex' > .gitattributes && cp in.plist ./-n.plist && git add . &&
      for file in in.plist ./-n.plist; do
        cardex set $file '#1' age=31 && git diff $file | grep '^[-+]'
      done
      """)
    let names = ["in.plist", "-n.plist"]
    #expect(
      outcome.output
        == names.map { "--- a/\($0)\n+++ b/\($0)\n-  age: 30\n+  age: 31\n" }.joined())
  }
}
