export const results = {
  title_source: 'Ergebnisse: Quellobjekte',
  title_target: 'Ergebnisse: Zielobjekte',
  all: 'Objekte',
  summary: 'Anzahl nach Status',
  empty: 'Auf dieser Seite ist noch nichts importiert.',
};
