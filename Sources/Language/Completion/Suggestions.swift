package import Catalogues
import Editing
package import Forms
package import Grammar
import ICUText
import PropertyLists

/// A word that can be inserted at the cursor.
package struct Suggestion: Equatable, Sendable {
  package let text: String
  /// Whether the word is complete; the address of a section may continue.
  package let isComplete: Bool
}

/// Suggestions from a catalogue for the completion of commands: addresses, paths, keys and values.
package struct Suggestions {
  private let catalogue: Catalogue
  private let book: AddressBook
  private let form: Form?
  private let lookUp: ((String) -> [Entry.ID]?)?

  /// The maximum number of suggestions.
  private static let limit = 1000

  /// - Parameter lookUp: Finds all entries whose names begin with a text, in order, and perhaps
  ///   some others; `nil` if that requires a look at all entries.
  package init(
    _ catalogue: Catalogue, book: AddressBook, form: Form?,
    lookUp: ((String) -> [Entry.ID]?)? = nil
  ) {
    self.catalogue = catalogue
    self.book = book
    self.form = form
    self.lookUp = lookUp
  }

  /// The words of a kind that begin with a prefix, ignoring case and accents.
  ///
  /// - Parameters:
  ///   - prefix: The typed text, without quotes.
  ///   - item: The item at the address before the cursor, whose keys are suggested.
  /// - Complexity: For addresses, O(*n*) in the number of items of a section, or of the entries
  ///   that are looked up.
  package func words(
    for wanted: GrammarCompletion.Wanted, prefix: String, near item: Item?
  ) -> [Suggestion] {
    if [.address, .entryAddress, .sectionAddress].contains(wanted), ValuePath.isPath(prefix) {
      return paths(prefix)
    }
    return switch wanted {
    case .path: paths(prefix)
    case .address: addresses(prefix) { _ in true }
    case .entryAddress: addresses(prefix) { leadsToEntries($0) }
    case .sectionAddress: addresses(prefix) { opens($0) }
    case .sectionTitle:
      matching(catalogue.sections(in: .root).map { catalogue.name(of: .section($0)) }, prefix)
    case .key, .fieldKey: matching(keys(near: item), prefix)
    case .fieldValue(let key): matching(values(of: key), prefix)
    case .optionName: matching(SessionOption.allCases.map(\.rawValue), prefix)
    case .optionValue(let name): optionValues(name, prefix)
    case .entered: matching(choices(at: item), prefix)
    case .label, .file: []
    }
  }

  private func optionValues(_ name: String, _ prefix: String) -> [Suggestion] {
    switch SessionOption(rawValue: name) {
    case .accordion, .collapsed, .byLetter, .grouped: matching(["on", "off"], prefix)
    case .style: matching(RowStyle.allCases.map(\.rawValue), prefix)
    case .by: matching(keys(near: nil), prefix)
    case .pageSize, .locale, .detail, .dateFormat, .sectionTitles, nil: []
    }
  }

  /// Whether an item is a section, or a row of a form that expands.
  private func opens(_ item: Item) -> Bool {
    switch item {
    case .section: true
    case .entry(let entry): form?.row(entry).isDisclosable ?? false
    }
  }

  private func leadsToEntries(_ item: Item) -> Bool {
    if case .section(let section) = item { catalogue.sections[section].itemCount > 0 } else { true }
  }

  /// The texts that begin with a prefix, each once.
  func matching(_ texts: [String], _ prefix: String) -> [Suggestion] {
    let folding = CaseFolding()
    let folded = folding.fold(prefix)
    var seen: Set<String> = []
    return texts.filter { text in
      !text.isEmpty && folding.fold(text).starts(with: folded) && seen.insert(text).inserted
    }.prefix(Suggestions.limit).map { Suggestion(text: $0, isComplete: true) }
  }

  // MARK: Addresses

  private func addresses(
    _ prefix: String, _ isWanted: (Item) -> Bool
  ) -> [Suggestion] {
    let (parentText, rest) = Suggestions.split(prefix)
    guard let parentAddress = try? Address(parentText),
      case .section(let parent)? = try? book.item(at: parentAddress)
    else { return [] }
    let begun = (try? Address(rest))?.components.first
    if case .position? = begun { return [] }
    let typed = begun?.name ?? ""
    let folding = CaseFolding()
    let folded = folding.fold(typed)
    var result: [Suggestion] = []
    func add(_ item: Item) {
      guard isWanted(item) else { return }
      let name = catalogue.name(of: item)
      let beginning = folding.fold(name)
      // The number of a namesake may follow the name.
      guard !name.isEmpty, beginning.starts(with: folded) || folded.starts(with: beginning)
      else { return }
      // In a form, a row of another section is found by its name alone.
      let component =
        catalogue.parent(of: item) == parent ? book.component(of: item) : Address.escaped(name)
      let shown = (try? Address(component))?.components.first?.name
      guard let shown, folding.fold(shown).starts(with: folded) else { return }
      // An address is suggested as it is printed, unless it has been begun otherwise.
      let needsSlash = prefix.isEmpty && AddressBook.looksLikeOption(component)
      result.append(suggestion(item, text: (needsSlash ? "/" : parentText) + component))
    }
    let name = String(typed.prefix { $0 != "#" })
    if let found = name.isEmpty ? nil : lookUp?(name) {
      for section in catalogue.sections[parent].sections { add(.section(section)) }
      for entry in found where catalogue.shape.isForm || catalogue.section(of: entry) == parent {
        add(.entry(entry))
        if result.count >= Suggestions.limit { break }
      }
      return result
    }
    for item in catalogue.sections[parent].items {
      add(item)
      if result.count >= Suggestions.limit { return result }
    }
    // In a form, the address of a row need not name its section.
    if parent == .root, catalogue.shape.isForm {
      catalogue.forEachEntry(in: .root) { add(.entry($0)) }
    }
    return Array(result.prefix(Suggestions.limit))
  }

  private func suggestion(_ item: Item, text: String) -> Suggestion {
    guard case .section(let section) = item, catalogue.sections[section].itemCount > 0 else {
      return Suggestion(text: text, isComplete: true)
    }
    return Suggestion(text: text + "/", isComplete: false)
  }

  /// Splits an address after the last slash that separates components.
  private static func split(_ address: String) -> (parent: String, rest: String) {
    var end = address.unicodeScalars.startIndex
    var isEscaped = false
    for index in address.unicodeScalars.indices {
      let scalar = address.unicodeScalars[index]
      if !isEscaped && scalar == "/" { end = address.unicodeScalars.index(after: index) }
      isEscaped = !isEscaped && scalar == "\\"
    }
    return (String(address[..<end]), String(address[end...]))
  }

  // MARK: Paths

  /// The paths of keys of a dictionary that begin with the typed one, or of the first elements of
  /// an array. Each may be followed by a value or go on, so that none is complete.
  private func paths(_ prefix: String) -> [Suggestion] {
    guard catalogue.document.hasSourceText, !catalogue.isRestored, prefix.first == "." else {
      return []
    }
    var parent = ValuePath.root
    var typed = ""
    if prefix.utf8.count > 1, let path = try? ValuePath(prefix) {
      guard case .name(let name)? = path.steps.last else { return [] }
      (parent, typed) = (path.parent, name)
    }
    let tree = EditedTree(catalogue.document)
    guard let container = try? tree.value(at: parent) else { return [] }
    let names = tree.members(of: container).prefix(Suggestions.limit).enumerated().map {
      tree.key(of: $1).map(catalogue.document.text) ?? String($0)
    }
    return matching(names, typed).map {
      Suggestion(text: parent.appending(.name($0.text)).text, isComplete: false)
    }
  }

  // MARK: Keys and values

  /// The keys of an entry and of some other entries.
  private func keys(near item: Item?) -> [String] {
    var entries = catalogue.someEntries(64)
    var own: [String] = []
    switch item {
    case .entry(let entry)?: entries.insert(entry, at: 0)
    case .section(let section)?:
      own = catalogue.fields(of: section).map(\.name)
      if case .entry(let entry)? = catalogue.sections[section].items.first(where: { _ in true }) {
        entries.insert(entry, at: 0)
      }
    case nil: break
    }
    return own + entries.flatMap { catalogue.fields(of: $0).compactMap(\.key) }
  }

  /// The values that entries have for a key, which help where they repeat.
  private func values(of key: String) -> [String] {
    let document = catalogue.document
    return catalogue.someEntries(1000).compactMap { entry in
      catalogue.fields(of: entry).first { $0.key == key }.flatMap { field in
        document.scalar(field.value).map(document.text)
      }
    }
  }
}

// MARK: Forms

extension Suggestions {
  /// The texts that can be entered in a row, if these are only a few.
  private func choices(at item: Item?) -> [String] {
    guard case .entry(let entry)? = item else { return [] }
    return FormRow(entry, of: form, in: catalogue)?.choices ?? []
  }
}
