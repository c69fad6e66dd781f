import ICUText

@testable import Searching

/// Records in memory.
struct Records: RecordSource {
  let records: [[String]]

  init(_ records: [[String]]) { self.records = records }

  /// Records of one field each.
  init(_ texts: String...) { records = texts.map { [$0] } }

  var recordCount: Int { records.count }

  func withFields(of record: Int, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void) {
    for var field in records[record] { field.withUTF8 { body($0, true) } }
  }
}

extension SearchOptions {
  /// Default options, changed by the closure.
  init(_ change: (inout SearchOptions) -> Void) {
    self.init()
    change(&self)
  }

  /// All options for literal patterns.
  static let literal: [SearchOptions] =
    [CaseSensitivity.insensitive, .sensitive, .smart].flatMap { sensitivity in
      (0..<8).map { bits in
        SearchOptions {
          $0.caseSensitivity = sensitivity
          $0.isAccentSensitive = bits & 1 != 0
          $0.matchesWholeWords = bits & 2 != 0
          $0.matchesWholeField = bits & 4 != 0
        }
      }
    }

  /// All options for regular expressions.
  static let expressions: [SearchOptions] = literal.map { options in
    var options = options
    options.syntax = .regularExpression
    return options
  }
}

extension Matcher {
  func matches(_ text: String) throws -> Bool {
    var text = text
    return try text.withUTF8 { try matches($0) }
  }

  /// The highlighted parts of a text, as UTF-8 so that equivalent texts differ.
  func highlights(in text: String) throws -> [[UInt8]] {
    let utf8 = Array(text.utf8)
    return try ranges(in: text).map { Array(utf8[$0]) }
  }

  /// The numbers of the records found, up to a limit.
  func search(
    _ records: Records, isInverted: Bool = false, limit: Int = .max
  ) throws -> [Int] {
    var found: [Int] = []
    var failure: RegularExpression.Failure?
    RecordSearch(self, isInverted: isInverted).search(
      records, undecided: { failure = failure ?? $0.failure },
      hit: { record in
        found.append(record)
        return found.count < limit
      })
    if let failure { throw failure }
    return found
  }
}

/// Whether a pattern finds a text, if a matcher and a search agree on it; otherwise `nil`.
func finds(
  _ patterns: String..., in text: String, options: SearchOptions = SearchOptions()
) throws -> Bool? {
  let matcher = try Matcher(patterns, options: options)
  let matches = try matcher.matches(text)
  let records = try matcher.search(Records("", text, "-"))
  return records.contains(1) == matches ? matches : nil
}
