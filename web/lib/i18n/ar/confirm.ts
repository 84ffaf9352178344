export const confirm = {
  cancel: 'إلغاء',
  close: 'إغلاق',
};
