import PropertyLists

/// Entries without a picture, if nearly all other entries have one under the same key.
struct PictureCheck: Check {
  /// The minimum number of entries for each entry without a picture.
  private static let entriesForEachMissing = 10

  func run(_ inspection: inout Inspection) {
    let (catalogue, fields) = (inspection.catalogue, inspection.fields)
    var counts: [Int] = []
    var isPicture: [Bool] = []
    var entryCount = 0
    fields.forEachEntry { _, dict in
      entryCount += 1
      fields.forEachField(of: dict) { key, value in
        while counts.count <= key {
          isPicture.append(FieldNames.isPicture(fields.names[counts.count]))
          counts.append(0)
        }
        if isPicture[key], inspection.document.isFilled(value) { counts[key] += 1 }
      }
    }
    guard
      let key = counts.indices.max(by: { counts[$0] < counts[$1] }),
      counts[key] > 0, counts[key] < entryCount,
      (entryCount - counts[key]) * PictureCheck.entriesForEachMissing <= entryCount
    else { return }
    fields.forEachEntry { entry, dict in
      var (hasPicture, empty): (Bool, NodeIndex?) = (false, nil)
      fields.forEachField(of: dict) { other, value in
        guard isPicture[other] else { return }
        if inspection.document.isFilled(value) { hasPicture = true }
        if other == key { empty = value }
      }
      if hasPicture { return }
      let node = empty ?? catalogue.labelNode(of: entry)?.node ?? dict
      inspection.add(
        .missingPicture, at: node, of: .entry(entry),
        "no '\(fields.keys[key].excerpt())', which \(counts[key]) of \(entryCount) entries have")
    }
  }
}

extension PropertyListDocument {
  /// Whether a value is neither blank text nor empty data.
  fileprivate func isFilled(_ value: NodeIndex) -> Bool {
    string(value).map { withText(of: $0) { $0.contains { $0 > 0x20 } } } ?? !isEmptyData(value)
  }

  private func isEmptyData(_ value: NodeIndex) -> Bool {
    kind(of: value) == .data && data(at: value)?.isEmpty != false
  }
}

/// Reports names of pictures without a file, in entries and sections.
package struct PictureFileCheck: Check {
  private let files: PictureFiles

  package init(_ files: PictureFiles) { self.files = files }

  package func run(_ inspection: inout Inspection) {
    let (catalogue, fields) = (inspection.catalogue, inspection.fields)
    var isPicture: [Bool] = []
    fields.forEachField { entry, key, value in
      while isPicture.count <= key {
        isPicture.append(FieldNames.isPictureName(fields.names[isPicture.count]))
      }
      if isPicture[key] { check(value, of: .entry(entry), &inspection) }
    }
    for section in [.root] + catalogue.sections(in: .root) {
      for field in catalogue.fields(of: section)
      where FieldNames.isPictureName(
        FieldNames.normalized(catalogue.document.text(of: field.key)))
      {
        check(field.value, of: section == .root ? nil : .section(section), &inspection)
      }
    }
  }

  /// Checks a name, or each name in an array.
  private func check(_ value: NodeIndex, of item: Item?, _ inspection: inout Inspection) {
    let document = inspection.document
    if document.kind(of: value) == .array {
      for element in document.elements(of: value) where document.string(element) != nil {
        check(element, of: item, &inspection)
      }
      return
    }
    guard let string = document.string(value) else { return }
    let name = document.text(of: string)
    // Pictures at a URL are not in the folder.
    if name.allSatisfy(\.isWhitespace) || name.contains("://") || name.hasPrefix("data:") { return }
    if files.file(named: name) == nil {
      inspection.add(
        .missingPicture, at: value, of: item, "there is no file for the picture '\(name.excerpt())'"
      )
    }
  }
}
