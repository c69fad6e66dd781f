import Catalogues
import Comparing
import Platform
import PropertyLists
import Storage

/// A property list whose values can be changed while everything else stays as it is written: order,
/// white space, comments, encoding, line ends.
///
/// It is read from property lists in XML, binary or OpenStep form, strings files, JSON, JSON Lines,
/// CSV, TSV, vCards and recfiles. The format is recognized, and kept when the list is written. It is
/// a value: changing a copy does not change the original. Copying is free; the first change of a copy
/// parses the text again.
///
/// ```swift
/// var info = try PropertyList(contentsOf: "Info.plist")
/// try info.set(".CFBundleVersion", to: "42")
/// try info.write(to: "Info.plist")
/// ```
public struct PropertyList: Sendable {
  private var storage: Storage

  /// A document with its changes, shared by copies of the list until one of them is changed.
  private final class Storage: Sendable {
    let contents: Guarded<Contents>

    init(_ contents: sending Contents) { self.contents = Guarded(contents) }
  }

  private struct Contents {
    var tree: EditedTree
    /// The file that was read or written last.
    var origin: (path: FilePath, identity: FileIdentity)?
  }

  private init(_ contents: sending Contents) { storage = Storage(contents) }

  // MARK: Reading

  /// Reads a property list from its bytes.
  ///
  /// - Throws: `CatalogueError.malformed` if they are in none of the formats.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(bytes: [UInt8]) throws(CatalogueError) {
    self.init(Contents(tree: EditedTree(try PropertyList.document(FileBytes(bytes)))))
  }

  /// Reads a file. This waits for the disk.
  ///
  /// - Throws: `CatalogueError.file` if it cannot be read, `malformed` if it is in none of the
  ///   formats.
  public init(contentsOf path: String) throws(CatalogueError) {
    let path = try FilePath(named: path)
    do {
      let identity = try FileIdentity(path: path)
      let document = try PropertyList.document(FileBytes(path: path), at: path)
      self.init(Contents(tree: EditedTree(document), origin: (path, identity)))
    } catch {
      throw CatalogueError(error, ofFileAt: path)
    }
  }

  /// Makes a property list in XML of a value.
  ///
  /// - Throws: What the value throws when it is encoded; `CatalogueError.refused` for what a property
  ///   list in XML does not have, such as `null`.
  public init(encoding value: some Encodable) throws {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    try self.init(bytes: Array("\(head)<dict/>\n</plist>\n".utf8))
    try set("/", to: value)
  }

  private static func document(
    _ bytes: FileBytes, _ format: FileFormat? = nil, at path: FilePath? = nil
  ) throws(CatalogueError) -> sending PropertyListDocument {
    do throws(CatalogueFileError) {
      return try PropertyListDocument(parsing: bytes, at: path, ParseOptions(format: format))
    } catch {
      throw CatalogueError(error, at: path)
    }
  }

  /// A new document, parsed from the text as it is now.
  private func document() throws(CatalogueError) -> sending PropertyListDocument {
    let (bytes, format) = try storage.contents.withLock { contents throws(CatalogueError) in
      (try PropertyList.bytes(of: contents.tree), contents.tree.document.source.format)
    }
    return try PropertyList.document(FileBytes(bytes), format)
  }

  /// The value at a path.
  ///
  /// - Throws: `CatalogueError.notFound` if there is no value; `refused` if there are several,
  ///   because a key occurs more than once.
  /// - Complexity: O(*n*) in the children of the containers on the path for the first few calls,
  ///   then O(1) for each container.
  public func value(at path: Path) throws(CatalogueError) -> Value {
    try storage.contents.withLock { contents throws(CatalogueError) in
      let tree = contents.tree
      return Value(
        try rethrowing(tree.value(at: path.path)) { (error: PathError) in CatalogueError(error) },
        in: tree)
    }
  }

  // MARK: Changing

  /// Sets the value at a path, or adds it to its container. Containers that are missing on the path
  /// are added, too.
  ///
  /// Nothing is written if the value is there already, perhaps in another form.
  ///
  /// - Throws: What the value throws when it is encoded; `CatalogueError.notFound` for a position
  ///   that an array does not have, or a path through a value that is not a container; `refused` if
  ///   the format of the file does not have such a value, or a key on the path occurs more than
  ///   once. Nothing has changed then.
  public mutating func set(_ path: Path, to value: some Encodable) throws {
    let value = try ValueEncoder.value(of: value)
    if let old = try? self.value(at: path), old.isSame(as: value) { return }
    try make(.set(path.path, value))
  }

  /// Adds a value: to an array before the element at a path, to its end if the path is that of the
  /// array, or to a dictionary under a key that is not there.
  ///
  /// - Throws: What the value throws when it is encoded; `CatalogueError.notFound` if the container
  ///   or the element does not exist; `refused` if the key exists already, or the format of the
  ///   file does not have such a value. Nothing has changed then.
  public mutating func insert(_ value: some Encodable, at path: Path) throws {
    try make(.insert(path.path, ValueEncoder.value(of: value)))
  }

  /// Removes the value at a path, with its key.
  ///
  /// - Throws: `CatalogueError.notFound` if there is no value; `refused` for the root of the
  ///   property list, or if a key on the path occurs more than once. Nothing has changed then.
  public mutating func delete(_ path: Path) throws(CatalogueError) { try make(.delete(path.path)) }

  /// Moves a value to an unused key, before an element of an array, or to the end of an array.
  /// Within its dictionary the value keeps its place, and only gets another key; within its array
  /// it takes the position of the element.
  ///
  /// - Throws: `CatalogueError.notFound` if there is no value, or the container or element to move
  ///   it to does not exist; `refused` if the key exists already, or the target is inside the moved
  ///   value. Nothing has changed then.
  public mutating func move(_ path: Path, to target: Path) throws(CatalogueError) {
    if path.path.parent == target.path.parent, case .name(let key)? = target.path.steps.last,
      isDictionary(at: path.path.parent)
    {
      return try make(.rename(path.path, to: key))
    }
    try make(.move(path.path, to: target.path))
  }

  private func isDictionary(at path: ValuePath) -> Bool {
    storage.contents.withLock { contents in
      let tree = contents.tree
      return (try? tree.value(at: path)).map(tree.document.kind) == .dict
    }
  }

  /// Changes the document. If another copy shares it, it is parsed anew first.
  private mutating func make(_ change: Change) throws(CatalogueError) {
    if !isKnownUniquelyReferenced(&storage) {
      let document = try document()
      let origin = storage.contents.withLock { $0.origin }
      storage = Storage(Contents(tree: EditedTree(document), origin: origin))
    }
    try storage.contents.withLock { contents throws(CatalogueError) in
      let edit = try change.edit(in: contents.tree.document)
      _ = try rethrowing(contents.tree.make(edit)) { (error: PathError) in CatalogueError(error) }
    }
  }

  /// A change that is independent of the document.
  private enum Change {
    case set(ValuePath, Value)
    case insert(ValuePath, Value)
    case delete(ValuePath)
    case rename(ValuePath, to: String)
    case move(ValuePath, to: ValuePath)

    func edit(in document: PropertyListDocument) throws(CatalogueError) -> TreeEdit {
      switch self {
      case .set(let path, let value):
        .set([try value.assignment(at: path, in: document)], makesParents: true)
      case .insert(let path, let value): .insert([try value.assignment(at: path, in: document)])
      case .delete(let path): .delete([path])
      case .rename(let path, let key): .rename(path, to: key)
      case .move(let path, let target): .move(path, to: target)
      }
    }
  }

  // MARK: Comparing and merging

  /// The differences from an earlier list, in the order of this one.
  ///
  /// Elements of arrays are matched by their contents, so an element that was moved or changed is
  /// not reported as removed and added.
  ///
  /// - Throws: `CatalogueError.refused` if one of the lists has been changed and its format cannot
  ///   be written.
  /// - Complexity: O(*n*) in the length of the texts; parts that are written differently cost more.
  public func differences(from old: PropertyList) throws(CatalogueError) -> [Difference] {
    let (old, new) = (try old.document(), try document())
    return Difference.all(TreeComparison(from: old, to: new).differences, old, new)
  }

  /// Merges the changes that another list has made to a common base into this list, which has
  /// changes of its own.
  ///
  /// - Parameters:
  ///   - theirs: The other list.
  ///   - base: The list that both were derived from; `nil` if there is none.
  /// - Returns: The conflicts: values that both lists have changed differently. Each is a difference
  ///   from the value here, which stays, to the value in the other list.
  /// - Throws: `CatalogueError.refused` if a list has been changed, or would be by merging, and its
  ///   format cannot be written. Nothing has changed then.
  /// - Complexity: O(*n*) in the length of the texts; parts that are written differently cost more.
  public mutating func merge(
    _ theirs: PropertyList, since base: PropertyList?
  ) throws(CatalogueError) -> [Difference] {
    let (ours, others) = (try document(), try theirs.document())
    var options = MergeOptions()
    options.resolution = .ours
    let merge = TreeMerge(base: try base?.document(), ours: ours, theirs: others, options)
    let conflicts = Difference.all(merge.conflicts, ours, others)
    merge.apply()
    let merged = try PropertyList.document(
      FileBytes(try PropertyList.bytes(of: ours)), ours.source.format)
    let origin = storage.contents.withLock { $0.origin }
    storage = Storage(Contents(tree: EditedTree(merged), origin: origin))
    return conflicts
  }

  // MARK: Writing

  /// The bytes of the file, in its format and encoding. Without changes, they are the bytes that
  /// were read.
  ///
  /// - Throws: `CatalogueError.refused` if the list was changed and its format cannot be written.
  /// - Complexity: O(*n*).
  public func bytes() throws(CatalogueError) -> [UInt8] {
    try storage.contents.withLock { contents throws(CatalogueError) in
      try PropertyList.bytes(of: contents.tree)
    }
  }

  private static func bytes(of tree: EditedTree) throws(CatalogueError) -> [UInt8] {
    try tree.withText { () throws(CatalogueError) in try bytes(of: tree.document) }
  }

  static func bytes(of document: PropertyListDocument) throws(CatalogueError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try document.writeFile { bytes.append(contentsOf: $0) }
    } catch {
      switch error {
      case .unwritable(let error): throw .refused("\(error)")
      }
    }
    return bytes
  }

  /// Creates a file, or replaces it as a whole, in one step. This waits for the disk.
  ///
  /// - Throws: `CatalogueError.changedByOthers` if another program has changed the file since this
  ///   list was read from it or written to it; `file` if it cannot be written; `refused` if the
  ///   list was changed and its format cannot be written. The file is then as it was.
  public func write(to path: String) throws(CatalogueError) {
    let path = try FilePath(named: path)
    try storage.contents.withLock { contents throws(CatalogueError) in
      let content = FileContent(
        path: path, bytes: try PropertyList.bytes(of: contents.tree),
        replaced: contents.origin.flatMap {
          UserDirectory.formerPath($0.path) == UserDirectory.formerPath(path) ? $0.identity : nil
        })
      let identity = try content.write { throw CatalogueFileError.changedByOthers }
      contents.origin = (path, identity)
    }
  }
}
