/// Writing of dates for people, and parsing of dates that they type. Not safe for concurrent use.
package final class DateWriting {
  private let main: DateFormat?
  /// Other ways in which the language writes dates.
  private let others: [DateFormat]

  /// The long form of a language.
  package init(_ language: DateLanguage) {
    switch language {
    case .iso: (main, others) = (nil, [])
    case .locale(let locale):
      main = DateFormat(locale, .long)
      others = [.medium, .short, .shortWithOtherYear].compactMap { DateFormat(locale, $0) }
    }
  }

  /// A pattern of Unicode's LDML (UTS #35, part 4), with the language's names, or English ones for
  /// `iso`.
  ///
  /// - Returns: `nil` if dates written by the pattern do not identify a day.
  package init?(_ language: DateLanguage, pattern: String) {
    let locale = if case .locale(let locale) = language { locale } else { LocaleIdentifier.english }
    guard let format = DateFormat(locale, pattern: pattern) else { return nil }
    main = format
    // Names of months are unambiguous, unlike the numbers of shorter forms.
    others = DateFormat(locale, .long).map { [$0] } ?? []
    // A pattern that leaves out the year, its century or the day could not be read back.
    let days = [(2001, 11, 23), (1815, 12, 10)].compactMap { year, month, day in
      CalendarDay(year: year, month: month, day: day)
    }
    guard days.allSatisfy({ format.day(of: format.text(of: $0)) == $0 }) else { return nil }
  }

  package func text(of day: CalendarDay) -> String { main?.text(of: day) ?? day.isoText }

  /// The day that a text denotes: as `YYYY-MM-DD`, in a form of the language, by the pattern, or in
  /// the long form of the pattern's language.
  ///
  /// - Returns: `nil` if the text is not a date, or there is no such day.
  package func day(of text: String) -> CalendarDay? {
    if let day = CalendarDay(iso: text) { return day }
    for format in [main].compactMap(\.self) + others {
      if let day = format.day(of: text) { return day }
    }
    return nil
  }
}

/// The language in which dates are written.
package enum DateLanguage: Equatable, Sendable {
  /// No language: `YYYY-MM-DD`.
  case iso
  case locale(LocaleIdentifier)

  /// Reads the name of a locale; `C` and `POSIX` have no language.
  ///
  /// - Throws: `LocaleError` if ICU knows no such locale.
  package init(_ text: String) throws(LocaleError) {
    let base = text.prefix { $0 != "." && $0 != "@" }
    self = ["C", "POSIX"].contains(base) ? .iso : .locale(try LocaleIdentifier(text))
  }

  /// The language of the environment, by the first of `LC_ALL`, `LC_TIME` and `LANG` that is not
  /// empty; `iso` if there is none, or if the language is unknown.
  package init(environment value: (String) -> String?) {
    let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(value)
    guard let name = names.first(where: { !$0.isEmpty }) else {
      self = .iso
      return
    }
    // The name may be known even if the suffix after it is not.
    let base = String(name.prefix { $0 != "." && $0 != "@" })
    self = (try? DateLanguage(name)) ?? (try? DateLanguage(base)) ?? .iso
  }

  /// The name that parses to this language.
  package var name: String {
    switch self {
    case .iso: "C"
    case .locale(let locale): locale.name
    }
  }
}
