import Browser
import Catalogues
import Editing
import Grammar
import ICUText
import Language
import Outlines
import Platform
import Presentation
import Readings
import Searching
import Storage
import Terminal

/// `cardex browse`: the full screen.
struct BrowseCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "browse", in: .program, "look, filter and edit on the full screen",
    operands: [.file],
    options: .joining(
      [
        .init(.filter, .required("TEXT"), "begin with only the entries that match TEXT"),
        .init(
          .keys, .required("STYLE", .word(["search", "vi"])),
          "what is typed is looked for, or letters are commands"),
        .init(
          .theme, .required("NAME", .word(["light", "dark", "none"])),
          "colours for a light or a dark terminal, or none"),
        .init(.pick, "Enter prints the addresses of what is chosen, and ends"),
        .init(.print, "print the addresses of what is chosen at the end"),
        .init(.format, .required("TEMPLATE"), "print entries by a template: '{label} {KEY}'"),
        .init(.record, .required("FILE", .bytes), "write all edits as a script for 'cardex batch'"),
        .init(
          .pictures, .required("FOLDER", .directory),
          "draw pictures of FOLDER, if the terminal can"),
        .style, .grouped, .detail, .dateFormat,
      ], .filing,
      [
        .indicators, .lines,
        .init(.ascii, "draw marks and rules in ASCII"),
        .color,
      ], .parsing, [.sectionTitles], .common),
    rules: [.either([.pick, .print]), .requires([.format], [.pick, .print]), .filing],
    details: """
      Shows the outline with an index strip and the fields of what is selected; '?' lists the keys.
      'cardex FILE' at a terminal does the same. Exit status: 0; with --pick or --print 1 if nothing
      was chosen; 2 after an error.
      """)

  private let options: ParsedOptions
  private let output: Output
  private let path: FilePath
  private let screen: BrowserOutput
  private let terminal: BrowserTerminal
  private let format: Template?
  private let pictures: PictureFinder

  init(options: ParsedOptions, output: Output) throws(Failure) {
    (self.options, self.output) = (options, output)
    path = try EditedFile.path(options)
    if let text = options.value(.format) {
      format = try Template(text, of: .format)
    } else {
      format = nil
    }
    var style = try StandardTerminal.outlineStyle(options)
    style.width = nil
    // The full screen is on a terminal even if standard output is not.
    style.showsLinks = Hyperlink.areKnown(Environment.text)
    if options.has(.ascii) {
      style.indicators = .ascii
      style.ellipsis = "..."
    }
    screen = BrowserOutput(style: style)
    _ = (try options.rowStyle(), try options.filing())
    pictures = try PictureFinder(options, path: path)
    terminal = try BrowserTerminal()
  }

  func run() throws(Failure) -> ExitStatus {
    let restored = try restoredSession()
    let session = if let restored { restored } else { try session() }
    let keeper = SessionKeeper(session, readingOptions: options.readingOptions)
    keeper.restoreState()
    try setOptions(of: session)
    let browser = Browser(session, output: screen, settings: try settings())
    if session.editing.file.identity == nil {
      browser.openForEditing = { () throws(SessionError) in
        do throws(Failure) {
          keeper.session = try self.session()
        } catch {
          throw .output(OutputFailure("\(error.message)"))
        }
        keeper.session.editing.journal = session.editing.journal
        return keeper.session
      }
    }
    if let text = options.value(.filter) { browser.beginFilter(with: text) }
    let unread = UnreadReport.lines(of: session.catalogue.document, named: ByteText(path))
    if let first = unread.first {
      browser.complain(first.shown + (unread.count > 1 ? " (and \(unread.count - 1) more)" : ""))
    }
    try open(keeper, browser)
    if !options.has(.pick), !options.has(.filter) {
      browser.welcome { UserDirectory.state.note("welcomed") }
    }
    let end = try BrowserLoop(browser, terminal, keeper, pictures).run()
    try finish(browser, keeper, end)
    guard case .picked(let items)? = end.outcome else {
      return options.has(.pick) ? .notFound : .found
    }
    try print(items, of: browser.session)
    return items.isEmpty ? .notFound : .found
  }

  private func settings() throws(Failure) -> Browser.Settings {
    var settings = Browser.Settings()
    var isColored = StandardTerminal.usesColor(options) || Environment.text("NO_COLOR") == nil
    if let when = options.value(.color) { isColored = when != "never" }
    settings.theme = isColored ? options.theme : .none
    settings.isASCII = screen.style.isASCII
    settings.keys = options.keyStyle
    settings.isPicking = options.has(.pick)
    settings.printsAtEnd = options.has(.print)
    return settings
  }

  // MARK: The session

  private func session() throws(Failure) -> Session {
    var file = try CatalogueFile(
      path: path, options: options.parseOptions(skipsUnreadable: true))
    let indexes = KeptIndexes(keepingFor: path, try options.parseOptions(), in: .usual)
    let catalogue = try EditedFile.read(&file)
    try options.giveTitles(to: catalogue, named: ByteText(path))
    try options.showTitles(of: catalogue, besideFileAt: path)
    return session(
      EditingSession(
        catalogue, file: file, locale: EditedFile.collationLocale,
        dateLanguage: Environment.dateLanguage, readings: .usual(), indexes: indexes))
  }

  /// A session that only looks at the file, restored from its index, which takes no longer for a
  /// large file.
  private func restoredSession() throws(Failure) -> Session? {
    // An index does not know paths.
    let templates = [format, try options.detailTemplate()].compactMap(\.self)
    guard InputFile.path(path).size >= IndexLocation.minimumFileSize,
      !templates.contains(where: \.namesPaths),
      let file = try? IndexedFile(path, options.parseOptions()),
      let stored = try? file.storedCatalogue(), let catalogue = try? stored.restore(file.bytes),
      // The key that names the strings file with the titles is not in the index.
      !catalogue.isPageOfSettings
    else { return nil }
    try options.giveTitles(to: catalogue, named: ByteText(path))
    // The index exists already, so it is used for any number of entries.
    var policy = LiveIndex.Policy()
    policy.leastEntries = 0
    let editing = EditingSession(
      catalogue, file: CatalogueFile(path: path, options: try options.parseOptions()),
      locale: EditedFile.collationLocale, dateLanguage: Environment.dateLanguage,
      readings: .usual(),
      indexPolicy: policy)
    editing.index.use(LiveIndex.Store(open: { stored.index }, keep: { _ in }))
    return session(editing)
  }

  private func session(_ editing: EditingSession) -> Session { Session(editing, output: screen) }

  private func setOptions(of session: Session) throws(Failure) {
    session.state.rowOptions.style = try options.rowStyle()
    session.state.rowOptions.isGrouped = options.has(.grouped)
    session.state.rowOptions.detail = try options.detailTemplate()
    if let template = session.state.rowOptions.detail {
      try rethrowing(session.catalogue.checkFields(of: template)) {
        Failure(reported: $0, at: ByteText(path))
      }
    }
    _ = try options.shownDates()
    session.state.rowOptions.dateFormat = options.value(.dateFormat)
    guard try options.filing() != nil else { return }
    try attempt(
      session.showByLetter(true, locale: options.value(.locale), by: options.value(.by)),
      at: ByteText(path))
  }

  /// Opens the journal, and asks whether to make unsaved edits of an earlier session again.
  private func open(_ keeper: SessionKeeper, _ browser: Browser) throws(Failure) {
    switch keeper.open() {
    case .empty: return
    case .tooNew:
      throw Failure("a later version of cardex left unsaved edits, which only it can make again")
    case .failed(let error) where error.problem == .inUse:
      browser.settings.readOnly = "another session is editing this file"
    case .failed(let error):
      browser.complain("no journal is kept, so a crash would lose unsaved edits: \(error)")
    case .recovered(let record):
      browser.ask(
        Question(
          keeper.description(of: record) + ". Make them again? y/n",
          yes: { browser in
            browser.recover { () throws(SessionError) in
              try keeper.decide(on: record, isWanted: true)
            }
          },
          no: { browser in
            browser.recover { () throws(SessionError) in
              try keeper.decide(on: record, isWanted: false)
            }
          },
          cancel: { $0.abandon() }))
    }
  }

  // MARK: The end

  private func finish(
    _ browser: Browser, _ keeper: SessionKeeper, _ end: BrowserLoop.End
  ) throws(Failure) {
    browser.keepState()
    keeper.saveState()
    if let path = options.path(.record) { try write(browser.script, to: path) }
    switch end {
    case .left(.abandoned), .terminated: return
    case .left: keeper.end()
    }
  }

  /// Writes a script for `cardex batch`.
  private func write(_ commands: [String], to path: FilePath) throws(Failure) {
    var text = commands.map { $0 + "\n" }.joined()
    do {
      _ = try FileReplacement(path: path).save { write in
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
      }
    } catch {
      throw Failure(naming: "\(path): \(error)")
    }
  }

  private func print(_ items: [Item], of session: Session) throws(Failure) {
    let catalogue = session.catalogue
    let values = TemplateValues(
      catalogue, book: session.book, fileName: ByteText(path), dates: try options.shownDates(),
      quote: Quoting.quoted)
    for item in items {
      if let format, case .entry(let entry) = item {
        let line = format.filled { VisibleText.shown(values.text(of: $0, in: entry)) }
        try output.write(line: line)
      } else {
        try output.write(line: VisibleText.shown(session.book.fullAddress(of: item)))
      }
    }
  }
}

extension ParsedOptions {
  fileprivate var keyStyle: KeyStyle { value(.keys).flatMap(KeyStyle.init) ?? .search }

  /// The theme that the option names, or else one that fits the background in `COLORFGBG`.
  fileprivate var theme: Theme {
    Theme.named.first { $0.0 == value(.theme) }?.1
      ?? .forBackground(Environment.text("COLORFGBG"))
  }
}
