// The words that lists of alarms have of themselves, in the languages that panels are often shown in.

/// What a list says in which there is nothing.
enum AlarmWords {
  static let none = "No alarms"

  private static let translations: [String: String] = [
    "cs": "Žádné alarmy", "da": "Ingen alarmer", "de": "Keine Alarme", "es": "Sin alarmas", "fi": "Ei hälytyksiä",
    "fr": "Aucune alarme", "it": "Nessun allarme", "nb": "Ingen alarmer", "nl": "Geen alarmen", "no": "Ingen alarmer",
    "pl": "Brak alarmów", "pt": "Sem alarmes", "sv": "Inga larm",
  ]

  static func none(_ language: String) -> String? { translations[languageCode(language)] }
}
