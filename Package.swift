// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
]

// The library and the programs are optimised in debug builds too, as whole modules and with their assertions: the tests draw
// millions of pixels, frames must not allocate, and whatever is run on this machine is built once.
let fastSettings =
  settings + [
    .unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"], .when(configuration: .debug))
  ]

// Each module of tests is compiled at once, which takes two thirds of the time: in parts, each part expands the macros of all.
// Nobody imports one, so that none is written before the others.
let testSettings =
  settings
  + [.unsafeFlags(["-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo"], .when(configuration: .debug))]

// Descriptions are small and read seldom: a debug build compiles what reads them in an eighth of the time. (Pictures are not
// small: the largest would take half a minute.)
let toolSettings =
  settings + [.unsafeFlags(["-wmo", "-num-threads", "2"], .when(configuration: .debug))]

// The instruments and the program are drawn by the modules below them and run a few times a second: small beats fast. So
// are the layers, for a board's file has to stay below a megabyte and a half. On a board that takes in the kernels that are
// made for their canvas: on arm64 these are vectors written by hand and hardly suffer, and what costs is that larger values
// are copied by calls. So the few functions where most of that happens say `@_optimize(speed)`. docs/performance.md has the figures.
// A family says how small code is compiled for it (boards/families): armv6 has Thumb instructions for it, which make small
// files, and none for its kernels.
let smallCodeFlags = (Context.environment["LAMINA_SMALL_CODE_FLAGS"] ?? "-Osize").split(separator: " ")
let smallSettings =
  fastSettings + [.unsafeFlags(smallCodeFlags.map(String.init), .when(configuration: .release))]

// And how FixedRaster is: on arm64 for size too, but for its loops over pixels and lines, which say `@_optimize(speed)`.
let rasterFlags = (Context.environment["LAMINA_RASTER_FLAGS"] ?? "-O").split(separator: " ")
let rasterSettings = fastSettings + [.unsafeFlags(rasterFlags.map(String.init), .when(configuration: .release))]

// What is laid out seldom takes closures as they are: a copy of a function for each closure that it is called with is small
// work saved and much code.
let fewCopies: [SwiftSetting] = [
  .unsafeFlags(
    ["-Xllvm", "-sil-disable-pass=closure-specialize", "-Xllvm", "-sil-disable-pass=capture-prop"],
    .when(configuration: .release))
]
let smallestSettings = smallSettings + fewCopies

// Whether libFuzzer drives raster-fuzz, which it does where everything is built for the address sanitizer.
let fuzzing = Context.environment["LAMINA_FUZZING"] != nil
let fuzzedSettings: [SwiftSetting] = fuzzing ? [.define("LIBFUZZER")] : []

let package = Package(
  name: "lamina",
  products: [
    .library(name: "FixedRaster", targets: ["FixedRaster"]),
    .library(name: "Packs", targets: ["Packs"]),
    .library(name: "LayerRuntime", targets: ["LayerRuntime"]),
    .library(name: "EventLoop", targets: ["EventLoop"]),
    .library(name: "FBDevice", targets: ["FBDevice"]),
    .library(name: "DefaultFont", targets: ["DefaultFont"]),
    .library(name: "PanelKit", targets: ["PanelKit", "DefaultFont"]),
    .executable(name: "panel-ui", targets: ["panel-ui"]),
    .executable(name: "panel-assets", targets: ["panel-assets"]),
  ],
  dependencies: [
    // Reads descriptions of panels, in the host's tool alone: no board's build fetches or compiles it.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2")
  ],
  targets: [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),

    // Files read within bounds and written as a whole, and words from outside: for boards and for the host's tools.
    .target(name: "SystemFiles", dependencies: ["CLinux"], swiftSettings: smallestSettings),

    .target(name: "FixedRaster", swiftSettings: rasterSettings),
    // Fonts and images that panel-assets has made, read where they lie.
    .target(name: "Packs", dependencies: ["FixedRaster", "SystemFiles", "CLinux"], swiftSettings: smallestSettings),
    .target(
      name: "LayerRuntime", dependencies: ["FixedRaster", "Packs", "SystemFiles", "CLinux"],
      swiftSettings: smallestSettings),
    // Descriptors, timers, signals and other threads, one after another on one thread.
    .target(name: "EventLoop", dependencies: ["SystemFiles", "CLinux"], swiftSettings: smallestSettings),
    .target(
      name: "FBDevice", dependencies: ["FixedRaster", "SystemFiles", "CLinux", "CEvdev"],
      swiftSettings: smallestSettings),
    // What every program stands on. Its product brings the default font along; panel-ui has the fonts of its panels.
    .target(
      name: "PanelKit",
      dependencies: ["FixedRaster", "LayerRuntime", "EventLoop", "FBDevice", "SystemFiles", "CLinux"],
      swiftSettings: smallestSettings),
    // Values with unit, quality and history, and what is computed of them: knows numbers only.
    .target(name: "PanelSignals", swiftSettings: smallestSettings),
    // A panel's description as panel-assets compiles it and a device maps it.
    .target(
      name: "PanelFile", dependencies: ["Packs", "PanelSignals", "SystemFiles"], swiftSettings: smallestSettings),
    // What values come from.
    .target(
      name: "PanelSources", dependencies: ["PanelFile", "PanelSignals", "EventLoop", "SystemFiles", "CLinux"],
      swiftSettings: smallestSettings),
    .target(
      name: "PanelInstruments",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelSignals", "PanelFile", "SystemFiles", "CLinux",
      ],
      swiftSettings: smallestSettings),
    .executableTarget(
      name: "panel-ui",
      dependencies: [
        "PanelInstruments", "PanelFile", "PanelSignals", "PanelSources", "PanelKit", "EventLoop", "SystemFiles",
        "CSamplePanel", "CLinux",
      ],
      swiftSettings: smallestSettings),

    // The font that is compiled into a program, if scripts/assets has made it. Linked with what imports it and nothing else.
    .target(name: "CDefaultFont", exclude: ["Generated"]),
    .target(name: "DefaultFont", dependencies: ["Packs", "CDefaultFont"], swiftSettings: settings),

    // The panel that panel-ui shows where none is named, likewise.
    .target(name: "CSamplePanel", exclude: ["Generated"]),

    // The tool that makes panels and packs of fonts and images: of the host alone, no board's build compiles it.
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(
      name: "PanelAssets",
      dependencies: ["FixedRaster", "Packs", "SystemFiles", "CFreeType", "CHarfBuzz", "CPNG"],
      swiftSettings: fastSettings),
    // A panel's description, checked and compiled.
    .target(
      name: "PanelDescription",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelAssets", "PanelFile", "PanelInstruments", "PanelSignals", "PanelSources",
        "SystemFiles",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: toolSettings),
    .executableTarget(
      name: "panel-assets",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelAssets", "PanelDescription", "PanelFile", "PanelInstruments",
        "SystemFiles",
      ],
      swiftSettings: toolSettings),

    // What a program of one's own looks like: scripts/own-program runs them here and as a board does.
    .executableTarget(
      name: "hello", dependencies: ["PanelKit", "DefaultFont"], path: "Examples/Hello", swiftSettings: settings),
    .executableTarget(
      name: "own-program", dependencies: ["PanelKit", "DefaultFont"], path: "Examples/OwnProgram",
      exclude: ["output.txt"],
      swiftSettings: settings),

    // Programs that scripts run, on the host and on boards: docs/architecture.md says which.
    .executableTarget(
      name: "golden-runner", dependencies: ["FixedRaster", "CLinux"], path: "Tools/GoldenRunner",
      swiftSettings: smallSettings),
    // Tests import it and compare the documents' figures.
    .executableTarget(
      name: "probe",
      dependencies: ["FixedRaster", "LayerRuntime", "FBDevice", "PanelKit", "DefaultFont", "SystemFiles", "CLinux"],
      path: "Tools/Probe", swiftSettings: smallSettings),
    .systemLibrary(name: "CGuest", path: "Tools/CGuest"),
    .executableTarget(
      name: "touch-tool", dependencies: ["CGuest"], path: "Tools/TouchTool", swiftSettings: settings),
    // The instruments in every state: tests import it and compare its pictures, scripts/bless runs it.
    .executableTarget(
      name: "gallery",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelInstruments", "PanelSignals", "FBDevice", "DefaultFont", "SystemFiles",
        "CLinux",
      ],
      path: "Tools/Gallery", exclude: ["Generated"], swiftSettings: settings),
    // Draws what libFuzzer makes up: scripts/fuzz builds it with that, everybody else without. Unoptimised, it makes the
    // compiler crash.
    .executableTarget(
      name: "raster-fuzz", dependencies: ["FixedRaster"], path: "Tools/RasterFuzz",
      exclude: ["Seeds", "make-seeds.py"], swiftSettings: fastSettings + fuzzedSettings,
      linkerSettings: fuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []),
    // Draws trees that change at random: scripts/races and scripts/leaks build it with sanitizers.
    .executableTarget(
      name: "tree-stress", dependencies: ["FixedRaster", "LayerRuntime", "TestSupport"], path: "Tools/TreeStress",
      swiftSettings: settings),
    // Damages packs and loads them: a few in the tests, which import it, a million in scripts/fuzz.
    .executableTarget(
      name: "pack-fuzz",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelAssets", "PanelDescription", "PanelFile", "PanelInstruments",
        "PanelSignals",
        "TestSupport",
      ],
      path: "Tools/PackFuzz",
      swiftSettings: fastSettings),

    .target(name: "CBench", path: "Benchmarks/CBench"),
    .target(
      name: "Measuring", dependencies: ["FixedRaster", "SystemFiles", "CBench", "CLinux"], path: "Benchmarks/Measuring",
      swiftSettings: settings),
    .executableTarget(
      name: "raster-bench", dependencies: ["Measuring", "FixedRaster", "CBench", "CLinux"],
      path: "Benchmarks/RasterBench", swiftSettings: settings),
    .executableTarget(
      name: "layer-bench",
      dependencies: ["Measuring", "LayerRuntime", "DefaultFont", "FixedRaster", "CBench", "CLinux"],
      path: "Benchmarks/LayerBench", swiftSettings: settings),

    // Slow references that tests compare with, made fast in debug builds too. It does not see the library.
    .target(
      name: "Reference", path: "Tests/Reference",
      swiftSettings: fastSettings),
    // What scripts/prove compiles together with FixedRaster, and the defects that it must find. Targets of their own, so
    // that they are compiled with everything else.
    .target(
      name: "Proofs", dependencies: ["FixedRaster"], path: "Tests/Proofs", exclude: ["Planted", "heap_counter.c"],
      swiftSettings: settings),
    .target(
      name: "PlantedDefects", dependencies: ["FixedRaster"], path: "Tests/Proofs/Planted", swiftSettings: settings),
    // What several test targets, and programs that test, have in common: seeded numbers, displays, folders, random trees.
    .target(
      name: "TestSupport", dependencies: ["FixedRaster", "LayerRuntime", "SystemFiles", "CLinux"],
      path: "Tests/TestSupport",
      swiftSettings: fastSettings),
    .testTarget(
      name: "FixedRasterTests", dependencies: ["FixedRaster", "CFreeType", "Reference", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "LayerRuntimeTests", dependencies: ["LayerRuntime", "Packs", "SystemFiles", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "TextTests", dependencies: ["FixedRaster", "Packs", "LayerRuntime", "PanelAssets", "DefaultFont"],
      swiftSettings: testSettings),
    .testTarget(
      name: "AssetTests",
      dependencies: [
        "FixedRaster", "LayerRuntime", "Packs", "PanelAssets", "panel-assets", "DefaultFont", "pack-fuzz",
        "TestSupport",
        "CFreeType", "CHarfBuzz", "CPNG",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "PanelTests",
      dependencies: [
        "panel-ui", "PanelDescription", "PanelFile", "PanelInstruments", "PanelSignals", "PanelKit", "FixedRaster",
        "LayerRuntime", "EventLoop", "FBDevice", "SystemFiles", "gallery", "probe", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "PanelKitTests", dependencies: ["PanelKit", "FBDevice", "TestSupport", "CEvdev", "CLinux"],
      swiftSettings: testSettings),
    .testTarget(name: "PanelSignalsTests", dependencies: ["PanelSignals", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "PanelFormatTests",
      dependencies: [
        "EventLoop", "PanelAssets", "PanelDescription", "PanelFile", "PanelInstruments", "PanelSignals", "PanelSources",
        "FBDevice", "SystemFiles",
        "FixedRaster", "LayerRuntime", "TestSupport", "CLinux", "panel-ui",
      ], exclude: ["Wrong"], swiftSettings: testSettings),
    .testTarget(
      name: "SystemFilesTests", dependencies: ["SystemFiles", "TestSupport", "CLinux"], swiftSettings: testSettings),
    .testTarget(
      name: "EventLoopTests", dependencies: ["EventLoop", "SystemFiles", "TestSupport", "CLinux"],
      swiftSettings: testSettings),
    .testTarget(
      name: "FBDeviceTests",
      dependencies: ["EventLoop", "FBDevice", "SystemFiles", "PanelAssets", "TestSupport", "CEvdev", "CLinux"],
      swiftSettings: testSettings),
  ]
)
