import CICU

/// A cache that folds text for searching: compatibility forms resolved, case folded, accents
/// removed.
///
/// The result is the base characters of `TextUnit.units(of:_:)` as UTF-8, so that every match under
/// any option is also a match in folded text. The folded form of a character is computed once and
/// remembered. Not safe for concurrent use.
package final class CaseFolding {
  /// An entry for each character, in pages that are allocated when one of their characters first
  /// occurs; `nil` until then. The bits of an entry are 0 until its character occurs.
  private var pages: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>?
  /// The folded forms that the entries refer to.
  private var pool: [UInt8] = []

  /// The version of the folding. It changes whenever this code or ICU may fold the same text
  /// differently.
  package static var version: [UInt8] {
    var versions = [UInt8](repeating: 0, count: 8)
    cardex_icu_versions(&versions)
    return [revision] + versions
  }

  /// Must be raised with every change to the folded form of a text.
  private static let revision: UInt8 = 3
  private static let pageSize = 1024
  private static let pageCount = 0x110000 / pageSize

  /// Whether the accents follow each base character.
  private let keepsAccents: Bool

  /// The byte before each accent, where accents are kept. It never occurs in UTF-8.
  @inlinable package static var accentMark: UInt8 { 0xC0 }
  /// The byte before accents that have no base character. It never occurs in UTF-8.
  @inlinable package static var bareAccentMark: UInt8 { 0xC1 }

  /// - Parameter keepsAccents: Whether accents are kept: they follow their base character in
  ///   canonical order, each preceded by `accentMark`; accents without a base character begin with
  ///   `bareAccentMark`.
  package init(keepsAccents: Bool = false) {
    self.keepsAccents = keepsAccents
  }

  deinit {
    guard let pages else { return }
    for page in 0..<CaseFolding.pageCount { pages[page]?.deallocate() }
    pages.deallocate()
  }

  /// How one character folds.
  private struct Entry {
    /// The length of the folded form in the low byte, its offset in the pool above it, flags in the
    /// highest bits.
    let bits: UInt32

    static let isKnown: UInt32 = 1 << 31
    static let isUnchanged: UInt32 = 1 << 30
    /// The character may combine with the one before it, so both must be folded together.
    static let joins: UInt32 = 1 << 29

    var length: Int { Int(bits & 0xFF) }
    var offset: Int { Int(bits >> 8 & 0xF_FFFF) }
    func has(_ flag: UInt32) -> Bool { bits & flag != 0 }
  }

  /// Appends the folded form of UTF-8 text.
  ///
  /// - Complexity: O(*n*); about a nanosecond per byte for ASCII, and a few per character
  ///   otherwise.
  package func fold(_ text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]) {
    var offset = 0
    while offset < text.count {
      let end = text.endOfASCII(from: offset)
      if end > offset {
        CaseFolding.foldASCII(UnsafeBufferPointer(rebasing: text[offset..<end]), into: &result)
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

  /// Appends the folded form of ASCII text.
  package static func foldASCII(
    _ text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]
  ) {
    let start = result.count
    result.append(contentsOf: text)
    result.withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count { bytes[index] = asciiLowercased(bytes[index]) }
    }
  }

  /// Whether the folded form of UTF-8 text may begin with folded text. `false` is certain; `true`
  /// may be wrong, because only ASCII letters and ideographs are compared. Accents must not be
  /// kept.
  package static func mayBegin(
    _ text: UnsafeBufferPointer<UInt8>, with folded: [UInt8]
  ) -> Bool {
    var index = 0
    while index < min(text.count, folded.count) {
      let byte = text[index]
      let length = CaseFolding.isIdeograph(byte) ? 3 : 1
      if length == 1, !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20) { return true }
      for index in index..<min(index + length, text.count, folded.count)
      where asciiLowercased(text[index]) != folded[index] { return false }
      index += length
    }
    // Further text may fold to something longer, unless there is none.
    return index < text.count || index >= folded.count
  }

  /// Whether a byte begins one of the characters U+4000 to U+9FFF in UTF-8, which neither fold nor
  /// compose.
  private static func isIdeograph(_ byte: UInt8) -> Bool { 0xE4...0xE9 ~= byte }

  @inline(__always)
  private func entry(for scalar: Unicode.Scalar) -> Entry {
    // Ideographs, U+3400 to U+9FFF, neither fold nor compose; Unicode's stability policy guarantees
    // it.
    if scalar.value &- 0x3400 < 0x6C00 {
      return Entry(bits: Entry.isKnown | Entry.isUnchanged)
    }
    guard let page = pages?[Int(scalar.value) / CaseFolding.pageSize] else {
      return makeEntry(for: scalar)
    }
    let entry = page[Int(scalar.value) % CaseFolding.pageSize]
    return entry.has(Entry.isKnown) ? entry : makeEntry(for: scalar)
  }

  private func makeEntry(for scalar: Unicode.Scalar) -> Entry {
    var written = [UInt8](UTF8.encode(scalar) ?? .init())
    let folded = written.withUnsafeMutableBufferPointer { units(of: .init($0)) }
    // An accent that is removed folds to nothing everywhere; other joining characters must be
    // folded in context.
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
    page(of: scalar)[Int(scalar.value) % CaseFolding.pageSize] = entry
    return entry
  }

  private func page(of scalar: Unicode.Scalar) -> UnsafeMutablePointer<Entry> {
    let index = Int(scalar.value) / CaseFolding.pageSize
    let pages = pages ?? makePages()
    if let page = pages[index] { return page }
    let page = UnsafeMutablePointer<Entry>.allocate(capacity: CaseFolding.pageSize)
    page.initialize(repeating: Entry(bits: 0), count: CaseFolding.pageSize)
    pages[index] = page
    return page
  }

  private func makePages() -> UnsafeMutablePointer<UnsafeMutablePointer<Entry>?> {
    let made = UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>.allocate(
      capacity: CaseFolding.pageCount)
    made.initialize(repeating: nil, count: CaseFolding.pageCount)
    pages = made
    return made
  }

  private func isPlainAccent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isAccent && Normalizer.nfkcCasefold.normalize([scalar]).allSatisfy(\.isAccent)
  }

  /// Folds the characters again that must be folded together with the character at the offset.
  ///
  /// - Returns: The offset just past them.
  private func foldSegment(
    around offset: Int, of text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]
  ) -> Int {
    // The preceding characters have been folded one by one; undo that.
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
    // Stray continuation bytes are separate characters.
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

  /// The units of a text in the form that `CaseFolding` writes.
  private func units(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for unit in TextUnit.units(of: text) {
      if let base = unit.base {
        result.append(contentsOf: UTF8.encode(base) ?? .init())
      } else if keepsAccents {
        result.append(CaseFolding.bareAccentMark)
      }
      if keepsAccents { result += unit.encodedAccents }
    }
    return result
  }
}

extension TextUnit {
  /// The accents in the form that `CaseFolding` writes.
  package var encodedAccents: [UInt8] {
    accents.flatMap { [CaseFolding.accentMark] + (UTF8.encode($0).map(Array.init) ?? []) }
  }
}
