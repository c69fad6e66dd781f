/// What ends a record that is printed, such as a line.
package enum RecordEnd: String, Sendable {
  case lineFeed = "\n"
  /// For programs: no text but one of a binary file has it.
  case null = "\0"
  case none = ""
}
