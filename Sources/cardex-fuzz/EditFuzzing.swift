/// Edits of a catalogue that is made of choices, most of which are possible.
enum EditFuzzing {
  private static let commandLimit = 24

  /// - Parameter propertyList: Makes the file.
  static func run(_ bytes: [UInt8], _ propertyList: (inout Choices) -> String) throws {
    var choices = Choices(bytes)
    let isIndexed = choices.flip()
    let file = Array(propertyList(&choices).utf8)
    guard let trial = SessionTrial(file) else { throw Violation("a file cannot be read") }
    // The same without an index, which finds the same.
    let other = isIndexed ? SessionTrial(file, isIndexed: true) : nil
    var count = 0
    while !choices.isAtEnd, count < commandLimit {
      count += 1
      let command = choices.command(for: trial.session)
      let hasSucceeded = try trial.run(command)
      guard let other else { continue }
      let isSame = try other.run(command) == hasSucceeded
      let (said, otherSaid) = (trial.takeOutput(), other.takeOutput())
      try require(isSame && said == otherSaid, "'\(command)' says other things with an index")
    }
    try trial.run("show")
    try trial.run("check")
    try trial.checkSaving()
    try trial.travel()
  }
}
