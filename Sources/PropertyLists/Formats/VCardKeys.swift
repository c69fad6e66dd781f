import Platform

/// Bytes of a text: in UTF-8, or in the encoding of a property.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// The names and keys of properties in `VCardMapping` as bytes, made once.
struct VCardKeys {
  /// A property that has a key of its own, by its position in the table.
  struct Property: Equatable, RawRepresentable {
    let rawValue: Int

    static let name = Property(rawValue: 0)
    static let organization = Property(rawValue: 1)
    static let agent = Property(rawValue: 2)
    static let label = Property(rawValue: 3)

    /// The property in the table of `VCardMapping`, if it is there.
    var mapping: VCardMapping.Property? {
      rawValue < VCardKeys.special.count
        ? nil : VCardMapping.properties[rawValue - VCardKeys.special.count]
    }
  }

  /// Types that become part of a key.
  struct Types: OptionSet {
    let rawValue: Int

    /// - Parameter name: In lower case.
    init(_ name: Slice<Bytes>) {
      let index = VCardKeys.typeNames.firstIndex { name.elementsEqual($0.utf8) }
      self.init(rawValue: index.map { 1 << $0 } ?? 0)
    }

    init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// A key, and the heads that it stands for in each version.
  struct Key {
    let text: Bytes
    private let old, three, four: Bytes

    fileprivate init(_ key: String) {
      func head(_ version: VCardMapping.Version) -> Bytes {
        VCardKeys.kept(VCardMapping.defaultHead(ofKey: key, version: version.rawValue))
      }
      (text, old, three, four) = (VCardKeys.kept(key), head(.old), head(.three), head(.four))
    }

    func isHead(_ head: Bytes, in version: VCardMapping.Version) -> Bool {
      switch version {
      case .old: head.isEqual(to: old)
      case .three: head.isEqual(to: three)
      case .four: head.isEqual(to: four)
      }
    }
  }

  private static let special = ["N", "ORG", "AGENT", "X-ABLABEL"]
  private static let typeNames = ["home", "work", "cell", "fax", "pager"]
  /// Never freed, like the memory that it points to.
  nonisolated(unsafe) static let shared = VCardKeys()

  let headsKey = kept(VCardMapping.headsKey)
  let nameKeys = VCardMapping.nameKeys.map(kept)
  let addressKeys = VCardMapping.addressKeys.map(kept)
  let organizationKeys = VCardMapping.organizationKeys.map(kept)

  /// The names in upper case, each as one number.
  private let names: [UInt128]
  /// The keys of each property by its types; a property without types has one key.
  private let keys: [[Key]]

  private init() {
    names = (VCardKeys.special + VCardMapping.properties.map(\.name)).map { name in
      Array(name.utf8).withUnsafeBufferPointer { VCardKeys.number(of: $0) }
    }
    let special = ["N", VCardMapping.organizationKeys[0], VCardMapping.agentKey, "X-ABLabel"]
    keys =
      special.map { [Key($0)] }
      + VCardMapping.properties.map { property in
        let count = property.hasTypes ? 1 << VCardKeys.typeNames.count : 1
        return (0..<count).map { types in
          let names = VCardKeys.typeNames.enumerated().filter { types & 1 << $0.offset != 0 }
          return Key(VCardMapping.key(of: property, types: Set(names.map(\.element))))
        }
      }
  }

  /// A copy that is never freed.
  private static func kept(_ text: String) -> Bytes {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = copy.initialize(fromContentsOf: text.utf8)
    return Bytes(copy)
  }

  /// A name in upper case as a number; 0 if it is longer than 16 bytes, as no known name is.
  @inline(__always)
  private static func number(of name: Bytes) -> UInt128 {
    guard name.count <= 16 else { return 0 }
    var number: UInt128 = 0
    for byte in name { number = number << 8 | UInt128(byte.uppercased) }
    return number
  }

  func property(named name: Bytes) -> Property? {
    let number = VCardKeys.number(of: name)
    return names.firstIndex(of: number).map(Property.init)
  }

  func key(of property: Property, _ types: Types = []) -> Key {
    let keys = keys[property.rawValue]
    return keys[keys.count == 1 ? 0 : types.rawValue]
  }
}

extension UInt8 {
  /// The upper case of an ASCII letter; any other byte as it is.
  @inline(__always)
  var uppercased: UInt8 { 0x61...0x7A ~= self ? self & 0xDF : self }
}

extension Bytes {
  init(_ text: StaticString) {
    self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  @inline(__always)
  func isEqual(to other: Bytes) -> Bool {
    guard count == other.count, let one = baseAddress, let two = other.baseAddress else {
      return count == other.count
    }
    return memcmp(one, two, count) == 0
  }

  /// Whether the bytes are a word, in upper or lower case.
  ///
  /// - Parameter word: In upper case.
  func isWord(_ word: StaticString) -> Bool {
    let word = Bytes(word)
    return count == word.count && zip(self, word).allSatisfy { $0.uppercased == $1 }
  }

  @inline(__always)
  func has(_ byte: UInt8) -> Bool { offset(of: byte, from: 0) != nil }

  /// The first position of a byte from an offset on.
  @inline(__always)
  func offset(of byte: UInt8, from start: Int) -> Int? {
    guard let base = UnsafeRawPointer(baseAddress),
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}

/// A set of texts, each with its position in the order of insertion.
final class UniqueTexts {
  private struct Entry: BitwiseCopyable {
    let start: Int
    let count: Int
    var slot: Int
  }

  private let text = GrowingBuffer<UInt8>(capacity: 1024)
  private let entries = GrowingBuffer<Entry>()
  /// A hash table of positions plus 1; 0 for an empty slot.
  private let slots = GrowingBuffer<Int>(capacity: 64)

  init() { clearSlots(64) }

  private func clearSlots(_ count: Int) {
    slots.removeAll(from: 0)
    slots.reserveSpare(count)
    slots.spare.baseAddress?.update(repeating: 0, count: count)
    slots.didFill(count)
  }

  var count: Int { entries.count }

  func removeAll() {
    for entry in entries.elements { slots.base[entry.slot] = 0 }
    entries.removeAll(from: 0)
    text.removeAll(from: 0)
  }

  /// A text, valid until another one is added.
  subscript(index: Int) -> Bytes {
    let entry = entries[index]
    return Bytes(start: text.base + entry.start, count: entry.count)
  }

  private func slot(of text: Bytes) -> Int {
    var slot = Int(truncatingIfNeeded: KeyedHash.hash(text)) & (slots.count - 1)
    while slots[slot] > 0, !self[slots[slot] - 1].isEqual(to: text) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// The position of a text, if it is in the set.
  func index(of text: Bytes) -> Int? {
    let position = slots[slot(of: text)]
    return position > 0 ? position - 1 : nil
  }

  /// - Returns: The text's position, and whether it was added now.
  @discardableResult
  func insert(_ new: Bytes) -> (index: Int, isNew: Bool) {
    let slot = slot(of: new)
    if slots[slot] > 0 { return (slots[slot] - 1, false) }
    entries.append(Entry(start: text.count, count: new.count, slot: slot))
    text.append(contentsOf: new)
    slots.base[slot] = entries.count
    if 2 * entries.count > slots.count { grow() }
    return (entries.count - 1, true)
  }

  private func grow() {
    clearSlots(2 * slots.count)
    for index in 0..<entries.count {
      let slot = slot(of: self[index])
      entries.base[index].slot = slot
      slots.base[slot] = index + 1
    }
  }
}
