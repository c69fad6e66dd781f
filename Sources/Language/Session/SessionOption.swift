import Catalogues
package import Editing
import Forms
import Grammar
import ICUText
import Platform
import Presentation

/// An option of the session, which `set option` changes.
enum SessionOption: String, CaseIterable {
  case pageSize = "page-size"
  case accordion, collapsed
  case byLetter = "by-letter"
  case locale, by, style, grouped, detail
  case dateFormat = "date-format"
  case sectionTitles = "section-titles"
}

extension Session {
  func setOption(_ change: OptionChange) throws(SessionError) {
    switch change {
    case .list:
      for option in SessionOption.allCases {
        try output.write(line: "\(option.rawValue) \(value(of: option))")
      }
    case .show(let name): try output.write(line: value(of: try option(named: name)))
    case .set(let name, let value): try set(try option(named: name), to: value)
    }
  }

  /// Shows entries under letters, or under sections.
  ///
  /// - Parameters:
  ///   - locale: The language of the letters, if it is to change.
  ///   - key: The key of the field that entries are filed by, if it is to change.
  package func showByLetter(
    _ isOn: Bool, locale: String? = nil, by key: String? = nil
  ) throws(SessionError) {
    try transaction { () throws(SessionError) in
      if let locale { try set(.locale, to: locale) }
      if let key { try set(.by, to: key) }
      try set(.byLetter, to: isOn ? "on" : "off")
    }
  }

  private func option(named name: String) throws(SessionError) -> SessionOption {
    guard
      case .one(let full) = NameMatch(name.halfWidth, among: SessionOption.allCases.map(\.rawValue)),
      let option = SessionOption(rawValue: full)
    else { throw .unknownOption(name, among: SessionOption.allCases.map(\.rawValue)) }
    return option
  }

  private func value(of option: SessionOption) -> String {
    switch option {
    case .pageSize: String(pageSize())
    case .accordion: state.outline.isAccordion ? "on" : "off"
    case .collapsed: state.outline.closesNew ? "on" : "off"
    case .byLetter: view.isOn ? "on" : "off"
    case .locale: view.locale.name
    case .by: view.key ?? "(label)"
    case .style: state.rowOptions.style?.rawValue ?? "(by row)"
    case .grouped: state.rowOptions.isGrouped ? "on" : "off"
    case .detail: state.rowOptions.detail?.source ?? "(as read)"
    case .dateFormat: state.rowOptions.dateFormat ?? "(as written)"
    case .sectionTitles:
      catalogue.givenTitles.titles.isEmpty ? "(as read)" : catalogue.givenTitles.list
    }
  }

  private func set(_ option: SessionOption, to value: String) throws(SessionError) {
    switch option {
    case .pageSize:
      guard let size = Int(value), size > 0 else {
        throw .optionValue(
          name: option.rawValue, value: value, wanted: "a whole number of 1 or more")
      }
      state.chosenPageSize = size
    case .accordion: try setAccordion(try isOn(value, option))
    case .collapsed: state.outline.setClosesNew(try isOn(value, option), in: catalogue)
    case .byLetter:
      let isOn = try isOn(value, option)
      if isOn { _ = try editing.usualFiling.readingTable() }
      view.isOn = isOn
      try didChangeView()
    case .locale:
      view.file(
        in: try value.isEmpty
          ? locale
          : rethrowing(LocaleIdentifier(value)) { (error: LocaleError) in
            SessionError.reported(ReportedError("\(error)", hint: error.hint))
          })
      state.outline.forgetLetters()
      try didChangeView()
    case .by:
      let key = value.isEmpty ? nil : value
      try editing.operations.checkFiling(by: key)
      view.file(by: key)
      state.outline.forgetLetters()
      try didChangeView()
    case .style:
      let style = RowStyle(named: value)
      guard value.isEmpty || style != nil else {
        let names = RowStyle.allCases.map(\.rawValue)
        throw .optionValue(
          name: option.rawValue, value: value, wanted: Listing.alternatives(names))
      }
      state.rowOptions.style = style
    case .grouped: state.rowOptions.isGrouped = try isOn(value, option)
    case .detail: state.rowOptions.detail = value.isEmpty ? nil : try detailTemplate(value)
    case .dateFormat:
      guard value.isEmpty || ShownDates.isPattern(value) else {
        throw .optionValue(
          name: option.rawValue, value: value, wanted: "a pattern such as 'd MMM y HH:mm'")
      }
      state.rowOptions.dateFormat = value.isEmpty ? nil : value
    case .sectionTitles:
      try rethrowing(
        catalogue.give(Catalogue.GivenTitles(list: value)), as: SessionError.reported)
    }
  }

  private func isOn(_ value: String, _ option: SessionOption) throws(SessionError) -> Bool {
    let value = value.halfWidth
    guard value == "on" || value == "off" else {
      throw .optionValue(name: option.rawValue, value: value, wanted: "on or off")
    }
    return value == "on"
  }

  /// Drops the rest of the listing, since `more` would continue in the other view.
  private func didChangeView() throws(SessionError) {
    listing.source = .nothing
    if view.isOn, state.outline.isAccordion { try closeOtherLetters() }
  }
}
