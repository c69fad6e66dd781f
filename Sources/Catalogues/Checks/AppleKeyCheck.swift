import PropertyLists

/// Probably misspelt keys of Apple's programs, and values whose type is not the one that these
/// programs expect. All other keys may be a program's own.
package struct AppleKeyCheck: Check {
  private let schema: AppleKeys.Schema

  /// - Returns: `nil` for files in which any key is allowed.
  package init?(_ choice: AppleKeys.Choice = .byName, fileName: String) {
    switch choice {
    case .none: return nil
    case .schema(let schema): self.schema = schema
    case .byName:
      guard let schema = AppleKeys.Schema(fileName: fileName) else { return nil }
      self.schema = schema
    }
  }

  package func run(_ inspection: inout Inspection) {
    let document = inspection.document
    guard document.kind(of: document.root) == .dict else { return }
    // Items in a program's lists need no names, unless the user has named the keys of labels.
    if !inspection.catalogue.hasChosenLabels { inspection.remove([.missingLabel, .missingTitle]) }
    check(document.root, AppleKeys(schema), .root, &inspection)
  }

  /// Checks a dictionary. The recursion ends where no keys are known, so it is never deep.
  private func check(
    _ dict: NodeIndex, _ keys: AppleKeys, _ path: ValuePath, _ inspection: inout Inspection
  ) {
    if keys.isEmpty { return }
    let document = inspection.document
    for member in document.members(of: dict) {
      let name = document.text(of: member.key)
      let path = path.appending(.name(name))
      if let key = keys.key(name) {
        check(member.value, key.types, key.inner, path, &inspection)
      } else if let meant = keys.meant(by: name) {
        inspection.add(
          .nearKey, at: member.key.node, of: nil, "the key '\(path.text)' is nearly '\(meant)'")
      }
    }
  }

  /// Checks a value and the values in it.
  private func check(
    _ value: NodeIndex, _ types: [AppleType], _ inner: AppleKeys, _ path: ValuePath,
    _ inspection: inout Inspection
  ) {
    let document = inspection.document
    let kind = document.kind(of: value)
    guard let type = types.first(where: { $0.includes(kind) }) else {
      if !isWritable(types, as: value, in: document) {
        var names: [String] = []
        for name in types.map(\.name) where !names.contains(name) { names.append(name) }
        inspection.add(
          .wrongType, at: value, of: nil,
          "'\(path.text)' is \(kind.typeName), not \(names.joined(separator: " or "))")
      }
      return
    }
    if kind == .dict { check(value, inner, path, &inspection) }
    guard let element = type.element else { return }
    for (position, value) in document.elements(of: value).enumerated() {
      check(value, [element], inner, path.appending(.position(position)), &inspection)
    }
  }

  /// Whether a string may be written for a value of these types: because the format has only texts
  /// for them, or as a placeholder that a build replaces, such as `$(MARKETING_VERSION)`.
  private func isWritable(
    _ types: [AppleType], as value: NodeIndex, in document: PropertyListDocument
  ) -> Bool {
    guard let string = document.string(value) else { return false }
    if document.hasOnlyStrings(of: types) { return true }
    return document.text(of: string).contains { "$@%{".contains($0) }
  }
}

extension PropertyListDocument {
  /// Whether the format of the file writes values of these types as texts.
  fileprivate func hasOnlyStrings(of types: [AppleType]) -> Bool {
    switch source.format {
    case .xml, .binary: false
    case .json: types.contains { [.date, .data].contains($0) }
    default: types.contains { ![.array, .strings, .dictionary, .dictionaries].contains($0) }
    }
  }
}
