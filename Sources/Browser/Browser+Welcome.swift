import Catalogues
import Editing
import ICUText
import Language
import Readings
import Searching

/// What is said to a person who has not been here before.
extension Browser {
  /// Says, until the next key, what can be found by typing, unless something else is said or asked.
  ///
  /// - Parameter isWanted: Whether it is to be said; called if there is something to say.
  package func welcome(_ isWanted: () -> Bool) {
    guard case .list = mode, state.message == nil, let example = exampleOfFinding, isWanted() else {
      return
    }
    let sign = state.keys.style == .vi ? "/" : ""
    say("type \(sign)\(example.typed) to find \(example.name)")
  }

  /// The columns that the name of an example takes at most.
  private static let longestExample = 30

  /// A name of the catalogue that something else finds than what is written: its reading, or letters
  /// without accents. Readings come first.
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
  /// How the Han characters that it begins with are read, without blanks; `nil` if there are none.
  fileprivate func reading(by readings: UserReadings) -> String? {
    var (text, reader) = (self, NameReader(readings.tableForIndexes))
    let units = text.withUTF8 { reader.reading(of: $0).units.prefix { $0.isHan } }
    let syllables = units.compactMap { reader.table.readings(of: $0.code).first }
    let typed = syllables.joined()
    return typed.isEmpty || syllables.count < units.count ? nil : typed
  }
}

extension Substring {
  /// The word in ASCII, if only accents and case keep it from being that.
  fileprivate var unaccented: String? {
    let folded = CaseFolding().fold(String(self))
    guard !utf8.allSatisfy({ $0 < 0x80 }), !folded.isEmpty,
      folded.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return String(decoding: folded, as: UTF8.self)
  }
}
