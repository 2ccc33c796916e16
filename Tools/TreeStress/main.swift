// Trees that change at random, for the sanitizers, with which scripts/races and scripts/leaks build this program.
//
// usage: tree-stress races [planted]           draws them by threads: Races.swift
//        tree-stress leaks [planted]           draws them and gives them up: Leaks.swift
//        tree-stress addresses [planted]       draws them with animations and callbacks: Addresses.swift
//        tree-stress addresses SEED [SEED]     those of these numbers alone
//        `planted` does what the sanitizer must report
// output: what was drawn; exit status: 0 done, 1 something did not come up, 2 usage
// row: L100 L65 L07

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let isPlanted = arguments.dropFirst() == ["planted"]
let seeds = arguments.dropFirst().compactMap { UInt64($0) }
switch (arguments.first, isPlanted ? 1 : arguments.count) {
case ("races", 1): exit(drawByThreads(isPlanted: isPlanted))
case ("leaks", 1): exit(drawAndGiveUp(isPlanted: isPlanted))
case ("addresses", 1): exit(drawAnimated(seeds: isPlanted ? 0..<1 : 0..<48, isPlanted: isPlanted))
case ("addresses", 2...3) where seeds.count == arguments.count - 1:
  exit(drawAnimated(seeds: seeds[0]..<(seeds.last ?? 0) + 1, isPlanted: false))
default:
  print("usage: tree-stress races|leaks|addresses [planted] | addresses SEED [SEED]")
  exit(2)
}
