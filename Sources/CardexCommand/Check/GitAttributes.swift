@preconcurrency import Platform
import PropertyLists
import Storage

/// How git merges a file, according to the `.gitattributes` files above it.
///
/// Cardex reads these files itself: git could run programs that the configuration of the repository
/// names, and a repository may come from anybody.
struct GitAttributes {
  enum Merge: Equatable {
    /// By lines, as text: `merge`, or `!merge`, which cancels earlier statements.
    case usual
    /// `merge=NAME`
    case driver([UInt8])
    /// `-merge`, also by `binary`: any changes on two sides are a conflict.
    case never
  }

  /// A statement about merging, with its file and line.
  struct Statement {
    let merge: Merge
    /// The file, from the top directory of the repository.
    let file: [FilePath]
    let line: Int
  }

  /// Git ignores longer lines.
  private static let longestLine = 2048
  private static let mostBytes = 1 << 20

  /// The statement that applies to a file, if there is one.
  ///
  /// - Complexity: O(*n*) in the sizes of the files with attributes.
  static func merge(of path: FilePath) -> Statement? {
    // A confined process must not read the folders above its own.
    guard !Confinement.isActive, let name = path.name,
      let folder = try? UserDirectory.canonicalPath(path.directory ?? ".")
    else { return nil }
    var folders = [folder]
    while let last = folders.last, access(last.appending(".git").cString, F_OK) != 0 {
      guard let parent = last.directory, parent != last else { return nil }
      folders.append(parent)
    }
    let top = folders[folders.count - 1]
    // A macro applies to all files, wherever it is used.
    var macros: [[UInt8]: Merge] = [Array("binary".utf8): .never]
    var found: Statement?
    let sources =
      folders.reversed().map { (folder: $0, file: $0.appending(".gitattributes")) }
      + [(folder: top, file: top.appending(".git").appending("info").appending("attributes"))]
    for (base, file) in sources {
      // The path of the file from the folder of the patterns.
      let rest = folder.parts.dropFirst(base.parts.count) + [name]
      let relative = Array(rest.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
      for (number, line) in lines(of: file).enumerated() {
        guard let merge = merge(in: line, for: relative, &macros) else { continue }
        let name = Array(file.parts.dropFirst(top.parts.count))
        found = Statement(merge: merge, file: name, line: number + 1)
      }
    }
    return found
  }

  private static func lines(of file: FilePath) -> [ArraySlice<UInt8>] {
    guard file.isRegularFile, let content = try? FileBytes(path: file),
      content.bytes.count <= mostBytes
    else { return [] }
    let bytes = Array(content.bytes)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
      .split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  /// What a line says about merging the file at a path, if anything.
  private static func merge(
    in line: ArraySlice<UInt8>, for path: [UInt8], _ macros: inout [[UInt8]: Merge]
  ) -> Merge? {
    guard line.count < longestLine else { return nil }
    let words = words(of: line)
    // Git ignores a line with an invalid name.
    guard let first = words.first, first.first != UInt8(ascii: "#"),
      words.dropFirst().allSatisfy(isAttribute),
      let merge = words.dropFirst().compactMap({ merge($0, macros) }).last
    else { return nil }
    if first.starts(with: "[attr]".utf8) {
      macros[Array(first.dropFirst(6))] = merge
      return nil
    }
    return GitPattern(first)?.matches(path) == true ? merge : nil
  }

  /// Whether a word is `NAME`, `-NAME`, `!NAME` or `NAME=VALUE` with a name that git accepts.
  private static func isAttribute(_ word: [UInt8]) -> Bool {
    let isSigned = word.first == UInt8(ascii: "-") || word.first == UInt8(ascii: "!")
    let name = word.dropFirst(isSigned ? 1 : 0).prefix { $0 != UInt8(ascii: "=") }
    return !name.isEmpty && name.first != UInt8(ascii: "-")
      && name.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || "-_.".utf8.contains(byte)
      }
  }

  private static func merge(_ word: [UInt8], _ macros: [[UInt8]: Merge]) -> Merge? {
    switch String(decoding: word, as: UTF8.self) {
    case "merge", "!merge": .usual
    case "-merge": .never
    default:
      word.starts(with: "merge=".utf8) ? .driver(Array(word.dropFirst(6))) : macros[word]
    }
  }

  /// The words of a line. The first may be quoted.
  private static func words(of line: ArraySlice<UInt8>) -> [[UInt8]] {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0D].contains($0) }
    var rest = line.drop(while: isSpace)
    guard rest.first == UInt8(ascii: "\"") else {
      return rest.split(whereSeparator: isSpace).map { Array($0) }
    }
    rest.removeFirst()
    var first: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      // A quoted backslash is one of the pattern; other escapes are rare in names.
      first.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return [first] + rest.split(whereSeparator: isSpace).map { Array($0) }
  }
}
