import Catalogues
import PropertyLists

/// A number between two bounds. Forms show its integer part.
struct SliderRow: InputKind {
  let name = "Slider"
  let identifiers = ["slider", "stepper"]
  let specifiers = ["PSSliderSpecifier"]

  func content(of row: FormRow) -> RowContent? {
    let bounds = bounds(of: row)
    let number = row.number(.value)
    if row.isSetting {
      return RowContent(
        detail: row.text("DefaultValue"),
        control: .slider(number ?? bounds.lower, from: bounds.lower, to: bounds.upper))
    }
    let text = number.map(SliderRow.wholePart) ?? row.text(.value)
    let value = bounds.lower < bounds.upper ? number ?? bounds.lower : bounds.lower
    return RowContent(
      row.title, detail: text.isEmpty ? nil : text,
      control: .slider(value, from: bounds.lower, to: bounds.upper))
  }

  func summary(of row: FormRow) -> String? {
    row.isSetting ? row.text("DefaultValue") : row.number(.value).map(SliderRow.wholePart)
  }

  private static func wholePart(of number: Double) -> String {
    Int(exactly: number.rounded(.towardZero)).map(String.init) ?? String(number)
  }

  private func bounds(of row: FormRow) -> (lower: Double, upper: Double) {
    (row.number(.minimum) ?? 0, row.number(.maximum) ?? (row.isSetting ? 1 : 10))
  }

  func enter(_ text: String, in row: FormRow) throws(FormError) {
    let bounds = bounds(of: row)
    guard row.isSetting || bounds.lower < bounds.upper else {
      throw .rejected(
        "'\(row.title)' has no values between its bounds, \(bounds.lower.shortText) and "
          + bounds.upper.shortText, hint: "'set ADDRESS minimum=N maximum=N' corrects it")
    }
    let number = try number(text, in: row)
    row.set(
      .value, to: row.isSetting || row.holds(.integer) ? number.shortText : String(number + 0),
      ifNew: row.isSetting ? .real : .string)
  }

  /// Reads a number between the bounds of a row.
  private func number(_ text: String, in row: FormRow) throws(FormError) -> Double {
    let (lower, upper) = bounds(of: row)
    let text = text.trimmed
    // 'Double' also reads hexadecimal, 'nan' and 'inf'.
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(text)
    else { throw .rejected("'\(text)' is not a number") }
    guard number >= lower, number <= upper else {
      throw .rejected(
        "\(text) is out of bounds: it must be from \(lower.shortText) to \(upper.shortText)")
    }
    return number
  }

  func rejection(of row: FormRow) -> FormError? {
    guard row.isSetting else { return problem(of: row).map { .rejected($0) } }
    do throws(FormError) {
      _ = try number(row.text(.value), in: row)
      return nil
    } catch {
      return error
    }
  }

  func problem(of row: FormRow) -> String? {
    let bounds = bounds(of: row)
    let text = row.text(.value)
    if text.trimmed.isEmpty && !row.holdsOther { return nil }
    guard let number = row.number(.value) else { return "'\(text)' is not a number" }
    if number >= bounds.lower, number <= bounds.upper { return nil }
    return "\(text) is out of bounds: \(bounds.lower.shortText) to \(bounds.upper.shortText)"
  }
}

extension Double {
  /// The number without `.0`.
  package var shortText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
