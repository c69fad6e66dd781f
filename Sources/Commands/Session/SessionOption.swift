/// What `set option` changes.
enum SessionOption: String, CaseIterable {
  case pageSize = "page-size"
  case accordion
}

extension Session {
  func setOption(_ change: OptionChange) throws(SessionError) {
    switch change {
    case .list:
      for option in SessionOption.allCases {
        try write(line: "\(option.rawValue) \(value(of: option))")
      }
    case .show(let name): try write(line: value(of: try option(named: name)))
    case .set(let name, let value): try set(try option(named: name), to: value)
    }
  }

  private func option(named name: String) throws(SessionError) -> SessionOption {
    guard case .one(let full) = NameMatch(name, among: SessionOption.allCases.map(\.rawValue)),
      let option = SessionOption(rawValue: full)
    else { throw .unknownOption(name) }
    return option
  }

  private func value(of option: SessionOption) -> String {
    switch option {
    case .pageSize: String(pageSize)
    case .accordion: outlineState.isAccordion ? "on" : "off"
    }
  }

  private func set(_ option: SessionOption, to value: String) throws(SessionError) {
    switch option {
    case .pageSize:
      guard let size = Int(value), size > 0 else {
        throw .optionValue(
          name: option.rawValue, value: value, wanted: "a whole number from 1 on")
      }
      pageSize = size
    case .accordion:
      guard value == "on" || value == "off" else {
        throw .optionValue(name: option.rawValue, value: value, wanted: "on or off")
      }
      setAccordion(value == "on")
    }
  }
}
