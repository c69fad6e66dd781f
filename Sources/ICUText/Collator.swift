import CICU

/// The order of words in a language's dictionaries. Not safe for concurrent use.
package final class Collator {
  private let collator: OpaquePointer?

  /// - Parameter locale: A name such as `sv` or `zh_TW`; an empty or unknown one means the order
  ///   common to all languages (CLDR's root collation).
  package init(locale: String = "") {
    var status: Int32 = 0
    collator = cardex_collator_open(locale, &status)
  }

  deinit { if let collator { cardex_collator_close(collator) } }

  /// A key whose byte order is the order of the texts, for texts that are compared often.
  ///
  /// - Complexity: O(*n*).
  package func sortKey(of text: String) -> [UInt8] {
    var key: [UInt8] = []
    appendSortKey(of: text, to: &key)
    return key
  }

  /// Appends the result of `sortKey(of:)`: at least one byte; the last byte is 0, and no other is.
  package func appendSortKey(of text: String, to keys: inout [UInt8]) {
    guard let collator else {
      keys += text.utf8
      keys.append(0)
      return
    }
    let start = keys.count
    let utf16 = text.utf16.prefix(1 << 20)
    let length = utf16.count
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(length, 1)) { units in
      _ = units.initialize(from: utf16)
      var capacity = length * 4 + 16
      while true {
        keys.append(contentsOf: repeatElement(0, count: capacity))
        let needed = keys.withUnsafeMutableBufferPointer { buffer in
          let key = buffer.baseAddress.map { $0 + start }
          return Int(
            cardex_collation_key(collator, units.baseAddress, Int32(length), key, Int32(capacity)))
        }
        keys.removeLast(max(capacity - needed, 0))
        if needed <= capacity { return }
        keys.removeSubrange(start...)
        capacity = needed
      }
    }
  }

  /// Whether one text comes before another.
  ///
  /// - Complexity: O(*n*) in the shorter text's length.
  package func isOrdered(_ first: String, before second: String) -> Bool {
    // Without ICU's data, fall back to Swift's order.
    guard let collator else { return first < second }
    var (first, second) = (first, second)
    return first.withUTF8 { one in
      second.withUTF8 { other in
        var status: Int32 = 0
        let limit = Int(Int32.max)
        return one.withMemoryRebound(to: CChar.self) { one in
          other.withMemoryRebound(to: CChar.self) { other in
            cardex_collate(
              collator, one.baseAddress, Int32(min(one.count, limit)), other.baseAddress,
              Int32(min(other.count, limit)), &status) < 0
          }
        }
      }
    }
  }
}
