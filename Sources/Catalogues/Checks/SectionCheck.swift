import PropertyLists

/// Sections without entries, and sections without titles if others have titles.
struct SectionCheck: Check {
  func run(_ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    let editor = CatalogueEditor(catalogue)
    let sections = catalogue.sections(in: .root)
    let titled = sections.filter { catalogue.title(of: $0) != nil }
    let parentsOfTitled = Set(titled.map { catalogue.sections[$0].parent })
    var lists = ListsOfSections(catalogue)
    for index in sections {
      let section = catalogue.sections[index]
      guard let node = section.titleNode ?? section.node else { continue }
      if section.itemCount == 0, lists.contain(index) {
        // Anything else in it would be lost.
        let isBare = (try? editor.unlistedContent(of: index))?.isEmpty ?? false
        inspection.add(
          .emptySection, at: node, of: .section(index), "the section has no entries",
          fix: isBare ? .delete(.section(index)) : nil)
      }
      if catalogue.title(of: index) == nil, parentsOfTitled.contains(section.parent) {
        inspection.add(.missingTitle, at: node, of: .section(index), "the section has no title")
      }
    }
  }
}

/// Which sections are in a list of sections, and which are the values of a program's keys, such as
/// those of an `Info.plist`: there an empty list means something.
private struct ListsOfSections {
  private let catalogue: Catalogue
  /// The values and keys in dictionaries that are no lists of sections, by the dictionary.
  private var known: [NodeIndex: Set<NodeIndex>] = [:]
  private let areMembersOfProgram: Bool

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    areMembersOfProgram = catalogue.shape.memberKeys.contains(where: ProgramKey.isCertain)
  }

  mutating func contain(_ section: Section.ID) -> Bool {
    // Where nothing has entries, nothing says that these are sections.
    if areMembersOfProgram || catalogue.entryCount == 0 { return false }
    let whole = catalogue.sections[section]
    let outer = whole.parent
    guard let list = outer == .root ? catalogue.shape.root : catalogue.sections[outer].node,
      let node = whole.titleNode ?? whole.node
    else { return true }
    let values = known[list] ?? valuesOfProgram(in: list)
    known[list] = values
    return !values.contains(node) && !(whole.node.map(values.contains) ?? false)
  }

  /// The keys and values of a dictionary, if it is not a list of sections; otherwise nothing.
  private func valuesOfProgram(in list: NodeIndex) -> Set<NodeIndex> {
    let document = catalogue.document
    guard document.kind(of: list) == .dict else { return [] }
    let children = Array(document.elements(of: list))
    let keys = children.filter { document.kind(of: $0) == .key }
    let ofProgram = keys.count {
      document.scalar($0).map { ProgramKey.isLikely(document.text(of: $0)) } ?? false
    }
    return document.census(of: list).scalars > 0 || ofProgram * 2 >= max(keys.count, 1)
      ? Set(children) : []
  }
}

/// Keys that programs look up, and that are no titles.
private enum ProgramKey {
  /// Whether a key has the prefix of a framework, as `NSPrivacyTracking`, or is a name in reverse
  /// order, as `com.example.app`, or a UUID.
  static func isCertain(_ key: String) -> Bool {
    if key.contains(where: \.isWhitespace) { return false }
    let isUUID =
      key.count == 36 && key.allSatisfy { $0 == "-" || $0.isHexDigit }
      && key.count { $0 == "-" } == 4
    return isUUID || hasPrefix(key) || isReverseDomainName(key)
  }

  /// Those of frameworks whose keys have a single word after them, as titles may, such as `USAir`.
  private static let prefixes: Set<Substring> = ["AV", "CA", "CF", "LS", "NS", "SK", "UI", "UT"]

  /// Whether a key is capitals followed by words, such as `CFBundleURLTypes` and `NSExtension`.
  private static func hasPrefix(_ key: String) -> Bool {
    let capitals = key.prefix { $0.isASCII && $0.isUppercase }
    guard capitals.count > 2, key.dropFirst(capitals.count).first?.isLowercase == true else {
      return false
    }
    return isCamel(key) || prefixes.contains(capitals.dropLast())
  }

  /// Whether a key begins with a top-level domain, not with a number, as `1.2.3` does, or `www`.
  private static func isReverseDomainName(_ key: String) -> Bool {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 2 && !parts.contains("") && parts[0].count > 1 && parts[0] != "www"
      && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
  }

  private static func isCamel(_ key: String) -> Bool {
    zip(key, key.dropFirst()).contains {
      $0.isASCII && $0.isLowercase && $1.isASCII && $1.isUppercase
    }
  }

  /// Whether a key is certain to be one, or is made of several words without a blank between them.
  static func isLikely(_ key: String) -> Bool {
    if key.contains(where: \.isWhitespace) { return false }
    let isJoined =
      key.contains { "_-".contains($0) } && key == key.lowercased()
      && key.contains(where: \.isLetter)
    return isCertain(key) || isCamel(key) || isJoined
  }
}
