import Commands
import Platform

/// An error for the user: printed on standard error; if nobody deals with it, it ends the program.
struct Failure: Error {
  /// What has failed.
  enum Cause {
    case work
    /// Writing to standard output.
    case output
    /// Writing to standard output, because its reader has gone away.
    case closedPipe
  }

  /// What is wrong, with the file and the place if there is one.
  let message: ByteText
  /// What to do about it, or what has come of it.
  let hint: String?
  let cause: Cause

  init(_ message: String, hint: String? = nil, cause: Cause = .work) {
    self.init(naming: ByteText(message), hint: hint, cause: cause)
  }

  /// With names of files, as they are.
  init(naming message: ByteText, hint: String? = nil, cause: Cause = .work) {
    self.message = message
    self.hint = hint
    self.cause = cause
  }

  /// What the program ends with.
  var status: ExitStatus { cause == .closedPipe ? .closedPipe : .failed }

  /// Whether there is nothing to say: a reader of standard output has seen enough, as `head` does,
  /// and nothing is lost by that.
  var isQuiet: Bool { cause == .closedPipe && hint == nil }

  /// The failure with what was not done because of it, if it is one of standard output.
  func preventing(_ loss: String) -> Failure {
    cause == .work ? self : Failure(naming: message, hint: loss, cause: cause)
  }
}

/// The exit statuses, as grep has them.
enum ExitStatus: Int32 {
  case found = 0
  case notFound = 1
  case failed = 2
  /// That of a program that `SIGPIPE` ends, as a shell tells it.
  case closedPipe = 141
}
