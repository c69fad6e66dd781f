import Catalogues
import ICUText

/// Changing sections.
extension Session {
  /// - Returns: What to say about it.
  func changeSections(_ command: Command) throws(SessionError) -> Report {
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
      return { "renamed \(old) to \(self.book.address(of: .section(section)))" }
    case .sectionSort(let part): return try sort(part)
    default: preconditionFailure("\(command) is no edit")
    }
  }

  private func insertSection(
    _ title: String, at place: SectionPlace
  ) throws(SessionError) -> Report {
    let parent = try place.parent.map { word throws(SessionError) in try section(at: word) } ?? 0
    let target: Place
    switch place.position {
    case .before(let word): target = .before(.section(try section(at: word)))
    case .after(let word): target = .after(.section(try section(at: word)))
    case .first: target = .first(in: parent)
    case .last, .sorted: target = .last(in: parent)
    }
    let new = try attempt { () throws(EditError) in
      try editor.insertSection(title, at: target)
    }
    if case .sorted = place.position { try sortIn(new) }
    return { "inserted section \(self.book.address(of: new))" }
  }

  private func deleteSections(_ words: [Word], isForced: Bool) throws(SessionError) -> Report {
    var names: [String] = []
    for item in try items(at: words) {
      guard case .section(let section) = item else { throw .edit(.notASection) }
      // One that stood in another that has just been deleted is gone, too.
      guard catalogue.contains(item) else { continue }
      names.append(book.address(of: .section(section)))
      try attempt { () throws(EditError) in try editor.delete([item], force: isForced) }
    }
    return { "deleted " + (names.count == 1 ? "section \(names[0])" : "\(names.count) sections") }
  }

  private func moveSection(
    _ word: Word, to destination: Word, _ placement: Placement?
  ) throws(SessionError) -> Report {
    let item = Item.section(try section(at: word))
    let target = try section(at: destination)
    let place: Place
    switch placement {
    case .before: place = .before(.section(target))
    case .after: place = .after(.section(target))
    case .first: place = .first(in: target)
    case .last, .sorted: place = .last(in: target)
    case nil:
      if target == 0 { throw .edit(.theRoot) }
      let whole = catalogue.sections[target]
      place = .position(whole.positionInParent, in: whole.parent)
    }
    try attempt { () throws(EditError) in try editor.move(item, to: place) }
    return { "moved section \(self.book.address(of: item))" }
  }

  private func sort(_ part: SortedPart) throws(SessionError) -> Report {
    let sections: [Int]
    switch part {
    case .sections: sections = [0]
    case .entries(let words):
      var all: [Int] = []
      for word in words { all.append(try section(at: word)) }
      sections = all
    case .entriesOfAllSections: sections = [0] + catalogue.sections(in: 0)
    }
    if part == .sections, catalogue.isFlat { throw .noSections }
    for section in sections {
      try checkInterrupt()
      // Of the outermost level, only what was asked for: its sections, or its entries.
      if section > 0 || part != .sections { try sort(section) { $0.isEntry } }
      if section > 0 || part == .sections { try sort(section) { !$0.isEntry } }
    }
    return { "sorted" }
  }

  /// Puts items of a section in the order of their names, in the places that such items have.
  private func sort(_ section: Int, _ isSorted: (Item) -> Bool) throws(SessionError) {
    var items = Array(catalogue.sections[section].items)
    let places = items.indices.filter { isSorted(items[$0]) }
    guard places.count > 1 else { return }
    var keyed: [(key: [UInt8], item: Item)] = []
    for place in places {
      if keyed.count % Session.interruptInterval == 0 { try checkInterrupt() }
      keyed.append((collator.sortKey(of: name(of: items[place])), items[place]))
    }
    var comparisons = 0
    do {
      // `sort` is stable.
      try keyed.sort { one, other in
        comparisons += 1
        if comparisons % Session.interruptInterval == 0 { try self.checkInterrupt() }
        return one.key.lexicographicallyPrecedes(other.key)
      }
    } catch {
      throw .interrupted
    }
    for (place, next) in zip(places, keyed) { items[place] = next.item }
    try attempt { () throws(EditError) in try editor.reorder(section, to: items) }
  }

  private static let interruptInterval = 1 << 12
}
