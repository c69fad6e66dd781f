import Catalogues
import Editing
import Exchange
import Grammar
import ICUText
import Language
import Platform
import Readings
import Searching

/// `cardex search`: grep for catalogues.
struct SearchCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "search", in: .program, "find entries by any part of their text",
    operands: [.init(.pattern, "PATTERN", 0...1), .files],
    options: .joining(
      [
        .init(
          .regexp, letter: "e", .required("PATTERN"), replacesOperands: true,
          "look for PATTERN; may be repeated"),
        .init(
          .file, letter: "f", .required("FILE", .file), replacesOperands: true,
          "look for the patterns in FILE, one per line"),
      ], .spelling,
      [
        .init(.words, "all words of PATTERN must match, in any field and order"),
        .init(.wordRegexp, letter: "w", "match only whole words"),
        .init(.lineRegexp, letter: "x", "match only whole fields"),
        .init(.invertMatch, letter: "v", "print the entries that do not match"),
        .init(.field, .required("KEY", .key), "search the field KEY instead; may be repeated"),
        .init(.allFields, "search every value of an entry"),
        .init(
          .inside, .required("PARTS", .suggested(["label", "detail", "title", "key"])),
          "search only these: label, detail, title, key (PART,PART…)"),
        .init(
          .titles, .required("WHEN", .word(SearchQuery.Titles.allCases.map(\.rawValue))),
          "find titles of sections: yes, no or only"),
        .init(.count, letter: "c", "print only the number of entries found in each file"),
        .init(.filesWithMatches, letter: "l", "print only the names of files with matches"),
        .init(.filesWithoutMatch, letter: "L", "print only the names of files without matches"),
        .init(
          .maxCount, letter: "m", .required("N", .number(from: 0)), "stop after N entries in a file"
        ),
        .page, .pageSize,
        .init(.quiet, letter: "q", "print nothing; only set the exit status"),
        .init(.onlyMatching, letter: "o", "print only the parts that match, one per line"),
        .init(.position, letter: "n", "print positions (2.16: section 2, entry 16)"),
        .init(
          .afterContext, letter: "A", .required("N", .number(from: 0)),
          "print N entries after each one found"),
        .init(
          .beforeContext, letter: "B", .required("N", .number(from: 0)),
          "print N entries before each one found"),
        .init(
          .context, letter: "C", .required("N", .number(from: 0)),
          "print N entries before and after"),
        .init(.withFilename, letter: "H", "print the name of the file with each line"),
        .init(.noFilename, letter: "h", "never print file names"),
        .init(.null, letter: "0", "end file names with NUL"),
        .init(.nullData, letter: "z", "end lines with NUL"),
        .init(.label, .required("NAME", .bytes), "the name to print for standard input"),
        .init(.heading, "group entries by section (the default at a terminal)"),
        .init(.noHeading, "print one entry per line (the default elsewhere)"),
        .init(.json, "print one JSON object per line for each entry"),
        .init(.format, .required("TEMPLATE"), "print each entry by a template: '{label} {KEY}'"),
        .init(.mutt, "print results for mutt: mail address, name, section"),
        .dateFormat,
      ], .filing,
      [
        .init(.recursive, letter: "r", "search the property lists in directories"),
        .init(.noIndex, "read FILE itself; neither use nor make an index"),
        .init(.explain, "report on standard error how the index was used"),
        .color,
      ], .parsing, [.sectionTitles], .common),
    rules: [
      .either([.json, .format, .mutt, .onlyMatching]), .apart([.position], [.format, .mutt]),
      .apart([.inside], [.field, .allFields, .titles]),
      .last([.extendedRegexp, .fixedStrings]), .apart([.readings], [.extendedRegexp]),
      .apart(
        [.page, .pageSize], [.count, .quiet, .filesWithMatches, .filesWithoutMatch, .recursive]),
      .apart(
        [.byLetter, .locale, .by], [.count, .quiet, .filesWithMatches, .filesWithoutMatch]),
      .apart(
        [.context, .beforeContext, .afterContext],
        [.json, .format, .mutt, .onlyMatching, .byLetter, .locale, .by]),
      .filing,
    ],
    details: """
      Prints the entries whose label or detail contains PATTERN, ignoring case; a plain letter also
      finds its accented forms. FILE is '-' for standard input. Exit status: 0 if something was
      found, 1 if not, 2 after an error.
      """)

  private let options: ParsedOptions
  private let output: Output
  private let configuration: SearchConfiguration
  private let operands: [FilePath]

  init(options: ParsedOptions, output: Output) throws(Failure) {
    self.options = options
    self.output = output
    var operands = options.operands
    configuration = try SearchConfiguration(options, operands: &operands)
    self.operands = operands
  }

  func run() throws(Failure) -> ExitStatus {
    let readings = UserReadings.usual()
    let query = try self.query(readings)
    let (files, failures) = try options.files(operands)
    for (_, failure) in failures { Diagnostics.report(failure) }
    if configuration.page != nil, files.count > 1 {
      throw Failure("--page and --page-size take one FILE, not \(files.count)")
    }
    var (hasFound, hasFailed) = (false, !failures.isEmpty)
    var foundElsewhere: [OtherSearch: Int] = [:]
    let namedKeys = NamedKeys(configuration.namedKeys, hasSeveralFiles: files.count > 1)
    let indexing = AutomaticIndexing()
    let namesFiles = files.count > 1 || options.has(.recursive)
    for file in files {
      let search = FileSearch(
        file: file, options: options, configuration: configuration, query: query,
        readings: readings, namedKeys: namedKeys, output: output,
        printsName: printsNames(namesFiles), indexing: indexing)
      do throws(Failure) {
        if try search.run(elsewhere: { foundElsewhere[$0, default: 0] += $1 }) { hasFound = true }
      } catch {
        guard error.cause == .work else { throw error }
        hasFailed = true
        try output.report(hint(for: file).map { error.with(hint: $0) } ?? error)
      }
      if hasFound, case .quiet = configuration.result {
        // One result is the answer, whatever else there may be.
        UnreadReport.forget()
        return .found
      }
    }
    if let failure = namedKeys.failure {
      hasFailed = true
      try output.report(failure)
    }
    if !hasFound, !hasFailed { report(foundElsewhere) }
    // Everything is printed first, so that a user who does not want to wait for an index can leave.
    try output.flush()
    indexing.finish()
    return hasFailed ? .failed : hasFound ? .found : .notFound
  }

  private func query(_ readings: UserReadings) throws(Failure) -> SearchQuery {
    let table = configuration.findsReadings ? try readings.checkedTable() : nil
    do {
      return configuration.query(
        try Matcher(
          words: configuration.patterns, options: configuration.options, readings: table))
    } catch {
      throw Failure("invalid regular expression: \(error)")
    }
  }

  /// Reports how much another search would find, the most usual of those that find anything.
  private func report(_ foundElsewhere: [OtherSearch: Int]) {
    guard let other = OtherSearch.allCases.first(where: { foundElsewhere[$0] != nil }),
      let count = foundElsewhere[other]
    else { return }
    Diagnostics.report(other.message(count))
  }

  /// What to do about an operand that probably means something else.
  private func hint(for file: InputFile) -> String? {
    guard let path = file.path else { return nil }
    if path.isDirectory, !path.isFolderOfCards { return "-r searches the files in a directory" }
    let isSwapped = options.operands.first.map { access($0.cString, F_OK) == 0 } ?? false
    return isSwapped && access(path.cString, F_OK) != 0 ? "PATTERN comes before FILE" : nil
  }

  private func printsNames(_ byDefault: Bool) -> Bool {
    switch options.last(of: .withFilename, .noFilename) {
    case .withFilename: true
    case .noFilename: false
    default: byDefault
    }
  }
}
