package import Catalogues
package import Forms
package import ICUText
import Platform
package import Presentation
package import Readings

/// A catalogue as a page of HTML: what it shows, and how.
package struct Page {
  package let rows: Rows
  package var contents: EntryContents
  package let form: Form?
  package var title: String
  /// Where details are; `nil` to leave it to rows, and to what fits.
  package var style: RowStyle?
  /// Whether each section is drawn as a group of its own.
  package var isGrouped = false
  /// A style sheet that follows the page's own, in UTF-8.
  package var styleSheet: [UInt8] = []
  /// The language of the catalogue, as far as its texts do not tell theirs.
  package var locale: LocaleIdentifier
  /// The table by which Latin letters find names; `nil` if they do not.
  package var readings: ReadingTable?
  /// Returns the picture of a name.
  package var picture: ((String) -> Picture?)?

  /// - Parameters:
  ///   - sectioning: How the entries are divided.
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
