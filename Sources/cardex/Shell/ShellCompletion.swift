import Commands

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What can stand at the cursor of a command line in the shell.
struct ShellCompletion {
  let result: CompletionResult

  init(_ session: Session, line: String, cursor: Int) {
    let grammar = GrammarCompletion(line: line, cursor: cursor)
    var candidates = grammar.candidates.map {
      CompletionResult.Candidate($0.insertion, display: $0.name, isWhole: $0.isFinished)
    }
    for wanted in grammar.wanted {
      let suggestions =
        wanted == .file
        ? FileNames.beginning(with: grammar.prefix)
        : session.suggestions(
          for: wanted, prefix: grammar.prefix, precedingAddress: grammar.precedingAddress
        ).map { ($0.text, $0.isComplete) }
      for (text, isComplete) in suggestions {
        guard let candidate = grammar.candidate(text, as: wanted, isComplete: isComplete) else {
          continue
        }
        candidates.append(
          CompletionResult.Candidate(
            candidate.insertion, display: candidate.name, isWhole: candidate.isFinished))
      }
    }
    result = CompletionResult(range: grammar.range, candidates: candidates)
  }
}

/// Names of files for completion.
private enum FileNames {
  /// The files whose path begins with a text; folders go on with a slash.
  static func beginning(with prefix: String) -> [(String, Bool)] {
    let slash = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let (folder, start) = (String(prefix[..<slash]), String(prefix[slash...]))
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(stream) }
    var names: [(String, Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(cString: $0)
        }
      }
      guard name != ".", name != "..", name.hasPrefix(start),
        !(start.isEmpty && name.hasPrefix("."))
      else { continue }
      var status = stat()
      let isFolder =
        stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      names.append((folder + name + (isFolder ? "/" : ""), !isFolder))
    }
    return names.sorted { $0.0 < $1.0 }
  }
}
