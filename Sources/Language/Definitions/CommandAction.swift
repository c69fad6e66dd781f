import Catalogues
import Editing
import Forms
import Grammar

/// The arguments of a command as typed values, and what is done with them.
protocol SessionTask: Sendable {
  /// The operation that the command means; `nil` for none.
  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation?
  func run(_ request: CommandRequest, in session: Session) throws(SessionError) -> Session.Outcome
}

/// Runs a command that looks, or that finds out itself what it changes.
struct LookTask<Arguments: Sendable>: SessionTask {
  let arguments: Arguments
  let body: @Sendable (Session, CommandRequest, Arguments) throws(SessionError) -> Session.Outcome

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation? { nil }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) -> Session.Outcome {
    try body(session, request, arguments)
  }
}

/// Finds out what is to be changed, and changes it.
struct EditTask<Arguments: Sendable>: SessionTask {
  let arguments: Arguments
  let resolve: @Sendable (ResolvedCommand, Arguments) throws(SessionError) -> Operation?

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation? {
    try resolve(command, arguments)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) -> Session.Outcome {
    let resolved = try ResolvedCommand(request, in: session)
    if let operation = try operation(resolved) { try session.perform(operation, resolved) }
    return .shouldContinue
  }
}

/// What a command does: how its options and operands are read, and what is done with them.
struct CommandAction: Sendable {
  let task: @Sendable (ParsedCommand) throws(CommandError) -> any SessionTask

  /// A command that is not the written form of an operation: one that looks, saves or undoes.
  static func look<Arguments: Sendable>(
    _ read: @escaping @Sendable (ParsedCommand) throws(CommandError) -> Arguments,
    _ show: @escaping @Sendable (Session, Arguments) throws(SessionError) -> Void
  ) -> CommandAction {
    run(read) { session, _, arguments throws(SessionError) in
      try show(session, arguments)
      return .shouldContinue
    }
  }

  /// Such a command that takes neither options nor operands.
  static func look(
    _ show: @escaping @Sendable (Session) throws(SessionError) -> Void
  ) -> CommandAction {
    look({ _ in () }, { session, _ throws(SessionError) in try show(session) })
  }

  /// A command that finds out itself whether it performs an operation.
  static func run<Arguments: Sendable>(
    _ read: @escaping @Sendable (ParsedCommand) throws(CommandError) -> Arguments,
    _ run:
      @escaping @Sendable (Session, CommandRequest, Arguments) throws(SessionError) ->
      Session.Outcome
  ) -> CommandAction {
    CommandAction(
      task: { given throws(CommandError) in LookTask(arguments: try read(given), body: run) })
  }

  /// A command that is the written form of an operation.
  static func edit<Arguments: Sendable>(
    _ read: @escaping @Sendable (ParsedCommand) throws(CommandError) -> Arguments,
    _ resolve: @escaping @Sendable (ResolvedCommand, Arguments) throws(SessionError) -> Operation?
  ) -> CommandAction {
    CommandAction(
      task: { given throws(CommandError) in EditTask(arguments: try read(given), resolve: resolve)
      })
  }

  /// A command that moves or copies items to a place.
  static func transfer(
    _ operation: @escaping @Sendable ([Item], Destination, _ isForced: Bool) -> Operation
  ) -> CommandAction {
    edit(
      { ($0.sources, to: $0.destination, $0.placement, isForced: $0.has(.force)) },
      { command, arguments throws(SessionError) in
        let (words, destination, placement, isForced) = arguments
        return operation(
          command.items(words), Destination(command.item(destination), placement), isForced)
      })
  }

  /// A command that moves or copies a section to a place.
  static func sectionTransfer(
    _ operation: @escaping @Sendable (Section.ID, Destination) -> Operation
  ) -> CommandAction {
    edit(
      { ($0.word(0), to: $0.destination, $0.placement) },
      { command, arguments throws(SessionError) in
        let (word, destination, placement) = arguments
        return operation(
          try command.section(word), try command.destination(section: destination, placement))
      })
  }

  /// A command that opens or closes sections, or expands rows of a form.
  static func disclosing(_ disclosure: Disclosure) -> CommandAction {
    run(
      { $0.outlinePart },
      { session, request, part throws(SessionError) in
        try session.disclose(request, part, disclosure)
        return .shouldContinue
      })
  }
}
