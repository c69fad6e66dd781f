import Catalogues
import Foundation
import ICUText
import PropertyLists
import Readings
import Searching

@testable import Editing
@testable import Language

/// A catalogue in a file of its own, which is removed with its owner, and sessions on it.
final class EditedCatalogue {
  let directory: URL
  let file: URL

  /// - Parameters:
  ///   - text: The content of the file.
  ///   - name: That of the file, which may tell its format.
  init(_ text: [UInt8], name: String = "list.plist") throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "cardex-session-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    file = directory.appending(path: name)
    try write(text)
  }

  convenience init(fixture: String) throws {
    try self.init(EditedCatalogue.text(ofFixture: fixture))
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  static func text(ofFixture name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Transcript.directory.appending(path: name + ".plist")))
  }

  static let fixtures = [
    "names", "places", "colours", "words", "people", "fruits", "settings", "sites", "form",
  ]

  func write(_ text: [UInt8]) throws { try Data(text).write(to: file) }

  func read() throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  func session(
    _ output: RecordingOutput, locale: String = "", dateLanguage: DateLanguage = .iso,
    readings: UserReadings = UserReadings(path: nil), indexes: (any SessionIndexes)? = nil,
    indexPolicy: LiveIndex.Policy = LiveIndex.Policy()
  ) throws -> Session {
    var file = CatalogueFile(path: file.path())
    let catalogue = try file.read()
    let editing = EditingSession(
      catalogue, file: file, locale: locale, dateLanguage: dateLanguage, readings: readings,
      indexes: indexes, indexPolicy: indexPolicy)
    return Session(editing, output: output)
  }
}

extension Session {
  /// The text as it would be saved, in UTF-8.
  var text: [UInt8] {
    var text: [UInt8] = []
    catalogue.document.forEachPiece { text.append(contentsOf: $0) }
    return text
  }

  /// Whether another session sees the same in its catalogue.
  func reads(like other: Session) -> Bool {
    let (shape, otherShape) = (catalogue.shape, other.catalogue.shape)
    return addresses == other.addresses && shape.labelKeys == otherShape.labelKeys
      && shape.titleKeys == otherShape.titleKeys && shape.memberKeys == otherShape.memberKeys
  }

  /// The addresses of all items.
  private var addresses: [String] {
    let sections = catalogue.sections(in: .root)
    return ([.root] + sections).flatMap { section in
      catalogue.sections[section].items.map { book.address(of: $0) }
    }
  }

  var entryCount: Int {
    var count = 0
    catalogue.forEachEntry(in: .root) { _ in count += 1 }
    return count
  }
}
