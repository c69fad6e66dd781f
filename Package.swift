// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "cardex",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Cardex", targets: ["Cardex"]),
    .executable(name: "cardex", targets: ["CardexCommand"]),
    .executable(name: "cardex-bench", targets: ["cardex-bench"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "ICULibrary", pkgConfig: "icu-i18n",
      providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
    .target(name: "CICU", dependencies: ["ICULibrary"]),
    .target(name: "CText", dependencies: ["CPlatform"]),
    .target(name: "CPlatform", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CRuntime"),

    .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: settings),
    .target(
      name: "PropertyLists", dependencies: ["CLibXML2", "CText", "Platform"],
      swiftSettings: settings),
    .target(name: "ICUText", dependencies: ["CICU"], swiftSettings: settings),
    .target(
      name: "Readings", dependencies: ["CText", "ICUText", "Platform", "Storage"],
      swiftSettings: settings),
    .target(name: "Storage", dependencies: ["CPlatform", "Platform"], swiftSettings: settings),
    .target(
      name: "Catalogues",
      dependencies: ["CText", "PropertyLists", "ICUText", "Readings", "Platform", "Storage"],
      swiftSettings: settings),
    .target(
      name: "Comparing", dependencies: ["PropertyLists", "Catalogues", "Platform"],
      swiftSettings: settings),
    .target(
      name: "Exchange",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Searching", "Forms", "Presentation",
        "Platform",
      ],
      resources: ["page.html", "page.css"].map { .embedInCode("Page/\($0)") }
        + ["search", "page", "folding", "card", "strip", "start"].map {
          .embedInCode("Page/\($0).js")
        },
      swiftSettings: settings),
    .target(
      name: "Searching",
      dependencies: [
        "CText", "PropertyLists", "ICUText", "Readings", "Catalogues", "Platform", "Storage",
      ],
      swiftSettings: settings),
    .target(
      name: "Forms", dependencies: ["PropertyLists", "ICUText", "Catalogues", "Platform"],
      swiftSettings: settings),
    .target(
      name: "Presentation",
      dependencies: [
        "PropertyLists", "ICUText", "Catalogues", "Searching", "Forms", "Platform",
      ],
      swiftSettings: settings),
    .target(
      name: "Terminal", dependencies: ["CPlatform", "ICUText", "Platform", "Storage"],
      swiftSettings: settings),
    .target(name: "Grammar", dependencies: ["ICUText", "Platform"], swiftSettings: settings),
    .target(
      name: "Outlines",
      dependencies: ["ICUText", "Terminal", "Forms", "Presentation", "Catalogues"],
      swiftSettings: settings),
    .target(
      name: "Editing",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Comparing", "Searching", "Forms",
        "Grammar", "Platform", "Storage",
      ],
      swiftSettings: settings),
    .target(
      name: "Cardex",
      dependencies: [
        "PropertyLists", "ICUText", "Catalogues", "Comparing", "Searching", "Forms", "Presentation",
        "Editing", "Platform", "Storage",
      ],
      swiftSettings: settings),
    .target(
      name: "Language",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Comparing", "Searching", "Terminal",
        "Outlines", "Forms", "Presentation", "Editing", "Exchange", "Grammar", "Platform",
        "Storage",
      ],
      swiftSettings: settings),
    .target(
      name: "Browser",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Searching", "Terminal", "Outlines",
        "Forms", "Presentation", "Editing", "Language", "Grammar", "Platform", "Storage",
      ],
      swiftSettings: settings),
    .target(
      name: "Servers",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Searching", "Forms", "Presentation",
        "Editing", "Exchange", "Platform", "Storage",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "CardexCommand",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Comparing", "Searching", "Terminal",
        "Outlines", "Forms", "Presentation", "Editing", "Language", "Browser", "Exchange",
        "Grammar", "Platform", "Servers", "Storage", "CPlatform", "CRuntime",
      ],
      swiftSettings: settings),

    .target(
      name: "CTransliteration", dependencies: ["ICULibrary"], path: "Tools/CTransliteration"),
    .executableTarget(
      name: "cardex-tables",
      dependencies: ["CTransliteration", "Readings", "ICUText", "Platform"],
      path: "Tools/cardex-tables", swiftSettings: settings),
    .target(
      name: "CBaseline", dependencies: ["CLibXML2"], path: "Benchmarks/CBaseline",
      exclude: ["README.md"]),
    .executableTarget(
      name: "cardex-bench",
      dependencies: [
        "PropertyLists", "Catalogues", "Comparing", "Searching", "ICUText", "Readings", "Platform",
        "Storage", "Forms", "Presentation", "Editing", "Language", "Outlines", "Servers",
        "CBaseline",
        "CRuntime", "SeededRandom",
      ],
      path: "Benchmarks/cardex-bench", exclude: ["README.md", "RESULTS.md"], swiftSettings: settings
    ),

    .target(name: "CFaults", path: "Tests/CFaults"),
    .target(
      name: "SeededRandom", dependencies: ["Platform"], path: "Tests/SeededRandom",
      swiftSettings: settings),
    .target(
      name: "TestHelpers",
      dependencies: [
        "PropertyLists", "Catalogues", "ICUText", "Platform", "Storage", "SeededRandom",
      ],
      path: "Tests/TestHelpers", swiftSettings: settings),
    .executableTarget(
      name: "cardex-fuzz",
      dependencies: [
        "PropertyLists", "Catalogues", "Searching", "ICUText", "Presentation", "Outlines",
        "Grammar", "Editing", "Language", "Platform", "Storage",
      ],
      path: "Tests/cardex-fuzz", swiftSettings: settings),

    .testTarget(
      name: "PropertyListsTests",
      dependencies: [
        "PropertyLists", "Platform", "Storage", "CLibXML2", "CText", "SeededRandom", "CFaults",
        "TestHelpers",
      ],
      exclude: ["plistlib_files.py"], swiftSettings: settings),
    .testTarget(
      name: "ICUTextTests", dependencies: ["ICUText", "cardex-tables", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "ReadingsTests",
      dependencies: ["Readings", "ICUText", "cardex-tables", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "CataloguesTests",
      dependencies: [
        "Catalogues", "ICUText", "PropertyLists", "Storage", "SeededRandom", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ExchangeTests",
      dependencies: [
        "Exchange", "Presentation", "Catalogues", "Searching", "PropertyLists", "Readings",
        "Platform",
        "SeededRandom",
        "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SearchingTests",
      dependencies: [
        "Searching", "ICUText", "Readings", "CText", "Storage", "SeededRandom", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "IndexesTests",
      dependencies: [
        "Searching", "Catalogues", "Comparing", "PropertyLists", "ICUText", "Readings", "Platform",
        "Storage", "SeededRandom", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ServersTests",
      dependencies: ["Servers", "PropertyLists", "Platform", "SeededRandom", "TestHelpers"],
      swiftSettings: settings),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "ICUText", "Platform", "SeededRandom", "TestHelpers"],
      swiftSettings: settings),
    .testTarget(
      name: "OutlinesTests",
      dependencies: [
        "Terminal", "Outlines", "Presentation", "Forms", "PropertyLists", "SeededRandom",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FormsTests",
      dependencies: [
        "Forms", "Catalogues", "PropertyLists", "ICUText", "Outlines", "SeededRandom",
        "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PresentationTests",
      dependencies: [
        "Presentation", "Forms", "Catalogues", "Comparing", "Searching", "PropertyLists", "ICUText",
        "Storage", "Platform", "SeededRandom", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CardexLibraryTests", dependencies: ["Cardex", "SeededRandom"],
      exclude: ["UIKit.swift.txt", "interface.txt"], swiftSettings: settings),
    .testTarget(
      name: "LanguageTests",
      dependencies: [
        "Grammar", "Editing", "Language", "Catalogues", "Comparing", "PropertyLists", "ICUText",
        "Readings",
        "Searching", "Platform", "Storage", "Terminal", "Outlines", "Forms", "Presentation",
        "SeededRandom", "TestHelpers",
      ],
      exclude: ["Scripts"], swiftSettings: settings),
    .testTarget(
      name: "EditingTests",
      dependencies: [
        "Editing", "Grammar", "Catalogues", "PropertyLists", "ICUText", "Platform", "SeededRandom",
        "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Terminal", "Browser", "Catalogues", "PropertyLists", "Presentation", "Editing", "Language",
        "Outlines", "ICUText", "Platform", "SeededRandom", "TestHelpers",
      ],
      exclude: ["emulate.py"], swiftSettings: settings),
    .testTarget(
      name: "ComparingTests",
      dependencies: [
        "Editing", "Language", "Catalogues", "Comparing", "PropertyLists", "Outlines", "Platform",
        "SeededRandom", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DifferencesTests", dependencies: ["Editing", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "IndexFilesTests",
      dependencies: [
        "CPlatform", "Platform", "Storage", "SeededRandom", "CFaults", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "Platform", "Storage", "CPlatform", "SeededRandom", "CFaults", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CardexTests",
      dependencies: [
        "CardexCommand", "cardex-bench", "cardex-fuzz", "Editing", "Grammar", "Language",
        "Exchange", "Presentation",
        "Searching", "Platform",
        "Storage", "CPlatform", "ICUText", "SeededRandom", "TestHelpers",
      ],
      exclude: [
        "browser.py", "card_folders.py", "cards_model.py", "fetch-axe.sh", "fetch-mcp.sh",
        "fetch-pytest-lsp.sh", "hostile_server.py", "index_reader.py", "lsp_client.py",
        "mcp_client.py", "model.py", "originals_model.py", "other_readers.py",
        "paths_model.py", "plistlib_model.py", "shell_completion.py", "tables_model.py",
        "trees_model.py", "trees_reader.py",
      ],
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)

// Each room in Sources has a README, and so has each of its folders that is large.
let foldersWithREADME = [
  "CardexCommand": ["Engine", "Output", "Search"],
  "Catalogues": ["Addresses", "Checks", "Editing", "Filing", "Paths", "Recognition"],
  "Editing": ["Differences"],
  "Exchange": ["Engines", "Page"],
  "Language": ["Session"],
  "PropertyLists": ["Formats"],
  "Searching": ["Indexes"],
  "Storage": ["IndexFiles"],
]
for target in package.targets
where target.path == nil && [.regular, .executable].contains(target.type) {
  target.exclude += ["README.md"]
  target.exclude += foldersWithREADME[target.name, default: []].map { $0 + "/README.md" }
}

// `make test` has the rooms optimized, with the assertions of debug builds: their tests run several times
// as fast. Executables and tests would take longer to optimize than to run. Such a build needs a scratch
// path of its own, because every object differs.
if Context.environment["CARDEX_OPTIMIZED"] != nil {
  let debug = BuildSettingCondition.when(configuration: .debug)
  for target in package.targets where target.type != .system {
    let optimized = [
      "-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug",
    ]
    let isRoom = target.type == .regular
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags((isRoom ? optimized : []) + ["-gnone"], debug)]
    if isRoom {
      target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"], debug)]
      target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-O2"], debug)]
    }
  }
}

// `CARDEX_TESTS=StorageTests,FormsTests swift test` leaves out the other tests, and what only they
// need.
if let names = Context.environment["CARDEX_TESTS"] {
  var (kept, added) = (Set<String>(), Set(names.split(separator: ",").map(String.init)))
  while !added.isEmpty {
    kept.formUnion(added)
    let dependencies = package.targets.filter { added.contains($0.name) }.flatMap(\.dependencies)
    added = Set(dependencies.map { if case .byNameItem(let name, _) = $0 { name } else { "" } })
      .subtracting(kept)
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}
