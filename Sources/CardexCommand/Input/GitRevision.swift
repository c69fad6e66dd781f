import Platform
import Storage

/// A revision of a git repository, from which files are read.
struct GitRevision {
  private let name: FilePath

  /// - Parameter name: A name that git takes, such as a branch.
  /// - Throws: `Failure` if git would take the name for an option.
  init(_ name: FilePath) throws(Failure) {
    if name.isEmpty || name.hasPrefix("-") {
      throw Failure(naming: "'\(name)' is not a revision", hint: "such as --since=main")
    }
    self.name = name
  }

  /// The content of a file in the revision, as git would check it out; `nil` if there was no such
  /// file.
  ///
  /// - Throws: `Failure` if the file is in no repository, or in one without the revision.
  func content(of path: FilePath) throws(Failure) -> [UInt8]? {
    let whole: FilePath
    do throws(StorageError) {
      whole = try UserDirectory.canonicalPath(path)
    } catch {
      throw Failure(naming: "\(path): \(error)")
    }
    guard let directory = whole.directory, let file = whole.name else { return nil }
    func git(_ arguments: FilePath..., mergesErrors: Bool = false) -> ChildProcess.Outcome {
      ChildProcess.run(["git", "-C", directory] + arguments, mergesErrors: mergesErrors)
    }
    let place = git("rev-parse", "--show-prefix", mergesErrors: true)
    guard place.status == 0 else {
      let reason = place.output.split(separator: UInt8(ascii: "\n")).first.map {
        String(decoding: $0, as: UTF8.self).trimmingPrefix("fatal: ")
      }
      throw Failure(
        naming:
          "\(path): \(place.status == 127 ? "git cannot be run" : reason ?? "git has failed")")
    }
    let commit = git("rev-parse", "--verify", "--quiet", name + "^{commit}")
    guard commit.status == 0, let hash = FilePath(bytes: commit.output.dropLast()) else {
      throw Failure(
        naming: "\(path): its repository has no revision '\(name)'",
        hint: "a shallow clone lacks older ones; 'git fetch --unshallow' gets them")
    }
    let name: FilePath = "./" + file
    let entry = git("ls-tree", "-z", hash, name)
    // Only a regular file, not a link or a submodule, is read.
    guard entry.status == 0, entry.output.starts(with: "100".utf8) else { return nil }
    let content = git("cat-file", "--filters", hash + ":" + name)
    guard content.status == 0 else {
      throw Failure(naming: "\(path): git cannot read it in '\(self.name)'")
    }
    return content.output
  }
}
