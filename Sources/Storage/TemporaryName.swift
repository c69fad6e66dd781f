internal import CPlatform
import Platform

/// A hidden name of a file, in the directory where it will have its real name. Unless the file is
/// put in place, the name is removed with its owner.
struct TemporaryName: ~Copyable {
  private let directory: Int32
  private let name: [CChar]
  private var exists = true

  /// Tries names derived from the target's until one is free.
  ///
  /// - Parameter make: Creates the file, or returns `false` with the reason in `errno`.
  /// - Returns: `nil` with the reason in `errno` if the file cannot be created.
  init?(like target: [CChar], in directory: borrowing Descriptor, _ make: ([CChar]) -> Bool) {
    self.directory = directory.number
    var stem = TemporaryName.stem(of: target)
    for _ in 0..<100 {
      let name = stem + cString(TemporaryName.mark + TemporaryName.randomLetters())
      if make(name) {
        self.name = name
        return
      }
      switch errno {
      case EEXIST: continue
      // The target's name may be as long as the file system allows.
      case ENAMETOOLONG where !stem.isEmpty: stem = []
      default: return nil
      }
    }
    return nil
  }

  deinit {
    if exists { unlinkat(directory, name, 0) }
  }

  /// Renames the file over the target. If that fails, this name is removed, too.
  ///
  /// - Returns: 0, or the number of the error.
  consuming func replace(_ target: [CChar]) -> Int32 {
    guard renameat(directory, name, directory, target) == 0 else { return errno }
    exists = false
    return 0
  }

  /// Renames the file to a name that no file has. If that fails, this name is removed, too.
  ///
  /// - Returns: 0, or the error number: `EEXIST` if a file has the name.
  consuming func appear(as target: [CChar]) -> Int32 {
    guard cardex_rename_new(directory, name, target) == 0 else { return errno }
    exists = false
    return 0
  }

  /// Whether a name could be a temporary name derived from the target's. Both end in a zero.
  static func isTemporary(_ name: [CChar], like target: [CChar]) -> Bool {
    isTemporary(name) && name.dropLast(ending).elementsEqual(stem(of: target))
  }

  /// Whether a name could be a temporary name for any target.
  static func isTemporary(_ name: [CChar]) -> Bool {
    let mark = cString(mark).dropLast()
    return name.first == CChar(bitPattern: UInt8(ascii: "."))
      && name.suffix(ending).starts(with: mark) && name.count >= ending
  }

  /// The length of the part after the stem, including the zero.
  private static var ending: Int { mark.utf8.count + letterCount + 1 }

  private static let mark = ".cardex-"
  private static let letterCount = 6

  /// The beginning of a name, unless the name would be too long.
  private static func stem(of target: [CChar]) -> [CChar] {
    cString(".").dropLast() + target.dropLast()
  }

  private static func randomLetters() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    let number = Int.random(in: 0..<1 << 30)
    return String((0..<letterCount).map { letters[number >> ($0 * 5) & 31] })
  }
}
