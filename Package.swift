// swift-tools-version: 6.2
import PackageDescription

// docs/boards.md says why code is compiled as it is, and how large the files of boards are.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
]

func flags(_ flags: String..., when condition: BuildSettingCondition) -> [SwiftSetting] {
  [.unsafeFlags(flags, condition)]
}

/// The flags of a smaller set of instructions that a board's family may have: scripts/build-board says them.
let familyFlags = (Context.environment["LAMINA_SMALL_FLAGS"] ?? "").split(separator: " ").map(String.init)

/// Small in a board's file, and without copies of a function for each closure that it is called with.
func small(when condition: BuildSettingCondition) -> [SwiftSetting] {
  let passes = ["-Xllvm", "-sil-disable-pass=closure-specialize", "-Xllvm", "-sil-disable-pass=capture-prop"]
  return [.unsafeFlags(["-Osize"] + passes + familyFlags, condition)]
}

/// Optimised in debug builds too, as a whole module and with its assertions: tests draw millions of pixels.
let fast =
  common + flags("-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug", when: .when(configuration: .debug))
/// With the trait Lean, small in a board's file.
let library = fast + small(when: .when(configuration: .release, traits: ["Lean"]))
/// Small in every board's file: it runs a few times a second.
let seldom = fast + small(when: .when(configuration: .release))
/// Unoptimised in debug builds, which takes an eighth of the time: it reads descriptions.
let tool = common + flags("-wmo", "-num-threads", "2", when: .when(configuration: .debug))
/// Compiled at once, or each part of a module would expand the macros of all.
let test =
  common
  + flags("-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo", when: .when(configuration: .debug))

/// Whether libFuzzer drives raster-fuzz: scripts/fuzz says so.
let fuzzing = Context.environment["LAMINA_FUZZING"] != nil

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
    .library(name: "PanelSignals", targets: ["PanelSignals"]),
    .library(name: "PanelFile", targets: ["PanelFile"]),
    .library(name: "PanelInstruments", targets: ["PanelInstruments"]),
    // For Tools/LaminaCommand, the command of a user's machine.
    .library(name: "AssetCommands", targets: ["AssetCommands", "PanelAssets", "PanelDescription", "SystemFiles"]),
    .library(name: "PanelTesting", targets: ["PanelTesting"]),
    .executable(name: "panel-ui", targets: ["panel-ui"]),
    .executable(name: "panel-assets", targets: ["panel-assets"]),
  ],
  traits: [
    // No second one: the package manager names several in another order each time, and compiles everything again.
    .default(enabledTraits: ["KMS"]),
    .trait(name: "KMS", description: "Displays by the kernel's mode setting, with libdrm."),
    .trait(
      name: "Lean",
      description: "Smaller files of boards: compiled for size, without viewers elsewhere, CAN, MQTT and Modbus."),
  ],
  dependencies: [
    // Reads descriptions of panels, in the host's tool alone: no board's build fetches or compiles it.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2")
  ],
  targets: [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),

    // Files read within bounds and written as a whole, and words from outside: for boards and for the host's tools.
    .target(name: "SystemFiles", dependencies: ["CLinux"], swiftSettings: seldom),

    .target(name: "FixedRaster", swiftSettings: library),
    // Fonts and images that panel-assets has made, read where they lie.
    .target(name: "Packs", dependencies: ["FixedRaster", "SystemFiles", "CLinux"], swiftSettings: seldom),
    .target(
      name: "LayerRuntime", dependencies: ["FixedRaster", "Packs", "SystemFiles", "CLinux"],
      swiftSettings: seldom),
    // Descriptors, timers, signals and other threads, one after another on one thread.
    .target(name: "EventLoop", dependencies: ["SystemFiles", "CLinux"], swiftSettings: seldom),
    .target(
      name: "FBDevice",
      dependencies: [
        "FixedRaster", "SystemFiles", "CLinux", "CEvdev", .target(name: "CDRM", condition: .when(traits: ["KMS"])),
      ],
      swiftSettings: seldom),
    // A display's picture for viewers of VNC, and their touches and keys.
    .target(
      name: "RemoteFramebuffer",
      dependencies: ["FBDevice", "EventLoop", "FixedRaster", "SystemFiles", "CLinux"], swiftSettings: seldom),
    // What every program stands on. Its product brings the default font along; panel-ui has the fonts of its panels.
    .target(
      name: "PanelKit",
      dependencies: ["FixedRaster", "LayerRuntime", "EventLoop", "FBDevice", "SystemFiles", "CLinux"],
      swiftSettings: seldom),
    // Values with unit, quality and history, and what is computed of them: knows numbers only.
    .target(name: "PanelSignals", swiftSettings: seldom),
    // A panel's description as panel-assets compiles it and a device maps it.
    .target(
      name: "PanelFile", dependencies: ["Packs", "PanelSignals", "SystemFiles"], swiftSettings: seldom),
    // What values come from.
    .target(
      name: "PanelSources", dependencies: ["PanelFile", "PanelSignals", "EventLoop", "SystemFiles", "CLinux"],
      swiftSettings: seldom),
    .target(
      name: "PanelInstruments",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelSignals", "PanelFile", "SystemFiles", "CLinux",
      ],
      swiftSettings: seldom),
    // A panel on its displays, and another one in its place: for panel-ui and for a page.
    .target(
      name: "PanelDisplays",
      dependencies: ["PanelInstruments", "PanelFile", "PanelSignals", "PanelKit", "SystemFiles"],
      swiftSettings: seldom),
    // Moments that take the place of clock, sources and fingers: for panel-ui and for tests of panels.
    .target(
      name: "PanelReplay",
      dependencies: [
        "PanelDisplays", "PanelInstruments", "PanelFile", "PanelSignals", "PanelSources", "PanelKit", "SystemFiles",
      ],
      swiftSettings: seldom),
    // The calls of a page in a browser: docs/web-module.md. scripts/build-web compiles it as WebAssembly.
    .target(
      name: "WebPanel",
      dependencies: [
        "PanelDisplays", "PanelInstruments", "PanelFile", "PanelSignals", "PanelKit", "Packs", "SystemFiles", "CLinux",
      ],
      swiftSettings: seldom),
    .executableTarget(
      name: "panel-ui",
      dependencies: [
        "PanelDisplays", "PanelReplay", "PanelInstruments", "PanelFile", "PanelSignals", "PanelSources", "PanelKit",
        "EventLoop", "RemoteFramebuffer", "SystemFiles",
        "CSamplePanel", "CLinux",
      ],
      swiftSettings: seldom),

    // The font that is compiled into a program, if scripts/assets has made it. Linked with what imports it and nothing else.
    .target(name: "CDefaultFont", exclude: ["Generated"]),
    .target(name: "DefaultFont", dependencies: ["Packs", "CDefaultFont"], swiftSettings: common),

    // The panel that panel-ui shows where none is named, likewise.
    .target(name: "CSamplePanel", exclude: ["Generated"]),

    // The tool that makes panels and packs of fonts and images: of the host alone, no board's build compiles it.
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(
      name: "PanelAssets",
      dependencies: ["FixedRaster", "Packs", "SystemFiles", "CFreeType", "CHarfBuzz", "CPNG"],
      swiftSettings: fast),
    // A panel's description, checked and compiled.
    .target(
      name: "PanelDescription",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelAssets", "PanelFile", "PanelInstruments", "PanelSignals", "PanelSources",
        "SystemFiles",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: tool),
    // The commands of `panel-assets` and `lamina`.
    .target(
      name: "AssetCommands",
      dependencies: [
        "FixedRaster", "LayerRuntime", "Packs", "PanelAssets", "PanelDescription", "PanelFile", "PanelInstruments",
        "SystemFiles",
      ],
      swiftSettings: tool),
    // A panel's own tests: docs/testing-panels.md.
    .target(
      name: "PanelTesting",
      dependencies: [
        "FBDevice", "FixedRaster", "LayerRuntime", "PanelAssets", "PanelDescription", "PanelDisplays", "PanelFile",
        "PanelInstruments", "PanelKit", "PanelReplay", "PanelSignals", "SystemFiles",
      ],
      swiftSettings: tool),
    // The program that scripts and boards' builds run.
    .executableTarget(
      name: "panel-assets", dependencies: ["AssetCommands", "PanelAssets", "PanelDescription", "SystemFiles"],
      swiftSettings: tool),

    // What a program of one's own looks like: scripts/own-program runs them here and as a board does.
    .executableTarget(
      name: "hello", dependencies: ["PanelKit", "DefaultFont"], path: "Examples/Hello", swiftSettings: common),
    .executableTarget(
      name: "own-program", dependencies: ["PanelKit", "DefaultFont"], path: "Examples/OwnProgram",
      exclude: ["output.txt"],
      swiftSettings: common),

    // A page with every control.
    .executableTarget(
      name: "controls", dependencies: ["PanelKit", "DefaultFont"], path: "Examples/Controls",
      exclude: ["output.txt"], swiftSettings: common),

    .executableTarget(
      name: "own-instrument", dependencies: ["PanelInstruments", "PanelKit", "PanelSignals", "DefaultFont"],
      path: "Examples/OwnInstrument", swiftSettings: common),

    // Programs that scripts run, on the host and on boards: docs/architecture.md says which.
    .executableTarget(
      name: "golden-runner", dependencies: ["FixedRaster", "CLinux"], path: "Tools/GoldenRunner",
      swiftSettings: seldom),
    // Tests import it and compare the documents' figures.
    .executableTarget(
      name: "probe",
      dependencies: ["FixedRaster", "LayerRuntime", "FBDevice", "PanelKit", "DefaultFont", "SystemFiles", "CLinux"],
      path: "Tools/Probe", swiftSettings: seldom),
    .systemLibrary(name: "CGuest", path: "Tools/CGuest"),
    .executableTarget(
      name: "touch-tool", dependencies: ["CGuest"], path: "Tools/TouchTool", swiftSettings: common),
    // The frames of a candump log for the emulated board's bus.
    .executableTarget(
      name: "can-send", dependencies: ["PanelSources", "CLinux"], path: "Tools/CANSend", swiftSettings: common),
    // A control unit of a car, which answers on that bus.
    .executableTarget(name: "can-ecu", dependencies: ["CLinux"], path: "Tools/CANECU", swiftSettings: common),
    // A moving picture for viewers of VNC, and damaged messages for their sessions: scripts/rfb-test.
    .executableTarget(
      name: "rfb-probe",
      dependencies: [
        "RemoteFramebuffer", "FBDevice", "EventLoop", "LayerRuntime", "DefaultFont", "FixedRaster", "SystemFiles",
        "CLinux",
      ],
      path: "Tools/RFBProbe", exclude: ["Client"], swiftSettings: seldom),
    // The values of a DBC file's signals: scripts/dbc-compare compares them with those of cantools.
    .executableTarget(
      name: "dbc-values", dependencies: ["PanelDescription", "PanelSources", "PanelSignals", "SystemFiles"],
      path: "Tools/DBCValues", swiftSettings: tool),
    // The memory of a panel's sources: scripts/source-memory has somebody tell them values.
    .executableTarget(
      name: "source-memory", dependencies: ["PanelFile", "PanelSources", "PanelSignals", "EventLoop", "SystemFiles"],
      path: "Tools/SourceMemory", swiftSettings: common),
    // The instruments in every state: tests import it and compare its pictures, scripts/bless runs it.
    .executableTarget(
      name: "gallery",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelInstruments", "PanelSignals", "FBDevice", "DefaultFont", "SystemFiles",
        "CLinux",
      ],
      path: "Tools/Gallery", exclude: ["Generated"], swiftSettings: common),
    // Draws what libFuzzer makes up: scripts/fuzz builds it with that, everybody else without. Unoptimised, it makes the
    // compiler crash.
    .executableTarget(
      name: "raster-fuzz", dependencies: ["FixedRaster"], path: "Tools/RasterFuzz",
      exclude: ["Seeds", "make-seeds.py"], swiftSettings: fast + (fuzzing ? [.define("LIBFUZZER")] : []),
      linkerSettings: fuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []),
    // Draws trees that change at random: scripts/races and scripts/leaks build it with sanitizers.
    .executableTarget(
      name: "tree-stress", dependencies: ["FixedRaster", "LayerRuntime", "TestSupport"], path: "Tools/TreeStress",
      swiftSettings: common),
    // Damages packs and loads them: a few in the tests, which import it, a million in scripts/fuzz.
    .executableTarget(
      name: "pack-fuzz",
      dependencies: [
        "FixedRaster", "LayerRuntime", "PanelAssets", "PanelDescription", "PanelFile", "PanelInstruments",
        "PanelSignals",
        "TestSupport",
      ],
      path: "Tools/PackFuzz",
      swiftSettings: fast),

    .target(name: "CBench", path: "Benchmarks/CBench"),
    .target(
      name: "Measuring", dependencies: ["FixedRaster", "SystemFiles", "CBench", "CLinux"], path: "Benchmarks/Measuring",
      swiftSettings: common),
    .executableTarget(
      name: "raster-bench", dependencies: ["Measuring", "FixedRaster", "CBench", "CLinux"],
      path: "Benchmarks/RasterBench", swiftSettings: common),
    .executableTarget(
      name: "layer-bench",
      dependencies: [
        "Measuring", "LayerRuntime", "FBDevice", "DefaultFont", "FixedRaster", "SystemFiles", "CBench", "CLinux",
      ],
      path: "Benchmarks/LayerBench", swiftSettings: common),
    .executableTarget(
      name: "source-bench",
      dependencies: [
        "Measuring", "PanelSources", "PanelFile", "PanelSignals", "EventLoop", "SystemFiles", "CBench", "CLinux",
      ],
      path: "Benchmarks/SourceBench", swiftSettings: common),

    // Slow references that tests compare with, made fast in debug builds too. It does not see the library.
    .target(
      name: "Reference", path: "Tests/Reference",
      swiftSettings: fast),
    // What scripts/prove compiles together with FixedRaster, and the defects that it must find. Targets of their own, so
    // that they are compiled with everything else.
    .target(
      name: "Proofs", dependencies: ["FixedRaster"], path: "Tests/Proofs", exclude: ["Planted", "heap_counter.c"],
      swiftSettings: common),
    .target(
      name: "PlantedDefects", dependencies: ["FixedRaster"], path: "Tests/Proofs/Planted", swiftSettings: common),
    // What several test targets, and programs that test, have in common: seeded numbers, displays, folders, random trees.
    .target(
      name: "TestSupport", dependencies: ["FixedRaster", "LayerRuntime", "SystemFiles", "CLinux"],
      path: "Tests/TestSupport",
      swiftSettings: fast),
    .testTarget(
      name: "FixedRasterTests", dependencies: ["FixedRaster", "CFreeType", "Reference", "TestSupport"],
      swiftSettings: test),
    .testTarget(
      name: "LayerRuntimeTests", dependencies: ["LayerRuntime", "Packs", "SystemFiles", "TestSupport"],
      swiftSettings: test),
    .testTarget(
      name: "TextTests", dependencies: ["FixedRaster", "Packs", "LayerRuntime", "PanelAssets", "DefaultFont"],
      swiftSettings: test),
    .testTarget(
      name: "AssetTests",
      dependencies: [
        "FixedRaster", "LayerRuntime", "Packs", "PanelAssets", "panel-assets", "DefaultFont", "pack-fuzz",
        "TestSupport",
        "CFreeType", "CHarfBuzz", "CPNG",
      ], swiftSettings: test),
    .testTarget(
      name: "PanelTests",
      dependencies: [
        "panel-ui", "PanelReplay", "WebPanel", "PanelDescription", "PanelFile", "PanelInstruments", "PanelSignals",
        "PanelKit",
        "FixedRaster", "LayerRuntime", "EventLoop", "FBDevice", "SystemFiles", "gallery", "probe", "TestSupport",
      ],
      swiftSettings: test),
    .testTarget(
      name: "PanelKitTests",
      dependencies: [
        "PanelKit", "FBDevice", "EventLoop", "FixedRaster", "LayerRuntime", "SystemFiles", "TestSupport", "CEvdev",
        "CLinux",
      ],
      swiftSettings: test),
    .testTarget(name: "PanelSignalsTests", dependencies: ["PanelSignals", "TestSupport"], swiftSettings: test),
    .testTarget(
      name: "PanelFormatTests",
      dependencies: [
        "EventLoop", "PanelAssets", "PanelDescription", "PanelFile", "PanelInstruments", "PanelSignals", "PanelSources",
        "FBDevice", "SystemFiles",
        "FixedRaster", "LayerRuntime", "TestSupport", "CLinux", "panel-ui",
      ], exclude: ["Wrong"], swiftSettings: test),
    .testTarget(
      name: "SourceTests",
      dependencies: [
        "PanelDescription", "PanelFile", "PanelSources", "PanelSignals", "EventLoop", "SystemFiles", "CLinux",
      ],
      swiftSettings: test),
    .testTarget(
      name: "SystemFilesTests", dependencies: ["SystemFiles", "TestSupport", "CLinux"], swiftSettings: test),
    .testTarget(
      name: "EventLoopTests", dependencies: ["EventLoop", "SystemFiles", "TestSupport", "CLinux"],
      swiftSettings: test),
    .testTarget(
      name: "RemoteFramebufferTests",
      dependencies: [
        "RemoteFramebuffer", "FBDevice", "EventLoop", "FixedRaster", "SystemFiles", "TestSupport", "CLinux",
      ],
      swiftSettings: test),
    .testTarget(
      name: "FBDeviceTests",
      dependencies: ["EventLoop", "FBDevice", "SystemFiles", "PanelAssets", "TestSupport", "CEvdev", "CLinux"],
      swiftSettings: test),
  ]
)

// Sends random events of input devices to layers and controls: scripts/fuzz events. Sees inside modules, for devices that are
// none, which builds for release do not allow.
if fuzzing {
  // Sends damaged input to decoders and sessions of sources: scripts/fuzz sources.
  package.targets.append(
    .executableTarget(
      name: "source-fuzz",
      dependencies: ["PanelFile", "PanelSources", "PanelSignals", "SystemFiles", "TestSupport"],
      path: "Tools/SourceFuzz", swiftSettings: fast))
  package.targets.append(
    .executableTarget(
      name: "event-fuzz",
      dependencies: [
        "FixedRaster", "LayerRuntime", "FBDevice", "PanelKit", "DefaultFont", "PanelDescription", "PanelFile",
        "PanelInstruments", "PanelSignals", "SystemFiles", "TestSupport", "CLinux", "CEvdev",
      ],
      path: "Tools/EventFuzz", swiftSettings: fast))
}

// The archive that scripts/build-web links.
if Context.environment["LAMINA_WEB"] != nil {
  package.products.append(.library(name: "WebPanel", type: .static, targets: ["WebPanel"]))
}
