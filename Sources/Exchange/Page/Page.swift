package import Catalogues
package import Forms
package import ICUText
import Platform
package import Presentation
package import Readings

/// A page of HTML that shows a catalogue: its contents and options.
package struct Page {
  package let rows: Rows
  package var contents: EntryContents
  package let form: Form?
  package var title: String
  /// The place of details; `nil` if each row and the width of the page decide.
  package var style: RowStyle?
  /// Whether each section is drawn as a group of its own.
  package var isGrouped = false
  /// A style sheet that follows the page's own, in UTF-8.
  package var styleSheet: [UInt8] = []
  /// The language of texts whose script does not tell it.
  package var locale: LocaleIdentifier
  /// The readings by which Latin letters find names; `nil` if they do not.
  package var readings: ReadingTable?
  /// Finds the picture with a name.
  package var picture: ((String) -> Picture?)?

  /// - Parameters:
  ///   - sectioning: The division of entries into sections or letters.
  ///   - contents: What entries show.
  ///   - form: The catalogue as a form, if it is one.
  package init(
    _ sectioning: Sectioning, contents: EntryContents, form: Form?, title: String,
    locale: LocaleIdentifier
  ) {
    rows = Rows(sectioning.showingHidden())
    self.contents = contents
    self.form = form
    self.title = title
    self.locale = locale
  }

  /// A page without options.
  package init(_ catalogue: Catalogue, title: String = "") {
    let form = Form(catalogue, language: .iso)
    let contents = EntryContents(
      catalogue, form: form, book: AddressBook(catalogue), fileName: ByteText(title))
    self.init(
      Sectioning(catalogue), contents: contents, form: form, title: title, locale: .english)
  }

  package var catalogue: Catalogue { rows.sectioning.catalogue }
}

/// The title of a page for which none is given.
package enum PageTitle {
  /// The words of a name as people write them: `cars_total` is `Cars total`, `CarsTotal` as well. A
  /// name with blanks has been written by people.
  package static func words(of name: String) -> String {
    if name.contains(where: \.isWhitespace) { return name }
    let characters = Array(name)
    var words = [""]
    for (place, character) in characters.enumerated() {
      let before = place > 0 ? characters[place - 1] : nil
      let after = place + 1 < characters.count ? characters[place + 1] : nil
      let isInNumber = before?.isNumber ?? false && after?.isNumber ?? false
      if character == "_" || character == "-" && !isInNumber {
        words.append("")
      } else if character.isUppercase, words[words.count - 1].count > 1,
        before?.isLowercase ?? false || after?.isLowercase ?? false
      {
        // Several capitals are an abbreviation.
        words.append(after?.isUppercase ?? true ? String(character) : character.lowercased())
      } else {
        words[words.count - 1].append(character)
      }
    }
    words.removeAll(where: \.isEmpty)
    guard let first = words.first else { return name }
    // As in `iPhone`.
    let isBrand = first.dropFirst().first?.isUppercase ?? false
    if !isBrand { words[0] = first.prefix(1).uppercased() + first.dropFirst() }
    return words.joined(separator: " ")
  }
}

/// The languages of texts whose script tells them.
enum TextLanguage {
  /// - Returns: `nil` for scripts of several languages. Han script without kana counts as Chinese,
  ///   as it does for readings.
  static func language(of text: String) -> String? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    let scripts = Set(text.unicodeScalars.lazy.filter { $0.value >= 0x370 }.map(\.script))
    return languages.first { scripts.contains($0.script) }?.name
  }

  /// Kana comes before Han, since Japanese has both.
  private static let languages: [(script: String, name: String)] = [
    ("Hira", "ja"), ("Kana", "ja"), ("Hang", "ko"), ("Hani", "zh"),
    ("Grek", "el"), ("Hebr", "he"), ("Arab", "ar"), ("Thai", "th"), ("Geor", "ka"),
    ("Armn", "hy"),
  ]

  /// The language of more than half of the texts; `nil` if there is none.
  static func most(of texts: some Sequence<String>) -> String? {
    var (counts, total): ([String: Int], Int) = ([:], 0)
    for text in texts {
      total += 1
      if let name = language(of: text) { counts[name, default: 0] += 1 }
    }
    return counts.first { $0.value * 2 > total }?.key
  }
}
