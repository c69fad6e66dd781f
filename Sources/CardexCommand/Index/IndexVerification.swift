import Catalogues
import Platform
import Searching
import Storage

/// `cardex index verify`: checks that indexes are correct, that is, that every byte is the one
/// written and that the content is what the catalogue yields.
struct IndexVerification {
  let options: ParsedOptions
  let output: Output

  /// Verifies the indexes of some catalogues, or all indexes.
  func run(_ paths: [FilePath]) throws(Failure) -> ExitStatus {
    let directory = try IndexDirectory()
    var status = ExitStatus.found
    if paths.isEmpty {
      let indexes = try directory.indexes()
      if indexes.isEmpty { Diagnostics.note(naming: "there are no indexes in \(directory.path)") }
      for index in indexes { try verify(index, index.name(), &status) }
    }
    for path in paths {
      let indexes = try directory.indexes(ofCatalogueAt: path, parsing: options.parseOptions)
      if indexes.isEmpty {
        try report("there is no index", ByteText(path), &status)
      }
      for index in indexes { try verify(index, index.name(path), &status) }
    }
    return status
  }

  private func report(
    _ problem: String, _ name: ByteText, _ status: inout ExitStatus
  ) throws(Failure) {
    if status == .found { status = .notFound }
    try output.write(naming: "\(name): \(problem)")
  }

  private func verify(
    _ index: KeptIndex, _ name: ByteText, _ status: inout ExitStatus
  ) throws(Failure) {
    var failure: Failure?
    do throws(Failure) {
      if let fault = try fault(of: index, name) {
        return try report("\(fault)", name, &status)
      }
    } catch {
      failure = error
    }
    guard let failure else { return try output.write(naming: "\(name): the index is good") }
    status = .failed
    try output.report(failure)
  }

  /// What is wrong, if anything.
  ///
  /// - Throws: `Failure` if the catalogue cannot be read.
  /// - Complexity: That of making the index.
  private func fault(of index: KeptIndex, _ name: ByteText) throws(Failure) -> KeptIndex.Fault? {
    if let fault = caught(index.check) ?? caught(index.checkContent) { return fault }
    guard let path = index.catalogue, let parsing = index.parsing else {
      return .unusable(.foreign)
    }
    let file = try IndexedFile(path: path, name: name, parsing: parsing, kind: .regular)
    // Only this, and no checksum, can show that the builder was wrong.
    let difference = try file.difference(of: index)
    // The catalogue may have changed in the meantime.
    return caught(index.check) ?? difference
  }

  private func caught(_ check: () throws(KeptIndex.Fault) -> Void) -> KeptIndex.Fault? {
    do throws(KeptIndex.Fault) {
      try check()
      return nil
    } catch {
      return error
    }
  }
}
