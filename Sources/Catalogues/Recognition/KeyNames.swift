import PropertyLists

/// Names of keys in order of preference. A name with dots may also be a path into inner
/// dictionaries.
///
/// All are in one array of bytes. With an array of arrays each comparison would count references,
/// and threads that do so at the same time contend.
struct KeyNames: Equatable, Sendable {
  /// The names in UTF-8, one after another.
  private let bytes: [UInt8]
  /// The offset where each name ends.
  private let ends: [Int]
  /// The names that may also be paths, with their ranks.
  private let paths: [Path]

  private struct Path: Equatable, Sendable {
    let rank: Int
    let components: [String]
  }

  init(_ names: [String]) {
    var bytes: [UInt8] = []
    ends = names.map { name in
      bytes += Array(name.utf8)
      return bytes.count
    }
    self.bytes = bytes
    paths = names.enumerated().compactMap { rank, name in
      let components = FieldPath(name).components
      return components.count > 1 ? Path(rank: rank, components: components) : nil
    }
  }

  var isEmpty: Bool { ends.isEmpty }

  /// The rank of the first name that equals a key, if the rank is below a limit.
  func rank(ofKey key: ScalarIndex, in document: PropertyListDocument, before limit: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for rank in 0..<min(limit, ends.count) {
        let name = UnsafeBufferPointer(rebasing: bytes[start..<ends[rank]])
        if document.hasText(key, name) { return rank }
        start = ends[rank]
      }
      return nil
    }
  }

  /// The first result of the closure that is not `nil`, for the values at paths with a rank below a
  /// limit.
  func first<Wanted>(
    in dict: NodeIndex, of document: PropertyListDocument, before limit: Int,
    where wanted: (NodeIndex) -> Wanted?
  ) -> Wanted? {
    for path in paths where path.rank < limit {
      if let value = document.value(at: path.components, in: dict), let found = wanted(value) {
        return found
      }
    }
    return nil
  }
}

extension PropertyListDocument {
  /// The value under a key of a dictionary or, if there is none, at the path that the key is read
  /// as.
  func value(ofKeyOrPath key: String, in dict: NodeIndex) -> NodeIndex? {
    if let value = value(of: key, in: dict) { return value }
    let isPath = key.utf8.contains(UInt8(ascii: "."))
    return isPath ? value(at: FieldPath(key).components, in: dict) : nil
  }

  /// The value that a path of keys leads to.
  func value(at path: [String], in dict: NodeIndex) -> NodeIndex? {
    path.reduce(Optional(dict)) { outer, key in
      outer.flatMap { kind(of: $0) == .dict ? value(of: key, in: $0) : nil }
    }
  }
}
