import Foundation
import Platform
import SeededRandom
import TestHelpers
import Testing

@testable import Storage

@Suite("Journals")
struct JournalTests {
  private static let records = ["delete A/1", "insert B name=x", "", "two\nlines \\ and\r\0 马"]

  /// Records something in a journal that is closed right away.
  private static func record(
    _ records: [String], in directory: TemporaryDirectory, header: String = "header"
  ) throws {
    let journal = try Journal(in: directory.path, name: "journal", header: header)
    for record in records { try journal.append(record) }
  }

  private static func find(in directory: TemporaryDirectory) throws -> Journal.Finding? {
    try Journal.find(in: directory.path, name: "journal")
  }

  @Test("records are found by readers and by the next session")
  func recovery() throws {
    let directory = try TemporaryDirectory()
    try JournalTests.record(JournalTests.records, in: directory)
    let found = try #require(try JournalTests.find(in: directory))
    #expect(!found.isInUse)
    let contents = try #require(found.contents)
    #expect(contents.header == "header")
    #expect(contents.records == JournalTests.records)
    #expect(contents.unreadableBytes == 0)
    let journal = try Journal(in: directory.path, name: "journal", header: "another")
    #expect(journal.recovered == contents)
    try journal.append("more")
    let more = try #require(try JournalTests.find(in: directory)?.contents)
    #expect(more.records == JournalTests.records + ["more"])
    #expect(more.header == "header")
  }

  @Test("it begins when it is created, before the first record")
  func beginning() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(in: directory.path, name: "journal", header: "header")
    let text = try content(of: journal.path)
    #expect(text.hasPrefix(JournalText.firstLine))
    #expect(text.hasSuffix(" header\n"))
  }

  @Test("a journal longer than one read is read completely")
  func long() throws {
    let directory = try TemporaryDirectory()
    let records = ["a", "b", "c"].map { String(repeating: $0, count: 200_000) }
    try JournalTests.record(records, in: directory)
    #expect(try JournalTests.find(in: directory)?.contents?.records == records)
    #expect(
      try Journal(in: directory.path, name: "journal", header: "").recovered?.records == records)
  }

  @Test("any text is recorded unchanged", arguments: 0..<20)
  func anyText(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "\\", "\n", "\r", "\r\n", "\0", "n", "r", "0", " ", "ä", "a\u{308}", "马", "😀", "\t",
    ]
    let texts = (0..<10).map { _ in
      (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    try JournalTests.record(texts, in: directory, header: texts[0])
    let contents = try #require(try JournalTests.find(in: directory)?.contents)
    #expect(contents.records.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    #expect(Array(contents.header.utf8) == Array(texts[0].utf8))
  }

  @Test("torn at any point, it keeps all records before, and takes new ones")
  func torn() throws {
    let directory = try TemporaryDirectory()
    try JournalTests.record(JournalTests.records, in: directory)
    let whole = try Data(contentsOf: URL(filePath: directory("journal")))
    // The first line, the header and the records end here.
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for length in 0...whole.count {
      try whole.prefix(length).write(to: URL(filePath: directory("journal")))
      let count = max(0, ends.count { $0 <= length } - 2)
      let records = Array(JournalTests.records.prefix(count))
      let found = try JournalTests.find(in: directory)
      #expect((found?.contents?.records ?? []) == records)
      if count > 0 {
        #expect(found?.contents?.unreadableBytes == length - ends[count + 1])
      }
      try JournalTests.record(["more"], in: directory)
      #expect(try JournalTests.find(in: directory)?.contents?.records == records + ["more"])
      #expect(try JournalTests.find(in: directory)?.contents?.unreadableBytes == 0)
    }
  }

  @Test("with any byte changed, it keeps the records before the change or is refused")
  func damaged() throws {
    let directory = try TemporaryDirectory()
    try JournalTests.record(JournalTests.records, in: directory)
    let whole = try Data(contentsOf: URL(filePath: directory("journal")))
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for (index, byte) in whole.enumerated() {
      let intact = ends.count { $0 <= index } - 2
      for other in [byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0, 10, 13, 255] where other != byte {
        var bytes = Array(whole)
        bytes[index] = other
        let parsed = JournalText.read(bytes)
        if intact < 0 {
          // Without its end, the header looks like an unfinished one.
          #expect(parsed == nil || parsed?.records.isEmpty == true)
        } else {
          #expect(parsed?.records == Array(JournalTests.records.prefix(intact)))
        }
      }
    }
  }

  @Test("missing, duplicated or swapped records are detected")
  func order() throws {
    var text = JournalText()
    let lines = ["header", "a", "b", "b"].map { text.line(of: $0) }
    let read = { (order: [Int]) in
      JournalText.read(Array((JournalText.firstLine + order.map { lines[$0] }.joined()).utf8))
    }
    #expect(read([0, 1, 2, 3])?.records == ["a", "b", "b"])
    #expect(read([0, 1, 1])?.records == ["a"])
    #expect(read([0, 2, 1])?.records == [])
    #expect(read([0, 3])?.records == [])
    #expect(read([1, 2]) == nil)
  }

  @Test("a journal is in use as long as its session exists")
  func inUse() throws {
    let directory = try TemporaryDirectory()
    var journal: Journal? = try Journal(in: directory.path, name: "journal", header: "header")
    try journal?.append("one")
    #expect(try JournalTests.find(in: directory)?.isInUse == true)
    #expect(try JournalTests.find(in: directory)?.contents?.records == ["one"])
    #expect(throws: StorageError(.lock, directory("journal"), .inUse)) {
      try Journal(in: directory.path, name: "journal", header: "header")
    }
    journal = nil
    #expect(try JournalTests.find(in: directory)?.isInUse == false)
  }

  @Test("without records it begins again, with the new header")
  func withoutRecords() throws {
    let directory = try TemporaryDirectory()
    try JournalTests.record([], in: directory, header: "a long first header")
    #expect(try JournalTests.find(in: directory) == Journal.Finding(contents: nil, isInUse: false))
    let journal = try Journal(in: directory.path, name: "journal", header: "second")
    #expect(journal.recovered == nil)
    try journal.append("one")
    #expect(try JournalTests.find(in: directory)?.contents?.header == "second")
  }

  @Test("restarted, it has a new header and no records")
  func restart() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(in: directory.path, name: "journal", header: "first")
    try journal.append("one")
    try journal.restart(header: "second")
    #expect(try JournalTests.find(in: directory)?.contents == nil)
    try journal.append("two")
    let contents = try #require(try JournalTests.find(in: directory)?.contents)
    #expect(contents.header == "second")
    #expect(contents.records == ["two"])
    #expect(contents.unreadableBytes == 0)
  }

  @Test("once it is removed, a second session creates its own")
  func remove() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(in: directory.path, name: "journal", header: "first")
    try journal.append("one")
    try journal.remove()
    try journal.remove()
    #expect(try JournalTests.find(in: directory) == nil)
    let second = try Journal(in: directory.path, name: "journal", header: "second")
    #expect(second.recovered == nil)
    #expect(try directory.names == ["journal"])
  }

  @Test("a waiter for a journal that is removed meanwhile waits for the new one", arguments: 0..<5)
  func removedMeanwhile(_: Int) throws {
    let directory = try TemporaryDirectory()
    let first = Holder(try Journal(in: directory.path, name: "journal", header: "first"))
    Thread.detachNewThread {
      usleep(20_000)
      try? first.value?.remove()
      let second = try? Journal(in: directory.path, name: "journal", header: "second")
      first.value = nil
      usleep(20_000)
      withExtendedLifetime(second) {}
    }
    var third: Journal?
    while third == nil {
      do { third = try Journal(in: directory.path, name: "journal", header: "third") } catch {
        try #require(error == StorageError(.lock, directory("journal"), .inUse))
      }
    }
    try third?.append("one")
    #expect(try JournalTests.find(in: directory)?.contents?.header == "third")
  }

  @Test("directory and file are accessible to the user only")
  func permissions() throws {
    let directory = try TemporaryDirectory()
    _ = try Journal(in: directory("a/b/c"), name: "journal", header: "header")
    #expect(try StorageTests.permissions(of: directory("a")) == 0o700)
    #expect(try StorageTests.permissions(of: directory("a/b/c")) == 0o700)
    #expect(try StorageTests.permissions(of: directory("a/b/c/journal")) == 0o600)
  }

  @Test(
    "a file that is not a journal is refused and not touched",
    arguments: [
      "<plist/>", "cardex-journal 2\n", "cardex-journal 1\nx\n", "\0",
      "cardex-journal 1\n00000000 header\n", "cardex-journal 1\n\n",
    ])
  func foreign(_ text: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: "journal")
    let error = StorageError(.read, path, .notJournal)
    #expect(throws: error) { try JournalTests.find(in: directory) }
    #expect(throws: error) { try JournalTests.record([], in: directory) }
    #expect(try content(of: path) == text)
  }

  @Test("text that is not UTF-8 or has unknown escapes is damage, whatever its checksum")
  func invalidText() throws {
    for text in [[0x61, 0xFF], [0xC3], Array("\\x".utf8), Array("\\".utf8)] as [[UInt8]] {
      var sum = Checksum()
      sum.add(text)
      let line = Array((sum.digits + " ").utf8) + text + [10]
      #expect(JournalText.read(Array(JournalText.firstLine.utf8) + line) == nil)
    }
  }

  @Test("directories, pipes and links in the journal's place are errors, without waiting")
  func otherKinds() throws {
    for kind in ["directory", "pipe", "link"] {
      let directory = try TemporaryDirectory()
      switch kind {
      case "directory": #expect(mkdir(directory("journal"), 0o755) == 0)
      case "pipe": #expect(mkfifo(directory("journal"), 0o600) == 0)
      default: #expect(symlink("elsewhere", directory("journal")) == 0)
      }
      #expect(throws: StorageError.self) { try JournalTests.record([], in: directory) }
      #expect(throws: StorageError.self) { try JournalTests.find(in: directory) }
      #expect(try directory.names == ["journal"])
    }
  }

  @Test("a journal that cannot be removed is an error, and one that is gone is not")
  func removal() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(in: directory.path, name: "journal", header: "header")
    #expect(unlink(directory("journal")) == 0)
    try journal.remove()
    #expect(mkdir(directory("journal"), 0o700) == 0)
    let error = storageError { try journal.remove() }
    #expect(error?.step == .remove && error?.path == journal.path)
  }

  @Test("a directory that cannot be created is an error")
  func noDirectory() throws {
    let directory = try TemporaryDirectory()
    try directory.write("")
    #expect(throws: StorageError(.create, directory("file/sub"), code: ENOTDIR)) {
      try Journal(in: directory("file/sub"), name: "journal", header: "header")
    }
  }

  // The limit applies to the whole process, so this runs in a separate one.
  @Test("after a full disk the next record that fits follows the last whole one")
  func fullDisk() async {
    await #expect(processExitsWith: .success) {
      releaseSignals()
      let directory = try TemporaryDirectory()
      let journal = try Journal(in: directory.path, name: "journal", header: "header")
      try journal.append("one")
      limitFileSize(1000)
      let long = String(repeating: "n", count: 2000)
      for _ in 0..<2 {
        let error = storageError { try journal.append(long) }
        try #require(error == StorageError(.write, journal.path, code: EFBIG))
      }
      try #require(try JournalTests.find(in: directory)?.contents?.records == ["one"])
      try journal.append("two")
      try #require(try JournalTests.find(in: directory)?.contents?.records == ["one", "two"])
      // A journal that could not be started starts with the next record.
      let error = storageError { try journal.restart(header: long) }
      try #require(error == StorageError(.write, journal.path, code: EFBIG))
      limitFileSize(.max)
      try journal.append("three")
      let contents = try #require(try JournalTests.find(in: directory)?.contents)
      try #require(contents.header == long)
      try #require(contents.records == ["three"])
    }
  }

  @Test("checksums are those of zlib")
  func checksum() {
    var sum = Checksum()
    #expect(sum.digits == "00000000")
    sum.add("1234".utf8)
    sum.add("56789".utf8)
    #expect(sum.digits == "cbf43926")
  }
}
