import Grammar
import Testing

@testable import Editing
@testable import Language

@Suite("What is wrong with a command")
struct CommandErrorTests {
  typealias Case = (line: String, message: String, columns: Range<Int>, hint: String?)

  private func check(_ expected: Case) throws {
    let error = try #require(throws: CommandError.self, "\(expected.line)") {
      try SessionCommands.all.parse(expected.line)
    }
    #expect(error.message == expected.message)
    #expect(error.columns == expected.columns)
    #expect(error.hint == expected.hint)
  }

  private static let sections = "'insert', 'delete', 'move', 'copy', 'rename', 'sort' or 'build'"
  private static let quoteDash = "quote an operand that begins with '-'"
  private static let types =
    "types are string, integer, real, boolean, date, data, array, dict, null, xml; "
    + "a ':' in a key is written '\\:'"
  private static let fieldHint =
    "a field is written KEY[:TYPE]=VALUE; quote text that contains blanks"
  private static let setUsage =
    "usage: set [OPTIONS] ADDRESS KEY[:TYPE]=VALUE…, or set [OPTIONS] PATH[:TYPE]=VALUE…, or set option [NAME [VALUE]]"
  private static let deleteUsage =
    "usage: delete [OPTIONS] ADDRESS…, or delete --all [OPTIONS] PATTERN, or delete PATH…"
  private static let moveUsage = "usage: move [OPTIONS] ADDRESS… to ADDRESS, or move PATH to PATH"

  @Test(
    "a command that is unknown or not the only one meant",
    arguments: [
      ("serch x", "unknown command 'serch'", 1..<6, "'help' lists the commands"),
      ("isnert x", "unknown command 'isnert'", 1..<7, "did you mean 'insert'?"),
      ("''", "unknown command ''", 1..<3, "'help' lists the commands"),
      ("-x", "unknown command '-x'", 1..<3, "'help' lists the commands"),
      ("se", "'se' is ambiguous: section, sections, set", 1..<3, nil),
      (" e", "'e' is ambiguous: edit, exit, expand", 2..<3, nil),
      ("section", "'section' needs a second word", 8..<8, "follow it with \(sections)"),
      (
        "section frob", "unknown command 'section frob'", 9..<13,
        "'section' is followed by \(sections)"
      ),
      (
        "section isnert X", "unknown command 'section isnert'", 9..<15,
        "did you mean 'section insert'?"
      ),
      ("help frob", "unknown command 'frob'", 6..<10, "'help' lists the commands"),
      ("help show all", "unknown command 'show all'", 11..<14, "try 'help show'"),
      ("help save frob", "unknown command 'save frob'", 11..<15, "try 'help save'"),
      ("help a b c", "unexpected 'c'", 10..<11, "usage: help [COMMAND [SUBCOMMAND]]"),
    ] as [Case])
  func names(_ expected: Case) throws { try check(expected) }

  @Test(
    "an option that is unknown, incomplete, or excluded by others",
    arguments: [
      ("show --nonsense", "unknown option --nonsense", 6..<16, "try 'help show'; \(quoteDash)"),
      ("show --colapsed", "unknown option --colapsed", 6..<16, "did you mean '--collapsed'?"),
      ("find -iz x", "unknown option -z", 8..<9, "try 'help find'; \(quoteDash)"),
      ("more -x", "unknown option -x", 7..<8, "'more' has no options; \(quoteDash)"),
      ("copy A to B --zigzag", "unknown option --zigzag", 13..<21, "try 'help copy'; \(quoteDash)"),
      (
        "find --fi x", "option --fi is ambiguous: --fixed-strings, --fixed-digits, --field", 6..<10,
        nil
      ),
      (
        "find -m", "option --max-count needs an argument", 7..<8,
        "-m, --max-count=N  stop after N entries"
      ),
      (
        "section insert E --before", "option --before needs an argument", 18..<26,
        "--before=SECTION  put before SECTION"
      ),
      ("find --count=3 x", "option --count takes no argument", 14..<15, nil),
      ("find -m many x", "--max-count takes a whole number of 0 or more, not 'many'", 9..<13, nil),
      ("find -m -3 x", "--max-count takes a whole number of 0 or more, not '-3'", 9..<11, nil),
      (
        "show --page-size=0", "--page-size takes a whole number of 1 or more, not '0'", 18..<19, nil
      ),
      ("find -m 3 -m 4 x", "option --max-count is given twice", 12..<13, nil),
      ("save --backup=", "SUFFIX is empty", 15..<15, nil),
      ("delete -w x", "--word-regexp requires --all", 9..<10, nil),
      ("find -EF x", "--extended-regexp and --fixed-strings cannot be used together", 8..<9, nil),
      ("find -i -S x", "--ignore-case and --smart-case cannot be used together", 10..<11, nil),
      (
        "delete --all --field a --all-fields x", "--field and --all-fields cannot be used together",
        24..<36, nil
      ),
      ("find -c -n x", "--count and --position cannot be used together", 10..<11, nil),
      ("check --unsafe-fixes", "--unsafe-fixes requires --fix", 7..<21, nil),
      (
        "check --locale=xq", "unknown locale 'xq'", 16..<18,
        "locales have names such as 'sv', 'zh-TW' or 'de_AT@collation=phonebook'"
      ),
      (
        "section sort --by year", "--by sorts entries, but without ADDRESS sections are sorted",
        14..<18, "give '/' or --all to sort entries"
      ),
      ("show --all --page-size 3", "--all and --page-size cannot be used together", 12..<23, nil),
      ("insert A --before --sorted", "--before and --sorted cannot be used together", 19..<27, nil),
      ("move A to B --first --last", "--first and --last cannot be used together", 21..<27, nil),
      (
        "section insert E --in A --before B", "--in and --before cannot be used together", 25..<33,
        nil
      ),
      (
        "section move A to B --after --before", "--after and --before cannot be used together",
        29..<37,
        nil
      ),
    ] as [Case])
  func options(_ expected: Case) throws { try check(expected) }

  @Test(
    "an operand that is missing, superfluous, or not allowed there",
    arguments: [
      ("more x", "unexpected 'x'", 6..<7, "usage: more"),
      ("find -w", "PATTERN is missing", 7..<8, nil),
      ("delete # x", "ADDRESS is missing", 7..<7, deleteUsage),
      ("delete --all", "PATTERN is missing", 13..<13, deleteUsage),
      (
        "delete --all a b", "unexpected 'b'", 16..<17,
        "PATTERN must be quoted if it contains blanks"
      ),
      ("move", "ADDRESS is missing", 5..<5, moveUsage),
      ("move A B", "no destination; say where to with 'to ADDRESS'", 9..<9, moveUsage),
      ("move A 'to' B", "no destination; say where to with 'to ADDRESS'", 14..<14, moveUsage),
      ("move A to", "ADDRESS is missing", 10..<10, moveUsage),
      ("move to A", "ADDRESS is missing", 6..<6, moveUsage),
      ("move A to B C", "unexpected 'C'", 13..<14, moveUsage),
      ("move A to to", "'to' appears twice", 11..<13, "quote 'to' if it is a name"),
      (
        "section move A B to C", "unexpected 'B'", 16..<17,
        "usage: section move [OPTIONS] ADDRESS to ADDRESS"
      ),
      ("unset A", "KEY is missing", 8..<8, "usage: unset ADDRESS KEY…"),
      ("rename A", "NAME is missing", 9..<9, "usage: rename ADDRESS NAME, or rename PATH KEY"),
      (
        "rename A New Name", "unexpected 'Name'", 14..<18,
        "NAME must be quoted if it contains blanks"
      ),
      (
        "section insert New York", "unexpected 'York'", 20..<24,
        "TITLE must be quoted if it contains blanks"
      ),
      (
        "section sort --all B", "--all means every section and takes no ADDRESS", 20..<21, nil
      ),
      ("undo 0", "undo takes a whole number of 1 or more, not '0'", 6..<7, nil),
      ("undo -1", "undo takes a whole number of 1 or more, not '-1'", 6..<8, nil),
      ("redo x", "redo takes a whole number of 1 or more, not 'x'", 6..<7, nil),
      ("undo 1 2", "unexpected '2'", 8..<9, "usage: undo [N]"),
      ("save x", "unexpected 'x'", 6..<7, "usage: save [OPTIONS], or save as [OPTIONS] FILE"),
      ("save as ''", "FILE is empty", 9..<11, nil),
      (":", "TITLE is missing", 2..<2, "usage: jump TITLE"),
      ("accordion", "ADDRESS is missing", 10..<10, "usage: accordion ADDRESS… | on | off"),
      (
        "accordion on B", "'on' cannot be used with other words", 11..<13,
        "quote 'on' if it is a name"
      ),
      (
        "collapse all B", "'all' cannot be used with other words", 10..<13,
        "quote 'all' if it is a name"
      ),
      (
        "set option a=b", "'a=b' is not the name of an option", 12..<15,
        "NAME and VALUE are separate words"
      ),
      ("set option a b c", "unexpected 'c'", 16..<17, "usage: set option [NAME [VALUE]]"),
    ] as [Case])
  func operands(_ expected: Case) throws { try check(expected) }

  @Test(
    "a field that cannot be read, or contradicts another",
    arguments: [
      ("set A", "KEY[:TYPE]=VALUE is missing", 6..<6, setUsage),
      ("set A = b", "'b' has no '='", 9..<10, fieldHint),
      ("insert A Foo Bar", "'Bar' has no '='", 14..<17, fieldHint),
      ("insert A a=1 Foo", "'Foo' has no '='", 14..<17, fieldHint),
      ("insert A x:foo=1", "'foo' is not a type", 12..<15, types),
      ("insert A 'x:foo=1'", "'foo' is not a type", 13..<16, types),
      ("insert A x:=1", "'' is not a type", 12..<12, types),
      ("insert A x:d=1", "the type 'd' is ambiguous: date, data, dict", 12..<13, nil),
      ("set A a=1 b=2 a=3", "the key 'a' is given twice", 15..<18, nil),
      ("set A =1 =2", "the entry's own value is given twice", 10..<12, nil),
      (
        "insert A Foo =x", "'=VALUE' is the whole entry and cannot be used with a label or field",
        14..<16, "insert Foo without a value; then 'set Foo =x' gives it one"
      ),
      (
        "set A =x a=1", "'=VALUE' is the whole entry and cannot be used with a label or field",
        10..<13, nil
      ),
    ] as [Case])
  func fields(_ expected: Case) throws { try check(expected) }

  @Test("keys that only look the same are different keys")
  func equivalentKeys() throws {
    #expect(try parse("set A \u{E9}=1 e\u{301}=2").name == "set")
  }

  @Test("a line that cannot be split into words is refused")
  func lexing() throws {
    try check(("find L'Oréal", "the quote ' is not closed", 7..<13, "write an apostrophe as \\'"))
    try check(
      (
        ":a\u{7}", "control character U+0007 in the line", 3..<4,
        "write it as $'\\u{7}'"
      ))
  }
}
