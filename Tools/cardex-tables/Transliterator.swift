import CTransliteration

/// A transliterator of text between scripts, by ICU's rules. Not safe for concurrent use.
///
/// Opening one may take a tenth of a second, and each character a few microseconds: it is for
/// generating and testing tables.
package final class Transliterator {
  private let transliterator: OpaquePointer

  /// - Parameter identifier: ICU's name for the rules, such as `Han-Latin` or `Any-Upper; Any-NFD`.
  /// - Returns: `nil` if ICU knows no such rules.
  package init?(_ identifier: String) {
    let name = Array(identifier.utf16)
    var status: Int32 = 0
    guard let opened = cardex_transliterator_open(name, Int32(name.count), &status) else {
      return nil
    }
    transliterator = opened
  }

  deinit { cardex_transliterator_close(transliterator) }

  /// The text in the other script; characters that the rules do not cover stay unchanged.
  package func transliterate(_ text: String) -> String {
    let source = Array(text.utf16)
    var capacity = source.count * 4 + 64
    while true {
      var buffer = source + [UInt16](repeating: 0, count: capacity - source.count)
      var status: Int32 = 0
      let length = cardex_transliterate(
        transliterator, &buffer, Int32(source.count), Int32(capacity), &status)
      guard status == cardex_transliteration_overflow else {
        return String(decoding: buffer.prefix(Int(length)), as: UTF16.self)
      }
      capacity = max(capacity * 2, Int(length))
    }
  }
}
