import Grammar
import Searching
import Testing

@testable import Editing
@testable import Language

@Suite("Reading commands")
struct CommandParserTests {
  @Test("a blank line and a comment are no command", arguments: ["", "  \t", "# show", "  #"])
  func nothing(_ line: String) throws {
    #expect(try SessionCommands.all.parse(line) == nil)
  }

  @Test(
    "commands that look around",
    arguments: [
      ("show", "show(addresses: [], paging: nil, shown: asIs, showsFields: false)"),
      ("list B 3 .", "show(addresses: [B 3 .], paging: nil, shown: asIs, showsFields: false)"),
      (
        "show --page-size 5 --collapsed '3'",
        "show(addresses: ['3'], paging: rows(5), shown: collapsed, showsFields: false)"
      ),
      ("show --all $", "show(addresses: [$], paging: all, shown: asIs, showsFields: false)"),
      (
        "show --page 2",
        "show(addresses: [], paging: page(2, rows: nil), shown: asIs, showsFields: false)"
      ),
      (
        "show B --page 2 --page-size=5",
        "show(addresses: [B], paging: page(2, rows: Optional(5)), shown: asIs, showsFields: false)"
      ),
      ("show #2/#-1", "show(addresses: [#2/#-1], paging: nil, shown: asIs, showsFields: false)"),
      ("more", "more"), ("sections", "sections"), ("next", "next"), ("previous", "previous"),
      ("jump M", "jump(\"M\")"), ("jump New   York", "jump(\"New   York\")"),
      ("jump 'New York' City", "jump(\"New York City\")"),
      (":New York 'x' # y ", "jump(\"New York 'x' # y\")"),
      ("  : A\\", "jump(\"A\\\")"), (": :x", "jump(\":x\")"),
      ("expand", "expand(current)"), ("expand all", "expand(all)"),
      ("collapse 'all' B", "collapse(sections(['all' B]))"),
      ("toggle A/x", "toggle(sections([A/x]))"),
      ("accordion on", "accordion(mode(true))"), ("accordion off", "accordion(mode(false))"),
    ])
  func looking(_ line: String, _ expected: String) throws {
    #expect(try meaning(line) == expected)
  }

  @Test(
    "commands that change entries",
    arguments: [
      ("insert B/宝马 宾利", "insert(new: {label: \"宾利\", fields: []}, target: at(B/宝马, nil))"),
      (
        "insert 3 'Ada Muster' phoneNum='+49 30 1' vip:boolean=true --sorted",
        "insert(new: {label: \"Ada Muster\", fields: [phoneNum:?=+49 30 1 vip:boolean=true]}, target: at(3, sorted))"
      ),
      (
        "insert M 'name=a b'", "insert(new: {label: nil, fields: [name:?=a b]}, target: at(M, nil))"
      ),
      (
        "insert M E\\=mc2 --first",
        "insert(new: {label: \"E=mc2\", fields: []}, target: at(M, first))"
      ),
      ("insert . =x", "insert(new: {label: nil, fields: [:?=x]}, target: at(., nil))"),
      (
        "insert B/x --before n=y",
        "insert(new: {label: nil, fields: [n:?=y]}, target: at(B/x, before))"
      ),
      ("insert to=x --after", "insert(new: {label: nil, fields: []}, target: at(to=x, after))"),
      ("insert / '' --last", "insert(new: {label: \"\", fields: []}, target: at(/, last))"),
      (
        "insert --by-letter 'Ada M' n=1",
        "insert(new: {label: \"Ada M\", fields: [n:?=1]}, target: letter(nil))"
      ),
      ("delete 2 5", "delete(query: nil, words: [2 5], paths: [], isForced: false)"),
      ("delete 2 --force", "delete(query: nil, words: [2], paths: [], isForced: true)"),
      ("delete -- -x", "delete(query: nil, words: [-x], paths: [], isForced: false)"),
      (
        "move 3 to M --first",
        "move(transfer: {sources: [3], target: M, placement: first, paths: nil}, isForced: false)"
      ),
      (
        "move M/#1 'to' to N/#-1",
        "move(transfer: {sources: [M/#1 'to'], target: N/#-1, placement: nil, paths: nil}, isForced: false)"
      ),
      (
        "move a b c to 'to' --after",
        "move(transfer: {sources: [a b c], target: 'to', placement: after, paths: nil}, isForced: false)"
      ),
      (
        "copy . --before to $",
        "copy(transfer: {sources: [.], target: $, placement: before, paths: nil})"
      ),
      (
        "copy a to b --last",
        "copy(transfer: {sources: [a], target: b, placement: last, paths: nil})"
      ),
      ("set M/马自达 icon=mazda.png", "set(meaning: fields([icon:?=mazda.png], of: M/马自达))"),
      (
        "set 4 year:integer=1920 note=$'a\\nb'",
        "set(meaning: fields([year:integer=1920 note:?=a\nb], of: 4))"
      ),
      ("set 'option' x=y", "set(meaning: fields([x:?=y], of: 'option'))"),
      ("set opt x=y", "set(meaning: fields([x:?=y], of: opt))"),
      ("set -- option x=y", "set(meaning: fields([x:?=y], of: option))"),
      ("unset M icon 'a b'", "unset(word: M, keys: [\"icon\" \"a b\"])"),
      ("rename 7 'AC Schnitzer'", "rename(word: 7, path: nil, label: \"AC Schnitzer\")"),
      ("rename 7 a=b", "rename(word: 7, path: nil, label: \"a=b\")"),
    ])
  func changing(_ line: String, _ expected: String) throws {
    #expect(try meaning(line) == expected)
  }

  @Test(
    "commands that change sections",
    arguments: [
      ("section insert E", "section insert(title: \"E\", placement: last, other: nil)"),
      (
        "section insert E --sorted",
        "section insert(title: \"E\", placement: sorted, other: nil)"
      ),
      (
        "section insert 庐阳 --in 安徽/合肥 --first",
        "section insert(title: \"庐阳\", placement: first, other: 安徽/合肥)"
      ),
      (
        "section insert E --before 3",
        "section insert(title: \"E\", placement: before, other: 3)"
      ),
      (
        "section insert E --after='3'",
        "section insert(title: \"E\", placement: after, other: '3')"
      ),
      ("section delete Q R --force", "section delete(words: [Q R], isForced: true)"),
      ("section delete Q", "section delete(words: [Q], isForced: false)"),
      (
        "section move Z to A --before",
        "section move(transfer: {sources: [Z], target: A, placement: before, paths: nil})"
      ),
      (
        "section copy Z to A --first",
        "section copy(transfer: {sources: [Z], target: A, placement: first, paths: nil})"
      ),
      ("section rename #-1 Others", "section rename(word: #-1, title: \"Others\")"),
      (
        "section sort",
        "section sort(words: [], sortsAll: false, filing: {locale: nil, key: nil}, isReversed: false)"
      ),
      (
        "section sort B C",
        "section sort(words: [B C], sortsAll: false, filing: {locale: nil, key: nil}, isReversed: false)"
      ),
      (
        "section sort B --reverse",
        "section sort(words: [B], sortsAll: false, filing: {locale: nil, key: nil}, isReversed: true)"
      ),
      (
        "section sort --all",
        "section sort(words: [], sortsAll: true, filing: {locale: nil, key: nil}, isReversed: false)"
      ),
      (
        "section sort --all --by year --locale=zh-TW",
        "section sort(words: [], sortsAll: true, filing: {locale: {name: \"zh_TW\"}, key: \"year\"}, isReversed: false)"
      ),
      (
        "section build",
        "section build(filing: {locale: nil, key: nil}, keys: {title: \"title\", entries: \"items\"}, isForced: false)"
      ),
      (
        "section build --force --by=a --title-key t --entries-key=e --locale sv_SE.UTF-8",
        "section build(filing: {locale: {name: \"sv_SE\"}, key: \"a\"}, keys: {title: \"t\", entries: \"e\"}, isForced: true)"
      ),
    ])
  func changingSections(_ line: String, _ expected: String) throws {
    #expect(try meaning(line) == expected)
  }

  @Test(
    "commands about history, file and session",
    arguments: [
      ("undo", "undo(1)"), ("undo 3", "undo(3)"), ("redo 2", "redo(2)"),
      ("undo 999999999999999999999", "undo(2147483647)"), ("history", "history"),
      ("diff", "diff(false)"), ("diff --entries", "diff(true)"),
      ("save", "save(breaksLinks: false, backup: nil)"),
      ("save --break-links --backup", "save(breaksLinks: true, backup: usualName)"),
      ("save --backup=.orig", "save(breaksLinks: false, backup: suffix(\".orig\"))"),
      ("save as 'cars 2.plist'", "save as(file: \"cars 2.plist\", isForced: false)"),
      ("save as x --force", "save as(file: \"x\", isForced: true)"), ("revert", "revert"),
      ("refresh", "refresh"), ("check", "check(locale: nil, scope: nil)"),
      ("check --fix", "check(locale: nil, scope: safe)"),
      ("check --unsafe --fix", "check(locale: nil, scope: all)"),
      ("info", "info"),
      ("set option", "set option(list)"),
      ("set option page-size", "set option(show(\"page-size\"))"),
      ("set option page-size -1", "set option(set(\"page-size\", value: \"-1\"))"),
      ("help", "help(overview)"), ("help insert", "help(commands([insert]))"),
      (
        "help section",
        "help(commands([section insert section delete section move section copy section rename section sort section build]))"
      ),
      ("help section ins", "help(commands([section insert]))"),
      ("help list", "help(commands([show]))"),
      ("help set", "help(commands([set set option]))"),
      ("help set option", "help(commands([set option]))"), ("help addr", "help(addresses)"),
      ("help quoting", "help(quoting)"), ("quit", "quit(false)"),
      ("exit --discard", "quit(true)"),
    ])
  func others(_ line: String, _ expected: String) throws {
    #expect(try meaning(line) == expected)
  }

  @Test("find takes the options of a search")
  func finding() throws {
    let lines: [(String, Query)] = [
      ("muller", Query(patterns: ["muller"])), ("'a b'", Query(patterns: ["a b"])),
      ("''", Query(patterns: [""])), ("-e -x c", Query(patterns: ["-x", "c"])),
      ("-F -i x", Query(patterns: ["x"])), ("-- -v", Query(patterns: ["-v"])),
      ("-E x", x { $0.options.syntax = .regularExpression }),
      ("--case-sensitive x", x { $0.options.caseSensitivity = .sensitive }),
      ("-S x", x { $0.options.caseSensitivity = .smart }),
      ("x --accents", x { $0.options.isAccentSensitive = true }),
      ("--readings x", Query(patterns: ["x"], findsReadings: true)),
      ("-ex -w", x { $0.options.matchesWholeWords = true }),
      ("-x x", x { $0.options.matchesWholeField = true }),
      ("-v x", Query(patterns: ["x"], isInverted: true)),
      ("--field=a --field 'b c' x", Query(patterns: ["x"], fields: .keys(["a", "b c"]))),
      ("--all-fields x", Query(patterns: ["x"], fields: .all)),
    ]
    #expect(try found("find a b").0 == Query(words: ["a", "b"]))
    #expect(try found("find a 'b c' -e d").0 == Query(patterns: ["d"], words: ["a", "b c"]))
    #expect(try found("find 'a b'").0 == Query(patterns: ["a b"]))
    for (line, query) in lines {
      let expected = FindResult.entries(limit: nil, showsPositions: false)
      #expect(try found("find \(line)") == (query, expected))
      // An empty pattern would delete all there is.
      if query.patterns == [""] { continue }
      let deletion = try parse("delete --all \(line)").read
      #expect((deletion as? DeleteCommand)?.query == query)
    }
  }

  private func x(_ change: (inout Query) -> Void) -> Query {
    var query = Query(patterns: ["x"])
    change(&query)
    return query
  }

  private func found(_ line: String) throws -> (Query, FindResult) {
    let request = try parse(line)
    return (try request.value("query"), try request.value("result"))
  }

  @Test(
    "find says how much is printed",
    arguments: [
      ("-m3 -n", .entries(limit: 3, showsPositions: true)),
      ("--max-count 0", .entries(limit: 0, showsPositions: false)), ("-c", .count(limit: nil)),
      ("-cm 2", .count(limit: 2)),
    ] as [(String, FindResult)])
  func findResults(_ options: String, _ result: FindResult) throws {
    #expect(try found("find \(options) x") == (Query(patterns: ["x"]), result))
  }

  @Test(
    "names and words may be shortened, and options may be anywhere",
    arguments: [
      ("sho --coll", "show --collapsed"), ("l", "list"), ("ex", nil), ("exi", "quit"),
      ("section ins E --so", "section insert E --sorted"), ("save a x --f", "save as x --force"),
      ("mov --firs a to b", "move a to b --first"), ("find x -cw", "find -c -w x"),
      ("find --fi=a x", nil), ("find --fie=a x", "find x --field a"),
      ("set A x:bool=1", "set A x:boolean=1"), ("find --count x", "find -c x"),
      ("show --page-s 3", "show --page-size=3"), ("acc on", "accordion on"),
    ] as [(String, String?)])
  func shortening(_ line: String, _ full: String?) throws {
    guard let full else {
      let error = try #require(throws: CommandError.self) { try SessionCommands.all.parse(line) }
      #expect(error.message.contains("is ambiguous"))
      return
    }
    #expect(try meaning(line) == meaning(full))
  }

  @Test(
    "every example is a command that its definition names",
    arguments: SessionCommands.all.definitions.definitions.map(\.name))
  func examples(_ name: CommandName) throws {
    let examples = CommandDefinition.named(name).examples
    #expect((1...5).contains(examples.count))
    for example in examples { #expect(try parse(example.line).name == name) }
  }
}
