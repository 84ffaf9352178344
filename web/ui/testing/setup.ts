import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Growing text areas measure again when a font arrives; the simulated document has no fonts.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() });

// Whole screens take their time on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// Files share their modules and a window.
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
