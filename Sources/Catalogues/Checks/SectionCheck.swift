import PropertyLists

/// Sections without items, and sections without titles whose siblings have titles.
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
        // With anything else in it, the section cannot be deleted without a loss.
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

/// Tells sections in a list of sections from lists under a program's keys, as in an `Info.plist`,
/// where an empty list has a meaning.
private struct ListsOfSections {
  private let catalogue: Catalogue
  /// The results of `valuesOfProgram(in:)`, by dictionary.
  private var known: [NodeIndex: Set<NodeIndex>] = [:]
  private let areMembersOfProgram: Bool

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    areMembersOfProgram = catalogue.shape.memberKeys.contains(where: ProgramKey.isCertain)
  }

  mutating func contain(_ section: Section.ID) -> Bool {
    // Without any entries nothing shows that these are sections.
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

  /// The keys and values of a dictionary that is not a list of sections; otherwise empty.
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

/// Recognizes keys that programs look up, in contrast to titles.
private enum ProgramKey {
  /// Whether a key has the prefix of a framework, as `NSPrivacyTracking`, is a reverse domain name,
  /// as `com.example.app`, or a UUID.
  static func isCertain(_ key: String) -> Bool {
    if key.contains(where: \.isWhitespace) { return false }
    let isUUID =
      key.count == 36 && key.allSatisfy { $0 == "-" || $0.isHexDigit }
      && key.count { $0 == "-" } == 4
    return isUUID || hasPrefix(key) || isReverseDomainName(key)
  }

  /// Prefixes of frameworks that are recognized even before a single word. After other capitals a
  /// single word may be a title, such as `USAir`.
  private static let prefixes: Set<Substring> = ["AV", "CA", "CF", "LS", "NS", "SK", "UI", "UT"]

  /// Whether a key is a prefix in capitals followed by words, such as `CFBundleURLTypes` and
  /// `NSExtension`.
  private static func hasPrefix(_ key: String) -> Bool {
    let capitals = key.prefix { $0.isASCII && $0.isUppercase }
    guard capitals.count > 2, key.dropFirst(capitals.count).first?.isLowercase == true else {
      return false
    }
    return isCamel(key) || prefixes.contains(capitals.dropLast())
  }

  /// Whether a key has at least three parts and begins with a top-level domain, unlike `1.2.3` and
  /// `www.example.com`.
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

  /// Whether a key is certainly a program's, or consists of several words without blanks.
  static func isLikely(_ key: String) -> Bool {
    if key.contains(where: \.isWhitespace) { return false }
    let isJoined =
      key.contains { "_-".contains($0) } && key == key.lowercased()
      && key.contains(where: \.isLetter)
    return isCertain(key) || isCamel(key) || isJoined
  }
}
