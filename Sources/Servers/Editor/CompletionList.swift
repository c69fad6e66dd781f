import Catalogues
import Exchange
import Platform
import PropertyLists

/// Suggestions at the cursor: keys of neighbouring dictionaries, Apple's keys, and values that a
/// key has elsewhere.
struct CompletionList {
  private let file: OpenFile
  private let position: TextPosition
  private let client: Client

  /// The most neighbours that are looked at, and the most suggestions.
  private static let (mostNeighbours, most) = (2000, 200)
  /// The longest value that is suggested, in bytes. Longer texts are hardly entered twice.
  private static let longestValue = 200

  init(_ file: OpenFile, _ position: TextPosition, _ client: Client) {
    (self.file, self.position, self.client) = (file, position, client)
  }

  private struct Suggestion {
    let text: String
    let kinds: [NodeKind]
    /// The types of the values, which are shown beside the text.
    let detail: String
    /// How many neighbours have the text.
    let count: Int
  }

  var json: String {
    let offset = file.text.offset(of: position)
    guard let reading = file.reading,
      let context = CompletionContext(
        file.text.bytes, at: offset, reading.document.source.format),
      let place = file.place(at: context.replaced.lowerBound)
    else { return CompletionList.json([], isWhole: true) }
    let containers = place.containers
    // Nothing may be outside the outermost value, and a container without an end was not read.
    guard let last = containers.last,
      context.opening == nil || reading.range(of: last).map(file.now)?.lowerBound == context.opening
    else { return CompletionList.json([], isWhole: true) }
    let isArray = reading.document.kind(of: last) == .array
    let suggestions: [Suggestion]
    switch context.wanted {
    case .key where isArray: suggestions = context.isInside ? [] : elements(containers, reading)
    case .key: suggestions = keys(containers, reading, at: offset)
    case .value(let key?):
      suggestions = values(of: key, containers, reading, isInside: context.isInside)
    case .value(nil): suggestions = isArray ? elements(containers, reading) : []
    }
    let typed = context.typed.drop { $0 == "<" }.lowercased()
    let fitting = suggestions.filter { suggestion in
      // The name of an element may have been typed, such as `<str`.
      let element = context.wanted == .key ? "key" : suggestion.kinds.first?.elementName ?? "string"
      return suggestion.text.lowercased().hasPrefix(typed)
        || context.typed.hasPrefix("<") && element.hasPrefix(typed)
    }
    let items = fitting.prefix(CompletionList.most).enumerated().map { number, suggestion in
      item(suggestion, number, context, isKey: context.wanted == .key && !isArray, reading)
    }
    return CompletionList.json(items, isWhole: fitting.count <= CompletionList.most)
  }

  private static func json(_ items: [String], isWhole: Bool) -> String {
    JSON.object([("isIncomplete", String(!isWhole)), ("items", JSON.array(items))])
  }

  // MARK: What is suggested

  /// The keys that are not in the dictionary yet, the most frequent first.
  private func keys(
    _ containers: [NodeIndex], _ reading: Reading, at offset: Int
  ) -> [Suggestion] {
    let document = reading.document
    var found: [String: (count: Int, kinds: [NodeKind: Int])] = [:]
    let neighbours = reading.alike(containers, limit: CompletionList.mostNeighbours)
    for dict in neighbours where document.kind(of: dict) == .dict && dict != containers.last {
      for member in document.members(of: dict) {
        let key = document.exactText(of: member.key)
        found[key, default: (0, [:])].count += 1
        found[key]?.kinds[document.kind(of: member.value), default: 0] += 1
      }
    }
    var own: Set<String> = []
    if let dict = containers.last, document.kind(of: dict) == .dict {
      for member in document.members(of: dict) {
        // The key that is being typed does not count.
        let range = reading.range(of: member.key.node).map(file.now)
        if range?.touches(offset) != true { own.insert(document.exactText(of: member.key)) }
      }
    }
    var result = found.map { key, about in
      let kinds = about.kinds.sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }.map(\.key)
      let types = kinds.map(\.fieldTypeName)
      return Suggestion(
        text: key, kinds: kinds, detail: types.joined(separator: " or "), count: about.count)
    }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    for expected in appleKeys(containers, reading) where found[expected.key] == nil {
      result.append(
        Suggestion(
          text: expected.key, kinds: expected.types.compactMap { NodeKind(typeNamed: $0) },
          detail: expected.types.joined(separator: " or "), count: 0))
    }
    return result.filter { !own.contains($0.text) }
  }

  /// The values that a key has elsewhere, the most frequent first.
  private func values(
    of key: String, _ containers: [NodeIndex], _ reading: Reading, isInside: Bool
  ) -> [Suggestion] {
    let document = reading.document
    let values = reading.alike(containers, limit: CompletionList.mostNeighbours).flatMap { dict in
      document.members(of: dict).filter { document.hasExactText($0.key, key) }.map(\.value)
    }
    let found = frequent(values, reading)
    if !found.isEmpty || isInside { return found }
    // For Apple's keys, at least the type is known.
    let types = appleKeys(containers, reading).first { $0.key == key }?.types ?? []
    guard types.contains(FieldType.boolean.rawValue) else { return [] }
    return [NodeKind.true, .false].map { kind in
      Suggestion(
        text: kind.elementName, kinds: [kind], detail: kind.fieldTypeName, count: 0)
    }
  }

  /// The keys that Apple's programs read in a dictionary.
  private func appleKeys(
    _ containers: [NodeIndex], _ reading: Reading
  ) -> [(key: String, types: [String])] {
    let document = reading.document
    let path = containers.dropFirst().compactMap {
      document.key(before: $0).flatMap(document.key).map(document.exactText)
    }
    let name = reading.path.map { "\(ByteText($0))" } ?? ""
    return AppleKeys.expected(inFileNamed: name, at: path)
  }

  private func elements(_ containers: [NodeIndex], _ reading: Reading) -> [Suggestion] {
    let values = reading.alike(containers, limit: CompletionList.mostNeighbours)
      .flatMap { reading.document.elements(of: $0) }
    return frequent(values, reading)
  }

  private func frequent(_ values: [NodeIndex], _ reading: Reading) -> [Suggestion] {
    let document = reading.document
    let offset = file.text.offset(of: position)
    var found: [String: (count: Int, kind: NodeKind)] = [:]
    for value in values {
      let kind = document.kind(of: value)
      guard !kind.isContainer, kind != .data, let text = document.plainText(of: value),
        !text.isEmpty, !text.contains(where: \.isNewline),
        text.utf8.count <= CompletionList.longestValue
      else { continue }
      // The value that is being typed does not count.
      if reading.memberRange(of: value).map(file.now)?.touches(offset) == true { continue }
      found[text, default: (0, kind)].count += 1
    }
    return found.map { text, about in
      Suggestion(
        text: text, kinds: [about.kind], detail: about.kind.fieldTypeName, count: about.count)
    }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
  }

  // MARK: How it is written

  private func item(
    _ suggestion: Suggestion, _ number: Int, _ context: CompletionContext, isKey: Bool,
    _ reading: Reading
  ) -> String {
    let writer = CompletionText(
      reading.document.source.format, lineStart: client.keepsIndentation ? indentation : "",
      isSnippet: client.knowsSnippets)
    let new: String
    if context.isInside {
      new = writer.inside(suggestion.text) + context.missingEnd
    } else if isKey {
      new = writer.member(suggestion.text, suggestion.kinds.first)
    } else {
      new = writer.value(suggestion.text, suggestion.kinds.first)
    }
    let order = String(number)
    let padding = String(repeating: "0", count: max(4 - order.count, 0))
    let typed = String(
      decoding: file.text.bytes[context.replaced.lowerBound..<file.text.offset(of: position)],
      as: UTF8.self)
    // Editors compare the replaced text with `filterText`.
    var compared = suggestion.text
    if typed.hasPrefix("<") {
      compared = new.hasPrefix(typed) ? String(new.prefix { !$0.isNewline }) : "<" + compared
    }
    let isSnippet = client.knowsSnippets && !context.isInside && isKey
    return JSON.object(
      [
        (key: "label", value: JSON.string(suggestion.text)),
        (key: "kind", value: isKey ? "10" : "12"),
        (key: "detail", value: JSON.string(suggestion.detail)),
        (key: "sortText", value: JSON.string(padding + order)),
        (key: "filterText", value: JSON.string(compared)),
        (
          key: "textEdit",
          value: JSON.object([
            ("range", file.text.json(context.replaced)), ("newText", JSON.string(new)),
          ])
        ),
      ] + (isSnippet ? [(key: "insertTextFormat", value: "2")] : [])
        + (client.keepsIndentation ? [(key: "insertTextMode", value: "1")] : []))
  }

  /// The white space at the beginning of the line.
  private var indentation: String {
    let line = file.text.content(ofLine: min(position.line, file.text.lineCount - 1))
    return String(
      decoding: file.text.bytes[line].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }
}
