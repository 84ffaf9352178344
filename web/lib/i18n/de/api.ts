export const api = {
  offlineTitle: 'Keine Verbindung',
  offline:
    'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
};
