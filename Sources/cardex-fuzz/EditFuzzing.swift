/// Edits of a catalogue that is made of choices, most of which are possible.
enum EditFuzzing {
  private static let commandLimit = 24

  /// What another session with the same commands has to say the same.
  private enum Other: CaseIterable {
    /// There is none.
    case none
    /// One that finds with an index.
    case indexed
    /// One that is spared the commands that fail.
    case spared
  }

  /// - Parameter propertyList: Makes the file.
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
    try trial.travel()
  }
}
