export const form = { failed: 'Nicht ausgeführt' };
