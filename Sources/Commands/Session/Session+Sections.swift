import Catalogues
import ICUText

/// Changing sections.
extension Session {
  func changeSections(_ command: Command) throws(SessionError) -> Effect {
    switch command {
    case .sectionInsert(let title, let place): return try insertSection(title, at: place)
    case .sectionDelete(let words, let isForced):
      return try deleteSections(words, isForced: isForced)
    case .sectionMove(let word, let destination, let placement):
      return try moveSection(word, to: destination, placement)
    case .sectionRename(let word, let title):
      let section = try section(at: word)
      let old = book.address(of: .section(section))
      try attempt { () throws(EditError) in try editor.rename(.section(section), to: title) }
      return Effect { "renamed \(old) to \(self.book.address(of: .section(section)))" }
    case .sectionSort(let part, let order): return try sort(part, order)
    case .sectionBuild(let order, _, let isForced): return try refile(order, isForced: isForced)
    default: preconditionFailure("\(command) is not an edit")
    }
  }

  private func insertSection(
    _ title: String, at place: SectionPlace
  ) throws(SessionError) -> Effect {
    let parent =
      try place.parent.map { word throws(SessionError) in try section(at: word) } ?? .root
    let target: Place
    var placement: Placement?
    switch place.position {
    case .before(let word): target = .before(.section(try section(at: word)))
    case .after(let word): target = .after(.section(try section(at: word)))
    case .first: target = .first(in: parent)
    case .last: target = .last(in: parent)
    case .sorted: (target, placement) = (.last(in: parent), .sorted)
    }
    let new = try putting(at: target, placement) { () throws(EditError) in
      try editor.insertSection(title, at: target)
    }
    return Effect { "inserted section \(self.book.address(of: new))" }
  }

  private func deleteSections(_ words: [Word], isForced: Bool) throws(SessionError) -> Effect {
    var names: [String] = []
    for item in try items(at: words) {
      guard case .section(let section) = item else { throw .edit(.notASection) }
      // A section inside one that has just been deleted is gone, too.
      guard catalogue.contains(item) else { continue }
      names.append(book.address(of: .section(section)))
      try attempt { () throws(EditError) in try editor.delete([item], force: isForced) }
    }
    return Effect {
      "deleted " + (names.count == 1 ? "section \(names[0])" : "\(names.count) sections")
    }
  }

  private func moveSection(
    _ word: Word, to destination: Word, _ placement: Placement?
  ) throws(SessionError) -> Effect {
    let item = Item.section(try section(at: word))
    let target = try section(at: destination)
    let place: Place
    switch placement {
    case .before: place = .before(.section(target))
    case .after: place = .after(.section(target))
    case .first: place = .first(in: target)
    case .last, .sorted: place = .last(in: target)
    case nil:
      if target == .root { throw .edit(.theRoot) }
      place = .position(
        catalogue.position(of: .section(target)), in: catalogue.sections[target].parent)
    }
    try attempt { () throws(EditError) in try editor.move(item, to: place) }
    return Effect { "moved section \(self.book.address(of: item))" }
  }

  private func sort(_ part: SortedPart, _ order: FilingOrder) throws(SessionError) -> Effect {
    let sections: [Section.ID]
    switch part {
    case .sections: sections = [.root]
    case .entries(let words):
      var all: [Section.ID] = []
      for word in words { all.append(try section(at: word)) }
      sections = all
    case .entriesOfAllSections: sections = [.root] + catalogue.sections(in: .root)
    }
    if part == .sections, catalogue.isFlat { throw .noSections }
    let filing = try entryFiling(order)
    for section in sections {
      try checkInterrupt()
      // On the outermost level, only what was asked for is sorted: its sections, or its entries.
      if section != .root || part != .sections { try sortEntries(of: section, filing) }
      if section != .root || part == .sections { try sortSections(in: section, filing.names) }
    }
    return Effect { "sorted" }
  }

  private func sortEntries(of section: Section.ID, _ filing: EntryFiling) throws(SessionError) {
    try arrange(.entries, of: section) { entries throws(SessionError) in
      try sorted(entries, filing)
    }
  }

  /// Puts sections in the order of their titles. Where these are letters, other sections before or
  /// after them stay there.
  private func sortSections(in section: Section.ID, _ filing: NameFiling) throws(SessionError) {
    if let sorted = catalogue.sortedLetters(in: section, filing) {
      return try arrange(.sections, of: section) { _ in sorted.map { .section($0) } }
    }
    try arrange(.sections, of: section) { sections throws(SessionError) in
      try sorted(sections, EntryFiling(filing))
    }
  }

  /// Reorders one kind of item in a section, using only the places of such items.
  private func arrange(
    _ kind: ArrangedItems, of section: Section.ID, _ order: ([Item]) throws(SessionError) -> [Item]
  ) throws(SessionError) {
    var items = Array(catalogue.sections[section].items)
    let places = items.indices.filter { items[$0].isEntry == (kind == .entries) }
    guard places.count > 1 else { return }
    for (place, item) in zip(places, try order(places.map { items[$0] })) { items[place] = item }
    try attempt { () throws(EditError) in try editor.reorder(section, to: items) }
  }
}

private enum ArrangedItems {
  case entries
  case sections
}
