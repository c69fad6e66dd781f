/// Rows of a form that claim to own rows that do not exist.
struct FormCheck: Check {
  func run(_ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    guard catalogue.shape.isForm else { return }
    for section in [.root] + catalogue.sections(in: .root) {
      let entries = catalogue.formSection(section).entries
      for (position, entry) in entries.enumerated() {
        guard let node = catalogue.formField(.additionalRows, of: entry) else { continue }
        let following = entries.count - 1 - position
        switch catalogue.additionalRows(of: entry) {
        case let count? where count > following:
          inspection.add(
            .formRows, at: node, of: .entry(entry),
            "the row owns \(count == 1 ? "1 row" : "\(count) rows"), but its section ends after \(following)"
          )
        case let count? where count >= 0: break
        default:
          inspection.add(
            .formRows, at: node, of: .entry(entry), "additionalRows is not a number of rows")
        }
      }
    }
  }
}
