export const sample = {
  offerTitle: 'Ohne Datenbankserver ausprobieren',
  offer:
    'Das Beispielprojekt zieht eine Buchhandlung von einer laufenden Datenbank in eine andere um, mit Entwicklung und Test. Es lässt sich spurlos entfernen.',
  load: 'Beispielprojekt laden',
  loadedTitle: 'Das Beispielprojekt ist geladen',
  loaded:
    'Melden Sie sich mit diesen Konten an, um die Arbeit von Entwicklung und Test zu sehen. Die Passwörter werden nur jetzt gezeigt.',
  accounts: 'Konten des Beispiels',
  username: 'Benutzername',
  password: 'Passwort',
  role: 'Rolle',
  copy: 'Kopieren',
  copied: 'Kopiert',
  done: 'Ich habe sie notiert',
  close: 'Schließen',
  remove: 'Beispielprojekt entfernen',
  removeTitle: 'Beispielprojekt entfernen?',
  removeText:
    'Sein Projekt, seine Objekte, Datenbanken und Konten werden endgültig gelöscht, mit allem, was dort eingetragen wurde.',
  removeObjects_one: 'Das ist {{name}} mit {{count, number}} Objekt.',
  removeObjects_other: 'Das ist {{name}} mit {{count, number}} Objekten.',
  removePeople: 'Auch diese Konten werden gelöscht: {{names}}.',
  removed: 'Das Beispielprojekt ist entfernt',
};
