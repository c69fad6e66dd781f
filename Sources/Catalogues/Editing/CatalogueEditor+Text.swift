import PropertyLists

/// Locating items in the text.
extension CatalogueEditor {
  /// The node that an item's element begins with: its key, if it is in a dictionary.
  func firstNode(of item: Item) -> NodeIndex? {
    let node: NodeIndex?
    switch item {
    case .entry(let entry): node = catalogue.key(of: entry)?.node ?? catalogue.value(of: entry)
    case .section(let section): node = catalogue.sections[section].node
    }
    guard let node, document.kind(of: node) != .key else { return node }
    return document.key(before: node) ?? node
  }

  /// Whether an item is stored under a key.
  func isMember(_ item: Item) -> Bool {
    firstNode(of: item).map { document.kind(of: $0) == .key } ?? false
  }

  /// The offsets of an entry, or of a section's own element, with everything that moves with it. An
  /// entry's are all in the text and consecutive.
  func chunk(of item: Item) -> Range<Int>? {
    guard let first = firstNode(of: item) else { return nil }
    let last = document.kind(of: first) == .key ? document.end(of: first) : first
    return document.chunk(from: first, through: last)
  }

  /// The first and last bytes of an item in the text.
  ///
  /// - Complexity: O(1) for an entry, O(*m*) in the items of a section.
  func bounds(of item: Item) throws(EditError) -> (first: Int, last: Int) {
    guard let chunk = chunk(of: item) else {
      throw .sectionsAreValues(key: shape.groupingKey ?? "")
    }
    guard case .section(let section) = item, shape.grouping == .headerRows,
      let last = catalogue.sections[section].lastItem
    else { return (chunk.lowerBound, chunk.upperBound - 1) }
    return (chunk.lowerBound, try bounds(of: last).last)
  }

  /// The position in the text for an item at a position of a section.
  func textPosition(in section: Section.ID, at position: Int) throws(EditError)
    -> TextPieces.Position
  {
    let whole = catalogue.sections[section]
    if position > 0 { return .after(try bounds(of: whole.item(at: position - 1)).last) }
    if whole.itemCount > 0 { return .before(try bounds(of: whole.item(at: 0)).first) }
    return .after(try openList(of: section))
  }

  /// Replaces the content of a key whose tags are in the text.
  func replaceContent(of node: NodeIndex, with content: Range<Int>) throws(EditError) {
    let start = document[node].contentOffset
    guard document[node].isEmptyElement else {
      replaceText(
        from: .after(start - 1), to: .before(document.contentEnd(of: node)), with: [content])
      return
    }
    // `<key` and the text after `/>` stay.
    guard document.pieces.contains(start) else { throw .needsSaving }
    let name = document.kind(of: node).elementName
    let opening = document.addText(Array(">".utf8))
    let ending = document.addText(Array("</\(name)>".utf8))
    replaceText(from: .after(start - 3), to: .before(start), with: [opening, content, ending])
  }
}

extension Section {
  var lastItem: Item? { itemCount > 0 ? item(at: itemCount - 1) : nil }
}

extension Shape {
  /// The key whose values are the sections, if there is one.
  package var groupingKey: String? {
    if case .column(let key) = grouping { key } else { nil }
  }
}

// MARK: Lists

extension CatalogueEditor {
  /// The lists that hold a section's items; empty if it has none yet, or no list of its own.
  func lists(of section: Section.ID) -> [NodeIndex] {
    let whole = catalogue.sections[section]
    if let list = catalogue.replacedNodes[section]?.list { return [list] }
    if section == .root {
      guard document.kind(of: shape.root).isContainer else { return [] }
      return [
        shape.isFlat ? shape.root : document.innerList(of: shape.root, at: shape.level(at: 0))
      ]
    }
    guard let node = whole.node, shape.grouping == .none else { return [] }
    let lists =
      document.kind(of: node) == .array
      ? [node] : document.memberLists(of: node, at: shape.level(at: whole.depth - 1))
    return lists.map { document.innerList(of: $0, at: shape.level(at: whole.depth)) }
  }

  /// Makes a section without items ready to hold one.
  ///
  /// - Returns: The byte after which the first item goes.
  private func openList(of section: Section.ID) throws(EditError) -> Int {
    if shape.grouping != .none, section != .root {
      guard let header = chunk(of: .section(section)) else {
        throw .sectionsAreValues(key: shape.groupingKey ?? "")
      }
      return header.upperBound - 1
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
    // The element with its key and the space before it, which determine the layout of its items.
    let key = document.key(before: list)
    let range = document.chunk(from: key ?? list, through: list)
    let (start, end) = (TextPieces.Position.before(range.lowerBound), range.upperBound - 1)
    // The key is taken from the text, since it may be a title that has been changed.
    let slice = document.pieces.slice(from: start, to: .after(end))
    let current = document.joined(slice)
    let tail = range.upperBound - document[list].contentOffset
    let name = document.kind(of: list).elementName
    let text = current.dropLast(tail + 2) + Array("></\(name)>".utf8) + current.suffix(tail)
    let addition = try add(Array(text), isMember: key != nil, for: "")
    // The text before `/>` is copied. No element begins after it.
    var copied = addition.range.lowerBound
    let copiedEnd = copied + current.count - tail - 2
    for piece in slice where copied < copiedEnd {
      document.note(copied..<min(copied + piece.count, copiedEnd), insteadOf: piece.lowerBound)
      copied += piece.count
    }
    replaceText(from: start, to: .after(end), with: [addition.range])
    if let key, key == nodes.replaced.titleTags ?? nodes.title {
      nodes.title = addition.node
      nodes.replaced.titleTags = nil
    }
    let value = key == nil ? addition.node : document.end(of: addition.node)
    if list == nodes.node { nodes.node = value } else { nodes.replaced.list = value }
    if section == .root { nodes.replaced.list = value }
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
      try text(ofKey: key) + layout.beforeValue.bytes + Array("<array>".utf8) + close
      + Array("</array>".utf8)
    let addition = try addMember(element, layout: layout, to: dict, of: section).addition
    var nodes = catalogue.nodes(of: section)
    let list = document.end(of: addition.node)
    nodes.replaced.list = list
    setNodes(of: section, to: nodes)
    return document[list].contentOffset - 1
  }

  /// Appends a member to a dictionary of a section.
  ///
  /// - Returns: The member, and the dictionary, which is another one if it was empty.
  func addMember(
    _ member: [UInt8], layout: MemberLayout, to dict: NodeIndex, of section: Section.ID
  ) throws(EditError) -> (addition: PropertyListDocument.Addition, dict: NodeIndex) {
    let dict = document[dict].isEmptyElement ? try open(dict, of: section) : dict
    let addition = try add(layout.beforeKey.bytes + member, isMember: true, for: "")
    // The content is taken from the text, since a member may have been added before. Its end is long
    // enough but where there is only space.
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
    return (addition, dict)
  }

  /// The layout that the members of a dictionary have, or would have.
  func layout(ofMembersOf dict: NodeIndex) -> MemberLayout {
    document.memberLayout(of: dict)
      ?? MemberLayout(
        beforeElement: document.space(
          before: document.elementStart(of: document.key(before: dict) ?? dict)),
        unit: document.indentationUnit)
  }

  func text(ofKey key: String) throws(EditError) -> [UInt8] {
    do throws(ValueError) {
      return try document.element(of: key, as: .key)
    } catch {
      throw .value(key: key, error)
    }
  }

  /// The text between the tags of a key.
  func content(ofKey key: String) throws(EditError) -> [UInt8] {
    do throws(ValueError) {
      return try ElementText.escaped(key)
    } catch {
      throw .value(key: key, error)
    }
  }

  func add(
    _ text: [UInt8], isMember: Bool, for key: String
  ) throws(EditError) -> PropertyListDocument.Addition {
    do throws(PropertyListError) {
      return try document.add(text, isMember: isMember)
    } catch {
      throw .element(key: key, error)
    }
  }
}
