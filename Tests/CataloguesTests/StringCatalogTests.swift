import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("String Catalogs")
struct StringCatalogTests {
  private static func catalogue(_ strings: String) throws -> Catalogue {
    let text = #"{"sourceLanguage": "en", "strings": \#(strings), "version": "1.0"}"#
    return try Catalogue(PropertyListDocument(FileBytes(text.utf8), format: .json))
  }

  private static func unit(_ value: String, _ state: String = "translated") -> String {
    #"{"stringUnit": {"state": "\#(state)", "value": "\#(value)"}}"#
  }

  /// An entry with a text in each language.
  private static func entry(_ texts: KeyValuePairs<String, String>) -> String {
    let members = texts.map { #""\#($0)": \#($1)"# }.joined(separator: ", ")
    return #"{"localizations": {\#(members)}}"#
  }

  private static func plural(_ texts: KeyValuePairs<String, String>) -> String {
    let members = texts.map { #""\#($0)": \#(unit($1))"# }.joined(separator: ", ")
    return #"{"variations": {"plural": {\#(members)}}}"#
  }

  // MARK: Names

  @Test(
    "a name stands for a path, and a path has that name",
    arguments: [
      ("de", "localizations.de.stringUnit.value"),
      ("zh-Hans.state", "localizations.zh-Hans.stringUnit.state"),
      ("de.plural.one", "localizations.de.variations.plural.one.stringUnit.value"),
      ("de.plural.one.state", "localizations.de.variations.plural.one.stringUnit.state"),
      (
        "de.device.mac.plural.few",
        "localizations.de.variations.device.mac.variations.plural.few.stringUnit.value"
      ),
      ("de.substitutions.n.argNum", "localizations.de.substitutions.n.argNum"),
      (
        "de.substitutions.n.plural.one",
        "localizations.de.substitutions.n.variations.plural.one.stringUnit.value"
      ),
    ])
  func names(name: String, path: String) {
    #expect(LocalizedField(named: name)?.path == FieldPath(path).components)
    #expect(LocalizedField.name(of: FieldPath(path).components) == name)
  }

  @Test(
    "what has no such name keeps its path",
    arguments: [
      "comment", "localizations", "localizations.de.other.value", "strings.de",
      "localizations.de.variations.plural.one.stringUnit.value.x",
      "localizations.de.stringUnit.variations", "localizations.language.stringUnit.value",
    ])
  func otherPaths(path: String) {
    #expect(LocalizedField.name(of: FieldPath(path).components) == nil)
    #expect(LocalizedField(named: path) == nil)
  }

  @Test("fields have short names, and nothing is left out")
  func fields() throws {
    let catalogue = try Self.catalogue(
      #"""
      {"a": {"comment": "c", "localizations": {
        "de": {"stringUnit": {"state": "new", "value": "A", "x.y": 1}, "odd": true},
        "en": {}, "fr": {"variations": {"plural": {"one": {"stringUnit": {"value": "u"}}, "many": 3},
          "tone": {"high": {}}}},
        "it": {"substitutions": {"n.m": {"argNum": 1, "variations": {"plural": {"other":
          {"stringUnit": {"state": "translated", "value": "%arg"}}}}}, "o": []}},
        "language": {"stringUnit": {"value": "z"}}}, "a.b": "d"}}
      """#)
    let fields = try #require(catalogue.localizedFields(of: catalogue.value(of: .first)))
    #expect(
      fields.map(\.name) == [
        "comment", "de", "de.state", "de.x\\.y", "localizations.de.odd", "localizations.en",
        "fr.plural.one", "localizations.fr.variations.plural.many",
        "localizations.fr.variations.tone", "it.substitutions.n\\.m.argNum",
        "it.substitutions.n\\.m.plural.other", "it.substitutions.n\\.m.plural.other.state",
        "localizations.it.substitutions.o", "localizations.language", "a\\.b",
      ])
    for field in fields {
      #expect(catalogue.value(named: field.name, in: catalogue.value(of: .first)) == field.value)
    }
    #expect(catalogue.languages() == ["de", "en", "fr", "it", "language"])
  }

  @Test(
    "a String Catalog is known by its content",
    arguments: [
      (#"{"sourceLanguage": "en", "strings": {}, "version": "1.0"}"#, true),
      (#"{"sourceLanguage": "en", "strings": {"0": {}, "1": {}}}"#, true),
      (#"{"sourceLanguage": "en", "strings": {"a": "b"}}"#, false),
      (#"{"sourceLanguage": "en", "strings": {"a": {"localizations": []}}}"#, false),
      (#"{"sourceLanguage": 1, "strings": {"a": {}}}"#, false),
      (#"{"strings": {"a": {}}, "version": "1.0"}"#, false),
    ])
  func shape(text: String, isStringCatalog: Bool) throws {
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(text.utf8), format: .json))
    #expect(catalogue.shape.isStringCatalog == isStringCatalog)
    if isStringCatalog {
      #expect(catalogue.entries.allSatisfy { catalogue.key(of: $0) != nil })
    }
    let xml = try PropertyListDocument(
      FileBytes("<plist><dict><key>sourceLanguage</key><string>en</string></dict></plist>".utf8))
    #expect(try !Catalogue(xml).shape.isStringCatalog)
  }

  // MARK: Edits

  /// The JSON of the entries after an edit, without white space.
  private static func edited(
    _ strings: String, _ body: (CatalogueEditor) throws(EditError) -> Void
  ) throws -> String {
    let catalogue = try catalogue(strings)
    let editor = CatalogueEditor(catalogue)
    let before = catalogue.document.pieces.ranges
    let edit = try editor.edit { () throws(EditError) in try body(editor) }
    let text = String(decoding: try catalogue.document.patchedText(), as: UTF8.self)
    if let edit { editor.undo(edit) }
    #expect(catalogue.document.pieces.ranges == before)
    let start = text.firstRange(of: #""strings": "#)?.upperBound ?? text.startIndex
    let end = text.firstRange(of: #", "version""#)?.lowerBound ?? text.endIndex
    return String(text[start..<end])
  }

  private static func set(
    _ fields: KeyValuePairs<String, String>, in strings: String
  ) throws -> String {
    try edited(strings) { editor throws(EditError) in
      try editor.set(
        fields.map { FieldAssignment(key: $0, type: nil, value: $1) }, of: .entry(.first))
    }
  }

  @Test("a text that changes is translated; one that stays keeps its state")
  func states() throws {
    let old = #"{"a": \#(Self.entry(["de": Self.unit("A", "needs_review")]))}"#
    #expect(try Self.set(["de": "B"], in: old) == #"{"a": \#(Self.entry(["de": Self.unit("B")]))}"#)
    #expect(try Self.set(["de": "A"], in: old) == old)
    #expect(
      try Self.set(["de": "B", "de.state": "new"], in: old)
        == #"{"a": \#(Self.entry(["de": Self.unit("B", "new")]))}"#)
    // A path is what it says, no more.
    #expect(
      try Self.set(["localizations.de.stringUnit.value": "B"], in: old)
        == #"{"a": \#(Self.entry(["de": Self.unit("B", "needs_review")]))}"#)
  }

  @Test("what is new goes where Xcode sorts it, with what it is in")
  func order() throws {
    let old = #"{"a": {"comment": "c", "localizations": {"de": \#(Self.unit("A"))}}}"#
    #expect(
      try Self.set(["shouldTranslate": "false", "cs": "C", "extractionState": "manual"], in: old)
        == #"{"a": {"comment": "c", "extractionState": "manual", "localizations": {"cs": \#(Self.unit("C")), "de": \#(Self.unit("A"))}, "shouldTranslate": false}}"#
    )
    #expect(
      try Self.set(["en.plural.other": "o", "en.plural.one": "i"], in: #"{"a": {"comment": "c"}}"#)
        == #"{"a": {"comment": "c", "localizations": {"en": \#(Self.plural(["one": "i", "other": "o"]))}}}"#
    )
    let unsorted = #"{"a": \#(Self.entry(["fr": Self.unit("F"), "de": Self.unit("A")]))}"#
    #expect(
      try Self.set(["en": "E"], in: unsorted)
        == #"{"a": \#(Self.entry(["fr": Self.unit("F"), "de": Self.unit("A"), "en": Self.unit("E")]))}"#
    )
  }

  @Test("a language has a text, or variations of one kind")
  func variations() throws {
    let varied = #"{"a": \#(Self.entry(["de": Self.plural(["other": "A"])]))}"#
    let plain = #"{"a": \#(Self.entry(["de": Self.unit("A")]))}"#
    for (strings, name, error) in [
      (varied, "de", EditError.variesBy("de", kinds: ["plural"])),
      (varied, "de.device.mac", .variesBy("de", kinds: ["plural"])),
      (varied, "de.plural.other.device.mac", .variesBy("de.plural.other", kinds: [])),
      (plain, "de.plural.one", .variesBy("de", kinds: [])),
    ] {
      #expect(throws: error) { try Self.set([name: "x"], in: strings) }
    }
    #expect(
      try Self.set(["de.substitutions.n.argNum": "1"], in: plain)
        == #"{"a": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "A"}, "substitutions": {"n": {"argNum": 1}}}}}}"#
    )
  }

  @Test(
    "what is unset is gone with all that is said about it, and with what it leaves empty",
    arguments: [
      (["de"], #"{"localizations": {"fr": {"stringUnit": {"state": "new", "value": "F"}}}}"#),
      (["de.plural.one"], nil), (["de", "fr"], "{}"), (["fr", "de.plural", "comment"], "{}"),
      (
        ["fr.state", "de"], #"{"localizations": {"fr": {"stringUnit": {"value": "F"}}}}"#
      ),
    ])
  func unset(names: [String], rest: String?) throws {
    let strings =
      #"{"a": {"comment": "c", "localizations": {"de": \#(Self.plural(["one": "i", "other": "o"])), "fr": \#(Self.unit("F", "new"))}}}"#
    let result = try Self.edited(strings) { editor throws(EditError) in
      try editor.unset(names, of: .entry(.first))
    }
    if let rest {
      let comment = names.contains("comment") ? "" : #""comment": "c""#
      let both = [comment, String(rest.dropFirst().dropLast())].filter { !$0.isEmpty }
      #expect(result == #"{"a": {\#(both.joined(separator: ", "))}}"#)
    } else {
      #expect(result == strings.replacing(#""one": \#(Self.unit("i")), "#, with: ""))
    }
    let keys = [
      "comment", "de.plural.one", "de.plural.one.state", "de.plural.other", "de.plural.other.state",
      "fr", "fr.state",
    ]
    #expect(throws: EditError.noSuchKey("it", keys: keys)) {
      try Self.edited(strings) { editor throws(EditError) in
        try editor.unset(["de", "it"], of: .entry(.first))
      }
    }
  }

  @Test(
    "new keys go where they belong in the order of Xcode, of bytes, or at the end",
    arguments: [
      (["%lld", "10", "9 lives", "Cancel", "cancel"], "2", ["%lld", "2", "9 lives", "10"]),
      (["Comment", "Zoo", "comment"], "Apple", ["Apple", "Comment"]),
      (["b", "a", "c"], "b2", ["c", "b2"]), ([], "x", ["x"]),
    ])
  func keys(old: [String], new: String, around: [String]) throws {
    // In the order of Xcode, 10 comes after 9, and the small letter before the capital.
    let names = old.first == "%lld" ? ["%lld", "9 lives", "10", "cancel", "Cancel"] : old
    let strings = "{" + names.map { #""\#($0)": {"comment": "c"}"# }.joined(separator: ", ") + "}"
    for inserts in [[new], [new, new + new]] {
      let catalogue = try Self.catalogue(strings)
      let editor = CatalogueEditor(catalogue)
      _ = try editor.edit { () throws(EditError) in
        _ = try editor.insert(inserts.map { NewEntry(label: $0) }, at: .last(in: .root))
      }
      var keys = catalogue.root.items.map(catalogue.name)
      if inserts.count > 1 {
        #expect(keys.contains(new + new))
        keys.removeAll { $0 == new + new }
      }
      let index = try #require(keys.firstIndex(of: around[0]))
      #expect(keys.count == names.count + 1)
      #expect(Array(keys[index...].prefix(around.count)) == around)
    }
  }

  // MARK: Checks

  private static func findings(_ strings: String) throws -> [String] {
    try CatalogueCheck.findings(in: catalogue(strings)).map {
      "\($0.message) [\($0.code.rawValue)]"
    }
  }

  @Test("a whole catalogue has no findings")
  func nothing() throws {
    let strings = #"""
      {"": {}, " %@ of %@": \#(Self.entry(["de": Self.unit("%2$@: %1$@")])),
      "%lld files": \#(Self.entry([
        "de": Self.plural(["one": "Eine Datei", "other": "%lld Dateien"]),
        "en": Self.plural(["zero": "Nothing", "one": "%lld file", "other": "%lld files"])])),
      "Cardex": {"shouldTranslate": false}, "100%": \#(Self.entry(["de": Self.unit("100 % sicher")])),
      "CANCEL": \#(Self.entry(["de": Self.unit("ABBRECHEN")])),
      "Cancel": \#(Self.entry(["de": Self.unit("Abbrechen"), "en": Self.unit("Cancel", "new")]))}
      """#
    #expect(try Self.findings(strings) == [])
  }

  @Test(
    "each thing that deserves a look is found",
    arguments: [
      (
        #"{"A": \#(entry(["de": unit("a"), "fr": unit("b")])), "B": \#(entry(["fr": unit("b")]))}"#,
        ["no text in de [missing-language]"]
      ),
      (
        #"{"A": \#(entry(["de": unit("A", "new")]))}"#,
        ["'de' is new, not translated [missing-language]"]
      ),
      (
        #"{"A": \#(entry(["de": unit("a", "needs_review")]))}"#,
        ["'de' needs review [needs-review]"]
      ),
      (
        #"{"A": {"extractionState": "stale", "shouldTranslate": false}}"#,
        ["the string is no longer found in the code [stale-string]"]
      ),
      (
        #"{"%lld m": \#(entry(["ru": plural(["one": "%lld", "other": "%lld", "two": "%lld"])]))}"#,
        [
          "'ru' needs the plural 'few', 'many' [plural-category]",
          "'ru' has no plural 'two' [plural-category]",
        ]
      ),
      (
        #"{"%lld m": \#(entry(["ja": plural(["one": "%lld", "other": "%lld"])]))}"#,
        ["'ja' has no plural 'one' [plural-category]"]
      ),
    ])
  func findings(strings: String, expected: [String]) throws {
    #expect(try Self.findings(strings) == expected)
  }

  @Test(
    "format specifiers are compared with those of the source text",
    arguments: [
      ("%@ by %@", "%2$@: %1$@", nil), ("%@ by %@", "%@", "lacks %2$@ of the source text"),
      ("%lld m", "%d m", "has %d where the source text has %lld"),
      ("%lld m", "%i m", "has %d where the source text has %lld"), ("%li m", "%ld m", nil),
      ("%.1f m", "%.2f m", nil), ("%lld m", "m %", "lacks %lld of the source text"),
      ("%lld m", "%lld %", "has a % that would have to be %% in a format"),
      ("Done", "%@", "has %@, which the source text does not have"), ("done.all", "%@", nil),
      ("100%", "100 % da", nil), ("%@", "%#@n@", "has %#@n@, which is none of its substitutions"),
      ("%*d|", "%1$d %2$d", nil), ("%lld%%", "%lld%%", nil),
      ("%%", "%", "has a % that would have to be %% in a format"),
    ])
  func specifiers(key: String, text: String, objection: String?) throws {
    let found = try Self.findings(#"{"\#(key)": \#(Self.entry(["de": Self.unit(text)]))}"#)
    #expect(found == (objection.map { ["'de' \($0) [format-specifier]"] } ?? []))
  }

  @Test(
    "the source text is that of the same plural, or the usual one, and substitutions are compared")
  func sources() throws {
    let source = Self.plural(["one": "%@ has one", "other": "%@ has %lld"])
    func found(_ text: String) throws -> [String] {
      try Self.findings(#"{"n.key": \#(Self.entry(["de": text, "en": source]))}"#)
    }
    #expect(try found(Self.unit("%1$@: %2$lld")) == [])
    #expect(try found(Self.plural(["one": "eins", "other": "%@: %lld"])) == [])
    #expect(
      try found(Self.plural(["one": "eins", "other": "%@"])) == [
        "'de.plural.other' lacks %2$lld of the source text [format-specifier]"
      ])
    let substitution =
      #"{"stringUnit": {"value": "%#@n@"}, "substitutions": {"n": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {"one": {"stringUnit": {"value": "%arg a"}}, "other": {"stringUnit": {"value": "%arg b"}}}}}}}"#
    #expect(
      try Self.findings(
        #"{"%lld n": \#(Self.entry(["de": substitution, "en": substitution]))}"#) == [])
  }
}
