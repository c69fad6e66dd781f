import Platform
package import PropertyLists

/// Why nothing is found, or nothing can be changed, at a path.
package enum PathError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(ValuePathError)
  /// Nothing is at the path; `nearest` are the keys of the container.
  case notFound(ValuePath, nearest: [String])
  /// Nothing is at the path, but there is a key with its dots, at `meant`.
  case dotted(ValuePath, meant: ValuePath)
  /// Nothing is at the first path, so a new value at the second path has no container.
  case noParent(ValuePath, of: ValuePath)
  /// A key of the path occurs `count` times in its dictionary.
  case ambiguous(ValuePath, count: Int)
  /// The first path leads to a single value, so nothing can be at the second path inside it.
  case noContainer(ValuePath, kind: NodeKind, inside: ValuePath)
  /// A key where an array has positions.
  case noPosition(ValuePath)
  /// A position in brackets where a dictionary has keys.
  case noKey(ValuePath)
  /// A new key that already exists.
  case exists(ValuePath)
  /// A position beyond the end of an array, which has `count` elements.
  case outOfRange(ValuePath, count: Int)
  /// The root cannot be deleted, moved or have a key.
  case root
  /// A new key that ends in a plus sign, although appending to the array at this path was probably
  /// meant.
  case appends(ValuePath)
  /// A key that occurs `count` times in a dictionary of a patch.
  case repeatedInPatch(ValuePath, count: Int)
  /// The patch and the property list are not both dictionaries, so that the patch would replace
  /// everything.
  case replacesAll
  /// A value that would be moved into itself.
  case insideItself(ValuePath)
  /// A value that cannot be written.
  case value(ValuePath, EditError)
  /// An untyped value for a path where a container is.
  case container(ValuePath, kind: NodeKind)
  case keyOfElement(ValuePath)
  /// A value whose type is not the wanted one.
  case otherType(ValuePath, kind: NodeKind, wanted: NodeKind)
  /// A container that cannot be printed in the requested way; `advice` says how it can be.
  case unprintable(ValuePath, kind: NodeKind, advice: String)

  /// The path that the error is about; `nil` if it is about none.
  package var path: ValuePath? {
    switch self {
    case .malformed, .root, .replacesAll: nil
    case .notFound(let path, _), .dotted(let path, _), .noParent(_, of: let path),
      .ambiguous(let path, _), .noContainer(_, _, inside: let path), .noPosition(let path),
      .noKey(let path), .exists(let path), .outOfRange(let path, _), .insideItself(let path),
      .value(let path, _), .container(let path, _), .keyOfElement(let path), .appends(let path),
      .repeatedInPatch(let path, _), .otherType(let path, _, _), .unprintable(let path, _, _):
      path
    }
  }

  package var description: String {
    switch self {
    case .malformed(let error): return "\(error)"
    case .notFound(let path, let nearest):
      let near = PathError.suggestions(for: path, among: nearest)
      return "nothing is at '\(path.text.nameExcerpt)'"
        + (near.isEmpty ? "" : "; nearest: \(near.joined(separator: "  "))")
    case .dotted(let path, let meant):
      return "nothing is at '\(path.text.nameExcerpt)', but at '\(meant.text.nameExcerpt)'"
    case .noParent(let path, let whole):
      let names = whole.steps.suffix(whole.steps.count - path.steps.count + 1).compactMap {
        if case .name(let name) = $0 { name } else { nil }
      }
      let key = path.parent.appending(.name(names.joined(separator: ".")))
      return
        "nothing is at '\(path.text.nameExcerpt)'; --parents adds what is missing on the way, and "
        + "'\(key.text.nameExcerpt)' is a key with dots"
    case .ambiguous(let path, let count):
      return "'\(path.text.nameExcerpt)' is ambiguous: the key occurs \(count) times"
    case .noContainer(let path, let kind, let inner):
      return "'\(path.text.nameExcerpt)' is \(kind.withArticle), so nothing is at "
        + "'\(inner.text.nameExcerpt)'"
    case .noPosition(let path):
      return
        "'\(path.parent.text.nameExcerpt)' is an array: its elements are at .0, .1, … and .-1, not at "
        + "'\(path.text.nameExcerpt)'"
    case .noKey(let path):
      return "'\(path.parent.text.nameExcerpt)' is a dictionary, which has no positions in brackets"
    case .exists(let path):
      return "'\(path.text.nameExcerpt)' is already there; 'set' changes it"
    case .outOfRange(let path, let count):
      return "'\(path.text.nameExcerpt)' is beyond the end: "
        + (count == 1 ? "there is 1 element" : "there are \(count) elements")
    case .appends(let path):
      return "'\(path.text.nameExcerpt)' is an array; 'insert' adds an element to it"
    case .repeatedInPatch(let path, let count):
      return "the patch has '\(path.text.nameExcerpt)' \(count) times"
    case .replacesAll:
      return
        "the patch and the file are not both dictionaries; '--force' replaces the whole file"
    case .root: return "that is the whole property list, not something in it"
    case .insideItself(let path):
      return "'\(path.text.nameExcerpt)' cannot be put into itself"
    case .value(let path, let error): return "\(path.text.nameExcerpt): \(error)"
    case .container(let path, let kind):
      return "'\(path.text.nameExcerpt)' is \(kind.withArticle); "
        + "':json=' or ':xml=' gives it another value, ':string=' makes it a text"
    case .otherType(let path, let kind, let wanted):
      return
        "'\(path.text.nameExcerpt)' is of the type \(kind.fieldTypeName), not \(wanted.fieldTypeName)"
    case .unprintable(let path, let kind, _):
      return "'\(path.text.nameExcerpt)' is \(kind.withArticle)"
    case .keyOfElement(let path):
      return "'\(path.text.nameExcerpt)' is an element of an array, which has no key"
    }
  }

  /// The paths of up to three keys that are spelled like the last step.
  private static func suggestions(for path: ValuePath, among keys: [String]) -> [String] {
    guard case .name(let name) = path.steps.last else { return [] }
    let wanted = Array(name.lowercased())
    let limit = max(1, min(3, wanted.count / 3))
    return keys.map { ($0, editDistance(wanted, Array($0.lowercased()), limit: limit)) }
      .filter { $0.1 <= limit }
      .sorted { $0.1 < $1.1 }.prefix(3)
      .map { path.parent.appending(.name($0.0)).text.nameExcerpt }
  }
}

extension NodeKind {
  /// `an array`, `a string`.
  fileprivate var withArticle: String {
    switch self {
    case .array, .integer: "an \(elementName)"
    case .dict: "a dictionary"
    case .true, .false: "a boolean"
    case .real: "a real number"
    case .data: "data"
    default: "a \(elementName)"
    }
  }
}
