import Platform

/// Keys that keep rows in order: ascending numbers with gaps between them, so that a row can be
/// added without renumbering others.
///
/// Evenly spaced keys take constant memory, however many there are.
package struct SparseNumbers: Equatable, Sendable {
  /// Consecutive positions whose keys are evenly spaced.
  private struct Run: Equatable {
    /// The position of the first.
    let position: Int
    let key: Int
    var step: Int
    var count: Int

    func key(at position: Int) -> Int { key + (position - self.position) * step }
  }

  private var runs: [Run] = []
  package var runCount: Int { runs.count }
  package private(set) var count = 0

  /// The distance between keys where no row has been added.
  package static let step = 1 << 16

  /// The keys of `count` new rows.
  package init(count: Int) {
    self.count = count
    if count > 0 {
      runs = [Run(position: 0, key: SparseNumbers.step, step: SparseNumbers.step, count: count)]
    }
  }

  /// - Parameter keys: Keys in ascending order.
  package init(_ keys: some Sequence<Int>) {
    for key in keys { append(key) }
  }

  private mutating func append(_ key: Int) {
    defer { count += 1 }
    if var last = runs.last {
      if last.count == 1 { last.step = key - last.key }
      if last.key(at: count) == key {
        last.count += 1
        runs[runs.count - 1] = last
        return
      }
    }
    runs.append(Run(position: count, key: key, step: SparseNumbers.step, count: 1))
  }

  /// The key of the row at a position.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  package func key(at position: Int) -> Int {
    runs[runs.partitionPoint { $0.position > position } - 1].key(at: position)
  }

  /// The position of the row with a key; `nil` if there is none.
  package func position(of key: Int) -> Int? {
    let index = runs.partitionPoint { $0.key > key } - 1
    guard index >= 0 else { return nil }
    let (steps, rest) = (key - runs[index].key).quotientAndRemainder(dividingBy: runs[index].step)
    return rest == 0 && steps < runs[index].count ? runs[index].position + steps : nil
  }

  /// The runs as text: `KEY+STEP*COUNT`, separated by blanks.
  package var text: String {
    runs.map { "\($0.key)+\($0.step)*\($0.count)" }.joined(separator: " ")
  }

  /// - Returns: `nil` if the text does not describe ascending keys.
  package init?(text: String) {
    for part in text.split(separator: " ") {
      let numbers = part.split(whereSeparator: { $0 == "+" || $0 == "*" }).map { Int($0) }
      guard numbers.count == 3, let key = numbers[0], let step = numbers[1], let count = numbers[2],
        key >= 0, step > 0, count > 0, key < 1 << 62, count < 1 << 40, step <= (1 << 62) / count,
        // A catalogue cannot have more nodes.
        self.count + count <= UInt32.max,
        runs.last.map({ $0.key(at: self.count - 1) < key }) ?? true
      else { return nil }
      runs.append(Run(position: self.count, key: key, step: step, count: count))
      self.count += count
    }
  }
}
