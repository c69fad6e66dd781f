import Catalogues
import Editing
import Grammar
import Language
import Platform
import Presentation
import PropertyLists
import Storage

/// What is remembered about a catalogue between sessions: which sections are closed, and bookmarks.
///
/// A line holds one closed section: for each title on the path to it, its number among the sections
/// of that title and the title itself, all separated by tabs; or `bookmark`, a tab and an address
/// as one word of a command; or `accordion`, if opening a section closes others.
struct StateFile {
  private let path: FilePath

  /// `nil` if there is no place to remember anything.
  init?(name: FilePath) {
    guard let directory = UserDirectory.state.path() else { return nil }
    path = directory.appending("outlines").appending(name)
  }

  /// The name under which a file's state is remembered.
  static func name(for path: FilePath) -> FilePath? {
    guard let full = try? UserDirectory.canonicalPath(path) else { return nil }
    return UserDirectory.name(forFileAt: full)
  }

  struct Contents {
    var closed: [TitlePath]
    var isAccordion: Bool
    var bookmarks: [String]
  }

  /// What is remembered; `nil` if nothing is.
  func load() -> Contents? {
    guard let text = try? text() else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    return Contents(
      closed: lines.compactMap(StateFile.titles),
      isAccordion: lines.contains(StateFile.accordion),
      bookmarks: lines.filter { $0.hasPrefix(StateFile.bookmark) }.compactMap {
        try? Lexer.words(of: String($0.dropFirst(StateFile.bookmark.count))).first?.text
      })
  }

  private static let bookmark = "bookmark\t"

  private func text() throws -> String {
    let file = try RegularFile(path: path, isOwn: true)
    return try FileBytes(descriptor: file.descriptor).text
  }

  private static let accordion = "accordion"

  private static func titles(in line: String) -> TitlePath? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count % 2 == 0 else { return nil }
    var steps: [TitlePath.Step] = []
    for index in stride(from: 0, to: parts.count, by: 2) {
      guard let occurrence = Int(parts[index]), let address = try? Address(parts[index + 1]) else {
        return nil
      }
      guard let component = address.components.first else {
        steps.append(.init(title: "", occurrence: occurrence))
        continue
      }
      guard let title = component.name else { return nil }
      steps.append(.init(title: title, occurrence: occurrence))
    }
    return TitlePath(steps: steps)
  }

  /// Saves the state; a failure to do so is not an error of the session.
  func save(_ contents: Contents) {
    let lines = contents.closed.map { path in
      path.steps.map { "\($0.occurrence)\t\(Address.escaped($0.title))" }.joined(separator: "\t")
    }
    let bookmarks = contents.bookmarks.map { StateFile.bookmark + Quoting.quoted($0) }
    let accordion = contents.isAccordion ? [StateFile.accordion] : []
    var text = (lines + accordion + bookmarks).map { $0 + "\n" }.joined()
    guard let directory = path.directory else { return }
    try? UserDirectory.create(directory)
    _ = try? FileReplacement(path: path).save { write in
      try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }
  }
}
