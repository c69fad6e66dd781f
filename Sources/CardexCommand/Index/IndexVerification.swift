import Catalogues
import Platform
import PropertyLists
import Searching
import Storage

/// `cardex index verify`: checks that indexes are correct, that is, that every byte is the one
/// written and that the content is what the catalogue yields.
struct IndexVerification {
  let options: ParsedOptions
  let output: Output

  /// Verifies the indexes of some catalogues, or all indexes.
  func run(_ paths: [FilePath]) throws(Failure) -> ExitStatus {
    let directory = try IndexDirectory.checked()
    var status = ExitStatus.found
    if paths.isEmpty {
      let indexes = try directory.indexes(options)
      if indexes.isEmpty { Diagnostics.note(naming: "there are no indexes in \(directory.path)") }
      for index in indexes { try verify(index, index.name(), &status) }
    }
    for path in paths {
      let indexes = try directory.indexes(of: path, options)
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
    switch Result(catching: { () throws(Failure) in try fault(of: index, name) }) {
    case .success(let fault?): try report("\(fault)", name, &status)
    case .success(nil): try output.write(naming: "\(name): the index is good")
    case .failure(let failure):
      status = .failed
      try output.report(failure)
    }
  }

  /// What is wrong, if anything.
  ///
  /// - Throws: `Failure` if the catalogue cannot be read.
  /// - Complexity: That of making the index.
  private func fault(of index: KeptIndex, _ name: ByteText) throws(Failure) -> KeptIndex.Fault? {
    if let fault = KeptIndex.Fault.caught(try index.check())
      ?? KeptIndex.Fault.caught(try index.checkContent())
    {
      return fault
    }
    guard let path = index.catalogue, let parsing = index.parsing else {
      return .unusable(.foreign)
    }
    let file = try IndexedFile(path, named: name, parsing)
    let catalogue = try file.read(named: name).catalogue
    // Only this comparison, and no checksum, can show that the builder was wrong.
    let difference = Progress.during("verifying the index of \(name)", .bytes(file.bytes.count)) {
      file.difference(of: index, from: catalogue)
    }
    // The catalogue may have changed in the meantime.
    return KeptIndex.Fault.caught(try index.check()) ?? difference
  }
}
