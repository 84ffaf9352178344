export const assignments = {
  title: 'إسناد مشروع',
  text: 'يمنح المستخدم دورًا في مشروع. يمكن للشخص الواحد أن يجمع الدورين.',
  user: 'المستخدم',
  project: 'المشروع',
  role: 'الدور',
  developer: 'مطوّر',
  tester: 'مختبِر',
  choose: 'اختر…',
  assign: 'إسناد',
};
