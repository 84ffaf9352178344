export const results = {
  title_source: 'Ergebnisse: Quellobjekte',
  title_target: 'Ergebnisse: Zielobjekte',
  empty: 'Auf dieser Seite ist noch nichts importiert.',
};
