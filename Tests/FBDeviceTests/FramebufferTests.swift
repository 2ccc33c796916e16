import CLinux
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

@Suite struct FramebufferTests {
  @Test("D01 the format comes from the bit fields, not from the bits per pixel")
  func formatFromBitFields() throws {
    let kernel = MockKernel()
    kernel.addFramebuffer("/dev/fb0")
    kernel.addFramebuffer("/dev/fb1") {
      $0.setBits(32, red: (16, 8), green: (8, 8), blue: (0, 8), alpha: (24, 8))
    }
    kernel.addFramebuffer("/dev/fb2") {
      $0.setBits(16, red: (11, 5), green: (5, 6), blue: (0, 5), alpha: (0, 0))
    }
    kernel.addFramebuffer("/dev/fb3") {
      $0.setBits(16, red: (10, 5), green: (5, 5), blue: (0, 5), alpha: (15, 1))
    }
    #expect(try FramebufferDisplay(path: "/dev/fb0", system: kernel).memory.layout == .xrgb8888)
    #expect(try FramebufferDisplay(path: "/dev/fb1", system: kernel).memory.layout == .xrgb8888)
    #expect(try FramebufferDisplay(path: "/dev/fb2", system: kernel).memory.layout == .rgb565)
    let refused = message { () throws(DeviceError) in _ = try FramebufferDisplay(path: "/dev/fb3", system: kernel) }
    #expect(refused?.contains("16 bits, red 10/5, green 5/5, blue 0/5, alpha 15/1") == true)
  }

  @Test("D01 rows lie line_length apart, and x and y offsets choose the visible part of the virtual picture")
  func strideAndOffsets() throws {
    let kernel = MockKernel()
    kernel.addFramebuffer {
      $0.variable.xres_virtual = 128
      $0.variable.yres_virtual = 8
      $0.variable.xoffset = 3
      $0.variable.yoffset = 4
      $0.fixed.line_length = 600
      $0.fixed.smem_len = 4800
      $0.fixed.smem_start = 4096 * 5 + 64
    }
    let display = try FramebufferDisplay(path: "/dev/fb0", system: kernel)
    #expect(display.memory.width == 64 && display.memory.height == 4)
    #expect(display.memory.bytesPerRow == 600)
    // The mapping starts at a page; the memory 64 bytes later; the picture 4 rows and 3 pixels after that.
    let start = unsafe Int(bitPattern: display.memory.base) % SystemCalls.pageSize
    #expect(start == 64 + 4 * 600 + 3 * 4)
    #expect(kernel.mapped == [64 + 7 * 600 + (3 + 64) * 4])
  }

  @Test("P22 a display's size in millimetres is believed where it can be true")
  func density() throws {
    func density(_ width: UInt32, _ height: UInt32, _ columns: UInt32 = 800, _ rows: UInt32 = 480) -> Fixed? {
      FramebufferDisplay.pixelsPerMillimetre(
        width: Int(columns), height: Int(rows), widthMillimetres: Int(width), heightMillimetres: Int(height))
    }
    #expect(density(154, 86) == Fixed(800, over: 154) && density(100, 60) == 8)
    // None, "unknown", half of it, as many pixels as millimetres across alone, a speck, a wall.
    for (width, height): (UInt32, UInt32) in [
      (0, 0), (.max, .max), (154, 0), (0, 86), (800, 96), (12, 7), (9000, 5400), (.max - 1, 86),
    ] {
      #expect(density(width, height) == nil, "\(width), \(height)")
    }
    // An aspect that a monitor tells in the place of its size.
    #expect(density(160, 90, 1920, 1080) == nil && density(16, 9, 192, 108) == nil)
    #expect(density(160, 96) == 5)
    let kernel = MockKernel()
    kernel.addFramebuffer {
      ($0.variable.yres, $0.fixed.smem_len) = (40, 10_240)
      ($0.variable.width, $0.variable.height) = (32, 20)
    }
    #expect(try FramebufferDisplay(path: "/dev/fb0", system: kernel).pixelsPerMillimetre == 2)
    #expect(try MemoryDisplay(width: 8, height: 8, layout: .xrgb8888).pixelsPerMillimetre == nil)
  }

  @Test("D01 any /dev/fbN can be chosen by its path or by its driver's name")
  func choiceByPathOrDriver() throws {
    let kernel = MockKernel()
    kernel.addFramebuffer("/dev/fb0", driver: "simple")
    kernel.addFramebuffer("/dev/fb3", driver: "sixteen-bytes-xx")
    var display = try DisplayChoice("fb:/dev/fb3").open(kernel) { _ in }
    #expect(display.name == "/dev/fb3 (sixteen-bytes-xx)")
    display = try DisplayChoice("fb:sixteen-bytes-xx").open(kernel) { _ in }
    #expect(display.name == "/dev/fb3 (sixteen-bytes-xx)")
    display = try DisplayChoice("fb:simple").open(kernel) { _ in }
    #expect(display.name == "/dev/fb0 (simple)")
    let missing = message { () throws(DeviceError) in _ = try DisplayChoice("fb:other").open(kernel) { _ in } }
    #expect(
      missing
        == "cannot find the framebuffer of driver other: no usable framebuffer has it; see /proc/fb for the drivers' names"
    )
  }

  @Test("D07 every choice of a display opens it with the rotation asked for", arguments: everyRotation)
  func rotation(_ rotation: DisplayRotation) throws {
    let kernel = MockKernel()
    func check(_ text: String, _ width: Int, _ height: Int) throws {
      let memory = try DisplayChoice(text).open(kernel, rotation) { _ in }.memory
      #expect(memory.rotation == rotation && memory.unrotated.width == width && memory.unrotated.height == height)
      #expect(memory.width == (rotation.swapsAxes ? height : width), "\(text)")
    }
    try check("auto", 800, 480)
    try check("memory:320x240:rgb565", 320, 240)
    kernel.addFramebuffer("/dev/fb0", driver: "simple")
    for text in ["auto", "fb:/dev/fb0", "fb:simple"] { try check(text, 64, 4) }
  }

  @Test(
    "D02 every layout that can be stored in whole bytes is drawn in, wherever its alpha lies",
    arguments: [
      (32, (16, 8), (8, 8), (0, 8), (24, 8), .xrgb8888), (32, (0, 8), (8, 8), (16, 8), (24, 8), .xbgr8888),
      (32, (24, 8), (16, 8), (8, 8), (0, 8), .rgbx8888), (32, (8, 8), (16, 8), (24, 8), (0, 0), .bgrx8888),
      (24, (16, 8), (8, 8), (0, 8), (0, 0), .rgb888), (24, (0, 8), (8, 8), (16, 8), (0, 0), .bgr888),
      (16, (11, 5), (5, 6), (0, 5), (0, 0), .rgb565), (16, (0, 5), (5, 6), (11, 5), (0, 0), .bgr565),
      (8, (5, 3), (2, 3), (0, 2), (0, 0), .rgb332), (8, (0, 8), (0, 8), (0, 8), (0, 0), .gray8),
    ] as [(UInt32, (UInt32, UInt32), (UInt32, UInt32), (UInt32, UInt32), (UInt32, UInt32), PixelLayout)])
  func storedLayout(
    _ bits: UInt32, _ red: (UInt32, UInt32), _ green: (UInt32, UInt32), _ blue: (UInt32, UInt32),
    _ alpha: (UInt32, UInt32), _ layout: PixelLayout
  ) throws {
    let kernel = MockKernel()
    kernel.addFramebuffer { $0.setBits(bits, red: red, green: green, blue: blue, alpha: alpha) }
    #expect(try FramebufferDisplay(path: "/dev/fb0", system: kernel).memory.layout == layout)
  }

  @Test(
    "D01 D02 (described, not drawn) an unknown layout is an error that prints it",
    arguments: [
      (32, (0, 8), (16, 8), (8, 8), (0, 0), "32 bits, red 0/8, green 16/8, blue 8/8, alpha 0/0"),
      (24, (8, 8), (16, 8), (0, 8), (0, 0), "24 bits, red 8/8, green 16/8, blue 0/8, alpha 0/0"),
      (16, (10, 5), (5, 5), (0, 5), (15, 1), "16 bits, red 10/5, green 5/5, blue 0/5, alpha 15/1"),
      (1, (0, 1), (0, 1), (0, 1), (0, 0), "1 bits, red 0/1, green 0/1, blue 0/1, alpha 0/0"),
      (32, (4_000_000_000, 4_000_000_000), (8, 8), (0, 8), (0, 0), "red 4000000000/4000000000"),
    ] as [(UInt32, (UInt32, UInt32), (UInt32, UInt32), (UInt32, UInt32), (UInt32, UInt32), String)])
  func unknownLayout(
    _ bits: UInt32, _ red: (UInt32, UInt32), _ green: (UInt32, UInt32), _ blue: (UInt32, UInt32),
    _ alpha: (UInt32, UInt32), _ expected: String
  ) throws {
    let kernel = MockKernel()
    kernel.addFramebuffer { $0.setBits(bits, red: red, green: green, blue: blue, alpha: alpha) }
    let text = message { () throws(DeviceError) in _ = try FramebufferDisplay(path: "/dev/fb0", system: kernel) }
    #expect(text?.contains(expected) == true)
    #expect(text?.contains("/dev/fb0") == true && text?.contains("XRGB8888, RGB888 or RGB565") == true)
    #expect(text.map(isOneLine) == true)
    #expect(kernel.closed == ["/dev/fb0"] && kernel.mapped.isEmpty)
  }

  @Test("D01 what is not packed true colour, or contradicts itself, is refused and closed again")
  func contradictions() {
    let changes: [(String, (inout MockKernel.Framebuffer) -> Void)] = [
      ("not packed true colour", { $0.fixed.visual = UInt32(FB_VISUAL_PSEUDOCOLOR) }),
      ("not packed true colour", { $0.fixed.type = UInt32(FB_TYPE_PLANES) }),
      ("not packed true colour", { $0.variable.grayscale = 1 }),
      ("layout is unknown", { $0.variable.red.msb_right = 1 }),
      ("out of range", { $0.variable.xres = 0 }),
      ("out of range", { $0.variable.yres = 4_000_000_000 }),
      ("out of range", { $0.fixed.line_length = 4_000_000_000 }),
      ("shorter than its width", { $0.fixed.line_length = 255 }),
      ("shorter than its width", { $0.variable.xoffset = 1 }),
      ("shorter than its width", { $0.fixed.line_length = 258 }),
      ("smaller than its picture", { $0.fixed.smem_len = 1023 }),
      ("smaller than its picture", { $0.variable.yoffset = 4_294_967_295 }),
    ]
    for (expected, change) in changes {
      let kernel = MockKernel()
      kernel.addFramebuffer(change: change)
      let text = message { () throws(DeviceError) in _ = try FramebufferDisplay(path: "/dev/fb0", system: kernel) }
      #expect(text?.contains(expected) == true)
      #expect(kernel.closed == ["/dev/fb0"] && kernel.mapped.isEmpty)
    }
  }

  @Test("D01 bad input: what is missing, forbidden or something else is named with its remedy, in one line")
  func badInput() {
    let kernel = MockKernel()
    kernel.kinds = [
      "/home": .directory, "/file": .other, "/dev/null": .characterDevice(major: 1, minor: 3),
      "/dev/fb1": .characterDevice(major: 29, minor: 1), "/dev/fb2": .characterDevice(major: 29, minor: 2),
      "/dev/fb3": .characterDevice(major: 29, minor: 3),
    ]
    kernel.addFramebuffer("/dev/fb4") { $0.controlError = EINVAL }
    kernel.openErrors = ["/dev/fb1": EACCES, "/dev/fb2": ENODEV]
    let expected: [(String, [String])] = [
      ("/dev/fb0", ["cannot open /dev/fb0: No such file or directory", "driver is loaded", "memory:800x480:xrgb8888"]),
      ("/home", ["cannot open /home: it is a directory", "/dev/fb0"]),
      ("/file", ["cannot open /file: it is a file, not a framebuffer", "/dev/fb0"]),
      ("/dev/null", ["cannot open /dev/null: it is the character device 1:3, not a framebuffer", "/dev/fb0"]),
      ("/dev/fb1", ["cannot open /dev/fb1: Permission denied", "group video"]),
      ("/dev/fb2", ["cannot open /dev/fb2: No such device", "driver is loaded"]),
      ("/dev/fb3", ["cannot use /dev/fb3: Inappropriate ioctl for device"]),
      ("/dev/fb4", ["cannot use /dev/fb4: Invalid argument", "/dev/fb0"]),
    ]
    for (path, parts) in expected {
      let text = message { () throws(DeviceError) in _ = try FramebufferDisplay(path: path, system: kernel) } ?? ""
      for part in parts { #expect(text.contains(part)) }
      #expect(isOneLine(text))
    }
    #expect(kernel.opened.isEmpty)
    kernel.addFramebuffer("/dev/fb5")
    kernel.mapError = ENODEV
    let text = message { () throws(DeviceError) in _ = try FramebufferDisplay(path: "/dev/fb5", system: kernel) }
    #expect(text?.hasPrefix("cannot map /dev/fb5: No such device") == true)
    #expect(kernel.opened.isEmpty)
  }

  @Test("D01 real files: a directory, a regular file and /dev/null are told apart from a framebuffer")
  func realFiles() {
    for (path, part) in [("/usr", "directory"), ("/etc/passwd", "file"), ("/dev/null", "device 1:3")] {
      let text = message { () throws(DeviceError) in _ = try FramebufferDisplay(path: path) }
      #expect(text?.contains(part) == true)
    }
    let text = message { () throws(DeviceError) in _ = try FramebufferDisplay(path: "/nowhere/fb0") }
    #expect(text?.contains("No such file or directory") == true)
  }

  @Test("D01 a framebuffer is unmapped and closed once, by close or by the last reference")
  func closesOnce() throws {
    let kernel = MockKernel()
    kernel.addFramebuffer()
    do {
      let display = try FramebufferDisplay(path: "/dev/fb0", system: kernel)
      display.close()
      display.close()
    }
    #expect(kernel.closed == ["/dev/fb0"] && kernel.vacated == 1 && kernel.unmapped == 1)
    do { _ = try FramebufferDisplay(path: "/dev/fb0", system: kernel) }
    #expect(kernel.closed == ["/dev/fb0", "/dev/fb0"] && kernel.vacated == 2 && kernel.unmapped == 2)
  }
}
