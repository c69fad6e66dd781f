import Catalogues
import Editing
import PropertyLists

/// Renames an entry or a section, or a key in all entries that have it.
struct Renaming {
  private let file: OpenFile
  private let position: TextPosition

  private enum Subject {
    case item(Item)
    /// The values that have the key.
    case key([NodeIndex])
  }

  init(_ file: OpenFile, _ position: TextPosition) { (self.file, self.position) = (file, position) }

  /// The range that is renamed, as the result of `prepareRename`.
  var prepared: String {
    get throws(MessageError) {
      let reading = try file.current
      guard let (_, node) = subject(reading), let range = reading.contentRange(of: node) else {
        return "null"
      }
      return file.json(range)
    }
  }

  func changes(to name: String) throws(MessageError) -> [TextChange] {
    let reading = try file.current
    guard let (subject, _) = subject(reading) else {
      throw MessageError(.requestFailed, "only entries, sections and keys are renamed")
    }
    if name.isEmpty || name.contains(where: \.isNewline) {
      throw MessageError(.requestFailed, "a name is not empty, and is on one line")
    }
    return try file.changes { editing throws(SessionError) in
      switch subject {
      case .item(.section(let section)):
        _ = try editing.perform(.renameSection(section, to: name))
      case .item(let entry): _ = try editing.perform(.rename(entry, to: name))
      case .key(let values):
        let paths = ValuePaths(reading.document)
        let edits = values.compactMap(paths.path).map {
          (edit: TreeEdit.rename($0, to: name), record: OperationRecord?.none)
        }
        for outcome in try editing.perform(edits) { _ = try outcome.get() }
      }
    }
  }

  /// What is renamed at the position, and the node that holds its name.
  private func subject(_ reading: Reading) -> (Subject, name: NodeIndex)? {
    // Keys of tables and cards are columns and properties, which have rules of their own.
    guard [.xml, .json, .jsonLines, .openStep, .strings].contains(reading.document.source.format),
      let place = file.place(at: position), let child = place.child
    else { return nil }
    let catalogue = reading.catalogue
    let entry = reading.entry(of: child.value)
    let name = place.isInKey ? child.key ?? child.value : child.value
    let item = reading.item(at: place)
    if case .entry(let entry)? = item, catalogue.labelNode(of: entry)?.node == name {
      return (.item(.entry(entry)), name)
    }
    if let section = catalogue.sections(in: .root).first(where: {
      catalogue.sections[$0].titleNode == name
    }) {
      return (.item(.section(section)), name)
    }
    guard place.isInKey else { return nil }
    // A key that names an entry is renamed only there.
    if entry != nil { return (.key([child.value]), name) }
    return (.key(reading.values(alike: place)), name)
  }
}

extension Reading {
  /// The values of the key at a place, in all similar containers.
  func values(alike place: NodeAtOffset) -> [NodeIndex] {
    guard let key = place.child?.key.flatMap(document.key).map(document.exactText) else {
      return []
    }
    return alike(place.containers).flatMap { container in
      document.members(of: container).filter { document.hasExactText($0.key, key) }.map(\.value)
    }
  }
}

extension OpenFile {
  /// The reading of the current text.
  ///
  /// - Throws: `MessageError` if the text cannot be read, or has not been read yet.
  var current: Reading {
    get throws(MessageError) {
      if let error {
        throw MessageError(
          .requestFailed, "the text cannot be read: \(error.location): \(error)")
      }
      guard isRead, let reading else {
        throw MessageError(.contentModified, "the text has not been read yet")
      }
      return reading
    }
  }

  /// The changes that edits make in the current text.
  func changes(
    _ edit: (EditingSession) throws(SessionError) -> Void
  ) throws(MessageError) -> [TextChange] {
    try TextEditing.changes(of: text.bytes, at: path, edit)
  }
}
