import {
  Fieldset,
  InputWrapper,
  Notification,
  createTheme,
  type CSSVariablesResolver,
} from '@mantine/core';
import { texts } from '../lib/i18n/index.ts';

const t = texts('theme');

/**
 * Every open dialog hears the Escape key, and one that opens or closes because of it must not take
 * along the next: shared by all, the kit's own note of who has answered a key press.
 */
export const answeredEscapes = new WeakSet<KeyboardEvent>();

/** Shades dark enough (in the dark scheme: light enough) for 4.5:1 on the page's background. */
export const theme = createTheme({
  // Apart from the colours of states: blue is underway, green good, yellow fair, red bad.
  colors: {
    brand: [
      '#eef0ff',
      '#dfe2fe',
      '#c2c7fb',
      '#a9aff8',
      '#969cf5',
      '#7b80ee',
      '#6367e3',
      '#4f52cf',
      '#4143b5',
      '#343692',
    ],
  },
  primaryColor: 'brand',
  primaryShade: 8,
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontSizes: { md: '0.9375rem' },
  components: {
    Notification: Notification.extend({ defaultProps: { radius: 'md' } }),
    // Functions: they are asked again after the language has changed.
    Modal: {
      defaultProps: () => ({
        yOffset: '6dvh',
        closeButtonProps: { 'aria-label': t('close') },
        __handledEscapeEvents: answeredEscapes,
      }),
      styles: { title: { fontWeight: 600, lineHeight: 1.3 } },
    },
    Drawer: { defaultProps: { __handledEscapeEvents: answeredEscapes } },
    Fieldset: Fieldset.extend({ styles: { root: { margin: 0 }, legend: { fontWeight: 600 } } }),
    // Opened by the focus, a list forgets a moment later what an arrow key has chosen in it meanwhile.
    Select: { defaultProps: { openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    // Nearly every field here is required; the few that are not say so.
    InputWrapper: InputWrapper.extend({ defaultProps: { withAsterisk: false } }),
    // The kit's own name for the eye contains the field's, which confuses who looks for the field.
    PasswordInput: {
      defaultProps: () => ({ visibilityToggleButtonProps: { 'aria-label': t('showOrHide') } }),
    },
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
