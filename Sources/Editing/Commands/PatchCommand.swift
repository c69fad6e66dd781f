import Catalogues
import Grammar
import Platform
import PropertyLists

/// `patch`: sets the values of another file.
struct PatchCommand: OperationCommand {
  static let definition = CommandDefinition(
    "patch", in: .change, "put the values of another file in",
    operands: [.init(.file, "PATCH")],
    options: [
      .init(.keep, "keep what is there; only add keys that are not"),
      .init(.force, "replace the whole file if it or PATCH is not a dictionary"),
      .init(
        .from, .required("FORMAT", .suggested(FileFormat.allCases.map(\.rawValue))),
        "the format of PATCH"),
      .init(.encoding, .required("NAME", .optionValue), "the encoding of PATCH"),
    ],
    rules: [.either([.keep, .force])],
    details: """
      Members of dictionaries in PATCH are set one by one, at any depth; other values, arrays too, \
      replace what is there. With --keep, they stay, as with Merge of PlistBuddy. What is null in JSON is deleted (RFC 7396). PATCH may be in any format.
      """,
    examples: [.init("patch release.json", "set what the file says, and leave the rest")])

  private let path: FilePath
  private let options: ParseOptions
  private let isForced: Bool
  private let isKeeping: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    path = try given.word(0).path()
    options = ParseOptions(
      format: try given.fileFormat(), encoding: given.value(.encoding)?.text)
    isForced = given.has(.force)
    isKeeping = given.has(.keep)
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    do throws(CatalogueFileError) {
      let bytes: FileBytes
      do throws(SystemError) {
        bytes = try FileBytes(path: path, access: .copied)
      } catch {
        throw .system(error)
      }
      let document = try PropertyListDocument(parsing: bytes, at: path, options)
      return .editTree(.patch(TreePatch(document, isForced: isForced, isKeeping: isKeeping)))
    } catch {
      throw .file(path: path, error)
    }
  }

  static func written(_ patch: TreePatch) -> WrittenCommand { command() }
}

extension ParsedCommand {
  /// The value of `--from`.
  func fileFormat() throws(CommandError) -> FileFormat? {
    guard let word = value(.from) else { return nil }
    if let format = FileFormat(rawValue: word.text) { return format }
    let names = FileFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw CommandError(
      "unknown format '\(word.text)'", columns: word.columns, hint: "formats: \(names)")
  }
}
