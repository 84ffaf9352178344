export const theme = {
  showOrHide: 'إظهار أو إخفاء',
  close: 'إغلاق',
};
