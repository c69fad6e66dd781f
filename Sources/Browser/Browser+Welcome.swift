import Catalogues
import Editing
import ICUText
import Language
import Readings
import Searching

/// What is said to a person who has not been here before.
extension Browser {
  /// Shows, until the next key, an example of what can be found by typing, unless there is another
  /// message or a question.
  ///
  /// - Parameter isWanted: Whether the example is to be shown; called if there is one.
  package func welcome(_ isWanted: () -> Bool) {
    guard case .list = mode, state.message == nil, let example = exampleOfFinding, isWanted() else {
      return
    }
    let sign = state.keys.style == .vi ? "/" : ""
    say("type \(sign)\(example.typed) to find \(example.name)")
  }

  /// The columns that the name of an example takes at most.
  private static let longestExample = 30

  /// A name of the catalogue, and a text that finds it although it is written differently: a
  /// reading, or else letters without accents.
  private var exampleOfFinding: (typed: String, name: String)? {
    let names = catalogue.someEntries(256).map { catalogue.name(of: .entry($0)) }
      .filter { DisplayWidth.of($0) <= Browser.longestExample && !$0.utf8.allSatisfy { $0 < 0x80 } }
    let examples = names.lazy.map { ($0.reading(by: self.session.editing.readings), $0) }
      .compactMap { typed, name in typed.map { (typed: $0, name: name) } }
    let unaccented = names.lazy.flatMap { name in
      name.split(separator: " ").lazy.compactMap(\.unaccented).map { (typed: $0, name: name) }
    }
    return examples.first(where: isFound) ?? unaccented.first(where: isFound)
  }

  private func isFound(_ example: (typed: String, name: String)) -> Bool {
    let terms = Filter.Terms()
    let search = try? session.entrySearch.query(
      for: example.typed, in: terms.fields, isExpression: terms.isExpression,
      isAccentSensitive: terms.isAccentSensitive, findsReadings: terms.findsReadings)
    let ranges = search.flatMap { try? $0.matcher.ranges(in: example.name, isString: true) }
    return ranges?.isEmpty == false
  }
}

extension String {
  /// The reading of the Han characters at the beginning, without blanks; `nil` if there are none,
  /// or not all of them have a reading.
  fileprivate func reading(by readings: UserReadings) -> String? {
    var (text, reader) = (self, NameReader(readings.tableForIndexes))
    let units = text.withUTF8 { reader.reading(of: $0).units.prefix { $0.isHan } }
    let syllables = units.compactMap { reader.table.readings(of: $0.code).first }
    let typed = syllables.joined()
    return typed.isEmpty || syllables.count < units.count ? nil : typed
  }
}

extension Substring {
  /// The word in lower-case ASCII letters, if it is not ASCII but differs from these only in
  /// accents and case.
  fileprivate var unaccented: String? {
    let folded = CaseFolding().fold(String(self))
    guard !utf8.allSatisfy({ $0 < 0x80 }), !folded.isEmpty,
      folded.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return String(decoding: folded, as: UTF8.self)
  }
}
