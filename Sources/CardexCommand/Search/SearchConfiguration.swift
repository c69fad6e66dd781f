import Catalogues
import Editing
import Grammar
import ICUText
import Language
import Outlines
import Platform
import Presentation
import PropertyLists
import Readings
import Searching

/// The configuration of a search: its options, checked before any file is read.
struct SearchConfiguration {
  enum Result {
    case quiet, count, filesWithMatches, filesWithoutMatch
    case entries(Style)
  }

  enum Style {
    case lines, headings, onlyMatching, json, mutt
    case template(Template)
  }

  /// For each pattern, the words that must all match; without `--words`, only the pattern itself.
  let patterns: [[String]]
  let options: SearchOptions
  /// Whether names are also found by their readings.
  let findsReadings: Bool
  let fields: SearchedFields
  private let titles: SearchQuery.Titles
  /// Whether `--in` names the parts that are searched.
  let isInside: Bool
  let isInverted: Bool
  let result: Result
  let limit: Int
  /// The page of results that is printed, if not all are.
  let page: ListPage?
  /// The alphabetic index in whose order entries are printed, if any.
  let filing: EntryFiling?
  let before: Int
  let after: Int
  let showsPositions: Bool
  let lineEnd: RecordEnd
  /// Whether NUL is between a file's name and the rest of a line.
  let endsNamesWithNull: Bool
  let outlineStyle: OutlineStyle
  let dates: ShownDates

  /// Takes the patterns from the front of the operands if no option specifies them.
  ///
  /// - Throws: `Failure` for options that contradict each other or are invalid.
  init(_ options: ParsedOptions, operands: inout [FilePath]) throws(Failure) {
    patterns = try SearchConfiguration.patterns(options, operands: &operands).map { pattern in
      options.has(.words) ? Matcher.words(of: pattern) : [pattern]
    }
    self.options = try SearchConfiguration.searchOptions(options)
    findsReadings = options.has(.readings)
    (fields, titles) = try SearchConfiguration.searched(options)
    isInside = options.has(.inside)
    isInverted = options.has(.invertMatch)
    limit = options.number(.maxCount) ?? .max
    page = options.page
    filing = try options.filing()
    let around = options.number(.context) ?? 0
    before = options.number(.beforeContext) ?? around
    after = options.number(.afterContext) ?? around
    showsPositions = options.has(.position)
    lineEnd = options.has(.nullData) ? .null : .lineFeed
    endsNamesWithNull = options.has(.null)
    outlineStyle = try StandardTerminal.outlineStyle(options)
    dates = try options.shownDates()
    result = try SearchConfiguration.result(options)
    if titles == .only,
      let other = [OptionName.field, .byLetter, .format].first(where: options.has)
    {
      throw Failure(
        "\(other.spelling) is about entries and cannot be used with --titles=only")
    }
  }

  /// The query with a matcher of the patterns.
  func query(_ matcher: Matcher) -> SearchQuery {
    SearchQuery(matcher, in: fields, isInverted: isInverted, titles: titles)
  }

  /// Whether the user is told which other search would have found something: at a terminal, if
  /// nothing was found.
  var suggestsOthers: Bool {
    guard case .entries = result, StandardTerminal.isOutput, StandardTerminal.isError else {
      return false
    }
    return findsEntries && !isInverted && limit > 0
  }

  /// The keys of fields that are searched or printed, as the user wrote them.
  var namedKeys: [String] {
    var keys: [String] = []
    if case .keys(let searched) = fields { keys = searched }
    if case .entries(.template(let template)) = result {
      keys += template.placeholders.filter(TemplateValues.isKey)
    }
    return keys
  }

  /// Whether the places of entries in the file are printed.
  var printsLocations: Bool {
    switch result {
    case .entries(.json): true
    case .entries(.template(let template)):
      template.placeholders.contains(where: TemplateValues.isLocation)
    default: false
    }
  }

  /// Whether the paths of entries are printed, which only the whole file tells.
  var printsPaths: Bool {
    if case .entries(.template(let template)) = result { template.namesPaths } else { false }
  }

  /// Whether entries are found.
  var findsEntries: Bool { titles != .only }

  /// Whether sections are printed, not only entries.
  var printsSections: Bool {
    if titles == .only { return true }
    switch result {
    case .entries(.mutt), .entries(.template): return false
    default: return filing == nil && limit > 0
    }
  }

  /// The number of entries to find. For an alphabetic index, which entries come first is known only
  /// once all are found.
  var foundLimit: Int { filing == nil || limit == 0 ? limit : .max }

  /// The fields of entries that are searched, and whether sections are found.
  static func searched(
    _ options: ParsedOptions
  ) throws(Failure) -> (SearchedFields, SearchQuery.Titles) {
    let titles = titles(options)
    guard let parts = try parts(options) else {
      return (
        options.has(.allFields)
          ? .all : options.has(.field) ? .keys(options.values(.field)) : .labelAndDetail, titles
      )
    }
    let shown: SearchedFields =
      !parts.contains(.detail) ? .label : parts.contains(.label) ? .labelAndDetail : .detail
    if parts.contains(.key) {
      let others = parts.isDisjoint(with: [.label, .detail]) ? nil : shown
      return (.keyNames(beside: others, titles: parts.contains(.title)), .yes)
    }
    return (shown, !parts.contains(.title) ? .no : parts == [.title] ? .only : .yes)
  }

  /// A part of entries and sections that `--in` can name.
  private enum SearchedPart: String, CaseIterable { case label, detail, title, key }

  private static func parts(_ options: ParsedOptions) throws(Failure) -> Set<SearchedPart>? {
    guard let names = options.value(.inside) else { return nil }
    return try Set(
      names.split(separator: ",", omittingEmptySubsequences: false).map { name throws(Failure) in
        if let part = SearchedPart(rawValue: String(name)) { return part }
        let parts = Listing.alternatives(SearchedPart.allCases.map(\.rawValue))
        throw Failure("--in takes \(parts), not '\(name)'")
      })
  }

  static func titles(_ options: ParsedOptions) -> SearchQuery.Titles {
    options.value(.titles).flatMap(SearchQuery.Titles.init) ?? .yes
  }

  private static func patterns(
    _ options: ParsedOptions, operands: inout [FilePath]
  ) throws(Failure) -> [String] {
    var texts = options.values(.regexp).flatMap { $0.isEmpty ? [""] : lines($0) }
    for path in options.paths(.file) {
      do throws(CatalogueFileError) {
        let text = try InputFile(path).read().text
        texts += SearchConfiguration.lines(text)
      } catch {
        throw Failure(naming: "\(path): \(error)")
      }
    }
    if !options.has(.regexp) && !options.has(.file) {
      guard !operands.isEmpty else {
        throw Failure("no PATTERN was given", hint: "try 'cardex search --help'")
      }
      let pattern = try options.text(of: operands.removeFirst())
      texts += pattern.isEmpty ? [""] : lines(pattern)
    }
    return texts
  }

  /// The lines of a text, which end in LF or CR LF; an empty text has none.
  private static func lines(_ text: String) -> [String] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
  }

  private static func searchOptions(_ options: ParsedOptions) throws(Failure) -> SearchOptions {
    var result = SearchOptions()
    switch options.last(of: .ignoreCase, .caseSensitive, .smartCase) {
    case .caseSensitive: result.caseSensitivity = .sensitive
    case .smartCase: result.caseSensitivity = .smart
    default: result.caseSensitivity = .insensitive
    }
    if options.last(of: .extendedRegexp, .fixedStrings) == .extendedRegexp {
      result.syntax = .regularExpression
    }
    result.isAccentSensitive = options.has(.accents)
    result.findsGroupedDigits = !options.has(.fixedDigits)
    result.pairsDottedI = try options.locale().pairsDottedI
    result.matchesWholeWords = options.has(.wordRegexp)
    result.matchesWholeField = options.has(.lineRegexp)
    return result
  }

  private static func result(_ options: ParsedOptions) throws(Failure) -> Result {
    if options.has(.quiet) { return .quiet }
    switch options.last(of: .filesWithMatches, .filesWithoutMatch) {
    case .filesWithMatches: return .filesWithMatches
    case .filesWithoutMatch: return .filesWithoutMatch
    default: break
    }
    if options.has(.count) { return .count }
    switch options.last(of: .json, .format, .mutt, .onlyMatching) {
    case .json: return .entries(.json)
    case .mutt: return .entries(.mutt)
    case .onlyMatching: return .entries(.onlyMatching)
    case .format:
      return .entries(.template(try Template(options.value(.format) ?? "", of: .format)))
    default: break
    }
    let wish = options.last(of: .heading, .noHeading)
    let showsHeadings = wish == .heading || wish == nil && StandardTerminal.isOutput
    return .entries(showsHeadings ? .headings : .lines)
  }
}
