import ICUText
import PropertyLists

/// Cards with the same `UID` or of the same person, and numbers that a card has twice.
struct CardCheck: Check {
  func run(_ inspection: inout Inspection) {
    guard inspection.document.holdsCards else { return }
    let catalogue = inspection.catalogue
    let document = catalogue.document
    let folding = CaseFolding()
    var ids: [String: Entry.ID] = [:]
    var contacts: [Contact: [(entry: Entry.ID, text: String)]] = [:]
    catalogue.forEachEntry(in: .root) { entry in
      let card = catalogue.value(of: entry)
      guard document.kind(of: card) == .dict else { return }
      checkNumbers(of: card, entry, &inspection)
      if let node = document.value(of: "UID", in: card), let id = document.plainText(of: node) {
        if let first = ids[id] {
          inspection.add(
            .duplicateUID, at: node, of: .entry(entry),
            "'\(id.excerpt())' is also the UID of \(inspection.book.address(of: .entry(first)))")
          return
        }
        ids[id] = entry
      }
      let name = folding.fold(CardCheck.inOrder(catalogue.label(of: entry)))
      var others: Set<Entry.ID> = []
      for (key, value) in document.members(of: card) {
        guard let text = document.plainText(of: value),
          let what = Contact(document.text(of: key), text, name: name)
        else { continue }
        let known = contacts[what]?.first { !Contact.areOtherNumbers(text, $0.text) }
        guard let first = known?.entry, first != entry else {
          if known == nil { contacts[what, default: []].append((entry, text)) }
          continue
        }
        guard others.insert(first).inserted else { continue }
        inspection.add(
          .duplicateCard, at: value, of: .entry(entry),
          "the same name and '\(text.excerpt())' as "
            + "\(inspection.book.address(of: .entry(first))); 'unite' makes one of them")
      }
    }
  }

  /// Finds the numbers that a card has twice. A number of a fax or a pager may also be that of a
  /// telephone.
  private func checkNumbers(
    of card: NodeIndex, _ entry: Entry.ID, _ inspection: inout Inspection
  ) {
    let document = inspection.document
    var known: [[UInt8]: [(key: String, number: TelephoneNumber?)]] = [:]
    for (key, value) in document.members(of: card) {
      let key = document.text(of: key)
      guard let (property, types) = VCardMapping.meaning(ofKey: key), property.name == "TEL",
        !types.contains("fax"), !types.contains("pager"), let text = document.plainText(of: value),
        let digits = TelephoneNumber.digits(of: text), digits.count >= Contact.fewestDigits
      else { continue }
      let number = TelephoneNumber(text)
      let dialled = number?.dialled ?? digits
      let first = known[dialled]?.first { other in
        number.map { other.number?.isPossibly($0) == true } ?? (other.number == nil)
      }
      if let first {
        inspection.add(
          .duplicateNumber, at: value, of: .entry(entry),
          "'\(text.excerpt())' is the number of '\(first.key)', too")
      } else {
        known[dialled, default: []].append((key, number))
      }
    }
  }

  /// `Ann Doe` for `Doe, Ann`.
  private static func inOrder(_ name: String) -> String {
    let parts = name.split(separator: ",", maxSplits: 1).map { $0.drop { $0 == " " } }
    return parts.count == 2 && !parts[1].contains(",") ? "\(parts[1]) \(parts[0])" : name
  }

  /// A name with a telephone number or an e-mail address.
  private struct Contact: Hashable {
    let name: [UInt8]
    let address: String

    static let fewestDigits = 5

    /// Whether two numbers with the same last digits differ in country or area.
    static func areOtherNumbers(_ one: String, _ other: String) -> Bool {
      guard let one = TelephoneNumber(one), let other = TelephoneNumber(other) else { return false }
      return !one.isPossibly(other)
    }

    /// - Returns: `nil` for a text that is neither a number nor an address.
    init?(_ key: String, _ text: String, name: [UInt8]) {
      if name.isEmpty || ["UID", "REV", "birthday", "anniversary"].contains(key) { return nil }
      self.name = name
      if text.contains("@") {
        address = text.lowercased()
        return
      }
      guard let digits = TelephoneNumber.digits(of: text), digits.count >= Contact.fewestDigits
      else { return nil }
      // The last seven digits are the same with and without the codes of country and area.
      address = String(decoding: digits.suffix(7), as: UTF8.self)
    }
  }
}
