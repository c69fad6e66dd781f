/// An object of a binary property list that is not a container: a marker and the content. The upper
/// four bits of the marker are the type; the lower four are the length, or say that an integer with
/// the length follows.
enum ScalarObject {
  /// The number of bytes before the content of the first object.
  static func head(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let hasLength = 0x4...0x6 ~= bytes[0] >> 4 && bytes[0] & 0x0F == 0x0F
    return hasLength ? 2 + 1 << Int(bytes[1] & 3) : 1
  }

  /// The length in bytes of the first object, which must be a scalar.
  static func size(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let (type, low) = (bytes[0] >> 4, Int(bytes[0] & 0x0F))
    switch type {
    case 0x0: return 1
    case 0x1, 0x2, 0x3: return 1 + 1 << low
    case 0x8: return 2 + low
    default:
      let head = head(of: bytes)
      let count = head == 1 ? low : bytes[2..<head].reduce(0) { $0 << 8 | Int($1) }
      return head + (type == 0x6 ? 2 * count : count)
    }
  }

  /// Whether an object is an integer.
  static func isInteger(_ object: [UInt8]) -> Bool { object.first.map { $0 >> 4 == 0x1 } ?? false }

  /// Whether bytes are exactly one string, number, date or data.
  ///
  /// - Parameter isKey: Whether it must be a string.
  static func isScalar(_ bytes: [UInt8], isKey: Bool) -> Bool {
    guard let marker = bytes.first else { return false }
    var (start, count) = (1, Int(marker & 0x0F))
    switch marker >> 4 {
    case 0x1, 0x2, 0x3:
      return !isKey && bytes.count == 1 + 1 << count
        && (marker >> 4 == 1 ? 0...4 : marker >> 4 == 2 ? 2...3 : 3...3).contains(count)
    case 0x4, 0x5, 0x6:
      if count == 0x0F {
        guard bytes.count > 2, bytes[1] & 0xFC == 0x10 else { return false }
        let size = 1 << Int(bytes[1] & 3)
        guard bytes.count >= 2 + size else { return false }
        let length = bytes[2..<(2 + size)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard length <= bytes.count else { return false }
        (start, count) = (2 + size, Int(length))
      }
      return !(isKey && marker >> 4 == 0x4)
        && (marker >> 4 != 0x5 || bytes[start...].allSatisfy { $0 < 0x80 })
        && bytes.count == start + count * (marker >> 4 == 0x6 ? 2 : 1)
    default: return false
    }
  }
}
