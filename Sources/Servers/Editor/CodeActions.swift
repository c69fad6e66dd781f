import Catalogues
import Editing
import Exchange
import PropertyLists

/// Fixes of findings, and actions on sections, as `CodeAction` values.
struct CodeActions {
  enum ActionKind: String, CaseIterable {
    case fix = "quickfix"
    case rewrite = "refactor.rewrite"
    case fixAll = "source.fixAll.cardex"

    /// Whether one of the kinds that an editor asks for, such as `source`, includes this one.
    /// Without kinds, all are wanted.
    func isWanted(_ kinds: [String]?) -> Bool {
      kinds.map { $0.contains { rawValue == $0 || rawValue.hasPrefix($0 + ".") } } ?? true
    }
  }

  /// An action, whose name identifies it when its edit is asked for.
  private struct Action {
    let name: String
    let kind: ActionKind
    let title: String
    var finding: Finding?
    var isSafe = false
    let edit: (EditingSession) throws(SessionError) -> Void
  }

  private let file: OpenFile
  private let client: Client

  /// The largest text, in bytes, in which edits are made for all actions that are listed. In a
  /// larger text, that is done only if the editor asks for certain kinds of actions.
  private static let largestMade = 1 << 18

  init(_ file: OpenFile, _ client: Client) { (self.file, self.client) = (file, client) }

  /// The actions for a range of the text.
  ///
  /// - Parameter given: The parameters of `textDocument/codeAction`.
  func list(_ given: MessageValue?) throws(MessageError) -> String {
    guard let range = file.text.range(given?["range"]) else { throw .missing("range") }
    let kinds = given?["context"]?["only"]?.elements.compactMap(\.text)
    guard file.findings != nil, let reading = file.reading else { return "[]" }
    var list: [String] = []
    for action in actions(in: range, reading, kinds) where action.kind.isWanted(kinds) {
      var members = [
        (key: "title", value: JSON.string(action.title)),
        (key: "kind", value: JSON.string(action.kind.rawValue)),
      ]
      if let finding = action.finding {
        let place = DiagnosticList.range(of: finding, in: reading) ?? 0..<0
        let diagnostic = DiagnosticList(file).json(finding, at: file.now(place))
        members += [
          (key: "diagnostics", value: JSON.array([diagnostic])),
          (key: "isPreferred", value: String(action.isSafe)),
        ]
      }
      if client.resolvesActions {
        let document = JSON.object([("uri", JSON.string(file.uri))])
        let data = JSON.object([
          ("textDocument", document), ("version", String(file.version)),
          ("name", JSON.string(action.name)),
        ])
        members.append((key: "data", value: data))
      } else {
        guard file.text.bytes.count <= CodeActions.largestMade || kinds != nil,
          let changes = try? file.changes(action.edit), !changes.isEmpty
        else { continue }
        let edit = file.workspaceEdit(changes, isVersioned: client.knowsVersionedEdits)
        members.append((key: "edit", value: edit))
      }
      list.append(JSON.object(members))
    }
    return JSON.array(list)
  }

  /// An action with its edit.
  ///
  /// - Parameter given: The action as it was listed.
  func resolved(_ given: MessageValue?) throws(MessageError) -> String {
    guard let name = given?["data"]?["name"]?.text else { throw .missing("data") }
    guard given?["data"]?["version"]?.integer == file.version, file.findings != nil,
      let reading = file.reading
    else {
      throw MessageError(.contentModified, "the text has changed since the action was listed")
    }
    let all = actions(in: 0..<file.text.bytes.count, reading, nil) + sorting(nil, reading)
    guard let action = all.first(where: { $0.name == name }) else { throw .missing("name") }
    let edit = try edit(of: action)
    let others = (given?.members ?? []).map { (key: $0.key, value: $0.value.json) }
    return JSON.object(others + [(key: "edit", value: edit)])
  }

  private func edit(of action: Action) throws(MessageError) -> String {
    file.workspaceEdit(
      try file.changes(action.edit), isVersioned: client.knowsVersionedEdits)
  }

  // MARK: Actions

  /// - Parameter kinds: The kinds that the editor asks for; `nil` for all.
  private func actions(
    in range: Range<Int>, _ reading: Reading, _ kinds: [String]?
  ) -> [Action] {
    var actions: [Action] = []
    let findings = file.findings ?? []
    let lines = file.text.line(of: range.lowerBound)...file.text.line(of: range.upperBound)
    for (number, finding) in findings.prefix(DiagnosticList.most).enumerated() {
      guard finding.fix != nil || finding.code == .missingLanguage,
        let place = DiagnosticList.range(of: finding, in: reading).map(file.now),
        lines.overlaps(
          file.text.line(of: place.lowerBound)...file.text.line(of: place.upperBound))
      else { continue }
      if let fix = finding.fix {
        actions.append(
          Action(
            name: "fix \(number)", kind: .fix, title: reading.title(of: fix), finding: finding,
            isSafe: fix.isSafe
          ) { editing throws(SessionError) in try editing.perform(fix) })
      } else if let action = missingLanguages(number, finding, reading) {
        actions.append(action)
      }
    }
    let areFixed = actions.contains { $0.isSafe }
    actions += sorting(kinds == nil ? lines : nil, reading)
    if areFixed || kinds != nil && findings.contains(where: { $0.fix?.isSafe == true }) {
      actions.append(
        Action(
          name: "fix all", kind: .fixAll, title: "Fix all that loses nothing",
          edit: { editing throws(SessionError) in
            _ = try editing.perform(.fix(.safe, in: nil))
          }))
    }
    return actions
  }

  /// The action that adds the languages that a text of a String Catalog lacks.
  private func missingLanguages(
    _ number: Int, _ finding: Finding, _ reading: Reading
  ) -> Action? {
    guard case .entry(let entry)? = finding.item, let text = reading.sourceText(of: entry) else {
      return nil
    }
    let missing = reading.missingLanguages(of: entry)
    if missing.isEmpty { return nil }
    let fields = missing.flatMap { language in
      [
        FieldAssignment(key: language, type: nil, value: text),
        FieldAssignment(key: language + ".state", type: nil, value: "needs_review"),
      ]
    }
    return Action(
      name: "languages \(number)", kind: .fix,
      title: "Add \(missing.joined(separator: ", ")), to be reviewed", finding: finding
    ) { editing throws(SessionError) in _ = try editing.perform(.set(fields, of: .entry(entry))) }
  }

  /// The actions that sort a section that has several entries and nothing else.
  ///
  /// - Parameter lines: The lines in which the title of a section is, or in which the outermost
  ///   list begins; `nil` for all sections.
  private func sorting(_ lines: ClosedRange<Int>?, _ reading: Reading) -> [Action] {
    let catalogue = reading.catalogue
    if catalogue.shape.isForm { return [] }
    return ([.root] + catalogue.sections(in: .root)).compactMap { section in
      let whole = catalogue.sections[section]
      guard whole.entryCount > 1, whole.entryCount == whole.itemCount else { return nil }
      if let lines {
        let title = whole.titleNode.flatMap(reading.range(of:))
        guard
          let start = (title ?? reading.range(of: .section(section)) ?? reading.rootRange)
            .map(file.now)?.lowerBound, lines.contains(file.text.line(of: start))
        else { return nil }
      }
      let name = section == .root ? "" : " of \(reading.name(of: .section(section)))"
      return Action(
        name: "sort \(section.rawValue)", kind: .rewrite, title: "Sort the entries\(name)",
        edit: { editing throws(SessionError) in
          let order = FilingOrder(editing.usualFiling.locale)
          _ = try editing.perform(.sort(.entries(of: [section]), order))
        })
    }
  }
}

extension Reading {
  /// What a fix does, for people.
  fileprivate func title(of fix: Fix) -> String {
    func quoted(_ name: String) -> String { "'\(name.prefix(60))'" }
    switch fix {
    case .delete(let item): return "Delete \(quoted(name(of: item)))"
    case .rename(let item, let new, _): return "Rename \(quoted(name(of: item))) to \(quoted(new))"
    case .set(_, let field): return "Set \(field.key) to \(quoted(field.value))"
    case .file(let item, let letter):
      return "Move \(quoted(name(of: item))) to section \(quoted(letter.title))"
    case .moveSection(let section, let other, let isBefore):
      let names = [section, other].map { quoted(name(of: .section($0))) }
      return "Move section \(names[0]) \(isBefore ? "before" : "after") \(names[1])"
    }
  }

  /// The text of a String Catalog's entry in the source language: the key, unless the entry has
  /// another text. `nil` if it is not a single text.
  fileprivate func sourceText(of entry: Entry.ID) -> String? {
    guard let source = catalogue.sourceLanguage else { return nil }
    let own = catalogue.localizations(of: catalogue.value(of: entry)).first {
      document.hasExactText($0.key, source)
    }
    guard let own else { return catalogue.key(of: entry).map(document.exactText) }
    let members = document.members(of: own.value).map { document.text(of: $0.key) }
    guard members == ["stringUnit"] else { return nil }
    return catalogue.value(named: source, in: catalogue.value(of: entry))
      .flatMap(document.plainText)
  }

  fileprivate func missingLanguages(of entry: Entry.ID) -> [String] {
    let there = catalogue.localizations(of: catalogue.value(of: entry)).map {
      document.text(of: $0.key)
    }
    return catalogue.languages().filter { $0 != catalogue.sourceLanguage && !there.contains($0) }
  }
}
