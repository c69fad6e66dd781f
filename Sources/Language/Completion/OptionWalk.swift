import Editing
import ICUText

/// Options and operands in the part of a command before the cursor, which need not be valid.
struct OptionWalk {
  private(set) var given: [CommandOption] = []
  private(set) var operands: [Word] = []
  /// Whether `--` has ended the options.
  private(set) var isEnded = false
  /// The option whose argument comes next.
  private(set) var awaiting: CommandOption?

  init(_ definition: CommandDefinition, _ words: ArraySlice<Word>) {
    for word in words {
      if awaiting != nil {
        awaiting = nil
      } else if isEnded || !OptionScanner.isOption(word, of: definition) {
        operands.append(word)
      } else if word.isKeyword("--") {
        isEnded = true
      } else if word.text.halfWidth.hasPrefix("--") {
        walkLong(word, definition)
      } else {
        walkLetters(word, definition)
      }
    }
  }

  private mutating func walkLong(_ word: Word, _ definition: CommandDefinition) {
    let parts = word.text.halfWidth.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = OptionWalk.option(named: String(parts[0]), of: definition) else { return }
    given.append(option)
    if case .required = option.argument, parts.count == 1 { awaiting = option }
  }

  private mutating func walkLetters(_ word: Word, _ definition: CommandDefinition) {
    var letters = word.text.halfWidth.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = definition.options.first(where: { $0.letter == letter }) else { continue }
      given.append(option)
      if option.argument == .none { continue }
      if letters.isEmpty { awaiting = option }
      return
    }
  }

  /// The option with a long name, possibly abbreviated.
  static func option(named name: String, of definition: CommandDefinition) -> CommandOption? {
    guard case .one(let name) = NameMatch(name, among: definition.options.map(\.name.rawValue))
    else { return nil }
    return definition.options.first { $0.name.rawValue == name }
  }

  /// The form of the command that the options select.
  func form(of definition: CommandDefinition) -> CommandForm {
    definition.forms.first { form in given.contains { $0.name == form.selector } }
      ?? definition.forms[0]
  }

  /// The options that may follow.
  func possible(in definition: CommandDefinition) -> [CommandOption] {
    let form = form(of: definition)
    let others = form.selector == nil ? definition.forms.dropFirst() : []
    let selectors = others.flatMap { form in form.options.filter { $0.name == form.selector } }
    let excluded = definition.exclusions
      .filter { set in given.contains { set.contains($0.name) } }
      .flatMap(\.self)
    return (form.options + selectors).filter { option in
      option.isRepeatable || !given.contains(option) && !excluded.contains(option.name)
    }
  }
}
