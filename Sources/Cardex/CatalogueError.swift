import Catalogues
import Editing
import Platform
import PropertyLists
import Storage

/// Why something cannot be done with a catalogue or a property list.
public enum CatalogueError: Error, Equatable, Sendable {
  /// A file cannot be read or written.
  case file(path: String, reason: String)
  /// The bytes cannot be parsed. Lines count from 1; `line` is `nil` for binary files.
  case malformed(reason: String, line: Int?)
  /// Nothing has that name, is at that path, or has that identity.
  case notFound(String)
  /// An edit is not possible: a value does not fit, a name is in use, a form does not take a text.
  case refused(String)
  /// Another program has changed the file since it was read. Call `refresh` of a `Catalogue`; for a
  /// `PropertyList`, read the file into another one, and merge that.
  case changedByOthers(path: String)
  /// The task was cancelled.
  case cancelled
}

extension CatalogueError: CustomStringConvertible {
  /// What is wrong, for a person to read: one line without a full stop.
  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .malformed(let reason, let line): line.map { "line \($0): \(reason)" } ?? reason
    case .notFound(let reason), .refused(let reason): reason
    case .changedByOthers(let path): "\(path): another program has changed the file"
    case .cancelled: "cancelled"
    }
  }
}

extension CatalogueError {
  init(_ error: SessionError) {
    switch error {
    case .interrupted: self = .cancelled
    case .address(let error): self = .notFound("\(error)")
    case .path(let error): self.init(error)
    case .file(let path, let problem): self.init(problem, at: path)
    default: self = .refused("\(error.message)")
    }
  }

  init(_ error: PathError) {
    self =
      switch error {
      case .notFound, .dotted, .noParent, .outOfRange, .noContainer, .noPosition, .noKey:
        .notFound("\(error)")
      default: .refused("\(error)")
      }
  }

  /// - Parameter path: The path of the file, if there is one.
  init(_ problem: CatalogueFileError, at path: FilePath?) {
    switch problem {
    case .changedByOthers: self = .changedByOthers(path: path?.shown ?? "")
    case .propertyList(let error): self.init(error)
    case .root: self = .notFound("\(problem)")
    case .unwritable, .name: self = .refused("\(problem)")
    case .storage, .system: self = .file(path: path?.shown ?? "", reason: "\(problem)")
    }
  }

  init(_ error: PropertyListError) {
    let line: Int? = if case .text(let line, _) = error.location { line } else { nil }
    self = .malformed(reason: error.description, line: line)
  }

  /// The library's error for an error that occurred while a file was read or written.
  init(_ error: any Error, ofFileAt path: FilePath) {
    switch error {
    case let error as CatalogueError: self = error
    case let problem as CatalogueFileError: self.init(problem, at: path)
    case let error as PropertyListError: self.init(error)
    case let error as UnwritableFile: self = .refused("\(error)")
    default: self = .file(path: path.shown, reason: "\(error)")
    }
  }
}

extension FilePath {
  /// The path as text, for messages.
  fileprivate var shown: String { String(decoding: bytes, as: UTF8.self) }

  /// - Throws: `CatalogueError.file` for a text that is not a path.
  init(named text: String) throws(CatalogueError) {
    guard !text.isEmpty, let path = FilePath(bytes: text.utf8) else {
      throw .file(path: text, reason: "that is not the name of a file")
    }
    self = path
  }
}
