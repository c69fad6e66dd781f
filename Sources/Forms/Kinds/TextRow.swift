import Catalogues
import ICUText
import Platform
import PropertyLists

/// A line of text. Several lines that belong to one row are parts of one text, such as a first and
/// a last name.
struct TextRow: InputKind {
  let name = "Text"
  let identifiers = ["textfield", "textinput", "textcell", "textview"]
  let specifiers = ["PSTextFieldSpecifier"]
  let isJoined = true

  func content(of row: FormRow) -> RowContent? {
    row.isSetting
      ? RowContent(detail: summary(of: row))
      : RowContent(row.title, control: .text(row.text(.value)))
  }

  func summary(of row: FormRow) -> String? {
    if row.isSetting {
      return row.text("DefaultValue").flatMap {
        $0.isEmpty ? nil : row.isSecret ? Catalogue.mask : $0
      }
    }
    let text = row.text(.value).trimmed
    return text.isEmpty ? nil : text
  }

  func enter(_ text: String, in row: FormRow) throws(FormError) {
    try TextRow.checkIsLine(text)
    row.set(.value, to: text)
  }

  func rejection(of row: FormRow) -> FormError? {
    FormError.caught(try TextRow.checkIsLine(row.text(.value)))
  }

  /// - Throws: `FormError` if a text does not fit on a line.
  static func checkIsLine(_ text: String) throws(FormError) {
    for (offset, scalar) in text.unicodeScalars.enumerated() where scalar.breaksLine {
      throw .rejected(
        "character \(offset + 1) is \(scalar.codePoint), which is not allowed in a line of text")
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is a control character or a line terminator.
  fileprivate var breaksLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// A row whose detail has several lines, which are shown below the label.
struct ParagraphRow: RowKind {
  let isNamed = false

  func content(of row: FormRow) -> RowContent? {
    guard let detail = row.detail else { return nil }
    let lines = detail.split(whereSeparator: \.endsLine).count { !$0.allSatisfy(\.isWhitespace) }
    return lines > 1 ? RowContent(detail: detail, style: .subtitle) : nil
  }
}
