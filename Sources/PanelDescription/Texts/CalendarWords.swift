// The short names of weekdays and months in the languages that panels are often shown in (CLDR 45, abbreviated, without the
// full stop).

/// Names of a language, Sunday and January first.
struct CalendarWords {
  let weekdays: [String]
  let months: [String]

  private init(_ weekdays: String, _ months: String) {
    self.weekdays = weekdays.split(separator: " ").map(String.init)
    self.months = months.split(separator: " ").map(String.init)
  }

  /// As descriptions are written.
  static let english = CalendarWords(
    "Sun Mon Tue Wed Thu Fri Sat", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")

  private static let all: [String: CalendarWords] = [
    "cs": CalendarWords("ne po út st čt pá so", "led úno bře dub kvě čvn čvc srp zář říj lis pro"),
    "da": CalendarWords("søn man tir ons tor fre lør", "jan feb mar apr maj jun jul aug sep okt nov dec"),
    "de": CalendarWords("So Mo Di Mi Do Fr Sa", "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
    "es": CalendarWords("dom lun mar mié jue vie sáb", "ene feb mar abr may jun jul ago sept oct nov dic"),
    "fi": CalendarWords("su ma ti ke to pe la", "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu"),
    "fr": CalendarWords("dim lun mar mer jeu ven sam", "janv févr mars avr mai juin juil août sept oct nov déc"),
    "it": CalendarWords("dom lun mar mer gio ven sab", "gen feb mar apr mag giu lug ago set ott nov dic"),
    "nb": CalendarWords("søn man tir ons tor fre lør", "jan feb mars apr mai juni juli aug sep okt nov des"),
    "nl": CalendarWords("zo ma di wo do vr za", "jan feb mrt apr mei jun jul aug sep okt nov dec"),
    "no": CalendarWords("søn man tir ons tor fre lør", "jan feb mars apr mai juni juli aug sep okt nov des"),
    "pl": CalendarWords("niedz pon wt śr czw pt sob", "sty lut mar kwi maj cze lip sie wrz paź lis gru"),
    "pt": CalendarWords("dom seg ter qua qui sex sáb", "jan fev mar abr mai jun jul ago set out nov dez"),
    "sv": CalendarWords("sön mån tis ons tors fre lör", "jan feb mars apr maj juni juli aug sep okt nov dec"),
  ]

  /// - Returns: `nil` for a language that is not known, and for English.
  static func of(_ language: String) -> CalendarWords? { all[languageCode(language)] }

  var words: [String] { weekdays + months }
}

/// The part of a language's name that tables have: `de` of `de-AT`.
func languageCode(_ name: String) -> String {
  name.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
}
