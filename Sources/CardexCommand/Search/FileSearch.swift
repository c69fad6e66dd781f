import Catalogues
import Editing
import Exchange
import Grammar
import ICUText
import Language
import Platform
import PropertyLists
import Readings
import Searching
import Storage

/// The search of one file.
struct FileSearch {
  let file: InputFile
  let options: ParsedOptions
  let configuration: SearchConfiguration
  let query: SearchQuery
  let readings: UserReadings
  let namedKeys: NamedKeys
  let output: Output
  let printsName: Bool
  let indexing: AutomaticIndexing

  /// Searches and prints.
  ///
  /// - Parameter elsewhere: Called with another search and the number of entries that it finds if
  ///   nothing was found and the user is to be told.
  /// - Returns: Whether anything was found; with `-L`, whether the file was listed.
  /// - Throws: `Failure`, whose cause says whether it concerns only this file, also if there are
  ///   undecided entries; results are then already printed.
  func run(elsewhere: (OtherSearch, Int) -> Void) throws(Failure) -> Bool {
    let searched = try searchedFile()
    let found = searched.found
    let undecided = UndecidedEntries()
    let name = file.name(options)
    if let filing = configuration.filing, filing.key != nil {
      try filing.check(searched.catalogue(), named: name)
    }
    try namedKeys.check(searched, named: name)
    let hasFound: Bool
    // Sections that are found beside entries are neither counted nor limited.
    func hasAny(_ limit: Int = 1) -> Bool {
      found.count(limit: limit, undecided: undecided.note) > 0
        || limit > 0 && !found.sections(undecided: undecided.note).isEmpty
    }
    func count() -> Int {
      let limit = configuration.limit
      if query.findsEntries {
        return found.count(limit: limit, undecided: undecided.note)
      }
      return min(found.sections(undecided: undecided.note).count, limit)
    }
    switch configuration.result {
    case .quiet:
      hasFound = hasAny()
      // One result is the answer, whatever else there may be.
      if hasFound { undecided.forget() }
    case .filesWithMatches:
      hasFound = hasAny(min(configuration.limit, 1))
      if hasFound { try print(name) }
    case .filesWithoutMatch:
      hasFound = hasAny()
      if !hasFound, undecided.isEmpty { try print(name) }
    case .count:
      let count = count()
      try print(count, of: name)
      hasFound = count > 0
    case .entries(let style):
      hasFound = try printEntries(searched, undecided, name: name, style: style)
    }
    if let failure = try undecided.failure(in: searched, name) {
      throw failure
    }
    if let failure = searched.failure(name) { throw failure }
    if !hasFound, configuration.suggestsOthers { suggest(searched, elsewhere) }
    return hasFound
  }

  /// Tells which other search of the same file finds something.
  private func suggest(_ searched: SearchedFile, _ found: (OtherSearch, Int) -> Void) {
    let others = OtherSearch.allCases.filter { $0 != .allFields || !configuration.isInside }
    let other = OtherSearch.first(
      of: others, insteadOf: query, words: configuration.patterns, options: configuration.options,
      readings: try? readings.checkedTable(), count: searched.count)
    if let other { found(other.search, other.count) }
  }

  /// Prints the name of a file in a list of names.
  private func print(_ name: ByteText) throws(Failure) {
    let end = configuration.endsNamesWithNull ? .null : configuration.lineEnd
    try output.write(part: name.printed)
    try output.write(end: end)
  }

  private func print(_ count: Int, of name: ByteText) throws(Failure) {
    if printsName {
      try output.write(part: name.printed)
      if configuration.endsNamesWithNull {
        try output.write(end: .null)
      } else {
        try output.write(":")
      }
    }
    try output.write(String(count))
    try output.write(end: configuration.lineEnd)
  }

  private func printEntries(
    _ searched: SearchedFile, _ undecided: UndecidedEntries, name: ByteText,
    style: SearchConfiguration.Style
  ) throws(Failure) -> Bool {
    // Without results, no catalogue is needed to print them from.
    var printer: (any HitPrinter)?
    var failure: Failure?
    let limit = configuration.foundLimit
    var sections =
      configuration.printsSections ? searched.found.sections(undecided: undecided.note)[...] : []
    if !query.findsEntries { sections = sections.prefix(limit) }
    func start() throws(Failure) -> any HitPrinter {
      if let printer { return printer }
      let new = try self.printer(searched, undecided, name: name, style: style)
      printer = new
      return new
    }
    let hasSections = !sections.isEmpty
    var isFirst = searched.found.isStreamed
    func print(_ entry: Entry.ID) throws(Failure) {
      let printer = try start()
      if !sections.isEmpty {
        let catalogue = try searched.catalogue()
        while let section = sections.first, catalogue.firstEntry(from: section) <= entry {
          try printer.print(sections.removeFirst())
        }
      }
      try printer.print(entry)
      // Further results may take long to find.
      if isFirst { try output.flush() }
      isFirst = false
    }
    let found = searched.found.visit(limit: limit, undecided: undecided.note) { entry in
      do throws(Failure) {
        try print(entry)
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    for section in sections { try start().print(section) }
    try printer?.finish()
    return found > 0 || hasSections
  }

  private func printer(
    _ searched: SearchedFile, _ undecided: UndecidedEntries, name: ByteText,
    style: SearchConfiguration.Style
  ) throws(Failure) -> any HitPrinter {
    let catalogue = try searched.catalogue()
    try options.giveTitles(to: catalogue, named: name)
    let context = HitContext(
      catalogue: catalogue, fileName: name, printsName: printsName,
      configuration: configuration, query: query, undecided: undecided, output: output)
    if let filing = configuration.filing { return AlphabeticPrinter(context, filing, style) }
    let printer = context.printer(for: style)
    return configuration.page.map { PagedPrinter($0, printer, context) } ?? printer
  }
}

// MARK: With and without an index

extension FileSearch {
  /// The results in the file, by its kept index or by reading the catalogue.
  private func searchedFile() throws(Failure) -> SearchedFile {
    if case .database(let url) = file { return try searchedDatabase(url) }
    guard case .path(let path) = file, !options.has(.noIndex), !configuration.printsPaths else {
      let reason =
        file == .standardInput
        ? "standard input has none" : options.has(.noIndex) ? "--no-index" : "paths are printed"
      explain("not used: \(reason)")
      let catalogue = try CatalogueLoader.load(file, options, skipsUnreadable: true)
      return SearchedFile(catalogue, query)
    }
    let indexed = try IndexedFile(
      path, options.parseOptions(skipsUnreadable: true), readings: readings, allowing: .any)
    do throws(IndexedFileError) {
      let (source, found, size) = try indexed.search(query, limit: limit, isPrinted: isPrinted)
      explain("used, \(size) bytes")
      explain(found)
      return SearchedFile(source, found)
    } catch {
      return try readFile(of: indexed, error)
    }
  }

  /// The results among the entries that may match according to the database; among all entries if
  /// it cannot tell, or if places in the file are printed.
  private func searchedDatabase(_ url: DatabaseURL) throws(Failure) -> SearchedFile {
    let source = try DatabaseCatalogue(url)
    if configuration.printsLocations || options.has(.noIndex) {
      explain(
        "not used: \(options.has(.noIndex) ? "--no-index" : "places in the file are printed")")
    } else if try source.isReadOtherwise(options) {
      explain("not used: it is of other options")
    } else if let database = try DatabaseSearch(source, options, for: query),
      let found = try database.search(query, limit: limit)
    {
      explain("used, \(database.candidates) entries fetched")
      return SearchedFile(SearchSource(database.catalogue), found, database)
    } else {
      explain("not used: it cannot tell what may match")
    }
    return SearchedFile(try source.whole(options), query)
  }

  /// Reads the catalogue because there is no usable index, and begins to make one if the catalogue
  /// is large.
  private func readFile(
    of indexed: IndexedFile, _ problem: IndexedFileError
  ) throws(Failure) -> SearchedFile {
    if let obstacle = indexed.obstacle(problem) {
      explain("not used: \(obstacle)")
      let catalogue = try CatalogueLoader(indexed.parsing).load(
        indexed.bytes, name: file.name(options), path: indexed.path)
      return SearchedFile(catalogue, query)
    }
    let read = try indexed.read()
    if !read.catalogue.document.unread.isEmpty {
      explain("not made: some of the file could not be read")
    } else if limit == .max {
      indexing.start(indexed, read, reason: problem, explain)
    } else {
      explain("not made: -l, -L, -m and -q do not wait for it")
    }
    return SearchedFile(read.catalogue, query)
  }

  /// The maximum number of entries wanted.
  private var limit: Int {
    switch configuration.result {
    case .quiet, .filesWithoutMatch: 1
    case .filesWithMatches: min(configuration.limit, 1)
    case .count: configuration.limit
    case .entries: configuration.foundLimit
    }
  }

  /// Reports on standard error what was done about the index, if requested.
  private func explain(_ text: String) {
    guard options.has(.explain) else { return }
    Diagnostics.report(naming: "\(file.name(options)): index \(text)")
  }

  private func explain(_ found: Found) {
    let trace = found.trace
    explain(
      "searched: \(trace.scannedBytes) bytes scanned, \(trace.lists) lists read, "
        + "\(trace.candidates) entries examined, \(found.examined) of them in the catalogue"
        + (query.matcher.names.isEmpty
          ? "" : "; \(trace.readCodes) reading codes scanned"))
  }

  private var isPrinted: Bool {
    if case .entries = configuration.result { true } else { false }
  }
}
