import PropertyLists

/// Values whose type differs from that of most entries under the same key.
struct TypeCheck: Check {
  func run(_ inspection: inout Inspection) {
    let (fields, document) = (inspection.fields, inspection.document)
    var counts: [[Int]] = []
    fields.forEachField { _, key, value in
      while counts.count <= key { counts.append(TypeCheck.noKinds) }
      counts[key][Int(document.broadKind(of: value).rawValue)] += 1
    }
    let usual = counts.map(TypeCheck.usualKind)
    // The type of an entered value depends on the kind of row.
    let shape = inspection.catalogue.shape
    let mayChange =
      shape.isForm
      ? FormKey.value.rawValue : shape.grouping == .headerRows ? "DefaultValue" : nil
    guard usual.contains(where: { $0 != nil }) else { return }
    fields.forEachField { entry, key, value in
      guard let usual = usual[key], document.broadKind(of: value) != usual,
        fields.keys[key] != mayChange
      else { return }
      let kind = document.kind(of: value)
      inspection.add(
        .changingType, at: value, of: .entry(entry),
        "'\(fields.keys[key].excerpt())' is \(kind.typeName) here and \(usual.typeName) in most entries"
      )
    }
  }

  private static let noKinds = [Int](repeating: 0, count: NodeKind.allCases.count)

  /// The kind that most values have; `nil` if all have the same kind.
  private static func usualKind(_ counts: [Int]) -> NodeKind? {
    let kinds = NodeKind.allCases.filter { counts[Int($0.rawValue)] > 0 }
    guard kinds.count > 1 else { return nil }
    return kinds.max { counts[Int($0.rawValue)] < counts[Int($1.rawValue)] }
  }
}

extension PropertyListDocument {
  /// The kind of a value; both booleans are the same kind.
  fileprivate func broadKind(of value: NodeIndex) -> NodeKind {
    let kind = kind(of: value)
    return kind == .false ? .true : kind
  }
}
