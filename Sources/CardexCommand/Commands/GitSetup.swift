@preconcurrency import Platform
import PropertyLists
import Storage

/// Sets up a git repository to merge and show property lists by entry.
struct GitSetup {
  /// The top directory of the repository.
  private let top: FilePath

  /// - Throws: `Failure` outside of a repository, or without git.
  init() throws(Failure) {
    let result = GitSetup.run(["git", "rev-parse", "--show-toplevel"])
    guard result.status == 0, let path = FilePath(bytes: result.output), !path.isEmpty else {
      throw Failure(
        result.status == 127 ? "git cannot be run" : "this directory is not in a git repository")
    }
    top = path
  }

  /// What is set in the repository's configuration.
  ///
  /// git takes any status but 0 and 1 for a conflict in which nothing is marked, and then `git add`
  /// would lose their side: if `cardex` fails, `git merge-file` merges the same files. A status of
  /// `textconv` other than 0 would end `git diff`.
  private static let settings = [
    ("merge.cardex.name", "property lists, merged by entry"),
    (
      "merge.cardex.driver",
      """
      cardex merge --marker-size=%L --label=%P \
      --conflict-style="$(git config merge.conflictStyle || echo merge)" -o %A %O %A %B; \
      s=$?; test $s -le 1 && exit $s; \
      git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B
      """
    ),
    (
      "diff.cardex.textconv",
      "f() { t=$(cardex convert --to=text \"$1\" 2>/dev/null) && printf '%s\\n' \"$t\" || cat \"$1\"; }; f"
    ),
  ]

  private static let attributes = ["*.plist merge=cardex diff=cardex", "*.strings diff=cardex"]

  private var attributesPath: FilePath { top.appending(".gitattributes") }

  /// - Returns: What was done, in lines.
  func install() throws(Failure) -> [ByteText] {
    for (name, value) in GitSetup.settings { try configure([name, value]) }
    let lines = try attributeLines()
    let missing = GitSetup.attributes.filter { !lines.contains(Array($0.utf8)) }
    if !missing.isEmpty { try write(lines + missing.map { Array($0.utf8) }) }
    return GitSetup.settings.map { name, value in
      ByteText("git config \(name) '\(value.replacing("'", with: "'\\''"))'")
    }
      + missing.map { "\(attributesPath): \($0)" }
  }

  /// - Returns: What was done, in lines.
  func uninstall() throws(Failure) -> [ByteText] {
    var done: [ByteText] = []
    for section in ["merge.cardex", "diff.cardex"]
    where GitSetup.run(["git", "config", "--local", "--remove-section", section]).status == 0 {
      done.append(ByteText("git config --remove-section \(section)"))
    }
    let lines = try attributeLines()
    let own = GitSetup.attributes.map { Array($0.utf8) }
    let kept = lines.filter { !own.contains($0) }
    if kept.count < lines.count {
      try write(kept)
      done.append("\(attributesPath): removed \(lines.count - kept.count) lines")
    }
    return done
  }

  private func configure(_ arguments: [String]) throws(Failure) {
    if GitSetup.run(["git", "config", "--local"] + arguments).status != 0 {
      throw Failure("git could not set \(arguments[0])")
    }
  }

  // MARK: Attributes

  private func attributeLines() throws(Failure) -> [[UInt8]] {
    do throws(SystemError) {
      let file = try FileBytes(path: attributesPath)
      var lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        Array($0)
      }
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    } catch {
      if error.code == ENOENT { return [] }
      throw Failure(naming: "\(attributesPath): \(error)")
    }
  }

  private func write(_ lines: [[UInt8]]) throws(Failure) {
    if lines.isEmpty {
      guard unlink(attributesPath.cString) == 0 else {
        throw Failure(naming: "\(attributesPath): \(SystemError(code: errno))")
      }
      return
    }
    let text = Array(lines.map { $0 + [0x0A] }.joined())
    do {
      try FileReplacement(path: attributesPath).save { write in
        try text.withUnsafeBytes { try write($0) }
      }
    } catch {
      throw Failure("\(error)")
    }
  }

  // MARK: git

  /// Runs a program and reads the first line that it prints.
  private static func run(_ command: [String]) -> (status: Int32, output: [UInt8]) {
    guard let pipe = try? ChildProcess.Pipe() else { return (127, []) }
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let process = try? ChildProcess.start(
      FilePath(command[0]), command.map { FilePath($0) },
      streams: [STDOUT_FILENO: pipe.writing, STDERR_FILENO: nothing])
    for end in [pipe.writing, nothing] { close(end) }
    defer { close(pipe.reading) }
    guard let process else { return (127, []) }
    let bytes = try? FileBytes(descriptor: pipe.reading)
    let status = ChildProcess.wait(for: process)
    let line = bytes?.bytes.prefix { $0 != 0x0A }
    return (status ?? 127, line.map { Array($0) } ?? [])
  }
}
