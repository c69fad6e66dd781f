/// An error for the user: printed on standard error, exit status 2.
struct Failure: Error {
  /// What is wrong, with the file and the place if there is one.
  let message: String
  /// What to do about it.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// The exit statuses, as grep has them.
enum ExitStatus: Int32 {
  case found = 0
  case notFound = 1
  case failed = 2
}
