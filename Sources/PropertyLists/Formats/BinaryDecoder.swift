/// Reads binary property lists of version 0, as `CFBinaryPList.c` in Core Foundation defines them:
/// a header, objects, the table of their offsets, and a trailer of 32 bytes. Containers refer to
/// objects by their numbers in the table. All numbers are big-endian.
///
/// An object that is referred to several times is written each time. UIDs are allowed in keyed
/// archives only.
struct BinaryDecoder {
  let file: UnsafeBufferPointer<UInt8>
  let objectCount: Int
  private let topObject: Int
  let referenceSize: Int
  private let tableOffset: Int
  private let offsetSize: Int
  var writer: DocumentWriter
  private var isKeyedArchive = false
  /// The archive that is written as a tree.
  var archive: Archive?
  /// The containers that are being read, from the outermost one.
  private var open: [Int] = []
  /// The minimum lengths of containers in the text, by object number; empty until they are needed.
  var extents: [Extent] = []
  /// A text that has been converted from UTF-16.
  private let converted = GrowingBuffer<UInt8>()

  private static let headerLength = 8
  private static let trailerLength = 32
  /// The number of objects up to which the length of the text is estimated before anything is
  /// written, which takes hardly any time.
  private static let fewObjects = 1 << 16
  /// In files with more objects, how much longer than the file the text must be, in bytes, before
  /// lengths are estimated.
  private static let unchecked = 1 << 24

  /// - Parameter file: The whole file, which begins with `bplist`.
  /// - Returns: Whether it is a keyed archive.
  /// - Throws: `DecodingError` with the offset of the object that is wrong.
  /// - Complexity: O(*n*) in the length of the text, which the writer limits.
  @discardableResult
  static func decode(
    _ file: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions = DecodingOptions(),
    into writer: inout DocumentWriter
  ) throws(DecodingError) -> Bool {
    var decoder = try BinaryDecoder(file, writer)
    try decoder.decode(keepsArchives: options.keepsArchives)
    return decoder.isKeyedArchive
  }

  /// A file with a single object.
  static func file(of object: [UInt8]) -> [UInt8] {
    func number(_ number: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    }
    let start = Array("bplist00".utf8)
    return start + object + [UInt8(start.count)] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [1, 0, start.count + object.count].flatMap(number)
  }

  private init(
    _ file: UnsafeBufferPointer<UInt8>, _ writer: DocumentWriter
  ) throws(DecodingError) {
    self.file = file
    self.writer = writer
    guard file.starts(with: "bplist".utf8) else {
      throw BinaryDecoder.failure("it does not begin with 'bplist'", at: 0)
    }
    let version = String(decoding: file.dropFirst(6).prefix(2), as: UTF8.self)
    guard version.first == "0" || version.isEmpty else {
      throw BinaryDecoder.failure("version '\(version.excerpt())' is not known, only 00", at: 6)
    }
    let trailer = file.count - BinaryDecoder.trailerLength
    guard trailer > BinaryDecoder.headerLength else {
      throw DecodingError(.truncated(inside: nil), at: file.count)
    }
    func number(_ offset: Int) -> UInt64 {
      file[(trailer + offset)..<(trailer + offset + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let numbers = (count: number(8), top: number(16), table: number(24))
    offsetSize = Int(file[trailer + 6])
    referenceSize = Int(file[trailer + 7])
    for (size, name) in [(offsetSize, "offsets"), (referenceSize, "references")] {
      guard (1...8).contains(size) else {
        throw BinaryDecoder.failure("its \(name) have \(size) bytes each", at: trailer + 6)
      }
    }
    guard numbers.table >= BinaryDecoder.headerLength, numbers.table < trailer,
      numbers.count > 0, numbers.count <= (trailer - Int(numbers.table)) / offsetSize
    else {
      throw BinaryDecoder.failure(
        "a table of \(numbers.count) offsets at byte \(numbers.table) is not inside the file",
        at: trailer + 8)
    }
    guard numbers.top < numbers.count else {
      throw BinaryDecoder.failure(
        "its root is object \(numbers.top) of \(numbers.count)", at: trailer + 16)
    }
    objectCount = Int(numbers.count)
    topObject = Int(numbers.top)
    tableOffset = Int(numbers.table)
  }

  static func failure(_ reason: String, at offset: Int) -> DecodingError {
    DecodingError(.malformed(format: "as a binary property list", reason: reason), at: offset)
  }

  /// - Parameter number: The object that is wrong.
  private func failure(_ reason: String, in number: Int) -> DecodingError {
    BinaryDecoder.failure("object \(number) \(reason)", at: writer.offset)
  }

  private mutating func decode(keepsArchives: Bool) throws(DecodingError) {
    guard try type(of: topObject) == 0xD else { return try value(topObject) }
    let members = try members(of: topObject)
    func member(_ name: String) -> Int? { members.first { $0.name == name }?.value }
    let objects = member("$objects")
    isKeyedArchive = objects != nil && member("$archiver") != nil
    if isKeyedArchive, !keepsArchives, let objects, let top = member("$top"),
      try type(of: objects) == 0xA,
      try type(of: top) == 0xD
    {
      try archive(objects, top)
    } else {
      try value(topObject)
    }
  }
}

// MARK: Objects

extension BinaryDecoder {
  /// - Parameters:
  ///   - offset: Before the trailer, so that eight bytes can be loaded.
  ///   - size: From 1 to 8.
  @inline(__always)
  private func number(at offset: Int, size: Int) -> UInt64 {
    let word = UnsafeRawBufferPointer(file).loadUnaligned(
      fromByteOffset: offset, as: UInt64.self)
    return word.bigEndian &>> UInt64(64 &- 8 &* size)
  }

  /// The offset of the trailer, before which all objects end.
  private var end: Int { file.count - BinaryDecoder.trailerLength }

  /// The offset of an object.
  @inline(__always)
  mutating func offset(of object: Int) throws(DecodingError) -> Int {
    if object < objectCount {
      let offset = Int(truncatingIfNeeded: number(at: entry(of: object), size: offsetSize))
      if offset >= BinaryDecoder.headerLength, offset < end {
        writer.offset = offset
        return offset
      }
    }
    throw misplaced(object)
  }

  /// The position in the table of the offset of an object.
  private func entry(of object: Int) -> Int { tableOffset &+ object &* offsetSize }

  @inline(never)
  private mutating func misplaced(_ object: Int) -> DecodingError {
    guard object < objectCount else {
      return failure("does not exist, there are \(objectCount)", in: object)
    }
    let offset = number(at: entry(of: object), size: offsetSize)
    writer.offset = entry(of: object)
    return failure("is at byte \(offset), which is not inside the file", in: object)
  }

  /// The contents of an object with a length: where they begin, and how many units there are.
  @inline(__always)
  func contents(
    of object: Int, at offset: Int, unit: Int
  ) throws(DecodingError) -> (start: Int, count: Int) {
    var (start, count) = (offset + 1, UInt64(file[offset] & 0x0F))
    if count == 0x0F {
      // The count is an integer object after the marker.
      guard start < end, file[start] & 0xFC == 0x10,
        start + 1 + 1 << Int(file[start] & 3) <= end
      else { throw failure("has no length", in: object) }
      let size = 1 << Int(file[start] & 3)
      count = number(at: start + 1, size: size)
      start += 1 + size
    }
    guard count <= (end - start) / unit else {
      throw failure("has \(count) elements, which are not inside the file", in: object)
    }
    return (start, Int(count))
  }

  mutating func value(_ object: Int) throws(DecodingError) {
    let offset = try offset(of: object)
    let marker = file[offset]
    switch marker >> 4 {
    case 0x1: try integer(object, offset)
    case 0x2: try real(object, offset)
    case 0x4:
      let (start, count) = try contents(of: object, at: offset, unit: 1)
      try writer.data(UnsafeBufferPointer(rebasing: file[start..<(start + count)]))
    case 0x5, 0x6: try string(object, offset, isKey: false)
    case 0x8:
      guard isKeyedArchive else {
        throw failure("is a UID, which only keyed archives have", in: object)
      }
      let uid = try uid(of: object)
      if archive == nil { try reference(to: uid) } else { try referenced(uid) }
    case 0xA: try array(object, offset)
    case 0xD: try dict(object, offset)
    default:
      switch marker {
      case 0x08, 0x09: try writer.boolean(marker == 0x09)
      case 0x33: try date(object, offset)
      case 0x00: throw failure("is null, which property lists do not have", in: object)
      case 0xB0...0xCF: throw failure("is a set, which XML does not have", in: object)
      default:
        throw failure("has the unknown type 0x\(String(marker, radix: 16))", in: object)
      }
    }
  }

  /// The object number that a reference at an offset has.
  @inline(__always)
  func reference(at offset: Int) -> Int {
    Int(truncatingIfNeeded: min(number(at: offset, size: referenceSize), UInt64(Int.max)))
  }

  private mutating func array(_ object: Int, _ offset: Int) throws(DecodingError) {
    let (start, count) = try contents(of: object, at: offset, unit: referenceSize)
    try begin(.array, object)
    for index in 0..<count {
      writer.offset = offset
      try value(reference(at: start + index * referenceSize))
    }
    end(object)
  }

  private mutating func dict(_ object: Int, _ offset: Int) throws(DecodingError) {
    let (start, count) = try contents(of: object, at: offset, unit: 2 * referenceSize)
    try begin(.dict, object)
    for index in 0..<count {
      writer.offset = offset
      let key = reference(at: start + index * referenceSize)
      let keyOffset = try self.offset(of: key)
      try string(key, keyOffset, isKey: true)
      writer.offset = offset
      try value(reference(at: start + (count + index) * referenceSize))
    }
    end(object)
  }

  private mutating func begin(_ kind: NodeKind, _ object: Int) throws(DecodingError) {
    if open.contains(object) { throw failure("contains itself", in: object) }
    if open.isEmpty && objectCount <= BinaryDecoder.fewObjects
      || writer.text.count > BinaryDecoder.unchecked + file.count
    {
      try checkExtent(of: object)
    }
    try writer.begin(kind)
    open.append(object)
  }

  private mutating func end(_ object: Int) {
    writer.end()
    open.removeLast()
  }

  /// The upper half of an object's first byte.
  mutating func type(of object: Int) throws(DecodingError) -> UInt8 {
    file[try offset(of: object)] >> 4
  }

  /// The elements of an array.
  mutating func elements(of array: Int) throws(DecodingError) -> [Int] {
    let (start, count) = try contents(of: array, at: offset(of: array), unit: referenceSize)
    return (0..<count).map { reference(at: start + $0 * referenceSize) }
  }

  /// A member of a dictionary, by the numbers of its key and its value.
  struct Member {
    /// The key, if it is short and ASCII.
    let name: String?
    let key: Int
    let value: Int
  }

  mutating func members(of dict: Int) throws(DecodingError) -> [Member] {
    let (start, count) = try contents(of: dict, at: offset(of: dict), unit: 2 * referenceSize)
    var members: [Member] = []
    for index in 0..<count {
      let key = reference(at: start + index * referenceSize)
      let offset = try offset(of: key)
      var name: String?
      if file[offset] >> 4 == 0x5, file[offset] & 0x0F < 0x0F {
        let (start, count) = try contents(of: key, at: offset, unit: 1)
        name = String(decoding: file[start..<(start + count)], as: UTF8.self)
      }
      members.append(
        Member(name: name, key: key, value: reference(at: start + (count + index) * referenceSize)))
    }
    return members
  }
}

// MARK: Scalars

extension BinaryDecoder {
  /// The bytes of an object, which are kept because XML cannot express its exact value.
  private func original(_ offset: Int, _ end: Int) -> OriginalObject {
    OriginalObject(bytes: Array(file[offset..<end]))
  }

  /// The bytes after the marker of an object.
  private func payload(
    _ size: Int, of object: Int, at offset: Int
  ) throws(DecodingError) -> Range<Int> {
    guard size <= end - offset - 1 else {
      throw failure("has \(size) bytes, which are not inside the file", in: object)
    }
    return (offset + 1)..<(offset + 1 + size)
  }

  private mutating func integer(_ object: Int, _ offset: Int) throws(DecodingError) {
    let exponent = Int(file[offset] & 0x0F)
    guard exponent <= 4 else {
      throw failure("is an integer with 2^\(exponent) bytes", in: object)
    }
    let bytes = try payload(1 << exponent, of: object, at: offset)
    if exponent < 3 {
      return try writer.scalar(.integer, String(number(at: bytes.lowerBound, size: bytes.count)))
    }
    if exponent == 3 {
      let value = Int64(bitPattern: number(at: bytes.lowerBound, size: 8))
      return try writer.scalar(.integer, String(value))
    }
    let value =
      Int128(Int64(bitPattern: number(at: bytes.lowerBound, size: 8))) << 64
      | Int128(number(at: bytes.lowerBound + 8, size: 8))
    if value >= Int128(Int64.min), value <= Int128(UInt64.max) {
      try writer.scalar(.integer, String(value))
    } else {
      // A real number with all digits: no integer in XML is as large.
      try writer.scalar(.real, String(value), original: original(offset, bytes.upperBound))
    }
  }

  private mutating func real(_ object: Int, _ offset: Int) throws(DecodingError) {
    switch file[offset] {
    case 0x22:
      let bytes = try payload(4, of: object, at: offset)
      let bits = UInt32(truncatingIfNeeded: number(at: bytes.lowerBound, size: 4))
      let value = Float(bitPattern: bits)
      try writer.scalar(
        .real, Double(value).description, original: original(offset, bytes.upperBound))
    case 0x23:
      let bytes = try payload(8, of: object, at: offset)
      let bits = number(at: bytes.lowerBound, size: 8)
      let value = Double(bitPattern: bits)
      // The text has a single NaN, while doubles have many.
      let isUsual = !value.isNaN || bits == Double.nan.bitPattern
      try writer.scalar(
        .real, value.isNaN ? "nan" : value.description,
        original: isUsual ? nil : original(offset, bytes.upperBound))
    default:
      throw failure("is a real number with 2^\(file[offset] & 0x0F) bytes", in: object)
    }
  }

  mutating func date(_ object: Int, _ offset: Int) throws(DecodingError) {
    let bytes = try payload(8, of: object, at: offset)
    let seconds = Double(bitPattern: number(at: bytes.lowerBound, size: 8))
    guard let date = PropertyListDate(secondsSince2001: seconds) else {
      throw failure("is a date that is \(seconds) seconds from 2001", in: object)
    }
    let isExact = seconds == date.secondsSince2001 && !(seconds == 0 && seconds.sign == .minus)
    try writer.scalar(
      .date, date.text, original: isExact ? nil : original(offset, bytes.upperBound))
  }

  /// The position of the object that a UID refers to in an archive.
  mutating func uid(of object: Int) throws(DecodingError) -> UInt64 {
    let offset = try offset(of: object)
    let size = Int(file[offset] & 0x0F) + 1
    guard size <= 8 else { throw failure("is a UID with \(size) bytes", in: object) }
    return number(at: try payload(size, of: object, at: offset).lowerBound, size: size)
  }

  mutating func string(_ object: Int, _ offset: Int, isKey: Bool) throws(DecodingError) {
    switch file[offset] >> 4 {
    case 0x5:
      let (start, count) = try contents(of: object, at: offset, unit: 1)
      let text = UnsafeBufferPointer(rebasing: file[start..<(start + count)])
      var (special, high): (UInt64, UInt64) = (0, 0)
      func add(_ word: ByteWord) {
        special |= word.reservedASCII
        high |= word.highBits
      }
      var rest = count
      while rest >= 8 {
        add(ByteWord(file, at: start + count - rest))
        rest -= 8
      }
      // The trailer follows the text, so eight bytes can be loaded at any offset in the text.
      if rest > 0 { add(ByteWord(file, at: start + count - rest, first: rest)) }
      if high != 0 { throw failure("is a text in ASCII with other bytes", in: object) }
      if ByteWord.first(special) == nil { return try writer.plain(isKey ? .key : .string, text) }
      try write(text, isKey, nil)
    case 0x6:
      let (start, count) = try contents(of: object, at: offset, unit: 2)
      let isExact = convert(count, at: start)
      try write(
        converted.elements, isKey, isExact ? nil : original(offset, start + 2 * count))
    default: throw failure("is a key, but not a string", in: object)
    }
  }

  @inline(__always)
  private mutating func write(
    _ text: UnsafeBufferPointer<UInt8>, _ isKey: Bool, _ original: OriginalObject?
  ) throws(DecodingError) {
    if isKey {
      try writer.key(text, original: original)
    } else {
      try writer.string(text, original: original)
    }
  }

  /// Converts UTF-16 to UTF-8.
  ///
  /// - Returns: Whether UTF-8 can express the whole text.
  private func convert(_ count: Int, at start: Int) -> Bool {
    converted.removeAll(from: 0)
    var isExact = true
    var index = 0
    while index < count {
      var code = UInt32(number(at: start + 2 * index, size: 2))
      index += 1
      if code & 0xFC00 == 0xD800, index < count {
        let next = UInt32(number(at: start + 2 * index, size: 2))
        if next & 0xFC00 == 0xDC00 {
          code = 0x10000 + (code & 0x3FF) << 10 + next & 0x3FF
          index += 1
        }
      }
      isExact = append(code) && isExact
    }
    return isExact
  }

  /// Appends a character to the converted text; an unpaired surrogate as `\u` with four digits.
  ///
  /// - Returns: Whether the code is a character, not a surrogate.
  @inline(__always)
  private func append(_ code: UInt32) -> Bool {
    switch code {
    case 0..<0x80: converted.append(UInt8(code))
    case 0x80..<0x800:
      converted.append(UInt8(0xC0 | code >> 6))
      converted.append(UInt8(0x80 | code & 0x3F))
    case 0xD800..<0xE000:
      for byte in "\\u\(String(code, radix: 16, uppercase: true))".utf8 { converted.append(byte) }
      return false
    case 0x800..<0x10000:
      converted.append(UInt8(0xE0 | code >> 12))
      converted.append(UInt8(0x80 | code >> 6 & 0x3F))
      converted.append(UInt8(0x80 | code & 0x3F))
    default:
      converted.append(UInt8(0xF0 | code >> 18))
      converted.append(UInt8(0x80 | code >> 12 & 0x3F))
      converted.append(UInt8(0x80 | code >> 6 & 0x3F))
      converted.append(UInt8(0x80 | code & 0x3F))
    }
    return true
  }
}
