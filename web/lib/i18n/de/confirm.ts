export const confirm = {
  cancel: 'Abbrechen',
  close: 'Schließen',
};
