import Synchronization

/// Permanent numbers of entries, or of sections, in `Row.ID`. They outlive the catalogue that has
/// the items.
///
/// A number is given once in a process. The items of a file that is opened get consecutive numbers;
/// in a catalogue that replaces another, an item keeps the number of its predecessor.
struct ItemNumbers {
  /// The numbers of the items of a file that was opened; empty after a replacement.
  private let own: Range<Int>
  /// The numbers of items that were added later, as far as they have been asked for.
  private var numbers: [Int?] = []
  private var items: [Int: Int] = [:]

  init(count: Int) {
    let start = ItemNumbers.next.add(count, ordering: .relaxed).oldValue
    own = start..<start + count
  }

  /// 0 is the number of the root's footer.
  private static let next = Atomic(1)

  /// A number that no item has.
  static func new() -> Int { next.add(1, ordering: .relaxed).oldValue }

  /// - Complexity: O(1).
  mutating func number(of item: Int) -> Int {
    if item < own.count { return own.lowerBound + item }
    let index = item - own.count
    if numbers.indices.contains(index), let number = numbers[index] { return number }
    let number = ItemNumbers.new()
    set(number, of: item)
    return number
  }

  mutating func set(_ number: Int, of item: Int) {
    let index = item - own.count
    if index >= numbers.count {
      numbers += Array(repeating: nil, count: index + 1 - numbers.count)
    }
    numbers[index] = number
    items[number] = item
  }

  func item(_ number: Int) -> Int? {
    own.contains(number) ? number - own.lowerBound : items[number]
  }

  /// The numbers of consecutive items, as ranges in the order of the items.
  ///
  /// - Complexity: O(1) for items that were read, O(*k*) in the number of other items.
  mutating func ranges(of items: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    let read = items.clamped(to: 0..<own.count)
    if !read.isEmpty {
      result.append(own.lowerBound + read.lowerBound..<own.lowerBound + read.upperBound)
    }
    for item in items.dropFirst(read.count) {
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
