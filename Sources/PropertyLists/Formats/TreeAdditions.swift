import Platform

/// Another version of a file, from which values are copied into this one as they are written there,
/// with the comments that belong to them.
///
/// A value is found if its key and its content are equal. If several values are, they must all be
/// written alike, with the same comments.
struct TreeAdditions {
  /// A value with its key in the other version's text.
  struct Origin {
    let range: Range<Int>
    /// The range without the key.
    let value: Range<Int>
    let surroundings: TreeLayout.Surroundings
  }

  private struct AddedPlace {
    /// A hash of the key, the kind and the first texts of the value.
    let hash: Int
    let container: NodeIndex
    let index: Int

    /// How many nodes of a value its hash includes at most.
    private static let mostHashed = 32

    static func hash(_ child: PatchedElements.Child, in document: PropertyListDocument) -> Int {
      var hasher = Hasher()
      func combine(_ node: NodeIndex) {
        guard let scalar = document.scalar(node) else { return }
        document.withExactText(of: scalar) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
      if child.first != child.value { combine(child.first) }
      hasher.combine(document.kind(of: child.value))
      var (node, count) = (child.value, 0)
      while node < document.end(of: child.value), count < mostHashed {
        combine(node)
        count += 1
        node =
          document.kind(of: node).isContainer
          ? document.firstChild(of: node) : document.end(of: node)
      }
      return hasher.finalize()
    }
  }

  /// At most this many values with the same hash are compared.
  private static let most = 64

  /// The text, with the line ends of the file.
  let text: [UInt8]
  private let document: PropertyListDocument
  private let elements: PatchedElements
  private let styles: TreeStyle
  /// All values, by their hashes in ascending order.
  private let places: [AddedPlace]
  private var layouts: [NodeIndex: (children: [PatchedElements.Child], layout: TreeLayout)] = [:]

  /// - Returns: `nil` if the version cannot be read with these line ends.
  /// - Complexity: O(*n* log *n*).
  init?(_ other: PropertyListDocument, _ lineEnd: LineEnd) {
    guard let text = try? other.decodedWithOrigins().fileText.withLineEnds(lineEnd),
      let document = try? other.reading(text), let decoded = try? document.decodedWithOrigins()
    else { return nil }
    (self.text, self.document) = (decoded.fileText, document)
    elements = PatchedElements(document, document, decoded)
    styles = TreeStyle(elements, document.syntax(of: decoded, elements))
    var places: [AddedPlace] = []
    PatchedElements.forEachChild(in: document) { child, container, index in
      places.append(
        AddedPlace(hash: AddedPlace.hash(child, in: document), container: container, index: index))
    }
    places.sort { $0.hash < $1.hash }
    self.places = places
  }

  /// The origin in this version of a value that was put into the file.
  mutating func origin(of child: PatchedElements.Child, in new: PropertyListDocument) -> Origin? {
    let hash = AddedPlace.hash(child, in: new)
    let places = places[places.partitionPoint { $0.hash >= hash }...].prefix { $0.hash == hash }
    if places.count > TreeAdditions.most { return nil }
    var found: [Origin] = []
    for (container, index) in places.map({ ($0.container, $0.index) }) {
      if layouts[container] == nil {
        let children = PatchedElements.children(of: container, in: document)
        layouts[container] = (children, styles.layout(of: container, children))
      }
      guard let (children, layout) = layouts[container],
        document.hasValue(children[index].value, of: child.value, in: new)
      else { continue }
      let start = elements.extent(of: children[index].first).lowerBound
      var surroundings = layout.children[index]
      surroundings.beforeSeparator = 0..<0
      let value = elements.extent(of: children[index].value)
      found.append(
        Origin(
          range: start..<max(value.upperBound, start), value: value, surroundings: surroundings))
    }
    func texts(_ origin: Origin) -> [ArraySlice<UInt8>] {
      let around = origin.surroundings
      return [origin.range, around.comments, around.after, around.tail].map { text[$0] }
    }
    guard let first = found.first, found.allSatisfy({ texts($0) == texts(first) }) else {
      return nil
    }
    return first
  }
}
