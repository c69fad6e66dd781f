import Catalogues
import Editing
import Forms
import Language
import Outlines
import Platform
import Presentation
import PropertyLists
import Readings
import Searching

/// `cardex __complete`: what the last word of a command line may become, for the completions of
/// shells.
///
/// The first line of the output says what else fits: `files`, `directories` or `words`, for nothing
/// else. The others have a candidate each and, after a tab, what it means.
///
/// With `--line`, the candidates are as bash inserts them: quoted, and only what comes after the
/// last of its word breaks or an open quotation mark. The first line then ends in `open` if the
/// first one may go on. Where names of files fit, a second line has what is before that mark, which
/// bash keeps.
struct CompleteCommand {
  /// A file that has no index is read for completion only up to this size in bytes, which takes
  /// some milliseconds.
  private static let largestRead = 4 << 20
  /// How many entries that contain what was typed are looked at for those that begin with it.
  private static let mostLookedUp = 5000

  struct Candidate: Equatable {
    let text: String
    var summary = ""
  }

  /// Which names of files may be completed instead.
  enum Files: String {
    case files, directories
    case none = "words"
  }

  private(set) var candidates: [Candidate] = []
  private(set) var files = Files.none
  /// The word at the cursor.
  private let current: String

  /// - Parameter words: Those after `cardex`, without quotes; the last one is completed.
  init(_ words: [FilePath]) {
    guard let last = words.last, let current = last.text else {
      self.current = ""
      files = .files
      return
    }
    self.current = current
    let before = words.dropLast()
    guard let first = before.first else {
      add(CommandDefinition.all.map { Candidate(text: $0.name.rawValue, summary: $0.summary) })
      add([Candidate(text: "--help"), Candidate(text: "--version")])
      return
    }
    guard let name = first.text.flatMap(CommandDefinition.Name.init(rawValue:)) else { return }
    let rest = Array(before.dropFirst())
    if name.commandsOfLanguage.count > 1, rest.isEmpty {
      complete(.named(name), rest, nil)
    } else if let called = try? EditCommand.called(name, rest) {
      complete(called.definition, called.arguments, called.command)
    } else {
      complete(.named(name), rest, nil)
    }
  }

  static func run(_ arguments: [FilePath], to output: Output) throws(Failure) -> ExitStatus {
    if arguments.first == "--line", arguments.count == 3 {
      if let line = BashLine(arguments[1].text ?? "", breaks: arguments[2].text ?? ""),
        !line.head.contains(where: \.isNewline)
      {
        try complete(line, to: output)
      } else {
        try output.write(line: Files.none.rawValue)
      }
      return .found
    }
    let command = CompleteCommand(arguments)
    try output.write(line: command.files.rawValue)
    for candidate in command.candidates
    where !candidate.text.contains(where: { $0.isNewline || $0 == "\t" }) {
      try output.write(
        line: candidate.summary.isEmpty
          ? candidate.text : "\(candidate.text)\t\(candidate.summary)")
    }
    return .found
  }

  private static func complete(_ line: BashLine, to output: Output) throws(Failure) {
    let command = CompleteCommand(line.words.dropFirst().map { FilePath($0) })
    let isOpen = command.candidates.first.map { $0.text.hasSuffix("/") || $0.text.hasSuffix("=") }
    try output.write(line: command.files.rawValue + (isOpen == true ? " open" : ""))
    if command.files != .none { try output.write(line: line.head) }
    for candidate in command.candidates {
      let word = line.word(for: candidate.text)
      // bash itself quotes names of files, and what is among them.
      if command.files != .none, word != candidate.text { continue }
      try output.write(
        line: candidate.summary.isEmpty ? word : "\(word)\t\(candidate.summary)")
    }
  }

  private mutating func add(_ new: [Candidate]) {
    candidates += new.filter { $0.text.hasPrefix(current) }
  }

  // MARK: Options and operands

  private mutating func complete(
    _ definition: CommandDefinition, _ words: [FilePath], _ command: Language.CommandDefinition?
  ) {
    var options: [(option: OptionDefinition, value: String?)] = []
    var operands: [FilePath] = []
    var awaiting: OptionDefinition?
    var hasEnded = false
    for word in words {
      let text = word.text ?? ""
      if let option = awaiting {
        options.append((option, text))
        awaiting = nil
      } else if hasEnded || !text.hasPrefix("-") || text == "-" {
        operands.append(word)
      } else if text == "--" {
        hasEnded = true
      } else if let option = definition.option(writtenAs: text) {
        let value = text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) }
        if value == nil, case .required = option.argument, option.isLast(in: text) {
          awaiting = option
        } else {
          options.append((option, value))
        }
      }
    }
    let given = ParsedOptions(
      options.map { ($0.option.name, $0.value.map { FilePath($0) }) }, operands: operands)
    if let awaiting {
      addValues(of: awaiting, prefix: "", definition, given, command)
    } else if !hasEnded, current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
      guard let option = definition.option(writtenAs: current) else { return }
      addValues(of: option, prefix: String(current[...sign]), definition, given, command)
    } else if !hasEnded, current.hasPrefix("-") {
      for option in definition.options {
        if let short = option.short, !current.hasPrefix("--") {
          add([Candidate(text: "-\(short)", summary: option.help)])
        }
        let sign = if case .required = option.argument { "=" } else { "" }
        add([Candidate(text: "--\(option.name.rawValue)\(sign)", summary: option.help)])
      }
    } else {
      addOperands(definition, given, command)
    }
  }

  private mutating func addOperands(
    _ definition: CommandDefinition, _ given: ParsedOptions, _ command: Language.CommandDefinition?
  ) {
    if definition.name == .help {
      if given.operands.isEmpty {
        add(CommandDefinition.all.map { Candidate(text: $0.name.rawValue, summary: $0.summary) })
      }
    } else if !definition.actions.isEmpty, given.operands.isEmpty {
      add(definition.actions.map { Candidate(text: $0.name, summary: $0.summary) })
    } else if let command, !given.operands.isEmpty {
      addWords(of: command, given)
    } else if definition.name == .show, !given.operands.isEmpty {
      if !given.has(.byLetter) { addWords(["show"], given) }
    } else if definition.name != .search || !given.operands.isEmpty || given.has(.regexp)
      || given.has(.file)
    {
      files = .files
    }
  }

  // MARK: The command language

  /// Adds what the command language takes at the cursor.
  private mutating func addWords(
    of command: Language.CommandDefinition, _ given: ParsedOptions
  ) {
    addWords(command.words, given)
  }

  private mutating func addWords(_ command: [String], _ given: ParsedOptions) {
    let operands = given.operands.dropFirst().map { Quoting.quoted($0.text ?? "") }
    let line = (command + operands).joined(separator: " ") + " " + written(current)
    let grammar = GrammarCompletion(line: line, cursor: line.unicodeScalars.count)
    // What has been typed before the part that is completed, such as a key and `=`.
    let head = current.hasSuffix(grammar.prefix) ? current.dropLast(grammar.prefix.count) : ""
    candidates += grammar.candidates.map {
      Candidate(text: head + $0.insertion, summary: $0.summary)
    }
    guard !grammar.wanted.isEmpty else { return }
    if grammar.wanted.contains(.file) { files = .files }
    guard let known = KnownCatalogue(given, largestRead: CompleteCommand.largestRead) else {
      return
    }
    let suggestions = Suggestions(
      known.catalogue, book: known.book, form: known.form, lookUp: known.lookUp)
    let item = grammar.precedingAddress.flatMap { word in
      (try? Address(word.text)).flatMap { try? known.book.item(at: $0) }
    }
    for wanted in grammar.wanted {
      let found = suggestions.words(for: wanted, prefix: grammar.prefix, near: item)
      candidates += found.map { Candidate(text: head + $0.text + (wanted == .fieldKey ? "=" : "")) }
    }
  }

  /// What has been typed, as a word of the language that goes on.
  private func written(_ word: String) -> String {
    word.unicodeScalars.allSatisfy { $0 != " " && $0 != "'" && $0 != "\"" && $0 != "\\" }
      ? word : Quoting.quoted(word).dropLastQuote
  }

  // MARK: Values of options

  private mutating func addValues(
    of option: OptionDefinition, prefix: String, _ definition: CommandDefinition,
    _ given: ParsedOptions, _ command: Language.CommandDefinition?
  ) {
    func values(_ texts: [String]) -> [Candidate] { texts.map { Candidate(text: prefix + $0) } }
    switch option.name {
    case .file, .output, .backup, .css: files = prefix.isEmpty ? .files : .none
    case .pictures: files = prefix.isEmpty ? .directories : .none
    case .color: add(values(["auto", "always", "never"]))
    case .titles: add(values(["yes", "no", "only"]))
    case .from: add(values(FileFormat.allCases.map(\.rawValue)))
    case .style: add(values(RowStyle.allCases.map(\.rawValue)))
    case .completions: add(values(Completions.Shell.allCases.map(\.rawValue)))
    case .select, .ignore: add(values(Finding.Code.allCases.map(\.rawValue)))
    case .inside where command == nil: add(values(["label", "detail", "title"]))
    case .field, .by, .labelKey, .detailKey, .titleKey, .membersKey:
      // Files are operands before or after the option; the first one is looked into.
      let path = definition.name == .search && !given.has(.regexp) && !given.has(.file) ? 1 : 0
      guard given.operands.count > path else { return }
      let file = ParsedOptions(given.values, operands: [given.operands[path]])
      guard let known = KnownCatalogue(file, largestRead: CompleteCommand.largestRead) else {
        return
      }
      let typed = String(current.dropFirst(prefix.count))
      candidates += Suggestions(known.catalogue, book: known.book, form: known.form)
        .words(for: .key, prefix: typed, near: nil).map { Candidate(text: prefix + $0.text) }
    default: add(values(option.choices))
    }
  }

  /// The catalogue of a command line, as far as it can be known at once: from its index, or by
  /// reading a small file.
  private struct KnownCatalogue {
    let catalogue: Catalogue
    let book: AddressBook
    let form: Form?
    let lookUp: ((String) -> [Entry.ID]?)?

    /// - Parameter given: Options, and the file as the first operand.
    init?(_ given: ParsedOptions, largestRead: Int) {
      guard let path = given.operands.first,
        let file = try? IndexedFile(path, given.parseOptions())
      else { return nil }
      if let stored = try? file.storedCatalogue(), let restored = try? stored.restore(file.bytes) {
        catalogue = restored
        lookUp = { text in
          guard let matcher = try? Matcher([text]),
            let found = try? stored.index.candidates(for: matcher, in: .label)
          else { return nil }
          return found.entries.prefix(CompleteCommand.mostLookedUp).entries
        }
      } else {
        guard file.bytes.count <= largestRead, let read = try? file.read() else { return nil }
        catalogue = read.catalogue
        lookUp = nil
      }
      try? given.giveTitles(to: catalogue, named: "")
      book = AddressBook(catalogue)
      form = Form(catalogue, language: Terminal.dateLanguage)
    }
  }
}

extension CommandDefinition {
  /// The option that a word gives, if it is one: `--name`, `--name=VALUE`, `-n`, or several letters
  /// of which the last one counts.
  fileprivate func option(writtenAs word: String) -> OptionDefinition? {
    if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      return options.first { $0.name.rawValue == name }
        ?? options.first { $0.name.rawValue.hasPrefix(name) }
    }
    return word.last.flatMap { letter in options.first { $0.short == letter } }
  }
}

extension OptionDefinition {
  /// Whether an option's argument is the next word, not in the same one.
  fileprivate func isLast(in word: String) -> Bool {
    word.hasPrefix("--") || word.last == short
  }
}

extension String {
  /// A quoted word without its closing quote.
  fileprivate var dropLastQuote: String {
    hasSuffix("'") || hasSuffix("\"") ? String(dropLast()) : self
  }
}
