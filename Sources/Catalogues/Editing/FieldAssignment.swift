import ICUText
import Platform
import PropertyLists

/// A key, an optional type and a value, as users write them: `year=1998`, `year:integer=1998`.
package struct FieldAssignment: Equatable, Sendable {
  /// The key; empty for the value of an entry that is not a dictionary.
  package let key: String
  /// The type; `nil` for the type that the key's values have in the item or in neighbouring
  /// entries.
  package let type: FieldType?
  package let value: String

  package init(key: String, type: FieldType?, value: String) {
    self.key = key
    self.type = type
    self.value = value
  }

  /// A field whose value is an element.
  package init(key: String, element: [UInt8]) {
    self.init(key: key, type: .xml, value: String(decoding: element, as: UTF8.self))
  }
}

/// The types that users can name.
package enum FieldType: String, CaseIterable, Sendable {
  case string, integer, real, boolean, date, data, array, dict
  /// JSON's `null`, which has no text.
  case null
  /// An XML element, which is written to the file as it is.
  case xml
  /// The content of a file, in base64: it becomes a text in place of a text, otherwise data. It is
  /// only used for values at paths and cannot be named.
  case file

  /// Shorter names, as in programming languages.
  package static let otherNames: [String: FieldType] = [
    "bool": .boolean, "int": .integer, "float": .real,
  ]

  /// The type with a full or shorter name; `nil` for other names and `file`.
  package init?(named name: String) {
    guard let type = FieldType(rawValue: name) ?? FieldType.otherNames[name], type != .file
    else { return nil }
    self = type
  }

  /// The kind of node; `nil` for an element, which has its own, for `null`, and for the content of
  /// a file.
  var kind: NodeKind? {
    switch self {
    case .string: .string
    case .integer: .integer
    case .real: .real
    case .boolean: .true
    case .date: .date
    case .data: .data
    case .array: .array
    case .dict: .dict
    case .null, .xml, .file: nil
    }
  }
}

extension PropertyListDocument {
  /// Parses the text of a value, or of a key and its value, and adds the text and its nodes to the
  /// document.
  ///
  /// - Parameter key: What the user calls the value, for errors.
  func add(
    _ text: [UInt8], isMember: Bool, isFragment: Bool = false, for key: String
  ) throws(EditError) -> Addition {
    do throws(PropertyListError) {
      return try add(text, isMember: isMember, isFragment: isFragment)
    } catch {
      throw .element(key: key, error)
    }
  }

  func element(ofKey key: String) throws(EditError) -> [UInt8] {
    do throws(ReportedError) {
      return try element(of: key, as: .key)
    } catch {
      throw .value(key: key, error)
    }
  }

  /// The element of a field's value, with the line ends of the file.
  ///
  /// - Parameters:
  ///   - usual: The kind of value if the field has no type.
  ///   - depth: The number of containers that will be around the value.
  func element(
    for field: FieldAssignment, insteadOf usual: NodeKind, below depth: Int
  ) throws(EditError) -> [UInt8] {
    withLineEndsOfFile(try elementWithLineFeeds(for: field, insteadOf: usual, below: depth))
  }

  private func elementWithLineFeeds(
    for field: FieldAssignment, insteadOf usual: NodeKind, below depth: Int
  ) throws(EditError) -> [UInt8] {
    let text = Array(field.value.utf8)
    switch field.type {
    case .xml: try checkElement(text, for: field.key, below: depth)
    case .array, .dict: try checkElement(ElementText.container(.dict), for: field.key, below: depth)
    case .null:
      guard text.isEmpty else {
        throw .value(key: field.key, ReportedError("null has no value: nothing may follow '='"))
      }
      do throws(ReportedError) {
        try checkMarkup(in: PropertyListDocument.nullElement)
      } catch {
        throw .value(key: field.key, error)
      }
      return PropertyListDocument.nullElement
    default: break
    }
    do throws(ReportedError) {
      guard field.type == .xml else {
        let kind = field.type?.kind ?? usual
        // Values other than texts may be written in full width and with blanks around them.
        return kind == .string
          ? try element(of: field.value)
          : try ElementText.value(field.value.halfWidth.withoutOuterBlanks, as: kind)
      }
      try checkMarkup(in: text)
      return text
    } catch {
      throw .value(key: field.key, error)
    }
  }

  /// Checks that a text is one element that the file can hold.
  private func checkElement(
    _ text: [UInt8], for key: String, below depth: Int
  ) throws(EditError) {
    do throws(PropertyListError) {
      let limit = PropertyListDocument.depthLimit
      if try PropertyListDocument.depth(ofElement: text) + depth > limit {
        throw PropertyListError(.tooDeep(limit: limit))
      }
    } catch {
      throw .element(key: key, error)
    }
  }
}

extension String {
  fileprivate var withoutOuterBlanks: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    guard let first = unicodeScalars.firstIndex(where: { !isBlank($0) }),
      let last = unicodeScalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}
