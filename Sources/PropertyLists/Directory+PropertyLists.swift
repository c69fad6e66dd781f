package import Platform

extension Directory {
  /// The property lists in a directory and in those inside of it, in order of their names. Links to
  /// directories are not followed.
  ///
  /// - Parameters:
  ///   - format: Leaves out files of other formats.
  ///   - skipsHidden: Whether files and directories are left out whose names begin with a dot.
  ///   - most: How many are looked for.
  ///   - mostNames: How many names are looked at.
  ///   - complain: Called for what cannot be read.
  package static func propertyLists(
    in directory: FilePath, of format: FileFormat? = nil, skipsHidden: Bool = false,
    most: Int = .max, mostNames: Int = .max, _ complain: (FilePath, SystemError) -> Void
  ) -> [FilePath] {
    var (found, nameCount): ([FilePath], Int) = ([], 0)
    func walk(_ directory: FilePath) {
      guard let names = names(in: directory) else { return complain(directory, SystemError()) }
      for name in names where found.count < most && nameCount < mostNames {
        nameCount += 1
        if skipsHidden, name.bytes.first == UInt8(ascii: ".") { continue }
        let path = directory.appending(name)
        var status = stat()
        guard lstat(path.cString, &status) == 0 else {
          complain(path, SystemError())
          continue
        }
        if status.isDirectory {
          walk(path)
        } else if status.isRegularFile, isPropertyList(path, of: format) {
          found.append(path)
        }
      }
    }
    walk(directory)
    return found
  }

  /// Whether a file has the name or the first bytes of a property list.
  private static func isPropertyList(_ path: FilePath, of format: FileFormat?) -> Bool {
    var head = [UInt8](repeating: 0, count: 1024)
    var count = 0
    // If it is one by its name, reading it tells why it cannot be read.
    if let file = Confinement.open(path, O_RDONLY | O_NONBLOCK) {
      count = max(read(file.number, &head, head.count), 0)
    }
    return head[..<count].withUnsafeBufferPointer { head in
      guard FileFormat.isPropertyList(head, at: path) else { return false }
      return format.map { $0 == FileFormat.recognised(head, at: path) } ?? true
    }
  }
}
