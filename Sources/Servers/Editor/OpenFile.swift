import Catalogues
import Exchange
import Platform
import PropertyLists

/// A file that is open in an editor: its text as it is being edited, and what was last read of it.
final class OpenFile {
  let uri: String
  /// `nil` for what has no file.
  let path: FilePath?
  private(set) var version: Int
  /// How often the text was changed, whatever versions the editor names.
  private var revision = 0
  private(set) var text: EditedText
  /// The last text that could be read.
  private(set) var reading: Reading?
  /// What has changed since then.
  private var shift = TextShift()
  /// The text that is being read, and what has changed since.
  private var begun: (revision: Int, shift: TextShift)?
  /// Why the text as it is cannot be read; `nil` if it can, or has not been read yet.
  private(set) var error: PropertyListError?
  /// Whether the text as it is has been read, or could not be.
  private(set) var isRead = false
  /// Whether it has been checked, or could not be.
  private(set) var isChecked = false
  /// How long it took to read the text last, in seconds; `nil` if it has not been read yet.
  private(set) var readingTime: Double?
  /// What was checked last, and what has changed since then.
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
  /// - Throws: `MessageError` for an invalid change; those before it have been made.
  /// - Complexity: O(*n*) in the length of the text for changes from the last to the first, as editors
  ///   send those of several places, else for each.
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
        // An editor may always send the whole text: places in the rest of it stay.
        let whole = TextChange(range: 0..<text.bytes.count, new: Array(new.utf8))
        made = [whole.shortened(in: text.bytes)]
        continue
      }
      guard let end = TextPosition(given["end"]) else { throw .missing("range") }
      // The text before the last change is as it was.
      if let last = made.last, text.position(of: last.range.lowerBound) < end {
        make(made)
        made = []
      }
      guard let range = text.range(given) else { throw .missing("range") }
      made.append(TextChange(range: range, new: Array(new.utf8)))
    }
  }

  /// Makes changes from the last place to the first.
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

  /// What has become of reading a text.
  enum Outcome {
    case reading(Reading)
    case failure(PropertyListError)
  }

  /// Notes that the text as it is begins to be read.
  func beginReading() { begun = (revision, TextShift()) }

  /// Takes what was read, or why it could not be.
  ///
  /// - Parameters:
  ///   - seconds: How long it took to read it.
  ///   - wasChecked: Whether it was checked, too.
  func endReading(_ outcome: Outcome, in seconds: Double, wasChecked: Bool) {
    guard let begun else { return }
    self.begun = nil
    let isCurrent = begun.revision == revision
    readingTime = seconds
    switch outcome {
    case .reading(let new):
      if wasChecked { checked = (new, begun.shift) }
      // What has been checked is not replaced by the same, unchecked.
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

  /// The findings in the text as it is; `nil` if it was not checked or cannot be read.
  var findings: [Finding]? { isChecked && error == nil ? reading?.findings : nil }

  // MARK: Places

  /// Where a range of the text that was read is now.
  func now(_ range: Range<Int>) -> Range<Int> { clipped(shift.now(range)) }

  /// A range that may be of what is gone.
  func clipped(_ range: Range<Int>) -> Range<Int> {
    let end = text.bytes.count
    return min(range.lowerBound, end)..<min(range.upperBound, end)
  }

  /// A range of the text that was read, as one of the text as it is.
  func json(_ range: Range<Int>) -> String { text.json(now(range)) }

  /// What is at a position of the text as it is, in what was read.
  func place(at position: TextPosition) -> Reading.NodeAtOffset? {
    reading?.place(at: shift.before(text.offset(of: position)))
  }

  /// The same, for an offset.
  func place(at offset: Int) -> Reading.NodeAtOffset? { reading?.place(at: shift.before(offset)) }

  /// Changes of the text as a `WorkspaceEdit`.
  ///
  /// - Parameter isVersioned: Whether the editor knows edits of a version of a file.
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
