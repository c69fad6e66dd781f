extension CommandHelp {
  /// How entries and sections are named.
  static var addresses: String {
    HelpLayout.paragraph(
      """
      An address says where an entry or a section stands: the titles of the sections that lead to \
      it, and its own name, with '/' between them.
      """)
      + "\n"
      + entries([
        ("B", "the section B"),
        ("B/Bentley", "an entry of it"),
        ("Asia/Japan/Kyoto", "an entry of a section in a section"),
        ("/Others", "an entry outside all sections"),
        ("B/#2", "the second item of B; B/#-1 is the last"),
        ("7", "line 7 of the last listing"),
        (".", "the current entry"),
        ("$", "the last line of the last listing"),
      ]) + "\n"
      + HelpLayout.paragraph(
        """
        A name is looked for as it is written, then without regard to case and accents, then as \
        the beginning of just one name. What is not there, or could be several, is an error that \
        lists what there is.
        """)
      + "\n"
      + HelpLayout.paragraph(
        """
        In a name, '\\/' is a slash, '\\\\' a backslash, '\\#' a number sign in front, and '\\n', \
        '\\t', '\\r' and '\\u{HEX}' are control characters. In quotes a number, '.' and '$' are \
        names: rename '7' Seven.
        """)
  }

  /// How words are written.
  static var quoting: String {
    HelpLayout.paragraph("Blanks separate words. A word with blanks in it is written in quotes.")
      + "\n"
      + entries([
        ("'AC Schnitzer'", "every character is itself"),
        ("\"L'Oréal\"", "the same, but \\\" is a quote and \\\\ a backslash"),
        ("$'two\\nlines'", "with \\n \\t \\r \\\\ \\' \\\" \\u{HEX}; in names of files \\xHH"),
        ("AC\\ Schnitzer", "a backslash takes the meaning from a blank, a quote, '=' and ':'"),
        ("A\\/C", "in front of other characters it stays; addresses use it"),
        ("# x", "a comment up to the end of the line"),
        ("--", "no options behind it, only operands"),
      ]) + "\n"
      + HelpLayout.paragraph(
        """
        What is in quotes is only text: never an option, a line number, or a word such as 'to'. \
        In a script a backslash at the end of a line joins it with the next.
        """)
  }

  private static func entries(_ entries: [(String, String)]) -> String {
    entries.map { HelpLayout.entry($0.0, $0.1, column: 18) }.joined()
  }
}
