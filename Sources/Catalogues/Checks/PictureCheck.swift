import PropertyLists

/// Entries without a picture if nearly all others have one under the same key.
struct PictureCheck: Check {
  /// The minimum number of entries for each one without a picture.
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
