// Other systems may reject names that are not UTF-8, or treat two of these as the same.
#if os(Linux)
  import TestHelpers
  import Foundation
  import Testing

  /// Files whose names are not text, or look like something else. An operation on one must affect
  /// exactly that file.
  @Suite struct FileNameTests {
    /// A directory with a catalogue under each name, each with a duplicate entry Anna and an entry
    /// that only it has.
    private final class NamedFiles {
      /// The names in byte order, as written in bash, each with its bytes and the entry that only
      /// it has.
      static let names: [(word: String, bytes: [UInt8], entry: String)] = [
        ("-r.plist", Array("-r.plist".utf8), "dash"),
        ("$'esc\\e[31m.plist'", Array("esc\u{1B}[31m.plist".utf8), "escape"),
        ("$'e\\xCC\\x81.plist'", [0x65, 0xCC, 0x81] + Array(".plist".utf8), "decomposed"),
        ("$'new\\nline.plist'", Array("new\nline.plist".utf8), "newline"),
        ("$'x\\xEF\\xBF\\xBD.plist'", [0x78, 0xEF, 0xBF, 0xBD] + Array(".plist".utf8), "lossy"),
        ("$'x\\xFE.plist'", [0x78, 0xFE] + Array(".plist".utf8), "fe"),
        ("$'x\\xFF.plist'", [0x78, 0xFF] + Array(".plist".utf8), "ff"),
        ("$'\\xC3\\xA9.plist'", [0xC3, 0xA9] + Array(".plist".utf8), "composed"),
      ]

      private let directory: TemporaryDirectory
      private let environment: [String: String]

      init() throws {
        directory = try TemporaryDirectory()
        let home = directory.url.path()
        environment = [
          "FILES": home + "/files", "XDG_CACHE_HOME": home + "/cache",
          "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home + "/config",
        ]
        var lines = ["mkdir \"$FILES\"; cd \"$FILES\""]
        for name in NamedFiles.names {
          let strings = ["Anna", "Anna", name.entry].map { "<string>\($0)</string>" }.joined()
          let list = "<plist version=\"1.0\">\\n<array>\(strings)</array></plist>\\n"
          lines.append("printf '\(list)' >./\(name.word)")
        }
        try #require(
          try Tool.shell(lines.joined(separator: "\n"), environment: environment).status == 0)
      }

      /// Runs shell commands in the directory of the files.
      func run(_ line: String) throws -> Tool.Outcome {
        try Tool.shell("cd \"$FILES\"; " + line, environment: environment)
      }

      /// The names of the files that no longer hold Anna twice.
      func changed() throws -> [[UInt8]] {
        let line = "for f in *; do grep -q Anna.*Anna -- \"$f\" || printf '%s\\0' \"$f\"; done"
        return try run(line).outputBytes.split(separator: 0).map(Array.init)
      }
    }

    private static let all = NamedFiles.names.indices

    /// The bytes of a line or more for each file, in order.
    private func lines(_ line: (_ name: [UInt8], _ entry: String) -> [UInt8]) -> [UInt8] {
      NamedFiles.names.flatMap { line($0.bytes, $0.entry) }
    }

    @Test("the file that is named is edited, and no other", arguments: all)
    func edited(_ index: Int) throws {
      let files = try NamedFiles()
      let name = NamedFiles.names[index]
      let batch = try files.run("cardex batch -e 'delete #1' -- \(name.word)")
      #expect(batch.status == 0, "\(batch.errors)")
      #expect(try files.changed() == [name.bytes])
      let shell = try files.run("printf 'delete #1\\nsave\\n' | cardex shell -- \(name.word)")
      #expect(shell.status == 0, "\(shell.errors)")
      #expect(try files.changed() == [name.bytes])
      #expect(try files.run("cardex search -c Anna -- \(name.word)").status == 1)
      let fixed = try files.run(
        "cardex check --fix --unsafe-fixes -- \(name.word) >/dev/null; true")
      #expect(fixed.status == 0)
      #expect(try files.changed() == [name.bytes])
    }

    @Test("the file that is named is read, by every command", arguments: all)
    func read(_ index: Int) throws {
      let files = try NamedFiles()
      let (word, bytes, entry) = NamedFiles.names[index]
      #expect(try files.run("cardex show -- \(word)").output == "Anna\nAnna\n\(entry)\n")
      #expect(try files.run("cardex search \(entry) -- \(word)").output == "/\(entry)\n")
      #expect(try files.run("CARDEX_FILE=./\(word) cardex shell <<<'find \(entry)'").status == 0)
      #expect(try files.run("cardex sections -- \(word)").errors == "")
      let check = try files.run("cardex check -- \(word)")
      #expect(check.outputBytes.starts(with: bytes + Array(":2:".utf8)), "\(check.output)")
      let info = try files.run("cardex info -- \(word)")
      #expect(info.status == 0)
      #expect(info.output.contains("entries     3\n"))
    }

    @Test("a directory's files are each searched once, and named as they are")
    func directory() throws {
      let files = try NamedFiles()
      let dot = Array("./".utf8)
      let found = try files.run("cardex search -r -0 -E '^[a-z]+$' --case-sensitive")
      #expect(Array(found.outputBytes) == lines { dot + $0 + [0] + Array("/\($1)\n".utf8) })
      #expect(
        Array(try files.run("cardex search -r -l -0 Anna").outputBytes)
          == lines { name, _ in dot + name + [0] })
      #expect(
        Array(try files.run("cardex search -r -L -0 fe").outputBytes)
          == lines { $1 == "fe" ? [] : dot + $0 + [0] })
      #expect(
        Array(try files.run("cardex search -c Anna -- *").outputBytes)
          == lines { name, _ in name + Array(":2\n".utf8) })
      #expect(
        Array(try files.run("cardex search --format='{file}' -x fe -r .").outputBytes)
          == dot + [0x78, 0xFE] + Array(".plist\n".utf8))
    }

    @Test("JSON has the bytes of names that are not UTF-8")
    func json() throws {
      let files = try NamedFiles()
      let found = try files.run("cardex search --json -x ff $'x\\xFF.plist' $'\\xC3\\xA9.plist'")
      #expect(found.output.hasPrefix("{\"file\":{\"bytes\":\"eP8ucGxpc3Q=\"},"))
      let valid = try files.run("cardex check --json $'\\xC3\\xA9.plist'")
      #expect(valid.outputBytes.starts(with: Array("{\"file\":\"\u{E9}.plist\",".utf8)))
    }

    @Test("messages contain names unchanged, but are one line")
    func messages() throws {
      let files = try NamedFiles()
      let outcome = try files.run("cardex show $'gone\\xFF\\n'")
      #expect(outcome.status == 2)
      let expected = Array("cardex: gone".utf8) + [0xFF] + Array("\\n: No such".utf8)
      #expect(outcome.errorBytes.starts(with: expected))
    }

    @Test("files that are written get the names that were given")
    func written() throws {
      let files = try NamedFiles()
      let outcomes = [
        try files.run("cardex batch -o $'out\\xFF' -e 'delete #1' $'x\\xFF.plist'"),
        try files.run("cardex batch --backup=$'\\xFE' -e 'delete #1' $'x\\xFF.plist'"),
        try files.run("printf 'save as raw\\xFF\\n' | cardex shell $'x\\xFE.plist'"),
        try files.run("echo \"save as \\$'escaped\\\\xFF'\" | cardex shell $'x\\xFE.plist'"),
        try files.run(
          "echo 'delete #1' >$'script\\xFF'; cardex batch -f $'script\\xFF' -- $'x\\xFE.plist'"),
      ]
      for outcome in outcomes { #expect(outcome.status == 0, "\(outcome.errors)") }
      #expect(outcomes[2].outputBytes == Data("saved raw".utf8) + [0xFF, 0x0A])
      for name in ["$'out\\xFF'", "$'x\\xFF.plist\\xFE'", "$'raw\\xFF'", "$'escaped\\xFF'"] {
        #expect(try files.run("test -f \(name)").status == 0, "\(name)")
      }
      #expect(
        try files.changed().filter { $0.starts(with: [0x78]) }
          == [[0x78, 0xFE] + Array(".plist".utf8), [0x78, 0xFF] + Array(".plist".utf8)])
    }

    @Test("a symbolic link leads to the file that it names")
    func link() throws {
      let files = try NamedFiles()
      let outcome = try files.run(
        "ln -s $'x\\xFF.plist' link; cardex batch -e 'delete #1' link; test -L link; rm link")
      #expect(outcome.status == 0)
      #expect(try files.changed() == [[0x78, 0xFF] + Array(".plist".utf8)])
    }

    @Test("bytes that are not text are rejected where text is required")
    func text() throws {
      let files = try NamedFiles()
      for line in [
        "cardex search $'a\\xFF' $'x\\xFF.plist'", "cardex show $'x\\xFF.plist' $'\\xFF'",
        "cardex search --field=$'\\xFF' a $'x\\xFF.plist'",
        "cardex batch -e $'delete ff\\xFF' $'x\\xFF.plist'", "cardex help $'\\xFF'",
      ] {
        let outcome = try files.run(line)
        #expect(outcome.status == 2, "\(line)")
        #expect(outcome.errors.contains("UTF-8"), "\(line): \(outcome.errors)")
      }
      #expect(try files.changed() == [])
    }

    @Test("a difference names the file so that patch finds it")
    func difference() throws {
      let files = try NamedFiles()
      let patched = try files.run(
        """
        cardex batch --dry-run -e 'delete #1' $'x\\xFF.plist' >../diff; cat ../diff
        type patch >/dev/null || exit 0
        patch -s -p0 <../diff && ! grep -q Anna.*Anna $'x\\xFF.plist'
        """)
      #expect(patched.output.hasPrefix("--- \"x\\377.plist\"\n+++ \"x\\377.plist\"\n@@"))
      #expect(patched.status == 0, "\(patched.errors)")
    }

    @Test("each file has an index of its own, which says what it is of")
    func indexes() throws {
      let files = try NamedFiles()
      #expect(try files.run("cardex index build -- *").status == 0)
      for name in NamedFiles.names {
        let found = try files.run("cardex search --explain \(name.entry) -- \(name.word)")
        #expect(found.output == "/\(name.entry)\n")
        #expect(found.errors.contains("index used"), "\(found.errors)")
      }
      let listed = try files.run("cardex index list | cut -f5").outputBytes
      let names = listed.split(separator: 0x0A).map {
        $0.split(separator: 0x2F).last.map(Array.init)
      }
      let shown = NamedFiles.names.map { name in
        String(validating: name.bytes, as: UTF8.self).map { text in
          Array(
            text.replacing("\n", with: "\\n").replacing("\u{1B}", with: "\\u{1B}").utf8)
        } ?? name.bytes
      }
      #expect(names == shown)
      #expect(
        try files.run("cardex index list --json").output.components(separatedBy: "{\"bytes\":")
          .count
          == 3)
      #expect(try files.run("cardex index verify").status == 0)
      #expect(try files.run("cardex index remove $'x\\xFF.plist'").status == 0)
      #expect(try files.run("cardex index verify $'x\\xFF.plist'").status == 1)
      #expect(try files.run("cardex index verify $'x\\xFE.plist' $'x\\uFFFD.plist'").status == 0)
    }

    @Test("an index kept under a lossy form of the name is not used")
    func lossyIndex() throws {
      let files = try NamedFiles()
      let outcome = try files.run(
        """
        cardex index build $'x\\uFFFD.plist' && mv $'x\\uFFFD.plist' $'x\\xFF.plist' &&
        cardex search --explain lossy $'x\\xFF.plist'
        """)
      #expect(outcome.output.hasSuffix("/lossy\n"))
      #expect(outcome.errors.contains("index not used: there is no index"))
    }

    @Test("directories of the user may have any names")
    func directories() throws {
      let files = try NamedFiles()
      let outcome = try files.run(
        """
        export XDG_CACHE_HOME="$PWD/"$'cache\\xFF'
        cardex index build -- -r.plist && test -f $'cache\\xFF/cardex/'*-r.plist.index &&
        cardex search --explain dash -- -r.plist
        """)
      #expect(outcome.errors.contains("index used"), "\(outcome.errors)")
    }
  }
#endif
