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
struct SearchCommand {
  private let options: ParsedOptions
  private let output: Output
  private let configuration: SearchConfiguration
  private let operands: [FilePath]

  init(_ options: ParsedOptions, output: Output) throws(Failure) {
    self.options = options
    self.output = output
    var operands = options.operands
    configuration = try SearchConfiguration(options, operands: &operands)
    self.operands = operands
  }

  func run() throws(Failure) -> ExitStatus {
    let readings = UserReadings.usual()
    let table = configuration.findsReadings ? try readings.checkedTable() : nil
    let query: SearchQuery
    do {
      query = configuration.query(
        try Matcher(
          words: configuration.patterns, options: configuration.options, readings: table))
    } catch {
      throw Failure("invalid regular expression: \(error)")
    }
    var hasFailed = false
    let (files, failures) = try options.files(operands)
    for (_, failure) in failures {
      hasFailed = true
      Diagnostics.report(failure)
    }
    if configuration.page != nil, files.count > 1 {
      throw Failure("--page and --page-size take one FILE, not \(files.count)")
    }
    var hasFound = false
    var foundElsewhere: [OtherSearch: Int] = [:]
    let namedKeys = NamedKeys(configuration.namedKeys, hasSeveralFiles: files.count > 1)
    let indexing = AutomaticIndexing()
    let namesFiles = files.count > 1 || options.has(.recursive)
    for file in files {
      let search = FileSearch(
        file: file, options: options, configuration: configuration, query: query,
        readings: readings, namedKeys: namedKeys, output: output,
        printsName: printsNames(namesFiles), indexing: indexing)
      do throws(FileSearchError) {
        if try search.run(elsewhere: { foundElsewhere[$0, default: 0] += $1 }) { hasFound = true }
      } catch {
        switch error {
        case .output(let failure): throw failure
        case .input(let failure):
          hasFailed = true
          try output.report(hint(for: file).map { failure.with(hint: $0) } ?? failure)
        }
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
    if !hasFound, !hasFailed,
      let other = OtherSearch.allCases.first(where: { foundElsewhere[$0] != nil }),
      let count = foundElsewhere[other]
    {
      Diagnostics.report(other.message(count))
    }
    // Everything is printed first, so that nobody waits for an index who does not want to.
    try output.flush()
    indexing.finish()
    return hasFailed ? .failed : hasFound ? .found : .notFound
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
