import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Keys of Apple's programs")
struct AppleKeyCheckTests {
  private func findings(
    _ plist: Plist, in schema: AppleKeys.Schema = .info
  ) throws -> [String] {
    try findings(in: Catalogue(plist), schema)
  }

  private func findings(_ key: String, _ value: Plist) throws -> [String] {
    try findings(Plist.dict([(key: key, value: value)]))
  }

  private func findings(in catalogue: Catalogue, _ schema: AppleKeys.Schema) throws -> [String] {
    let check = try #require(AppleKeyCheck(.schema(schema), fileName: ""))
    return CatalogueCheck.findings(in: catalogue, also: [check])
      .filter { [.nearKey, .wrongType].contains($0.code) }.map(\.message)
  }

  @Test(
    "a key that is nearly known is found",
    arguments: [
      ("CFBundelVersion", "CFBundleVersion"), ("CFBundleversion", "CFBundleVersion"),
      ("CFBundleIdentifer", "CFBundleIdentifier"), ("UIBackgroundMode", "UIBackgroundModes"),
      ("NSCameraUsageDescripton", "NSCameraUsageDescription"),
      ("LSUIElment", "LSUIElement"), ("NSHumanReadableCopyrigth", "NSHumanReadableCopyright"),
    ])
  func near(_ key: String, _ meant: String) throws {
    #expect(
      try findings(key, "x") == ["the key '.\(key)' is nearly '\(meant)'"])
  }

  @Test(
    "other keys are a program's own",
    arguments: [
      "Version", "MyKey", "XCMinimumOSVersion", "NSCamera2UsageDescription",
      "UTTypeSize128IconFile",
      "CFBundleVersionOfMine", "GIDClientID", "x", "", "CFBundleIcons~ipad",
      "CFBundleExecutable-macos", "UIRequiredDeviceCapabilities~iphone",
    ])
  func own(_ key: String) throws {
    #expect(!(try findings(key, "x").contains { $0.contains("nearly") }))
  }

  @Test("a known key is not near to another")
  func pairs() throws {
    #expect(
      try findings([
        "LSMinimumSystemVersion": "1", "LSMaximumSystemVersion": "1",
        "QLPreviewWidth": 1, "QLPreviewHeight": 1,
      ]) == [])
  }

  @Test("keys in dictionaries and in those of arrays are compared with those of their place")
  func nested() throws {
    #expect(
      try findings([
        "CFBundleURLTypes": [["CFBundleURLNames": "x", "CFBundleURLSchemes": ["a", 1]], "x"],
        "NSAppTransportSecurity": [
          "NSAllowsArbitraryLoad": true,
          "NSExceptionDomains": ["a.org": ["NSIncludesSubdomains": "YES"]],
        ],
        "CFBundleIcons~ipad": ["CFBundlePrimaryIcon": ["CFBundleIconFile": ["x"]]],
        "Own": ["CFBundelVersion": 1],
      ]) == [
        "the key '.CFBundleURLTypes.0.CFBundleURLNames' is nearly 'CFBundleURLName'",
        "'.CFBundleURLTypes.0.CFBundleURLSchemes.1' is integer, not string",
        "'.CFBundleURLTypes.1' is string, not dictionary",
        "the key '.NSAppTransportSecurity.NSAllowsArbitraryLoad' is nearly 'NSAllowsArbitraryLoads'",
        #"'.NSAppTransportSecurity.NSExceptionDomains.a\.org.NSIncludesSubdomains' is string, "#
          + "not boolean",
        "the key '.CFBundleIcons~ipad.CFBundlePrimaryIcon.CFBundleIconFile' is nearly "
          + "'CFBundleIconFiles'",
      ])
  }

  @Test(
    "a value of another type is found",
    arguments: [
      ("LSRequiresIPhoneOS", "YES", "string, not boolean"),
      ("LSRequiresIPhoneOS", 1, "integer, not boolean"),
      ("CFBundleVersion", 1.5, "real, not string"),
      ("UIBackgroundModes", "audio", "string, not array"),
      ("UIBackgroundModes", [:], "dictionary, not array"),
      ("NSAppTransportSecurity", [], "array, not dictionary"),
      ("LSUIPresentationMode", true, "boolean, not integer"),
      ("QLPreviewWidth", "1", "string, not number"),
      ("LSUIElement", [], "array, not boolean or string"),
      ("UIRequiredDeviceCapabilities", "x", "string, not array or dictionary"),
    ] as [(String, Plist, String)])
  func types(_ key: String, _ value: Plist, _ message: String) throws {
    #expect(try findings(key, value) == ["'.\(key)' is \(message)"])
  }

  @Test(
    "a value of the right type, or one that a build replaces, is not",
    arguments: [
      ("LSRequiresIPhoneOS", true), ("LSRequiresIPhoneOS", "$(PHONE)"),
      ("LSRequiresIPhoneOS", "${PHONE}"), ("LSRequiresIPhoneOS", "@PHONE@"),
      ("LSRequiresIPhoneOS", "{{ phone }}"), ("LSUIElement", "1"), ("QLPreviewWidth", 1),
      ("QLPreviewWidth", 1.5), ("UIRequiredDeviceCapabilities", ["armv7": true]),
      ("UIRequiredDeviceCapabilities", ["armv7"]), ("UIDeviceFamily", [1, "2"]),
      ("CFBundleAlternateNames", []),
    ] as [(String, Plist)])
  func right(_ key: String, _ value: Plist) throws {
    #expect(try findings(key, value) == [])
  }

  @Test("each kind of file has its own keys")
  func kinds() throws {
    #expect(
      try findings(["com.apple.security.app-sandbx": true], in: .entitlements)
        == [
          #"the key '.com\.apple\.security\.app-sandbx' is nearly 'com.apple.security.app-sandbox'"#
        ])
    #expect(
      try findings(["NSPrivacyTracking": "NO"], in: .privacy)
        == ["'.NSPrivacyTracking' is string, not boolean"])
    #expect(
      try findings(
        ["PreferenceSpecifiers": [["Type": "PSSliderSpecifier", "MaximumValue": "1"]]],
        in: .settings) == ["'.PreferenceSpecifiers.0.MaximumValue' is string, not number"])
    #expect(try findings(["CFBundelVersion": 1], in: .settings) == [])
    #expect(try findings(["CFBundelVersion"], in: .info) == [])
  }

  @Test("where a format has only texts, they may mean any scalar value")
  func formats() throws {
    func check(_ text: String, _ format: FileFormat) throws -> [String] {
      let document = try PropertyListDocument(FileBytes(text.utf8), format: format)
      return try findings(in: Catalogue(document), .info)
    }
    #expect(try check("{ LSRequiresIPhoneOS = YES; UIBackgroundModes = (x); }", .openStep) == [])
    #expect(
      try check("{ UIBackgroundModes = x; LSUIElment = 1; }", .openStep) == [
        "'.UIBackgroundModes' is string, not array",
        "the key '.LSUIElment' is nearly 'LSUIElement'",
      ])
    #expect(
      try check(#"{"LSRequiresIPhoneOS": "YES"}"#, .json)
        == ["'.LSRequiresIPhoneOS' is string, not boolean"])
  }

  @Test(
    "the kind of a file is told by its name",
    arguments: [
      ("Info.plist", .info), ("a/Info.plist", .info), ("App-Info.plist", .info),
      ("My App_Info.plist", .info), ("AppDataInfo.plist", nil), ("info.plist", nil),
      ("a.entitlements", .entitlements), ("PrivacyInfo.xcprivacy", .privacy),
      ("Settings.bundle/Root.plist", .settings), ("a/Settings.bundle/More.plist", .settings),
      ("Root.plist", nil), ("Settings.bundle", nil), ("Info.plist.strings", nil), ("", nil),
    ] as [(String, AppleKeys.Schema?)])
  func names(_ name: String, _ schema: AppleKeys.Schema?) {
    #expect(AppleKeys.Schema(fileName: name) == schema)
    #expect((AppleKeyCheck(fileName: name) != nil) == (schema != nil))
    #expect(AppleKeyCheck(.none, fileName: name) == nil)
  }

  @Test("every line of the table has a key and types, and each kind of file has keys")
  func table() throws {
    func count(_ keys: AppleKeys) -> Int {
      keys.known.values.reduce(0) { $0 + 1 + count($1.inner) }
    }
    let lines = AppleKeys.lines.filter { $0.first != "[" }
    for line in lines {
      let match = try #require(line.wholeMatch(of: /(?:  )*[^ ]+ ([a-z|]+)/), "\(line)")
      for type in match.1.split(separator: "|", omittingEmptySubsequences: false) {
        #expect(AppleType(rawValue: String(type)) != nil, "\(line)")
      }
    }
    let schemas = AppleKeys.Schema.allCases.map { AppleKeys($0) }
    #expect(schemas.allSatisfy { !$0.isEmpty })
    // None is there twice, or in the wrong place.
    #expect(schemas.map(count).reduce(0, +) == lines.count)
    #expect(schemas[0].known.count >= 200)
    #expect(AppleKeys(.info).key("CFBundleVersion")?.types == [.string])
  }

  @Test("a dictionary of wrong keys takes linear time")
  func many() throws {
    let members = (0..<20_000).map { (key: "CFBundleKey\($0)", value: Plist.array([])) }
    #expect(try findings(.dict(members)) == [])
  }
}
