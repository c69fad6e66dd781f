import CFaults
import Dispatch
import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite struct IndexFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory("cars.index")
  }

  @Test("what is written can be read back, whatever the lengths of the parts")
  func roundTrip() throws {
    let (unit, batch) = (1024, 1 << 18)
    let lengths = [
      [], [0], [1], [unit - 1], [unit], [unit + 1], [63, 64, 65, 0, 1], [3 * unit, 0, 0],
      [batch - 1, batch], [batch, batch + 1], [10, 2 * batch], [3 * batch + 5, 3, batch + unit],
      // Small pieces are collected, up to a batch.
      [batch - 1, 5], [batch - 64, 64], [batch - 64, 65], [200_000, 100_000],
      // More than one unit of the table.
      [1024 * 1024 + 1, 2],
    ]
    for lengths in lengths {
      let content: Content = lengths.enumerated().map { index, length in
        (
          PartTag("p" + String(100 + index)),
          randomBytes(length, seed: UInt64(index))
        )
      }
      try IndexFile.write(content, to: path)
      let file = try IndexFile(path, of: .cars)
      for part in content { #expect(try file.read(part.tag) == part.bytes, "\(lengths)") }
      #expect(file.header.parts.map(\.tag) == content.map(\.tag))
      #expect(file.header.parts.map(\.range.count) == lengths)
      #expect(file.header.parts.allSatisfy { $0.range.lowerBound % 64 == 0 })
      try file.verify()
    }
  }

  @Test("a part may be written in pieces")
  func pieces() throws {
    let bytes = randomBytes(1 << 20)
    let cuts = [0, 1, 1, 1000, 1024, 300_000, 700_001, 700_002, bytes.count]
    let pieces = zip(cuts, cuts.dropFirst()).map { StoredBytes(bytes[$0..<$1]) }
    try IndexFile.write(
      [IndexFile.Part("main", pieces)], of: .cars, entryCount: 0, created: 0, to: path)
    #expect(try IndexFile(path).read("main") == bytes)
  }

  @Test("any range of a part can be read, in any order, by several threads")
  func ranges() throws {
    let bytes = randomBytes(200_000)
    try IndexFile.write([("pad ", [1]), ("main", bytes)], to: path)
    let main = try IndexFile(path).part("main")
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      let numbers = randomBytes(2400, seed: UInt64(thread))
      for index in stride(from: 0, to: numbers.count, by: 8) {
        let start = numbers[index..<index + 3].reduce(0) { $0 << 8 | Int($1) } % bytes.count
        let wished = numbers[index + 3] < 250 ? Int(numbers[index + 4]) * 16 : bytes.count
        let range = start..<min(start + wished, bytes.count)
        let read = try? main.bytes(range)
        #expect(read.map { $0.elementsEqual(bytes[range]) } == true)
      }
    }
    for range in [-1..<1, 0..<bytes.count + 1, bytes.count..<bytes.count + 1] {
      #expect(throws: IndexDamage.self) { try main.bytes(range) }
    }
  }

  @Test("the header describes what the index was made from")
  func header() throws {
    try IndexFile.write(smallContent, entryCount: 1_000_000, to: path)
    let header = try IndexFile(path).header
    #expect(header.source == .cars)
    #expect(header.entryCount == 1_000_000)
    #expect(header.created == 99)
    #expect(header.fileLength == (try content(of: path).count))
    #expect(header.parts.map(\.tag.description) == ["text", "none", "ends"])
  }

  @Test("the whole file is checked, however much of it at once", arguments: 1...5)
  func checkedAtOnce(units: Int) throws {
    try IndexFile.write(smallContent, to: path)
    func check() throws {
      let file = try MappedFile(FilePath(path))
      let data = CheckedData(file, try IndexHeader(file.bytes))
      #expect(data.unitCount == 3)
      try data.checkAll(unitsAtOnce: units)
    }
    try check()
    let header = try IndexFile(path).header
    let whole = try content(of: path)
    for unit in 0..<3 {
      var bytes = whole
      bytes[header.dataStart + unit * 1024 + 1023] ^= 1
      try write(bytes, to: path)
      #expect(throws: IndexDamage.self, "\(unit)") { try check() }
    }
  }

  @Test("a missing part is damage")
  func missingPart() throws {
    try IndexFile.write(smallContent, to: path)
    #expect(throws: IndexDamage.self) { try IndexFile(path).part("gone") }
  }

  @Test("an index of something else is not opened, and the reason is reported")
  func otherSources() throws {
    try IndexFile.write(smallContent, to: path)
    func error(_ change: (inout IndexSource) -> Void) -> IndexFileError? {
      var source = IndexSource.cars
      change(&source)
      return openingError(path, of: source)
    }
    #expect(error { _ in } == nil)
    #expect(error { $0.path = $0.path + "x" } == .foreign)
    #expect(error { $0.options.append(0) } == .foreign)
    #expect(error { $0.textVersion = [] } == .otherVersion)
    let old = IndexSource.cars.identity
    let others = [
      FileIdentity(
        device: 0, inode: old.inode, size: old.size, modified: old.modified, changed: old.changed),
      FileIdentity(
        device: old.device, inode: 0, size: old.size, modified: old.modified, changed: old.changed),
      FileIdentity(
        device: old.device, inode: old.inode, size: 0, modified: old.modified, changed: old.changed
      ),
      FileIdentity(
        device: old.device, inode: old.inode, size: old.size, modified: 0, changed: old.changed),
      FileIdentity(
        device: old.device, inode: old.inode, size: old.size, modified: old.modified, changed: 0),
    ]
    for other in others { #expect(error { $0.identity = other } == .stale) }
  }

  @Test("paths are equal only byte by byte")
  func canonicalEquivalence() throws {
    var source = IndexSource.cars
    source.path = "/caf\u{E9}"
    try IndexFile.write(smallContent, of: source, to: path)
    source.path = "/cafe\u{301}"
    #expect(openingError(path, of: source) == .foreign)
  }

  @Test(
    "an older or newer format is distinguished from damage",
    arguments: [0, UInt8(IndexFormat.version) - 1, UInt8(IndexFormat.version) + 1, .max])
  func versions(_ version: UInt8) throws {
    try IndexFile.write(smallContent, to: path)
    var bytes = try content(of: path)
    bytes[8] = version
    try write(bytes, to: path)
    #expect(openingError(path, of: .cars) == .otherVersion)
  }

  @Test("only files of the user are read")
  func untrusted() throws {
    #expect(openingError(path, of: .cars) == .missing)
    #expect(openingError(path + "/below", of: .cars) == .missing)
    try IndexFile.write(smallContent, to: path)
    #expect(openingError(path + "/below", of: .cars) == .missing)
    #expect(symlink("cars.index", directory("link")) == 0)
    #expect(openingError(directory("link"), of: .cars) == .untrusted)
    #expect(mkfifo(directory("pipe"), 0o600) == 0)
    #expect(openingError(directory("pipe"), of: .cars) == .untrusted)
    #expect(openingError(directory.path, of: .cars) == .untrusted)
    let long = String(repeating: "n", count: 300)
    #expect(openingError(directory(long), of: .cars) == .unreadable(code: ENAMETOOLONG))
    for mode: mode_t in [0o620, 0o602, 0o666, 0o660] {
      #expect(chmod(path, mode) == 0)
      #expect(openingError(path, of: .cars) == .untrusted)
    }
    for mode: mode_t in [0o600, 0o644, 0o400] {
      #expect(chmod(path, mode) == 0)
      #expect(openingError(path, of: .cars) == nil)
    }
  }

  @Test(
    "another user's file is not read",
    .enabled(if: geteuid() == 0, "they need the superuser: run as root"))
  func foreignOwner() throws {
    try IndexFile.write(smallContent, to: path)
    #expect(chown(path, 65534, gid_t.max) == 0)
    #expect(openingError(path, of: .cars) == .untrusted)
  }

  #if os(Linux)
    @Test("an index that cannot be inspected or mapped is not read", arguments: ["fstat", "mmap"])
    func unreadable(call: String) throws {
      try IndexFile.write(smallContent, to: path)
      let name = strdup(call)
      defer { free(name) }
      cardex_fail(name, 1, 1, EIO)
      let error = openingError(path, of: .cars)
      #expect(cardex_fail_no_more() == 1)
      #expect(error == .unreadable(code: EIO))
    }

    @Test(
      "an index for which there is no memory ends the process",
      .enabled(
        if: cardex_memory_can_fail() != 0,
        "they need the memory of the GNU C library: run unsanitized"))
    func noMemory() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let file: MappedFile
        do {
          let directory = try TemporaryDirectory()
          let path = directory("cars.index")
          try IndexFile.write(smallContent, to: path)
          file = try MappedFile(FilePath(path))
        }
        let header = try IndexHeader(file.bytes)
        cardex_fail(strdup("calloc"), 1, 1, ENOMEM)
        _ = CheckedData(file, header)
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains("out of memory"))
    }
  #endif

  @Test("only the user may read an index")
  func permissions() throws {
    try IndexFile.write(smallContent, to: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
  }

  @Test("an open index can still be read after it is replaced")
  func replaced() throws {
    try IndexFile.write(smallContent, to: path)
    let file = try IndexFile(path)
    try IndexFile.write([("text", [1, 2, 3])], to: path)
    for part in smallContent { #expect(try file.read(part.tag) == part.bytes) }
    #expect(try IndexFile(path).read("text") == [1, 2, 3])
  }

  @Test("a part may be copied from another index")
  func takenOver() throws {
    try IndexFile.write(smallContent, to: path)
    let file = try IndexFile(path)
    let part = IndexFile.Part("copy", [try file.part("text"), StoredBytes([1])])
    try IndexFile.write([part], of: .cars, entryCount: 0, created: 0, to: path)
    #expect(try IndexFile(path).read("copy") == smallContent[0].bytes + [1])
  }

  @Test("every error has its own message")
  func words() {
    let errors: [IndexFileError] = [
      .missing, .unreadable(code: EIO), .untrusted, .foreign, .stale, .otherVersion, .damaged,
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}

/// Why an index cannot be opened, or `nil` if it can.
func openingError(_ path: String, of source: IndexSource) -> IndexFileError? {
  do throws(IndexFileError) { _ = try IndexFile(path, of: source) } catch { return error }
  return nil
}
