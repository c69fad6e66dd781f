import CICU

/// The order in which a language's dictionaries have words. For one thread.
package final class Collator {
  private let collator: OpaquePointer?

  /// - Parameter locale: A name such as `sv` or `zh_TW`; one that is empty or unknown means the order
  ///   that languages have in common (CLDR's root collation).
  package init(locale: String = "") {
    var status: Int32 = 0
    collator = cardex_collator_open(locale, &status)
  }

  deinit { if let collator { cardex_collator_close(collator) } }

  /// Bytes whose order is that of the texts: what to compare where each text is compared often.
  ///
  /// - Complexity: O(*n*).
  package func sortKey(of text: String) -> [UInt8] {
    guard let collator else { return Array(text.utf8) }
    let utf16 = Array(text.utf16.prefix(1 << 20))
    let length = Int32(utf16.count)
    var capacity = utf16.count * 4 + 16
    while true {
      var needed = 0
      let key = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        needed = Int(
          cardex_collation_key(collator, utf16, length, buffer.baseAddress, Int32(capacity)))
        count = min(needed, capacity)
      }
      if needed <= capacity { return key }
      capacity = needed
    }
  }

  /// Whether one text comes before another.
  ///
  /// - Complexity: O(*n*) in the shorter text's length.
  package func isOrdered(_ first: String, before second: String) -> Bool {
    // Without ICU's data there is an order still.
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
