import Catalogues

/// A switch that is on or off. A form's row may define the meanings in its title:
/// `Off = Single, On = Married`. A row of settings may define the values for on and off.
struct SwitchRow: InputKind {
  let name = "Switch"
  let identifiers = ["switch", "toggle", "checkbox"]
  let specifiers = ["PSToggleSwitchSpecifier"]

  func content(of row: FormRow) -> RowContent? {
    let titles = titles(of: row)
    let isOn = isOn(row)
    if row.isSetting { return RowContent(control: .switch(isOn)) }
    let other = titles.map { isOn ? "off: " + $0.off : "on: " + $0.on }
    return RowContent(
      titles.map { isOn ? $0.on : $0.off } ?? row.title, detail: other, control: .switch(isOn),
      leadsWithControl: true)
  }

  func summary(of row: FormRow) -> String? {
    let titles = titles(of: row)
    return isOn(row) ? titles?.on ?? "On" : titles?.off ?? "Off"
  }

  private func isOn(_ row: FormRow) -> Bool {
    if row.isSetting, let value = row.text("DefaultValue"), let on = row.text("TrueValue") {
      return value == on
    }
    return row.flag(.value) ?? false
  }

  func enter(_ text: String, in row: FormRow) throws(FormError) {
    let text = text.trimmed
    let titles = titles(of: row)
    // Titles take precedence: "No" may be the title for on.
    for (title, flag) in [(titles?.on, true), (titles?.off, false)] {
      if let title, Names.areAlike(title, text) { return row.set(.value, to: flag) }
    }
    guard let flag = Flag.value(of: text) else {
      throw .rejected("'\(text)' is not one of: \(FormError.list(choices(of: row)))")
    }
    if row.isSetting, row.set(.value, copying: flag ? "TrueValue" : "FalseValue") { return }
    row.set(.value, to: flag)
  }

  func rejection(of row: FormRow) -> FormError? {
    guard row.isSetting else { return problem(of: row).map { .rejected($0) } }
    let values = ["TrueValue", "FalseValue"].compactMap(row.writtenText)
    if values.isEmpty ? row.flag(.value) != nil : values.contains(row.text(.value)) { return nil }
    let choices = values.isEmpty ? ["true", "false"] : values
    return .rejected("'\(row.text(.value))' is not one of: \(FormError.list(choices))")
  }

  func problem(of row: FormRow) -> String? {
    let text = row.text(.value)
    if row.flag(.value) != nil || text.trimmed.isEmpty && !row.holdsOther { return nil }
    return row.holdsOther ? "a switch is on or off" : "a switch is on or off, not '\(text)'"
  }

  func choices(of row: FormRow) -> [String] {
    ["on", "off"] + (titles(of: row).map { [$0.on, $0.off] } ?? [])
  }

  /// The meanings of on and off according to the row; `nil` if it does not define them.
  private func titles(of row: FormRow) -> (on: String, off: String)? {
    if row.isSetting { return nil }
    var found: [String: String] = [:]
    var name: String?
    var text = ""
    let source = row.text(.primaryTitle)
    // A title may contain commas: a comma ends the title only before 'On =' or 'Off ='.
    for part in source.split(
      omittingEmptySubsequences: false, whereSeparator: { ",;".contains($0) })
    {
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      if sides.count == 2, ["on", "off"].contains(sides[0].lowercased()) {
        if let name { found[name] = text.trimmed }
        (name, text) = (sides[0].lowercased(), sides[1])
      } else {
        if part.startIndex > source.startIndex {
          text.append(source[source.index(before: part.startIndex)])
        }
        text += part
      }
    }
    if let name { found[name] = text.trimmed }
    guard let on = found["on"], let off = found["off"], !on.isEmpty, !off.isEmpty else {
      return nil
    }
    return (on, off)
  }
}

/// A row whose only other value is a boolean.
struct BooleanRow: RowKind {
  let isNamed = false

  func content(of row: FormRow) -> RowContent? {
    row.onlyBoolean.map { RowContent(control: .switch($0)) }
  }
}
