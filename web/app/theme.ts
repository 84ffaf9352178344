import {
  Modal,
  Notification,
  PasswordInput,
  createTheme,
  type CSSVariablesResolver,
} from '@mantine/core';

/** Shades dark enough (in the dark scheme: light enough) for 4.5:1 on the page's background. */
export const theme = createTheme({
  primaryShade: 8,
  autoContrast: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  components: {
    Notification: Notification.extend({ defaultProps: { radius: 'md' } }),
    Modal: Modal.extend({ defaultProps: { centered: false, yOffset: '6dvh' } }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-hidden': true } },
    }),
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-text': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-red-text': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-4)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-4)',
  },
});
