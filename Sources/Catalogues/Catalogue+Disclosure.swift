import PropertyLists

/// What sections say themselves about being opened and closed.
extension Catalogue {
  /// Whether a section can be closed, which all can but those that say `isCollapsible` = no.
  ///
  /// - Complexity: O(*m*) in the members of the section's dictionary.
  package func isCollapsible(_ section: Section.ID) -> Bool {
    disclosureFlag("isCollapsible", of: section) ?? true
  }

  /// Whether a section is to be closed at first: it says `isCollapsed`, or else that it is not
  /// `isExpanded`.
  ///
  /// - Complexity: O(*m*) in the members of the section's dictionary.
  package func startsCollapsed(_ section: Section.ID) -> Bool {
    disclosureFlag("isCollapsed", of: section)
      ?? disclosureFlag("isExpanded", of: section).map { !$0 } ?? false
  }

  private func disclosureFlag(_ key: String, of section: Section.ID) -> Bool? {
    if section == .root || !sections.indices.contains(section) { return nil }
    if isRestored {
      return fields(of: section).first { $0.path == [key] }.flatMap { document.flag(at: $0.value) }
    }
    guard let node = sections.with(section, \.node), document.kind(of: node) == .dict else {
      return nil
    }
    return document.value(of: key, in: node).flatMap(document.flag)
  }
}
