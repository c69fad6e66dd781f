/// A binary property list that is put together object by object, so that it may also be a wrong
/// one.
struct BinaryFile {
  var objects: [[UInt8]]
  var top = 0
  var referenceSize = 1
  var offsetSize = 2
  var version = "00"
  /// What the trailer says about the table of offsets, if that is not true.
  var objectCount: Int?
  var tableOffset: Int?
  /// Offsets of objects that are not the true ones.
  var offsets: [Int: Int] = [:]

  init(_ objects: [[UInt8]]) { self.objects = objects }

  /// An array of all other objects.
  static func array(of objects: [[UInt8]]) -> BinaryFile {
    BinaryFile(
      [marker(0xA0, objects.count) + (1..<(objects.count + 1)).map { UInt8($0) }] + objects)
  }

  static func marker(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0x0F, 0x11] + bytes(count, 2)
  }

  static func ascii(_ text: String) -> [UInt8] { marker(0x50, text.utf8.count) + Array(text.utf8) }

  static func utf16(_ units: [UInt16]) -> [UInt8] {
    marker(0x60, units.count) + units.flatMap { bytes(Int($0), 2) }
  }

  static func bytes(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }

  static func double(_ marker: UInt8, _ value: Double) -> [UInt8] {
    [marker] + bytes(Int(bitPattern: UInt(value.bitPattern)), 8)
  }

  var bytes: [UInt8] {
    var file = Array("bplist\(version)".utf8)
    var places: [Int] = []
    for object in objects {
      places.append(file.count)
      file += object
    }
    let table = file.count
    for (index, place) in places.enumerated() {
      file += BinaryFile.bytes(offsets[index] ?? place, offsetSize)
    }
    file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objectCount ?? objects.count, top, tableOffset ?? table] {
      file += BinaryFile.bytes(number, 8)
    }
    return file
  }
}
