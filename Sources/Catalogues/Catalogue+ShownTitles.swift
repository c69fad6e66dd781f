package import ICUText
package import Platform
import PropertyLists
import Storage

/// Titles in a person's language. Those in the file of a page of settings are keys of a table, in a
/// folder of that language beside the file: `de.lproj/Root.strings`. Only what is shown is translated:
/// items are found, addressed and edited by what is in the file.
extension Catalogue {
  /// What is shown for a title of the file: the text that the table has for it, or else itself.
  package func shownTitle(_ title: String) -> String {
    shownTitles.isEmpty ? title : shownTitles[title] ?? title
  }

  /// What is shown as the title of a section; `nil` if it has none.
  package func shownTitle(of section: Section.ID) -> String? {
    if shownTitles.isEmpty { return title(of: section) }
    return fullTitle(of: section).flatMap { shownTitles[$0] } ?? title(of: section)
  }

  /// What is shown as the title of a section or, if its title is its label, of an entry; empty if it
  /// has neither.
  package func shownName(of item: Item) -> String {
    if shownTitles.isEmpty { return name(of: item) }
    switch item {
    case .section(let section): return shownTitle(of: section) ?? ""
    case .entry(let entry):
      let label = label(of: entry)
      guard let shown = shownTitles[label], let node = labelNode(of: entry)?.node,
        node == document.value(of: "Title", in: value(of: entry))
      else { return label }
      return shown
    }
  }

  /// Shows the titles of a page of settings in a language. The first table that exists counts, and a
  /// title that it lacks is shown as it is in the file.
  ///
  /// - Parameter path: The path of the page's file.
  /// - Throws: `ReportedError`, which names the table, if it cannot be read.
  package func showTitles(
    in locale: LocaleIdentifier, besideFileAt path: FilePath
  ) throws(ReportedError) {
    guard let table = titleTable(besideFileAt: path) else { return }
    for language in locale.bundleNames {
      let path = (path.directory ?? "").appending(FilePath(language + ".lproj")).appending(table)
      guard let bytes = try UserFile(path: path).read() else { continue }
      do throws(CatalogueFileError) {
        shownTitles = try PropertyListDocument(
          parsing: FileBytes(bytes), at: path, ParseOptions()
        ).texts
      } catch {
        throw ReportedError("\(path): \(error)" as ByteText)
      }
      return
    }
  }

  /// The name of the file of titles; `nil` if the file is not a page of settings, or if the name might
  /// lead elsewhere.
  private func titleTable(besideFileAt path: FilePath) -> FilePath? {
    guard isPageOfSettings, document.kind(of: document.root) == .dict else { return nil }
    if let table = document.value(of: "StringsTable", in: document.root) {
      guard let name = document.string(table).map(document.text),
        !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
      else { return nil }
      return FilePath(name + ".strings")
    }
    return path.name?.withEnding("strings")
  }

  /// Whether entries are settings, in a file like `Root.plist` of a bundle of settings.
  package var isPageOfSettings: Bool { shape.rootPath == ["PreferenceSpecifiers"] }
}

extension PropertyListDocument {
  /// The texts of a dictionary by their keys; the first one under a key counts, unless it is empty.
  fileprivate var texts: [String: String] {
    guard kind(of: root) == .dict else { return [:] }
    let pairs = members(of: root).compactMap { key, value in
      string(value).map { (text(of: key), text(of: $0)) }
    }
    return Dictionary(pairs.filter { !$1.isEmpty }, uniquingKeysWith: { first, _ in first })
  }
}
