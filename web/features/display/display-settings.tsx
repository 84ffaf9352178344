import { Modal, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useDisplay, type Display } from '../../lib/display.ts';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { useTexts } from '../../lib/i18n/index.ts';

const languages = Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }));

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Appearance and language; every choice takes effect at once. */
export function DisplaySettings({ opened, onClose }: Props) {
  const t = useTexts('display');
  const [display, setDisplay] = useDisplay();
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('text')}
        </Text>
        <NativeSelect
          label={t('language')}
          description={t('languageHint')}
          data={languages}
          value={display.language}
          onChange={(event) => setDisplay({ language: event.currentTarget.value })}
        />
        <Choice<Display['scheme']>
          label={t('scheme')}
          value={display.scheme}
          options={{ light: t('light'), dark: t('dark'), auto: t('auto') }}
          onChange={(scheme) => setDisplay({ scheme })}
        />
        <Choice<Display['contrast']>
          label={t('contrast')}
          value={display.contrast}
          options={{ normal: t('normal'), more: t('more'), auto: t('auto') }}
          onChange={(contrast) => setDisplay({ contrast })}
        />
        <Choice<Display['density']>
          label={t('density')}
          value={display.density}
          options={{ comfortable: t('comfortable'), compact: t('compact') }}
          onChange={(density) => setDisplay({ density })}
        />
        <Choice<Display['direction']>
          label={t('direction')}
          value={display.direction}
          options={{ ltr: t('ltr'), rtl: t('rtl') }}
          onChange={(direction) => setDisplay({ direction })}
        />
      </Stack>
    </Modal>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: Record<V, string>;
  onChange: (value: V) => void;
}

function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const labelId = useId();
  const data = (Object.keys(options) as V[]).map((key) => ({ value: key, label: options[key] }));
  return (
    <div>
      <Text size="sm" fw="var(--mantine-font-weight-medium)" mb={4} id={labelId}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        // On a phone, some languages need two lines.
        styles={{ label: { height: '100%', alignContent: 'center', whiteSpace: 'normal' } }}
        aria-labelledby={labelId}
        value={value}
        data={data}
        onChange={(chosen) => onChange(chosen as V)}
      />
    </div>
  );
}
