/// A rule about options of a command that are given together.
package enum OptionRule: Equatable, Sendable {
  /// At most one of these may be given.
  case either([OptionName])
  /// None of the first options may be given together with any of the second.
  case apart([OptionName], [OptionName])
  /// The first options may be given only together with one of the second.
  case requires([OptionName], [OptionName])
  /// Of these, only the option given last counts; other rules ignore those before it.
  case last([OptionName])

  /// The options that this rule forbids beside given options.
  fileprivate func excluded(beside isGiven: (OptionName) -> Bool) -> [OptionName] {
    switch self {
    case .either(let names):
      let given = names.filter(isGiven)
      return names.filter { name in given.contains { $0 != name } }
    case .apart(let former, let latter):
      return (former.contains(where: isGiven) ? latter : [])
        + (latter.contains(where: isGiven) ? former : [])
    case .requires, .last: return []
    }
  }

  /// All options in the rule.
  package var names: [OptionName] {
    switch self {
    case .either(let names), .last(let names): names
    case .apart(let former, let latter), .requires(let former, let latter): former + latter
    }
  }

  fileprivate func check(_ options: [GivenOption]) throws(CommandError) {
    func given(_ names: [OptionName]) -> GivenOption? {
      options.first { names.contains($0.name) }
    }
    func conflict(_ one: GivenOption, _ other: GivenOption) -> CommandError {
      let isInOrder = one.columns.lowerBound <= other.columns.lowerBound
      let (first, second) = isInOrder ? (one, other) : (other, one)
      return CommandError(
        "\(first.option.spelling) and \(second.option.spelling) cannot be used together",
        columns: second.columns)
    }
    switch self {
    case .either(let names):
      guard let first = given(names), let second = given(names.filter { $0 != first.name }) else {
        return
      }
      throw conflict(first, second)
    case .apart(let former, let latter):
      if let first = given(former), let second = given(latter) { throw conflict(first, second) }
    case .requires(let former, let latter):
      guard let first = given(former), given(latter) == nil else { return }
      let needed = Listing.alternatives(latter.map(\.spelling), quoted: false)
      throw CommandError("\(first.option.spelling) requires \(needed)", columns: first.columns)
    case .last: break
    }
  }

  /// Whether an option does not count because another one follows it.
  fileprivate func isOverridden(_ option: GivenOption, by others: ArraySlice<GivenOption>) -> Bool {
    guard case .last(let names) = self, names.contains(option.name) else { return false }
    return others.contains { names.contains($0.name) && $0.name != option.name }
  }
}

extension CommandDefinition {
  /// Checks the rules about options that are given together.
  ///
  /// - Parameter isWhole: `false` if more options may follow; then `requires` is not checked.
  /// - Throws: `CommandError` for the first rule that the options break.
  package func checkRules(_ options: [GivenOption], isWhole: Bool = true) throws(CommandError) {
    let counting = options.enumerated().filter { number, option in
      !rules.contains { $0.isOverridden(option, by: options[(number + 1)...]) }
    }
    for rule in rules {
      if case .requires = rule, !isWhole { continue }
      try rule.check(counting.map(\.element))
    }
  }

  /// The options that a rule forbids beside given options.
  package func excluded(beside isGiven: (OptionName) -> Bool) -> [OptionName] {
    rules.flatMap { $0.excluded(beside: isGiven) }
  }

  /// The options from another source, such as the user's settings, that can be added to given
  /// options. An option is left out if a rule forbids it beside a given option, or if the option
  /// that it requires was left out.
  package func compatible(_ others: [GivenOption], with given: [GivenOption]) -> [GivenOption] {
    let excluded = excluded { name in given.contains { $0.name == name } }
    let kept = others.filter { !excluded.contains($0.name) }
    return kept.filter { option in
      rules.allSatisfy { rule in
        guard case .requires(let former, let latter) = rule, former.contains(option.name) else {
          return true
        }
        let isSet = { (options: [GivenOption]) in options.contains { latter.contains($0.name) } }
        return isSet(kept) || isSet(given) || !isSet(others)
      }
    }
  }
}
