internal import CPlatform
import Platform

/// The metadata that a new file inherits from an old one: owner, group, extended attributes (where
/// Linux keeps access control lists) and permissions.
struct FileAttributes {
  private let old: stat
  private let oldFile: Int32
  private let file: Int32
  private var warnings: [FileReplacement.Warning] = []

  /// Copies the metadata, and returns a warning for each attribute that could not be kept. The new
  /// file is never open to more users than the old one.
  static func copy(
    from oldFile: borrowing Descriptor, to file: borrowing Descriptor
  ) -> [FileReplacement.Warning] {
    guard let old = oldFile.status else { return [.modeNotKept(code: errno)] }
    var attributes = FileAttributes(old: old, oldFile: oldFile.number, file: file.number)
    // In this order: changing the owner clears mode bits, and access control lists change the mode.
    let (hasOwner, hasGroup) = attributes.copyOwner()
    attributes.copyExtendedAttributes()
    attributes.copyMode(hasOwner: hasOwner, hasGroup: hasGroup)
    return attributes.warnings
  }

  private init(old: stat, oldFile: Int32, file: Int32) {
    self.old = old
    self.oldFile = oldFile
    self.file = file
  }

  private mutating func copyOwner() -> (hasOwner: Bool, hasGroup: Bool) {
    var new = stat()
    let isKnown = fstat(file, &new) == 0
    var (hasOwner, hasGroup) = (
      isKnown && new.st_uid == old.st_uid, isKnown && new.st_gid == old.st_gid
    )
    if !hasOwner {
      hasOwner = note(fchown(file, old.st_uid, uid_t.max)) { .ownerNotKept(code: $0) }
    }
    if !hasGroup {
      hasGroup = note(fchown(file, uid_t.max, old.st_gid)) { .groupNotKept(code: $0) }
    }
    return (hasOwner, hasGroup)
  }

  private mutating func copyMode(hasOwner: Bool, hasGroup: Bool) {
    var mode = old.st_mode & 0o7777
    if !hasOwner { mode &= ~S_ISUID }
    // If the group is different, it gets only the permissions of others.
    if !hasGroup { mode &= ~S_ISGID & ~S_IRWXG | (mode & S_IRWXO) << 3 }
    var new = stat()
    if fstat(file, &new) == 0, new.st_mode & 0o7777 == mode { return }
    _ = note(fchmod(file, mode)) { .modeNotKept(code: $0) }
  }

  private mutating func copyExtendedAttributes() {
    guard let names = attributeNames() else { return }
    for name in names where !FileAttributes.isAboutContent(name) { copy(name) }
    // Remove an access control list inherited from the directory.
    if !names.contains(FileAttributes.accessList) {
      _ = cardex_remove_attribute(file, FileAttributes.accessList)
    }
    _ = note(cardex_copy_access_list(oldFile, file)) {
      .attributeNotKept("access control list", code: $0)
    }
  }

  private mutating func copy(_ name: String) {
    let (oldFile, file) = (oldFile, file)
    let value = FileAttributes.read { cardex_get_attribute(oldFile, name, $0, $1) }
    // The system may have set an equal value itself for an attribute that nobody else may set.
    if let value, value == FileAttributes.read({ cardex_get_attribute(file, name, $0, $1) }) {
      return
    }
    // If the value could not be read, `errno` still holds the reason.
    let result = value.map { cardex_set_attribute(file, name, $0, $0.count) } ?? -1
    _ = note(result) { .attributeNotKept(name, code: $0) }
  }

  /// The names of the old file's extended attributes; `nil` if they cannot be listed.
  private mutating func attributeNames() -> [String]? {
    let oldFile = oldFile
    let list = FileAttributes.read { buffer, size in
      cardex_list_attributes(oldFile, buffer?.assumingMemoryBound(to: CChar.self), size)
    }
    if list == nil, errno != ENOTSUP { warnings.append(.attributesNotKept(code: errno)) }
    return list?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let accessList = "system.posix_acl_access"

  /// Whether an attribute is a signature of the content or the metadata by the kernel.
  private static func isAboutContent(_ name: String) -> Bool {
    name == "security.ima" || name == "security.evm"
  }

  /// Adds a warning if a call has failed.
  ///
  /// - Returns: Whether the call succeeded.
  private mutating func note(
    _ result: Int32, _ warning: (Int32) -> FileReplacement.Warning
  ) -> Bool {
    if result != 0 { warnings.append(warning(errno)) }
    return result == 0
  }

  /// The bytes written by a call that takes a buffer and its size and returns their number; `nil`
  /// with the reason in `errno` if it fails.
  private static func read(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = buffer.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
      if count >= 0 { return Array(buffer[..<count]) }
      guard errno == ERANGE else { return nil }
      let needed = call(nil, 0)
      guard needed > buffer.count else { return nil }
      buffer = [UInt8](repeating: 0, count: needed)
    }
  }
}
