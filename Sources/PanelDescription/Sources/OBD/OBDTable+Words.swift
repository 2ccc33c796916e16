// Stage: description of sources. The words of numbers, after SAE J1979.

extension OBDTable {
  static let ignitions: [(number: Int64, text: String)] = [(0, "spark"), (1, "compression")]

  static let fuelSystems: [(number: Int64, text: String)] = [
    (0, "off"), (1, "open, cold"), (2, "closed"), (4, "open, by load"), (8, "open, failure"), (16, "closed, failure"),
  ]

  static let secondaryAirs: [(number: Int64, text: String)] = [
    (1, "upstream"), (2, "downstream"), (4, "outside or off"), (8, "on for diagnosis"),
  ]

  static let standards: [(number: Int64, text: String)] = [
    (1, "OBD-II"), (2, "OBD"), (3, "OBD and OBD-II"), (4, "OBD-I"), (5, "none"), (6, "EOBD"), (7, "EOBD and OBD-II"),
    (8, "EOBD and OBD"), (9, "EOBD, OBD and OBD-II"), (10, "JOBD"), (11, "JOBD and OBD-II"), (12, "JOBD and EOBD"),
    (13, "JOBD, EOBD and OBD-II"), (17, "EMD"), (18, "EMD+"), (19, "HD OBD-C"), (20, "HD OBD"), (21, "WWH OBD"),
    (23, "HD EOBD-I"), (24, "HD EOBD-I N"), (25, "HD EOBD-II"), (26, "HD EOBD-II N"), (28, "OBDBr-1"), (29, "OBDBr-2"),
    (30, "KOBD"), (31, "IOBD I"), (32, "IOBD II"), (33, "HD EOBD-VI"),
  ]

  static let fuels: [(number: Int64, text: String)] = [
    (0, "none"), (1, "gasoline"), (2, "methanol"), (3, "ethanol"), (4, "diesel"), (5, "LPG"), (6, "CNG"),
    (7, "propane"), (8, "electric"), (9, "bifuel, gasoline"), (10, "bifuel, methanol"), (11, "bifuel, ethanol"),
    (12, "bifuel, LPG"), (13, "bifuel, CNG"), (14, "bifuel, propane"), (15, "bifuel, electric"),
    (16, "bifuel, electric and engine"), (17, "hybrid, gasoline"), (18, "hybrid, ethanol"), (19, "hybrid, diesel"),
    (20, "hybrid, electric"), (21, "hybrid, electric and engine"), (22, "hybrid, regenerative"),
    (23, "bifuel, diesel"),
  ]
}
