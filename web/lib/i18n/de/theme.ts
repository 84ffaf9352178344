export const theme = {
  showOrHide: 'Zeigen oder verbergen',
  close: 'Schließen',
};
