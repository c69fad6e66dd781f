import PropertyLists

/// A table of people as another program writes it, whose columns are known.
///
/// A program's table is recognized by three or more headers that are usual in no language. Google's
/// pairs of a label and a value become one value.
///
/// Other tables are recognized by the words of a language. Of the headers that any language knows,
/// some language must know all, and all such languages must agree on their meanings. There must be
/// at least two, more than half of all headers, and a name or company among them. See
/// `ContactHeaders`.
package struct ContactTable {
  /// The people of a table, in its order, as if they were read from vCards.
  package struct People {
    /// An entry for each row.
    package let catalogue: Catalogue
    /// The columns with cells that became properties of their own, and the number of these cells.
    package let unknown: [(header: String, count: Int)]
  }

  /// Whether an empty cell means that the person has no such value: each column is one field,
  /// unlike in tables of programs.
  package var saysWhatIsEmpty: Bool { ![.google, .program].contains(source) }

  private let table: Catalogue
  private let headers: [String]
  private let columns: [ContactHeaders.Meaning?]
  private let source: ContactHeaders.Source

  /// Finds out what the columns of a table are.
  ///
  /// - Parameters:
  ///   - table: A table that has not been edited.
  ///   - kept: Headers of columns whose cells are kept under their headers.
  /// - Returns: `nil` if the file is not a table, or its columns are not known.
  /// - Complexity: O(*n*) in the number of cells.
  package init?(_ table: Catalogue, except kept: [String] = []) {
    let document = table.document
    guard document.isTable, table.sections(in: .root).isEmpty else { return nil }
    // A short row lacks some keys, so all rows are searched for headers.
    var (headers, seen) = ([String](), Set<String>())
    table.forEachEntry(in: .root) { entry in
      let row = table.value(of: entry)
      guard document.kind(of: row) == .dict else { return }
      for (place, member) in document.members(of: row).enumerated() {
        if place < headers.count, document.hasText(member.key, headers[place]) { continue }
        let header = document.text(of: member.key)
        if seen.insert(header).inserted { headers.append(header) }
      }
    }
    guard let found = ContactHeaders.meanings(of: headers.filter { !kept.contains($0) }) else {
      return nil
    }
    (self.table, self.headers, source) = (table, headers, found.source)
    columns = headers.map { kept.contains($0) ? .kept : found.meanings[$0] }
  }

  /// The people of all rows.
  ///
  /// - Parameters:
  ///   - version: The version of the cards; `nil` for plain dictionaries instead of cards.
  ///   - isImport: Whether the people are imported into a file that may already have them. Then
  ///     empty cells are kept if they mean that there is no value, and no name is made up that is
  ///     in no cell.
  /// - Complexity: O(*n*) in the length of the table.
  package func people(version: String? = "3.0", isImport: Bool = false) -> People? {
    var text = "["
    let document = table.document
    var counts = [Int](repeating: 0, count: headers.count)
    table.forEachEntry(in: .root) { entry in
      if text.utf8.count > 1 { text += ",\n" }
      var person = Person(source)
      var numbered: [ContactHeaders.Numbered: (column: Int, text: String)] = [:]
      for (place, member) in document.members(of: table.value(of: entry)).enumerated() {
        guard let column = column(of: member.key, at: place) else { continue }
        let cell = ContactTable.normalized(document.plainText(of: member.value) ?? "")
        if cell.isEmpty || ContactHeaders.isNothing(cell, in: headers[column]) {
          if cell.isEmpty, isImport, saysWhatIsEmpty {
            person.addEmpty(columns[column], headers[column])
          }
          continue
        }
        switch columns[column] {
        case .field(let target):
          person.add(target, cell)
        case .numbered(let value): numbered[value] = (column, cell)
        case .kept: person.add(kept: headers[column], cell)
        case .own: if person.add(own: headers[column], cell) { counts[column] += 1 }
        case nil:
          counts[column] += 1
          person.add(unknown: headers[column], cell)
        }
      }
      for column in person.add(numbered, headers: headers) { counts[column] += 1 }
      text += person.text(version: version, namesOnly: isImport)
    }
    var options = ShapeOptions()
    options.isFlat = true
    guard
      let people = try? PropertyListDocument(FileBytes((text + "]").utf8), format: .json),
      let catalogue = try? Catalogue(people, options: options)
    else { return nil }
    return People(
      catalogue: catalogue, unknown: zip(headers, counts).filter { $0.1 > 0 }.map { ($0.0, $0.1) })
  }

  private func column(of key: ScalarIndex, at place: Int) -> Int? {
    if place < headers.count, table.document.hasText(key, headers[place]) { return place }
    return headers.firstIndex(of: table.document.text(of: key))
  }

  /// A cell with line feeds as line ends; empty if it has only white space.
  private static func normalized(_ cell: String) -> String {
    if cell.allSatisfy(\.isWhitespace) { return "" }
    return cell.replacing("\r\n", with: "\n")
  }
}

/// The members of a person's card in order, written as JSON.
private struct Person {
  private var fields: [(key: String, value: String)] = []
  private var keys: Set<String> = []
  private var texts: [String: String] = [:]
  /// The parts of addresses and of dates, by the positions of their fields.
  private var parts: [Int: [String: String]] = [:]
  /// The positions in `fields` of properties of their own.
  private var others: Set<Int> = []
  private let source: ContactHeaders.Source

  init(_ source: ContactHeaders.Source) { self.source = source }

  // MARK: Fields

  /// Adds a value under a key, with a number if the key is taken.
  @discardableResult private mutating func add(_ key: String, value: String) -> String {
    var (free, number) = (key, 1)
    while !keys.insert(free).inserted {
      number += 1
      free = "\(key)\(number)"
    }
    fields.append((free, value))
    return free
  }

  @discardableResult private mutating func addText(_ key: String, _ text: String) -> String {
    let key = add(key, value: Person.quoted(text))
    texts[key] = text
    return key
  }

  /// Adds a cell.
  ///
  /// - Parameter target: The text of a `ContactHeaders.Meaning.field`.
  mutating func add(_ target: String, _ cell: String) {
    if target.hasSuffix(";") {
      addText(String(target.dropLast()), Person.list(cell))
    } else if let dot = target.firstIndex(of: ".") {
      if target.hasPrefix("birthday"), cell.allSatisfy({ $0 == "0" }) { return }
      add(String(target[..<dot]), part: String(target[target.index(after: dot)...]), cell)
    } else {
      let isDate = target == "birthday" || target == "anniversary"
      if isDate, ContactHeaders.emptyDates.contains(cell) { return }
      let isDivided = source == .google && ["company", "jobTitle", "department"].contains(target)
      for text in isDivided ? cell.split(separator: " ::: ").map(String.init) : [cell] {
        addText(target, isDate ? String(text.drop(while: \.isWhitespace)) : text)
      }
    }
  }

  private mutating func add(_ key: String, part: String, _ text: String) {
    let place = fields.firstIndex { $0.key == key && $0.value.isEmpty } ?? fields.count
    if place == fields.count {
      keys.insert(key)
      fields.append((key, ""))
    }
    let before = parts[place]?[part].map { $0 + ", " } ?? ""
    parts[place, default: [:]][part] = before + text
  }

  /// Adds a cell under its header.
  mutating func add(kept header: String, _ cell: String) { addText(header, cell) }

  /// Adds a cell of a table that was made of cards: addresses and lists are JSON.
  ///
  /// - Returns: Whether the cell became a property of its own.
  mutating func add(own key: String, _ cell: String) -> Bool {
    let form = VCardMapping.meaning(ofKey: key)?.property.form
    let mayBe =
      cell.hasPrefix("{")
      ? form == .address
      : cell.hasPrefix("[") && (form == .list || VCardMapping.nameKeys.contains(key))
    let value = mayBe ? try? PropertyListDocument(FileBytes(cell.utf8), format: .json) : nil
    let texts = value.map { value in
      value.elements(of: value.root).compactMap { value.plainText(of: $0) }
    }
    if let texts, form == .list {
      addText(key, Person.list(texts))
    } else if let value, value.kind(of: value.root) == .dict || texts?.count ?? 0 > 1 {
      add(key, value: cell)
    } else if source == .cards || form != nil || Person.isText(key) {
      addText(key, cell)
    } else {
      add(unknown: key, cell)
      return true
    }
    return false
  }

  /// Whether a key holds text without a card's escapes.
  private static func isText(_ key: String) -> Bool {
    VCardMapping.nameKeys.contains(key) || key.hasSuffix("Label")
      || VCardMapping.organizationKeys.contains(VCardMapping.withoutNumber(key))
  }

  /// Adds a cell as a property of its own.
  mutating func add(unknown header: String, _ cell: String) {
    // A header may have neither letters nor digits.
    let name = VCardMapping.ownProperty(ofKey: header) ?? "X-COLUMN"
    addText(name.uppercased().hasPrefix("X-") ? name : "X-" + name, cell)
    others.insert(fields.count - 1)
  }

  /// A text as it is written in a card.
  private static func escaped(_ text: String) -> String {
    let escaped = text.flatMap { character -> [Character] in
      switch character {
      case "\n": ["\\", "n"]
      case ",", ";", "\\": ["\\", character]
      default: [character]
      }
    }
    return String(escaped)
  }

  /// Adds an empty text.
  mutating func addEmpty(_ meaning: ContactHeaders.Meaning?, _ header: String) {
    switch meaning {
    case .field(let target) where !target.contains { ".;".contains($0) }: addText(target, "")
    case .own, .kept: addText(header, "")
    default: break
    }
  }

  /// Adds Google's numbered values, each with its label.
  ///
  /// - Returns: The columns whose cells became properties of their own.
  mutating func add(
    _ cells: [ContactHeaders.Numbered: (column: Int, text: String)], headers: [String]
  ) -> [Int] {
    var others: [Int] = []
    let all = Set(cells.keys.map { ContactHeaders.Numbered($0.field, $0.number, "") })
    for value in all.sorted(by: { ($0.field, $0.number) < ($1.field, $1.number) }) {
      func cell(_ role: String) -> String? {
        cells[ContactHeaders.Numbered(value.field, value.number, role)]?.text
      }
      let (key, label) = ContactHeaders.key(of: value.field, labelled: cell("label") ?? "")
      var (added, left) = ([String](), [String]())
      if value.field == "address" {
        for address in Person.addresses(cell) { added.append(add(key, value: address)) }
        if let whole = cell("value"),
          !Person.holds(VCardMapping.addressKeys.compactMap(cell), whole)
        {
          if added.isEmpty {
            added.append(add(key, value: Person.object([("street", Person.quoted(whole))])))
          } else {
            left.append("value")
          }
        }
      } else if let text = cell("value") {
        for text in text.split(separator: " ::: ") { added.append(addText(key, String(text))) }
      }
      // A usual label without a value is dropped.
      if added.isEmpty, label != nil { left.append("label") }
      if let label { for key in added { addText("\(key)Label", label) } }
      for role in left {
        let numbered = ContactHeaders.Numbered(value.field, value.number, role)
        guard let (column, text) = cells[numbered] else { continue }
        add(unknown: headers[column], text)
        others.append(column)
      }
    }
    return others
  }

  /// The addresses whose parts are in several cells. If ` ::: ` separates several texts in a cell,
  /// the first of each cell are one address, and so on.
  private static func addresses(_ cell: (String) -> String?) -> [String] {
    let parts = VCardMapping.addressKeys.compactMap { part in
      cell(part).map { cell in
        (
          part,
          texts: cell.split(separator: " ::: ", omittingEmptySubsequences: false).map(String.init)
        )
      }
    }
    return (0..<(parts.map(\.texts.count).max() ?? 0)).map { place in
      object(
        parts.compactMap { part, texts in
          place < texts.count && !texts[place].isEmpty ? (part, quoted(texts[place])) : nil
        })
    }.filter { $0 != "{}" }
  }

  /// Whether all words of a text occur in other texts.
  private static func holds(_ texts: [String], _ whole: String) -> Bool {
    func words(_ text: String) -> [Substring] {
      text.split { $0.isWhitespace || $0 == "," }.filter { $0 != ":::" }
    }
    return Set(words(whole)).isSubset(of: texts.flatMap(words))
  }

  /// A card's list from a cell with several texts. Google marks its own groups by an asterisk,
  /// which is dropped.
  private static func list(_ cell: String) -> String {
    let texts =
      cell.contains(" ::: ") || cell.hasPrefix("* ")
      ? cell.split(separator: " ::: ") : cell.split(separator: ";")
    return list(
      texts.map { text in
        let text = text.drop { $0.isWhitespace }
        return String(text.hasPrefix("* ") ? text.dropFirst(2) : text)
      })
  }

  private static func list(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.map { text in
      String(text.flatMap { $0 == "," || $0 == "\\" ? ["\\", $0] : [$0] })
    }.joined(separator: ",")
  }

  // MARK: Text

  /// The card, or an empty dictionary if nothing is known.
  ///
  /// - Parameter namesOnly: Whether a person without parts of a name gets no `N`: it is then a
  ///   plain dictionary, as without a version.
  func text(version: String?, namesOnly: Bool) -> String {
    var members = fieldsWithParts
    if members.allSatisfy({ $0.value == "\"\"" }) { return Person.object(members) }
    let hasName = texts[VCardMapping.nameKey].map { !$0.isEmpty } ?? false
    let hasParts = VCardMapping.nameKeys.contains { keys.contains($0) && texts[$0] != "" }
    // The writer of new cards derives `N` from the whole name; a former card without `N` must not
    // get one.
    let wasCard = namesOnly && source == .cards
    guard let version, hasParts || !namesOnly || wasCard && hasName else {
      return Person.object(members)
    }
    for place in others {
      let text = texts[members[place].key] ?? ""
      members[place].value = Person.quoted(Person.escaped(text))
    }
    if !hasName {
      members.removeAll { $0.key == VCardMapping.nameKey }
      members.insert((VCardMapping.nameKey, Person.quoted(usualName)), at: 0)
    }
    if !hasParts, !keys.contains("N"), !wasCard {
      members.removeAll { VCardMapping.nameKeys.contains($0.key) }
      let place = (members.firstIndex { $0.key == VCardMapping.nameKey } ?? 0) + 1
      // Someone known only by a company or a number has no name.
      let name =
        hasName
        ? (VCardMapping.nameKeys[0], texts[VCardMapping.nameKey] ?? "") : ("N", ";;;;")
      members.insert((name.0, Person.quoted(name.1)), at: place)
    }
    let heads = Person.heads(of: members.map(\.key), version: version)
    return Person.object(members + [(VCardMapping.headsKey, Person.object(heads))])
  }

  /// The fields with the addresses and dates that are in several cells.
  private var fieldsWithParts: [(key: String, value: String)] {
    var members = fields
    for (place, parts) in parts {
      let address = VCardMapping.addressKeys.compactMap { key in
        parts[key].map { (key, Person.quoted($0)) }
      }
      if !address.isEmpty {
        members[place].value = Person.object(address)
      } else if let date = Person.date(parts) {
        members[place].value = Person.quoted(date)
      } else {
        let texts = ["year", "month", "day"].compactMap { parts[$0] }
        members[place] = ("X-BIRTHDAY", Person.quoted(Person.escaped(texts.joined(separator: " "))))
      }
    }
    return members
  }

  /// The members of a card's dictionary of heads.
  private static func heads(
    of keys: [String], version: String
  ) -> [(key: String, value: String)] {
    var heads = [(key: "VERSION", value: quoted(version))]
    let all = Set(keys)
    // The key of a repeated property has a number, which the property's name has not.
    func head(of key: String) -> String {
      let name = VCardMapping.withoutNumber(key)
      return key.hasPrefix("X-") && name != key && all.contains(name)
        ? name : VCardMapping.defaultHead(ofKey: key, version: version)
    }
    var groups = 0
    for key in keys {
      let labelled = String(key.dropLast(5))
      if key.hasSuffix("Label"), all.contains(labelled) {
        groups += 1
        heads.append((labelled, quoted("item\(groups).\(head(of: labelled))")))
        heads.append((key, quoted("item\(groups).X-ABLabel")))
      } else if !all.contains(key + "Label"), head(of: key) != key, key.hasPrefix("X-") {
        heads.append((key, quoted(head(of: key))))
      }
    }
    return heads
  }

  /// The name of a person whose whole name is in no column: from the parts of the name, or else
  /// another value.
  private var usualName: String {
    let name = VCardMapping.wholeName(VCardMapping.nameKeys.map { texts[$0] })
    if !name.isEmpty { return name }
    let known = ["company", "nickname", "email", "homeEmail", "workEmail", "mobile", "phone"]
    return known.compactMap { texts[$0] }.first { !$0.isEmpty }
      ?? fields.compactMap { texts[$0.key] }.first { !$0.isEmpty } ?? ""
  }

  private static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { quoted($0.key) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        result += "\\"
        result.unicodeScalars.append(scalar)
      } else if scalar.value < 0x20 {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A date from year, month and day in the form of cards (RFC 6350, 4.3.1): `1990-05-12`,
  /// `--05-12`; `nil` if these are no date.
  private static func date(_ parts: [String: String]) -> String? {
    func digits(_ key: String, _ counts: ClosedRange<Int>, atMost most: Int) -> String? {
      guard let text = parts[key], counts.contains(text.utf8.count),
        text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text),
        (1...most).contains(number)
      else { return nil }
      return String(repeating: "0", count: counts.upperBound - text.utf8.count) + text
    }
    let year = digits("year", 4...4, atMost: 9999)
    guard let month = digits("month", 1...2, atMost: 12),
      let day = digits("day", 1...2, atMost: 31),
      (Int(day) ?? 0) <= [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][(Int(month) ?? 1) - 1],
      (year == nil) == (parts["year"] == nil)
    else { return nil }
    return "\(year ?? "-")-\(month)-\(day)"
  }
}
