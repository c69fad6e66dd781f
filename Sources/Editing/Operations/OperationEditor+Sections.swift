import Catalogues
import ICUText

/// Changing sections.
extension OperationEditor {
  func insertSection(
    _ title: String, at destination: Destination
  ) throws(SessionError) -> Effect {
    let place = place(at: destination)
    let new = try putting(at: place, destination.placement) { () throws(EditError) in
      try editor.insertSection(title, at: place)
    }
    return Effect(.inserted(new))
  }

  func deleteSections(
    _ sections: [Section.ID], isForced: Bool
  ) throws(SessionError) -> Effect {
    var addresses: [String] = []
    // A section inside one that has just been deleted is gone, too.
    for section in sections where catalogue.contains(.section(section)) {
      addresses.append(book.address(of: .section(section)))
      try attempt(editor.delete([.section(section)], force: isForced))
    }
    return Effect(.deletedSections(addresses.count, address: addresses.first ?? ""))
  }

  func moveSection(
    _ section: Section.ID, to destination: Destination
  ) throws(SessionError) -> Effect {
    precondition(destination.placement != .sorted, "'section move' has no --sorted")
    var place = place(at: destination)
    if destination.placement == nil {
      let other = destination.item
      if other == .section(.root) { throw .edit(.theRoot) }
      place = .position(catalogue.position(of: other), in: catalogue.parent(of: other))
    }
    try attempt(editor.move(.section(section), to: place))
    return Effect(.moved([.section(section)]))
  }

  func copySection(
    _ section: Section.ID, to destination: Destination
  ) throws(SessionError) -> Effect {
    precondition(destination.placement != .sorted, "'section copy' has no --sorted")
    let place = place(at: Destination(destination.item, destination.placement ?? .after))
    return Effect(.copied([try attempt(editor.copy(.section(section), to: place))]))
  }

  func renameSection(_ section: Section.ID, to title: String) throws(SessionError) -> Effect {
    let old = book.address(of: .section(section))
    try attempt(editor.rename(.section(section), to: title))
    return Effect(
      .renamedSection(section, from: old, hasNamesake: catalogue.hasNamesake(section)))
  }

  func sort(
    _ part: SortedPart, _ order: FilingOrder, isReversed: Bool
  ) throws(SessionError) -> Effect {
    let sections: [Section.ID]
    switch part {
    case .sections: sections = [.root]
    case .entries(let named): sections = named
    case .entriesOfAllSections: sections = [.root] + catalogue.sections(in: .root)
    }
    if part == .sections, catalogue.isFlat { throw .noSections }
    let filing = try entryFiling(order)
    var staying = 0
    for section in sections {
      try checkInterrupt()
      // On the outermost level, only its sections or only its entries are sorted, as asked for.
      if section != .root || part != .sections {
        staying += try sortEntries(of: section, filing, isReversed: isReversed)
      }
      if section != .root || part == .sections {
        try sortSections(in: section, filing.names, isReversed: isReversed)
      }
    }
    return Effect(.sorted(staying: staying))
  }

  /// - Returns: How many entries stay in their places because they are not to be moved.
  private func sortEntries(
    of section: Section.ID, _ filing: EntryFiling, isReversed: Bool
  ) throws(SessionError) -> Int {
    try arrange(.entries, of: section) { entries throws(SessionError) in
      try sorted(entries, filing, isReversed: isReversed)
    }
  }

  private func sorted(
    _ items: [Item], _ filing: EntryFiling, isReversed: Bool
  ) throws(SessionError) -> [Item] {
    // Reversing twice keeps equal items in their order.
    try isReversed ? sorted(items.reversed(), filing).reversed() : sorted(items, filing)
  }

  /// Puts sections in the order of their titles. If titles are letters, other sections before or
  /// after them stay there.
  private func sortSections(
    in section: Section.ID, _ filing: NameFiling, isReversed: Bool
  ) throws(SessionError) {
    if !isReversed, let sorted = catalogue.sortedLetters(in: section, filing) {
      _ = try arrange(.sections, of: section) { _ in sorted.map { .section($0) } }
      return
    }
    _ = try arrange(.sections, of: section) { sections throws(SessionError) in
      try sorted(sections, EntryFiling(filing), isReversed: isReversed)
    }
  }

  /// Reorders the items of one kind in a section that may be moved, among their own places.
  ///
  /// - Returns: How many items of the kind may not be moved.
  private func arrange(
    _ kind: ArrangedItems, of section: Section.ID, _ order: ([Item]) throws(SessionError) -> [Item]
  ) throws(SessionError) -> Int {
    var items = Array(catalogue.sections[section].items)
    let own = items.indices.filter { items[$0].isEntry == (kind == .entries) }
    let places = own.filter { editor.mayMove(items[$0]) }
    if places.count > 1 {
      for (place, item) in zip(places, try order(places.map { items[$0] })) { items[place] = item }
      try attempt(editor.reorder(section, to: items))
    }
    return own.count - places.count
  }
}

private enum ArrangedItems {
  case entries
  case sections
}
