export const connectors = {
  atPostgresql: 'PostgreSQL auf {{address}}',
  atMysql: 'MySQL / MariaDB auf {{address}}',
  atSqlServer: 'SQL Server auf {{address}}',
  atOracle: 'Oracle auf {{address}}',
  theUser: 'Benutzer „{{user}}“',
  theDatabase: 'die Datenbank „{{database}}“',
  tablesThing: 'Tabellen',
  viewsThing: 'Sichten',
  functionsThing: 'Funktionen',
  proceduresThing: 'Prozeduren',
  relationsThing: 'Tabellen und Sichten',
  routinesThing: 'Funktionen und Prozeduren',
  everything: 'Datenbanken und Objekte',
  closedByOther:
    '{{server}} hat die Verbindung unerwartet geschlossen. Prüfen Sie, ob es ein {{engine}}-Server ist.',
  closedBySuch:
    '{{server}} hat die Verbindung unerwartet geschlossen. Prüfen Sie, ob es ein solcher Server ist.',
  forbiddenHere: '{{server}} ist von hier nicht erreichbar: Das System verbietet die Verbindung.',
  noOwnAddress:
    '{{server}} ist von hier nicht erreichbar: Diese Maschine hat keine passende Netzadresse.',
  wrongProtocolAn: '{{where}} antwortet, ist aber kein {{engine}}-Server. Prüfen Sie den Port.',
  ownStore:
    '{{address}} mit der Datenbank {{database}} ist der eigene Speicher dieses Werkzeugs und kann weder Quelle noch Ziel sein.',
  connectionClosed: 'Die Verbindung zu {{server}} ist geschlossen.',
  tooMuch:
    '{{server}} hat auf {{asked}} mit {{amount}} geantwortet, deshalb wurde die Verbindung geschlossen. {{failure}}',
  askedSignIn: 'die Anmeldung',
  askedCatalogue: 'eine Frage nach den Objekten',
  askedRows: 'das Lesen von Zeilen',
  askedCall: 'einen Aufruf',
  amountRow: 'einer Zeile oder Nachricht von mehr als {{size}}',
  amountAnswer: 'mehr als {{size}}',
  amountColumns: 'mehr Spalten, als je eine Tabelle hat,',
  adviceServer: 'Prüfen Sie, ob es der richtige Server ist.',
  adviceCall:
    'Schreiben Sie den Aufruf so, dass er weniger oder kürzere Zeilen liefert, oder lassen Sie den Betreiber {{setting}} erhöhen.',
  adviceData: 'Wenn die Daten wirklich so sind, lassen Sie den Betreiber {{setting}} erhöhen.',
  noTlsAgreed:
    '{{server}}: Es kam keine verschlüsselte Verbindung zustande. Prüfen Sie, ob der Server TLS anbietet, oder schalten Sie TLS aus.',
  notYetValid:
    '{{server}}: Das Zertifikat ist noch nicht gültig. Prüfen Sie die Uhren beider Maschinen.',
  revoked: '{{server}}: Das Zertifikat wurde widerrufen. Lassen Sie es auf dem Server ersetzen.',
  otherName:
    '{{server}}: Das Zertifikat gilt nicht für {{host}}. Geben Sie den Namen ein, der im Zertifikat steht.',
  notPem:
    '{{server}}: Das eingegebene Zertifikat der Zertifizierungsstelle ist kein PEM-Zertifikat.',
  fromThisMachine:
    '{{server}}: {{who}} darf von dieser Maschine nicht in die Datenbank „{{database}}“ (pg_hba.conf).',
  fromThisMachinePlain:
    '{{server}}: {{who}} darf von dieser Maschine nicht unverschlüsselt in die Datenbank „{{database}}“ (pg_hba.conf).',
  noAgreement:
    '{{server}}: {{who}} und der Server konnten sich auf keine Art der Anmeldung einigen. Prüfen Sie Benutzer und Passwort.',
  nobodyFromHere:
    '{{server}} lässt niemanden von dieser Maschine zu. Legen Sie den Benutzer für diesen Host an.',
  blockedHere:
    '{{server}} hat diese Maschine nach zu vielen fehlgeschlagenen Verbindungen gesperrt (FLUSH HOSTS gibt sie frei).',
  userLocked: '{{server}}: {{who}} ist gesperrt.',
  loginDisabled: '{{server}}: {{who}} ist deaktiviert.',
  loginLocked: '{{server}}: {{who}} ist gesperrt. Ein Administrator kann die Sperre aufheben.',
  passwordExpired: '{{server}}: {{who}} muss zuerst das Passwort ändern, denn es ist abgelaufen.',
  otherSignIn:
    '{{server}}: {{who}} soll sich auf eine Art anmelden, die TLS braucht oder nicht unterstützt wird.',
  olderSignIn:
    '{{server}}: {{who}} kann sich nur auf eine ältere Art anmelden, die nicht unterstützt wird.',
  passwordWanted: '{{server}}: {{who}} braucht ein Passwort. Geben Sie es ein.',
  passwordTooOld:
    '{{server}}: {{who}} hat ein Passwort, das in einer zu alten Form gespeichert ist. Lassen Sie es neu setzen.',
  administratorLogin:
    '{{server}}: {{who}} darf sich nur als Administrator anmelden. Geben Sie einen anderen Benutzer ein.',
  noCreateSession:
    '{{server}}: {{who}} darf sich nicht anmelden. Es fehlt das Recht CREATE SESSION.',
  restrictedSession: '{{server}} lässt gerade nur Administratoren zu (eingeschränkter Betrieb).',
  noWindowsAccounts:
    '{{server}}: {{who}} wurde abgelehnt. Es gehen nur Anmeldungen des SQL Servers selbst, keine Windows-Konten.',
  refusedInItsWords:
    '{{server}} lässt {{who}} nicht hinein (Fehler {{code}}). Dort heißt es: {{words}}.',
  azureFirewall:
    '{{server}} lässt diese Maschine nicht zu. Erlauben Sie ihre Adresse in der Firewall des Azure-SQL-Servers.',
  nodeChecking:
    '{{server}} lässt diese Maschine nicht zu (Prüfung der Adressen durch den Listener).',
  noDatabaseOrEntry:
    '{{server}} hat keine Datenbank „{{database}}“, oder sie ist gesperrt für: {{who}}.',
  noDatabaseSeen: '{{server}} hat keine Datenbank „{{database}}“, die dieser Benutzer sehen kann.',
  noService:
    '{{server}} kennt keinen Dienst „{{name}}“. Prüfen Sie ihn, oder geben Sie sid: und die SID ein.',
  noSid:
    '{{server}} kennt keine SID „{{name}}“. Geben Sie einen Dienstnamen ein, oder prüfen Sie die SID.',
  notServiceName:
    '„{{name}}“ ist kein Name einer Datenbank: Geben Sie den Dienstnamen ein, etwa orclpdb1.example.com, oder sid: und die SID, etwa sid:ORCL.',
  noOwnSchema: '{{server}} hat kein Schema „{{schema}}“ eines eigenen Benutzers.',
  noSqliteSchema: 'Eine SQLite-Datei hat kein Schema „{{schema}}“, sondern nur „{{only}}“.',
  noneStored: 'SQLite hat keine gespeicherten {{things}}.',
  defaultDatabase:
    '{{server}}: {{who}} hat eine Standarddatenbank, die sich nicht öffnen lässt. Geben Sie der Anmeldung eine andere.',
  mayNotEnter: '{{server}}: {{who}} darf nicht in {{what}}.',
  noPrivilegeThere: '{{server}}: {{who}} fehlt dazu ein Recht für {{what}}.',
  noPermissionThere: '{{server}}: {{who}} hat dazu keine Berechtigung für {{what}}.',
  noPrivilegeOrDatabase:
    '{{server}}: {{who}} hat kein Recht in der Datenbank „{{database}}“, oder es gibt keine dieses Namens.',
  onlyReads: '{{server}}: Diese Verbindung liest nur.',
  onlyReadable: '{{server}}: Nur lesen lässt sich {{what}}.',
  noConnections: '{{server}} nimmt keine Verbindungen zur Datenbank „{{database}}“ an.',
  startingUp:
    '{{server}} startet gerade oder stellt sich wieder her. Versuchen Sie es gleich noch einmal.',
  startingOrStopping: '{{server}} startet oder endet gerade, oder hat die Verbindung beendet.',
  notAvailable:
    '{{server}}: Gerade nicht verfügbar ist {{what}}. Versuchen Sie es gleich noch einmal.',
  notOpened:
    '{{server}}: Gerade nicht zu öffnen ist {{what}}: offline, in Wiederherstellung oder eine zweite Kopie.',
  databaseNotOpen:
    '{{server}}: Die Datenbank startet, endet oder ist nicht geöffnet. Versuchen Sie es gleich noch einmal.',
  noneLeft: '{{server}} hat keine freie Verbindung mehr. Versuchen Sie es später erneut.',
  noneLeftOracle:
    '{{server}} hat keine freie Verbindung mehr. Versuchen Sie es später erneut, oder erhöhen Sie die Grenzen für Sitzungen und Prozesse.',
  deadlock:
    '{{server}} hat das Lesen zugunsten anderer Arbeit aufgegeben (Deadlock). Versuchen Sie es erneut.',
  snapshotTooOld:
    '{{server}} hatte die Daten nicht mehr so, wie sie zu Beginn des Lesens waren. Versuchen Sie es zu einer ruhigeren Zeit.',
  statementCancelled: '{{server}}: Die Anweisung wurde abgebrochen.',
  couldNotBeReadCode: '{{server}} konnte nicht gelesen werden ({{code}}).',
  tooOldServer: '{{server}} ist älter als {{version}}; Älteres kann nicht gelesen werden.',
  otherTdsVersion:
    '{{server}} ist zu alt oder kein SQL Server: Es gibt keine Fassung des Protokolls, die beide Seiten kennen.',
  garbled:
    '{{server}} hat unverständlich geantwortet. Prüfen Sie, ob es ein SQL Server ist, und was dazwischen liegt.',
  noTcp:
    '{{server}} ist nicht über TCP erreichbar. Schalten Sie dort TCP ein, oder geben Sie statt des Namens der Instanz ihren Port ein.',
  noBrowser:
    '{{server}} ist nicht zu finden: Der SQL Server Browser (UDP-Port {{port}}) antwortet dort nicht. Starten Sie diesen Dienst, oder geben Sie statt des Namens der Instanz ihren Port ein.',
  notAListener: '{{server}} antwortet, aber nicht wie ein Oracle-Listener. Prüfen Sie den Port.',
  lostOracle:
    '{{server}} hat die Verbindung unerwartet geschlossen. Eine Firewall, eine Grenze für untätige Verbindungen, ein Neustart oder ein Port nur für verschlüsselte Verbindungen kann die Ursache sein.',
  nativeEncryption:
    '{{server}} verlangt die eigene Netzverschlüsselung von Oracle, die hier nicht unterstützt wird. Lassen Sie den Server TLS anbieten, oder machen Sie jene Verschlüsselung freiwillig.',
  nationalCharacters:
    '{{server}} verwendet einen nationalen Zeichensatz, der nicht unterstützt wird.',
  otherCharacters: '{{server}} verwendet einen Zeichensatz, der nicht unterstützt wird.',
  listenerRefused:
    '{{server}} hat die Verbindung abgelehnt. Prüfen Sie den Dienstnamen, und ob der Listener diese Maschine zulässt.',
  sentToUnknown:
    '{{server}} schickt seine Clients zu einem Hostnamen weiter, der hier unbekannt ist. Machen Sie ihn bekannt, oder geben Sie die Adresse jener Maschine ein.',
  sentInCircles: '{{server}} schickt seine Clients ohne Ende von einem Ort zum nächsten.',
  sentNowhere: '{{server}} schickt seine Clients weiter, aber nirgendwohin.',
  sentWithoutTls:
    '{{server}} schickt seine Clients ohne TLS zu {{place}} weiter; dorthin wurde nichts gesendet. Richten Sie den Listener auf allen seinen Maschinen für TLS ein.',
  sentOn: '{{server}} schickt seine Clients zu {{place}} weiter. {{failure}}',
  otherTlsPort:
    '{{server}} nimmt nur verschlüsselte Verbindungen an. Schalten Sie TLS ein, oder geben Sie den Port für Verbindungen ohne TLS ein.',
  noTlsThere:
    '{{server}} bietet kein TLS an: Die Verbindung endete, wo die Verschlüsselung beginnen sollte. Geben Sie den Port für TLS ein (oft 2484), oder schalten Sie TLS aus.',
  fileDamaged: 'Die SQLite-Datei {{path}} ist beschädigt. PRAGMA integrity_check sagt, wo.',
  fileMemory:
    'Die SQLite-Datei {{path}} braucht für diese Antwort mehr Speicher, als ihr Leser bekommt.',
  fileLocked:
    'Die SQLite-Datei {{path}} ist von einem anderen Programm gesperrt. Versuchen Sie es danach erneut.',
  fileOnlyRead: 'Die SQLite-Datei {{path}} wird über diese Verbindung nur gelesen.',
  fileNotOpened:
    'Die SQLite-Datei {{path}} lässt sich nicht öffnen. Prüfen Sie, ob das Konto dieses Servers sie und ihren Ordner lesen darf.',
  fileReaderEnded:
    'Das Lesen der SQLite-Datei {{path}} wurde aufgegeben: Der Prozess, der sie liest, ist beendet. Versuchen Sie es noch einmal.',
  fileNotRead: 'Die SQLite-Datei {{path}} konnte nicht gelesen werden.',
  fileNotReadCode: 'Die SQLite-Datei {{path}} konnte nicht gelesen werden ({{code}}).',
  hiddenInSchema:
    'Der Benutzer {{user}} darf nicht alle {{things}} von {{schema}} sehen. Um alle zu sehen: GRANT {{grant}}.',
  hiddenInSqlServer:
    'Der Benutzer {{user}} darf nicht alle {{things}} des Schemas {{schema}} sehen. Um alle zu sehen: GRANT {{grant}}.',
  hiddenPackages:
    'Der Benutzer {{user}} darf nicht sehen, was die Pakete von {{schema}} enthalten; ihre Funktionen und Prozeduren fehlen. Um sie zu sehen: GRANT {{grant}}.',
  hiddenAnywhere:
    'Der Benutzer {{user}} sieht nur {{things}}, für die er ein Recht hat. Um alle zu sehen: GRANT {{grant}}.',
  hiddenInDatabase:
    'Der Benutzer {{user}} sieht nur Objekte, für die er eine Berechtigung hat. Um alle zu sehen: GRANT {{grant}}.',
  hiddenCatalogue:
    'Der Benutzer {{user}} darf {{catalogues}} nicht lesen; aufgelistet sind nur Objekte, auf die er ein Recht hat, und weder materialisierte Sichten noch Aggregate. Um alle zu sehen: GRANT {{grant}}.',
  hiddenInOracle:
    'Der Benutzer {{user}} sieht nur Objekte, die ihm gehören oder auf die er ein Recht hat. Um alle zu sehen: GRANT {{grant}}, oder GRANT {{other}}.',
  hiddenInOracleSchema:
    'Der Benutzer {{user}} sieht nur die Objekte von {{schema}}, auf die er ein Recht hat. Um alle zu sehen: GRANT {{grant}}, oder GRANT {{other}}.',
  packageNotCompiled:
    'Das Paket {{name}} lässt sich nicht übersetzen; seine Funktionen und Prozeduren sind daher nicht bekannt.',
  brokenMysqlView:
    'Sie liest eine Tabelle, Spalte oder Funktion, die es nicht gibt oder die ihr Eigentümer oder dieses Konto nicht benutzen darf.',
  brokenSqliteView: 'Sie liest eine Tabelle, Spalte oder Funktion, die diese Datenbank nicht hat.',
  brokenReference: 'Es wird auf {{name}} verwiesen; das gibt es nicht.',
  notCompiled: 'Es lässt sich nicht übersetzen.',
  notCompiledWhy: 'Es lässt sich nicht übersetzen ({{why}}).',
  noDataYet: 'Sie enthält noch keine Daten: REFRESH MATERIALIZED VIEW füllt sie.',
  wasAbout: '{{failure}} Es ging um {{object}}. {{advice}}',
  checkGrant: 'Prüfen Sie, ob es das noch gibt und ob das Konto es lesen darf.',
  checkColumns: 'Prüfen Sie, ob es das und seine Spalten noch gibt.',
  checkCondition: 'Prüfen Sie die Bedingung, und ob es die Spalten noch gibt.',
  rowTooLong:
    'Eine Zeile von {{object}} ist länger, als der Server sie zusammensetzen kann. Lassen Sie die längste Spalte weg, oder erhöhen Sie die Grenze des Servers.',
  notWritable:
    'Werte vom Typ {{type}} lassen sich nicht als Text schreiben, daher kann die Spalte „{{column}}“ nicht verglichen werden. Lassen Sie sie in den Regeln dieses Paars weg.',
  oneExpression:
    'Die Bedingung muss ein einziger Ausdruck sein: Schließen Sie alle Klammern, Anführungszeichen und Kommentare.',
  oneCondition: 'Die Bedingung ist mehr als eine Anweisung.',
  noSha:
    '{{server}} hat vor Version 11 kein SHA-256; die Zeilen können gezählt und gelesen, aber nicht verglichen werden.',
  noUtf8:
    '{{server}} hat vor Version 2019 kein UTF-8; die Zeilen können gezählt und gelesen, aber nicht verglichen werden.',
  noMark: 'Parameter eines Aufrufs schreibt man :name, nicht {{mark}}.',
  noValue: 'Der Aufruf hat einen Parameter :{{name}} ohne Wert. Geben Sie einen an, oder NULL.',
  noRunningComment: 'Schreiben Sie, was in einem Kommentar /*! … */ steht, außerhalb davon.',
  refusedWrite:
    'Der Aufruf schreibt, lief aber in einer Transaktion, die nur liest: Es wurde nichts geändert. Kennzeichnen Sie ihn als schreibend, um ihn auf einer entbehrlichen Datenbank auszuführen.',
  refusedTemporary:
    'Der Aufruf schreibt, schließt Transaktionen ab oder legt eine temporäre Tabelle an, lief aber in einer Transaktion, die nur liest: Es wurde nichts geändert. Kennzeichnen Sie ihn als schreibend, um ihn auf einer entbehrlichen Datenbank auszuführen.',
  onlyReadEngine:
    '{{engine}}-Datenbanken werden nur gelesen: Ein Aufruf beginnt dort mit einem dieser Wörter: {{words}}.',
  beginsWith:
    'Ein Aufruf auf {{engine}} beginnt mit einem dieser Wörter: {{words}}. Alles andere könnte seine Transaktion überdauern.',
  verbWrites:
    'Ein Aufruf, der mit {{verb}} beginnt, schreibt. Kennzeichnen Sie ihn als schreibend, um ihn auf einer entbehrlichen Datenbank auszuführen.',
  oneStatement: 'Ein Aufruf ist eine einzige Anweisung. Nehmen Sie heraus, was auf das „;“ folgt.',
  oneSelect: 'Ein Aufruf ist eine einzige Anweisung. Nehmen Sie das zweite SELECT heraus.',
  noStatement: 'Es gibt keine Anweisung auszuführen. Schreiben Sie zuerst den Aufruf.',
  beyondDatabase:
    '{{name}} wird abgelehnt: Es erreicht Dateien, Programme, Konten oder andere Server, oder ändert den Server. Rufen Sie Routinen der Datenbank selbst auf, und lesen Sie ihre Tabellen.',
  namesWithEscapes: 'Schreiben Sie Namen, wie sie sind, ohne U& und Escape-Zeichen.',
  showsTooMuch:
    'SHOW zeigt in Aufrufen Tabellen, Spalten, Indizes, Routinen und Einstellungen: nicht Konten, Rechte, Protokolle oder was andere ausführen.',
  fourParts:
    'Aufrufe lesen die Datenbank selbst: Ein Name aus vier Teilen ist der eines anderen Servers.',
  ownFunctions:
    'Ein Aufruf bringt keine eigenen Funktionen mit: Legen Sie sie in der Datenbank an, und rufen Sie sie auf.',
  behindAt: 'Aufrufe lesen die Datenbank selbst: Was hinter einem @ steht, liegt in einer anderen.',
  noFiles:
    'Aufrufe schreiben keine Dateien des Servers. Nehmen Sie INTO OUTFILE oder INTO DUMPFILE heraus.',
  couldOutlast:
    'Aufrufe auf SQL Server werden zurückgenommen, und {{word}} könnte das überdauern. Nehmen Sie es heraus, oder schreiben Sie es in eckige Klammern, wo es ein Name ist.',
  selectOnly:
    'SQL Server hat keine Transaktion, die nur liest; ein Aufruf ist dort daher ein einziges SELECT, ohne {{word}}. Wo es ein Name ist, schreiben Sie es in eckige Klammern; oder kennzeichnen Sie den Aufruf als schreibend, um ihn auf einer entbehrlichen Datenbank auszuführen.',
  unknownOutput:
    'Der Typ von @{{name}} ist nicht bekannt: Es ist kein Parameter einer Prozedur dieser Datenbank, die das Konto sehen kann.',
  sequencesStay: 'Nummern aus Sequenzen werden nicht zurückgegeben.',
  autoIncrementStays:
    'Nummern, die AUTO_INCREMENT und Sequenzen vergeben haben, werden nicht zurückgegeben.',
  identityStays: 'Nummern, die IDENTITY und Sequenzen vergeben haben, werden nicht zurückgegeben.',
  dblinkStays: 'Was über dblink in eine andere Datenbank geschrieben wird, bleibt dort.',
  definitionsStay:
    'MySQL und MariaDB bestätigen sofort, was mit {{verb}} beginnt: Es wird nicht zurückgenommen.',
  commitsStay:
    'Eine Prozedur, die bestätigt oder ein Objekt anlegt, ändert oder löscht, behält, was sie bis dahin geschrieben hat.',
  allCommitsStay:
    'Eine Prozedur, die bestätigt, bis keine Transaktion mehr offen ist, behält, was sie bis dahin geschrieben hat.',
  outsideStays:
    'Was eine Prozedur außerhalb ihrer Datenbank tut, kann bleiben: Dateien, Programme, E-Mails, Aufträge, verbundene Server.',
  otherServerStays: 'Was auf einem anderen Server geschieht, kann dort bleiben.',
  enginesStay:
    'Tabellen in Speichern ohne Transaktionen, etwa MyISAM, Aria und MEMORY, behalten, was in sie geschrieben wird.',
  nextvalTakes:
    'NEXTVAL nimmt eine Nummer aus einer Sequenz, die keine Rücknahme zurückgibt. Kennzeichnen Sie den Aufruf als schreibend, um ihn auf einer entbehrlichen Datenbank auszuführen.',
  noText:
    'Die Spalte {{column}} ist vom Typ {{type}}, der keinen Text hat. Wandeln Sie sie im Aufruf um.',
  blockCommitsStay:
    'Was ein Block oder eine Prozedur bestätigt, bleibt, ebenso was vor dem Anlegen, Ändern oder Löschen eines Objekts geschrieben wurde.',
  blockOutsideStays:
    'Was ein Block oder eine Prozedur außerhalb der Datenbank tut, kann bleiben: Dateien, E-Mails, Aufträge, andere Datenbanken.',
  autonomousStays:
    'Routinen und Trigger mit eigener (autonomer) Transaktion behalten, was sie geschrieben haben.',
  processMemory:
    'Das Lesen von {{server}} hat hier mehr als {{memory}} MB Speicher gebraucht und wurde daher beendet. Lesen Sie weniger auf einmal, oder lassen Sie Spalten mit sehr großen Werten weg.',
  processSilent:
    'Der Prozess, der von {{server}} las, hat nicht mehr geantwortet und wurde beendet. Versuchen Sie es noch einmal.',
  processEnded:
    'Der Prozess, der von {{server}} las, hat unerwartet geendet. Versuchen Sie es noch einmal; mehr steht im Protokoll dieses Servers.',
  processNotStarted:
    'Dieser Server konnte keinen Prozess zum Lesen von Datenbanken starten. Versuchen Sie es später noch einmal; sein Betreiber sollte prüfen, wie viele Prozesse und Dateien er öffnen darf.',
  triedTwice: 'Es wurde zweimal versucht und daher zurückgestellt; der Lauf ging weiter.',
  endedTwice:
    'Dieses Programm endete zweimal, während es verglichen wurde; daher wurde es zurückgestellt, und der Lauf ging weiter. Hat jemand das Programm beendet, ist das Paar in Ordnung: öffnen Sie es und wählen Sie „Jetzt vergleichen“. Endet das Programm wieder, lassen Sie Spalten mit sehr großen Werten weg.',
  answerTooLarge:
    'Die Datenbank hat mit mehr als {{megabytes}} MB auf einmal geantwortet. Lesen Sie weniger, oder lassen Sie Spalten mit sehr großen Werten weg.',

  // Why no call of a routine is proposed.
  noTextForParameter: 'Kein Text kann für den Parameter {{name}} stehen, der vom Typ {{type}} ist.',
  returnsNoText: 'Sie gibt einen Wert vom Typ {{type}} zurück, für den es keinen Text gibt.',
  returnsPseudo: 'Sie gibt einen Wert vom Typ {{type}} zurück, den keine Anweisung bekommt.',
  takesPseudo:
    'Sie nimmt einen Parameter vom Typ {{type}}: Nur wer sie aufruft, weiß, was das ist.',
  returnsRecords: 'Sie gibt Zeilen zurück, deren Spalten nur kennt, wer sie aufruft.',
  orderedAggregate:
    'Sie ist ein Aggregat über geordnete Zeilen: Nur wer sie aufruft, weiß, über welche.',
  givesBack: 'Sie gibt Werte in ihren Parametern zurück, was keine Abfrage annimmt.',
  returnsUnknown: 'Was sie zurückgibt, ist nicht bekannt.',
};
