import PropertyLists

/// Names of pictures, in entries and sections, for which there is no file.
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

  /// Checks a name, or each in an array.
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
    // Pictures from elsewhere are not in a folder.
    if name.allSatisfy(\.isWhitespace) || name.contains("://") || name.hasPrefix("data:") { return }
    if files.file(named: name) == nil {
      inspection.add(
        .missingPicture, at: value, of: item, "there is no file for the picture '\(name.excerpt())'"
      )
    }
  }
}
