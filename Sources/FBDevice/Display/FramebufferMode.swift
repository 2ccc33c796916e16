// Stage: displays. Input: the report of a framebuffer's driver. Output: where its visible pixels lie, or why it cannot
// be used.
import CLinux
import FixedRaster
import SystemFiles

/// The used part of a framebuffer's report, checked.
struct FramebufferMode {
  /// Pixels.
  let width, height: Int
  /// Bytes.
  let bytesPerRow: Int
  /// The layout of its pixels: one that the compositor knows.
  let layout: PixelLayout
  /// Bytes to map: up to the last visible pixel.
  let mappedLength: Int
  /// Bytes from the mapping's start to the first visible pixel.
  let offset: Int
  /// Bytes from one picture to the other where the driver has memory for two and shows either; 0 where it does not.
  let panBytes: Int
  /// From one picture of the display to the next, in nanoseconds; a 60th of a second where the driver does not tell.
  let interval: Int64

  /// - Parameter path: for messages.
  init(
    _ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo, path: String,
    pageSize: Int = SystemCalls.pageSize
  ) throws(DeviceError) {
    layout = try Self.drawableLayout(variable, fixed, path)
    let bytes = Int(layout.bitsPerPixel) / 8
    let limit = UInt32(MemoryDisplay.maximumSize)
    guard (1...limit).contains(variable.xres), (1...limit).contains(variable.yres), fixed.line_length <= 1 << 20 else {
      throw Self.unusable(
        path, "its size is out of range:", variable, fixed, remedy: "set it to a mode of 1 to 8191 pixels each way")
    }
    width = Int(variable.xres)
    height = Int(variable.yres)
    bytesPerRow = Int(fixed.line_length)
    // The driver's offsets say which part of a larger picture the screen shows. Each is below 2^32 and a row is at most
    // 2^20 bytes, so the sums stay below 2^53; 64 bits also where Int has 32.
    let rowBytes = UInt64(fixed.line_length)
    let row = UInt64(variable.xoffset) * UInt64(bytes)
    let rowEnd = row + UInt64(width * bytes)
    guard rowEnd <= rowBytes, bytes == 3 || bytesPerRow % bytes == 0 else {
      throw Self.unusable(path, "its rows are shorter than its width:", variable, fixed)
    }
    let end = (UInt64(variable.yoffset) + UInt64(height) - 1) * rowBytes + rowEnd
    guard end <= UInt64(fixed.smem_len), end < 1 << 30 else {
      throw Self.unusable(path, "its memory is smaller than its picture:", variable, fixed)
    }
    // A mapping begins at a page, the memory need not.
    let start = Int(UInt(fixed.smem_start) % UInt(pageSize))
    var (first, last) = (UInt64(variable.yoffset), end)
    // Offsets of anybody else's are left alone.
    let (step, rows) = (UInt32(fixed.ypanstep), variable.yres)
    let both = (2 * UInt64(rows) - 1) * rowBytes + rowEnd
    if step > 0, rows % step == 0, variable.yres_virtual >= 2 * rows, variable.yoffset == 0 || variable.yoffset == rows,
      both <= UInt64(fixed.smem_len), both < 1 << 30
    {
      (first, last) = (0, both)
      panBytes = Int(rows) * bytesPerRow
    } else {
      panBytes = 0
    }
    mappedLength = start + Int(last)
    offset = start + Int(first * rowBytes + row)
    interval = Self.interval(variable)
  }

  /// Pictures come 10 to 500 times a second, if what the driver tells can be true.
  private static func interval(_ variable: fb_var_screeninfo) -> Int64 {
    let columns =
      UInt64(variable.xres) + UInt64(variable.left_margin) + UInt64(variable.right_margin) + UInt64(variable.hsync_len)
    let rows =
      UInt64(variable.yres) + UInt64(variable.upper_margin) + UInt64(variable.lower_margin) + UInt64(variable.vsync_len)
    // A pixel takes picoseconds.
    let (pixels, overflow) = columns.multipliedReportingOverflow(by: rows)
    let (time, overflows) = pixels.multipliedReportingOverflow(by: UInt64(variable.pixclock))
    let nanoseconds = time / 1000
    return !overflow && !overflows && (2_000_000...100_000_000).contains(nanoseconds) ? Int64(nanoseconds) : 16_666_667
  }

  /// The layout to draw in. Alpha is drawn as ones and so need not be told.
  private static func drawableLayout(
    _ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo, _ path: String
  ) throws(DeviceError) -> PixelLayout {
    guard fixed.type == UInt32(FB_TYPE_PACKED_PIXELS), fixed.visual == UInt32(FB_VISUAL_TRUECOLOR),
      variable.grayscale == 0, variable.nonstd == 0
    else {
      throw unusable(path, "its pixels are not packed true colour:", variable, fixed)
    }
    let fields = [variable.red, variable.green, variable.blue, variable.transp]
    guard variable.bits_per_pixel <= 32, fields.allSatisfy(Self.isPlain) else {
      throw unusable(path, "its pixel layout is unknown:", variable, fixed)
    }
    let layout = PixelLayout(
      bitsPerPixel: UInt8(variable.bits_per_pixel), red: BitField(variable.red), green: BitField(variable.green),
      blue: BitField(variable.blue), alpha: BitField(variable.transp))
    // Pixels of 1 bit have their leftmost in the lowest bit here, and are stored the other way round.
    if layout.isSupported && layout.bitsPerPixel >= 8 { return layout.withoutAlpha }
    throw unusable(path, "its pixel layout cannot be drawn in:", variable, fixed)
  }

  private static func isPlain(_ field: fb_bitfield) -> Bool {
    field.length <= 32 && field.offset <= 32 - field.length && field.msb_right == 0
  }

  private static func unusable(
    _ path: String, _ reason: StaticString, _ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo,
    remedy: StaticString = "set the driver to XRGB8888, RGB888 or RGB565"
  ) -> DeviceError {
    var text = TextBuilder()
    text.append(reason)
    text.append(" ")
    text.append(Int(variable.xres))
    text.append("x")
    text.append(Int(variable.yres))
    text.append(", ")
    describe(variable, fixed, into: &text)
    return DeviceError("use", path, reason: text.string, remedy: remedy)
  }

  /// "32 bits, red 16/8, green 8/8, blue 0/8, alpha 24/8, …": offset and length of each channel, then the other
  /// reasons.
  private static func describe(
    _ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo, into text: inout TextBuilder
  ) {
    text.append(Int(variable.bits_per_pixel))
    text.append(" bits")
    let names: InlineArray<4, StaticString> = [", red ", ", green ", ", blue ", ", alpha "]
    let fields: InlineArray<4, fb_bitfield> = [variable.red, variable.green, variable.blue, variable.transp]
    for index in names.indices {
      text.append(names[index])
      text.append(Int(fields[index].offset))
      text.append("/")
      text.append(Int(fields[index].length))
      if fields[index].msb_right != 0 { text.append(" reversed") }
    }
    let numbers: InlineArray<6, UInt32> = [
      fixed.line_length, fixed.smem_len, fixed.type, fixed.visual, variable.grayscale, variable.nonstd,
    ]
    let labels: InlineArray<6, StaticString> = [
      ", bytes per row ", ", bytes ", ", type ", ", visual ", ", grayscale ", ", nonstd ",
    ]
    for index in labels.indices {
      text.append(labels[index])
      text.append(Int(truncatingIfNeeded: numbers[index]))
    }
  }
}

extension BitField {
  /// - Parameter field: ends at or below bit 32.
  fileprivate init(_ field: fb_bitfield) {
    self.init(offset: UInt8(field.offset), length: UInt8(field.length))
  }
}

extension PixelLayout {
  /// Colours of this format; alpha is stored as ones wherever it lies.
  fileprivate var withoutAlpha: PixelLayout {
    var layout = self
    layout.alpha = BitField(offset: 0, length: 0)
    return layout
  }
}
