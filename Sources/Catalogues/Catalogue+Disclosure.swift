import PropertyLists

/// Disclosure as the file declares it: which sections can be closed, and which are closed at first.
extension Catalogue {
  /// Whether a section can be closed: always, unless its `isCollapsible` is false.
  ///
  /// - Complexity: O(*m*) in the members of the section's dictionary.
  package func isCollapsible(_ section: Section.ID) -> Bool {
    disclosureFlag("isCollapsible", of: section) ?? true
  }

  /// Whether a section is closed at first: its `isCollapsed` is true or, without that key, its
  /// `isExpanded` is false.
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
