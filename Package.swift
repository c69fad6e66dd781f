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
    .executable(name: "cardex", targets: ["cardex"]),
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
    .systemLibrary(name: "CGetopt"),
    .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),

    .target(
      name: "PropertyLists", dependencies: ["CLibXML2", "Platform"],
      swiftSettings: settings),
    .target(name: "ICUText", dependencies: ["CICU"], swiftSettings: settings),
    .target(name: "CTransliteration", dependencies: ["ICULibrary"]),
    .target(name: "Transliteration", dependencies: ["CTransliteration"], swiftSettings: settings),
    .target(name: "CReadings"),
    .target(
      name: "Readings", dependencies: ["CReadings", "ICUText", "Platform"], swiftSettings: settings),
    .target(name: "CRuntime"),
    .target(name: "CPlatform", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: settings),
    .target(
      name: "Storage", dependencies: ["CPlatform", "Platform"], swiftSettings: settings),
    .target(name: "IndexFiles", dependencies: ["Platform", "Storage"], swiftSettings: settings),
    .target(
      name: "Catalogues",
      dependencies: ["PropertyLists", "ICUText", "Readings", "Platform", "Storage", "IndexFiles"],
      swiftSettings: settings),
    .target(name: "CScan"),
    .target(
      name: "Searching",
      dependencies: ["ICUText", "Readings", "CScan", "IndexFiles", "Platform", "Storage"],
      swiftSettings: settings),
    .target(
      name: "Indexes",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Searching", "IndexFiles", "Platform",
        "Storage",
      ],
      swiftSettings: settings),
    .target(name: "Outlines", dependencies: ["ICUText"], swiftSettings: settings),
    .target(
      name: "Forms", dependencies: ["PropertyLists", "ICUText", "Catalogues", "Outlines"],
      swiftSettings: settings),
    .target(name: "Differences", dependencies: ["Platform"], swiftSettings: settings),
    .target(
      name: "Commands",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Searching", "Indexes", "Outlines",
        "Forms", "Differences", "Platform", "Storage",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "cardex",
      dependencies: [
        "PropertyLists", "ICUText", "Readings", "Catalogues", "Searching", "IndexFiles", "Indexes",
        "Outlines", "Forms", "Commands", "Platform", "Storage", "CGetopt", "CEditLine", "CRuntime",
      ],
      swiftSettings: settings),

    .target(name: "CBaseline", dependencies: ["CLibXML2"]),
    .target(name: "SeededRandom", dependencies: ["Platform"], swiftSettings: settings),
    .target(name: "CFaults", path: "Tests/CFaults"),
    .target(
      name: "TestHelpers", dependencies: ["PropertyLists", "Catalogues"],
      path: "Tests/TestHelpers", swiftSettings: settings),
    .executableTarget(
      name: "cardex-bench",
      dependencies: [
        "PropertyLists", "Catalogues", "Searching", "Indexes", "IndexFiles", "ICUText", "Readings",
        "Transliteration", "Platform", "Storage", "Commands", "Outlines", "CBaseline", "CRuntime",
        "SeededRandom",
      ],
      exclude: ["README.md"], swiftSettings: settings),

    .executableTarget(
      name: "cardex-fuzz",
      dependencies: [
        "PropertyLists", "Catalogues", "Searching", "Indexes", "IndexFiles", "ICUText", "Outlines",
        "Commands", "Platform", "Storage",
      ],
      swiftSettings: settings),

    .testTarget(
      name: "PropertyListsTests",
      dependencies: [
        "PropertyLists", "Platform", "Storage", "CLibXML2", "SeededRandom", "CFaults",
        "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ICUTextTests", dependencies: ["ICUText", "SeededRandom"], swiftSettings: settings),
    .testTarget(
      name: "ReadingsTests",
      dependencies: ["Readings", "ICUText", "Transliteration", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "TransliterationTests", dependencies: ["Transliteration"], swiftSettings: settings),
    .testTarget(
      name: "CataloguesTests",
      dependencies: [
        "Catalogues", "ICUText", "PropertyLists", "IndexFiles", "SeededRandom", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SearchingTests",
      dependencies: ["Searching", "ICUText", "Readings", "CScan", "IndexFiles", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "IndexesTests",
      dependencies: [
        "Indexes", "IndexFiles", "Catalogues", "PropertyLists", "Searching", "ICUText", "Readings",
        "Platform", "Storage", "SeededRandom", "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OutlinesTests", dependencies: ["Outlines", "SeededRandom"], swiftSettings: settings),
    .testTarget(
      name: "FormsTests",
      dependencies: [
        "Forms", "Catalogues", "PropertyLists", "ICUText", "Outlines", "SeededRandom",
        "TestHelpers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "Catalogues", "PropertyLists", "Indexes", "ICUText", "Readings", "Searching",
        "Platform", "Storage", "Outlines", "Forms", "SeededRandom", "TestHelpers",
      ],
      exclude: ["Scripts"], swiftSettings: settings),
    .testTarget(
      name: "DifferencesTests", dependencies: ["Differences", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "IndexFilesTests",
      dependencies: ["IndexFiles", "Platform", "Storage", "SeededRandom", "CFaults"],
      swiftSettings: settings),
    .testTarget(
      name: "StorageTests",
      dependencies: ["Platform", "Storage", "CPlatform", "SeededRandom", "CFaults"],
      swiftSettings: settings),
    .testTarget(
      name: "CardexTests",
      dependencies: [
        "cardex", "cardex-bench", "cardex-fuzz", "IndexFiles", "Platform", "Storage", "CPlatform",
        "ICUText",
        "SeededRandom",
      ],
      exclude: ["index_reader.py", "plistlib_model.py"], swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
