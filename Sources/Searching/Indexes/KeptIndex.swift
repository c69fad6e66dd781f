package import Catalogues
import ICUText
package import Platform
package import Readings
package import Storage

/// A file in the directory of indexes, whatever it was made from.
package struct KeptIndex: Sendable {
  /// The path of the index file.
  package let path: FilePath
  private let content: Result<IndexFile, IndexFileError>

  package init(path: FilePath) {
    self.path = path
    content = Result { () throws(IndexFileError) in try IndexFile(path) }
  }

  private var header: IndexHeader? { try? content.get().header }

  /// The canonical path of the catalogue, if the index records it.
  package var catalogue: FilePath? { header?.source.path }

  /// How the catalogue was read, if the index records it.
  package var parsing: ParseOptions? {
    header.flatMap { ParseOptions(encoded: $0.source.options) }
  }

  package var entryCount: Int? { header?.entryCount }

  /// When the index was made, in nanoseconds since 1970.
  package var created: Int64? { header?.created }

  /// The size of the index file in bytes.
  package var size: Int { (try? FileIdentity(path: path)).map { Int($0.size) } ?? 0 }

  /// Why an index is not used, or should not be.
  package enum Fault: Error, Equatable {
    case unusable(IndexFileError)
    /// The catalogue no longer exists.
    case orphaned
    /// The catalogue yields a different part of this name: the file was not damaged, but the code
    /// that made it or the code that reads the catalogue now is wrong.
    case otherPart(String)
    /// The catalogue has a different number of entries.
    case otherCount
    /// Names were read by a different table: the index serves only searches without readings.
    case otherReadings
  }

  /// Whether the index may be used for the catalogue as it is now, as far as the header shows.
  ///
  /// - Complexity: That of asking the system for the identity of a file.
  package func check() throws(Fault) {
    let source = try file().header.source
    guard source.textVersion == IndexLocation.version else { throw .unusable(.otherVersion) }
    let own = IndexFile.path(
      in: path.directory ?? ".", forCatalogueAt: source.path, options: source.options)
    guard parsing != nil, own == path else { throw .unusable(.foreign) }
    guard let identity = try? FileIdentity(path: source.path) else { throw .orphaned }
    guard identity == source.identity else { throw .unusable(.stale) }
  }

  /// Checks every byte.
  package func checkContent() throws(Fault) {
    let file = try file()
    try rethrowing(file.verify()) { (_: IndexDamage) in Fault.unusable(.damaged) }
  }

  /// Compares the index with a new one made of its catalogue, which was just read.
  ///
  /// - Complexity: That of making an index, in time and memory.
  package func compare(
    with catalogue: Catalogue, readings table: ReadingTable
  ) throws(Fault) {
    let file = try file()
    guard file.header.entryCount == catalogue.entryCount else { throw .otherCount }
    let index = CatalogueIndexer(catalogue, folding: CaseFolding(), readings: table).index()
    let parts = IndexLocation.parts(
      of: index, catalogue, IndexLocation.snapshot(of: catalogue, readings: table))
    let version = PartTag(CatalogueIndex.tableVersionName)
    if let part = parts.first(where: { $0.tag == version }), !KeptIndex.has(part, file) {
      throw .otherReadings
    }
    if let part = parts.first(where: { !KeptIndex.has($0, file) }) {
      throw .otherPart("\(part.tag)")
    }
    let tags = Set(parts.map(\.tag))
    if let more = file.header.parts.first(where: { !tags.contains($0.tag) }) {
      throw .otherPart("\(more.tag)")
    }
  }

  /// Whether a file has a part with these bytes.
  private static func has(_ part: (tag: PartTag, bytes: StoredBytes), _ file: IndexFile) -> Bool {
    guard let stored = try? file.part(part.tag), let found = try? stored.all(),
      let wanted = try? part.bytes.all(), found.elementsEqual(wanted)
    else { return false }
    stored.wasRead(0..<stored.count)
    return true
  }

  private func file() throws(Fault) -> IndexFile {
    try rethrowing(content.get(), as: Fault.unusable)
  }
}

extension KeptIndex.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusable(let error): "\(error)"
    case .orphaned: "the catalogue no longer exists"
    case .otherPart(let name): "part \(name) does not match the catalogue"
    case .otherCount: "the catalogue has a different number of entries"
    case .otherReadings: "the readings of names have changed"
    }
  }
}
