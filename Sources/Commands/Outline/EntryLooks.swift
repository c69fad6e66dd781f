package import Catalogues
package import Outlines
package import Platform

/// What an entry's row shows after its label.
package struct EntryLook: Equatable, Sendable {
  package let detail: String?
  /// Where the detail is shown, if the row has a preference.
  package let style: RowStyle?

  package init(detail: String?, style: RowStyle? = nil) {
    self.detail = detail
    self.style = style
  }
}

/// What the rows of a catalogue show after their labels: the text of a template or, without one,
/// what their kinds show.
package struct EntryLooks {
  private let catalogue: Catalogue
  private let template: TemplateLooks?
  /// The kinds of the rows; most catalogues have none.
  private let kinds: [any RowKind.Type]

  /// - Parameters:
  ///   - template: The template from which details are made, instead of those of the catalogue.
  ///   - book: The source of the template's addresses.
  ///   - fileName: The value of the template's `{file}`.
  /// - Complexity: O(1), as only a sample of the entries is examined.
  package init(
    _ catalogue: Catalogue, template: Template? = nil, book: AddressBook, fileName: ByteText
  ) {
    self.catalogue = catalogue
    self.template = template.map {
      TemplateLooks($0, TemplateValues(catalogue, book: book, fileName: fileName))
    }
    kinds = template == nil ? EntryLooks.kinds(in: catalogue) : []
  }

  /// Whether details are made from a template.
  var hasTemplate: Bool { template != nil }

  package func look(of entry: Entry.ID) -> EntryLook {
    if let template { return template.look(of: entry) }
    if !kinds.isEmpty {
      let row = KindEntry(entry, in: catalogue)
      for kind in kinds { if let look = kind.look(of: row) { return look } }
    }
    return EntryLook(detail: catalogue.detail(of: entry))
  }

  // MARK: Kinds

  /// The number of entries examined to find the kinds of rows.
  private static let sampleSize = 128

  /// The kinds of a sample of entries, evenly spread. Where all rows are alike, only kinds that the
  /// entries themselves name count.
  private static func kinds(in catalogue: Catalogue) -> [any RowKind.Type] {
    let stride = max(catalogue.entryCount / sampleSize, 1)
    var counts = [Int](repeating: 0, count: RowKinds.all.count)
    var total = 0
    for entry in Swift.stride(
      from: catalogue.entries.lowerBound, to: catalogue.entries.upperBound, by: stride)
    {
      total += 1
      let row = KindEntry(entry, in: catalogue)
      if let index = RowKinds.all.firstIndex(where: { $0.look(of: row) != nil }) {
        counts[index] += 1
      }
    }
    let areAlike = counts.contains(total)
    return zip(RowKinds.all, counts).filter { $1 > 0 && ($0.isNamed || !areAlike) }.map(\.0)
  }
}

/// Details made from a template. A class, so that checking for its absence is cheap.
private final class TemplateLooks {
  private let template: Template
  private let values: TemplateValues

  init(_ template: Template, _ values: TemplateValues) {
    self.template = template
    self.values = values
  }

  /// The filled template; no detail for an entry that has none of the fields that the template
  /// names.
  func look(of entry: Entry.ID) -> EntryLook {
    var namesFields = false
    var hasField = false
    let detail = template.filled { name in
      let text = values.text(of: name, in: entry)
      if TemplateValues.isPartOfEntry(name) {
        namesFields = true
        if !text.isEmpty { hasField = true }
      }
      return text
    }
    guard hasField || !namesFields, !detail.isEmpty else { return EntryLook(detail: nil) }
    return EntryLook(detail: detail, style: detail.contains(where: \.endsLine) ? .subtitle : nil)
  }
}
