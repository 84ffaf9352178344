export const projectScreen = {
  projectId: 'Projekt-ID',
  projectName: 'Projektname',
  noProject: 'Es ist kein Projekt ausgewählt. Wählen Sie eines auf der',
  homePage: 'Startseite',
  failed: 'Das Projekt konnte nicht geladen werden',
};
