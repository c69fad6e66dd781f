import Platform

extension SearchPeer {
  /// The names and versions of the other installed programs.
  static var versions: [String] {
    ["grep", "rg", "fzf", "plocate", "sqlite3", "recsel"].compactMap { program in
      guard isInstalled(program) else { return nil }
      guard let line = firstLine(of: "\(program) --version 2>/dev/null") else { return program }
      // Up to the version number; SQLite adds a date and a hash.
      let words = line.split(separator: " ")
      let number = words.firstIndex { $0.contains { $0 == "." } && $0.first?.isNumber == true }
      guard let number else { return program }
      return "\(program) \(words[number])"
    }
  }

  private static func firstLine(of command: String) -> String? {
    guard let output = popen(command, "r") else { return nil }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), output) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
