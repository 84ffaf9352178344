export const results = {
  title_source: 'النتائج: كائنات المصدر',
  title_target: 'النتائج: كائنات الهدف',
  all: 'الكائنات',
  summary: 'الأعداد حسب الحالة',
  empty: 'لم يُستورد شيء في هذا الجانب بعد.',
};
