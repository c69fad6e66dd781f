import Catalogues
import Editing
import Grammar
import Language
import Platform
import PropertyLists
import Storage

/// Fuzzing of journals that are whole, torn, damaged or nonsense, and of recovery from them.
enum JournalFuzzing {
  private static let file = Array(
    """
    <plist version="1.0"><dict><key>A</key><array><string>Anna</string><string>Ada</string></array>
    <key>B</key><array><dict><key>name</key><string>Bob</string><key>x</key><integer>1</integer></dict>
    </array></dict></plist>
    """.utf8)

  private static let path: FilePath = {
    let path = ScratchDirectory.path.appending("list.plist")
    ScratchDirectory.write(file, to: path)
    return path
  }()

  /// The first bytes choose how the journal is damaged; each line after them is a record.
  static func run(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let (damage, place, value) = (
      choices.below(4), choices.below(256) << 8 | choices.below(256), UInt8(choices.below(256))
    )
    let lines = String(decoding: bytes.dropFirst(4), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var text = JournalText()
    var journal = Array(JournalText.firstLine.utf8)
    for line in lines { journal += text.line(of: line).utf8 }
    try checkWhole(journal, lines)
    switch damage {
    case 0: break
    case 1: journal.removeLast(place % journal.count)
    case 2: journal[place % journal.count] = value
    default: journal = Array(bytes.dropFirst(4))
    }
    guard let parsed = JournalText.read(journal) else { return }
    if damage != 3 { try checkDamaged(parsed, lines) }
    try checkContinuing(journal, parsed)
    try replay(parsed.records)
  }

  private static func checkWhole(_ journal: [UInt8], _ lines: [String]) throws {
    let parsed = JournalText.read(journal)
    let isWhole = parsed?.header == lines.first && parsed?.records == Array(lines.dropFirst())
    try require(isWhole && parsed?.wholeBytes == journal.count, "a journal is read otherwise")
  }

  /// Checks that what is read from a damaged journal is a prefix of what was written.
  private static func checkDamaged(_ parsed: JournalText.Parsed, _ lines: [String]) throws {
    let read = (parsed.header.map { [$0] } ?? []) + parsed.records
    try require(lines.starts(with: read), "a damaged journal says what was not recorded")
  }

  /// Checks that a record appended after the whole records is read.
  private static func checkContinuing(
    _ journal: [UInt8], _ parsed: JournalText.Parsed
  ) throws {
    guard parsed.header != nil else { return }
    var text = parsed.text
    let longer = journal.prefix(parsed.wholeBytes) + text.line(of: "a\\\n\r\0b").utf8
    let again = JournalText.read(Array(longer))
    try require(
      again?.records == parsed.records + ["a\\\n\r\0b"], "a record after others is not read")
  }

  private static func replay(_ records: [String]) throws {
    var file = CatalogueFile(path: path)
    guard let catalogue = try? file.read() else { throw Violation("the file cannot be read") }
    let session = Session(
      EditingSession(catalogue, file: file, locale: "en"), output: SilentOutput())
    let records = records.filter { !writesFile($0) }
    let replay = try session.replay(records)
    try require(
      replay.impossible + replay.needless <= records.count, "more commands failed than there are")
    if let commands = session.editing.unsavedCommands {
      let text = session.catalogue.document.text
      let other = Session(
        EditingSession(try file.read(), file: file, locale: "en"), output: SilentOutput())
      try require(try other.replay(commands).isWhole, "unsaved edits cannot be made again")
      try require(other.catalogue.document.text == text, "unsaved edits do something else")
    }
    try session.run("revert")
    try require(
      session.catalogue.document.text == JournalFuzzing.file, "'revert' does not lead back")
  }

  private static func writesFile(_ record: String) -> Bool {
    let name = (try? SessionCommands.all.parse(record))??.name
    return name == "save" || name == "save as"
  }
}
