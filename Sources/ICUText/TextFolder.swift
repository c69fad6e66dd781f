import CICU

/// Folds text for searching: compatibility forms resolved, case folded, accents left out.
///
/// The result is the base characters of `TextUnit.units(of:isCaseSensitive:)` as UTF-8, so that
/// whatever matches under any option also matches in folded text. What folding makes of a
/// character is worked out once and remembered; a folder is for one thread.
package final class TextFolder {
  /// An entry for each character, in pages that are made when one of theirs is first met; `nil` until
  /// any is. Its bits are 0 until it is met.
  private var pages: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>?
  /// The folded forms that the entries point at.
  private var pool: [UInt8] = []

  /// Changes whenever the same text may come to be folded otherwise, with this code or with ICU.
  package static var version: [UInt8] {
    var versions = [UInt8](repeating: 0, count: 8)
    cardex_icu_versions(&versions)
    return [revision] + versions
  }

  /// To be raised with every change of what folding makes of a text.
  private static let revision: UInt8 = 1
  private static let pageSize = 1024
  private static let pageCount = 0x110000 / pageSize

  /// Whether the accents follow each base character.
  private let keepsAccents: Bool

  /// Stands before each accent where they are kept. No UTF-8 text holds it.
  @inlinable package static var accentMark: UInt8 { 0xC0 }
  /// Stands before accents that have no base character. No UTF-8 text holds it.
  @inlinable package static var bareAccentMark: UInt8 { 0xC1 }

  /// - Parameter keepsAccents: Whether accents are not left out but follow their base character, in
  ///   canonical order, each behind `accentMark`; accents without one begin with `bareAccentMark`.
  package init(keepsAccents: Bool = false) {
    self.keepsAccents = keepsAccents
  }

  deinit {
    guard let pages else { return }
    for page in 0..<TextFolder.pageCount { pages[page]?.deallocate() }
    pages.deallocate()
  }

  /// What becomes of one character.
  private struct Entry {
    /// Length of the folded form in the low byte, its place in the pool above; flags on top.
    let bits: UInt32

    static let isKnown: UInt32 = 1 << 31
    static let isUnchanged: UInt32 = 1 << 30
    /// The character joins the one before it in a way that must be worked out on both.
    static let joins: UInt32 = 1 << 29

    var length: Int { Int(bits & 0xFF) }
    var offset: Int { Int(bits >> 8 & 0xF_FFFF) }
    func has(_ flag: UInt32) -> Bool { bits & flag != 0 }
  }

  /// Appends the folded form of UTF-8 text.
  ///
  /// - Complexity: O(*n*); about a nanosecond a byte for ASCII and a few a character otherwise.
  package func fold(_ text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]) {
    var offset = 0
    while offset < text.count {
      let end = text.endOfASCII(from: offset)
      if end > offset {
        TextFolder.foldASCII(UnsafeBufferPointer(rebasing: text[offset..<end]), into: &result)
        offset = end
        continue
      }
      let (scalar, length) = text.decodeScalar(at: offset)
      let entry = entry(for: scalar)
      if entry.has(Entry.joins) {
        offset = foldSegment(around: offset, of: text, into: &result)
        continue
      }
      if length == 1 {
        // A byte that is not UTF-8.
        result.append(contentsOf: [0xEF, 0xBF, 0xBD])
      } else if entry.has(Entry.isUnchanged) {
        result.append(contentsOf: text[offset..<(offset + length)])
      } else {
        result.append(contentsOf: pool[entry.offset..<(entry.offset + entry.length)])
      }
      offset += length
    }
  }

  /// The folded form of a text.
  package func fold(_ text: String) -> [UInt8] {
    var text = text
    var result: [UInt8] = []
    text.withUTF8 { fold($0, into: &result) }
    return result
  }

  /// Appends the folded form of text that is ASCII throughout.
  package static func foldASCII(
    _ text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]
  ) {
    let start = result.count
    result.append(contentsOf: text)
    result.withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count { bytes[index] = asciiLowercased(bytes[index]) }
    }
  }

  @inline(__always)
  private func entry(for scalar: Unicode.Scalar) -> Entry {
    // Ideographs, 3400 to 9FFF, neither fold nor compose; Unicode's stability policy keeps it so.
    if scalar.value &- 0x3400 < 0x6C00 {
      return Entry(bits: Entry.isKnown | Entry.isUnchanged)
    }
    guard let page = pages?[Int(scalar.value) / TextFolder.pageSize] else {
      return makeEntry(for: scalar)
    }
    let entry = page[Int(scalar.value) % TextFolder.pageSize]
    return entry.has(Entry.isKnown) ? entry : makeEntry(for: scalar)
  }

  private func makeEntry(for scalar: Unicode.Scalar) -> Entry {
    var written = [UInt8](UTF8.encode(scalar) ?? .init())
    let folded = written.withUnsafeMutableBufferPointer { units(of: .init($0)) }
    // An accent that is left out folds to nothing wherever it stands; what else joins must be seen
    // in its place.
    let joins =
      !Normalizer.nfkcCasefold.hasBoundary(before: scalar)
      && (keepsAccents || !isPlainAccent(scalar))
    let bits: UInt32
    if joins || folded == written {
      bits = folded == written ? Entry.isUnchanged | UInt32(written.count) : UInt32(folded.count)
    } else {
      bits = UInt32(pool.count) << 8 | UInt32(folded.count)
      pool.append(contentsOf: folded)
    }
    let entry = Entry(bits: bits | Entry.isKnown | (joins ? Entry.joins : 0))
    page(of: scalar)[Int(scalar.value) % TextFolder.pageSize] = entry
    return entry
  }

  private func page(of scalar: Unicode.Scalar) -> UnsafeMutablePointer<Entry> {
    let index = Int(scalar.value) / TextFolder.pageSize
    let pages = pages ?? makePages()
    if let page = pages[index] { return page }
    let page = UnsafeMutablePointer<Entry>.allocate(capacity: TextFolder.pageSize)
    page.initialize(repeating: Entry(bits: 0), count: TextFolder.pageSize)
    pages[index] = page
    return page
  }

  private func makePages() -> UnsafeMutablePointer<UnsafeMutablePointer<Entry>?> {
    let made = UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>.allocate(
      capacity: TextFolder.pageCount)
    made.initialize(repeating: nil, count: TextFolder.pageCount)
    pages = made
    return made
  }

  private func isPlainAccent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isAccent && Normalizer.nfkcCasefold.normalize([scalar]).allSatisfy(\.isAccent)
  }

  /// Folds again the characters that must be seen together with the one at the offset.
  ///
  /// - Returns: The offset just past them.
  private func foldSegment(
    around offset: Int, of text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]
  ) -> Int {
    // What stands before has been folded character by character; take that back.
    var start = offset
    repeat {
      guard start > 0 else { break }
      start = scalarStart(before: start, in: text)
      result.removeLast(foldedLength(at: start, of: text))
    } while !hasBoundary(at: start, of: text)
    var end = offset
    repeat {
      end += text.decodeScalar(at: end).length
    } while end < text.count
      && !hasBoundary(at: end, of: text)
    result.append(
      contentsOf: units(of: UnsafeBufferPointer(rebasing: text[start..<end])))
    return end
  }

  private func scalarStart(before offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var start = offset - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    // Stray continuation bytes stand each for themselves.
    return start + text.decodeScalar(at: start).length == offset ? start : offset - 1
  }

  private func foldedLength(at offset: Int, of text: UnsafeBufferPointer<UInt8>) -> Int {
    let (scalar, length) = text.decodeScalar(at: offset)
    if scalar.isASCII { return 1 }
    if length == 1 { return 3 }
    let entry = entry(for: scalar)
    return entry.has(Entry.isUnchanged) ? length : entry.length
  }

  private func hasBoundary(at offset: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    let scalar = text.decodeScalar(at: offset).scalar
    return scalar.isASCII || Normalizer.nfkcCasefold.hasBoundary(before: scalar)
  }

  /// The units of a text as the folder writes them.
  private func units(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for unit in TextUnit.units(of: text, isCaseSensitive: false) {
      if let base = unit.base {
        result.append(contentsOf: UTF8.encode(base) ?? .init())
      } else if keepsAccents {
        result.append(TextFolder.bareAccentMark)
      }
      if keepsAccents { result += unit.encodedAccents }
    }
    return result
  }
}

extension TextUnit {
  /// The accents as `TextFolder` writes them.
  package var encodedAccents: [UInt8] {
    accents.flatMap { [TextFolder.accentMark] + (UTF8.encode($0).map(Array.init) ?? []) }
  }
}
