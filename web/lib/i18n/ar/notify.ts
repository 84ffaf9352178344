export const notify = {
  close: 'إغلاق الإشعار',
};
