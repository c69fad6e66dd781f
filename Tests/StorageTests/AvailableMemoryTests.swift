import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Available memory")
struct AvailableMemoryTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes the files of a system and returns the available memory.
  private func bytes(_ files: [String: String]) throws -> Int? {
    for (name, text) in files {
      let file = URL(filePath: directory(name))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return AvailableMemory.bytes(root: directory.path)
  }

  private static let second = "0::/users/one\n"
  private static let group = "sys/fs/cgroup/users/one/"

  @Test("the machine's available memory is read from /proc/meminfo")
  func machine() throws {
    #expect(try bytes([:]) == nil)
    #expect(try bytes(["proc/meminfo": "MemTotal: 900 kB\nMemAvailable:  300 kB\n"]) == 300 << 10)
  }

  @Test(
    "of a file that says something the first 16,384 bytes count",
    arguments: [(16_383, true), (16_384, true), (16_385, false)])
  func longFiles(length: Int, isKnown: Bool) throws {
    let line = "MemAvailable: 3"
    let padding = String(repeating: "\n", count: length - line.utf8.count)
    #expect(try bytes(["proc/meminfo": padding + line]) == (isKnown ? 3 << 10 : nil))
  }

  @Test("a control group's limit counts, but not file pages that can be reclaimed")
  func controlGroup() throws {
    let files = [
      "proc/meminfo": "MemAvailable: 9 kB\n", "proc/self/cgroup": Self.second,
      Self.group + "memory.max": "5000\n", Self.group + "memory.current": "4000\n",
    ]
    #expect(try bytes(files) == 1000)
    #expect(
      try bytes([Self.group + "memory.stat": "anon 1\ninactive_file 500\nactive_file 7\n"]) == 1500)
    #expect(try bytes([Self.group + "memory.current": "6000\n"]) == 0)
    #expect(try bytes([Self.group + "memory.max": "max\n"]) == 9 << 10)
  }

  @Test(
    "lines that name no control group are passed over", arguments: ["", "0", "0:", "\n\n", "x:y"])
  func noControlGroup(line: String) throws {
    let files = [
      "proc/meminfo": "MemAvailable: 9 kB\n", "proc/self/cgroup": line + "\n" + Self.second,
      Self.group + "memory.max": "5000\n", Self.group + "memory.current": "4000\n",
    ]
    #expect(try bytes(files) == 1000)
  }

  @Test("an ancestor group may have the least left")
  func hierarchy() throws {
    let files = [
      "proc/self/cgroup": Self.second,
      Self.group + "memory.max": "5000\n", Self.group + "memory.current": "4000\n",
      "sys/fs/cgroup/users/memory.max": "7000\n", "sys/fs/cgroup/users/memory.current": "6700\n",
    ]
    #expect(try bytes(files) == 300)
  }

  @Test("groups of version 1, and one at the root of its container")
  func firstVersion() throws {
    let files = [
      "proc/self/cgroup": "3:cpu,memory:/docker/abc\n1:name=systemd:/\n0::/\n",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": "2000\n",
      "sys/fs/cgroup/memory/memory.usage_in_bytes": "1500\n",
      "sys/fs/cgroup/memory/memory.stat": "inactive_file 1\ntotal_inactive_file 100\n",
    ]
    #expect(try bytes(files) == 600)
    #expect(
      try bytes(["sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"])
        == 9_223_372_036_854_771_712 - 1400)
  }

  @Test("address space is limited")
  func addresses() {
    #expect(AvailableMemory.canMap(0))
    #expect(AvailableMemory.canMap(1 << 20))
    #expect(!AvailableMemory.canMap(.max / 2))
  }
}
