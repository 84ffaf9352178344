export const projectScreen = {
  noProject: 'Es ist kein Projekt ausgewählt. Wählen Sie oben eines aus oder auf der',
  homePage: 'Startseite',
  failed: 'Das Projekt konnte nicht geladen werden',
};
