import Platform
package import PropertyLists

/// A document with the hashes of its values, ready to be compared with others.
package struct ComparedDocument {
  package let document: PropertyListDocument
  let hashes: ContentHashes

  /// - Parameter document: A document that has not been edited since it was read.
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ document: PropertyListDocument) {
    self.document = document
    hashes = ContentHashes(document)
  }

  /// The documents, hashed at the same time.
  static func all(_ documents: [PropertyListDocument]) -> [ComparedDocument] {
    ParallelWork.map(documents.count) { ComparedDocument(documents[$0]) }
  }

  /// What a container holds: its elements, or the values of its members.
  func children(of container: NodeIndex) -> [NodeIndex] {
    document.children(of: container)
  }

  /// The key of a member, by the node of its value.
  func key(of value: NodeIndex) -> NodeIndex {
    guard let key = document.key(before: value) else { preconditionFailure("a member has a key") }
    return key
  }

  /// The value by which an element may be identified: that of a key, if it is a scalar.
  func identity(of element: NodeIndex, by key: String) -> UInt64? {
    guard document.kind(of: element) == .dict, let value = document.value(of: key, in: element),
      !document.kind(of: value).isContainer
    else { return nil }
    return hashes[value]
  }

  /// Hashes by which it is decided how much of two containers is the same: of a dictionary's
  /// members and the elements of its lists of dictionaries, or of an array's elements.
  ///
  /// - Parameter key: The key of a member that does not count.
  func features(of container: NodeIndex, without key: String? = nil) -> [UInt64] {
    switch document.kind(of: container) {
    case .dict:
      document.members(of: container).flatMap { member -> [UInt64] in
        if let key, document.hasText(member.key, key) { return [] }
        if isListOfDictionaries(member.value) {
          return document.elements(of: member.value).map { hashes[$0] }
        }
        return [hashes.member(member.key.node, member.value)]
      }
    case .array: document.elements(of: container).map { hashes[$0] }
    default: []
    }
  }

  private func isListOfDictionaries(_ node: NodeIndex) -> Bool {
    document.kind(of: node) == .array
      && document.elements(of: node).contains { document.kind(of: $0) == .dict }
  }

  /// Whether an element is an entry, as far as a tree can tell: nothing in it is a list of
  /// dictionaries.
  func isEntry(_ element: NodeIndex) -> Bool {
    let end = document.end(of: element)
    var node = element
    while node < end {
      if isListOfDictionaries(node) { return false }
      node =
        document.kind(of: node).isContainer ? document.firstChild(of: node) : document.end(of: node)
    }
    return true
  }
}
