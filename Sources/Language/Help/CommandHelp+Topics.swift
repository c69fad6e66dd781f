import Editing

extension CommandHelp {
  /// How entries and sections are named.
  static var addresses: String {
    HelpLayout.paragraph(
      """
      An address names an entry or a section: the titles of the sections that lead to it and its \
      own name, separated by '/'.
      """)
      + "\n"
      + entries([
        ("B", "the section B"),
        ("B/Bentley", "an entry in it"),
        ("Asia/Japan/Kyoto", "an entry in a section in a section"),
        ("/Others", "an entry outside all sections"),
        ("B/Anna#2", "the second of several items of B with that name"),
        ("B/#2", "the second item of B; B/#-1 is the last"),
        ("7", "line 7 of the last listing"),
        (".", "the current entry"),
        ("$", "the last line of the last listing"),
      ]) + "\n"
      + HelpLayout.paragraph(
        """
        A name is first matched as it is written, then without regard to case and accents, then as \
        the beginning of a single name. A name that matches nothing, or several items, is an error \
        that lists candidates. Commands that change something take names as they are written: a \
        script that has another one fails, and the shell asks.
        """)
      + "\n"
      + HelpLayout.paragraph(
        """
        In a name, '\\/' is a slash, '\\\\' a backslash, '\\#' a number sign at the beginning or before \
        a number at the end, and '\\n', '\\t', '\\r' and '\\u{HEX}' are control characters. In quotes a \
        number, '.' and '$' are names: rename '7' Seven.
        """)
  }

  /// How words are written.
  static var quoting: String {
    HelpLayout.paragraph("Blanks separate words. Quote a word that contains blanks.")
      + "\n"
      + entries([
        ("'AC Schnitzer'", "every character is itself"),
        ("\"L'Oréal\"", "the same, but \\\" is a quote and \\\\ a backslash"),
        ("$'two\\nlines'", "with \\n \\t \\r \\\\ \\' \\\" \\u{HEX}; in file names \\xHH"),
        ("AC\\ Schnitzer", "a backslash escapes a blank, a quote, '=' and ':'"),
        ("A\\/C", "before other characters it stays, for addresses"),
        ("# x", "a comment up to the end of the line"),
        ("--", "end of the options; operands follow"),
      ]) + "\n"
      + HelpLayout.paragraph(
        """
        Quoted words are only text: never an option, a line number, or a word such as 'to'. In a \
        script, a backslash at the end of a line joins it with the next.
        """)
  }

  private static func entries(_ entries: [(String, String)]) -> String {
    entries.map { HelpLayout.entry($0.0, $0.1, column: 18) }.joined()
  }
}
