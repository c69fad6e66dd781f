import Catalogues
import Editing
import Exchange
import Grammar
import Language
import Platform
import PropertyLists

/// `cardex info`: how a file is read, and why.
struct InfoCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "info", in: .program, "print how a file is read and why: shape, encoding, keys, counts",
    operands: [.files],
    options: .joining(
      [.init(.json, "print one JSON object per line for each file"), .noPager], .parsing, .common))

  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    let isComplete = try options.forEachCatalogue(output) { catalogue, file throws(Failure) in
      if options.has(.json) {
        let members = object(of: catalogue, named: file.name(options))
        return try output.write(line: JSON.object(members))
      }
      if output.hasWritten { try output.write(line: "") }
      for line in CatalogueSummary.lines(of: catalogue, fileName: file.name(options)) {
        try output.write(naming: line)
      }
    }
    return isComplete ? .found : .failed
  }

  /// The same facts for programs, all of them for every file.
  private func object(
    of catalogue: Catalogue, named name: ByteText
  ) -> [(key: String, value: String)] {
    let (shape, document) = (catalogue.shape, catalogue.document)
    let encoding = document.source.format == .binary ? nil : document.source.encoding
    func list(_ names: [String]) -> String { JSON.array(names.map(JSON.string)) }
    func counts(_ pairs: [(name: String, count: Int)]) -> String {
      JSON.object(pairs.map { (key: $0.name, value: String($0.count)) })
    }
    return [
      (key: "file", value: JSON.name(name)),
      (key: "size", value: String(document.source.fileSize)),
      (key: "format", value: JSON.string(document.source.format.rawValue)),
      (key: "isKeyedArchive", value: String(document.isKeyedArchive)),
      (key: "encoding", value: encoding.map { JSON.string($0.name) } ?? "null"),
      (key: "isEncodingDeclared", value: String(encoding?.isDeclared ?? false)),
      (
        key: "hasByteOrderMark", value: String(encoding.map { $0.byteOrderMarkLength > 0 } ?? false)
      ),
      (key: "root", value: list(shape.rootPath)),
      (key: "sections", value: String(catalogue.sections.count - 1)),
      (key: "levels", value: String(catalogue.depth)),
      (key: "entries", value: String(catalogue.entryCount)),
      (key: "members", value: list(shape.memberKeys)),
      (key: "titles", value: list(shape.titleKeys)),
      (key: "labels", value: list(shape.labelKeys)),
      (key: "details", value: list(shape.detailKeys)),
      (key: "rootFields", value: list(catalogue.fields(of: .root).map(\.name))),
      (key: "sectionFields", value: counts(CatalogueSummary.sectionFields(of: catalogue))),
      (
        key: "keys",
        value: JSON.object(catalogue.keySummaries().map { (key: $0.key, value: counts($0.types)) })
      ),
      (key: "duplicates", value: String(document.duplicateKeyCount())),
      (key: "because", value: list(shape.reasons)),
    ]
  }
}
