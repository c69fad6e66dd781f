package import Catalogues
package import Editing
package import ICUText

/// Checking the catalogue.
extension Session {
  func check(in locale: LocaleIdentifier?) throws(SessionError) {
    let (catalogue, findings) = try findings(in: locale)
    for line in FindingLines(findings, in: catalogue) {
      try write(line: line)
    }
    if findings.isEmpty { try report("nothing to report") }
  }

  /// The findings in the catalogue as it would be read after saving, and that catalogue.
  package func findings(
    in locale: LocaleIdentifier? = nil, also others: [any Check] = []
  ) throws(SessionError) -> (catalogue: Catalogue, findings: [Finding]) {
    try editing.operations.findings(in: locale, also: others)
  }
}
