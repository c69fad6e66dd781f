import Platform

/// Why an index cannot be used. In each case it may be replaced by a new one.
package enum IndexFileError: Error, Equatable, Sendable {
  case missing
  /// The system's error number.
  case unreadable(code: Int32)
  /// Not a regular file of this user that nobody else can write to: files that others may have
  /// written are not read.
  case untrusted
  /// The index of another catalogue, or of this one read with other options.
  case foreign
  /// The catalogue has changed since the index was made.
  case stale
  /// Made by another version of this program or of its text folding, earlier or later.
  case otherVersion
  case damaged
}

extension IndexFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "there is no index"
    case .unreadable(let code): "the index cannot be read: \(String(cString: strerror(code)))"
    case .untrusted:
      "the index is not trusted: it is not a regular file that only this user can write to"
    case .foreign: "the index is of another catalogue or was made with other options"
    case .stale: "the catalogue has changed since the index was made"
    case .otherVersion: "the index was made by another version of the program"
    case .damaged: "the index is damaged"
    }
  }
}
