import Testing

@testable import Editing
@testable import Grammar
@testable import Language

@Suite("Help on commands")
struct CommandHelpTests {
  static let topics: [HelpTopic] =
    [.overview, .all, .addresses, .quoting]
    + SessionCommands.all.definitions.definitions.map(\.name).map { .commands([$0]) }

  @Test("no line is wider than 80 columns or ends in a blank", arguments: topics)
  func width(_ topic: HelpTopic) {
    let text = topic.text(SessionCommands.all.definitions)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // Han characters take two columns.
      let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 1 : 2) }
      #expect(columns <= 80, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test("the overview names every command and fits a screen")
  func overview() {
    let text = HelpTopic.overview.text(SessionCommands.all.definitions)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 23)
    let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    for definition in SessionCommands.all.definitions.definitions {
      #expect(words.contains(" \(definition.name.rawValue)"), "\(definition.name.rawValue)")
    }
    #expect(words.contains("'help all' says what each does"))
    #expect(words.contains("An ADDRESS is SECTION/ENTRY"))
  }

  @Test("help on all commands says what each does")
  func all() {
    let text = HelpTopic.all.text(SessionCommands.all.definitions)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for definition in SessionCommands.all.definitions.definitions {
      let names = lines.filter { $0.hasPrefix("  \(definition.name.rawValue)  ") }
      #expect(names.count == 1, "\(definition.name.rawValue)")
      #expect(names.first?.hasSuffix(definition.summary) == true)
    }
    for group in SessionCommands.all.definitions.groups {
      #expect(text.contains("\(group.title)\n  "))
    }
  }

  @Test(
    "a command's help has its usages, options and examples",
    arguments: SessionCommands.all.definitions.definitions.map(\.name))
  func command(_ name: CommandName) {
    let text = HelpTopic.commands([name]).text(SessionCommands.all.definitions)
    let definition = CommandDefinition.named(name)
    for part in definition.usages + definition.options.map(\.usage)
      + definition.examples.map(\.line)
    {
      #expect(text.contains(part))
    }
    for option in definition.options {
      #expect(text.ranges(of: option.usage + " ").count <= 1)
    }
  }

  @Test("help on a command reads as a page")
  func page() {
    #expect(
      HelpTopic.commands(["section sort"]).text(SessionCommands.all.definitions) == """
        Usage: section sort [OPTIONS] [ADDRESS…]

        Sort entries, or the sections themselves.

        Sorts the entries of the sections at ADDRESS, or without ADDRESS the outermost
        sections by their titles. Labels and titles that are numbers are in the order of
        numbers, before others without a letter; --sorted of other commands keeps this
        order. Sections titled with letters are put in the order of the letters; those
        before the letters stay where they are, unless the order is reversed. Values of
        a field are sorted by what they are: numbers, also those written as texts, then
        dates, booleans and other texts, and last entries without the field. Items that
        are equal stay in their order.

        Options:
              --all                   sort the entries of every section
              --reverse               put the last first, such as the newest date
              --locale=LOCALE         use the order of the language LOCALE, not the
                                      session's
              --by=KEY                use the field KEY instead of the label

        Examples:
          section sort
              sort the sections by their titles
          section sort B --by=price
              sort the entries of B by the field 'price'
          section sort News --by=date --reverse
              put the newest entries of News first

        """)
  }

  @Test("options that require another one are listed separately, and aliases are named")
  func forms() {
    let text = HelpTopic.commands(["delete"]).text(SessionCommands.all.definitions)
    let parts = text.split(separator: "\nOptions with --all:\n")
    #expect(parts.count == 2)
    #expect(parts[0].contains("      --all  ") && !parts[0].contains("--regexp"))
    #expect(parts[1].contains("-e, --regexp=PATTERN"))
    #expect(
      HelpTopic.commands(["show"]).text(SessionCommands.all.definitions).contains(
        "'list' is the same."))
  }

  @Test("help on several commands has all of them")
  func several() {
    let text = HelpTopic.commands(["save", "save as"]).text(SessionCommands.all.definitions)
    #expect(text.hasPrefix("Usage: save [OPTIONS]\n"))
    #expect(text.contains("\n\nUsage: save as [OPTIONS] FILE\n"))
  }

  @Test(
    "text is broken between words",
    arguments: [
      ("", [""]), ("a b", ["a b"]), ("aaa bbb c", ["aaa", "bbb c"]),
      ("toolong a", ["toolong", "a"]),
    ] as [(String, [String])])
  func wrapping(_ text: String, _ lines: [String]) {
    #expect(HelpLayout.wrapped(text, width: 5) == lines)
  }

  @Test("a long name is on a line of its own")
  func entries() {
    #expect(HelpLayout.entry("ab", "x", column: 4) == "  ab  x\n")
    #expect(HelpLayout.entry("abc", "x", column: 4) == "  abc\n      x\n")
  }
}
