import Catalogues
import Editing
import Exchange
import Forms
import Grammar
import Language
import Platform
import Presentation
import PropertyLists
import Readings

/// The options for a catalogue as a page of HTML.
struct PageOptions {
  private let options: ParsedOptions

  init(_ options: ParsedOptions) { self.options = options }

  /// - Parameter name: The name of the catalogue's file, which is the title if none is given.
  func page(of catalogue: Catalogue, named name: ByteText) throws(Failure) -> Page {
    let form = Form(
      catalogue, language: Environment.dateLanguage, pattern: options.value(.dateFormat))
    var contents = try EntryContents(
      catalogue, template: try options.detailTemplate(), form: form, named: name,
      dates: try options.shownDates())
    contents.showsSecrets = options.has(.showSecrets)
    let filing = try options.filing()
    try filing?.check(catalogue, named: name)
    let sectioning =
      filing.map { Sectioning(catalogue, letters: $0.listing(of: catalogue) { _, _ in }) }
      ?? Sectioning(catalogue)
    var page = Page(
      sectioning, contents: contents, form: form,
      title: options.value(.title) ?? PageOptions.title(of: name), locale: try options.locale())
    page.style = try options.rowStyle()
    page.isGrouped = options.has(.grouped)
    page.styleSheet = try styleSheet()
    if options.has(.readings) { page.readings = try UserReadings.usual().checkedTable() }
    if let files = try PictureFolder.files(options) {
      page.picture = { name in
        files.file(named: name).flatMap { try? FileBytes(path: $0, access: .mapped) }
          .flatMap { file in Picture(withExtendedLifetime(file) { Array(file.bytes) }) }
      }
    }
    return page
  }

  /// The words of a file's name without folders and ending, or of a published catalogue's name.
  private static func title(of name: ByteText) -> String {
    let text = name.description
    if DatabaseURL.isMeant(by: FilePath(text)), let url = try? DatabaseURL(text) {
      return PageTitle.words(of: url.catalogue ?? "catalogue")
    }
    let file = name.description.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else {
      return PageTitle.words(of: String(file))
    }
    return PageTitle.words(of: String(file[..<dot]))
  }

  private func styleSheet() throws(Failure) -> [UInt8] {
    guard let path = options.path(.css) else { return [] }
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try FileBytes(path: path, access: .mapped)
      bytes = withExtendedLifetime(file) { Array(file.bytes) }
    } catch {
      throw Failure(naming: "\(path): \(error)")
    }
    let end = Array("</style".utf8)
    let folded = bytes.map { $0 | 0x20 }
    let endsEarly = folded.firstRange(of: end.map { $0 | 0x20 }) != nil
    if endsEarly { throw Failure(naming: "\(path): a style sheet cannot have '</style' in it") }
    return bytes
  }
}
