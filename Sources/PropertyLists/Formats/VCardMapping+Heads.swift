/// The heads of properties whose values or keys are edited.
extension VCardMapping {
  /// Parameters that describe a particular value, and do not apply to a new one.
  private static let specificParameters = ["SORT-AS", "LABEL", "GEO", "TZ", "MEDIATYPE"]

  /// A head without the parameters that do not apply to a new value.
  package static func head(_ head: String, withValue value: String) -> String {
    let parameters = parameters(of: head)
    let property = property(named: String(nameWithoutGroup(of: parameters[0])))
    return parameters.filter { parameter in
      !isSpecific(parameter)
        && (valueType(of: parameter).map { isOfType($0, value, property) } ?? true)
    }.joined(separator: ";")
  }

  private static func isSpecific(_ parameter: Substring) -> Bool {
    specificParameters.contains { parameter.uppercased().hasPrefix($0 + "=") }
  }

  /// The type of values that a parameter names, if it is `VALUE`.
  private static func valueType(of parameter: Substring) -> String? {
    let words = parameter.uppercased().filter { $0 != "\"" }.split(separator: "=")
    return words.count == 2 && words[0] == "VALUE" ? String(words[1]) : nil
  }

  /// Whether a value of a property seems to be of a type; `true` for unknown types.
  private static func isOfType(_ type: String, _ value: String, _ property: Property?) -> Bool {
    let isDate =
      value.contains(where: \.isNumber) && value.allSatisfy { "0123456789-:TZ+.".contains($0) }
    switch type {
    case "URI", "URL":
      let scheme = value.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      return scheme.first?.isLetter == true && value.dropFirst(scheme.count).first == ":"
    case "DATE": return isDate && !value.contains("T")
    case "DATE-TIME": return isDate && value.contains("T")
    case "DATE-AND-OR-TIME", "TIMESTAMP": return isDate
    case "TEXT": return !(isDate && ["BDAY", "ANNIVERSARY"].contains(property?.name))
    default: return true
    }
  }

  // MARK: Other keys

  /// Types that become part of a key.
  private static let tellingTypes = ["home", "work", "cell", "fax", "pager"]
  /// Parameters of version 2.1 without a name that are not types.
  private static let bareEncodings = ["QUOTED-PRINTABLE", "BASE64", "7BIT", "8BIT"]

  private static func nameWithoutGroup(of text: Substring) -> Substring {
    text.firstIndex(of: ".").map { text[text.index(after: $0)...] } ?? text
  }

  /// The group of a head with the dot after it; empty if it has none.
  package static func group(ofHead head: String) -> String {
    let name = parameters(of: head)[0].prefix { $0 != ":" }
    return name.firstIndex(of: ".").map { String(name[...$0]) } ?? ""
  }

  /// The name of the property of a head, in upper case, without its group.
  package static func name(ofHead head: String) -> String {
    nameWithoutGroup(of: parameters(of: head)[0].prefix { $0 != ":" }[...]).uppercased()
  }

  /// A normal form in which equivalent heads are equal. It has no group and no parameters about
  /// encoding. The name is in upper case, types are in lower case and separate, and parameters are
  /// sorted.
  package static func canonical(head: String) -> String {
    let parameters = parameters(of: head)
    var rest: [String] = []
    for parameter in parameters.dropFirst() {
      let name = parameter.prefix { $0 != "=" }.uppercased()
      if let (_, types) = types(of: parameter) {
        rest += types.map { "type=\($0.lowercased())" }
      } else if !["CHARSET", "ENCODING"].contains(name), !bareEncodings.contains(name) {
        rest.append(name + parameter.dropFirst(name.count).filter { $0 != "\"" })
      }
    }
    let value = parameters[0].firstIndex(of: ":").map { String(parameters[0][$0...]) } ?? ""
    return ([name(ofHead: head)] + Set(rest).sorted()).joined(separator: ";") + value
  }

  /// The head of a property that gets another key: with its group, and its parameters as far as
  /// they do not contradict the key.
  package static func head(_ head: String, forKey key: String, version: String) -> String {
    let usual = defaultHead(ofKey: key, version: version)
    let group = group(ofHead: head)
    let word = withoutNumber(key)
    if hasColon(head) || word == agentKey || organizationKeys.contains(word) {
      return group + usual
    }
    let parameters = parameters(of: head)
    let name = nameWithoutGroup(of: parameters[0])
    let old = property(named: String(name))
    guard let (new, types) = meaning(ofKey: key) else {
      return group + ([usual[...]] + parameters.dropFirst()).joined(separator: ";")
    }
    let isSame = old?.name == new.name
    // The parameters of data say how it is encoded.
    if (old?.form == .binary) != (new.form == .binary) { return group + usual }
    let rest = Retyping(types, of: new, isSame: isSame || new.form == .binary).parameters(
      parameters.dropFirst().filter { isSame || valueType(of: $0) == nil && !isSpecific($0) },
      usual: VCardMapping.parameters(of: usual).dropFirst())
    return group + ([isSame ? String(name) : new.name] + rest).joined(separator: ";")
  }

  /// The names of the parameters of a head that add information to its key and its value, such as
  /// `X-SERVICE-TYPE`; `TYPE` for a type.
  ///
  /// Parameters about encoding or about which value is preferred do not count, nor do types that
  /// are the default in some program.
  package static func parametersBesideKey(ofHead head: String) -> [String] {
    let parameters = parameters(of: head)
    let property = property(named: name(ofHead: head))
    var names: [String] = []
    for parameter in parameters.dropFirst() {
      let name = parameter.prefix { $0 != "=" && $0 != ":" }.uppercased()
      if let (_, types) = types(of: parameter) {
        let isSaid = types.allSatisfy { type in
          defaultTypes.contains(type.lowercased())
            || property?.hasTypes == true && tellingTypes.contains(type.lowercased())
            || property?.form == .binary
        }
        if !isSaid { names.append("TYPE") }
      } else if !technicalParameters.contains(name), !bareEncodings.contains(name) {
        names.append(name)
      }
    }
    return names
  }

  /// Types that programs write without any meaning.
  private static let defaultTypes = [
    "pref", "voice", "internet", "dom", "intl", "postal", "parcel",
  ]
  /// Parameters about the encoding of a value, or about its place among several values.
  private static let technicalParameters = [
    "CHARSET", "ENCODING", "VALUE", "MEDIATYPE", "PREF", "PID", "PROP-ID",
  ]

  /// A head for a card of another version, without parameters about the encoding of text.
  ///
  /// - Parameters:
  ///   - old: The version of the head, such as `3.0`.
  ///   - new: The version in which it is to be written.
  /// - Returns: `nil` if the value is data, or cannot be read without the head.
  package static func head(_ head: String, from old: String, to new: String) -> String? {
    if old == new { return head }
    if hasColon(head) { return nil }
    let parameters = parameters(of: head)
    var result = [String(parameters[0])]
    for parameter in parameters.dropFirst() {
      let word = parameter.uppercased().filter { $0 != "\"" }
      if ["ENCODING=B", "ENCODING=BASE64", "BASE64"].contains(word) { return nil }
      if bareEncodings.contains(word) || word.hasPrefix("ENCODING=") || word.hasPrefix("CHARSET=") {
        continue
      }
      if let list = types(of: parameter),
        list.name.isEmpty || Version(rawValue: new) ?? .old == .old
      {
        // In 2.1, each type has a parameter of its own; in later versions, each parameter has a
        // name.
        result += list.types.map { "TYPE=\($0)" }
      } else {
        result.append(String(parameter))
      }
    }
    return result.joined(separator: ";")
  }

  /// Replaces the types in parameters.
  private struct Retyping {
    private let types: [String]
    private let property: Property
    private let isSame: Bool

    /// - Parameters:
    ///   - types: The types that are part of the key, in lower case.
    ///   - isSame: Whether the property stays the same.
    init(_ types: [String], of property: Property, isSame: Bool) {
      (self.types, self.property, self.isSame) = (types, property, isSame)
    }

    /// Whether a type can stay.
    private func fits(_ type: String) -> Bool {
      if types.contains(type) || type == "pref" { return true }
      if !isSame || !property.hasTypes { return isSame }
      let isTelephone = types.allSatisfy { $0 != "fax" && $0 != "pager" }
      return !tellingTypes.contains(type) && (isTelephone || type != "voice")
    }

    /// - Parameter usual: The parameters of a property that has only these types.
    func parameters(_ parameters: [Substring], usual: ArraySlice<Substring>) -> [String] {
      let lists = parameters.map(VCardMapping.types)
      let all = lists.compactMap(\.?.types).joined().map { $0.lowercased() }
      var missing = types.filter { !all.contains($0) }
      var result: [String] = []
      for (parameter, list) in zip(parameters, lists) {
        guard let list else {
          result.append(String(parameter))
          continue
        }
        var kept: [String] = []
        for type in list.types {
          if fits(type.lowercased()) {
            kept.append(type)
          } else {
            let isUpper = type == type.uppercased()
            kept += missing.map { isUpper ? $0.uppercased() : $0 }
            missing = []
          }
        }
        if kept == list.types {
          result.append(String(parameter))
        } else if list.types.count == 1 {
          result += kept.map { list.name + $0 }
        } else if !kept.isEmpty {
          let quote = parameter.contains("\"") ? "\"" : ""
          result.append(list.name + quote + kept.joined(separator: ",") + quote)
        }
      }
      if missing.isEmpty { return result }
      guard let list = lists.lazy.compactMap(\.self).first else {
        return usual.map(String.init) + result
      }
      let isUpper = list.types.allSatisfy { $0 == $0.uppercased() }
      return result + missing.map { list.name + (isUpper ? $0.uppercased() : $0) }
    }
  }

  /// The types that a parameter lists, and the text before them; `nil` for any other parameter.
  private static func types(of parameter: Substring) -> (name: String, types: [String])? {
    guard let equals = parameter.firstIndex(of: "=") else {
      return bareEncodings.contains(parameter.uppercased()) ? nil : ("", [String(parameter)])
    }
    guard parameter[..<equals].uppercased() == "TYPE" else { return nil }
    let list = parameter[parameter.index(after: equals)...].filter { $0 != "\"" }
    return (String(parameter[...equals]), list.split(separator: ",").map(String.init))
  }
}
