import PropertyLists

/// The entries and sections that share a name with a sibling in the sense of `AddressBook`:
/// canonically equivalent names are the same.
struct AmbiguousNames {
  private let catalogue: Catalogue
  /// A bit for each entry, then one for each section, the lowest of a byte first.
  private(set) var bits: [UInt8]
  private var hashes: [UInt64] = []
  private var seen = HashSet()
  private var repeated = HashSet()

  /// - Complexity: O(*n*) in the length of all labels and titles.
  init(of catalogue: Catalogue) {
    self.catalogue = catalogue
    bits = Array(repeating: 0, count: (catalogue.entryCount + catalogue.sections.count + 7) / 8)
    for section in catalogue.sections where section.itemCount > 1 { findNames(in: section) }
  }

  private mutating func findNames(in section: Section) {
    hashes.removeAll(keepingCapacity: true)
    if !hashPlainNames(in: section) {
      hashes.removeAll(keepingCapacity: true)
      for item in section.items { hashes.append(hash(of: catalogue.name(of: item))) }
    }
    seen.removeAll(reserving: hashes.count)
    let again = hashes.filter { !seen.insert($0) }
    if again.isEmpty { return }
    repeated.removeAll(reserving: again.count)
    for hash in again { _ = repeated.insert(hash) }
    let entryCount = catalogue.entryCount
    for run in section.runs {
      switch run.content {
      case .section(let inner): mark(entryCount + inner.rawValue, hashAt: run.position)
      case .entries(let entries):
        for (offset, entry) in entries.enumerated() {
          mark(entry.rawValue, hashAt: run.position + offset)
        }
      }
    }
  }

  @inline(__always)
  private mutating func mark(_ index: Int, hashAt position: Int) {
    if repeated.contains(hashes[position]) { bits[index / 8] |= 1 << UInt8(index % 8) }
  }

  /// Hashes the names as bytes, if that is equivalent to hashing them as strings.
  private mutating func hashPlainNames(in section: Section) -> Bool {
    let document = catalogue.document
    for run in section.runs {
      switch run.content {
      case .section(let inner):
        var title = catalogue.title(of: inner) ?? ""
        guard let hash = title.withUTF8(plainHash) else { return false }
        hashes.append(hash)
      case .entries(let entries):
        for entry in entries {
          var hash = plainHash(UnsafeBufferPointer(start: nil, count: 0))
          if let label = catalogue.labelNode(of: entry) {
            let kind = document.kind(of: label.node)
            if kind != .true, kind != .false, let text = document.verbatimText(of: label) {
              hash = plainHash(text)
            } else {
              document.withShownText(of: label) { hash = plainHash($0) }
            }
          }
          guard let hash else { return false }
          hashes.append(hash)
        }
      }
    }
    return true
  }

  private func plainHash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard isComposed(name) else { return nil }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private func hash(of name: String) -> UInt64 { UInt64(bitPattern: Int64(name.hashValue)) }

  /// Whether a text holds only letters that do not compose and are unchanged by NFC, so that no
  /// other such text is canonically equivalent to it. It may be false for other such texts.
  private func isComposed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard index + length <= text.count else { return false }
      var scalar = UInt32(byte) & (0xFF >> UInt32(length + 1))
      for offset in 1..<length { scalar = scalar << 6 | UInt32(text[index + offset]) & 0x3F }
      index += length
      switch scalar {
      // Latin; Cyrillic; punctuation; kana; Han; Hangul syllables; full width; pictures.
      case 0xA0...0x2FF, 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x3001...0x3029,
        0x3041...0x3096, 0x30A0...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
        0xFF01...0xFFEF, 0x1F300...0x1FAFF:
        continue
      default: return false
      }
    }
    return true
  }
}

/// A set of hashes, which are not hashed again.
private struct HashSet {
  /// The slots, whose number is a power of two; 0 in free ones.
  private var slots: [UInt64] = []
  private var mask = 0

  mutating func removeAll(reserving count: Int) {
    let needed = max(16, count * 2)
    mask = (1 << (Int.bitWidth - (needed - 1).leadingZeroBitCount)) - 1
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: mask + 1))
  }

  /// - Returns: Whether the hash was not in the set yet.
  mutating func insert(_ hash: UInt64) -> Bool {
    let hash = hash == 0 ? 1 : hash
    let slot = slot(of: hash)
    if slots[slot] == hash { return false }
    slots[slot] = hash
    return true
  }

  func contains(_ hash: UInt64) -> Bool { slots[slot(of: hash)] != 0 }

  /// The slot that holds the hash, or a free one for it.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    let hash = hash == 0 ? 1 : hash
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & mask }
    return slot
  }
}
