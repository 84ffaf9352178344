export const projectScreen = {
  noProject: 'لم يُختر مشروع. اختر واحدًا أعلاه أو من',
  homePage: 'الصفحة الرئيسية',
  failed: 'تعذر تحميل المشروع',
};
