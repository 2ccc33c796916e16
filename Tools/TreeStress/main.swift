// Trees that change at random, for the sanitizers, with which scripts/races and scripts/leaks build this program.
//
// usage: tree-stress races [planted]     draws them by threads: Races.swift
//        tree-stress leaks [planted]     draws them and gives them up: Leaks.swift
//        `planted` does what the sanitizer must report
// output: what was drawn; exit status: 0 done, 1 something did not come up, 2 usage
// row: L100 L65

import Glibc

let arguments = CommandLine.arguments.dropFirst()
let isPlanted = arguments.dropFirst() == ["planted"]
guard arguments.count == (isPlanted ? 2 : 1), let subject = arguments.first, ["races", "leaks"].contains(subject) else {
  print("usage: tree-stress races|leaks [planted]")
  exit(2)
}
exit(subject == "races" ? drawByThreads(isPlanted: isPlanted) : drawAndGiveUp(isPlanted: isPlanted))
