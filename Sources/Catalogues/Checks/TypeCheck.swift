import PropertyLists

/// Values whose type differs from that of most entries under the same key.
struct TypeCheck: Check {
  func run(_ inspection: inout Inspection) {
    let (fields, document) = (inspection.fields, inspection.document)
    var counts: [[Int]] = []
    fields.forEachField { _, key, value in
      // A null says nothing about the type of the other values.
      if document.isNull(value) { return }
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
      guard let usual = usual[key], !document.isNull(value),
        document.broadKind(of: value).group != usual.group,
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

  /// The kind that nearly all values have; for numbers the more frequent of the two kinds. `nil` if
  /// all values are of one group, or if types seem to vary by nature: there are ten or more values,
  /// of which more than a tenth are of other groups.
  private static func usualKind(_ counts: [Int]) -> NodeKind? {
    let kinds = NodeKind.allCases.filter { counts[Int($0.rawValue)] > 0 }
    guard Set(kinds.map(\.group)).count > 1 else { return nil }
    func frequency(_ kind: NodeKind) -> (Int, Int) {
      let group = kinds.filter { $0.group == kind.group }
      return (group.reduce(0) { $0 + counts[Int($1.rawValue)] }, counts[Int(kind.rawValue)])
    }
    guard let usual = kinds.max(by: { frequency($0) < frequency($1) }) else { return nil }
    let total = counts.reduce(0, +)
    return total < 10 || (total - frequency(usual).0) * 10 <= total ? usual : nil
  }
}

extension NodeKind {
  /// The kind without the difference of integers and reals: programs read a whole number where they
  /// expect a real one.
  fileprivate var group: NodeKind { self == .real ? .integer : self }
}

extension PropertyListDocument {
  /// The kind of a value; both booleans are the same kind.
  fileprivate func broadKind(of value: NodeIndex) -> NodeKind {
    let kind = kind(of: value)
    return kind == .false ? .true : kind
  }
}
