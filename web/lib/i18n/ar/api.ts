export const api = {
  offlineTitle: 'لا اتصال',
  offline: 'لا يمكن الوصول إلى الخادم. تحقق من الاتصال وحاول مجددًا.',
};
