import Catalogues
import Comparing
import Editing
import Forms
import Grammar
import ICUText
import Language
import Platform
import PropertyLists
import Readings

/// `cardex check`: finds likely mistakes, and fixes them.
struct CheckCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "check", in: .program, "report likely mistakes: duplicates, missing labels, impossible dates …",
    operands: [.files],
    options: .joining(
      [
        .init(.select, .required("CODES", .codes), "report only these codes (CODE,CODE…)"),
        .init(.ignore, .required("CODES", .codes), "do not report these codes"),
        .init(
          .format, .required("FORMAT", .word(FindingFormat.allCases.map(\.rawValue))),
          "print findings as text, json, github or sarif"),
        .init(.json, "print one JSON object per line for each finding"),
        .init(.label, .required("NAME", .bytes), "the name to print for standard input"),
        .init(.recursive, letter: "r", "check the property lists in directories"),
        .init(
          .schema, .required("SCHEMA", .suggested(AppleKeys.choices)),
          "whose keys these are: auto, none, info …"),
        .init(
          .since, .required("REVISION", .bytes),
          "report only what is new since this revision of git"),
        .init(.locale, .required("LOCALE"), "the language in which entries are filed"),
        .init(
          .pictures, .required("FOLDER", .directory),
          "report pictures without a file in FOLDER"),
        .init(.fix, "fix what can be fixed, save FILE, and report the rest"),
        .init(.unsafeFixes, "with --fix, also delete duplicates and empty sections"),
        .init(.dryRun, letter: "n", "with --fix, print the commands and a diff; save nothing"),
        .backup, .breakLinks, .wait, .noPager,
      ], .parsing, .common),
    rules: [
      .requires([.unsafeFixes, .dryRun, .backup, .breakLinks, .wait], [.fix]),
      .either([.fix, .since]), .apart([.dryRun], [.backup, .breakLinks]),
    ],
    details: """
      Prints FILE:LINE:COLUMN: [ADDRESS: ]WHAT [CODE] for each finding. Keys and values of
      Info.plist, entitlements, privacy manifests and bundles of settings are compared with Apple's.
      Exit status: 0 if there are no findings, 1 if there are some, 2 after an error. --fix runs the
      shell's commands, all or nothing; what it prints is written before FILE is saved.
      """)

  private let options: ParsedOptions
  private let output: Output
  private let codes: Set<Finding.Code>
  /// The language in which entries are filed, if given.
  private let locale: LocaleIdentifier?
  private let pictures: PictureFileCheck?
  private let printer: FindingPrinter
  private let schema: AppleKeys.Choice
  /// The revision whose findings are not reported again.
  private let since: GitRevision?

  init(options: ParsedOptions, output: Output) throws(Failure) {
    self.options = options
    self.output = output
    codes = try CheckCommand.codes(options)
    locale = options.has(.locale) ? try options.locale() : nil
    pictures = try PictureFolder.files(options).map(PictureFileCheck.init)
    printer = try FindingPrinter(options, output)
    schema = try CheckCommand.schema(options)
    since = try options.path(.since).map { name throws(Failure) in try GitRevision(name) }
    if options.has(.fix), ![.text, .json].contains(printer.format) {
      throw Failure("--fix and --format=\(printer.format.rawValue) cannot be used together")
    }
    if options.has(.dryRun), printer.format == .json {
      throw Failure("--dry-run and --json cannot be used together")
    }
  }

  /// The kind of Apple's files whose keys are expected.
  static func schema(_ options: ParsedOptions) throws(Failure) -> AppleKeys.Choice {
    guard let name = options.value(.schema) else { return .byName }
    if let choice = AppleKeys.Choice(name) { return choice }
    throw Failure("--schema takes \(Listing.alternatives(AppleKeys.choices)), not '\(name)'")
  }

  /// The codes of the requested findings.
  static func codes(_ options: ParsedOptions) throws(Failure) -> Set<Finding.Code> {
    let selected = try codes(options.values(.select))
    let ignored = try codes(options.values(.ignore))
    return (selected.isEmpty ? Set(Finding.Code.allCases) : selected).subtracting(ignored)
  }

  private static func codes(_ lists: [String]) throws(Failure) -> Set<Finding.Code> {
    var codes: Set<Finding.Code> = []
    for name in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard let code = Finding.Code(rawValue: String(name)) else {
        let known = Finding.Code.allCases.map(\.rawValue)
        throw Failure(
          "unknown code '\(name)'",
          hint: Listing.suggestion(
            for: String(name), among: known,
            otherwise: "codes: \(known.sorted().joined(separator: ", "))"))
      }
      codes.insert(code)
    }
    return codes
  }

  func run() throws(Failure) -> ExitStatus {
    if options.has(.fix) { return try fixAll() }
    let filing = FilingCheck(
      locale ?? LocaleIdentifier(environment: Environment.text), isFixed: locale != nil,
      table: try UserReadings.usual().checkedTable())
    var (hasFindings, hasFailed) = (false, false)
    let unreadable: (InputFile, Failure) throws(Failure) -> Void = { file, failure in
      try printer.print(failure, of: file)
    }
    let isComplete = try options.forEachCatalogue(
      output, unreadable: unreadable, end: printer.finish
    ) { catalogue, file throws(Failure) in
      try printer.print(catalogue.document.unread, of: file)
      let checks = [filing, FormValueCheck()] + others(of: file)
      var findings = self.findings(in: catalogue, checks)
      do throws(Failure) {
        if let since { findings = try new(findings, in: catalogue, since, file, checks) }
      } catch {
        hasFailed = true
        try printer.print(error, of: file)
        return try output.report(error)
      }
      if !findings.isEmpty { hasFindings = true }
      try printer.print(findings, in: catalogue, of: file)
    }
    return !isComplete || hasFailed ? .failed : hasFindings ? .notFound : .found
  }

  private func findings(in catalogue: Catalogue, _ checks: [any Check]) -> [Finding] {
    Progress.during("checking", .entries(catalogue.entryCount)) {
      wanted(CatalogueCheck.findings(in: catalogue, also: checks))
    }
  }

  /// The findings that were not there in a revision of the file.
  ///
  /// - Throws: `Failure` if the revision cannot be read.
  private func new(
    _ findings: [Finding], in catalogue: Catalogue, _ revision: GitRevision, _ file: InputFile,
    _ checks: [any Check]
  ) throws(Failure) -> [Finding] {
    let name = file.name(options)
    guard let path = file.path else { throw Failure(naming: "\(name): only files have revisions") }
    guard let content = try revision.content(of: path) else { return findings }
    let loader = CatalogueLoader(try options.parseOptions())
    // If the old file cannot be read, all findings are new.
    guard let old = try? loader.load(FileBytes(content), name: name, path: path) else {
      return findings
    }
    return Finding.new(
      among: findings, in: catalogue, since: self.findings(in: old, checks), in: old)
  }

  /// The checks that depend on the file or on options: pictures, Apple's keys, languages, git.
  private func others(of file: InputFile) -> [any Check] {
    let keys = AppleKeyCheck(schema, fileName: "\(file.name(options))")
    return (pictures.map { [$0] } ?? []) + (keys.map { [$0] } ?? [])
      + [languageCheck(of: file)] + (mergeCheck(of: file).map { [$0] } ?? [])
  }

  private func mergeCheck(of file: InputFile) -> MergeAttributeCheck? {
    codes.contains(.mergeAttribute) ? file.path.flatMap { MergeAttributeCheck($0) } : nil
  }

  private func languageCheck(of file: InputFile) -> LanguageFileCheck {
    let holdsStrings = file.path?.hasSuffix(".strings", ignoresCase: true) == true
    return LanguageFileCheck(
      holdsStrings: holdsStrings, source: holdsStrings ? sourceLanguage(of: file) : nil)
  }

  /// The strings file with the same texts in the development language, in the folder `Base.lproj`
  /// or `en.lproj` beside the folder of a strings file.
  private func sourceLanguage(of file: InputFile) -> Catalogue? {
    guard codes.contains(.formatSpecifier), let path = file.path, let name = path.name,
      let folder = path.directory, let language = folder.name,
      language.hasSuffix(".lproj", ignoresCase: false),
      let options = try? options.parseOptions()
    else { return nil }
    let usual: [FilePath] = ["Base.lproj", "en.lproj"]
    let files = usual.map { (folder.directory ?? ".").appending($0).appending(name) }
    guard !usual.contains(language), let source = files.first(where: \.isRegularFile),
      let text = try? FileBytes(path: source)
    else { return nil }
    return try? CatalogueLoader(options).load(text, name: ByteText(source), path: source)
  }

  private func wanted(_ findings: [Finding]) -> [Finding] {
    codes.count == Finding.Code.allCases.count
      ? findings : findings.filter { codes.contains($0.code) }
  }

  // MARK: Fixing

  private func fixAll() throws(Failure) -> ExitStatus {
    let (files, failures) = try options.files(options.operands)
    if files.contains(.standardInput) {
      throw Failure("standard input cannot be edited", hint: "give the name of a file")
    }
    // A pager that is quit early would keep files from being saved.
    let pager = options.has(.dryRun) ? Pager.start(options) : nil
    var (isComplete, hasFindings) = (failures.isEmpty, false)
    for (path, failure) in failures {
      try printer.print(failure, of: .path(path))
      try output.report(failure)
    }
    for case .path(let path) in files {
      do throws(Failure) {
        let fix = FileFix(
          path: path, options: options, output: output, printer: printer, codes: codes,
          locale: locale, checks: { others(of: .path(path)) })
        if try fix.run() { hasFindings = true }
      } catch {
        isComplete = false
        if error.cause == .work { try printer.print(error, of: .path(path)) }
        try output.report(error)
      }
    }
    try output.flush()
    pager?.finish()
    return !isComplete ? .failed : hasFindings ? .notFound : .found
  }
}
