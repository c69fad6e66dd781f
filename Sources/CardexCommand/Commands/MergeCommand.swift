import Catalogues
import Editing
import Language
import Platform
import PropertyLists
import Storage

/// `cardex merge`: puts the changes of two branches of a property list together.
struct MergeCommand {
  private let options: ParsedOptions
  private let output: Output
  private let markerLength: Int
  private let showsBase: Bool

  init(_ options: ParsedOptions, output: Output) throws(Failure) {
    self.options = options
    self.output = output
    markerLength = try options.number(.markerSize) ?? 7
    if markerLength == 0 {
      throw Failure("--marker-size takes a whole number of 1 or more, not '0'")
    }
    switch options.value(.conflictStyle) ?? "merge" {
    case "merge": showsBase = false
    // A conflict is one element, so that there is nothing that zdiff3 could leave out.
    case "diff3", "zdiff3": showsBase = true
    case let other:
      throw Failure("--conflict-style takes merge, diff3 or zdiff3, not '\(other)'")
    }
    let deciding = [OptionName.ours, .theirs, .union].filter(options.has)
    if deciding.count > 1 {
      throw Failure(
        "--\(deciding[0].rawValue) and --\(deciding[1].rawValue) cannot be used together")
    }
    if options.has(.install), options.has(.uninstall) {
      throw Failure("--install and --uninstall cannot be used together")
    }
  }

  func run() throws(Failure) -> ExitStatus {
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
    let files = options.operands.map { InputFile($0) }
    if files.count(where: { $0 == .standardInput }) > 1 {
      throw Failure("standard input can be only one of the three files")
    }
    return try merge(files[0], files[1], files[2])
  }

  private func merge(
    _ base: InputFile, _ ours: InputFile, _ theirs: InputFile
  ) throws(Failure) -> ExitStatus {
    // What git gives for a file that both sides have added.
    let isNew = base.size == 0 && base != .standardInput
    let old = try isNew ? nil : CatalogueLoader.load(base, options)
    let own = try CatalogueLoader.load(ours, options)
    let other = try CatalogueLoader.load(theirs, options)
    if let old, old.document.hasText(of: own.document) {
      try write(other.document, named: theirs)
      return .found
    }
    let merge = Progress.during("merging", .entries(own.entryCount)) { [mergeOptions] in
      TreeMerge(
        base: old?.document, ours: own.document, theirs: other.document, mergeOptions)
    }
    let conflicts =
      options.has(.ours) || options.has(.theirs) || options.has(.union)
      ? [] : merge.conflicts
    if !conflicts.isEmpty {
      let finders = (ItemFinder(own), ItemFinder(other))
      for conflict in conflicts {
        let conflict = CatalogueConflict(conflict, ours: finders.0, theirs: finders.1)
        let line = line(conflict, old?.document, own.document, other.document)
        if options.has(.json) { Diagnostics.note(line) } else { Diagnostics.report(line) }
      }
    }
    merge.apply()
    try write(own.document, named: ours)
    return conflicts.isEmpty ? .found : .notFound
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

  private func line(
    _ conflict: CatalogueConflict, _ base: PropertyListDocument?, _ ours: PropertyListDocument,
    _ theirs: PropertyListDocument
  ) -> String {
    let values = [
      ("base", conflict.base, base), ("ours", conflict.ours, ours),
      ("theirs", conflict.theirs, theirs),
    ]
    if options.has(.json) {
      return JSON.object(
        [
          (key: "kind", value: JSON.string(conflict.kind.rawValue)),
          (key: "address", value: JSON.string(conflict.address)),
          (key: "field", value: JSON.string(conflict.field)),
        ]
          + values.compactMap { name, node, document in
            guard let node, let document else { return nil }
            return (key: name, value: JSON.value(node, of: document))
          })
    }
    let place = conflict.address + (conflict.field.isEmpty ? "" : "  \(conflict.field)")
    let what =
      switch conflict.kind {
      case .changed: "changed on both sides"
      case .deletedByOurs: "deleted in ours, changed or moved in theirs"
      case .deletedByTheirs: "deleted in theirs, changed or moved in ours"
      case .moved: "moved to two places"
      case .renamed: "renamed on both sides"
      }
    let shown = values.map { name, node, document in
      guard let node, let document else { return "\(name) has nothing" }
      return "\(name) has \(document.shownValue(at: node).excerpt())"
    }
    return "conflict: \(place): \(what): \(shown.joined(separator: ", "))"
  }

  // MARK: The result

  private func write(_ document: PropertyListDocument, named name: InputFile) throws(Failure) {
    do {
      guard let path = options.path(.output), path != "-" else {
        try document.writeFile { piece throws(any Error) in try output.write(piece) }
        try output.flush()
        return
      }
      try FileReplacement(path: path).save { write in
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
