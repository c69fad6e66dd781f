/// The language that dates are written in.
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

  /// The language of the environment: `LC_ALL`, else `LC_TIME`, else `LANG`; empty variables do not
  /// count. `iso` if the one that counts is unknown.
  package init(environment value: (String) -> String?) {
    let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(value)
    guard let name = names.first(where: { !$0.isEmpty }) else {
      self = .iso
      return
    }
    // What follows the name may be arbitrary, and the name still known.
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
