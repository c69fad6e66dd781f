import Synchronization

/// Numbers by which entries, or sections, are known outside, whatever the catalogue that has them.
///
/// As it was read, an item's number is its own. New items have numbers that no other has, and when a
/// catalogue replaces another, its items get the numbers of those that they were.
struct ItemNumbers {
  /// Items before this one have their own numbers.
  private let ownCount: Int
  /// The numbers of the others, as far as they are known.
  private var numbers: [Int?] = []
  private var items: [Int: Int] = [:]

  init(ownCount: Int) { self.ownCount = ownCount }

  private static let next = Atomic(1 << 40)

  /// A number that no item has.
  static func new() -> Int { next.add(1, ordering: .relaxed).oldValue }

  /// - Complexity: O(1).
  mutating func number(of item: Int) -> Int {
    if item < ownCount { return item }
    let index = item - ownCount
    if numbers.indices.contains(index), let number = numbers[index] { return number }
    let number = ItemNumbers.new()
    set(number, of: item)
    return number
  }

  mutating func set(_ number: Int, of item: Int) {
    let index = item - ownCount
    if index >= numbers.count {
      numbers += Array(repeating: nil, count: index + 1 - numbers.count)
    }
    numbers[index] = number
    items[number] = item
  }

  func item(_ number: Int) -> Int? {
    number < ownCount ? number : items[number]
  }

  /// Ranges of numbers of consecutive items, in the order of these.
  ///
  /// - Complexity: O(1) for items as they were read, O(*k*) for others.
  mutating func ranges(of items: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    let own = items.clamped(to: 0..<ownCount)
    if !own.isEmpty { result.append(own) }
    for item in items.dropFirst(own.count) {
      let number = number(of: item)
      if let last = result.last, last.upperBound == number {
        result[result.count - 1] = last.lowerBound..<number + 1
      } else {
        result.append(number..<number + 1)
      }
    }
    return result
  }
}
