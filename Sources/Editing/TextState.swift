import Catalogues
import Grammar
import Platform
package import PropertyLists

/// A text recorded as pieces of the file's text. The journal holds it for a state that no command
/// reaches from the file, because a command read another file, or saved edits were undone.
///
/// The record is a line of words: `!text`, then `@` and the hash of the file's text, then one word
/// per piece, which is either `FROM-TO`, byte offsets in the file's text in UTF-8, or `+` and added
/// text, quoted as in a command. Journals of version 0 have no hash.
package struct TextState {
  private static let mark = "!text"

  package static func isOne(_ record: String) -> Bool { record.hasPrefix(mark + " ") }

  package let record: String

  init(_ comparison: TextComparison) {
    let words = comparison.pieces.map { piece in
      switch piece {
      case .kept(let range): "\(range.lowerBound)-\(range.upperBound)"
      case .added(let bytes): "+" + Quoting.quoted(String(decoding: bytes, as: UTF8.self))
      }
    }
    let hash = "@" + hexadecimal(stableHash(comparison.old))
    record = ([TextState.mark, hash] + words).joined(separator: " ")
  }

  /// Replaces a document's text by the recorded one.
  ///
  /// - Returns: Whether the record is valid and was made from the document's text.
  package static func restore(_ record: String, in document: PropertyListDocument) -> Bool {
    guard let words = try? Lexer.words(of: record) else { return false }
    let length = document.pieces.length
    var ranges: [Range<Int>] = []
    var rest = words.dropFirst()
    if let hash = rest.first, hash.text.hasPrefix("@") {
      let text = document.joined(document.pieces.ranges)
      guard hash.text.dropFirst() == hexadecimal(stableHash(text)) else { return false }
      rest.removeFirst()
    }
    for word in rest {
      if word.text.hasPrefix("+") {
        ranges.append(document.addText(Array(word.text.dropFirst().utf8)))
        continue
      }
      let bounds = word.text.split(separator: "-").compactMap { Int($0) }
      guard bounds.count == 2, bounds[0] >= 0, bounds[0] < bounds[1], bounds[1] <= length else {
        return false
      }
      ranges.append(bounds[0]..<bounds[1])
    }
    guard !ranges.isEmpty, length > 0 else { return false }
    noteOriginals(of: ranges, upTo: length, in: document)
    _ = document.replaceText(from: .before(0), to: .after(length - 1), with: ranges)
    return true
  }

  /// Notes which parts of added pieces are copies. Each added piece replaces the text between the
  /// kept pieces around it; the common beginning and end of the two texts are copies.
  private static func noteOriginals(
    of ranges: [Range<Int>], upTo length: Int, in document: PropertyListDocument
  ) {
    for (index, range) in ranges.enumerated() where range.lowerBound >= length {
      let start = index > 0 ? ranges[index - 1].upperBound : 0
      let end = index + 1 < ranges.count ? ranges[index + 1].lowerBound : length
      guard start < end, end <= length else { continue }
      let (old, new) = (document.text(at: start..<end), document.text(at: range))
      let common = zip(old, new).prefix { $0 == $1 }.count
      let most = min(old.count, new.count) - common
      let commonEnd = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
      document.note(range.prefix(common), insteadOf: start)
      document.note(range.suffix(commonEnd), insteadOf: end - commonEnd)
    }
  }
}
