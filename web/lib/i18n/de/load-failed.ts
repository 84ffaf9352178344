export const loadFailed = {
  failed: 'Das konnte nicht geladen werden',
  loading: 'Wird geladen',
  retry: 'Erneut versuchen',
};
