package import Catalogues
import ICUText

/// Values in a form that cannot be entered: beyond the bounds of a slider, neither on nor off in a
/// switch, or a second choice where only one is allowed.
package struct FormValueCheck: Check {
  package init() {}

  package func run(_ inspection: inout Inspection) {
    // Dates are checked by `DateCheck` in all catalogues, so the language does not matter here.
    guard let form = Form(inspection.catalogue, language: .iso) else { return }
    var chosen: [Group: FormRow] = [:]
    inspection.catalogue.forEachEntry(in: .root) { entry in
      let row = form.row(entry)
      guard let kind = row.kind, let node = inspection.catalogue.formField(.value, of: entry)
      else { return }
      if let problem = kind.problem(of: row) {
        inspection.add(.formValue, at: node, of: .entry(entry), problem)
      }
      guard kind.isExclusive, ChoiceRow.mark(of: row) == true else { return }
      let group = Group(section: inspection.catalogue.section(of: entry), owner: row.owner?.entry)
      if let first = chosen[group] {
        inspection.add(
          .formValue, at: node, of: .entry(entry),
          "'\(row.title)' is chosen, but so is '\(first.title)'")
      } else {
        chosen[group] = row
      }
    }
  }

  /// Choices that exclude each other.
  private struct Group: Hashable {
    let section: Section.ID
    let owner: Entry.ID?
  }
}
