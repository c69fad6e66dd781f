import Catalogues
import Editing
import Language
import Platform
import PropertyLists

/// An error for the user. It is printed on standard error and, if not handled, ends the program.
struct Failure: Error {
  /// What failed.
  enum Cause {
    case work
    /// Writing to standard output.
    case output
    /// Writing to standard output after its reader has closed it.
    case closedPipe
  }

  /// What is wrong, with the file and the place if known.
  let message: ByteText
  /// What to do about the failure, or what it has led to.
  let hint: String?
  let cause: Cause
  /// The command that was probably meant.
  private(set) var guess: String?
  /// Why a file could not be read, without its name, and the place in it.
  private(set) var reading: (reason: String, place: SourceLocation?)?

  init(_ message: String, hint: String? = nil, cause: Cause = .work) {
    self.init(naming: ByteText(message), hint: hint, cause: cause)
  }

  /// Creates a failure whose message holds file names as bytes.
  init(naming message: ByteText, hint: String? = nil, cause: Cause = .work) {
    self.message = message
    self.hint = hint
    self.cause = cause
  }

  /// A failure to read a file.
  init(reading name: ByteText, _ problem: any Error) {
    let place = (problem as? CatalogueFileError)?.location
    var subject = name
    if let problem = problem as? CatalogueFileError, let path = FilePath(bytes: name.bytes) {
      subject = ByteText(problem.subject(path))
    }
    self.init(
      naming: place.map { "\($0.following(name)): \(problem)" } ?? "\(subject): \(problem)")
    reading = ("\(problem)", place)
  }

  /// The same failure, marked as a failure to read a file.
  func reading(_ problem: CatalogueFileError) -> Failure {
    var failure = self
    failure.reading = ("\(problem)", problem.location)
    return failure
  }

  /// The same failure of a command line, with the command that was probably meant.
  func guessing(_ arguments: [FilePath]) -> Failure {
    var failure = self
    if cause == .work { failure.guess = GuessedCommand.hint(for: arguments) }
    return failure
  }

  func with(hint: String) -> Failure { Failure(naming: message, hint: hint, cause: cause) }

  /// The exit status of the program.
  var status: ExitStatus { cause == .closedPipe ? .closedPipe : .failed }

  /// Whether there is nothing to report: the reader of standard output has seen enough, as `head`
  /// does, and nothing is lost.
  var isQuiet: Bool { cause == .closedPipe && hint == nil }

  /// The failure with a hint that names the file with the text that was typed, if it is kept.
  func keeping(_ file: FilePath?) -> Failure {
    guard let file = file.map({ ByteText($0).shown }), hint?.contains(file) != true else {
      return self
    }
    let kept = "your text is kept in \(file)"
    return Failure(naming: message, hint: hint.map { "\($0); \(kept)" } ?? kept, cause: cause)
  }

  /// The failure with what was not done because of it, if it concerns standard output.
  func preventing(_ loss: String) -> Failure {
    cause == .work ? self : Failure(naming: message, hint: loss, cause: cause)
  }
}

/// The exit statuses, as in grep.
enum ExitStatus: Int32, Comparable {
  case found = 0
  case notFound = 1
  case failed = 2
  /// The status that a shell reports for a program ended by `SIGPIPE`.
  case closedPipe = 141

  static func < (one: ExitStatus, other: ExitStatus) -> Bool { one.rawValue < other.rawValue }
}
