/// In which language dates are written.
package enum DateLanguage: Equatable, Sendable {
  /// In none: `YYYY-MM-DD`.
  case iso
  case locale(LocaleIdentifier)

  /// Reads the name of a locale; `C` and `POSIX` have no language.
  ///
  /// - Throws: `LocaleError` if ICU knows no such locale.
  package init(_ text: String) throws(LocaleError) {
    let base = text.prefix { $0 != "." && $0 != "@" }
    self = ["C", "POSIX"].contains(base) ? .iso : .locale(try LocaleIdentifier(text))
  }

  /// That of the environment: `LC_ALL` beats `LC_TIME` beats `LANG`, and those that are empty do not
  /// count. None if the one that counts is unknown.
  package init(environment value: (String) -> String?) {
    let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(value)
    guard let name = names.first(where: { !$0.isEmpty }) else {
      self = .iso
      return
    }
    // What is behind the name may be anything, the name may still be known.
    let base = String(name.prefix { $0 != "." && $0 != "@" })
    self = (try? DateLanguage(name)) ?? (try? DateLanguage(base)) ?? .iso
  }

  /// The name that is read as the same.
  package var name: String {
    switch self {
    case .iso: "C"
    case .locale(let locale): locale.name
    }
  }
}
