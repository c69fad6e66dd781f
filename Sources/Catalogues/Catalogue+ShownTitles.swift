package import ICUText
package import Platform
import PropertyLists
import Storage

/// Translations of titles. The titles in a page of settings are keys of a table of translations,
/// which is in a language's folder beside the file: `de.lproj/Root.strings`. Only what is shown is
/// translated: items are found, addressed and edited by the titles in the file.
extension Catalogue {
  /// The translation of a title of the file, or the title itself if there is none.
  package func shownTitle(_ title: String) -> String {
    shownTitles.isEmpty ? title : shownTitles[title] ?? title
  }

  /// What is shown as the title of a section; `nil` if it has none.
  package func shownTitle(of section: Section.ID) -> String? {
    if shownTitles.isEmpty { return title(of: section) }
    return fullTitle(of: section).flatMap { shownTitles[$0] } ?? title(of: section)
  }

  /// What is shown as the name of an item, empty if it has none: a section's title or an entry's
  /// label. A label is translated only if it is the entry's `Title`.
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

  /// Shows the titles of a page of settings in a language. The first table that exists is used; a
  /// title that is not in it is shown as it is in the file.
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

  /// The name of the file with the translations; `nil` if this is not a page of settings, or if the
  /// name could lead to another folder.
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
  /// The texts of a dictionary by key: of each key, the first text that is not empty.
  fileprivate var texts: [String: String] {
    guard kind(of: root) == .dict else { return [:] }
    let pairs = members(of: root).compactMap { key, value in
      string(value).map { (text(of: key), text(of: $0)) }
    }
    return Dictionary(pairs.filter { !$1.isEmpty }, uniquingKeysWith: { first, _ in first })
  }
}
