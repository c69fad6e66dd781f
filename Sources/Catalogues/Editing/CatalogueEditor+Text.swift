import PropertyLists

/// Locating items in the text.
extension CatalogueEditor {
  /// The node that an item's element begins with: its key, if it is in a dictionary.
  func firstNode(of item: Item) -> NodeIndex? {
    value(of: item).map { document.key(before: $0) ?? $0 }
  }

  /// The node of an item's value; `nil` for a section without a node of its own.
  private func value(of item: Item) -> NodeIndex? {
    switch item {
    case .entry(let entry): catalogue.value(of: entry)
    case .section(let section): catalogue.sections[section].node
    }
  }

  /// Whether an item is stored under a key.
  func isMember(_ item: Item) -> Bool {
    firstNode(of: item).map { document.kind(of: $0) == .key } ?? false
  }

  /// The range of an entry's text, with the white space and comments that move with it. It always
  /// lies in one piece of the text.
  func chunk(of entry: Entry.ID) -> Range<Int> {
    let value = catalogue.value(of: entry)
    return document.chunk(from: document.key(before: value) ?? value, through: value)
  }

  /// The offsets of an item's first and last bytes, including white space and comments that move
  /// with it and, for a header row, the rows after it.
  ///
  /// - Complexity: O(1) for an entry, O(*m*) in the items of a section.
  func bounds(of item: Item) throws(EditError) -> (first: Int, last: Int) {
    let own = try boundsOfElement(of: item)
    guard case .section(let section) = item, shape.grouping == .headerRows,
      let last = catalogue.sections[section].lastItem
    else { return own }
    return (own.first, try bounds(of: last).last)
  }

  /// The offsets of an item's own element: as `bounds(of:)`, but without the rows after a header
  /// row.
  func boundsOfElement(of item: Item) throws(EditError) -> (first: Int, last: Int) {
    guard let value = value(of: item) else {
      throw .sectionsAreValues(key: shape.groupingKey ?? "")
    }
    return bounds(from: document.key(before: value) ?? value, through: value)
  }

  /// The offsets of the first and last bytes of consecutive elements. The text between them may be
  /// in several pieces.
  private func bounds(from first: NodeIndex, through last: NodeIndex) -> (first: Int, last: Int) {
    let chunk = document.chunk(from: last, through: last)
    let start =
      first == last
      ? chunk.lowerBound : document.chunk(from: first, through: first).lowerBound
    return (start, chunk.upperBound - 1)
  }

  /// The position in the text where an item for a position of a section is inserted.
  func textPosition(in section: Section.ID, at position: Int) throws(EditError)
    -> TextPieces.Position
  {
    let whole = catalogue.sections[section]
    if position > 0 { return .after(try bounds(of: whole.item(at: position - 1)).last) }
    if whole.itemCount > 0 { return .before(try bounds(of: whole.item(at: 0)).first) }
    return .after(try openList(of: section))
  }

  /// Replaces the key of a container, without rewriting the container.
  ///
  /// - Returns: The new key.
  func rewriteKey(of value: NodeIndex, as name: String) throws(EditError) -> NodeIndex {
    guard let key = document.key(before: value) else {
      preconditionFailure("the value is in a dictionary")
    }
    let start = document.chunk(from: key, through: key).lowerBound
    let old = document.elementRange(of: key)
    let new = try document.replacement(of: key, by: document.element(ofKey: name)).text
    let text = document.text(at: start..<old.lowerBound) + new
    // A key is parsed only together with a value. This one is a string, which every format has, and
    // is dropped.
    let addition = try document.add(text + Array("<string/>".utf8), isMember: true, for: "")
    let copied = addition.range.prefix(old.lowerBound - start)
    document.note(copied, insteadOf: start)
    document.note(addition.node, insteadOf: key)
    replaceText(
      from: .before(start), to: .after(old.upperBound - 1),
      with: [addition.range.prefix(text.count)])
    setKey(of: value, to: addition.node)
    return addition.node
  }
}

extension Section {
  var lastItem: Item? { itemCount > 0 ? item(at: itemCount - 1) : nil }
}

extension Shape {
  /// The key by whose values entries are grouped into sections, if there is one.
  package var groupingKey: String? {
    if case .column(let key) = grouping { key } else { nil }
  }
}

// MARK: Lists

extension CatalogueEditor {
  /// The lists that hold a section's items; empty if the section has no list yet, or cannot have
  /// one.
  func lists(of section: Section.ID) -> [NodeIndex] {
    let whole = catalogue.sections[section]
    guard let node = whole.node else { return [] }
    if section == .root {
      guard document.kind(of: node).isContainer else { return [] }
      return [shape.isFlat ? node : document.innerList(of: node, at: shape.level(at: 0))]
    }
    guard shape.grouping == .none else { return [] }
    let lists =
      document.kind(of: node) == .array
      ? [node] : document.memberLists(of: node, at: shape.level(at: whole.depth - 1))
    return lists.map { document.innerList(of: $0, at: shape.level(at: whole.depth)) }
  }

  /// Makes a section without items ready to hold an item.
  ///
  /// - Returns: The byte after which the first item goes.
  private func openList(of section: Section.ID) throws(EditError) -> Int {
    if shape.grouping != .none, section != .root {
      return try boundsOfElement(of: .section(section)).last
    }
    guard var list = lists(of: section).last else { return try addList(to: section) }
    if document[list].isEmptyElement { list = try open(list, of: section) }
    let end = document.contentEnd(of: list)
    let last = document.trailEnd(after: document[list].contentOffset) - 1
    let isLine = document.pieces.slice(from: .after(last), to: .before(end)).lazy.joined()
      .prefix(while: document.isSpace).contains(where: document.isLineEnd)
    if !isLine {
      let element = document.key(before: list) ?? list
      let outer = document.space(before: document.elementStart(of: element))
      let space = outer.line(indentedBy: outer.indentation ?? [])
      if !space.bytes.isEmpty {
        insertText([document.addText(space.bytes)], at: .after(last))
      }
    }
    return last
  }

  /// Rewrites an empty list as two tags, so that items can be inserted between them.
  private func open(_ list: NodeIndex, of section: Section.ID) throws(EditError) -> NodeIndex {
    var nodes = catalogue.nodes(of: section)
    // The range includes the key and the space before it, which determine the layout of the list's
    // items.
    let key = document.key(before: list)
    let (first, last) = bounds(from: key ?? list, through: list)
    // The key may be in another piece than the list.
    let slice = document.pieces.slice(from: .before(first), to: .after(last))
    let current = document.joined(slice)
    let tail = last + 1 - document[list].contentOffset
    let name = document.kind(of: list).elementName
    let text = current.dropLast(tail + 2) + Array("></\(name)>".utf8) + current.suffix(tail)
    let addition = try document.add(Array(text), isMember: key != nil, for: "")
    // The text before `/>` is copied. No element begins after it.
    var copied = addition.range.lowerBound
    let copiedEnd = copied + current.count - tail - 2
    for piece in slice where copied < copiedEnd {
      document.note(copied..<min(copied + piece.count, copiedEnd), insteadOf: piece.lowerBound)
      copied += piece.count
    }
    replaceText(from: .before(first), to: .after(last), with: [addition.range])
    let new = document.member(at: addition.node)
    if let key = key.flatMap({ document.key($0) }) {
      for dict in SectionMembers(of: section, in: catalogue).dicts {
        replaceMember(key, of: dict.node, by: new)
      }
    }
    let value = new?.value ?? addition.node
    if let key, key == nodes.title { nodes.title = addition.node }
    if list == nodes.node { nodes.node = value }
    setNodes(of: section, to: nodes)
    return value
  }

  /// Adds a list of members to a section that has none.
  ///
  /// - Returns: The byte after which the first item goes.
  private func addList(to section: Section.ID) throws(EditError) -> Int {
    let whole = catalogue.sections[section]
    guard let dict = whole.node, document.kind(of: dict) == .dict,
      case .sections(let keys, _) = shape.level(at: whole.depth - 1), let key = keys.first
    else { throw .noPlaceForEntries }
    let layout = layout(ofMembersOf: dict)
    let space = layout.beforeKey
    let close = space.line(indentedBy: space.indentation ?? []).bytes
    let element =
      try document.element(ofKey: key) + layout.beforeValue.bytes + Array("<array>".utf8) + close
      + Array("</array>".utf8)
    let list = try addMember(element, layout: layout, to: dict, of: section).value
    return document[list].contentOffset - 1
  }

  /// Appends a member to a dictionary of a section. An empty dictionary is rewritten and gets
  /// another node.
  func addMember(
    _ member: [UInt8], layout: MemberLayout, to dict: NodeIndex, of section: Section.ID
  ) throws(EditError) -> PropertyListDocument.Member {
    let dict = document[dict].isEmptyElement ? try open(dict, of: section) : dict
    let addition = try document.add(layout.beforeKey.bytes + member, isMember: true, for: "")
    // The last member is found in the current text, since one may have been added by this edit. The
    // last 256 bytes suffice unless they are only space.
    let (start, end) = (document[dict].contentOffset - 1, document.contentEnd(of: dict))
    var last: Int?
    var hasLineEnd = false
    for count in [256, Int.max / 2] where last == nil {
      let content = document.pieces.suffix(count, from: .before(start), to: .before(end))
      let offsets = content.reversed().lazy.map { $0.reversed() }.joined()
      last = offsets.first { !document.isSpace($0) }
      hasLineEnd = offsets.prefix(while: document.isSpace).contains(where: document.isLineEnd)
    }
    guard let last else { preconditionFailure("the start tag is in the text") }
    var new = [addition.range]
    if !hasLineEnd { new.append(document.addText(layout.beforeEnd.bytes)) }
    insertText(new, at: .after(last))
    guard let new = document.member(at: addition.node) else {
      preconditionFailure("a member begins with its key")
    }
    appendMember(new, of: dict)
    return new
  }

  /// The layout that the members of a dictionary have, or would have.
  func layout(ofMembersOf dict: NodeIndex) -> MemberLayout {
    document.memberLayout(of: dict) ?? document.layout(of: dict)
  }
}
