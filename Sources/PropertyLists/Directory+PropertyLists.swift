package import Platform

extension Directory {
  /// The property lists in a directory and its subdirectories, in order of their names. Symbolic
  /// links are not followed.
  ///
  /// - Parameters:
  ///   - format: Leaves out files of other formats.
  ///   - skipsHidden: Whether to leave out files and directories whose names begin with a dot.
  ///   - most: How many property lists to find at most.
  ///   - mostNames: How many names to look at, at most.
  ///   - complain: Called for each directory or file that cannot be read.
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
    // A file with the name of a property list that cannot be opened is reported when it is read.
    if let file = Confinement.open(path, O_RDONLY | O_NONBLOCK) {
      count = max(read(file.number, &head, head.count), 0)
    }
    return head[..<count].withUnsafeBufferPointer { head in
      guard FileFormat.isPropertyList(head, at: path) else { return false }
      return format.map { $0 == FileFormat.recognized(head, at: path) } ?? true
    }
  }
}
