import PanelAssets

/// A picture that is made up here: sixteen colours at most, opaque or not, or gray.
public func samplePicture(width: Int, height: Int, isOpaque: Bool) -> Picture {
  var rgba: [UInt8] = []
  for i in 0..<width * height {
    let shade = UInt8(i * 7 % 16 * 17)
    rgba += isOpaque ? [shade, 255 - shade, shade / 2, 255] : [shade, shade / 3, 200, UInt8(i % 4 * 85)]
  }
  return Picture(width: width, height: height, rgba: rgba)
}

/// One pack for each way of laying out an image that there is.
public func sampleImages() -> [[UInt8]] {
  var packs: [[UInt8]] = []
  for format in ImageChoice.allCases where format != .auto {
    for (width, height, hasMipLevels) in [(1, 1, false), (5, 3, false), (7, 6, true)] {
      var options = ImageOptions()
      (options.format, options.hasMipLevels, options.color) = (format, hasMipLevels, 0xFF40_80FF)
      let isOpaque = format == .xrgb8888 || format == .rgb565
      let picture = samplePicture(width: width, height: height, isOpaque: isOpaque)
      do throws(AssetError) {
        packs.append(try compileImage(picture, options, name: "sample").bytes)
      } catch {
        fatalError(error.message)
      }
    }
  }
  return packs
}
