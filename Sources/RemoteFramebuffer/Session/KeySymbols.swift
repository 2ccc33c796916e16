// Stage: remote framebuffer. Input: a symbol of X. Output: the kernel's number of a key.
//
// Sources: keysymdef.h of X.Org; input-event-codes.h of Linux.

/// The keys that a panel knows, by the symbols that viewers send. Signs lie as on an American keyboard.
enum KeySymbols {
  /// - Returns: a code of Linux, below 256; `nil` for a symbol that no such key has.
  static func code(of symbol: UInt32) -> UInt16? {
    switch symbol {
    case 0x20...0x7E: return latin[Int(symbol) - 0x20]
    // F1...F10, F11 and F12.
    case 0xFFBE...0xFFC7: return UInt16(59 + symbol - 0xFFBE)
    case 0xFFC8...0xFFC9: return UInt16(87 + symbol - 0xFFC8)
    // The digits beside the letters are those of the keypad too.
    case 0xFFB0...0xFFB9: return latin[Int(symbol - 0xFFB0) + 0x10]
    default: return other(symbol)
    }
  }

  private static func other(_ symbol: UInt32) -> UInt16? {
    switch symbol {
    case 0xFF08: 14  // Backspace
    case 0xFF09, 0xFE20: 15  // Tab, and with shift
    case 0xFF0D: 28  // Enter
    case 0xFF8D: 96  // Enter of the keypad
    case 0xFF1B: 1  // Escape
    case 0xFF50, 0xFF95: 102  // Home
    case 0xFF51, 0xFF96: 105  // Left
    case 0xFF52, 0xFF97: 103  // Up
    case 0xFF53, 0xFF98: 106  // Right
    case 0xFF54, 0xFF99: 108  // Down
    case 0xFF55, 0xFF9A: 104  // Page up
    case 0xFF56, 0xFF9B: 109  // Page down
    case 0xFF57, 0xFF9C: 107  // End
    case 0xFF63, 0xFF9E: 110  // Insert
    case 0xFFFF, 0xFF9F: 111  // Delete
    case 0xFF67: 127  // Menu: KEY_COMPOSE
    case 0xFFE1: 42  // Left shift
    case 0xFFE2: 54  // Right shift
    case 0xFFE3: 29  // Left control
    case 0xFFE4: 97  // Right control
    case 0xFFE9, 0xFFE7: 56  // Left alt, left meta
    case 0xFFEA, 0xFE03, 0xFFE8: 100  // Right alt, AltGr, right meta
    case 0xFFEB: 125  // Left super
    case 0xFFEC: 126  // Right super
    case 0xFFAA: 55  // * of the keypad
    case 0xFFAB: 78  // + of the keypad
    case 0xFFAD: 74  // - of the keypad
    case 0xFFAE: 83  // . of the keypad
    case 0xFFAF: 98  // / of the keypad
    default: nil
    }
  }

  /// Of the signs from the blank to the tilde.
  private static let latin: InlineArray<95, UInt16> = [
    57, 2, 40, 4, 5, 6, 8, 40, 10, 11, 9, 13, 51, 12, 52, 53,  // blank ! " # $ % & ' ( ) * + , - . /
    11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 39, 39, 51, 13, 52, 53,  // 0...9 : ; < = > ?
    3, 30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38, 50, 49, 24,  // @ A...O
    25, 16, 19, 31, 20, 22, 47, 17, 45, 21, 44, 26, 43, 27, 7, 12,  // P...Z [ \ ] ^ _
    41, 30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38, 50, 49, 24,  // ` a...o
    25, 16, 19, 31, 20, 22, 47, 17, 45, 21, 44, 26, 43, 27, 41,  // p...z { | } ~
  ]
}
