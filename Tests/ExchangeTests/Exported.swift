import Catalogues
import PropertyLists
import TestHelpers

@testable import Exchange

/// What a catalogue becomes in a format.
struct Exported {
  private(set) var text = ""
  private(set) var losses: [String] = []

  init(
    _ plist: Plist, as format: ExportFormat, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws {
    try self.init(Catalogue(plist), as: format, change)
  }

  init(
    _ catalogue: Catalogue, as format: ExportFormat,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws {
    var options = ExportOptions()
    change(&options)
    var bytes: [UInt8] = []
    let losses = try Export(catalogue, as: format, options: options).write {
      bytes.append(contentsOf: $0)
    }
    text = String(decoding: bytes, as: UTF8.self)
    self.losses = losses.messages(of: format)
  }
}

/// A catalogue as it is read from a text.
func catalogue(_ text: String) throws -> Catalogue {
  try Catalogue(PropertyListDocument(FileBytes(text.utf8)))
}

/// People in sections, with a value of each type.
let people: Plist = [
  [
    "title": "A",
    "items": [
      ["name": "Anna", "phone": "0123", "born": .date("1970-01-02T03:04:05Z"), "age": 30],
      ["name": "Arno \"Q\"", "photo": .data, "tags": ["x", ["a": 1.5]]],
    ],
  ],
  ["title": "B, C", "items": [["phone": "1", "name": "Bo", "isFriend": true]]],
]
