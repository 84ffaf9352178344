import { NativeSelect, NumberInput, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Forecast,
  MAX_FREEZE_DAYS,
  MAX_PEOPLE,
  type WhatIf,
} from '../../../contract/forecast.ts';
import { errorText } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Figures, namedRow } from '../../ui/figures.tsx';
import { AS_IT_IS, forecastQuery, waveName } from './queries.ts';

const DELAY_MS = 300;
const FIELDS = {
  developers: { min: -MAX_PEOPLE, max: MAX_PEOPLE },
  testers: { min: -MAX_PEOPLE, max: MAX_PEOPLE },
  freeze_days: { min: 0, max: MAX_FREEZE_DAYS },
} as const;
type NumberField = keyof typeof FIELDS;
const LABELS = {
  developers: 'developers',
  testers: 'testers',
  freeze_days: 'freezeDays',
} as const;

/** The forecast under assumptions: more or fewer people, days without work, fewer waves. */
export function WhatIfCard({ projectId, now }: { projectId: number; now: Forecast }) {
  const t = useTexts('forecast');
  const words = useTexts('waves');
  const [typed, setTyped] = useState<WhatIf>(AS_IT_IS);
  const [asked] = useDebouncedValue(typed, DELAY_MS);
  const isAsked = Object.values(asked).some((value) => value !== 0);
  const { data, error } = useQuery({
    ...forecastQuery(projectId, asked),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const row = (name: string, { ends }: Forecast) =>
    namedRow(name, formatDate(ends?.half) || '–', formatDate(ends?.most) || '–');
  return (
    <Paper withBorder p="md" component="section" aria-label={t('whatIf')}>
      <Title order={2} size="h5">
        {t('whatIf')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('whatIfText')}
      </Text>
      <SimpleGrid
        cols={{ base: 1, sm: now.waves.length > 1 ? 4 : 3 }}
        my="sm"
        // Labels take one line or two.
        style={{ alignItems: 'end' }}
      >
        {(Object.keys(FIELDS) as NumberField[]).map((name) => (
          <NumberInput
            key={name}
            label={t(LABELS[name])}
            {...FIELDS[name]}
            allowDecimal={false}
            value={typed[name]}
            onChange={(value) =>
              typeof value === 'number' && setTyped((before) => ({ ...before, [name]: value }))
            }
          />
        ))}
        {now.waves.length > 1 && (
          <NativeSelect
            label={t('untilWave')}
            value={typed.until_wave}
            onChange={({ currentTarget: { value } }) =>
              setTyped((before) => ({ ...before, until_wave: Number(value) }))
            }
            data={[
              { value: '0', label: t('allWaves') },
              ...now.waves
                .filter(({ position }) => position !== null)
                .map((wave) => ({ value: String(wave.position), label: waveName(words, wave) })),
            ]}
          />
        )}
      </SimpleGrid>
      <div aria-live="polite">
        {error ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errorText(error)}
          </Text>
        ) : (
          <Figures
            label={t('whatIf')}
            headers={['', t('half'), t('most')]}
            rows={[row(t('asItIs'), now), ...(isAsked && data ? [row(t('then'), data)] : [])]}
          />
        )}
        {isAsked && data?.without && <Text size="sm">{t(`without_${data.without}`)}</Text>}
      </div>
    </Paper>
  );
}
