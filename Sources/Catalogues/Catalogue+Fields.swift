package import PropertyLists

extension Catalogue {
  /// The scalar or key that holds an entry's label: the first of the label keys that is not blank.
  package func labelNode(of entry: Entry.ID) -> ScalarIndex? {
    labelNode(from: textNode(of: entry))
  }

  /// The scalar that holds an entry's detail, if it has one.
  package func detailNode(of entry: Entry.ID) -> ScalarIndex? {
    detailNode(from: textNode(of: entry))
  }

  /// The label of an entry that has or had this node.
  package func labelNode(from node: NodeIndex) -> ScalarIndex? {
    switch document.kind(of: node) {
    case .key where shape.prefersLabelsToKeys:
      let value = document.end(of: node)
      let label =
        document.kind(of: value) == .dict ? firstFilled(of: labelKeys, in: value, except: nil) : nil
      return label ?? document.scalar(node)
    case .key, .string, .integer, .real, .date, .true, .false: return document.scalar(node)
    case .dict:
      return firstFilled(of: labelKeys, in: node, except: nil)
        ?? (hasChosenLabels ? nil : firstShown(in: node))
    case .array, .data: return nil
    }
  }

  /// The detail of an entry that has or had this node.
  package func detailNode(from node: NodeIndex) -> ScalarIndex? {
    detailNode(from: node) { labelNode(from: node) }
  }

  /// The detail of an entry that has or had this node.
  ///
  /// - Parameter label: The result of `labelNode` for the same node.
  package func detailNode(from node: NodeIndex, label: ScalarIndex?) -> ScalarIndex? {
    detailNode(from: node) { label }
  }

  @inline(__always)
  private func detailNode(from node: NodeIndex, _ label: () -> ScalarIndex?) -> ScalarIndex? {
    let value = valueNode(from: node)
    guard document.kind(of: value) == .dict else {
      return value != node && document.kind(of: value) != .data ? document.scalar(value) : nil
    }
    if detailKeys.isEmpty {
      guard shape.prefersLabelsToKeys, let label = label()?.node, label != node else { return nil }
      return document.key(node)
    }
    return firstFilled(of: detailKeys, in: value, except: label()?.node)
  }

  /// Whether labels and details are chosen by the same rules as in another catalogue.
  package func choosesFields(like other: Catalogue) -> Bool {
    labelKeys == other.labelKeys && detailKeys == other.detailKeys
      && shape.prefersLabelsToKeys == other.shape.prefersLabelsToKeys
      && hasChosenLabels == other.hasChosenLabels
  }

  /// The label of an entry, or the title of a section, empty if it has none.
  package func name(of item: Item) -> String {
    switch item {
    case .section(let section): title(of: section) ?? ""
    case .entry(let entry): label(of: entry)
    }
  }

  /// The name that a person would call the entry by; empty if it has none.
  package func label(of entry: Entry.ID) -> String {
    labelNode(of: entry).flatMap(document.shownText) ?? ""
  }

  /// The most informative text of an entry besides its label.
  package func detail(of entry: Entry.ID) -> String? {
    detailNode(of: entry).flatMap(document.shownText)
  }

  /// Whether entries of this catalogue can have details.
  package var hasDetails: Bool { !shape.detailKeys.isEmpty || isKeyed }

  /// Whether entries are stored under keys that name them.
  var isKeyed: Bool { entryCount > 0 && key(of: .first) != nil }

  /// The fields of an entry in file order: the members of its dictionary, or else its one value,
  /// with the key that the entry is stored under, if any.
  package func fields(of entry: Entry.ID) -> [(key: String?, value: NodeIndex)] {
    let value = value(of: entry)
    guard document.kind(of: value) == .dict else {
      return [(key: key(of: entry).map(document.text), value: value)]
    }
    return document.members(of: value).map { (key: document.text(of: $0.key), value: $0.value) }
  }

  /// The one value that an entry has besides its label; `nil` if there is none or more than one.
  /// Pictures and technical fields, which say how an entry is shown or stored, do not count.
  package func onlyContent(of entry: Entry.ID) -> NodeIndex? {
    let value = value(of: entry)
    let label = labelNode(of: entry)?.node
    guard document.kind(of: value) == .dict else {
      return label == value || document.kind(of: value).isContainer ? nil : value
    }
    var found: NodeIndex?
    for member in document.members(of: value) where member.value != label {
      let name = FieldNames.normalized(document.text(of: member.key))
      if FieldNames.isTechnical(name) || FieldNames.isPicture(name)
        || isPictureFile(member.value)
      {
        continue
      }
      if found != nil { return nil }
      found = member.value
    }
    return found
  }

  /// Whether a field is for programs, not for people: how a row is stored or shown, or which file
  /// its picture is.
  package func isInternal(_ key: String, _ value: NodeIndex) -> Bool {
    let name = FieldNames.normalized(key)
    if FieldNames.isInternal(name) || FieldNames.isState(name) { return true }
    if shape.isForm, FormKey.allCases.contains(where: { $0.rawValue.utf8.elementsEqual(key.utf8) })
    {
      return true
    }
    return document.kind(of: value) == .string
      && (FieldNames.isPictureName(name) || isPictureFile(value))
  }

  private func isPictureFile(_ value: NodeIndex) -> Bool {
    document.string(value).map { document.withText(of: $0, FieldNames.isPictureFile) } ?? false
  }

  /// The text of an entry's field, if it is a number, a date or a text that is not blank.
  package func shownField(_ key: String, of entry: Entry.ID) -> String? {
    fieldValue(key, in: value(of: entry)).flatMap(shownScalar).flatMap(document.shownText)
  }

  /// The value of the first key whose value is a number, a date or a text that is not blank.
  ///
  /// - Complexity: O(*m*) in the number of members, and in those of dictionaries that paths lead
  ///   through; the keys are few.
  private func firstFilled(
    of keys: KeyNames, in dict: NodeIndex, except other: NodeIndex?
  ) -> ScalarIndex? {
    var best: (rank: Int, value: ScalarIndex)?
    var node = document.firstChild(of: dict)
    let end = document.end(of: dict)
    while node < end, let (key, value) = document.member(at: node) {
      if value != other, let rank = keys.rank(ofKey: key, in: document, before: best?.rank ?? .max),
        let shown = shownScalar(value)
      {
        best = (rank, shown)
        if rank == 0 { break }
      }
      node = document.end(of: value)
    }
    return keys.first(in: dict, of: document, before: best?.rank ?? .max) { value in
      value == other ? nil : shownScalar(value)
    } ?? best?.value
  }

  /// The label of an entry that has none of the label keys: its first value that can be shown.
  /// Names of pictures are taken only if there is no other, technical fields only if there is no
  /// picture either.
  private func firstShown(in dict: NodeIndex) -> ScalarIndex? {
    var picture: ScalarIndex?
    var technical: ScalarIndex?
    for (key, value) in document.members(of: dict) {
      guard let shown = shownScalar(value) else { continue }
      let name = FieldNames.normalized(document.text(of: key))
      if FieldNames.isPicture(name) || document.withText(of: shown, FieldNames.isPictureFile) {
        picture = picture ?? shown
      } else if FieldNames.isTechnical(name) {
        technical = technical ?? shown
      } else {
        return shown
      }
    }
    return picture ?? technical
  }

  /// A value that is a number, a date or a text that is not blank.
  private func shownScalar(_ value: NodeIndex) -> ScalarIndex? {
    if let string = document.string(value) {
      let isShown =
        document.verbatimText(of: string).map(isFilled) ?? document.withText(of: string, isFilled)
      return isShown ? string : nil
    }
    switch document.kind(of: value) {
    case .integer, .real, .date: return document.scalar(value)
    default: return nil
    }
  }

  /// Whether a text has more than blanks. In a card the semicolons of an empty structured value,
  /// such as `N:;;;;`, do not count either.
  private func isFilled(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let isCard = document.holdsCards
    return text.contains { $0 > 0x20 && ($0 != UInt8(ascii: ";") || !isCard) }
  }
}
