import Catalogues
import Platform
package import PropertyLists

/// A document with the hashes of its values, ready to be compared.
package struct ComparedDocument {
  package let document: PropertyListDocument
  package let hashes: ContentHashes
  /// The content hashes of cards and rows.
  private var contents: [NodeIndex: UInt64] = [:]
  /// For containers with runs of common text, the children that remain to be compared.
  private var rest: [NodeIndex: [NodeIndex]] = [:]

  /// - Parameter document: A document that has not been edited since it was read.
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ document: PropertyListDocument) {
    self.document = document
    hashes = ContentHashes(document)
  }

  /// Two documents without their common text, hashed in parallel.
  static func pair(_ common: CommonText) -> (old: ComparedDocument, new: ComparedDocument) {
    let all = ParallelWork.map(2) { index in
      let isOld = index == 0
      return ComparedDocument(
        isOld ? common.old : common.new,
        skipping: common.runs.map { isOld ? $0.old : $0.newRange },
        rest: isOld ? common.oldChildren : common.newChildren)
    }
    return (all[0], all[1])
  }

  private init(
    _ document: PropertyListDocument, skipping skipped: [Range<NodeIndex>],
    rest: [NodeIndex: [NodeIndex]]
  ) {
    self.document = document
    hashes = ContentHashes(document, skipping: skipped)
    self.rest = rest
  }

  /// The documents, hashed in parallel. Cards and rows that are not equal in all documents also get
  /// hashes of their content.
  static func all(_ documents: [PropertyListDocument]) -> [ComparedDocument] {
    var all = ParallelWork.map(documents.count) { ComparedDocument(documents[$0]) }
    let records = documents.map(\.records)
    let sets = zip(all, records).map { tree, nodes in Set(nodes.map { tree.hashes[$0] }) }
    let common = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
    for index in all.indices {
      for node in records[index] where !common.contains(all[index].hashes[node]) {
        all[index].contents[node] = all[index].contentHash(of: node)
      }
    }
    return all
  }

  private func contentHash(of record: NodeIndex) -> UInt64 {
    if let card = CardContent(record, self) { return card.hash }
    let cells = document.members(of: record).filter { document.plainText(of: $0.value) != "" }
    return cells.reduce(0) { $0 &+ hashes.member($1.key.node, $1.value) }
  }

  /// The hash of a value by its content, in which the spelling of a card and empty cells of a row
  /// make no difference.
  func content(of node: NodeIndex) -> UInt64 {
    contents.isEmpty ? hashes[node] : contents[node] ?? hashes[node]
  }

  /// The children of a container that remain to be compared: its elements, or the values of its
  /// members.
  package func children(of container: NodeIndex) -> [NodeIndex] {
    rest.isEmpty
      ? document.children(of: container) : rest[container] ?? document.children(of: container)
  }

  /// The container around a value; `nil` for the root.
  package func parent(of node: NodeIndex) -> NodeIndex? { hashes.parent(of: node) }

  /// The containers around a value, from the root on.
  func ancestors(of node: NodeIndex) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var node = node
    while let outer = parent(of: node) {
      result.append(outer)
      node = outer
    }
    return result.reversed()
  }

  /// The hash of a member's key, by the member's value; `nil` for a value that is no member.
  func keyHash(of value: NodeIndex) -> UInt64? {
    guard let outer = parent(of: value), document.kind(of: outer) == .dict else { return nil }
    return document.key(before: value).map { hashes[$0] }
  }

  /// The hash of a member's key up to its number, if the key ends in a digit: the number may only
  /// count the members.
  func wordHash(of value: NodeIndex) -> UInt64? {
    guard let hash = keyHash(of: value), let key = document.key(before: value) else { return nil }
    let text = document.scalar(key).map(document.text) ?? ""
    guard let last = text.utf8.last, (0x30...0x39).contains(last) else { return hash }
    return ContentHashes.hash(of: String(text.prefix { !$0.isNumber }))
  }

  /// The values in a dictionary whose keys only number them, so that they are elements of a list.
  func numberedItems(of container: NodeIndex) -> [NodeIndex] {
    document.kind(of: container) == .dict ? document.numberedItems(of: container) : []
  }

  /// The hash of a member with its key, by the member's value; `nil` for a value that is no member.
  func memberHash(of value: NodeIndex) -> UInt64? {
    keyHash(of: value) == nil ? nil : document.key(before: value).map { hashes.member($0, value) }
  }

  /// The features of a container by which its likeness to another one is measured.
  func features(of container: NodeIndex) -> Features {
    guard document.kind(of: container) == .dict else {
      return Features(children: children(of: container).map { hashes[$0] }, elements: nil)
    }
    var (children, elements) = ([UInt64](), [UInt64]())
    var hasList = false
    for member in document.members(of: container) {
      let hash = hashes.member(member.key.node, member.value)
      children.append(hash)
      if isListOfDictionaries(member.value) {
        hasList = true
        elements += document.elements(of: member.value).map { hashes[$0] }
      } else {
        elements.append(hash)
      }
    }
    return Features(children: children, elements: hasList ? elements : nil)
  }

  /// The hashes of all scalars in a container, those of members together with their keys.
  ///
  /// - Complexity: O(*n*) in the number of nodes in the container.
  func scalars(in container: NodeIndex) -> [UInt64] {
    var result: [UInt64] = []
    let end = document.end(of: container)
    var node = container
    var key: NodeIndex?
    while node < end {
      let kind = document.kind(of: node)
      if kind == .key {
        key = node
        node = document.end(of: node)
        continue
      }
      if kind.isContainer {
        node = document.firstChild(of: node)
      } else {
        result.append(key.map { hashes.member($0, node) } ?? hashes[node])
        node = document.end(of: node)
      }
      key = nil
    }
    return result
  }

  private func isListOfDictionaries(_ node: NodeIndex) -> Bool {
    document.kind(of: node) == .array
      && document.elements(of: node).contains { document.kind(of: $0) == .dict }
  }
}

extension [NodeIndex] {
  /// The position of a node in this array of ascending nodes; `nil` if it is not in it.
  ///
  /// - Complexity: O(log *n*).
  func place(of node: NodeIndex) -> Int? {
    let place = partitionPoint { $0 >= node }
    return place < count && self[place] == node ? place : nil
  }
}
