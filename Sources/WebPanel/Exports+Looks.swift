// Stage: a page. The functions for pages, themes, languages, units and the time of day: docs/web-module.md is their manual.
import CLinux
import PanelDisplays
import PanelFile
import PanelInstruments
import SystemFiles

/// Stores an entry of a list for the page; an empty text where there is none.
private func text(_ names: [String], _ number: Int32) -> UnsafeMutablePointer<UInt8>? {
  unsafe page.output.store(names.indices.contains(Int(number)) ? names[Int(number)] : "")
  return unsafe page.output.address
}

/// The place of a name; the first one for none.
private func place(_ name: String, in names: [String]) -> Int32 {
  Int32(names.firstIndex { haveSameBytes($0, name) } ?? 0)
}

// MARK: Pages

private var pageNames: [String] { unsafe page.panel?.pageNames ?? [] }

@_cdecl("lamina_page_count")
public func pageCount() -> Int32 { Int32(pageNames.count) }

@_cdecl("lamina_page_name")
public func pageName(_ number: Int32) -> UnsafeMutablePointer<UInt8>? { unsafe text(pageNames, number) }

@_cdecl("lamina_page_title")
public func pageTitle(_ number: Int32) -> UnsafeMutablePointer<UInt8>? {
  let pages = unsafe page.state?.file.pages(ofDisplay: 0) ?? []
  return unsafe text(pages.map { $0.text(.title) ?? $0.text(.name) ?? "" }, number)
}

@_cdecl("lamina_page")
public func shownPage() -> Int32 { unsafe Int32(page.panel?.page ?? -1) }

@_cdecl("lamina_show_page")
public func showPage(_ number: Int32) { unsafe page.panel?.showPage(Int(number)) }

// MARK: Themes

private var themeNames: [String] { unsafe page.panel?.themeNames ?? [] }

@_cdecl("lamina_theme_count")
public func themeCount() -> Int32 { Int32(themeNames.count) }

@_cdecl("lamina_theme_name")
public func themeName(_ number: Int32) -> UnsafeMutablePointer<UInt8>? { unsafe text(themeNames, number) }

@_cdecl("lamina_theme")
public func shownTheme() -> Int32 { unsafe place(page.panel?.themeName ?? "", in: themeNames) }

@_cdecl("lamina_show_theme")
public func showTheme(_ number: Int32) {
  unsafe page.showTheme(themeNames.indices.contains(Int(number)) ? themeNames[Int(number)] : nil)
}

// MARK: Languages

private var languageNames: [String] { [PanelState.ownName] + (unsafe page.state?.languageNames ?? []) }

@_cdecl("lamina_language_count")
public func languageCount() -> Int32 { Int32(languageNames.count) }

@_cdecl("lamina_language_name")
public func languageName(_ number: Int32) -> UnsafeMutablePointer<UInt8>? { unsafe text(languageNames, number) }

@_cdecl("lamina_language")
public func shownLanguage() -> Int32 { unsafe place(page.state?.shownLanguage ?? "", in: languageNames) }

@_cdecl("lamina_show_language")
public func showLanguage(_ number: Int32) {
  if languageNames.indices.contains(Int(number)) {
    _ = unsafe page.state?.choose(language: languageNames[Int(number)])
  }
  unsafe page.setNeedsAdvance()
}

// MARK: Units

private var systemNames: [String] { [PanelState.ownName] + (unsafe page.state?.systemNames ?? []) }

@_cdecl("lamina_units_count")
public func unitsCount() -> Int32 { Int32(systemNames.count) }

@_cdecl("lamina_units_name")
public func unitsName(_ number: Int32) -> UnsafeMutablePointer<UInt8>? { unsafe text(systemNames, number) }

@_cdecl("lamina_units")
public func shownUnits() -> Int32 { unsafe place(page.state?.shownSystem ?? "", in: systemNames) }

@_cdecl("lamina_show_units")
public func showUnits(_ number: Int32) {
  if systemNames.indices.contains(Int(number)) {
    _ = unsafe page.state?.choose(system: systemNames[Int(number)])
  }
  unsafe page.setNeedsAdvance()
}

// MARK: Time of day

@_cdecl("lamina_set_clock")
public func setClock(_ local: Double, _ zone: Double, _ time: Double) {
  let now = unsafe page.clock.advance(to: time)
  unsafe page.state?.wallClockOffset = WebClock.nanoseconds(local) - now
  unsafe page.state?.zoneOffset = WebClock.nanoseconds(zone)
  unsafe page.setNeedsAdvance()
}
