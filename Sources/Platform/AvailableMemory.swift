/// The memory still available to this process.
package enum AvailableMemory {
  /// Whether this many more bytes of address space, which `ulimit -v` limits, are available.
  package static func canMap(_ length: Int) -> Bool {
    guard length > 0 else { return true }
    // Memory that is never touched only counts as address space.
    let memory = mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, length)
    return true
  }

  /// How many bytes the machine and this process's control groups can still provide before the
  /// system has to kill a process; `nil` if unknown.
  ///
  /// - Parameter root: Where the system's directories are; tests pass another root.
  /// - Complexity: About ten microseconds per group.
  package static func bytes(root: String = "") -> Int? {
    let machine = fields(of: root + "/proc/meminfo")["MemAvailable:"].map { $0 * 1024 }
    let groups = ControlGroup.ofThisProcess(root: root).compactMap(\.left)
    return ([machine].compactMap { $0 } + groups).min()
  }

  /// How many bytes of memory a process occupies, including shared ones; `nil` if unknown.
  package static func resident(in process: pid_t) -> Int? {
    let pages = text(of: "/proc/\(process)/statm").split(separator: " ").dropFirst().first
    return pages.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }

  /// The numbers in a file whose lines are a name and a number.
  fileprivate static func fields(of path: String) -> [Substring: Int] {
    var fields: [Substring: Int] = [:]
    for line in text(of: path).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 1, let number = Int(words[1]) { fields[words[0]] = number }
    }
    return fields
  }

  /// The only number in a file; `nil` if there is none, for example if the file says there is no
  /// limit.
  fileprivate static func number(in path: String) -> Int? {
    text(of: path).split(separator: "\n").first.flatMap { Int($0) }
  }

  /// The text of a small file; empty if it cannot be read.
  fileprivate static func text(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    var end = 0
    while end < bytes.count {
      let count = bytes.withUnsafeMutableBytes { bytes in
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[end...])
        return read(descriptor, room.baseAddress, room.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      end += count
    }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

/// A control group: processes that share a memory limit.
private struct ControlGroup {
  private let directory: String
  private let names: Names

  /// The names of a group's files.
  private struct Names {
    let limit: String
    let usage: String
    /// A field of `memory.stat`: pages of files that have not been read recently, which count as
    /// used but are reclaimed when memory is needed.
    let unused: Substring
  }

  private static let first = Names(
    limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes", unused: "total_inactive_file")
  private static let second = Names(
    limit: "memory.max", usage: "memory.current", unused: "inactive_file")

  /// The group of this process and its ancestors. In a container, the ancestors are missing, and
  /// the group itself may be at the root, regardless of its name.
  static func ofThisProcess(root: String) -> [ControlGroup] {
    AvailableMemory.text(of: root + "/proc/self/cgroup").split(separator: "\n").flatMap { line in
      // The fields are a number, the controllers, and the path of the group.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [ControlGroup]() }
      if parts[1].isEmpty { return chain(root + "/sys/fs/cgroup", parts[2], second) }
      guard parts[1].split(separator: ",").contains("memory") else { return [] }
      return chain(root + "/sys/fs/cgroup/memory", parts[2], first)
    }
  }

  private static func chain(
    _ mount: String, _ path: Substring, _ names: Names
  ) -> [ControlGroup] {
    let parts = path.split(separator: "/")
    return (0...parts.count).map { count in
      let directory = ([mount[...]] + parts.prefix(count)).joined(separator: "/")
      return ControlGroup(directory: directory, names: names)
    }
  }

  /// How many bytes the group's processes may still take, never negative; `nil` if there is no
  /// limit.
  var left: Int? {
    guard let limit = AvailableMemory.number(in: directory + "/" + names.limit),
      let usage = AvailableMemory.number(in: directory + "/" + names.usage)
    else { return nil }
    let unused = AvailableMemory.fields(of: directory + "/memory.stat")[names.unused] ?? 0
    return max(limit - max(usage - unused, 0), 0)
  }
}
