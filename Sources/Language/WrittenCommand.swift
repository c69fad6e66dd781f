package import Catalogues
package import Editing
import Grammar

/// An operation as a command: the definition that it belongs to, and its words.
struct WrittenCommand {
  /// A word that is not known yet for an item, whose address changes.
  enum Word: Equatable, Sendable {
    case item(Item)
    /// Text, quoted where necessary.
    case text(String)
    /// A word as it is written.
    case verbatim(String)
  }

  struct Option: Equatable, Sendable {
    let name: OptionName
    let value: Word?

    init(_ name: OptionName, _ value: Word? = nil) {
      (self.name, self.value) = (name, value)
    }
  }

  struct Words: Equatable, Sendable {
    var options: [Option] = []
    var operands: [Word] = []
  }

  let command: SessionCommand
  let words: Words

  init(_ operation: Operation) {
    for command in SessionCommands.all.commands {
      if let words = command.action.written(operation) {
        (self.command, self.words) = (command, words)
        return
      }
    }
    preconditionFailure("no command means \(operation)")
  }

  /// The items that the command names, in the order of `ParsedCommand.addresses`.
  var items: [Item] {
    (words.options.compactMap(\.value) + words.operands).compactMap {
      if case .item(let item) = $0 { item } else { nil }
    }
  }

  func text(_ book: AddressBook) -> String {
    let options = words.options.map { $0.text(book) }
    let operands = words.operands.map { operand in
      switch operand {
      case .item(let item): Quoting.quoted(book.recordedAddress(of: item))
      case .text(let text): Quoting.quoted(text)
      case .verbatim(let word): word
      }
    }
    return ([command.name.rawValue] + options + operands).joined(separator: " ")
  }
}

extension WrittenCommand.Option {
  func text(_ book: AddressBook) -> String {
    let value =
      switch value {
      case nil: ""
      case .item(let item): "=" + Quoting.quoted(book.recordedAddress(of: item))
      case .text(let text): "=" + Quoting.quotedTail(text)
      case .verbatim(let word): "=" + word
      }
    return "--" + name.rawValue + value
  }
}

// MARK: Recording

extension OperationRecord {
  /// Writes an operation that was not typed.
  package init(_ operation: Operation, in editing: EditingSession) {
    let written = WrittenCommand(operation)
    let marks = TargetMarks(
      of: operation, written.items, written.command.action.marks, in: editing)
    let command = written.text(editing.book)
    self.init(
      command: command, marked: marks.record(command),
      isSelfContained: operation.isSelfContained)
  }
}

extension TargetMarks {
  /// Marks of what an operation changes. What replaces the whole catalogue, or depends on where all
  /// entries are, is marked with all that is in it: repeated after others have changed something, it
  /// would undo that. A flat list can be divided into letters whatever is in it.
  init(of operation: Operation, _ items: [Item], _ part: Part, in editing: EditingSession) {
    switch operation {
    case .merge(let source, _): self.init(allOf: editing.catalogue, and: source)
    case .build where !editing.catalogue.isFlat: self.init(allOf: editing.catalogue)
    case _ where operation.newRoot != nil: self.init(allOf: editing.catalogue)
    default: self.init(items, part, in: editing.catalogue, editing.form)
    }
  }
}

extension Operation {
  /// Whether its command needs no other file to be run again.
  fileprivate var isSelfContained: Bool { if case .merge = self { false } else { true } }
}

extension EditingSession {
  /// Performs an operation, as a whole or not at all, and records it as the command that means it.
  package func perform(_ operation: Operation) throws(EditingError) -> Effect {
    try perform(operation, as: OperationRecord(operation, in: self))
  }

  /// Makes the values of another catalogue out of those of this one.
  ///
  /// - Parameter keys: The keys whose values identify elements, instead of the usual ones.
  /// - Returns: The commands that do so in a script.
  package func commands(
    making new: Catalogue, keys: [String]?
  ) throws(EditingError) -> [String] {
    try become(new, keys: keys) { operation throws(EditingError) in
      let record = OperationRecord(operation, in: self)
      if newKeys(in: operation).isEmpty { return try perform(operation, as: record) }
      let option = WrittenCommand.Option(.newKey).text(book)
      return try perform(
        operation,
        as: OperationRecord(
          command: record.command + " " + option, marked: record.marked,
          isSelfContained: record.isSelfContained))
    }
    return history.steps[..<history.count].map(\.record.command)
  }
}

extension Session {
  /// Writes the operation of a command as the command, so that it can be run again in another
  /// session.
  ///
  /// - Throws: `SessionError` if it was recorded when it affected something else.
  func record(
    of operation: Operation, _ resolved: ResolvedCommand
  ) throws(SessionError) -> OperationRecord {
    let written = WrittenCommand(operation)
    let parsed = resolved.request.parsed
    // What depends on the session is written, too.
    let given = Set(parsed.options.map(\.name))
    let others = written.words.options.filter { !given.contains($0.name) }.map { $0.text(book) }
    let name = written.command.name
    // In a script, nothing more is needed.
    guard editing.journal != nil || reportsEdits || isReplaying else {
      let command = parsed.canonicalText(as: name, adding: others)
      return OperationRecord(
        command: command, marked: command, isSelfContained: operation.isSelfContained)
    }
    let addresses = zip(parsed.addresses, resolved.items).map { absoluteAddress(of: $0, $1) }
    let marks = try resolved.marks(of: operation)
    let command = parsed.canonicalText(replacingAddresses: addresses, as: name, adding: others)
    return OperationRecord(
      command: command, marked: marks.record(command),
      isSelfContained: operation.isSelfContained)
  }
}
