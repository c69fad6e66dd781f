@preconcurrency import Platform
import PropertyLists
import Storage

/// Sets up a git repository to merge and show property lists by entry.
struct GitSetup {
  /// The top directory of the repository.
  private let top: FilePath

  /// The lines of `.gitattributes`.
  private let lines: [[UInt8]]

  /// Finds the repository and its attributes, so that nothing is written if something is in the
  /// way.
  ///
  /// - Throws: `Failure` outside of a repository, or without git, or if the file with attributes
  ///   cannot be replaced.
  init() throws(Failure) {
    let result = GitSetup.run(["git", "rev-parse", "--show-toplevel"])
    // The name may end in a line feed, too.
    guard result.status == 0, result.output.last == 0x0A,
      let path = FilePath(bytes: result.output.dropLast()), !path.isEmpty
    else {
      throw Failure(
        result.status == 127 ? "git cannot be run" : "this directory is not in a git repository")
    }
    top = path
    lines = try GitSetup.lines(ofAttributes: path.appending(".gitattributes"))
  }

  /// What is set in the repository's configuration.
  ///
  /// git takes any status but 0 and 1 for a conflict in which nothing is marked, and then `git add`
  /// would lose their side: if `cardex` fails, `git merge-file` merges the same files. A status of
  /// `textconv` other than 0 would end `git diff`. In a file with conflicts, each side becomes
  /// text, and the differences between the two texts are marked.
  ///
  /// git names a file in the top directory without a directory, so that a name may begin like an
  /// option. It then gets `./` in front. `--` would do for most programs, but not for the name `-`.
  private static let settings = [
    ("merge.cardex.name", "property lists, merged by entry"),
    (
      "merge.cardex.driver",
      """
      cardex merge --marker-size=%L --label=%P \
      --conflict-style="$(git config merge.conflictStyle || echo merge)" -o %A -- %O %A %B; \
      s=$?; test $s -le 1 && exit $s; \
      git merge-file --marker-size=%L -L ours -L base -L theirs -- %A %O %B
      """
    ),
    (
      "diff.cardex.textconv",
      """
      t() { cardex convert --to=text -- "$1" 2>/dev/null; }; \
      f() { case $1 in -*) set -- "./$1";; esac; \
      o=$(t "$1") && { printf '%s\\n' "$o"; return; }; d=$(mktemp -d) && \
      sed '/^<<<<<<< /d;/^||||||| /,/^>>>>>>> /d;/^=======$/,/^>>>>>>> /d' "$1" >"$d/ours.plist" && \
      sed '/^<<<<<<< /,/^=======$/d;/^>>>>>>> /d' "$1" >"$d/theirs.plist" && \
      grep -q '^<<<<<<< ' "$1" && t "$d/ours.plist" >"$d/o" && t "$d/theirs.plist" >"$d/t" && \
      { git -c merge.conflictStyle=merge merge-file -p -L ours -L base -L theirs \
      -- "$d/o" /dev/null "$d/t"; test $? -lt 128; } || \
      cat "$1"; rm -rf -- "$d"; }; f
      """
    ),
  ]

  /// The endings of the names of files that are merged by entry.
  static let endings = [
    "plist", "entitlements", "xcprivacy", "stringsdict", "mobileconfig", "xcstrings", "strings",
  ]
  private static let attributes = endings.map { "*.\($0) merge=cardex diff=cardex" }

  private var attributesPath: FilePath { top.appending(".gitattributes") }

  /// - Returns: What was done, in lines.
  func install() throws(Failure) -> [ByteText] {
    let missing = GitSetup.attributes.filter { !lines.contains(Array($0.utf8)) }
    try write(lines + missing.map { Array($0.utf8) }) { () throws(Failure) in
      for (name, value) in GitSetup.settings { try configure("--replace-all", name, value) }
    }
    return GitSetup.settings.map { name, value in
      ByteText("git config \(name) '\(value.replacing("'", with: "'\\''"))'")
    }
      + missing.map { "\(attributesPath): \($0)" }
  }

  /// - Returns: What was done, in lines.
  func uninstall() throws(Failure) -> [ByteText] {
    var done: [ByteText] = []
    let own = GitSetup.attributes.map { Array($0.utf8) }
    let kept = lines.filter { !own.contains($0) }
    try write(kept) { () throws(Failure) in
      for section in ["merge.cardex", "diff.cardex"] where GitSetup.isSet(section) {
        try configure("--remove-section", section)
        done.append(ByteText("git config --remove-section \(section)"))
      }
    }
    if kept.count < lines.count {
      done.append("\(attributesPath): removed \(lines.count - kept.count) lines")
    }
    return done
  }

  private func configure(_ arguments: String...) throws(Failure) {
    if GitSetup.run(["git", "config", "--local"] + arguments).status != 0 {
      throw Failure("'git config \(arguments[0]) \(arguments[1])' failed")
    }
  }

  /// Whether the configuration of the repository has something in a section.
  private static func isSet(_ section: String) -> Bool {
    let pattern = "^\(section.replacing(".", with: "\\."))\\."
    return run(["git", "config", "--local", "--get-regexp", pattern]).status == 0
  }

  // MARK: Attributes

  /// The lines of `.gitattributes`, which must be a file that can be replaced.
  ///
  /// - Throws: `Failure` if it is not a regular file, which git would not read either, or cannot be
  ///   read.
  private static func lines(ofAttributes path: FilePath) throws(Failure) -> [[UInt8]] {
    guard let found = Platform.status(of: path.cString, in: AT_FDCWD) else {
      if errno == ENOENT { return [] }
      throw Failure(naming: "\(path): \(SystemError(code: errno))")
    }
    guard found.isRegularFile else {
      let kind = found.isSymbolicLink ? "a symbolic link, which git does not follow" : "not a file"
      throw Failure(naming: "\(path) is \(kind)", hint: "move it away; nothing has been changed")
    }
    do throws(SystemError) {
      let file = try FileBytes(path: path)
      var lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        Array($0)
      }
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    } catch {
      throw Failure(naming: "\(path): \(error)")
    }
  }

  /// Writes `.gitattributes`, if its lines have changed.
  ///
  /// - Parameter configure: Called once the file can be replaced. If it throws, the file stays.
  private func write(
    _ new: [[UInt8]], configure: () throws(Failure) -> Void
  ) throws(Failure) {
    if new == lines { return try configure() }
    if new.isEmpty {
      guard access(top.cString, W_OK) == 0 else { throw failure(SystemError(code: errno)) }
      try configure()
      guard unlink(attributesPath.cString) == 0 else { throw failure(SystemError(code: errno)) }
      return
    }
    let text = Array(new.map { $0 + [0x0A] }.joined())
    do {
      try FileReplacement(path: attributesPath).save(check: configure) { write in
        try text.withUnsafeBytes { try write($0) }
      }
    } catch {
      throw error as? Failure ?? failure(error)
    }
  }

  private func failure(_ error: any Error) -> Failure {
    Failure(naming: "\(attributesPath): \("\(error)")")
  }

  // MARK: git

  private static func run(_ command: [String]) -> ChildProcess.Outcome {
    ChildProcess.run(command.map { FilePath($0) })
  }
}
