import Catalogues
import Comparing
import Editing
import Exchange
import Grammar
import Language
import Platform
import PropertyLists
import Storage

/// `cardex merge`: merges two branches of a property list.
struct MergeCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "merge", in: .program, "merge two branches of a property list, by entry; set up git for it",
    operands: [.init(.file, "BASE"), .init(.file, "OURS"), .init(.file, "THEIRS")],
    options: .joining(
      [
        .init(.output, letter: "o", .required("FILE", .file), "write the result to FILE"),
        .wait,
        .init(.ours, "decide conflicts for OURS"),
        .init(.theirs, "decide conflicts for THEIRS"),
        .init(.union, "delete nothing in conflict; of two values, take that of OURS"),
        .init(.json, "list conflicts as JSON objects, one a line"),
        .key,
        .init(.markerSize, .required("N", .number(from: 1)), "the length of conflict markers (7)"),
        .init(.label, .required("NAME", .bytes), "what messages call the files"),
        .init(
          .conflictStyle, .required("STYLE", .word(["merge", "diff3", "zdiff3"])),
          "merge, or with BASE's values: diff3, zdiff3"),
        .init(.install, "set up this git repository to merge and show by entry"),
        .init(.uninstall, "take that back"),
      ], .parsing, .common),
    rules: [.either([.ours, .theirs, .union]), .either([.install, .uninstall])],
    details: """
      Prints OURS with the changes that THEIRS has made since BASE. Conflicts are listed on standard
      error, and marked in the result as git does. An empty BASE means that there was none. Exit
      status: 0 if there was no conflict, 1 if there were some, 2 after an error.
      """)

  private let options: ParsedOptions
  private let output: Output
  private let markerLength: Int
  private let showsBase: Bool

  init(options: ParsedOptions, output: Output) {
    self.options = options
    self.output = output
    markerLength = options.number(.markerSize) ?? 7
    // A conflict is one element, so zdiff3 has nothing to leave out, and is the same as diff3.
    showsBase = options.value(.conflictStyle).map { $0 != "merge" } ?? false
  }

  /// Longer markers would only fill memory and disk.
  private static let longestMarker = 1000

  func run() throws(Failure) -> ExitStatus {
    guard markerLength <= MergeCommand.longestMarker else {
      throw Failure("--marker-size takes a number up to \(MergeCommand.longestMarker)")
    }
    if options.has(.install) || options.has(.uninstall) {
      guard options.operands.isEmpty else {
        throw Failure("--install and --uninstall take no files")
      }
      let setup = try GitSetup()
      let lines = try options.has(.install) ? setup.install() : setup.uninstall()
      for line in lines { try output.write(naming: line) }
      try output.flush()
      return .found
    }
    guard options.operands.count == 3 else {
      throw Failure(
        "three files are merged", hint: "usage: cardex merge [OPTIONS] BASE OURS THEIRS")
    }
    let files = try options.operands.map { operand throws(Failure) in
      InputFile(try operand.asFile())
    }
    if files.count(where: { $0 == .standardInput }) > 1 {
      throw Failure("standard input can be only one of the three files")
    }
    return try merge(files[0], files[1], files[2])
  }

  private func merge(
    _ base: InputFile, _ ours: InputFile, _ theirs: InputFile
  ) throws(Failure) -> ExitStatus {
    // The result may be one of the files that are read, so it is locked first.
    let result = try options.path(.output).flatMap { path throws(Failure) in
      path == "-" ? nil : try ReplacedFile(path, options)
    }
    // For a file that both sides have added, git gives an empty base.
    let isNew = base.size == 0 && base != .standardInput
    let old = try isNew ? nil : load(base, "base")
    let own = try load(ours, "ours")
    try checkName(of: own.document)
    let other = try load(theirs, "theirs")
    if let old, old.document.hasText(of: own.document) {
      try write(other.document, named: theirs, to: result)
      return .found
    }
    let merge = Progress.during("merging", .entries(own.entryCount)) { [mergeOptions] in
      TreeMerge(
        base: old?.document, ours: own.document, theirs: other.document, mergeOptions)
    }
    let isDecided = mergeOptions.resolution != .marked
    let conflicts =
      isDecided
      ? [] : CatalogueConflict.conflicts(of: merge, base: old, ours: own, theirs: other)
    for conflict in conflicts { report(conflict) }
    if isDecided, merge.isWhole {
      let side = mergeOptions.resolution == .theirs ? "theirs" : "ours"
      report("left as \(side): the two versions cannot be merged without losing something")
    }
    let format = own.document.source.format
    if conflicts.isEmpty || format == .xml {
      merge.apply()
    } else if format == .binary {
      report("left as ours, without any change of theirs: a binary file has no markers")
    } else if let problem = own.document.unwritable {
      throw Failure(naming: "\(ours.name(options)): \(problem)")
    } else {
      try write(marked(old?.document, own.document, other.document), to: result)
      return .notFound
    }
    try write(own.document, named: ours, to: result)
    return conflicts.isEmpty ? .found : .notFound
  }

  /// Checks that the name of the result fits the format of our file.
  private func checkName(of document: PropertyListDocument) throws(Failure) {
    guard let path = options.path(.output), path != "-" else { return }
    try rethrowing(
      CatalogueFile.checkName(path, isFor: document.source.format)
    ) { (problem: CatalogueFileError) in
      Failure(naming: "\(path): \(problem)", hint: problem.hint)
    }
  }

  /// Reads a file. Messages call it by the label, which git gives for all three, and its role.
  private func load(_ file: InputFile, _ role: String) throws(Failure) -> Catalogue {
    guard let label = options.path(.label) else { return try CatalogueLoader.load(file, options) }
    let name: ByteText = "\(label) (\(role))"
    let bytes = try rethrowing(file.read()) { (error: CatalogueFileError) in
      Failure(naming: "\(name): \(error)")
    }
    return try CatalogueLoader(options.parseOptions()).load(bytes, name: name, path: label)
  }

  private var mergeOptions: MergeOptions {
    var result = MergeOptions()
    result.resolution =
      options.has(.ours)
      ? .ours : options.has(.theirs) ? .theirs : options.has(.union) ? .union : .marked
    let keys = options.values(.key)
    if !keys.isEmpty { result.keys = keys }
    result.markerLength = markerLength
    result.showsBase = showsBase
    return result
  }

  // MARK: Conflicts

  private func report(_ conflict: CatalogueConflict) {
    if options.has(.json) {
      Diagnostics.note(json(conflict))
    } else {
      report(conflict.line)
    }
  }

  /// Reports a line about the files, which are called by their label.
  private func report(_ line: String) {
    Diagnostics.report(naming: options.path(.label).map { "\($0): \(line)" } ?? ByteText(line))
  }

  private func json(_ conflict: CatalogueConflict) -> String {
    let versions = [
      ("base", conflict.base), ("ours", conflict.ours), ("theirs", conflict.theirs),
    ]
    return JSON.object(
      [
        (key: "kind", value: JSON.string(conflict.kind.rawValue)),
        (key: "address", value: JSON.string(conflict.address)),
        (key: "field", value: JSON.string(conflict.field)),
      ]
        + versions.compactMap { name, version in
          version.map { (key: name, value: JSON.value($0.value, of: $0.document)) }
        })
  }

  // MARK: The result

  /// Our file with everything merged that is not in conflict. Between markers are the lines of both
  /// versions.
  private func marked(
    _ base: PropertyListDocument?, _ ours: PropertyListDocument, _ theirs: PropertyListDocument
  ) throws(Failure) -> [UInt8] {
    do {
      func merged(
        _ ours: PropertyListDocument, _ resolution: MergeOptions.Resolution
      ) throws -> [UInt8] {
        var options = mergeOptions
        options.resolution = resolution
        TreeMerge(base: base, ours: ours, theirs: theirs, options).apply()
        return try ours.patchedText()
      }
      // A merge changes the document.
      let other = try merged(ours.readAgain(), .theirs)
      let lines = try merged(ours, .ours).withUnsafeBufferPointer {
        TextDifference(from: $0, to: other).marked(length: markerLength)
      }
      return try ours.encodedFile(lines)
    } catch {
      throw Failure("\(error)")
    }
  }

  private func write(_ bytes: [UInt8], to file: ReplacedFile?) throws(Failure) {
    guard let file else {
      try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try output.write(bytes) }
      return try output.flush()
    }
    do {
      try file.save { write in try bytes.withUnsafeBytes { try write($0) } }
    } catch {
      throw error as? Failure ?? Failure("\(error)")
    }
  }

  /// - Parameter file: The file to write to; `nil` for standard output.
  private func write(
    _ document: PropertyListDocument, named name: InputFile, to file: ReplacedFile?
  ) throws(Failure) {
    do {
      guard let file else {
        try document.writeFile { piece throws(any Error) in try output.write(piece) }
        try output.flush()
        return
      }
      try file.save { write in
        try document.writeFile { piece throws(any Error) in
          try write(UnsafeRawBufferPointer(piece))
        }
      }
    } catch let error as Failure {
      throw error
    } catch let FileWritingError<any Error>.unwritable(error) {
      throw Failure(naming: "\(name.name(options)): \(error)")
    } catch let FileWritingError<any Error>.body(error) {
      throw Failure("\(error)")
    } catch {
      throw Failure("\(error)")
    }
  }
}
