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

  /// The path to what is under a key in the value, or at a position if that is an array.
  ///
  /// - Parameter step: A key as it is, whatever characters it has, or a number.
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

  /// The path as it is read again, with positions in brackets.
  public var description: String { path.bracketedText }
}
