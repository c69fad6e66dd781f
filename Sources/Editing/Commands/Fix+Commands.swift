package import Catalogues

/// Fixes as operations and as commands.
extension Fix {
  /// The operation that makes the fix.
  ///
  /// - Parameter section: The section that an entry is filed in, if the fix files one.
  func operation(filingIn section: Section.ID? = nil) -> Operation {
    switch self {
    case .delete(.section(let section)): .deleteSections([section], isForced: false)
    case .delete(let item): .delete([item])
    case .rename(let item, let name, _): .rename(item, to: name)
    case .set(let item, let field): .set([field], of: item)
    case .file(let item, let letter):
      .move([item], to: Destination(.section(section ?? letter.section ?? letter.parent), .sorted))
    case .moveSection(let section, let other, let isBefore):
      .moveSection(section, to: Destination(.section(other), isBefore ? .before : .after))
    }
  }

  /// The commands that make the fix: two if an entry goes under a letter that has no section yet.
  package func commands(_ book: AddressBook) -> [String] {
    guard case .file(let item, let letter) = self, letter.section == nil else {
      return [WrittenCommand(operation()).typed(book)]
    }
    let title = Address.escaped(letter.title)
    let new =
      letter.parent == .root
      ? title : book.address(of: .section(letter.parent)) + "/" + title
    let moving = MoveCommand.command([.init(.sorted)], [.item(item), .keyword("to"), .text(new)])
    return [WrittenCommand(letter.insertion), moving].map { $0.typed(book) }
  }
}

extension EditingSession {
  /// Makes the edit that fixes one finding, and the section of a letter that is missing for it.
  package func perform(_ fix: Fix) throws(SessionError) {
    var section: Section.ID?
    if case .file(_, let letter) = fix, letter.section == nil {
      let effect = try perform(letter.insertion)
      if case .inserted(.section(let new)) = effect.report { section = new }
    }
    _ = try perform(fix.operation(filingIn: section))
  }
}

extension LetterSection {
  /// The operation that inserts the section.
  var insertion: Operation {
    let destination =
      before.map { Destination(.section($0), .before) }
      ?? after.map { Destination(.section($0), .after) } ?? Destination(.section(parent), .last)
    return .insertSection(title, at: destination)
  }
}
