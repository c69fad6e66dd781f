import Editing
import Forms
import Grammar

/// What a command does, once the values of its options and operands have been read.
protocol SessionTask: Sendable {
  func run(_ request: CommandRequest, in session: Session) throws(SessionError) -> Session.Outcome
}

/// Performs the operation that a command means.
struct OperationTask: SessionTask {
  let command: any OperationCommand

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) -> Session.Outcome {
    try session.perform(command, request)
    return .shouldContinue
  }
}

/// Looks, or finds out itself what it changes.
struct LookTask<Arguments: Sendable>: SessionTask {
  let arguments: Arguments
  let body: @Sendable (Session, CommandRequest, Arguments) throws(SessionError) -> Session.Outcome

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) -> Session.Outcome {
    try body(session, request, arguments)
  }
}

/// How the options and operands of a command are read, and what is done with them.
struct CommandAction: Sendable {
  let task: @Sendable (ParsedCommand) throws(CommandError) -> any SessionTask

  /// A command that looks, saves or undoes.
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
    CommandAction { given throws(CommandError) in
      LookTask(arguments: try read(given), body: run)
    }
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
