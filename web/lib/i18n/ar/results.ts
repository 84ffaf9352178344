export const results = {
  title_source: 'النتائج: كائنات المصدر',
  title_target: 'النتائج: كائنات الهدف',
  empty: 'لم يُستورد شيء في هذا الجانب بعد.',
};
