// swift-tools-version: 6.2
import PackageDescription

// Programs that use the library, in a package of their own, as programs elsewhere do.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cardex", path: "..")],
  targets: ["catalogue-server", "stamp", "table"].map { name in
    .executableTarget(
      name: name, dependencies: [.product(name: "Cardex", package: "cardex")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  }
)
