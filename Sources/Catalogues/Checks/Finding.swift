package import PropertyLists

/// Something in a catalogue that deserves a look.
package struct Finding: Equatable, Sendable {
  /// The kind of finding; the raw value is the code that is printed.
  package enum Code: String, CaseIterable, Sendable {
    case duplicateKey = "duplicate-key"
    case nearKey = "near-key"
    case wrongType = "wrong-type"
    case duplicateEntry = "duplicate-entry"
    case duplicateLabel = "duplicate-label"
    case duplicateUID = "duplicate-uid"
    case duplicateCard = "duplicate-card"
    case duplicateNumber = "duplicate-number"
    case duplicateTitle = "duplicate-title"
    case similarLabel = "similar-label"
    case similarTitle = "similar-title"
    case titleIsLabel = "title-is-label"
    case longTitle = "long-title"
    case mergeAttribute = "merge-attribute"
    case missingLabel = "missing-label"
    case missingTitle = "missing-title"
    case missingPicture = "missing-picture"
    case emptySection = "empty-section"
    case formRows = "form-rows"
    case formState = "form-state"
    case formValue = "form-value"
    case wrongSection = "wrong-section"
    case sectionOrder = "section-order"
    case changingType = "changing-type"
    case impossibleDate = "impossible-date"
    case impossibleNumber = "impossible-number"
    case spaceAtEdge = "space-at-edge"
    case missingLanguage = "missing-language"
    case needsReview = "needs-review"
    case staleString = "stale-string"
    case formatSpecifier = "format-specifier"
    case pluralCategory = "plural-category"
    case controlCharacter = "control-character"
    case doubtfulEncoding = "doubtful-encoding"
    case jsonExtension = "json-extension"
    case rowLength = "row-length"
  }

  package let code: Code
  /// The node that the finding is about.
  package let node: NodeIndex
  /// The entry or section that holds the node, if one does.
  package let item: Item?
  package let message: String
  /// The edit that fixes the finding, if there is one.
  package let fix: Fix?
}

/// An edit that fixes a finding.
package enum Fix: Equatable, Sendable {
  /// Deletes an entry, or a section that holds nothing.
  case delete(Item)
  case rename(Item, to: String, isSafe: Bool)
  /// Sets a field of an entry.
  case set(Item, FieldAssignment)
  /// Moves an entry to its sorted position in the section of its letter, which is added if it is
  /// missing.
  case file(Item, under: LetterSection)
  case moveSection(Section.ID, beside: Section.ID, isBefore: Bool)

  package var item: Item {
    switch self {
    case .delete(let item), .rename(let item, _, _), .set(let item, _), .file(let item, _): item
    case .moveSection(let section, _, _): .section(section)
    }
  }

  /// Whether the edit loses nothing that somebody may want, such as filing entries or trimming
  /// white space. Deletions are unsafe, since a president of two terms may be listed twice. Changes
  /// of keys are unsafe, since a program may look them up.
  package var isSafe: Bool {
    switch self {
    case .delete: false
    case .rename(_, _, let isSafe): isSafe
    case .set, .file, .moveSection: true
    }
  }
}

/// The section of a letter, or the place where it would be added.
package struct LetterSection: Equatable, Sendable {
  package let title: String
  package let parent: Section.ID
  /// The existing section; `nil` if it is missing.
  package let section: Section.ID?
  /// The section before which it belongs; `nil` if it belongs last, after the section `after`.
  package let before: Section.ID?
  package let after: Section.ID?
}
