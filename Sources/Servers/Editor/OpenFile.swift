import Catalogues
import Exchange
import Platform
import PropertyLists

/// A file that is open in an editor: its current text, and its last reading.
final class OpenFile {
  let uri: String
  /// `nil` for a text without a file.
  let path: FilePath?
  private(set) var version: Int
  /// How often the text was changed, independent of the versions that the editor names.
  private var revision = 0
  private(set) var text: EditedText
  /// The reading of the last text that could be read.
  private(set) var reading: Reading?
  /// The changes since the text of `reading`.
  private var shift = TextShift()
  /// The revision of the text that is being read, and the changes since.
  private var begun: (revision: Int, shift: TextShift)?
  /// Why the current text cannot be read; `nil` if it can, or has not been read yet.
  private(set) var error: PropertyListError?
  /// Whether the current text has been read, or could not be read.
  private(set) var isRead = false
  /// Whether the current text has been checked, or could not be read.
  private(set) var isChecked = false
  /// How long it took to read the text last, in seconds; `nil` if it has not been read yet.
  private(set) var readingTime: Double?
  /// The reading that was checked last, and the changes since.
  private(set) var checked: (reading: Reading, shift: TextShift)?
  /// When the text was last changed, in seconds.
  private(set) var lastChange: Double

  init(_ uri: String, version: Int, _ text: String, _ encoding: PositionEncoding) {
    self.uri = uri
    self.version = version
    path = FileURI.path(uri)
    self.text = EditedText(Array(text.utf8), encoding)
    lastChange = MonotonicClock.now
  }

  // MARK: Editing

  /// Makes the changes that an editor has made, one after the other.
  ///
  /// - Throws: `MessageError` for an invalid change; the changes before it have been made.
  /// - Complexity: O(*n*) in the length of the text for all changes if they are ordered from the
  ///   end of the text to its beginning, as editors send changes at several places; else for each
  ///   change.
  func apply(_ changes: [MessageValue], version: Int) throws(MessageError) {
    self.version = version
    revision += 1
    lastChange = MonotonicClock.now
    (isRead, isChecked) = (false, false)
    var made: [TextChange] = []
    defer { make(made) }
    for change in changes {
      guard let new = change["text"]?.text else { throw .missing("text") }
      guard let given = change["range"] else {
        make(made)
        // An editor may send the whole text. Only the part that differs is replaced, so that ranges
        // elsewhere stay.
        let whole = TextChange(range: 0..<text.bytes.count, new: Array(new.utf8))
        made = [whole.shortened(in: text.bytes)]
        continue
      }
      guard let end = TextPosition(given["end"]) else { throw .missing("range") }
      // Until changes are made, positions are those of the old text. They are right only for a
      // change before the last one.
      if let last = made.last, text.position(of: last.range.lowerBound) < end {
        make(made)
        made = []
      }
      guard let range = text.range(given) else { throw .missing("range") }
      made.append(TextChange(range: range, new: Array(new.utf8)))
    }
  }

  /// Makes changes that are ordered from the end of the text to its beginning.
  private func make(_ changes: [TextChange]) {
    var length = text.bytes.count
    for change in changes {
      shift.add(change, length: length)
      begun?.shift.add(change, length: length)
      checked?.shift.add(change, length: length)
      length += change.new.count - change.range.count
    }
    text.make(changes)
  }

  // MARK: Reading

  /// The result of reading a text.
  enum Outcome {
    case reading(Reading)
    case failure(PropertyListError)
  }

  /// Notes that the current text begins to be read.
  func beginReading() { begun = (revision, TextShift()) }

  /// Takes the result of reading a text.
  ///
  /// - Parameters:
  ///   - seconds: How long it took to read the text.
  ///   - wasChecked: Whether the text was also checked.
  func endReading(_ outcome: Outcome, in seconds: Double, wasChecked: Bool) {
    guard let begun else { return }
    self.begun = nil
    let isCurrent = begun.revision == revision
    readingTime = seconds
    switch outcome {
    case .reading(let new):
      if wasChecked { checked = (new, begun.shift) }
      // A checked reading is not replaced by an unchecked one of the same text.
      if wasChecked || !isCurrent || !isChecked { reading = new }
      shift = begun.shift
      if isCurrent { error = nil }
    case .failure(let new): if isCurrent { error = new }
    }
    if isCurrent {
      isRead = true
      isChecked = isChecked || wasChecked
    }
  }

  /// The findings in the current text; `nil` if it was not checked or cannot be read.
  var findings: [Finding]? { isChecked && error == nil ? reading?.findings : nil }

  // MARK: Places

  /// Where a range of the reading is in the current text.
  func now(_ range: Range<Int>) -> Range<Int> { clipped(shift.now(range)) }

  /// A range without the part that is beyond the end of the text.
  func clipped(_ range: Range<Int>) -> Range<Int> {
    let end = text.bytes.count
    return min(range.lowerBound, end)..<min(range.upperBound, end)
  }

  /// A range of the reading as JSON, for the current text.
  func json(_ range: Range<Int>) -> String { text.json(now(range)) }

  /// What the reading has at a position of the current text.
  func place(at position: TextPosition) -> Reading.NodeAtOffset? {
    reading?.place(at: shift.before(text.offset(of: position)))
  }

  /// The same, for an offset.
  func place(at offset: Int) -> Reading.NodeAtOffset? { reading?.place(at: shift.before(offset)) }

  /// Changes of the text as a `WorkspaceEdit`.
  ///
  /// - Parameter isVersioned: Whether the editor takes edits that name the version of the file.
  func workspaceEdit(_ changes: [TextChange], isVersioned: Bool) -> String {
    let edits = JSON.array(changes.map { text.json($0) })
    guard isVersioned else { return JSON.object([("changes", JSON.object([(uri, edits)]))]) }
    let document = JSON.object([("uri", JSON.string(uri)), ("version", String(version))])
    return JSON.object([
      (
        "documentChanges",
        JSON.array([JSON.object([("textDocument", document), ("edits", edits)])])
      )
    ])
  }
}

/// Names of files as URIs (RFC 8089).
enum FileURI {
  private static let scheme = "file://"

  /// The path of a file on this machine; `nil` for other URIs.
  static func path(_ uri: String) -> FilePath? {
    guard uri.hasPrefix(scheme) else { return nil }
    let rest = uri.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    guard host.isEmpty || host == "localhost" else { return nil }
    let path = PercentEncoding.decoded(rest.dropFirst(host.count)).flatMap { FilePath(bytes: $0) }
    return path.flatMap { $0.isEmpty ? nil : $0 }
  }

  static func uri(_ path: FilePath) -> String { scheme + PercentEncoding.encoded(path.bytes) }
}
