export const loadFailed = {
  failed: 'تعذر تحميل هذا',
  loading: 'جارٍ التحميل',
  retry: 'إعادة المحاولة',
};
