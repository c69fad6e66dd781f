package import Catalogues
package import Forms
import ICUText
package import Platform
import PropertyLists

/// The contents of entries' rows: what the kinds of entries show, with details made from a
/// template, if there is one.
package struct EntryContents {
  private let catalogue: Catalogue
  private let template: TemplateContents?
  private let kinds: EntryKinds
  let dates: ShownDates
  /// Whether secret values are shown instead of a mask.
  package var showsSecrets = false
  /// Whether details and fields have links.
  package var findsLinks = false

  /// - Parameters:
  ///   - template: The template from which details are made, instead of those of the catalogue.
  ///   - form: The catalogue as a form, if it is one.
  ///   - book: The source of the template's addresses.
  ///   - dates: How dates are shown.
  ///   - fileName: The value of the template's `{file}`.
  ///   - quote: Writes the template's `{address}` as a word of a command.
  /// - Complexity: O(1), as only a sample of the entries is examined.
  package init(
    _ catalogue: Catalogue, template: Template? = nil, form: Form? = nil, book: AddressBook,
    fileName: ByteText, dates: ShownDates = ShownDates(),
    quote: @escaping (String) -> String = { $0 }
  ) {
    self.catalogue = catalogue
    self.dates = dates
    self.template = template.map {
      TemplateContents(
        $0, TemplateValues(catalogue, book: book, fileName: fileName, dates: dates, quote: quote))
    }
    kinds = EntryKinds(of: catalogue, form: form)
  }

  package func content(of entry: Entry.ID) -> RowContent {
    var content = unmarkedContent(of: entry)
    if showsSecrets, content.detail == Catalogue.mask,
      let secret = catalogue.secret(of: entry).flatMap(catalogue.document.scalar)
    {
      content.detail = catalogue.document.text(of: secret)
    }
    if dates.pattern != nil, content.label == nil, let node = catalogue.labelNode(of: entry) {
      content.label = dates.text(of: node.node, in: catalogue.document)
    }
    kinds.mark(&content, of: entry)
    return content
  }

  private func unmarkedContent(of entry: Entry.ID) -> RowContent {
    guard let template else {
      var content = kinds.content(of: entry) ?? RowContent(detail: catalogue.detail(of: entry))
      if dates.pattern != nil, content.detail != nil, let node = catalogue.detailNode(of: entry),
        content.detail == catalogue.detail(of: entry)
      {
        content.detail = dates.text(of: node.node, in: catalogue.document) ?? content.detail
      }
      return content
    }
    var content = kinds.isForm ? kinds.content(of: entry) ?? RowContent() : RowContent()
    (content.detail, content.style) = template.detail(of: entry)
    if !content.leadsWithControl { content.control = .none }
    return content
  }
}

/// Details made from a template. A class, so that checking for its absence is cheap.
private final class TemplateContents {
  private let template: Template
  private let values: TemplateValues

  init(_ template: Template, _ values: TemplateValues) {
    self.template = template
    self.values = values
  }

  /// The filled template; no detail for an entry that has none of the fields that the template
  /// names.
  func detail(of entry: Entry.ID) -> (detail: String?, style: RowStyle?) {
    var namesFields = false
    var hasField = false
    let detail = template.filled { placeholder in
      let text = values.text(of: placeholder, in: entry)
      if TemplateValues.isPartOfEntry(placeholder.name) {
        namesFields = true
        if !text.isEmpty { hasField = true }
      }
      return text
    }
    guard hasField || !namesFields, !detail.isEmpty else { return (nil, nil) }
    return (detail, detail.contains(where: \.endsLine) ? .subtitle : nil)
  }
}
