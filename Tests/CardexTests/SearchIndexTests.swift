import Foundation
import SeededRandom
import Storage
import TestHelpers
import Testing

/// `cardex search` with indexes: the same answers, whatever happens to the indexes.
@Suite struct SearchIndexTests {
  @Test("the first search of a large catalogue makes an index, the next ones use it")
  func makingAndUsing() throws {
    let example = try SearchedExample(SampleCatalogue.text(50, isLarge: true))
    let search = ["search", "--explain", "anna", example.file]
    let expected = try example.run(["search", "--no-index", "anna", example.file])
    #expect(expected.status == 0)
    #expect(example.indexes == [])
    let first = try example.run(search)
    #expect(first.output == expected.output)
    #expect(first.errors.contains("index made, because there is no index\n"))
    #expect(example.indexes.count == 1)
    let second = try example.run(search)
    #expect(second.output == expected.output)
    #expect(second.errors.contains("index used, "))
    let third = try example.run(["search", "anna", example.file])
    #expect(third.output == expected.output)
    #expect(third.errors == "")
    #expect(
      try example.run(search + ["--no-index"]).errors.contains("index not used: --no-index\n"))
    #expect(try example.run(["index", "verify"]).status == 0)
  }

  @Test("of a small catalogue no index is made, but one that is there is used")
  func smallFiles() throws {
    let example = try SearchedExample(SampleCatalogue.text(50))
    let search = ["search", "--explain", "-q", "anna", example.file]
    #expect(try example.run(search).errors.contains("small files are not indexed automatically"))
    #expect(example.indexes == [])
    _ = try example.run(["index", "build", example.file])
    #expect(try example.run(search).errors.contains("index used"))
  }

  @Test("files of 1,048,576 bytes and more are indexed by searching them", arguments: [-1, 0, 1])
  func smallestFile(more: Int) throws {
    let text = SampleCatalogue.text(50)
    let blanks = 1 << 20 + more - text.utf8.count - "<!---->".utf8.count
    let example = try SearchedExample("\(text)<!--\(String(repeating: " ", count: blanks))-->")
    let outcome = try example.run(["search", "--explain", "anna", example.file])
    #expect(outcome.errors.contains("small files are not indexed automatically") == (more < 0))
    #expect(example.indexes.count == (more < 0 ? 0 : 1))
  }

  private static let searches: [[String]] = [
    ["anna"], ["müller"], ["-n", "STRASSE"], ["-c", "9"], ["-v", "-n", "a"], ["-w", "Öl"],
    ["-x", "anna"], ["-x", "-e", "奥迪", "-e", "Arno 1"], ["-E", "^[äöü]"], ["-o", "-E", "[0-9]{4}"],
    ["--json", "strasse"], ["--heading", "-n", "奥"], ["-n", "-A", "1", "-B", "2", "émile"],
    ["--field", "phone", "99"], ["--field", "tags", "--json", "rot"], ["--field", "mail", "p1"],
    ["--words", "anna 9"], ["--words", "-c", "a 1 9"],
    ["--words", "--all-fields", "-n", "rot a"], ["--words", "-v", "-c", "a e"],
    ["--words", "--readings", "-n", "a i"], ["--words", "-E", "-n", "^[a-m] [0-9]{4}"],
    ["--words", "-o", "-e", "a 9", "-e", "finn"], ["--words", "--json", "-w", "anna"],
    ["--in=key", "--json", "ho"], ["--in=key,label", "-n", "n"], ["--in=key", "-v", "-c", "tag"],
    ["--all-fields", "straße"], ["--all-fields", "-x", "1950"],
    ["--all-fields", "naive"], ["-m", "3", "a"], ["-m", "0", "a"], ["--accents", "Ode"],
    ["--case-sensitive", "Anna"], ["-S", "ANNA"], ["-e", "a&b", "-e", "长安", "-n"], [""],
    ["-l", "anna"], ["-L", "anna"], ["-q", "no such name"], ["no such name"], ["-v", ""],
    ["--format", "{address}|{phone}|{section}", "tab"], ["--mutt", "arno"], ["-c", "-v", "e"],
    ["--readings", "ad"], ["--readings", "-n", "changan"], ["--readings", "--json", "a"],
    ["--readings", "--all-fields", "-o", "ao"], ["--readings", "-w", "di"],
    ["--readings", "-x", "-v", "-c", "aodi"], ["--readings", "-e", "anna", "-e", "ca", "-n"],
    ["-n", "-z", "-H", "finn"], ["--all-fields", "-v", "-c", "rot"], ["-w", "--all-fields", "rot"],
  ]

  @Test(
    "every search prints the same with an index", arguments: ["UTF-8", "UTF-16", "GB18030"])
  func agreement(_ name: String) throws {
    let example = try SearchedExample(
      SampleCatalogue.text(Rounds.of(60), encoding: name), encoding: name)
    #expect(try example.run(["index", "build", example.file]).status == 0)
    let searches =
      name == "UTF-8" || Rounds.areMany ? Self.searches : Array(Self.searches.prefix(12))
    for search in searches {
      let arguments = ["search"] + search + [example.file]
      let expected = try example.run(arguments + ["--no-index"])
      let outcome = try example.run(arguments)
      #expect(outcome.output == expected.output, "\(search)")
      #expect(outcome.status == expected.status, "\(search)")
      #expect(outcome.errors == "", "\(search)")
    }
    #expect(
      try example.run(["search", "--explain", "-q", "a", example.file]).errors.contains(
        "index used"))
  }

  @Test(
    "a catalogue that another program changes is searched as it is, whatever its times say",
    arguments: [
      // In place, with the time of its content set back.
      "cp -p \"$FILE\" \"$FILE.times\"; sed s/Arno/Anno/ \"$FILE.times\" | dd of=\"$FILE\" conv=notrunc status=none; touch -r \"$FILE.times\" \"$FILE\"",
      // By another file, with the time of its content set back.
      "sed s/Arno/Anno/ \"$FILE\" >\"$FILE.new\"; touch -r \"$FILE\" \"$FILE.new\"; mv \"$FILE.new\" \"$FILE\"",
      "sed -i s/Arno/Anno/ \"$FILE\"",
    ])
  func changes(_ change: String) throws {
    let example = try SearchedExample(SampleCatalogue.text(20, isLarge: true))
    let search = "cardex search -c anno \"$FILE\"; cardex search -c arno \"$FILE\""
    let before = try example.shell(search).output.split(separator: "\n")
    let outcome = try example.shell("cardex search -q x \"$FILE\"; \(change); \(search)")
    #expect(before.first == "0")
    #expect(before.count == 2)
    #expect(outcome.output == "\(before[1])\n0\n")
    #expect(outcome.errors == "")
    #expect(try example.run(["index", "verify", example.file]).status == 0)
  }

  @Test(
    "where no index can be made or kept, answers and exit status are the same, and nothing is said",
    .withoutSanitizers,
    arguments: [
      "mkdir \"$XDG_CACHE_HOME\"; chmod 500 \"$XDG_CACHE_HOME\"", "touch \"$XDG_CACHE_HOME\"",
      "mkdir \"$XDG_CACHE_HOME\"; touch \"$XDG_CACHE_HOME/cardex\"", "ulimit -f 1",
      "unset XDG_CACHE_HOME HOME", "XDG_CACHE_HOME=relative", "XDG_CACHE_HOME=/dev/full/x",
    ])
  func nowhere(_ setting: String) throws {
    let example = try SearchedExample(SampleCatalogue.text(20, isLarge: true))
    let expected = try example.run(["search", "--no-index", "a", example.file])
    #expect(expected.status == 0)
    let outcome = try example.shell(
      "\(setting); cd /; cardex search a \"$FILE\"; echo $?; cardex search -q nothing \"$FILE\"; echo $?"
    )
    #expect(outcome.output == expected.output + "0\n1\n")
    #expect(outcome.errors == "")
  }

  @Test("an index that others can write to is not used but rebuilt, and listed as such")
  func untrusted() throws {
    let example = try SearchedExample(SampleCatalogue.text(50, isLarge: true))
    let search = ["search", "--explain", "-c", "anna", example.file]
    let expected = try example.run(search).output
    let index = try #require(example.indexes.first)
    #expect(chmod(index, 0o606) == 0)
    #expect(try example.run(["index", "list"]).output.hasPrefix("untrusted\t"))
    let outcome = try example.run(search)
    #expect(outcome.output == expected)
    #expect(outcome.errors.contains("made, because the index is not trusted"))
    #expect(try example.run(["index", "list"]).output.hasPrefix("current\t"))
    #expect(try example.run(search).errors.contains("index used"))
  }

  @Test(
    "searches that may end early make no index",
    arguments: ["-q", "-l", "-L", "-m 1", "-m 3 -c"])
  func noWaiting(_ option: String) throws {
    let example = try SearchedExample(SampleCatalogue.text(50, isLarge: true))
    let outcome = try example.shell("cardex search --explain \(option) anna \"$FILE\" >/dev/null")
    #expect(outcome.errors.contains("index not made: -l, -L, -m and -q do not wait for it\n"))
    #expect(example.indexes == [])
  }

  @Test(
    "who does not wait for the index gets the status of the search",
    arguments: ["anna", "no such name"], ["kill -INT $!", "kill -HUP $!", "exec 3<&-"])
  func givingUp(_ pattern: String, _ end: String) throws {
    let example = try SearchedExample(SampleCatalogue.text(20_000, isLarge: true))
    // Without job control, a shell lets programs in the background ignore SIGINT.
    let outcome = try example.shell(
      """
      set -m; mkfifo "$FILE.pipe"
      for wait in 0.1 0.05 0.02 0.01 0; do
        rm -rf "$XDG_CACHE_HOME"
        cardex search --explain -c "\(pattern)" "$FILE" >"$FILE.pipe" 2>"$FILE.errors" &
        exec 3<"$FILE.pipe"; read -r count <&3; sleep $wait; \(end); wait $!; echo $?
        grep -q 'index given up' "$FILE.errors" && break
        grep -c 'index made' "$FILE.errors"
      done
      """)
    let status = pattern == "anna" ? 0 : 1
    // The last one must not have made the index before the program was told to end.
    #expect(try /(\d\n1\n){0,4}\d\n/.wholeMatch(in: outcome.output) != nil, "\(outcome.output)")
    #expect(outcome.output.hasSuffix("\(status)\n"), "\(outcome.output)")
  }

  @Test("what was found is printed while an index is made")
  func order() throws {
    let example = try SearchedExample(SampleCatalogue.text(50, isLarge: true))
    let outcome = try example.shell(
      """
      mkfifo "$FILE.pipe"
      cardex search --explain anna "$FILE" >"$FILE.pipe" 2>"$FILE.errors" &
      { read -r line; [ -n "$line" ] && echo found; cat >/dev/null; } <"$FILE.pipe"
      wait; grep -c 'index made' "$FILE.errors"
      """)
    #expect(outcome.output == "found\n1\n")
    let failing = try SearchedExample(SampleCatalogue.text(50, isLarge: true))
    #expect(try failing.shell("cardex search anna \"$FILE\" >/dev/full").status == 2)
  }

  #if os(Linux)
    @Test(
      "where memory is short no index is made, and the search goes on without", .withoutSanitizers)
    func shortMemory() throws {
      let example = try SearchedExample(SampleCatalogue.text(50, isLarge: true))
      let expected = try example.run(["search", "--no-index", "anna", example.file])
      // Enough for the program and the file, but not for the heaps of several threads.
      let outcome = try example.shell("ulimit -v 200000; cardex search --explain anna \"$FILE\"")
      #expect(outcome.output == expected.output)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("index not made: it may take "))
      #expect(example.indexes == [])
    }
  #endif

  @Test("programs that make the same index at once leave one that is good, and nothing else")
  func builders() throws {
    let example = try SearchedExample(SampleCatalogue.text(20, isLarge: true))
    for _ in 0..<Rounds.of(2) {
      let outcome = try example.shell(
        """
        for i in 1 2 3; do cardex search -c arno "$FILE" & cardex index build --force "$FILE" & done
        wait
        """)
      #expect(outcome.errors == "")
      #expect(example.indexes.count == 1)
      #expect(try example.run(["index", "verify", example.file]).status == 0)
    }
  }

  @Test("a builder that is killed leaves the index that was there, a new one or none")
  func killing() throws {
    let example = try SearchedExample(SampleCatalogue.text(20_000, isLarge: true))
    let search = ["search", "-n", "anna", example.file]
    let expected = try example.run(search + ["--no-index"]).output
    // A program that is killed at random moments of its work must be known to work as long as that.
    let start = ContinuousClock.now
    #expect(try example.run(["index", "build", example.file]).status == 0)
    let whole = (ContinuousClock.now - start) / .seconds(1)
    var generator = SeededGenerator(seed: 3)
    var killCount = 0
    for round in 0..<Rounds.of(6) {
      let wait = Double.random(in: 0.1...1, using: &generator) * whole
      // The shell stays to tell the status.
      let build = try example.shell(
        "timeout -s KILL \(wait) cardex index build --force \"$FILE\"; exit $?")
      if build.status == 137 { killCount += 1 }
      let named = example.indexes.filter { !$0.contains("/.") }
      #expect(named.count <= 1)
      if named.count == 1 {
        #expect(try example.run(["index", "verify", example.file]).status == 0, "round \(round)")
      }
    }
    #expect(killCount > 0, "no builder was killed")
    #expect(try example.run(search).output == expected)
    _ = try example.run(["index", "remove", "--all"])
    #expect(example.indexes == [])
  }

  @Test(
    "an index that is invalid, or of another file, changes no answer",
    arguments: [
      ": >\"$INDEX\"", "rm \"$INDEX\"; mkdir \"$INDEX\"",
      "head -c 1024 \"$INDEX\" >x; mv x \"$INDEX\"",
      "mv \"$INDEX\" real; ln -s \"$PWD/real\" \"$INDEX\"", "rm \"$INDEX\"; mkfifo \"$INDEX\"",
      "cp \"$OTHER\" \"$INDEX\"", "head -c 9000 /dev/urandom >\"$INDEX\"", "chmod 0 \"$INDEX\"",
      "chmod 666 \"$INDEX\"",
      "printf '\\377' | dd of=\"$INDEX\" bs=1 seek=8 conv=notrunc status=none",
      "printf 'XXXX' | dd of=\"$INDEX\" bs=1 seek=1500 conv=notrunc status=none",
      "printf 'XXXX' | dd of=\"$INDEX\" bs=1 seek=3100 conv=notrunc status=none",
    ])
  func damage(_ damage: String) throws {
    let example = try SearchedExample(SampleCatalogue.text(20))
    _ = try example.directory.write(SampleCatalogue.text(20, seed: 2), to: "other.plist")
    let outcome = try example.shell(
      """
      cd "$(dirname "$FILE")"
      cardex index build other.plist >/dev/null; OTHER=$(echo "$XDG_CACHE_HOME"/cardex/*)
      cardex index build "$FILE" >/dev/null; INDEX=$(echo "$XDG_CACHE_HOME"/cardex/*people*)
      \(damage)
      cardex search --all-fields -n a "$FILE"; echo $?
      cardex index verify "$FILE" >/dev/null; echo $?
      """)
    let expected = try example.run([
      "search", "--no-index", "--all-fields", "-n", "a", example.file,
    ])
    #expect(outcome.errors == "")
    // The superuser can read even files without read permission.
    let isReadable = damage.hasPrefix("chmod 0") && geteuid() == 0
    #expect(outcome.output == expected.output + "0\n\(isReadable ? 0 : 1)\n")
  }

  @Test(
    "a reader that follows the manual finds the same in an index",
    arguments: ["UTF-8", "UTF-16", "Data/cars_total.plist", "Data/settings-form.plist"])
  func otherReader(_ source: String) throws {
    // Large enough for lists of grams.
    let words = source == "UTF-8" ? 70 : 0
    let example = try SearchedExample(
      SampleCatalogue.text(Rounds.of(250), detailWords: words, encoding: source),
      encoding: source == "UTF-16" ? source : "UTF-8")
    let isSample = source.hasPrefix("UTF")
    let file = isSample ? example.file : Tool.package.appending(path: source).path()
    #expect(try example.run(["index", "build", file]).status == 0)
    let trace = try example.run(["search", "--explain", "-q", "no such name", file]).errors
    #expect(trace.contains(": 0 bytes scanned") == (source == "UTF-8"))
    let reader = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "index_reader.py").path()
    let cardex = Tool.program.path()
    // Debian's package of xxHash is one for Debian's Python.
    let outcome = try example.shell(
      "/usr/bin/python3 -B '\(reader)' '\(cardex)' '\(file)' 99 a 奥迪 'anna 5' nothing")
    #expect(outcome.errors == "")
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }
}
