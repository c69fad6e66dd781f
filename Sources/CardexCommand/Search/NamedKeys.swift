import Catalogues
import Editing
import Platform

/// The keys of fields that a search names. That no entry has one of them is a mistake, but with
/// several files it is enough that an entry of some file does.
final class NamedKeys {
  private let keys: [String]
  private let hasSeveralFiles: Bool
  private var known: Set<String> = []
  private var unknown: [(key: String, failure: Failure)] = []

  init(_ keys: [String], hasSeveralFiles: Bool) {
    self.keys = keys
    self.hasSeveralFiles = hasSeveralFiles
  }

  /// Checks the entries of a file.
  ///
  /// - Parameter name: The name of the file.
  /// - Throws: `Failure` if no other file might have the key.
  func check(_ file: SearchedFile, named name: ByteText) throws(Failure) {
    for key in keys where !known.contains(key) {
      if try file.hasField(key) {
        known.insert(key)
        continue
      }
      let catalogue = try file.catalogue()
      guard let error = ReportedError.caught(try catalogue.checkField(key, followsPaths: true))
      else { continue }
      if !hasSeveralFiles { throw Failure(reported: error, at: name) }
      unknown.append((key, Failure(reported: error)))
    }
  }

  /// The failure to report when all files have been searched.
  var failure: Failure? {
    unknown.first { !known.contains($0.key) }?.failure
  }
}
