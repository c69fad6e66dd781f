import Exchange
import Language
import Platform
import Servers

/// The tools that change files: an edit is tried first, and saved when it is asked for again with the token
/// of the trial; what was saved can be taken back.
final class EditingTools {
  private let folders: ServedFolders
  /// The path of this program.
  private let program: FilePath
  /// Edits that were tried and not saved, the oldest first.
  private var tried: [(token: String, edit: FileEdit)] = []
  /// Edits that were saved and not taken back, the oldest first.
  private var saved: [FileEdit] = []

  /// The longest script, in bytes.
  private static let mostScriptBytes = 1 << 20
  /// How many edits are kept, and how many bytes of files for them; the newest is always kept.
  private static let mostEdits = 32
  private static let mostBytes = 1 << 27

  init(_ folders: ServedFolders, _ program: FilePath) {
    (self.folders, self.program) = (folders, program)
  }

  private static let path = ToolParameter(
    "path", .text, isRequired: true, "the file, relative to the first folder, or absolute")

  var all: [Tool] {
    [
      Tool(
        "edit", title: "Edit a file",
        """
        Runs commands of 'cardex batch' on a file, one per line, all or nothing, such as: set "A/Anna Müller" \
        phone=1234 · insert A name=Ada phone=5678 · delete A/Bo · rename A/Cy Cyril · replace old new · help. \
        Without 'token' nothing is saved: the answer is what would change, and a token. The same call with that \
        token saves exactly this, if the file is still the same; show the person the change first.
        """,
        [
          EditingTools.path,
          .init("commands", .text, isRequired: true, "the commands, one per line"),
          .init("token", .text, "the token of the trial that is to be saved"),
        ], .changes
      ) { [self] call throws(ReportedError) in
        let path = try folders.file(named: call.text("path") ?? "")
        let commands = call.text("commands") ?? ""
        return try EditingTools.attempt { () throws(Failure) in
          if let token = call.text("token") { return try save(path, commands, token) }
          return try trial(path, commands, call)
        }
      },
      Tool(
        "undo", title: "Undo an edit",
        """
        Takes back the last edit of a file that 'edit' has saved since the server was started, if the file is \
        still as that has left it; again, the one before it.
        """,
        [EditingTools.path], .changes
      ) { [self] call throws(ReportedError) in
        let path = try folders.file(named: call.text("path") ?? "")
        return try EditingTools.attempt { () throws(Failure) in try undo(path) }
      },
    ]
  }

  private static func attempt(
    _ body: () throws(Failure) -> ToolAnswer
  ) throws(ReportedError) -> ToolAnswer {
    do throws(Failure) {
      return try body()
    } catch {
      throw ReportedError(error.textInAnswer)
    }
  }

  private func trial(
    _ path: FilePath, _ commands: String, _ call: ToolCall
  ) throws(Failure) -> ToolAnswer {
    if commands.utf8.count > EditingTools.mostScriptBytes {
      throw Failure("'commands' is longer than \(EditingTools.mostScriptBytes) bytes")
    }
    let trial = try EditTrial.run(program, commands, on: path, in: folders, call)
    guard let edit = trial.edit else {
      return ToolAnswer([LookingTools.heading] + trial.texts + ["Nothing would change."])
    }
    let token = hexadecimal(UInt64.random(in: .min ... .max))
    tried.append((token, edit))
    while tried.count > 1, EditingTools.areTooMany(tried.map(\.edit)) { tried.removeFirst() }
    return ToolAnswer(
      [LookingTools.heading] + trial.texts
        + [
          "Nothing is saved yet. The same call with the token \(token) saves exactly this."
        ], structured: JSON.object([("token", JSON.string(token))]))
  }

  private func save(
    _ path: FilePath, _ commands: String, _ token: String
  ) throws(Failure) -> ToolAnswer {
    guard let index = tried.firstIndex(where: { $0.token == token }) else {
      throw Failure("no edit has this token, or no longer", hint: "call 'edit' without a token")
    }
    let edit = tried[index].edit
    guard edit.path == path, edit.commands == commands else {
      throw Failure(
        "this is the token of an edit of another file or with other commands",
        hint: "call 'edit' without a token")
    }
    let notes = try edit.save()
    tried.remove(at: index)
    saved.append(edit)
    while saved.count > 1, EditingTools.areTooMany(saved) { saved.removeFirst() }
    return ToolAnswer(["Saved \(ByteText(path).shown). 'undo' takes it back."] + notes)
  }

  private func undo(_ path: FilePath) throws(Failure) -> ToolAnswer {
    guard let index = saved.lastIndex(where: { $0.path == path }) else {
      throw Failure(naming: "\(path): there is no saved edit to take back")
    }
    let notes = try saved[index].takeBack()
    saved.remove(at: index)
    return ToolAnswer(
      ["\(ByteText(path).shown) is again as it was before the last edit."] + notes)
  }

  private static func areTooMany(_ edits: [FileEdit]) -> Bool {
    edits.count > mostEdits || edits.reduce(0) { $0 + $1.size } > mostBytes
  }
}
