import PropertyLists

/// A number for each node of a document. Pages in which all numbers are 0 take no memory.
struct NodeTable<Number: FixedWidthInteger> {
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
