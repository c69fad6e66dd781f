import Catalogues
import Grammar
package import Platform
package import PropertyLists
import Storage

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

/// A record in the journal, written before a file is saved, of the hash and the length that the
/// file will have.
///
/// A session may be killed after the file was replaced and before its journal was emptied. If the
/// file has the recorded hash and length, the edits recorded before are in the file.
package struct SavedRecord {
  private static let mark = "!saved"
  private var hash = stableHash([])
  private var length = 0

  /// Adds the next bytes of the file.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    hash = stableHash(bytes, after: hash)
    length += bytes.count
  }

  var record: String { "\(SavedRecord.mark) \(hexadecimal(hash)) \(length)" }

  package static func isOne(_ record: String) -> Bool { record.hasPrefix(mark + " ") }

  private static func bytes(at path: FilePath) -> FileBytes? {
    if path.isDirectory { return try? FileBytes(folder: path) }
    guard let file = try? RegularFile(path: path) else { return nil }
    return try? FileBytes(descriptor: file.descriptor, access: .mapped)
  }

  /// The records whose edits are not in the file.
  ///
  /// - Complexity: O(*n*) in the length of the file, if one of the records is a `SavedRecord`.
  package static func unsaved(_ records: [String], in path: FilePath) -> [String] {
    if !records.contains(where: isOne) { return records }
    guard let bytes = bytes(at: path) else { return records }
    var now = SavedRecord()
    withExtendedLifetime(bytes) { now.add(bytes.bytes) }
    guard let last = records.lastIndex(of: now.record) else { return records }
    // The last origin applies to the records that follow, too.
    let origin = records[..<last].last { JournalOrigin($0) != nil }
    return (origin.map { [$0] } ?? []) + records[(last + 1)...]
  }
}
