export const notify = {
  close: 'Meldung schließen',
};
