import PropertyLists

/// Finds elements of arrays, which stay as the text was read, by their positions.
final class ElementLookup {
  private let document: PropertyListDocument
  /// How often something was looked for in an array.
  private var lookups: [NodeIndex: Int] = [:]
  /// The elements of arrays in which something was looked for several times.
  private var elements: [NodeIndex: [NodeIndex]] = [:]

  init(_ document: PropertyListDocument) { self.document = document }

  /// How often something is looked for before all elements are noted.
  private static let fewLookups = 4

  /// The element at a position, which is below 0 if it is counted from the end.
  ///
  /// - Complexity: O(*n*) in the number of elements for the first few times, then O(1).
  func element(at position: Int, of array: NodeIndex) -> (position: Int, node: NodeIndex)? {
    lookups[array, default: 0] += 1
    if lookups[array, default: 0] == ElementLookup.fewLookups {
      elements[array] = Array(document.elements(of: array))
    }
    if let elements = elements[array] {
      let index = position < 0 ? elements.count + position : position
      return elements.indices.contains(index) ? (index, elements[index]) : nil
    }
    let count = position < 0 ? document.elements(of: array).reduce(0) { count, _ in count + 1 } : 0
    let index = count + position
    if index < 0 { return nil }
    return document.elements(of: array).dropFirst(index).first { _ in true }.map { (index, $0) }
  }
}
