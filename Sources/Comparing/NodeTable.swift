import PropertyLists

/// A number for each node of a document, in pages that take memory once something in them is not 0.
struct NodeTable<Number: FixedWidthInteger> {
  private let shift = 8
  /// By page, where it is in `numbers`, plus 1; 0 for pages in which all is 0.
  private var pages: [UInt32]
  private var numbers: [Number] = []

  /// - Parameter count: How many words of nodes there will be numbers for.
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
