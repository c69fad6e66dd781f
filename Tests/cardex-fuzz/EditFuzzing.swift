/// Fuzzing of edits, most of them valid, on a catalogue generated from choices.
enum EditFuzzing {
  private static let commandLimit = 24

  /// Another session that must print the same for the same commands.
  private enum Other: CaseIterable {
    /// No other session.
    case none
    /// A session that searches with an index.
    case indexed
    /// A session that skips the commands that fail.
    case spared
  }

  /// - Parameter propertyList: Generates the file.
  static func run(_ bytes: [UInt8], _ propertyList: (inout Choices) -> String) throws {
    var choices = Choices(bytes)
    let kind = choices.one(of: Other.allCases)
    let file = Array(propertyList(&choices).utf8)
    guard let trial = SessionTrial(file) else { throw Violation("a file cannot be read") }
    let other = kind == .none ? nil : SessionTrial(file, isIndexed: kind == .indexed)
    var count = 0
    while !choices.isAtEnd, count < commandLimit {
      count += 1
      let command = choices.command(for: trial.session)
      let hasSucceeded = try trial.run(command)
      let said = trial.takeOutput()
      guard let other, kind == .indexed || hasSucceeded == true else { continue }
      let isSame = try other.run(command) == hasSucceeded && other.takeOutput() == said
      try require(isSame, "'\(command)' does something else in a session that is \(kind)")
    }
    try trial.run("show")
    try trial.run("check")
    try trial.checkSaving()
    try trial.undoAndRedoAll()
  }
}
