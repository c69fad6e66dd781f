package import ICUText

/// Names with their letters in an alphabetic index, to be sorted.
package struct FiledNames {
  private struct Name {
    /// The rank of the letter; negative for values before all letters.
    let rank: Int32
    /// The first eight bytes of the key as one number, which decides between most names.
    let start: UInt64
    let keyStart: Int
    let keyEnd: Int
  }

  private let filing: NameFiling
  private var names: [Name] = []
  private var keys: [UInt8] = []

  package init(_ filing: NameFiling) { self.filing = filing }

  package var count: Int { names.count }

  /// The prefix of the keys of numbers; keys of texts never begin with 0.
  static let numberPrefix: [UInt8] = [0, 0]

  package mutating func append(_ name: String) {
    let start = keys.count
    append(rank: filing.file(name, appendingTo: &keys).rawValue, from: start)
  }

  /// Appends the value that an item is sorted by.
  ///
  /// - Parameter label: The text under whose letter a number, date or boolean is filed; if `nil`,
  ///   such values come before all letters.
  package mutating func append(_ value: SortValue, filedAs label: String? = nil) {
    let start = keys.count
    let rank: Int
    switch value {
    case .text(let text): return append(text)
    case .number(let key):
      rank = 0
      keys += FiledNames.numberPrefix
      keys += key
    case .date(let key):
      rank = 1
      keys += [0, 1]
      keys += key
    case .boolean(let isTrue):
      rank = 2
      keys += [0, 2, isTrue ? 1 : 0]
    }
    append(rank: label.map(filing.index.letter(of:))?.rawValue ?? rank - 3, from: start)
  }

  /// Appends an item without a name to file it by. Such items come after all others.
  ///
  /// - Parameter label: The label that the item is sorted by.
  package mutating func appendNameless(_ label: String) {
    let start = keys.count
    // Sort keys never begin with this byte.
    keys.append(0xFF)
    _ = filing.file(label, appendingTo: &keys)
    append(rank: filing.index.rest.rawValue, from: start)
  }

  private mutating func append(rank: Int, from start: Int) {
    var first: UInt64 = 0
    for offset in 0..<8 {
      let byte = start + offset < keys.count ? keys[start + offset] : 0
      first = first << 8 | UInt64(byte)
    }
    names.append(Name(rank: Int32(rank), start: first, keyStart: start, keyEnd: keys.count))
  }

  /// The letter that an appended name is filed under.
  ///
  /// - Parameter index: Counted from 0 in the order in which names were appended.
  package func letter(at index: Int) -> Letter { Letter(rawValue: Int(names[index].rank)) }

  /// The indices of the names in the order of the index; names that compare equal stay in the order
  /// in which they were appended.
  ///
  /// - Complexity: O(*n* log *n*).
  package func order() -> [Int] {
    keys.withUnsafeBufferPointer { keys in
      names.withUnsafeBufferPointer { names in
        names.indices.sorted { first, second in
          let (one, other) = (names[first], names[second])
          if one.rank != other.rank { return one.rank < other.rank }
          if one.start != other.start { return one.start < other.start }
          let (left, right) = (
            keys[one.keyStart..<one.keyEnd], keys[other.keyStart..<other.keyEnd]
          )
          return left.elementsEqual(right)
            ? first < second : left.lexicographicallyPrecedes(right)
        }
      }
    }
  }
}
