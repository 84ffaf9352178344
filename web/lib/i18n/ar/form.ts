export const form = { failed: 'لم يتم' };
