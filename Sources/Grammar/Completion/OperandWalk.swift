/// The operands that can come next in a command.
struct OperandWalk {
  /// The operands that the next word can be.
  private(set) var possible: [CommandOperand] = []
  /// The last word that is an address.
  private(set) var precedingAddress: Word?

  /// - Parameter words: The operands so far.
  init(_ form: CommandForm, after words: [Word]) {
    var rest = form.operands[...]
    var taken = 0
    for word in words {
      while let operand = rest.first, !OperandWalk.accepts(word, operand, rest, taken) {
        rest = rest.dropFirst()
        taken = 0
      }
      guard let operand = rest.first else { return }
      taken += 1
      if operand.kind.isAddress { precedingAddress = word }
      if taken == operand.count.upperBound {
        rest = rest.dropFirst()
        taken = 0
      }
    }
    while let operand = rest.popFirst() {
      possible.append(operand)
      if taken < operand.count.lowerBound || rest.first?.isNested == true { return }
      taken = 0
    }
  }

  private static func accepts(
    _ word: Word, _ operand: CommandOperand, _ rest: ArraySlice<CommandOperand>, _ taken: Int
  ) -> Bool {
    if taken >= operand.count.lowerBound, let next = rest.dropFirst().first,
      next.kind == .keyword(word.text), !word.isQuoted
    {
      return false
    }
    return operand.kind != .label || operand.count.lowerBound > 0
      || FieldWord.separator(in: word) == nil
  }
}
