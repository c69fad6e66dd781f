extension LocaleIdentifier {
  /// The names by which bundles of Apple's systems may call the language, the closest one first; then
  /// those of what has no language, and of English. Folders `de-AT.lproj` are called after them.
  package var bundleNames: [String] {
    let parts = name.prefix { $0 != "@" }.split(separator: "_").map { String($0) }
    let language = parts.first ?? "en"
    let region = parts.dropFirst().last { (2...3).contains($0.count) }
    var script = parts.dropFirst().first { $0.count == 4 }
    if language == "zh", script == nil {
      script = ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
    }
    let tags: [[String?]] = [[language, script, region], [language, region], [language, script]]
    var names = tags.map { $0.compactMap(\.self) }.filter { $0.count > 1 }
      .flatMap { [$0.joined(separator: "-"), $0.joined(separator: "_")] }
    if language == "es", region != "ES" { names.append("es-419") }
    names.append(language)
    names += LocaleIdentifier.oldNames[language].map { [$0] } ?? []
    let others = ["Base", "en", "English"]
    var seen: Set<String> = []
    return (names + others).filter { seen.insert($0).inserted }
  }

  /// What the first bundles called their languages.
  private static let oldNames = [
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian",
    "ja": "Japanese", "nl": "Dutch",
  ]
}
