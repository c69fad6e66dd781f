import Catalogues
import Platform
import PropertyLists

/// The way to a value in a property list: `.CFBundleURLTypes[0].CFBundleURLSchemes[-1]`.
///
/// It begins with a dot, and dots separate its steps: keys of dictionaries, and positions in arrays
/// from 0, or from the end with -1 as the last. A backslash escapes the character after it, and a key
/// may be in double quotes. `/` is the whole property list.
public struct Path: Hashable, Sendable {
  let path: ValuePath

  init(_ path: ValuePath) { self.path = path }

  /// Reads a path as it is written.
  ///
  /// - Throws: `CatalogueError.refused` if the text is not a path.
  public init(_ text: String) throws(CatalogueError) {
    path = try rethrowing(ValuePath(text)) { (error: ValuePathError) in
      CatalogueError.refused(error.description)
    }
  }

  /// The path to a child of this value: under a key, or at a position if the value is an array.
  ///
  /// - Parameter step: A key without escapes, or a position.
  public func appending(_ step: String) -> Path { Path(path.appending(.name(step))) }
}

extension Path: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Reads a path that is written in the program.
  ///
  /// - Precondition: The text is a path.
  public init(stringLiteral text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The path as text that can be read again, with positions in brackets.
  public var description: String { path.bracketedText }
}
