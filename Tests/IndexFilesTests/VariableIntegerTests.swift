import Storage
import Testing

@Suite struct VariableIntegerTests {
  private static let values = [
    0, 1, -1, 63, 64, -64, -65, 127, 128, 16_383, 16_384, .max, .min, .max - 1, 1 << 32,
  ]

  @Test(arguments: values) func comesBack(value: Int) throws {
    var bytes: [UInt8] = []
    bytes.append(varint: value)
    bytes.append(zigzag: value)
    let stored = StoredBytes(bytes)
    var reader = IntegerReader(try stored.all())
    #expect(try reader.varint() == value)
    #expect(try reader.zigzag() == value)
    #expect(reader.isAtEnd)
    #expect(throws: IndexDamage.self) { try reader.varint() }
  }

  @Test func smallIntegersTakeOneByte() {
    var bytes: [UInt8] = []
    bytes.append(varint: 127)
    bytes.append(zigzag: -64)
    #expect(bytes.count == 2)
  }

  @Test func bytesThatAreNotThereAreDamage() throws {
    let stored = StoredBytes([1, 2, 3, 4] as [UInt8])
    var reader = IntegerReader(try stored.all())
    #expect(try reader.varint() == 1)
    #expect(try Array(reader.bytes(0)) == [])
    #expect(try Array(reader.bytes(2)) == [2, 3])
    #expect(throws: IndexDamage.self) { try reader.bytes(2) }
    #expect(throws: IndexDamage.self) { try reader.bytes(-1) }
    #expect(throws: IndexDamage.self) { try reader.bytes(.max) }
    #expect(try Array(reader.bytes(1)) == [4])
    #expect(reader.isAtEnd)
    #expect(try Array(reader.bytes(0)) == [])
  }

  @Test func anIntegerThatDoesNotEndIsDamage() throws {
    let stored = StoredBytes([UInt8](repeating: 0xFF, count: 20))
    var reader = IntegerReader(try stored.all())
    #expect(throws: IndexDamage.self) { try reader.varint() }
  }
}
