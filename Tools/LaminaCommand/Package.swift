// swift-tools-version: 6.2
import PackageDescription

// The command of a user's machine. A package of its own: whoever uses the libraries or builds for a board does not fetch
// the packages that it depends on. Its folder is not named Lamina: a checkout named so would be the same package.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "lamina-command",
  dependencies: [
    .package(name: "lamina", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Serves a panel, compiled after each change of its files, and the page that shows it.
    .target(
      name: "PreviewServer",
      dependencies: [
        .product(name: "AssetCommands", package: "lamina"), .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      // The server reads the page from the checkout, so that it is never older than the checkout.
      exclude: ["Page"],
      swiftSettings: common),
    .executableTarget(
      name: "lamina",
      dependencies: [
        "PreviewServer", .product(name: "AssetCommands", package: "lamina"),
        .product(name: "PanelTesting", package: "lamina"),
        .product(name: "panel-ui", package: "lamina"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: common),
    .testTarget(name: "LaminaTests", dependencies: ["lamina", "PreviewServer"], swiftSettings: common),
  ]
)
