// Sends damaged input to every decoder and session of sources: scripts/fuzz sources.
//
// usage: source-fuzz names                       the names of all trials, a line each
//        source-fuzz NAME COUNT SEED [FIRST]     so many executions of one, from a number on
// exit status: 0 nothing found, 1 a finding or something untried, 2 usage
// row: P62 P63 P64 P67 P68 P69 P6A P6B P6C
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["names"] {
  for candidate in candidates { print(candidate.name) }
  exit(0)
}
guard arguments.count == 3 || arguments.count == 4,
  let candidate = candidates.first(where: { $0.name == arguments[0] }),
  let count = Int(arguments[1]), count > 0, let seed = UInt64(arguments[2]),
  let first = arguments.count == 4 ? Int(arguments[3]) : 0
else {
  print("usage: source-fuzz names | NAME COUNT SEED [FIRST]")
  exit(2)
}
var runner = Runner(candidate.name, count: count, seed: seed, first: first)
candidate.run(&runner)
