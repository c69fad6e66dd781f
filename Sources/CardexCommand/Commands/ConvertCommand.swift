import Catalogues
import Editing
import Exchange
import Grammar
import Language
import Platform
import PropertyLists
import Readings
import Storage

/// `cardex convert`: writes files in the formats of other programs.
struct ConvertCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "convert", in: .program, "write a file in another format: JSON, CSV, strings, text …",
    operands: [.files],
    options: .joining(
      [
        .init(
          .to, .required("FORMAT", .suggested(ExportFormat.allCases.map(\.rawValue))),
          "the format to write"),
        .init(
          .output, letter: "o", .required("OUT", .file),
          "the file or directory to write (-: standard output)"),
        .init(.at, .required("PATH"), "write only the value at PATH, such as .CFBundleURLTypes"),
        .init(.force, "replace OUT if it exists"),
        .init(.strict, "if FORMAT cannot hold everything, fail and write nothing"),
        .init(
          .language, .required("LANGUAGE"),
          "csv, tsv, strings: the texts of a String Catalog in LANGUAGE"),
        .init(.excel, "csv, tsv: for spreadsheets, with formulas disarmed"),
        .init(.title, .required("TEXT"), "html: the title of the page (the file's name, in words)"),
        .init(.css, .required("FILE", .file), "html: a style sheet that follows the page's own"),
        .init(.style, .required("STYLE", .styles), "html: place of details, as for 'cardex show'"),
        .init(.grouped, "html: draw each section as a group"),
        .init(.detail, .required("TEMPLATE"), "html: make details by a template"),
        .dateFormat,
        .init(.readings, "html: Latin letters also find names by their reading"),
        .init(
          .pictures, .required("FOLDER", .directory),
          "html: embed the pictures that entries name"),
        .init(.showSecrets, "html: write what fields marked as secure hold"),
      ], .filing, .parsing, [.sectionTitles], .common),
    rules: [.either([.at, .root]), .filing],
    details: """
      Writes FILE to OUT, or to standard output, and says what FORMAT cannot hold. FORMAT is one of
      \(Listing.alternatives(ExportFormat.allCases.map(\.rawValue))); without --to it is that of
      OUT's name. If OUT is a directory, each FILE is written into it, under its own name with the
      ending of FORMAT.
      """)

  private let options: ParsedOptions
  private let output: Output
  private let conversions: [Conversion]
  private let exportOptions: ExportOptions
  /// The path of the value that is written; `nil` for the whole file.
  private let path: ValuePath?

  /// A file to be written.
  private struct Conversion {
    let source: InputFile
    /// `nil` for standard output.
    let target: FilePath?
    let format: ExportFormat

    /// Whether the name of the target is that of a String Catalog.
    var isNamedCatalog: Bool {
      format == .json && target?.hasSuffix(".xcstrings", ignoresCase: true) == true
    }
  }

  init(options: ParsedOptions, output: Output) throws(Failure) {
    self.options = options
    self.output = output
    conversions = try ConvertCommand.conversions(options)
    var exportOptions = ExportOptions()
    exportOptions.isTagged = options.has(.tagged)
    exportOptions.isForSpreadsheets = options.has(.excel)
    self.exportOptions = exportOptions
    path = try options.value(.at).map { text throws(Failure) in try ValuePath(given: text) }
    for conversion in conversions {
      let format = conversion.format
      if options.has(.excel), !format.isTable {
        throw Failure("--excel is for csv and tsv, not for \(format.rawValue)")
      }
      if options.has(.language), !format.isTable, format != .strings, !conversion.isNamedCatalog {
        throw Failure(
          "--language is for csv, tsv, strings and xcstrings, not for \(format.rawValue)")
      }
      if format != .html, let option = ConvertCommand.pageOptions.first(where: options.has) {
        throw Failure("\(option.spelling) is for html, not for \(format.rawValue)")
      }
    }
  }

  private static let pageOptions: [OptionName] = [
    .title, .css, .style, .grouped, .detail, .dateFormat, .readings, .pictures, .showSecrets,
    .byLetter, .locale, .by,
  ]

  // MARK: What to write

  private static func conversions(_ options: ParsedOptions) throws(Failure) -> [Conversion] {
    let given = try options.value(.to).map(format)
    let sources = try InputFile.files(options.operands)
    guard let out = options.path(.output), out != "-" else {
      guard let format = given else {
        throw Failure("no format was given", hint: "add --to=FORMAT: \(names)")
      }
      if sources.count > 1 {
        throw Failure(
          "several files cannot be written to standard output",
          hint: "-o DIRECTORY writes one file for each")
      }
      return [Conversion(source: sources[0], target: nil, format: format)]
    }
    if out.endsInSlash || out.isDirectory {
      guard let format = given else {
        throw Failure("no format was given", hint: "a directory needs --to=FORMAT: \(names)")
      }
      return try conversions(of: sources, into: out, as: format, options)
    }
    if sources.count > 1 {
      throw Failure(
        naming: "several files cannot be written to '\(out)', which is not a directory",
        hint: "a name that ends in '/' is that of a directory")
    }
    guard let format = given ?? ExportFormat(endingOf: out) else {
      throw Failure(
        naming: "the name '\(out)' does not say in which format to write",
        hint: "add --to=FORMAT: \(names)")
    }
    return [Conversion(source: sources[0], target: out, format: format)]
  }

  private static func conversions(
    of sources: [InputFile], into directory: FilePath, as format: ExportFormat,
    _ options: ParsedOptions
  ) throws(Failure) -> [Conversion] {
    var conversions: [Conversion] = []
    var used: [FilePath: ByteText] = [:]
    for source in sources {
      guard let name = source.fileName(withEnding: format.endings[0]) else {
        let shown = source == .standardInput ? "standard input" : "'\(source.name(options))'"
        throw Failure(
          naming: "\(shown) has no name for a file in '\(directory)'",
          hint: "-o FILE gives it one")
      }
      let target = directory.appending(name)
      let shown = source.name(options)
      if let other = used.updateValue(shown, forKey: target) {
        throw Failure(naming: "'\(other)' and '\(shown)' would both be written to '\(target)'")
      }
      conversions.append(Conversion(source: source, target: target, format: format))
    }
    return conversions
  }

  private static var names: String {
    Listing.alternatives(ExportFormat.allCases.map(\.rawValue))
  }

  private static func format(named name: String) throws(Failure) -> ExportFormat {
    if let format = ExportFormat(rawValue: name) { return format }
    let known = ExportFormat.allCases.map(\.rawValue)
    throw Failure(
      "unknown format '\(name)'",
      hint: Listing.suggestion(for: name, among: known, otherwise: "formats: \(names)"))
  }

  // MARK: Writing

  func run() throws(Failure) -> ExitStatus {
    var hasFailed = false
    for conversion in conversions {
      do throws(Failure) {
        try convert(conversion)
      } catch {
        if error.cause != .work || conversions.count == 1 { throw error }
        hasFailed = true
        try output.report(error)
      }
    }
    return hasFailed ? .failed : .found
  }

  private func convert(_ conversion: Conversion) throws(Failure) {
    let name = conversion.source.name(options)
    let parsing = try options.parseOptions()
    var catalogue = try CatalogueLoader.load(conversion.source, options)
    if let path {
      catalogue = try rethrowing(
        Catalogue(catalogue.document, at: path, options: parsing.shape)
      ) { (error: PathError) in Failure(naming: "\(name): \(error)") }
    }
    try options.giveTitles(to: catalogue, named: name)
    if conversion.format == .html {
      try options.showTitles(of: catalogue, besideFileAt: conversion.source.path)
    }
    var exportOptions = exportOptions
    if conversion.isNamedCatalog, !catalogue.shape.isStringCatalog {
      exportOptions.languageOfTexts = try languageOfTexts(in: conversion.source, name)
    } else {
      exportOptions.language = try language(of: catalogue, for: conversion.format, name)
    }
    if conversion.format.isOfEngine {
      exportOptions.name = try conversion.source.catalogueName()
      exportOptions.parsing = parsing
      if let path { exportOptions.parsing.shape.root = try root(at: path) }
      exportOptions.readings = UserReadings.usual().tableForIndexes
    }
    let export =
      conversion.format == .html
      ? Export(try PageOptions(options).page(of: catalogue, named: name))
      : Export(catalogue, as: conversion.format, options: exportOptions)
    let losses: Losses
    do {
      losses = try write(export, to: conversion.target, name)
    } catch let failure as Failure {
      throw failure
    } catch let error as StorageError where error.problem == .exists {
      throw Failure(
        naming: "\(conversion.target ?? ""): the file already exists", hint: "--force replaces it")
    } catch let error as StorageError {
      throw Failure(naming: "\(conversion.target ?? ""): \(error)")
    } catch {
      throw Failure(naming: "\(name): \(error)")
    }
    report(losses, of: export, name)
  }

  /// The language of texts that become a String Catalog: the one given, or that of the file's
  /// folder, such as `de.lproj`.
  private func languageOfTexts(
    in file: InputFile, _ name: ByteText
  ) throws(Failure) -> String {
    let folder = file.path.flatMap { try? UserDirectory.canonicalPath($0) }?.directory?.name
    let usual = folder.flatMap { name in
      name.hasSuffix(".lproj") ? ByteText(name).text.map { String($0.dropLast(6)) } : nil
    }
    if let language = options.value(.language) ?? usual, LocalizedField.isLanguage(language) {
      return language
    }
    throw Failure(
      naming: "\(name): a String Catalog has texts by language, and theirs is not known",
      hint: "--language=LANGUAGE names it, as 'en'")
  }

  /// The language whose texts are written. A table may have a column for a language without texts.
  private func language(
    of catalogue: Catalogue, for format: ExportFormat, _ name: ByteText
  ) throws(Failure) -> String? {
    guard let language = options.value(.language) else { return nil }
    guard catalogue.shape.isStringCatalog else {
      throw Failure(
        naming: "\(name): it is not a String Catalog, so that it has no text in '\(language)'")
    }
    let known = catalogue.languages()
    if known.contains(language) || language == catalogue.sourceLanguage { return language }
    if format.isTable, LocalizedField.isLanguage(language) {
      Diagnostics.report(naming: "\(name): there is no text in '\(language)' yet")
      return language
    }
    throw Failure(
      naming: "\(name): there is no text in '\(language)'",
      hint: "languages: \(Listing.alternatives(known))")
  }

  /// A path as the value of `--root`, with which an engine reads the file again; `nil` for the whole.
  private func root(at path: ValuePath) throws(Failure) -> String? {
    let root = FieldPath(components: path.names)
    guard FieldPath(root.text) == root, !path.names.contains(where: { $0.hasPrefix("-") }) else {
      throw Failure("a database cannot keep the path '\(path.text)'")
    }
    return path == .root ? nil : root.text
  }

  /// - Throws: `Failure`, `StorageError` and `ReportedError`.
  private func write(_ export: Export, to target: FilePath?, _ name: ByteText) throws -> Losses {
    guard let target else {
      // What has been printed cannot be taken back.
      if options.has(.strict) { try refuse(try export.write { _ in }, of: export, name) }
      let losses = try export.write { [output] piece in
        try output.write(piece.assumingMemoryBound(to: UInt8.self))
      }
      try output.flush()
      return losses
    }
    var replacement = FileReplacement(path: target)
    replacement.existing = options.has(.force) ? .replace : .refuse
    var losses = Losses()
    let outcome = try Progress.during("writing \(target)", .entries(export.entryCount)) {
      () throws in
      try replacement.save { write in
        losses = try withoutActuallyEscaping(write) { try export.write($0) }
        if options.has(.strict) { try refuse(losses, of: export, name) }
      }
    }
    for warning in outcome.warnings { Diagnostics.report(naming: "\(target): \(warning)") }
    return losses
  }

  private func refuse(_ losses: Losses, of export: Export, _ name: ByteText) throws(Failure) {
    if losses.isEmpty { return }
    report(losses, of: export, name)
    throw Failure(
      naming: "\(name): not written, since \(export.format.rawValue) cannot hold everything",
      hint: "without --strict, the rest is written")
  }

  private func report(_ losses: Losses, of export: Export, _ name: ByteText) {
    for message in losses.messages(of: export.format) {
      Diagnostics.report(naming: "\(name): \(message)")
    }
  }
}
