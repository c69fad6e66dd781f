import Catalogues
import ICUText
import Platform
import PropertyLists
import Readings
import Searching
import Storage

/// A catalogue in memory and its valid index.
struct IndexTemplate {
  let file: [UInt8]
  let index: [UInt8]
  let location: IndexLocation

  /// The path of the index to open.
  var path: FilePath { location.path }

  static let all: [IndexTemplate] = {
    let names = (0..<40).map { "n\($0) 奥迪 é\($0 % 7)" }
    let strings = names.map { "<string>\($0)</string>" }.joined()
    let people = names.map {
      "<dict><key>name</key><string>\($0)</string><key>phone</key><string>+4\($0)</string></dict>"
    }
    let sections = stride(from: 0, to: 40, by: 10).map { start in
      "<dict><key>title</key><string>T\(start)</string><key>footer</key><string>f</string>"
        + "<key>rows</key><array>\(people[start..<start + 10].joined())</array></dict>"
    }
    let twice = "<array>\(strings)\(strings)</array>"
    let dictionary = names.map { "<key>\($0)</key><string>x</string>" }.joined()
    return [
      IndexTemplate(Array(plist("<array>\(sections.joined())</array>").utf8)),
      IndexTemplate(Array(plist(twice).utf8)),
      IndexTemplate(Array(plist("<dict>\(dictionary)</dict>").utf8)),
      IndexTemplate(utf16(plist("<array>\(people.joined())</array>"))),
      IndexTemplate(Array(plist("<array/>").utf8)),
    ]
  }()

  private static func plist(_ value: String) -> String { "<plist version=\"1.0\">\(value)</plist>" }

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private init(_ file: [UInt8]) {
    self.file = file
    do {
      // The identity that the index refers to; the catalogue's bytes are never read from there.
      let identity = FileIdentity(
        device: 1, inode: 2, size: Int64(file.count), modified: 3, changed: 4)
      location = try IndexLocation(
        in: IndexDirectory(ScratchDirectory.path), catalogue: ScratchDirectory.path,
        identity: identity, parsing: ParseOptions())
      let catalogue = try Catalogue(PropertyListDocument(FileBytes(file)))
      try location.write(
        CatalogueIndexer(catalogue, folding: CaseFolding()).index(), of: catalogue,
        IndexLocation.snapshot(of: catalogue, readings: .shared), created: 0)
      index = try FileBytes(path: location.path).copy
    } catch {
      fatalError("no index: \(error)")
    }
  }

  var catalogue: Catalogue {
    get throws { try Catalogue(PropertyListDocument(FileBytes(file))) }
  }
}
