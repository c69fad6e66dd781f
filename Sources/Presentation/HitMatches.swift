package import Catalogues
import Forms
package import ICUText
import PropertyLists
package import Searching

/// Where a search matches in the entries that it found.
package struct HitMatches {
  private let catalogue: Catalogue
  private let query: SearchQuery
  private let records: EntryRecords
  private let sections: SectionRecords
  /// Whether labels and details show their matches; finding matches takes time.
  private let showsMatches: Bool

  package init(_ catalogue: Catalogue, _ query: SearchQuery, showsMatches: Bool) {
    self.catalogue = catalogue
    self.query = query
    self.showsMatches = showsMatches
    records = EntryRecords(catalogue: catalogue, fields: query.fields)
    sections = SectionRecords(catalogue: catalogue, fields: query.fields)
  }

  /// A searched field that matches, with its matches.
  package struct FieldMatch {
    package let name: String
    /// Whether the text is the name of a key, in the container that has the path.
    package let isKey: Bool
    package let text: String
    /// Ranges of the text's UTF-8 bytes.
    package let ranges: [Range<Int>]

    /// The keys that lead to the field, joined by dots; if the field is a key, that key is the
    /// last.
    package var path: String { isKey ? prefix + text : name }

    /// The text that is shown before that of the field.
    package var prefix: String { name.isEmpty ? "" : name + (isKey ? "." : "=") }
  }

  /// The matches in an entry's searched fields; none if the search is inverted.
  ///
  /// - Returns: The matches, and a failure if not all of them can be determined.
  package func matches(
    in entry: Entry.ID
  ) -> (found: [FieldMatch], failure: RegularExpression.Failure?) {
    query.isInverted ? ([], nil) : matches(among: records.searchedFields(of: entry))
  }

  /// The matches in a section's title, whose name is empty, and in its other searched fields.
  ///
  /// - Returns: The matches, and a failure if not all of them can be determined.
  package func matches(
    in section: Section.ID
  ) -> (found: [FieldMatch], failure: RegularExpression.Failure?) {
    matches(among: sections.searchedFields(of: section))
  }

  private func matches(
    among fields: [EntryRecords.Field]
  ) -> (found: [FieldMatch], failure: RegularExpression.Failure?) {
    var found: [FieldMatch] = []
    var failure: RegularExpression.Failure?
    for field in fields {
      let text = records.text(of: field)
      do throws(RegularExpression.Failure) {
        let ranges = try query.matcher.ranges(
          in: text, isString: catalogue.document.isString(field.node))
        if !ranges.isEmpty {
          found.append(
            FieldMatch(name: field.name, isKey: field.isKey, text: text, ranges: ranges))
        }
      } catch {
        failure = failure ?? error
      }
    }
    return (found, failure)
  }

  /// The label and the detail of a row, with the matches in them. If neither matches, because other
  /// fields were searched, the first matching field replaces the detail.
  package func texts(
    of entry: Entry.ID, label: String, detail: String?
  ) -> (label: Row.Text, detail: Row.Text?) {
    let plain = (label: Row.Text(label), detail: detail.map { Row.Text($0) })
    if query.isInverted { return plain }
    switch query.fields {
    case .labelAndDetail, .label, .detail:
      guard showsMatches else { return plain }
      let (labelNode, detailNode) = (
        catalogue.labelNode(of: entry), catalogue.detailNode(of: entry)
      )
      return (
        query.fields == .detail
          ? plain.label : Row.Text(label, matches: ranges(in: label, of: labelNode)),
        query.fields == .label
          ? plain.detail : detail.map { Row.Text($0, matches: ranges(in: $0, of: detailNode)) }
      )
    case .keys, .all, .keyNames: break
    }
    let found = matches(in: entry).found
    // Texts are compared by bytes, since ranges are of bytes.
    func shownRanges(in text: String) -> [Range<Int>]? {
      if let match = found.first(where: { $0.text.utf8.elementsEqual(text.utf8) }) {
        return match.ranges
      }
      if catalogue.shownTitles.isEmpty { return nil }
      let ranges = ranges(in: text, of: nil)
      return ranges.isEmpty ? nil : ranges
    }
    let labelMatch = shownRanges(in: label)
    let labelText = Row.Text(label, matches: shown(labelMatch))
    if let detail, let match = shownRanges(in: detail) {
      return (labelText, Row.Text(detail, matches: shown(match)))
    }
    guard labelMatch == nil, let match = found.first else { return (labelText, plain.detail) }
    let text = Row.Text(match.text, matches: shown(match.ranges))
    return (labelText, text.following(match.prefix))
  }

  /// The entries that match by their fields, or by the text that their rows show in place of titles
  /// of the file, or by both together.
  ///
  /// - Parameter row: Makes the row of an entry.
  /// - Complexity: O(*n*) in the text of all entries, but O(1) without such titles.
  package func entries(shownBy row: (Entry.ID) -> Row) -> RecordSet {
    let count = catalogue.entryCount
    if catalogue.shownTitles.isEmpty { return .none(of: count) }
    let found = catalogue.entries.filter { entry in
      let row = row(entry)
      var shown: [String] = []
      if [.all, .labelAndDetail, .label].contains(query.fields) { shown.append(row.label.value) }
      if [.all, .labelAndDetail, .detail].contains(query.fields) {
        shown += [row.detail?.value].compactMap(\.self).filter { $0 != Catalogue.mask }
      }
      let texts = shown + records.searchedFields(of: entry).map(records.text)
      let isMatch = try? query.matcher.matches { word throws(RegularExpression.Failure) in
        for text in texts where try !word.ranges(in: text).isEmpty { return true }
        return false
      }
      return isMatch ?? false
    }
    return RecordSet(ascending: found.map(\.rawValue), of: count)
  }

  private func shown(_ ranges: [Range<Int>]?) -> [Range<Int>] {
    showsMatches ? ranges ?? [] : []
  }

  /// The ranges of a text that match; none if the text is too hard for the expression.
  private func ranges(in text: String, of node: ScalarIndex?) -> [Range<Int>] {
    let isString = node.map(catalogue.document.isString) ?? true
    return (try? query.matcher.ranges(in: text, isString: isString)) ?? []
  }
}
