import PropertyLists

/// How an address refers to an item by its name.
enum NameMark: Equatable {
  /// By the name alone.
  case name
  /// By the name, in which `#` and a number at the end are escaped, since a sibling has the name
  /// before the `#`.
  case wholeName
  /// By the name and the item's number among its namesakes, from 1.
  case ordinal(Int)
  /// By its position, since a sibling's own name is the name with the ordinal.
  case position

  /// The mark for a code as it is stored: 0 for the name alone.
  init(code: Int) {
    switch code {
    case 0: self = .name
    case 1: self = .wholeName
    case 2: self = .position
    default: self = .ordinal(code - 2)
    }
  }

  var code: Int {
    switch self {
    case .name: 0
    case .wholeName: 1
    case .position: 2
    case .ordinal(let ordinal): 2 + ordinal
    }
  }
}

/// Finds namesakes among the items of a section in the sense of `AddressBook`: canonically
/// equivalent names are the same.
struct NameMarker {
  private let catalogue: Catalogue
  /// The hashes of a section's names, 0 for empty ones.
  private var hashes: [UInt64] = []
  /// The names that end in `#` and a number, with the hashes of the text before it.
  private var numbered: [(position: Int, hash: UInt64, number: Int)] = []
  private var counts = HashCounts()

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// The codes of marks, by position; empty if all are 0. The code of an item without a name means
  /// nothing.
  ///
  /// - Complexity: O(*n*) in the length of all names.
  mutating func codes(in section: Section) -> [UInt32] {
    if section.itemCount < 2 { return [] }
    if !hashPlainNames(in: section) { hashNames(in: section) }
    counts.removeAll(reserving: hashes.count)
    var repeats = false
    for hash in hashes where hash != 0 && counts.add(hash) > 1 { repeats = true }
    numbered.removeAll { !counts.contains($0.hash) }
    if !repeats, numbered.isEmpty { return [] }
    var codes = [UInt32](repeating: 0, count: hashes.count)
    if repeats {
      counts.startAgain()
      let taken = Dictionary(grouping: numbered, by: \.hash).mapValues { Set($0.map(\.number)) }
      for (position, hash) in hashes.enumerated() where hash != 0 {
        guard let ordinal = counts.next(of: hash) else { continue }
        let isTaken = !taken.isEmpty && taken[hash]?.contains(ordinal) == true
        codes[position] = UInt32((isTaken ? NameMark.position : .ordinal(ordinal)).code)
      }
    }
    for name in numbered where codes[name.position] == 0 {
      codes[name.position] = UInt32(NameMark.wholeName.code)
    }
    return codes
  }

  /// The codes for each entry, then for each section, of a catalogue that has not been edited.
  static func codes(of catalogue: Catalogue) -> [UInt32] {
    let entryCount = catalogue.entryCount
    var result = [UInt32](repeating: 0, count: entryCount + catalogue.sections.count)
    var marker = NameMarker(catalogue)
    for section in catalogue.sections {
      let codes = marker.codes(in: section)
      if codes.isEmpty { continue }
      for run in section.runs {
        switch run.content {
        case .section(let inner): result[entryCount + inner.rawValue] = codes[run.position]
        case .entries(let entries):
          let first = entries.lowerBound.rawValue
          result.replaceSubrange(
            first..<(first + entries.count), with: codes[run.position...].prefix(entries.count))
        }
      }
    }
    return result
  }

  private mutating func hashNames(in section: Section) {
    hashes.removeAll(keepingCapacity: true)
    numbered.removeAll(keepingCapacity: true)
    for item in section.items {
      let name = catalogue.name(of: item)
      if let parts = NumberedName(name) {
        numbered.append((hashes.count, hash(of: parts.name), parts.number))
      }
      hashes.append(name.isEmpty ? 0 : hash(of: name))
    }
  }

  /// Hashes the names as bytes, if that is equivalent to hashing them as strings.
  private mutating func hashPlainNames(in section: Section) -> Bool {
    hashes.removeAll(keepingCapacity: true)
    numbered.removeAll(keepingCapacity: true)
    let document = catalogue.document
    for run in section.runs {
      switch run.content {
      case .section(let inner):
        var title = catalogue.title(of: inner) ?? ""
        guard title.withUTF8({ addPlain($0) }) else { return false }
      case .entries(let entries):
        for entry in entries {
          guard let label = catalogue.labelNode(of: entry) else {
            hashes.append(0)
            continue
          }
          let kind = document.kind(of: label.node)
          if kind != .true, kind != .false, let text = document.verbatimText(of: label) {
            guard addPlain(text) else { return false }
          } else {
            var isPlain = true
            document.withShownText(of: label) { isPlain = addPlain($0) }
            guard isPlain else { return false }
          }
        }
      }
    }
    return true
  }

  /// - Returns: Whether the name can be compared byte by byte.
  private mutating func addPlain(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isComposed(name) else { return false }
    if let (length, number) = NumberedName.suffix(of: name) {
      let base = UnsafeBufferPointer(rebasing: name.dropLast(length))
      numbered.append((hashes.count, plainHash(base), number))
    }
    hashes.append(name.isEmpty ? 0 : plainHash(name))
    return true
  }

  private func plainHash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return hash(hasher.finalize())
  }

  private func hash(of name: String) -> UInt64 { hash(name.hashValue) }

  private func hash(_ value: Int) -> UInt64 { value == 0 ? 1 : UInt64(bitPattern: Int64(value)) }

  /// Whether a text consists only of characters that do not compose and that NFC leaves unchanged,
  /// so that no other text of such characters is canonically equivalent to the text. The answer may
  /// be `false` for such a text, too.
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

/// Counts hashes other than 0, in an open hash table that uses them as they are.
private struct HashCounts {
  /// The hashes by slot, 0 in free slots; their number is a power of two.
  private var slots: [UInt64] = []
  private var counts: [UInt32] = []
  private var mask = 0

  mutating func removeAll(reserving count: Int) {
    let needed = max(16, count * 2)
    mask = (1 << (Int.bitWidth - (needed - 1).leadingZeroBitCount)) - 1
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: mask + 1))
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: mask + 1))
  }

  /// - Returns: The number of times that the hash has been added.
  mutating func add(_ hash: UInt64) -> UInt32 {
    let slot = slot(of: hash)
    slots[slot] = hash
    counts[slot] += 1
    return counts[slot]
  }

  func contains(_ hash: UInt64) -> Bool { slots[slot(of: hash)] != 0 }

  /// Resets the counts, so that `next(of:)` counts the repeated hashes again.
  mutating func startAgain() {
    for slot in counts.indices { counts[slot] = counts[slot] > 1 ? 1 : 0 }
  }

  /// The number of calls with this hash since `startAgain`, including this one; `nil` if the hash
  /// was added only once.
  mutating func next(of hash: UInt64) -> Int? {
    let slot = slot(of: hash)
    if counts[slot] == 0 { return nil }
    counts[slot] += 1
    return Int(counts[slot]) - 1
  }

  /// The slot that holds the hash, or a free one for it.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & mask }
    return slot
  }
}
