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
 * Key presses that a dialog has handled, as recorded by Mantine and shared by all dialogs: every open dialog receives Escape,
 * and a dialog that opens or closes because of it must not close the next one.
 */
export const answeredEscapes = new WeakSet<KeyboardEvent>();

/** What opens stays in its place: a button that moves on under a press would lose it. */
const transitionProps = { transition: 'fade', duration: 200 } as const;

/** Shades with a contrast of at least 4.5:1 on the page background, in the light and the dark scheme. */
export const theme = createTheme({
  // Unlike the colours of states: blue is under way, green good, yellow fair, red bad.
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
    // As other frames; the kit's is lighter in the dark.
    Card: { defaultProps: { bg: 'var(--mantine-color-body)' } },
    Notification: Notification.extend({ defaultProps: { radius: 'md' } }),
    // Functions are evaluated again after the language has changed.
    Modal: {
      defaultProps: () => ({
        yOffset: '6dvh',
        transitionProps,
        closeButtonProps: { 'aria-label': t('close') },
        __handledEscapeEvents: answeredEscapes,
      }),
      styles: { title: { fontWeight: 600, lineHeight: 1.3 } },
    },
    Drawer: { defaultProps: { __handledEscapeEvents: answeredEscapes } },
    DrawerRoot: { defaultProps: { transitionProps } },
    Fieldset: Fieldset.extend({ styles: { root: { margin: 0 }, legend: { fontWeight: 600 } } }),
    // A list opened by focus would soon forget an option chosen with an arrow key in the meantime.
    Select: { defaultProps: { openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    TagsInput: { defaultProps: { openOnFocus: false } },
    // Nearly all fields are required; the optional ones say so.
    InputWrapper: InputWrapper.extend({ defaultProps: { withAsterisk: false } }),
    // Mantine's label of the eye button contains the field's label, which is ambiguous.
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
