import Catalogues
import ICUText

/// The index of a catalogue's sections: finds one by its title, as the strip of letters beside a
/// phone's contacts does.
struct SectionIndex {
  private let catalogue: Catalogue
  private let collator: Collator
  private let folder = TextFolder()

  init(_ catalogue: Catalogue, collator: Collator) {
    self.catalogue = catalogue
    self.collator = collator
  }

  enum Target {
    case found(Int)
    /// The one before the title in the index, since there is none of it.
    case nearest(Int)

    var section: Int {
      switch self {
      case .found(let section), .nearest(let section): section
      }
    }
  }

  /// The section with a title: as it is written, without regard to case and accents, as the
  /// beginning of a title, or at an address; else the outermost one whose title comes last before it;
  /// else the first. `nil` if there are no sections.
  ///
  /// - Complexity: O(*s*) in the number of sections.
  func section(titled title: String, book: AddressBook) -> Target? {
    let sections = catalogue.sections(in: 0)
    let folded = folder.fold(title)
    let tests: [(String) -> Bool] = [
      { $0 == title }, { self.folder.fold($0) == folded },
      { self.folder.fold($0).starts(with: folded) },
    ]
    for test in tests {
      if let section = sections.first(where: { test(catalogue.title(of: $0) ?? "") }) {
        return .found(section)
      }
    }
    if let address = try? Address(title), case .section(let section)? = try? book.item(at: address),
      section != 0
    {
      return .found(section)
    }
    return nearest(to: title).map { .nearest($0) }
  }

  private func nearest(to title: String) -> Int? {
    let outermost = Array(catalogue.root.sections)
    var best: (section: Int, title: String)?
    for section in outermost {
      guard let other = catalogue.title(of: section), !collator.isOrdered(title, before: other)
      else { continue }
      if best.map({ collator.isOrdered($0.title, before: other) }) ?? true {
        best = (section, other)
      }
    }
    return best?.section ?? outermost.first
  }
}
