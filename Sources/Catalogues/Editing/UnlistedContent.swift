import PropertyLists

/// What a section without items still holds besides its title and its list, and what would be lost
/// with the section.
package struct UnlistedContent: Equatable, Sendable, CustomStringConvertible {
  /// The keys of the section's other fields.
  package var keys: [String] = []
  /// Whether the list holds something that is not an entry.
  package var hasOtherItems = false
  /// Whether there are comments or processing instructions in the section or before it.
  package var hasComments = false

  package init(keys: [String] = [], hasOtherItems: Bool = false, hasComments: Bool = false) {
    self.keys = keys
    self.hasOtherItems = hasOtherItems
    self.hasComments = hasComments
  }

  package var isEmpty: Bool { keys.isEmpty && !hasOtherItems && !hasComments }

  package var description: String {
    var parts: [String] = []
    if !keys.isEmpty {
      let names = keys.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
      parts.append((keys.count == 1 ? "field " : "fields ") + names + (keys.count > 6 ? ", …" : ""))
    }
    if hasOtherItems { parts.append("items that are not entries") }
    if hasComments { parts.append("comments") }
    return parts.joined(separator: " and ")
  }
}

extension CatalogueEditor {
  /// The contents that are lost with a section that has no items.
  ///
  /// The text is parsed again, since nodes do not tell which parts of them have been removed.
  ///
  /// - Complexity: O(*n*) in the length of the section's text and the number of pieces of the whole
  ///   text.
  func unlistedContent(of section: Section.ID) throws(EditError) -> UnlistedContent {
    guard catalogue.sections[section].node != nil else { return UnlistedContent() }
    let (first, last) = try bounds(of: .section(section))
    let text = document.joined(document.pieces.slice(from: .before(first), to: .after(last)))
    var remains = UnlistedContent(hasComments: PropertyListDocument.hasComments(text))
    let name = isMember(.section(section)) ? "dict" : "array"
    let whole = Array("<plist><\(name)>".utf8) + text + Array("\n</\(name)></plist>".utf8)
    let list: PropertyListDocument
    do throws(PropertyListError) {
      list = try PropertyListDocument(FileBytes(whole), encoding: "UTF-8")
    } catch {
      remains.hasOtherItems = true
      return remains
    }
    let children =
      name == "dict" ? list.members(of: .root).map(\.value) : Array(list.elements(of: .root))
    for child in children { addRemains(of: child, in: list, section, to: &remains) }
    return remains
  }

  private func addRemains(
    of node: NodeIndex, in list: PropertyListDocument, _ section: Section.ID,
    to remains: inout UnlistedContent
  ) {
    guard list.kind(of: node) == .dict else {
      remains.hasOtherItems = remains.hasOtherItems || !list.isEmptyContainer(node)
      return
    }
    var titleKeys: [String] = []
    var listKeys: [String]?
    var markers: [String] = []
    if shape.grouping == .headerRows {
      (titleKeys, listKeys, markers) = (["Title"], [], ["Type"])
    } else {
      switch shape.level(at: catalogue.sections[section].depth - 1) {
      case .sections(let members, let titles): (titleKeys, listKeys) = (titles, members)
      case .numberedSections(let titles): (titleKeys, listKeys) = (titles, [])
      case .titledByKey: listKeys = nil
      case .keyedSections, .entries: listKeys = []
      }
    }
    let keys = list.members(of: node).map { (text: list.text(of: $0.key), value: $0.value) }
    if isNamed(section) { titleKeys = [] }
    let titles = titleKeys.compactMap { title in keys.first { $0.text == title } }
    let titleKey = (titles.first { list.shownText(of: $0.value) != nil } ?? titles.first)?.text
    for key in keys where key.text != titleKey && !markers.contains(key.text) {
      if list.isEmptyContainer(key.value), listKeys?.contains(key.text) ?? true { continue }
      remains.keys.append(key.text)
    }
  }
}

extension PropertyListDocument {
  fileprivate func isEmptyContainer(_ node: NodeIndex) -> Bool {
    kind(of: node).isContainer && end(of: node) == firstChild(of: node)
  }
}
