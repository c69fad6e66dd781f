import Catalogues
import Editing
import ICUText
import Platform
import PropertyLists
import Searching

/// A search for entries that have all words of a text, each in any field that is searched.
///
/// Case, accents and the form of letters make no difference unless ``isExact`` is set.
public struct Query: Hashable, Sendable {
  /// The words, where words in double quotes count as one; or a regular expression.
  public var text: String
  /// Whether the text is a regular expression in ICU's syntax.
  public var isRegularExpression = false
  /// Whether case and accents count.
  public var isExact = false
  /// Whether names in Chinese, Japanese and Korean are also found by how they are read: `aodi`
  /// finds `奥迪`.
  public var findsReadings = false
  /// Whether all fields are searched, not only those that a row shows.
  public var searchesAllFields = false

  /// Makes a query that finds a text as people type it.
  public init(_ text: String) { self.text = text }
}

extension Query: ExpressibleByStringLiteral {
  /// Makes a query that finds a text as people type it.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Query {
  /// The query as a search of a session's catalogue.
  ///
  /// - Throws: `CatalogueError.refused` if the text is not a regular expression.
  func search(in session: EditingSession) throws(CatalogueError) -> SearchQuery {
    var options = SearchOptions()
    options.syntax = isRegularExpression ? .regularExpression : .literal
    options.caseSensitivity = isExact ? .sensitive : .insensitive
    options.isAccentSensitive = isExact
    options.pairsDottedI = session.locale.pairsDottedI
    do {
      let table = findsReadings ? try session.usualFiling.readingTable() : nil
      let words = isRegularExpression ? [text] : Matcher.words(of: text)
      return SearchQuery(
        try Matcher(words: [words], options: options, readings: table),
        in: searchesAllFields ? .all : .labelAndDetail)
    } catch let error as SessionError {
      throw CatalogueError(error)
    } catch {
      throw .refused("\(error)")
    }
  }
}

/// A problem in the file, such as a duplicate entry.
public struct Finding: Hashable, Sendable {
  /// What kind of finding it is, as `cardex check` prints it: `duplicate-entry`.
  public let code: String
  /// What is wrong, for a person to read.
  public let message: String
  /// The address of the entry or section with the problem; `nil` if it concerns neither.
  public let address: String?
  /// The line of the file, from 1; `nil` in a binary file.
  public let line: Int?
}

extension Finding {
  /// All findings in a file.
  static func all(
    in file: FileBytes, _ options: ParseOptions
  ) throws(CatalogueError) -> [Finding] {
    let catalogue: Catalogues.Catalogue
    do throws(CatalogueFileError) {
      catalogue = try Catalogues.Catalogue(parsing: file, options)
    } catch {
      throw CatalogueError(error, at: nil)
    }
    let book = AddressBook(catalogue)
    let findings = CatalogueCheck.findings(in: catalogue)
    let places = catalogue.document.locations(of: findings.map(\.node))
    return zip(findings, places).map { finding, place in
      let line: Int? = if case .text(let line, _) = place { line } else { nil }
      return Finding(
        code: finding.code.rawValue, message: finding.message,
        address: finding.item.map(book.fullAddress), line: line)
    }
  }
}
