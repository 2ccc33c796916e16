// The words that controls have of themselves, in the languages that panels are often shown in.

/// Words of a language, in the order in which the file has them.
struct ControlWords {
  let cancel, ok, wrong, noConnection, refused, notPossible, viewOnly: String

  private init(
    _ cancel: String, _ ok: String, _ wrong: String, _ noConnection: String, _ refused: String, _ notPossible: String,
    _ viewOnly: String
  ) {
    (self.cancel, self.ok, self.wrong, self.noConnection) = (cancel, ok, wrong, noConnection)
    (self.refused, self.notPossible, self.viewOnly) = (refused, notPossible, viewOnly)
  }

  /// As descriptions are written.
  static let english = ControlWords("Cancel", "OK", "wrong", "no connection", "refused", "not possible", "view only")

  private static let all: [String: ControlWords] = [
    "cs": ControlWords("Zrušit", "OK", "chybně", "bez spojení", "odmítnuto", "nelze", "jen zobrazení"),
    "da": ControlWords("Annuller", "OK", "forkert", "ingen forbindelse", "afvist", "ikke muligt", "kun visning"),
    "de": ControlWords("Abbrechen", "OK", "falsch", "keine Verbindung", "abgelehnt", "nicht möglich", "nur Ansicht"),
    "es": ControlWords("Cancelar", "OK", "incorrecto", "sin conexión", "rechazado", "no es posible", "solo vista"),
    "fi": ControlWords("Peruuta", "OK", "väärin", "ei yhteyttä", "hylätty", "ei mahdollista", "vain katselu"),
    "fr": ControlWords("Annuler", "OK", "incorrect", "pas de connexion", "refusé", "impossible", "lecture seule"),
    "it": ControlWords("Annulla", "OK", "errato", "nessuna connessione", "rifiutato", "non possibile", "sola lettura"),
    "nb": ControlWords("Avbryt", "OK", "feil", "ingen forbindelse", "avvist", "ikke mulig", "kun visning"),
    "nl": ControlWords("Annuleren", "OK", "onjuist", "geen verbinding", "geweigerd", "niet mogelijk", "alleen lezen"),
    "no": ControlWords("Avbryt", "OK", "feil", "ingen forbindelse", "avvist", "ikke mulig", "kun visning"),
    "pl": ControlWords("Anuluj", "OK", "błędny", "brak połączenia", "odrzucono", "niemożliwe", "tylko podgląd"),
    "pt": ControlWords("Cancelar", "OK", "incorreto", "sem ligação", "recusado", "não é possível", "só leitura"),
    "sv": ControlWords("Avbryt", "OK", "fel", "ingen anslutning", "nekad", "inte möjligt", "endast visning"),
  ]

  /// - Returns: `nil` for a language that is not known, and for English.
  static func of(_ language: String) -> ControlWords? { all[languageCode(language)] }

  var words: [String] { [cancel, ok, wrong, noConnection, refused, notPossible, viewOnly] }

  // MARK: Commands

  /// The words of controls that run commands, in the order in which the file has them behind the others.
  static let englishOfCommands = ["exit status", "signal", "still running"]

  private static let ofCommands: [String: [String]] = [
    "cs": ["návratový kód", "signál", "stále běží"],
    "da": ["afslutningskode", "signal", "kører endnu"],
    "de": ["Exit-Status", "Signal", "läuft noch"],
    "es": ["estado de salida", "señal", "aún en marcha"],
    "fi": ["paluukoodi", "signaali", "yhä käynnissä"],
    "fr": ["code de sortie", "signal", "encore en cours"],
    "it": ["stato di uscita", "segnale", "ancora in corso"],
    "nb": ["avslutningskode", "signal", "kjører ennå"],
    "nl": ["afsluitcode", "signaal", "loopt nog"],
    "no": ["avslutningskode", "signal", "kjører ennå"],
    "pl": ["kod wyjścia", "sygnał", "nadal działa"],
    "pt": ["estado de saída", "sinal", "ainda em curso"],
    "sv": ["slutstatus", "signal", "kör ännu"],
  ]

  static func ofCommands(_ language: String) -> [String]? { ofCommands[languageCode(language)] }

  // MARK: Values and holding

  /// The words for the values of a switch, and for what has to be held, in the order in which the file has them.
  static let englishOfValues = ["On", "Off", "hold"]

  private static let ofValues: [String: [String]] = [
    "cs": ["Zapnuto", "Vypnuto", "držet"],
    "da": ["Til", "Fra", "hold"],
    "de": ["Ein", "Aus", "halten"],
    "es": ["Encendido", "Apagado", "mantener"],
    "fi": ["Päällä", "Pois", "pidä"],
    "fr": ["Marche", "Arrêt", "maintenir"],
    "it": ["Acceso", "Spento", "tenere"],
    "nb": ["På", "Av", "hold"],
    "nl": ["Aan", "Uit", "vasthouden"],
    "no": ["På", "Av", "hold"],
    "pl": ["Włącz", "Wyłącz", "przytrzymaj"],
    "pt": ["Ligado", "Desligado", "manter"],
    "sv": ["På", "Av", "håll"],
  ]

  static func ofValues(_ language: String) -> [String]? { ofValues[languageCode(language)] }
}
