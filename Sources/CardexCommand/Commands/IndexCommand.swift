import Editing
import Grammar
import Language
import Platform

/// `cardex index`: manages the indexes that `cardex search` keeps.
struct IndexCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "index", in: .program, "build, list, verify and remove indexes, which make searches fast",
    operands: [.init(.choice(IndexCommand.Action.choices), "ACTION"), .files],
    options: .joining(
      [
        .init(.force, "build: rebuild the index even if it is current"),
        .init(.json, "list: print one JSON object per line for each index"),
        .init(.stale, "remove: indexes that can no longer be used"),
        .init(.all, "remove: all indexes"),
      ], .parsing, .common),
    details: """
      'cardex search' makes and uses indexes by itself; this command manages them by hand. FILE has
      a separate index for each set of reading options. Exit status: 0 if all is well, 1 if
      'verify' found a bad index or 'remove' had nothing to remove, 2 after an error.
      """)

  /// The action that the first operand selects.
  enum Action: String, CaseIterable {
    case build, list, verify, remove

    var summary: String {
      switch self {
      case .build: "index each FILE, however small it is"
      case .list: "list all indexes, and whether they can be used"
      case .verify: "check the indexes of each FILE, or all indexes, against their catalogues"
      case .remove: "remove the indexes of each FILE, whether or not it still exists"
      }
    }

    static var choices: [CommandChoice] {
      allCases.map { CommandChoice($0.rawValue, $0.summary) }
    }

    /// The options that only this action accepts.
    fileprivate var options: [OptionName] {
      switch self {
      case .build: [.force]
      case .list: [.json]
      case .verify: []
      case .remove: [.stale, .all]
      }
    }
  }

  private let options: ParsedOptions
  private let output: Output
  private let action: Action
  private let paths: [FilePath]

  init(options: ParsedOptions, output: Output) throws(Failure) {
    self.options = options
    self.output = output
    action = try IndexCommand.action(try options.operands.first.map(options.text))
    paths = try IndexCommand.paths(options, action)
    try checkOptions()
  }

  func run() throws(Failure) -> ExitStatus {
    switch action {
    case .build: try IndexBuilding(options: options, output: output).run(paths)
    case .list: try IndexListing.run(options, output)
    case .verify: try IndexVerification(options: options, output: output).run(paths)
    case .remove: try IndexRemoval(options: options, output: output).run(paths)
    }
  }
}

// MARK: The command line

extension IndexCommand {
  private static func action(_ word: String?) throws(Failure) -> Action {
    let names = Action.allCases.map(\.rawValue)
    let all = "actions: \(names.joined(separator: ", "))"
    guard let word else { throw Failure("no ACTION was given", hint: all) }
    guard let action = Action(rawValue: word) else {
      throw Failure(
        "unknown action '\(word)'",
        hint: Listing.suggestion(for: word, among: names, otherwise: all))
    }
    return action
  }

  private static func paths(
    _ options: ParsedOptions, _ action: Action
  ) throws(Failure) -> [FilePath] {
    let paths = Array(options.operands.dropFirst())
    if action == .list, let path = paths.first {
      throw Failure(naming: "unexpected operand '\(path)'")
    }
    if paths.contains("-") {
      throw Failure("standard input has no index", hint: "give the name of a file")
    }
    for path in paths { _ = try path.asFile() }
    guard paths.isEmpty, action == .build else { return paths }
    guard let path = Environment.path("CARDEX_FILE") else {
      throw Failure("no FILE was given, and $CARDEX_FILE is not set")
    }
    return [try path.asFile()]
  }

  private func checkOptions() throws(Failure) {
    for other in Action.allCases where other != action {
      for name in other.options where options.has(name) {
        throw Failure("\(name.spelling) can only be used with '\(other.rawValue)'")
      }
    }
    if paths.isEmpty,
      let name = [CommandOption].parsing.map(\.name).first(where: { options.has($0) })
    {
      throw Failure("\(name.spelling) says how FILE is read, but no FILE was given")
    }
    guard action == .remove else { return }
    let wanted = [options.has(.stale), options.has(.all), !paths.isEmpty].count { $0 }
    if wanted == 0 {
      throw Failure("no indexes to remove were named", hint: "give FILE, --stale or --all")
    }
    if wanted > 1 { throw Failure("FILE, --stale and --all cannot be used together") }
  }
}
