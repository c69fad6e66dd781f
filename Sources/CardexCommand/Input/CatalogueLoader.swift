import Catalogues
import Editing
import Grammar
import ICUText
import Language
import Platform
import PropertyLists
import Searching

extension ParsedOptions {
  /// The options for reading property lists as catalogues.
  ///
  /// - Parameter skipsUnreadable: Whether unreadable parts are only reported, so that the rest is
  ///   shown.
  /// - Throws: `Failure` for a format that is not known.
  func parseOptions(skipsUnreadable: Bool = false) throws(Failure) -> ParseOptions {
    var shape = ShapeOptions()
    shape.root = value(.root)
    shape.titleKeys = values(.titleKey)
    shape.memberKeys = values(.membersKey)
    shape.labelKeys = values(.labelKey)
    shape.detailKeys = values(.detailKey)
    shape.isFlat = has(.flat)
    var options = ParseOptions(shape: shape, format: try format(), encoding: value(.encoding))
    options.decoding.skipsNull = has(.skipNull)
    options.decoding.isTagged = has(.tagged)
    options.decoding.sectionColumn = value(.sectionColumn)
    options.skipsUnreadable = skipsUnreadable
    return options
  }

  private func format() throws(Failure) -> FileFormat? {
    guard let name = value(.from) else { return nil }
    if let format = FileFormat(rawValue: name) { return format }
    let names = FileFormat.allCases.map(\.rawValue)
    throw Failure(
      "unknown format '\(name)'",
      hint: Listing.suggestion(
        for: name, among: names, otherwise: "formats: " + names.joined(separator: ", ")))
  }

  /// The same options as written, in the order given.
  var readingOptions: [String] {
    let names: [OptionName] = [
      .root, .titleKey, .membersKey, .labelKey, .detailKey, .flat, .from, .encoding, .sectionColumn,
      .skipNull, .tagged,
    ]
    return options.filter { names.contains($0.name) }.map { given in
      given.option.spelling + (given.path.map { "=\($0)" } ?? "")
    }
  }
}

extension ParsedOptions {
  /// Gives the titles in the options to sections that have none.
  ///
  /// - Throws: `Failure` if there are more titles than such sections.
  func giveTitles(to catalogue: Catalogue, named name: ByteText) throws(Failure) {
    guard let list = value(.sectionTitles) else { return }
    try rethrowing(catalogue.give(Catalogue.GivenTitles(list: list))) {
      (error: ReportedError) in Failure(naming: "\(name): --section-titles: \(error)")
    }
  }

  /// Shows the titles of a page of settings in the language of `--locale`, or else of the environment.
  func showTitles(of catalogue: Catalogue, besideFileAt path: FilePath?) throws(Failure) {
    guard let path, catalogue.isPageOfSettings else { return }
    let locale =
      has(.locale)
      ? try locale() : LocaleIdentifier("LC_MESSAGES", environment: Environment.text)
    do throws(ReportedError) {
      try catalogue.showTitles(in: locale, besideFileAt: path)
    } catch {
      // Without titles in the language, those in the file are shown.
      Diagnostics.report(naming: error.message)
    }
  }
}

/// Reads catalogues as the options specify.
struct CatalogueLoader {
  private let parsing: ParseOptions

  init(_ parsing: ParseOptions) { self.parsing = parsing }

  /// - Parameter skipsUnreadable: Whether unreadable parts are only reported.
  /// - Throws: `Failure` with the file and the place.
  static func load(
    _ file: InputFile, _ options: ParsedOptions, skipsUnreadable: Bool = false
  ) throws(Failure) -> Catalogue {
    if case .database(let url) = file { return try DatabaseCatalogue(url).whole(options) }
    return try CatalogueLoader(options.parseOptions(skipsUnreadable: skipsUnreadable)).load(
      name: file.name(options), path: file.path, size: file.size
    ) { () throws(CatalogueFileError) in try file.read() }
  }

  /// Reads a file as a property list, not as a catalogue. Unreadable parts are only reported if
  /// other parts can be read.
  ///
  /// - Throws: `Failure` with the file and the place.
  static func document(
    of file: InputFile, _ options: ParsedOptions
  ) throws(Failure) -> PropertyListDocument {
    let (name, parsing) = (file.name(options), try options.parseOptions(skipsUnreadable: true))
    let document = try Progress.during("reading \(name)", .bytes(file.size)) {
      () throws(Failure) in
      do {
        return try PropertyListDocument(parsing: try file.read(), at: file.path, parsing)
      } catch {
        throw Failure(reading: name, error)
      }
    }
    UnreadReport.report(document, named: name)
    return document
  }

  /// - Throws: `Failure` with the file and the place.
  func load(_ bytes: FileBytes, name: ByteText, path: FilePath?) throws(Failure) -> Catalogue {
    try load(name: name, path: path, size: bytes.count) { bytes }
  }

  private func load(
    name: ByteText, path: FilePath?, size: Int,
    _ bytes: () throws(CatalogueFileError) -> FileBytes
  ) throws(Failure) -> Catalogue {
    let catalogue = try Progress.during("reading \(name)", .bytes(size)) { () throws(Failure) in
      do {
        return try Catalogue(parsing: try bytes(), at: path, parsing)
      } catch {
        throw Failure(reading: name, error)
      }
    }
    UnreadReport.report(catalogue.document, named: name)
    return catalogue
  }
}

extension ParsedOptions {
  /// Calls the closure with the catalogue of each given file. Files and directories that cannot be
  /// read, and parts of files, are reported and skipped.
  ///
  /// - Parameter end: Called after all files, while there is still a pager.
  /// - Returns: Whether all could be read.
  func forEachCatalogue(
    _ output: Output, unreadable: (InputFile, Failure) throws(Failure) -> Void = { _, _ in },
    end: () throws(Failure) -> Void = {}, _ body: (Catalogue, InputFile) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var isComplete = true
    let (files, failures) = try files(operands)
    let pager = Pager.start(self)
    func skip(_ file: InputFile, _ failure: Failure) throws(Failure) {
      isComplete = false
      try unreadable(file, failure)
      try output.report(failure)
    }
    for failure in failures { try skip(.path(failure.path), failure.failure) }
    for file in files {
      let catalogue: Catalogue
      do throws(Failure) {
        catalogue = try CatalogueLoader.load(file, self, skipsUnreadable: true)
      } catch {
        try skip(file, error)
        continue
      }
      try body(catalogue, file)
    }
    try end()
    try output.flush()
    pager?.finish()
    return isComplete
  }
}
