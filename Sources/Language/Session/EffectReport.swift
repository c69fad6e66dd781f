import Catalogues
import Editing
import Forms
import PropertyLists

/// The report of a performed operation, in words.
struct EffectReport {
  private let editing: EditingSession

  init(_ editing: EditingSession) { self.editing = editing }

  private var catalogue: Catalogue { editing.catalogue }

  func lines(of effect: Effect) -> [String] {
    switch effect.report {
    case .fixed(let commands):
      return commands.isEmpty ? ["nothing to fix"] : commands.map { "fixed: " + $0 }
    case .replaced(0, _, _, _): return ["nothing found"]
    case .imported(let counts): return [counts.report]
    case _ where !effect.isChange: return ["nothing to change"]
    case .disclosed: return []
    case .edited(let edit): return [edit.report]
    case .inserted(.entry(let entry)):
      return ["inserted \(editing.book.address(of: .entry(entry)).nameExcerpt)"]
    case .inserted(let section):
      return ["inserted section \(editing.book.address(of: section).nameExcerpt)"]
        + namesakeNote(section)
    case .changed(let item): return ["changed \(editing.book.fullAddress(of: item).nameExcerpt)"]
    case .moved(let items): return ["moved \(names(items))"]
    case .copied(let items): return ["copied \(names(items))"]
    case .united(let item, let count):
      return ["united \(count) entries in \(editing.book.fullAddress(of: item).nameExcerpt)"]
    case .deleted(1, let name): return ["deleted '\(name.nameExcerpt)'"]
    case .deleted(let count, _): return ["deleted \(count) entries"]
    case .renamed(let item, let old):
      let new = catalogue.name(of: item)
      return ["renamed '\(old.nameExcerpt)' to '\(new.nameExcerpt)'"]
    case .renamedSection(let section, let old, let hasNamesake):
      let new = editing.book.address(of: .section(section)).nameExcerpt
      return ["renamed \(old.nameExcerpt) to \(new)"]
        + (hasNamesake ? [EffectReport.namesakeNote] : [])
    case .replaced(let values, let entries, let sections, _):
      let items = [
        entries == 0 ? nil : entries == 1 ? "1 entry" : "\(entries) entries",
        sections == 0 ? nil : sections == 1 ? "1 section" : "\(sections) sections",
      ].compactMap(\.self)
      return [
        "replaced text in " + (values == 1 ? "1 value" : "\(values) values") + " of "
          + items.joined(separator: " and ")
      ]
    case .deletedSections(1, let address): return ["deleted section \(address.nameExcerpt)"]
    case .deletedSections(let count, _): return ["deleted \(count) sections"]
    case .sorted(0): return ["sorted"]
    case .sorted(let staying):
      return [
        "sorted, except for " + (staying == 1 ? "1 entry" : "\(staying) entries")
          + " not to be moved"
      ]
    case .filed(let entries, let letters):
      return [
        "filed \(entries == 1 ? "1 entry" : "\(entries) entries") under "
          + (letters == 1 ? "1 letter" : "\(letters) letters")
      ]
    case .filled(let entry):
      return [FormRow(entry, of: editing.form, in: editing.catalogue)?.report ?? ""]
    case .disclosedAll(.collapse): return ["collapsed all rows"]
    case .disclosedAll(.toggle): return ["toggled all rows"]
    case .disclosedAll: return ["expanded all rows"]
    }
  }

  private static let namesakeNote = "note: another section here has the same title"

  private func namesakeNote(_ item: Item) -> [String] {
    guard case .section(let section) = item, catalogue.hasNamesake(section) else { return [] }
    return [EffectReport.namesakeNote]
  }

  /// Items in a report: the address of a single item, or the number of entries.
  private func names(_ items: [Item]) -> String {
    guard items.count == 1 else { return "\(items.count) entries" }
    let address = editing.book.address(of: items[0]).nameExcerpt
    return items[0].isEntry ? address : "section " + address
  }
}

extension TreeEdit {
  fileprivate var report: String {
    func names(_ paths: [ValuePath]) -> String {
      paths.map(\.text.nameExcerpt).joined(separator: ", ")
    }
    return switch self {
    case .set(let fields, _): "set \(names(fields.map(\.path)))"
    case .insert(let fields): "inserted \(names(fields.map(\.path)))"
    case .delete(let paths): "deleted \(names(paths))"
    case .rename(let path, let key): "renamed \(names([path])) to '\(key.nameExcerpt)'"
    case .move(let path, let target): "moved \(names([path])) to \(names([target]))"
    case .copy(let path, let target): "copied \(names([path])) to \(names([target]))"
    case .patch: "patched"
    case .revise(let revision): revision.report
    }
  }
}

extension TreeRevision {
  fileprivate var report: String {
    let added = arrangements.flatMap(\.children).count {
      if case .new = $0.value { true } else { false }
    }
    let values = assignments.count + removed.count
    let parts = [
      values == 0 ? nil : values == 1 ? "1 value changed" : "\(values) values changed",
      added == 0 ? nil : "\(added) added",
      removedChildren.isEmpty ? nil : "\(removedChildren.count) deleted",
    ].compactMap(\.self)
    return parts.isEmpty ? "moved" : parts.joined(separator: ", ")
  }
}

extension ImportCounts {
  fileprivate var report: String {
    let parts = [
      "\(added) added", "\(changed) changed", deleted > 0 ? "\(deleted) deleted" : nil,
      "\(same) unchanged", ambiguous.isEmpty ? nil : "\(ambiguous.count) ambiguous",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension FormRow {
  /// The entered value, or what the owning row now shows; both if other rows contribute to the
  /// latter.
  fileprivate var report: String {
    let own = title + saying(summary)
    guard let owner else { return own }
    let whole = owner.title + saying(owner.shownTitle)
    return isPart ? own + "; " + whole : whole
  }
}

private func saying(_ text: String?) -> String {
  text.flatMap { $0.isEmpty ? nil : " is '\($0)'" } ?? " is empty"
}
