/// A program that searches the names.
struct SearchPeer {
  let name: String
  /// The program that must be installed.
  let program: String
  /// The files of the corpus that the program reads.
  let files: [String]
  /// Why the program is left out; `nil` if it is not.
  let omission: String?
  /// The command that searches for a pattern.
  let command: (SearchPattern) -> Command

  private init(
    _ name: String, program: String? = nil, files: [String], omission: String? = nil,
    _ command: @escaping (SearchPattern) -> Command
  ) {
    self.name = name
    self.program = program ?? String(name.prefix { $0 != " " })
    self.files = files
    self.omission = omission
    self.command = command
  }

  /// Why the program cannot be measured; `nil` if it can.
  var absence: String? { omission ?? (isInstalled(program) ? nil : "not installed") }

  /// All programs, Cardex first.
  ///
  /// - Parameter index: The path of Cardex's index, if it has one.
  static func all(_ corpus: SearchCorpus, index: String?) -> [SearchPeer] {
    [cardex(corpus, index: index)] + lineTools(corpus) + [fzf(corpus), plocate(corpus)]
      + fullText(corpus) + [recsel(corpus)]
  }

  private static func cardex(_ corpus: SearchCorpus, index: String?) -> SearchPeer {
    let program = sibling("cardex")
    return SearchPeer(
      "cardex", program: program, files: [corpus.plist] + (index.map { [$0] } ?? [])
    ) { pattern in
      let readings = pattern.findsReadings ? ["--readings"] : []
      return Command(
        name: "cardex",
        arguments: [program, "search", "-c"] + readings + ["-e", pattern.text, corpus.plist])
    }
  }

  private static func lineTools(_ corpus: SearchCorpus) -> [SearchPeer] {
    func tool(_ program: String, _ label: String, _ file: String, locale: String? = nil)
      -> SearchPeer
    {
      SearchPeer("\(program) -i, \(label)", program: program, files: [file]) {
        Command(
          name: program, arguments: [program, "-i", "-c", "-F", "-e", $0.text, file], locale: locale
        )
      }
    }
    return [
      tool("grep", "names", corpus.names),
      tool("grep", "names, LC_ALL=C", corpus.names, locale: "C"),
      tool("grep", "plist", corpus.plist),
      tool("rg", "names", corpus.names),
      tool("rg", "plist", corpus.plist),
    ]
  }

  private static func fzf(_ corpus: SearchCorpus) -> SearchPeer {
    SearchPeer("fzf --filter", program: "fzf", files: [corpus.names]) { pattern in
      // A space would separate two patterns. Without sorting, hits are printed as they are found.
      let escaped = pattern.text.split(separator: " ", omittingEmptySubsequences: false)
        .joined(separator: "\\ ")
      return Command(
        name: "fzf", arguments: ["fzf", "-i", "--no-sort", "--filter", "'" + escaped],
        input: corpus.names, answer: .lines)
    }
  }

  private static func plocate(_ corpus: SearchCorpus) -> SearchPeer {
    SearchPeer("plocate -i", program: "plocate", files: [corpus.locateDatabase]) {
      Command(
        name: "plocate", arguments: ["plocate", "-d", corpus.locateDatabase, "-i", "-c", $0.text])
    }
  }

  private static func fullText(_ corpus: SearchCorpus) -> [SearchPeer] {
    FullTextCondition.allCases.map { condition in
      SearchPeer(
        "sqlite3 FTS5, \(condition.rawValue)", program: "sqlite3", files: [corpus.fullTextDatabase]
      ) {
        Command(
          name: "sqlite3",
          arguments: FullTextCondition.shell + [
            "-cmd", FullTextCondition.mapping, corpus.fullTextDatabase, condition.query($0.text),
          ])
      }
    }
  }

  private static func recsel(_ corpus: SearchCorpus) -> SearchPeer {
    let omission = corpus.records == nil ? "left out, too slow" : nil
    let records = corpus.records ?? ""
    return SearchPeer("recsel -i", program: "recsel", files: [records], omission: omission) {
      Command(
        name: "recsel", arguments: ["recsel", "-i", "-c", "-e", "Name ~ '\($0.text)'", records])
    }
  }
}

/// The two conditions for finding part of a name with SQLite's FTS5.
enum FullTextCondition: String, CaseIterable {
  /// By the trigram index only, which cannot find less than three characters.
  case match = "MATCH"
  /// By the index if possible, otherwise by scanning all names; only the case of ASCII is folded.
  case like = "LIKE"

  /// The pattern as an SQL string literal.
  func operand(_ pattern: String) -> String {
    self == .match ? "'\"\(pattern)\"'" : "'%\(pattern)%'"
  }

  /// A statement that counts the hits.
  func query(_ pattern: String) -> String {
    "select count(*) from names where name \(rawValue) \(operand(pattern))"
  }

  /// Lets SQLite map its file, which is faster than reading it.
  static let mapping = "pragma mmap_size = 17179869184;"

  /// The shell without user settings.
  static let shell = ["sqlite3", "-batch", "-init", "/dev/null"]
}

/// Whether a program can be started.
func isInstalled(_ program: String) -> Bool {
  let arguments = ["sh", "-c", "command -v \"$1\"", "sh", program]
  return Command(name: "sh", arguments: arguments, worstStatus: 0).run() != nil
}
