export const leaveGuard = {
  title: 'المغادرة دون حفظ؟',
  text: 'ما أدخلته في هذه الصفحة سيضيع.',
  leave: 'مغادرة الصفحة',
  stay: 'البقاء',
};
