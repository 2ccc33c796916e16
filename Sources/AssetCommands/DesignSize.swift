import Packs
// Stage: command. Input: a panel file. Output: the size of its display.
import PanelAssets
import PanelFile

/// The display that a panel is made for, in pixels; 800 × 480 where it says none.
/// - Throws: the file is no panel.
public func designSize(_ path: String) throws(AssetError) -> (width: Int, height: Int) {
  do throws(PackError) {
    let root = try PanelFile(path: path).root
    return (root.number(.designWidth).map { $0.rounded } ?? 800, root.number(.designHeight).map { $0.rounded } ?? 480)
  } catch { throw AssetError(path, error.message, expected: "a panel file") }
}
