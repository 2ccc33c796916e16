// Stage: panel tests. Input: outcomes. Output: the file that servers of continuous integration read.

/// A report in the form of JUnit.
public func junitReport(_ reports: [PanelTestReport]) -> String {
  var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"]
  for report in reports {
    lines.append(
      #"  <testsuite name="\#(escaped(report.path))" tests="\#(report.outcomes.count)" failures="\#(report.failed.count)" time="\#(rounded(report.seconds))">"#
    )
    for outcome in report.outcomes {
      let head =
        #"    <testcase classname="\#(escaped(report.path))" name="\#(escaped(outcome.name))" time="\#(rounded(outcome.seconds))""#
      if outcome.failures.isEmpty {
        lines.append(head + "/>")
      } else {
        lines.append(head + ">")
        lines.append(
          #"      <failure message="\#(escaped(outcome.failures[0]))">\#(escaped(outcome.failures.joined(separator: "\n")))</failure>"#
        )
        lines.append("    </testcase>")
      }
    }
    lines.append("  </testsuite>")
  }
  return (lines + ["</testsuites>", ""]).joined(separator: "\n")
}

private func rounded(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }

private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\n": result += "&#10;"
    default: result.unicodeScalars.append(scalar.value < 32 || scalar.value & 0xFFFE == 0xFFFE ? " " : scalar)
    }
  }
  return result
}
