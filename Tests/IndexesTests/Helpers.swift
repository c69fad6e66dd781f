import Catalogues
import Foundation
import ICUText
import Platform
import PropertyLists
import Readings
import Storage
import TestHelpers
import Testing

@testable import Searching

/// A catalogue in a file of its own with its index, in a directory that is removed with its owner.
final class IndexedExample {
  private let directory: TemporaryDirectory
  /// The paths of the catalogue and its index.
  let file: String
  let location: IndexLocation

  var index: String { location.path.text ?? "" }

  init(_ text: String, encoding: String.Encoding = .utf8) throws {
    directory = try TemporaryDirectory()
    file = directory("example.plist")
    try text.data(using: encoding)?.write(to: URL(filePath: file))
    location = try IndexLocation(
      in: IndexDirectory(FilePath(directory.path)), catalogue: FilePath(file),
      identity: FileIdentity(path: file), parsing: ParseOptions())
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(path: file)))
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    let snapshot = IndexLocation.snapshot(of: catalogue, readings: .shared)
    try location.write(index, of: catalogue, snapshot, created: 0)
  }

  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: URL(filePath: index))) }
  }

  /// Overwrites the index.
  func overwrite(_ bytes: [UInt8]) throws {
    let descriptor = open(index, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    try #require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
    try #require(ftruncate(descriptor, off_t(bytes.count)) == 0)
  }

  /// What a search prints from the index alone; `nil` if the index turns out to be unusable.
  func search(_ pattern: String, in fields: SearchedFields = .labelAndDetail) throws -> [String]? {
    let matcher = try Matcher([pattern], readings: .shared)
    do {
      let stored = try location.open()
      guard let found = try stored.index.candidates(for: matcher, in: fields) else { return nil }
      let catalogue = try stored.restore(FileBytes(path: file))
      let book = AddressBook(catalogue)
      let lines = found.entries.entries.map { entry in
        book.address(of: .entry(entry)) + "\t" + catalogue.label(of: entry) + "\t"
          + (catalogue.detail(of: entry) ?? "")
      }
      return catalogue.restoringFailure ? nil : lines
    } catch is IndexFileError {
      return nil
    } catch is IndexDamage {
      return nil
    }
  }

  /// Whether the catalogue is restored from the index and then turns out to be damaged.
  func failsLate() throws -> Bool {
    guard let stored = try? location.open(),
      let catalogue = try? stored.restore(FileBytes(path: file))
    else { return false }
    for entry in catalogue.entries { _ = catalogue.label(of: entry) }
    return catalogue.restoringFailure
  }

  /// Whether verifying finds something wrong.
  var isFaulty: Bool {
    let kept = KeptIndex(path: index)
    do {
      try kept.check()
      try kept.checkContent()
      return false
    } catch {
      return true
    }
  }
}

/// The entries that an index finds, none of which is undecided, in the order of the outline.
func entries(
  found search: SearchQuery, _ index: LiveIndex, _ catalogue: Catalogue
) throws -> [Entry.ID] {
  let found = try #require(index.search(search))
  try #require(found.undecided.isEmpty)
  return catalogue.inOutline(found.entries.entries)
}

/// Fails the test: no record should be undecided.
func fail(_ record: UndecidedRecord) { Issue.record("\(record) is undecided") }
