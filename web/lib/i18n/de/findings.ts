export const findings = {
  lost: 'Dem Ziel fehlt es.',
  lostAdvice: 'Auf dem Ziel anlegen, oder mit Begründung akzeptieren.',
  added: 'Nur das Ziel hat es.',
  nothingToDo: 'Nichts, wenn es so gewollt ist.',
  otherKind: 'Art vorher: {{from}}, jetzt: {{to}}.',
  kindTable: 'Tabelle',
  kindView: 'Sicht',
  kindRoutine: 'Routine',
  otherKindAdvice: 'Das Paar trennen und Objekte gleicher Art verbinden.',
  addedRequired: 'Nur das Ziel hat es, und es braucht einen Wert.',
  refusesNull: 'Das Ziel lehnt NULL ab, die Quelle nicht.',
  refusesNullAdvice: 'Sicherstellen, dass dort keine Zeile NULL hat: die Daten vergleichen.',
  takesNull: 'Das Ziel nimmt NULL an, die Quelle nicht.',
  takesNullAdvice: 'Auf dem Ziel NOT NULL hinzufügen.',
  otherDefault: 'Neue Zeilen bekommen einen anderen Wert, wo keiner angegeben ist.',
  otherDefaultAdvice: 'Auf dem Ziel denselben Vorgabewert setzen.',
  identityLost: 'Die Quelle nummeriert neue Zeilen selbst, das Ziel nicht.',
  identityLostAdvice:
    'Die Spalte auf dem Ziel selbst nummerieren lassen, beginnend nach der größten Nummer.',
  identityAdded: 'Das Ziel nummeriert neue Zeilen selbst, die Quelle nicht.',
  otherGenerated: 'Es wird anders berechnet, oder nur auf einer Seite.',
  otherGeneratedAdvice: 'Die Daten vergleichen und es auch auf dem Ziel berechnen.',
  otherCase:
    'Groß- und Kleinschreibung zählt nur auf einer Seite: Suchen und Schlüssel finden vielleicht andere Zeilen.',
  otherCaseAdvice: 'Auf dem Ziel eine Sortierfolge wählen, die dasselbe tut.',
  otherComment: 'Der Kommentar ist ein anderer.',
  otherCommentAdvice: 'Den Kommentar übernehmen, wenn sich jemand darauf verlässt.',
  indexAdvice: 'Auf dem Ziel anlegen, wenn Abfragen es brauchen.',
  otherKey: 'Zeilen sind durch andere Spalten bestimmt, oder in anderer Reihenfolge.',
  otherKeyAdvice:
    'Auf dem Ziel denselben Primärschlüssel verwenden, oder mit Begründung akzeptieren.',
  otherAction:
    'Mit Zeilen, die auf eine Zeile verweisen, geschieht etwas anderes, wenn sie {{what}} wird.',
  whatChanged: 'geändert',
  whatDeleted: 'gelöscht',
  otherActionAdvice: 'Auf dem Ziel dieselbe Aktion verwenden.',
  broken: 'Das Ziel kann es nicht ausführen.',
  brokenAdvice: 'Die Sicht auf dem Ziel reparieren.',
  otherMaterialised: 'Eine von beiden behält ihre Zeilen, bis sie aufgefrischt wird.',
  otherMaterialisedAdvice:
    'So oft auffrischen, wie man es erwartet, oder dieselbe Art von Sicht verwenden.',
  hiddenText: 'Ein Konto darf den Text nicht sehen.',
  hiddenTextAdvice:
    'Dem Konto das Recht geben, Definitionen zu sehen, um die Texte zu vergleichen.',
  otherText: 'Die Texte unterscheiden sich.',
  otherDialect:
    'Die Texte unterscheiden sich, wie Dialekte es tun: Am Text sieht niemand, ob sie dasselbe tun.',
  otherTextAdvice: 'Einen Aufruf auf beiden Seiten ausführen und die Ergebnisse vergleichen.',
  otherCount: 'Es nimmt auf dem Ziel {{to}} Parameter statt {{from}}.',
  otherCountAdvice: 'Dieselben Parameter geben, oder mit Begründung akzeptieren.',
  otherMode: 'Werte gehen in eine andere Richtung.',
  otherModeAdvice: 'Auf dem Ziel dieselbe Richtung verwenden.',
  severalObjects:
    'Definitionen werden verglichen, wo aus einem Objekt eines wurde; hier sind es auf einer Seite mehrere.',
  notSeen:
    'Die Datenbank ({{side}}) hat es nicht mehr, oder ihr Konto darf die Definition nicht sehen.',

  largerNumbers: 'Das Ziel nimmt größere Zahlen.',
  numbersBeyond: 'Zahlen außerhalb von {{from}} bis {{to}} passen nicht in das Ziel.',
  widerType:
    'Einen größeren Typ verwenden, oder sicherstellen, dass es keine solche Zahl gibt: die Daten vergleichen.',
  fewerDigits: 'Nachkommastellen: Ziel {{to}}, Quelle {{from}}.',
  anyNumber: 'beliebig viele',
  more: 'mehr',
  moreDigitsAdvice:
    'Einen Typ mit mehr Stellen verwenden, oder sicherstellen, dass keine verloren gehen: die Daten vergleichen.',
  moreDigits: 'Das Ziel behält mehr Stellen.',
  wholeNumbers: 'Ganze Zahlen auf beiden Seiten, in einer anderen Art von Typ.',
  shorter: 'Das Ziel nimmt {{to}} {{unit}}, die Quelle {{from}}.',
  shorterAlone: 'Das Ziel nimmt {{to}} Zeichen.',
  longerAdvice:
    'Einen längeren Typ verwenden, oder sicherstellen, dass es nichts Längeres gibt: die Daten vergleichen.',
  longer: 'Das Ziel nimmt mehr {{unit}}.',
  longerType: 'Einen längeren Typ verwenden.',
  characters: 'Zeichen',
  bytes: 'Byte',
  bits: 'Bit',
  sourceCountsBytes: 'Die Quelle zählt Byte, das Ziel Zeichen.',
  targetCountsBytes: 'Das Ziel zählt Byte: Buchstaben außerhalb von ASCII brauchen mehr als eines.',
  countCharacters: 'Das Ziel Zeichen zählen lassen.',
  padding:
    'Eine Seite füllt mit Leerzeichen auf: Leerzeichen am Ende zählen beim Vergleichen nicht.',
  zoneLost: 'Die Quelle kennt Zeitzonen, das Ziel nicht.',
  zoneAdded: 'Das Ziel kennt Zeitzonen, die Quelle nicht.',
  zoneAdvice: 'Klären, in welcher Zone die Werte gemeint sind, wenn sie übertragen werden.',
  fewerSeconds: 'Stellen der Sekunde: Ziel {{to}}, Quelle {{from}}.',
  moreSeconds: 'Das Ziel behält mehr Stellen der Sekunde.',
  valuesLost: 'Das Ziel nimmt {{values}} nicht an.',
  valuesAdvice: 'Die Werte hinzufügen, oder sicherstellen, dass keiner davon vorkommt.',
  moreValues: 'Das Ziel nimmt mehr Werte.',
  halfDigits: 'Das Ziel behält die Hälfte der Stellen.',
  useDouble: 'Einen Typ mit doppelter Genauigkeit verwenden.',
  otherElements: 'Felder mit anderen Elementen.',
  compareData: 'Die Daten vergleichen.',
  otherMeaning: 'Die Typen bedeuten Verschiedenes.',
  otherMeaningAdvice: 'Den Typ des Ziels ändern, oder mit Begründung akzeptieren.',
  untyped: 'Ohne Angabe eines Typs: {{side}}.',
  untypedAdvice: 'An der Definition sieht man es nicht: die Daten vergleichen.',
  yesAndNo: 'Ja und Nein auf beiden Seiten; andere Zahlen werden zu Ja.',
  yesAsNumber: 'Ja und Nein auf beiden Seiten, auf dem Ziel als 1 und 0.',
  numbersBecomeYes: 'Zahlen werden zu Ja und Nein: andere als 0 und 1 gehen verloren.',
  noneThere: 'Sicherstellen, dass es keine gibt: die Daten vergleichen.',
  yearBecomesNumber: 'Aus einem Jahr wird eine Zahl.',
  alsoTime: 'Das Ziel behält auch die Uhrzeit.',
  noTime: 'Das Ziel behält keine Uhrzeit.',
  noTimeAdvice:
    'Einen Zeitstempel verwenden, oder sicherstellen, dass alle Zeiten Mitternacht sind: die Daten vergleichen.',
  timeBecomesInterval: 'Aus einer Uhrzeit wird eine Dauer, die länger als ein Tag sein kann.',
  rounding: 'Eine Seite rundet auf binäre Brüche: Die letzten Stellen können sich unterscheiden.',
  roundingAdvice: 'Dieselbe Art von Zahl verwenden, oder mit einer Toleranz vergleichen.',
  becomesText: 'Es wird zu Text: Das Ziel prüft die Form nicht mehr.',
  checksForm: 'Das Ziel prüft die Form: Texte anderer Form werden abgelehnt.',
  checksFormAdvice: 'Sicherstellen, dass alle Texte diese Form haben: die Daten vergleichen.',
  sameBytes: 'Dieselben 16 Byte, anders geschrieben.',
  listKept: 'Eine Liste, anders gespeichert.',
  bitsKept: 'Bits, anders gespeichert.',

  leftOut: 'Durch die Regeln weggelassen: {{columns}}.',
  onlySourceColumns: 'Nur die Quelle hat diese Spalten: {{columns}}.',
  onlyTargetColumns: 'Nur das Ziel hat diese Spalten: {{columns}}.',
  typesDoNotCompare: 'Weggelassen, weil sich ihre Typen nicht vergleichen lassen: {{columns}}.',
  linkMissing: 'Die Regeln verbinden Spalten, die es nicht gibt: {{columns}}.',
  onlyConditions: 'Nur Zeilen zählen, die die Bedingungen der Regeln erfüllen.',
  blanksDoNotCount: 'Leerzeichen am Ende zählen nicht: {{columns}}.',
  caseDoesNotCount: 'Groß- und Kleinschreibung zählt nicht: {{columns}}.',
  emptyIsNull: 'Ein leerer Text zählt als NULL: {{columns}}.',
  fractionDoesNotCount:
    'Stellen der Sekunde jenseits derer in den Regeln zählen nicht: {{columns}}.',
  doubleDigits: 'Verglichen mit den 15 bis 17 Stellen einer Gleitkommazahl: {{columns}}.',
  equalAsJson: 'Einige Werte sind als JSON gleich, nicht als Texte: {{columns}}.',
  equalAsNumbers:
    'Einige Zahlen sind nur innerhalb der Toleranz gleich, oder mit den Stellen einer Seite: {{columns}}.',
  onlyCounted: 'Die Zeilen wurden gezählt, nicht verglichen.',
  onlyAggregates: 'Anzahlen, Extreme und Summen der Spalten wurden verglichen, nicht die Zeilen.',
  onlySample: 'Eine Stichprobe wurde verglichen, nicht alle Zeilen.',
  crowded:
    'Zu einigen Schlüsseln gibt es je mehr als 20.000 Zeilen: Diese wurden gezählt, nicht angesehen.',
  rowsTooLarge:
    'Einige Zeilen sind zu groß, um gelesen zu werden: Ihre Hashwerte unterscheiden sich, ihre Werte werden nicht gezeigt.',
  inUtc: 'Nur eine Seite behält die Zeitzone, deshalb wird in UTC verglichen: {{columns}}.',
  keyless:
    'Kein Schlüssel bestimmt die Zeilen, deshalb werden ganze Zeilen verglichen: Eine geänderte ist eine fehlende und eine zusätzliche.',
  noColumn:
    'Keine Spalte lässt sich vergleichen: Zu keiner gibt es ein Gegenstück mit einem Typ, der sich vergleichen lässt. Nennen Sie die Gegenstücke in den Regeln dieses Paares.',
  keyNotCompared:
    'Der Schlüssel in den Regeln dieses Paares nennt {{columns}}; das wird nicht verglichen. Wählen Sie einen Schlüssel aus Spalten, die beide Seiten haben.',
  severalRows:
    'Zeilen werden verglichen, wo aus einem Objekt eines wurde; hier sind es auf einer Seite mehrere.',
  severalDiffer:
    'Zeilen mehrerer Tabellen werden wie die einer verglichen, wo diese gleiche Spalten gleichen Typs haben; hier unterscheiden sie sich.',
  severalNoSums:
    'Anzahlen, Extreme und Summen von Spalten werden nicht verglichen, wo aus mehreren Tabellen eine wurde: Vergleichen Sie Prüfsummen oder Zeilen.',
  onSide: 'Auf der Seite {{side}}: {{failure}}',
  inItsWords: '{{failure}} In eigenen Worten: {{values}}',
  measureDiffers: '{{it}}: {{what}} unterscheidet sich.',
  measureIs: '{{it}}: {{what}} ist {{value}} auf der Quelle und {{there}} auf dem Ziel.',
  measureNulls: 'die Zahl der NULL-Werte',
  measureDistinct: 'die Zahl der verschiedenen Werte',
  measureMin: 'der kleinste Wert',
  measureMax: 'der größte Wert',
  measureSum: 'die Summe',
  measureLengths: 'die Summe der Längen',
  moreOfThem: 'Und {{count}} weitere.',
  sampled:
    '{{from}} von {{all}} Zeilen der Quelle wurden mit {{to}} von {{others}} Zeilen des Ziels verglichen.',
  notAllCompared:
    'Mindestens {{count}} Zeilen unterscheiden sich; der Rest wurde nicht verglichen.',
  notLookedFor: 'Mindestens {{count}} Zeilen unterscheiden sich; welche, wurde nicht gesucht.',
  dataMoves:
    '{{count}} Zeilen unterschieden sich zuerst und beim zweiten Lesen nicht mehr: Die Daten werden gerade geändert.',
  acceptedBecause: 'Die Unterschiede sind akzeptiert: {{reason}}',
  notAccepted: '{{open}} von {{all}} abweichenden Zeilen sind nicht akzeptiert.',
  asAccepted:
    'Was hier abweicht, ist nicht mehr, als von diesen Zeilen akzeptiert ist. Ob es diese Zeilen sind, sagt erst ein Vergleich aller Werte.',
  pairedAnew: 'Die Objekte wurden während des Vergleichs neu gepaart. Vergleichen Sie noch einmal.',
  definitionsUnread: 'Definitionen dieser Datenbankart lassen sich noch nicht lesen.',
  rowsUnread: 'Zeilen dieser Datenbankart lassen sich noch nicht vergleichen.',

  nothingToCompare:
    'Es gibt nichts zu vergleichen: Dazu braucht es Paare mit einem Quell- und einem Zielobjekt. Ordnen Sie zuerst Objekte zu.',
  runIs: 'Zustand dieses Laufs: {{state}}. Das geht deshalb nicht: {{done}}.',
  runQueued: 'wartet',
  runRunning: 'läuft',
  runPaused: 'angehalten',
  runFinished: 'fertig',
  runCancelled: 'abgebrochen',
  runFailed: 'fehlgeschlagen',
  runResumed: 'fortgesetzt',
  runWentWrong:
    'In diesem Programm ist etwas schiefgegangen; im Protokoll steht, was. Setzen Sie den Lauf fort, um es erneut zu versuchen.',
  thisRun: 'Diesen Lauf',
  thisPair: 'Dieses Paar',
  thisEvidence: 'Diesen Nachweis',
  thisFile: 'Diese Datei',
  thisAcceptance: 'Diese Akzeptanz',
  aPairOfThis: 'Ein Paar dieses Objekts',
  tooLongAgo: 'Eine Änderung, die sich noch zurücknehmen lässt,',

  notProposed: 'Nur vorgeschlagene Paare lassen sich bestätigen.',
  hasTarget: 'Es hat ein Zielobjekt: Trennen Sie zuerst das Paar.',
  hasSource: 'Es hat ein Quellobjekt: Trennen Sie zuerst das Paar.',
  notMatched: 'Es ist nicht zugeordnet.',
  noPairOfThis: 'Es ist kein Paar dieses Projekts.',
  changedSince:
    'Das lässt sich nicht mehr zurücknehmen: Das Paar von {{it}} wurde seitdem geändert.',
  sameType: 'müssen Objekte derselben Art sein',
  noObjectOfThis: '{{object}} ist kein Objekt dieser Seite ({{side}}) in diesem Projekt',
  acceptedGap: 'Was nicht verglichen wurde, ist akzeptiert: {{reason}}',
  acceptanceWhole:
    'So lässt sich nur akzeptieren, was teilweise verglichen wurde; das wurde es nicht.',
  acceptanceGapUnknown:
    'Es ist nicht bekannt, was nicht verglichen wurde. Vergleichen Sie das Paar neu, oder führen Sie den Aufruf neu aus; dann lässt es sich akzeptieren.',
  acceptanceOutdated:
    'Eine Definition oder eine Regel hat sich seit dem Vergleich geändert. Vergleichen Sie das Paar neu, oder führen Sie den Aufruf neu aus; dann lässt es sich akzeptieren.',
  acceptanceByPair: 'ist erforderlich: Zeilen und Aufrufe werden je Paar akzeptiert',
  acceptanceCount: 'muss die Zahl der abweichenden Zeilen sein, {{count}}',
  acceptanceAtLeast:
    'Mindestens {{count}} Zeilen unterscheiden sich, und niemand weiß, welche alle; deshalb lassen sie sich nicht akzeptieren. Vergleichen Sie die Zeilen bis zum Ende, oder lassen Sie in den Vergleichsregeln weg, was nicht gleich sein muss.',
  acceptanceUnknown:
    'Die {{count}} abweichenden Zeilen sind nicht alle mit ihren Werten bekannt; deshalb lassen sie sich nicht akzeptieren. Vergleichen Sie die Zeilen neu, oder lassen Sie in den Vergleichsregeln weg, was nicht gleich sein muss.',
  acceptanceNoFinding: 'muss mit name, source und target ein Befund dieses Paares sein',
  acceptanceAnew:
    'Die Objekte wurden inzwischen neu gepaart. Sehen Sie sich das Paar noch einmal an.',
  ruleMustName: 'eine Regel für alle Paare muss eine Spalte oder die Typen beider Seiten nennen',
  noObjects: 'Dieses Paar hat keine Objekte mehr.',
  sameName: 'Gleiches Schema, gleicher Name',
  sameNameCase: 'Gleiches Schema, gleicher Name, andere Groß- und Kleinschreibung',
  sameNameSchema: 'Gleicher Name; aus dem Schema {{it}} wurde {{there}}',
  madeByRules: 'Die Namensregeln machen {{it}} daraus',
  sameLetters: 'Gleiche Buchstaben und Ziffern, bis auf Groß- und Kleinschreibung und Trennzeichen',
  alike: 'Die Namen sind zu {{score}} % gleich',
  onlyWithCount: 'Gleicher Name, und als Einzige mit dieser Zahl von Argumenten',
  onlyOneLeft: 'Gleicher Name, und als Einzige ihrer Überladungen übrig',

  callsOff:
    'Aufrufe auf der Datenbank ({{side}}) sind in diesem Projekt ausgeschaltet. Ein Administrator kann sie erlauben.',
  notDisposable:
    'Die Datenbank ({{side}}) ist nicht als entbehrlich gekennzeichnet, deshalb laufen schreibende Aufrufe dort nicht. Ein Administrator kann sie kennzeichnen.',
  noCallsYet: 'Aufrufe auf dieser Datenbankart sind noch nicht möglich ({{side}}).',
  noCallProposed: 'Kein Aufruf wird vorgeschlagen ({{side}}): {{finding}}',
  notReadYet:
    'Die Definition wurde noch nicht gelesen. Vergleichen Sie zuerst die Definitionen dieses Paares.',
  notRolledBack: 'Nicht zurückgenommen ({{side}}): {{finding}}',
  refusedAsExpected: 'Beide Seiten lehnen den Aufruf mit dem Fehler ab, der von ihm erwartet wird.',
  bothFailed: 'Der Aufruf ist auf beiden Seiten gescheitert.',
  refusedOtherwise:
    'Beide Seiten lehnen den Aufruf ab, aber nicht beide mit dem Fehler, der von ihm erwartet wird.',
  notRefused: 'Von dem Aufruf wird ein Fehler erwartet, und beide Seiten haben ihn ausgeführt.',
  cutAnswer:
    'Nicht alles an den Antworten wurde verglichen: Die der Seite {{side}} wurde bis zur Grenze von {{it}} gelesen.',
  manyDiffer:
    'Mindestens {{count}} Zeilen der Quelle und {{to}} des Ziels haben auf der anderen Seite nicht ihresgleichen.',
  verifiedKeeps:
    'Ein geprüftes Objekt behält das Testergebnis, mit dem es geprüft wurde. Setzen Sie zuerst seinen Status zurück, um ein anderes zu schreiben.',
  testerOnly: 'Das Testergebnis eines Objekts schreibt nur sein Tester.',
  mustHaveRun: 'muss ein Fehler eines Aufrufs sein, der lief; dieser sagt, dass er es nicht tat',
  longAnswers: 'Die Antworten sind lang: Nur ihr Anfang ist aufgehoben.',
  oneRefuses: 'Nur eine Seite lehnt den Aufruf ab: {{side}}.',
  otherSets: 'Ergebnismengen: Quelle {{count}}, Ziel {{to}}.',
  otherColumns: 'Spalten: Quelle {{count}}, Ziel {{to}}.',
  otherColumnName: 'Spalte {{number}} heißt auf der Quelle {{it}} und auf dem Ziel {{there}}.',
  otherRows: 'Zeilen: Quelle {{count}}, Ziel {{to}}.',
  otherRow: 'Zeile {{number}}: {{row}} auf der Quelle, {{there}} auf dem Ziel.',
  onlyOnSource: 'Nur auf der Quelle: {{row}}.',
  onlyOnTarget: 'Nur auf dem Ziel: {{row}}.',
  ofSet: 'Ergebnismenge {{number}}: {{finding}}',
  otherOutput: 'Ausgabe {{it}}: {{row}} auf der Quelle, {{there}} auf dem Ziel.',
  otherAffected:
    'Geänderte Zeilen: Quelle {{count}}, Ziel {{to}}; Datenbanken zählen sie verschieden.',
  no: 'keine',
  none: 'keine',
  masked: 'Die Werte sind inzwischen verdeckt; was sich unterscheidet, wird nicht mehr gesagt.',
  laterCall:
    'Ein anderer Aufruf dieses Paares hat später begonnen und früher geendet; dessen Ergebnis gilt, dieser bleibt als Nachweis.',
  pairedAnewCall:
    'Die Objekte dieses Paares wurden inzwischen neu gepaart. Führen Sie den Aufruf noch einmal aus.',
  rowsOutdated:
    'Der Aufruf kann Zeilen jeder Tabelle geändert haben: Was vorher über Zeilen gefunden wurde, gilt als überholt, bis sie neu verglichen sind.',
  callUnnamed:
    'Der Aufruf auf der Seite {{side}} nennt {{name}} nicht, daher weiß niemand, ob es aufgerufen wird.',
  callCommitted:
    'Der Aufruf auf der Seite {{side}} hat selbst abgeschlossen oder dort geschrieben, wo nichts zurückgerollt wird: Was er schrieb, kann noch da sein.',
};
