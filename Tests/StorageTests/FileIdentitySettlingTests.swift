import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("When an identity can be stored")
struct FileIdentitySettlingTests {
  @Test("content of the same size written right after settling has another identity")
  func rewritten() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("0")
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    for round in 0..<20 {
      #expect(pwrite(descriptor, "1", 1, 0) == 1)
      let settled = try #require(try FileIdentity.settled(descriptor: descriptor, path: path))
      #expect(settled == (try FileIdentity(path: path)))
      #expect(pwrite(descriptor, "2", 1, 0) == 1)
      let after = try FileIdentity(path: path)
      #expect(after != settled, "\(round)")
      #expect(after.size == settled.size)
    }
  }

  @Test("a file changed in the future takes as long as it is ahead")
  func future() throws {
    let directory = try TemporaryDirectory()
    let descriptor = open(try directory.write(""), O_RDONLY)
    defer { close(descriptor) }
    let identity = try FileIdentity(descriptor: descriptor, path: "file")
    #expect(identity.settlingTime(at: identity.changed - 3_600_000_000_000) > 3_600_000_000_000)
  }

  @Test("an invalid descriptor is an error")
  func closed() {
    #expect(throws: StorageError(.open, "closed", code: EBADF)) {
      try FileIdentity.settled(descriptor: -1, path: "closed")
    }
  }

  #if !canImport(Darwin)
    @Test(
      "the clock must advance by the precision of the file's times",
      arguments: [
        // Nanoseconds, 100 nanoseconds, hundredths of a second, whole seconds.
        (1_700_000_000_123_456_789, 1_700_000_001_987_654_321, 1),
        (1_700_000_000_123_456_700, 1_700_000_001_987_654_300, 100),
        (1_700_000_000_120_000_000, 1_700_000_001_980_000_000, 10_000_000),
        (1_700_000_000_000_000_000, 1_700_000_001_980_000_000, 10_000_000),
        (1_700_000_000_000_000_000, 1_700_000_001_000_000_000, 2_000_000_000),
        // A time that was set explicitly.
        (1_700_000_000_000_000_000, 1_700_000_001_987_654_321, 1),
        (0, 0, 2_000_000_000),
      ] as [(Int64, Int64, Int64)])
    func resolutions(_ modified: Int64, _ changed: Int64, _ resolution: Int64) {
      let identity = FileIdentity(
        device: 1, inode: 1, size: 1, modified: modified, changed: changed)
      #expect(identity.settlingTime(at: changed + resolution) == 0)
      #expect(identity.settlingTime(at: changed + resolution - 1) == 1)
      #expect(identity.settlingTime(at: changed) == resolution)
      #expect(identity.settlingTime(at: changed - 5) == resolution + 5)
      #expect(identity.settlingTime(at: changed + 3_600_000_000_000) == 0)
    }
  #endif

  @Test("nonsense times count as far past or future")
  func nonsense() {
    let moment: Int64 = 1_700_000_000_000_000_000
    for (changed, isPast) in [
      (Int64.min, true), (.min + 1, true), (.max, false), (.max - 1, false),
    ] {
      let identity = FileIdentity(device: 1, inode: 1, size: 1, modified: changed, changed: changed)
      #expect((identity.settlingTime(at: moment) == 0) == isPast)
      #expect(identity.settlingTime(at: -moment) >= 0)
    }
    let last = FileIdentity(device: 1, inode: 1, size: 1, modified: .max, changed: .max)
    #expect(last.settlingTime(at: 0) == .max)
  }
}
