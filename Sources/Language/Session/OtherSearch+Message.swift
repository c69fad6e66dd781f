package import Searching

extension OtherSearch {
  /// What is said where it would find entries.
  package func message(_ count: Int) -> String {
    switch self {
    case .readings: "nothing found, but \(count) by readings: --readings"
    case .words: "nothing found, but \(count) with all of the words: --words"
    case .allFields: "nothing found, but \(count) in other fields: --all-fields"
    case .expression: "nothing found, but \(count) by a regular expression: --extended-regexp"
    }
  }
}
