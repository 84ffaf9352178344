export const projectScreen = {
  projectId: 'رقم المشروع',
  projectName: 'اسم المشروع',
  noProject: 'لم يُختر مشروع. اختر واحدًا من',
  homePage: 'الصفحة الرئيسية',
  failed: 'تعذر تحميل المشروع',
};
