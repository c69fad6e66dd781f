/// The properties that are written for the members of a card.
extension VCardWriter {
  /// Writes a card.
  ///
  /// - Parameter name: The name to use if the card has none.
  package func append(_ value: NodeIndex, named name: () -> String) {
    forgetMany()
    appendCard(value, named: name)
  }

  private func appendCard(_ value: NodeIndex, named name: () -> String) {
    append(card(of: value), named: name)
  }

  /// Writes a card.
  func append(_ card: Card, named name: () -> String) {
    appendLine(Bytes("BEGIN:VCARD"), of: card)
    if !card.declaredVersion.isEmpty {
      var version = card.declaredVersion
      version.withUTF8 { appendLine(Bytes("VERSION:"), $0, of: card) }
    }
    if card.isForeign {
      appendName(
        named: {
          let whole = card.name.isEmpty ? "" : usualName(of: card) ?? ""
          return whole.isEmpty ? name() : whole
        }, card)
    }
    var hasName = false
    for member in card.members {
      switch names.keys[member.meaning].role {
      case .heads where document.kind(of: member.value) == .dict: continue
      case .other where isReplaced(member, in: card): continue
      case .name:
        if !hasName { appendName(of: card) }
        hasName = true
      default: append(member, card)
      }
    }
    appendLine(Bytes("END:VCARD"), of: card)
  }

  /// Writes the required properties `FN` and `N` of a card that was not read from a vCard, if it
  /// lacks them.
  private func appendName(named name: () -> String, _ card: Card) {
    let key = names.index(ofKey: VCardMapping.nameKey)
    let needsName = !card.members.contains { $0.meaning == key }
    guard needsName || card.name.isEmpty else { return }
    func head(_ name: String) -> Int {
      names.index(ofHead: name + String(decoding: card.nameParameters, as: UTF8.self))
    }
    var name = name()
    name.withUTF8 { name in
      if needsName {
        escape(name, card)
        write(head("FN"), card)
      }
      if card.name.isEmpty {
        escape(name, card)
        value.append(contentsOf: Bytes(";;;;"))
        write(head("N"), card)
      }
    }
  }

  func appendName(of card: Card) {
    for (index, part) in card.name.enumerated() {
      if index > 0 { value.append(UInt8(ascii: ";")) }
      if let part { escapeComponent(part, VCardMapping.nameKeys[index], card) }
    }
    write(card.nameHead ?? VCardNames.nameHead, card)
  }

  /// Writes a member of a card, unless it is written with another member.
  func append(_ member: Member, _ card: Card) {
    let value = member.value
    switch names.keys[member.meaning].role {
    case .company where isText(value):
      escape(bytes(of: value), card)
      if let department = member.companion, isText(department) {
        self.value.append(UInt8(ascii: ";"))
        escapeParts(bytes(of: department), at: UInt8(ascii: ";"), card)
      }
      write(member.head ?? VCardNames.organizationHead, card)
    case .department where isText(value):
      if let company = member.companion, isText(company) { return }
      self.value.append(UInt8(ascii: ";"))
      escapeParts(bytes(of: value), at: UInt8(ascii: ";"), card)
      write(member.head ?? VCardNames.organizationHead, card)
    case .agent where document.kind(of: value) == .dict:
      text.append(
        contentsOf: names.text(ofHead: member.head ?? names.index(ofHead: Bytes("AGENT"))))
      text.append(UInt8(ascii: ":"))
      endLine()
      appendCard(value, named: { "" })
    default:
      if let head = member.head, names.head(head).hasColon {
        // The head has the beginning of the value; the rest is written as it is.
        appendWhole(value)
        appendLine(names.text(ofHead: head), self.value.elements, of: card, isData: true)
        self.value.removeAll(from: 0)
      } else if case .property(let index) = names.keys[member.meaning].role {
        let head = usualHead(of: member, VCardMapping.properties[index].form, card)
        append(member, VCardMapping.properties[index].form, head, card)
      } else {
        appendOwn(member, card)
      }
    }
  }

  /// The head of a member, or the usual one; in 3.0, a reference in place of data has `VALUE=uri`.
  func usualHead(of member: Member, _ form: VCardMapping.Form, _ card: Card) -> Int {
    if let head = member.head { return head }
    let head = names.defaultHead(ofKey: member.meaning, card.version)
    guard form == .binary, card.version == .three, isText(member.value),
      document.plainText(of: member.value)?.contains("://") == true
    else { return head }
    return names.index(
      ofHead: String(decoding: names.text(ofHead: head), as: UTF8.self) + ";VALUE=uri")
  }

  /// The data of a member. If the member has no head and its text is a picture in base64, the data of
  /// the picture.
  func data(of member: Member) -> [UInt8]? {
    if let data = document.data(at: member.value) { return data }
    guard member.head == nil, isText(member.value), Base64.isCanonical(bytes(of: member.value))
    else { return nil }
    // A plain word may also be valid base64.
    let data = Base64.decode(bytes(of: member.value))
    return VCardWriter.type(of: data) == nil ? nil : data
  }

  /// Writes a property that has no key of its own, word for word if it is from a vCard.
  private func appendOwn(_ member: Member, _ card: Card) {
    let texts = texts(in: member.value)
    let key = names.text(ofKey: member.meaning)
    // A card without a version may have an empty `VERSION`.
    let isOwnVersion =
      !card.isForeign && key.isWord("VERSION") && texts.count == 1 && bytes(of: texts[0]).isEmpty
    guard !texts.isEmpty,
      let head = member.head
        ?? (isOwnVersion ? names.index(ofHead: key) : names.ownProperty(ofKey: member.meaning))
    else { return noteLoss(of: member) }
    if card.isForeign, member.head == nil, !names.isOwnProperty(member.meaning),
      VCardMapping.repeatedProperty(ofKey: names.name(ofKey: member.meaning)) == nil
    {
      invented.append(names.name(ofKey: member.meaning))
    }
    for text in texts {
      if card.isForeign {
        escape(bytes(of: text), card)
      } else {
        value.append(contentsOf: bytes(of: text))
      }
      write(head, card)
    }
  }

  private func append(
    _ member: Member, _ usualForm: VCardMapping.Form, _ head: Int, _ card: Card
  ) {
    let kind = document.kind(of: member.value)
    let isSingle = usualForm == .text || usualForm == .plain
    let form = isSingle ? names.head(head).form ?? usualForm : usualForm
    if form == .address, kind == .dict {
      appendComponents(of: member.value, card)
      return write(head, card)
    }
    if form == .binary, let data = data(of: member) {
      let start = VCardWriter.head(of: data, names.text(ofHead: head), card.version)
      data.withUnsafeBufferPointer { Base64.append($0, to: value) }
      start.withUnsafeBufferPointer { appendLine($0, value.elements, of: card, isData: true) }
      return value.removeAll(from: 0)
    }
    let texts = texts(in: member.value)
    if form == .list, kind == .array {
      if texts.isEmpty, !isEmpty(member.value) { return noteLoss(of: member) }
      for (index, text) in texts.enumerated() {
        if index > 0 { value.append(UInt8(ascii: ",")) }
        escape(bytes(of: text), card)
      }
      return write(head, card)
    }
    if texts.isEmpty { noteLoss(of: member) }
    for text in texts {
      append(bytes(of: text), form, card)
      write(head, card)
    }
  }

  /// Adds the components of an address.
  private func appendComponents(of address: NodeIndex, _ card: Card) {
    var parts = [NodeIndex?](repeating: nil, count: VCardMapping.addressKeys.count)
    var hasOthers = false
    for (key, part) in document.members(of: address) {
      if let component = names.keys[index(of: key)].component {
        parts[component] = parts[component] ?? part
      } else {
        hasOthers = true
      }
    }
    for (index, part) in parts.enumerated() {
      if index > 0 { value.append(UInt8(ascii: ";")) }
      if let part { escapeComponent(part, VCardMapping.addressKeys[index], card) }
    }
    guard hasOthers else { return }
    for (key, part) in document.members(of: address)
    where names.keys[index(of: key)].component == nil {
      noteLoss(of: part, document.text(of: key))
    }
  }

  /// Adds a text in a given form.
  private func append(_ text: Bytes, _ form: VCardMapping.Form, _ card: Card) {
    switch form {
    case .text where !card.isOld: escape(text, card)
    case .plain where !card.isOld: escape(text, card, isPlain: true)
    case .list where !card.isOld: escapeParts(text, at: UInt8(ascii: ","), card)
    case .text, .plain, .list, .binary: value.append(contentsOf: text)
    case .address:
      // The whole text becomes the street.
      value.append(contentsOf: Bytes(";;"))
      escape(text, card)
      value.append(contentsOf: Bytes(";;;;"))
    }
  }

  private func noteLoss(of member: Member) {
    noteLoss(of: member.value, names.name(ofKey: member.key))
  }

  func noteLoss(of value: NodeIndex, _ key: String) {
    lost.append(Lost(key: key, isData: document.kind(of: value) == .data))
  }
}
