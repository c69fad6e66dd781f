import CPlatform
import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

/// The whole content of a file.
func content(of path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}

/// The status of a file, without following links.
func status(of path: String) throws -> stat {
  var status = stat()
  try #require(lstat(path, &status) == 0, "\(path)")
  return status
}

func permissions(of path: String) throws -> mode_t { try status(of: path).st_mode & 0o7777 }

/// Whether the temporary file may be unnamed: tests of saving cover both.
let bothKinds = [true, false]

extension FileReplacement {
  /// Saves a text as one piece.
  @discardableResult
  func save(_ text: String, check: () throws -> Void = {}) throws -> Outcome {
    try save(check: check) { write in
      try Array(text.utf8).withUnsafeBytes { try write($0) }
    }
  }
}

/// The error that the body throws, if it is a `StorageError`.
func storageError(_ body: () throws -> Void) -> StorageError? {
  do { try body() } catch { return error as? StorageError }
  return nil
}

/// A box for a value that another thread releases.
final class Holder<Value>: @unchecked Sendable {
  var value: Value?

  init(_ value: Value) { self.value = value }
}

/// What tests require of the system. Tests whose requirement is missing are skipped, with a note on
/// how to run them.
enum System {
  static let superuser = ConditionTrait.enabled(
    if: isSuperuser, "they need the superuser: run as root")
  static let extendedAttributes = ConditionTrait.enabled(
    if: hasExtendedAttributes, "they need extended attributes: have TMPDIR on a disk with them")
  static let accessLists = ConditionTrait.enabled(
    if: hasAccessLists, "they need access control lists: have TMPDIR on a disk with them")
  static let unnamedFiles = ConditionTrait.enabled(
    if: hasUnnamedFiles, "they need files without names: have TMPDIR on a disk with them")

  private static let isSuperuser = geteuid() == 0

  private static let hasUnnamedFiles: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    guard let target = try? FileTarget(directory("file")) else { return false }
    guard TemporaryFile.unnamed(in: target.directory, mode: 0o600) != nil else { return false }
    return true
  }()

  private static let hasExtendedAttributes = takes("user.cardex", [1])

  private static let hasAccessLists = takes(AccessList.attribute, AccessList.bytes(forUser: 12345))

  private static func takes(_ attribute: String, _ value: [UInt8]) -> Bool {
    guard let directory = try? TemporaryDirectory(), let file = try? directory.write("") else {
      return false
    }
    return setAttribute(attribute, value, of: file) == 0
  }
}

/// POSIX access control lists as Linux stores them.
enum AccessList {
  static let attribute = "system.posix_acl_access"
  static let defaultAttribute = "system.posix_acl_default"

  /// A list that lets only the owner and another user read and write.
  static func bytes(forUser user: UInt32) -> [UInt8] {
    let none = UInt32.max
    let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
      (0x01, 6, none), (0x02, 6, user), (0x04, 0, none), (0x10, 6, none), (0x20, 0, none),
    ]
    return bytes(UInt32(2))
      + entries.flatMap { bytes($0.tag) + bytes($0.permissions) + bytes($0.id) }
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

/// Sets an extended attribute of a file or directory; returns 0 or the error number.
func setAttribute(_ name: String, _ value: [UInt8], of path: String) -> Int32 {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  return cardex_set_attribute(descriptor, name, value, value.count) == 0 ? 0 : errno
}

/// An extended attribute, or `nil` if there is none.
func attribute(_ name: String, of path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  var value = [UInt8](repeating: 0, count: 1 << 16)
  let count = cardex_get_attribute(descriptor, name, &value, value.count)
  return count < 0 ? nil : Array(value[..<count])
}

/// Unblocks all signals in this thread. Test threads block most signals.
func releaseSignals() {
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// Runs something on a new thread, so that its changes to the thread do not persist.
func onOwnThread<Result>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
  let box = Box<Result>()
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    box.result = Swift.Result { try body() }
    isDone.signal()
  }
  isDone.wait()
  return try #require(box.result).get()
}

private final class Box<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}

#if os(Linux)
  /// A user and group that own nothing.
  let nobody: uid_t = 65534

  /// Runs something with the permissions of a user who owns nothing; requires the superuser.
  func asNobody<Result>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    try onOwnThread {
      // On Linux, these are per thread. Changing the file system user drops the superuser's access
      // rights.
      try call("setfsgid", nobody)
      try call("setfsuid", nobody)
      return try body()
    }
  }

  /// Runs something with a file mode creation mask of its own.
  func withMask<Result>(
    _ mask: mode_t, _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    try onOwnThread {
      let ownDirectoryAndMask: UInt32 = 0x200
      try call("unshare", ownDirectoryAndMask)
      umask(mask)
      return try body()
    }
  }

  /// Calls a function that Swift's C library module leaves out.
  private func call(_ name: String, _ argument: UInt32) throws {
    let address = try #require(dlsym(nil, name))
    _ = unsafeBitCast(address, to: (@convention(c) (UInt32) -> Int32).self)(argument)
  }
#endif

/// Limits the size of files that this process writes.
func limitFileSize(_ size: rlim_t) {
  var limit = rlimit()
  getrlimit(limitedFileSize, &limit)
  limit.rlim_cur = min(size, limit.rlim_max)
  setrlimit(limitedFileSize, &limit)
}

#if canImport(Darwin)
  private let limitedFileSize = RLIMIT_FSIZE
#else
  private let limitedFileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif
