import Platform
import PropertyLists

/// A number for each node of a document. Pages in which all numbers are 0 take no memory.
struct NodeMap<Number: FixedWidthInteger> {
  private let shift = 8
  /// By page, its position in `numbers` plus 1; 0 for a page of zeros.
  private var pages: [UInt32]
  private var numbers: [Number] = []

  /// - Parameter count: The expected number of words of nodes with numbers.
  init(end: NodeIndex, count: Int) {
    pages = [UInt32](repeating: 0, count: end.rawValue >> shift + 1)
    numbers.reserveCapacity(count)
  }

  subscript(node: NodeIndex) -> Number {
    get {
      let page = Int(pages[node.rawValue >> shift])
      return page == 0 ? 0 : numbers[(page - 1) << shift + node.rawValue & (1 << shift - 1)]
    }
    set {
      var page = Int(pages[node.rawValue >> shift])
      if page == 0 {
        if newValue == 0 { return }
        numbers += repeatElement(0, count: 1 << shift)
        page = numbers.count >> shift
        pages[node.rawValue >> shift] = UInt32(page)
      }
      numbers[(page - 1) << shift + node.rawValue & (1 << shift - 1)] = newValue
    }
  }
}

/// Finds the containers around nodes.
struct Ancestors {
  private let document: PropertyListDocument
  private var children: [NodeIndex: [NodeIndex]] = [:]

  init(_ document: PropertyListDocument) { self.document = document }

  /// The containers around a value, from the outermost given one inwards.
  ///
  /// - Complexity: O(*d* log *m*) in the depth and the number of children; the children of each
  ///   container are listed once.
  mutating func find(_ node: NodeIndex, from outermost: NodeIndex = .root) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var container = outermost
    while container != node {
      result.append(container)
      let inner = children(of: container)
      container = inner[inner.partitionPoint { $0 > node } - 1]
    }
    return result
  }

  /// The position of an element in its array, from 0.
  ///
  /// - Complexity: That of `find(_:from:)`.
  mutating func place(of element: NodeIndex) -> Int {
    guard let array = find(element).last else { return 0 }
    return children(of: array).partitionPoint { $0 > element } - 1
  }

  private mutating func children(of container: NodeIndex) -> [NodeIndex] {
    if let known = children[container] { return known }
    let found = document.children(of: container)
    children[container] = found
    return found
  }
}
