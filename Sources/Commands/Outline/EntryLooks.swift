package import Catalogues
package import Outlines
package import Platform

/// What an entry's row shows behind its label.
package struct EntryLook: Equatable, Sendable {
  package let detail: String?
  /// Where the detail is to stand, if the row has a wish.
  package let style: RowStyle?

  package init(detail: String?, style: RowStyle? = nil) {
    self.detail = detail
    self.style = style
  }
}

/// What the rows of a catalogue show behind their labels: what a template says, else what their
/// kinds do.
package struct EntryLooks {
  private let catalogue: Catalogue
  private let template: TemplateLooks?
  /// The kinds that rows are of; most catalogues have none.
  private let kinds: [any RowKind.Type]

  /// - Parameters:
  ///   - template: What details are made of instead of what they are read as.
  ///   - book: Where the template's addresses come from.
  ///   - fileName: What the template's `{file}` is.
  /// - Complexity: O(1), as only a sample of the entries is looked at.
  package init(
    _ catalogue: Catalogue, template: Template? = nil, book: AddressBook, fileName: ByteText
  ) {
    self.catalogue = catalogue
    self.template = template.map {
      TemplateLooks($0, TemplateValues(catalogue, book: book, fileName: fileName))
    }
    kinds = template == nil ? EntryLooks.kinds(in: catalogue) : []
  }

  /// Whether details are what a template says.
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

  /// How many entries tell which kinds of rows there are.
  private static let sampleSize = 128

  /// The kinds of some entries, evenly spread. Where all rows are alike, only those kinds count that
  /// the entries themselves name.
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

/// Details that are made by a template. A class, so that asking for one that is not there is cheap.
private final class TemplateLooks {
  private let template: Template
  private let values: TemplateValues

  init(_ template: Template, _ values: TemplateValues) {
    self.template = template
    self.values = values
  }

  /// The template filled; no detail for an entry that has none of the fields which it names.
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
