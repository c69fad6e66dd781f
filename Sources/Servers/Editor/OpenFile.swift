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
  private(set) var text: EditedText
  /// The last text that could be read.
  private(set) var reading: Reading?
  /// What has changed since then.
  private var shift = TextShift()
  /// The version that is being read, and what has changed since.
  private var begun: (version: Int, shift: TextShift)?
  /// Why the text as it is cannot be read; `nil` if it can, or has not been read yet.
  private(set) var error: PropertyListError?
  /// Whether the text as it is has been read, or could not be.
  private(set) var isRead = false
  /// Whether it has been checked, or could not be read.
  private(set) var isChecked = false
  /// How long it took to read the text last, in seconds; `nil` if it has not been read yet.
  private(set) var readingTime: Double?
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
  /// - Throws: `MessageError` for a change that is none; those before it have been made.
  func apply(_ changes: [MessageValue], version: Int) throws(MessageError) {
    self.version = version
    lastChange = MonotonicClock.now
    (isRead, isChecked) = (false, false)
    for change in changes {
      guard let new = change["text"]?.text else { throw .missing("text") }
      var range = 0..<text.bytes.count
      if let given = change["range"] {
        guard let offsets = text.range(given) else { throw .missing("range") }
        range = offsets
      }
      var made = TextChange(range: range, new: Array(new.utf8))
      // An editor may always send the whole text: places in the rest of it stay.
      if change["range"] == nil { made = made.shortened(in: text.bytes) }
      text.replace(made.range, with: made.new)
      shift.add(made.range, length: made.new.count)
      begun?.shift.add(made.range, length: made.new.count)
    }
  }

  // MARK: Reading

  /// What has become of reading a text.
  enum Outcome {
    case reading(Reading)
    case failure(PropertyListError)
  }

  /// Notes that the text as it is begins to be read.
  func beginReading() { begun = (version, TextShift()) }

  /// Takes what was read, or why it could not be.
  ///
  /// - Parameters:
  ///   - seconds: How long it took to read it.
  ///   - wasChecked: Whether it was checked, too.
  func endReading(_ outcome: Outcome, in seconds: Double, wasChecked: Bool) {
    guard let begun else { return }
    self.begun = nil
    let isCurrent = begun.version == version
    switch outcome {
    case .reading(let new):
      readingTime = seconds
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
  func now(_ range: Range<Int>) -> Range<Int> {
    let range = shift.now(range)
    // What is shown of a text that cannot be read may be gone.
    let end = text.bytes.count
    return min(range.lowerBound, end)..<min(range.upperBound, end)
  }

  /// A range of the text that was read, as one of the text as it is.
  func json(_ range: Range<Int>) -> String { text.json(now(range)) }

  /// What is at a position of the text as it is, in what was read.
  func place(at position: TextPosition) -> Reading.Place? {
    reading?.place(at: shift.before(text.offset(of: position)))
  }

  /// The same, for an offset.
  func place(at offset: Int) -> Reading.Place? { reading?.place(at: shift.before(offset)) }

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
  /// The path of a file on this machine; `nil` for other URIs.
  static func path(_ uri: String) -> FilePath? {
    let prefix = "file://"
    guard uri.hasPrefix(prefix) else { return nil }
    let rest = uri.dropFirst(prefix.count)
    let host = rest.prefix { $0 != "/" }
    guard host.isEmpty || host == "localhost" else { return nil }
    var bytes: [UInt8] = []
    var escaped = rest.dropFirst(host.count).utf8[...]
    while let byte = escaped.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard escaped.count >= 2,
        let code = UInt8(String(decoding: escaped.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      escaped = escaped.dropFirst(2)
    }
    return bytes.isEmpty ? nil : FilePath(bytes: bytes)
  }

  static func uri(_ path: FilePath) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return path.bytes.reduce(into: "file://") { uri, byte in
      if plain.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
