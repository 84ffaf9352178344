import { Text } from '@mantine/core';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import type { ForecastWave } from './queries.ts';

/** By when a wave is done in 85 of 100 cases, and how late that is. */
export function LaterDate({ wave: { most, days_late: late } }: { wave: ForecastWave }) {
  const t = useTexts('forecast');
  if (most === null) return '–';
  const date = formatDate(most);
  if (late === 0) return date;
  return (
    <>
      {date}{' '}
      <Text span inherit display="block" c="var(--mantine-color-error)">
        {t('waveLate', { number: formatNumber(late) })}
      </Text>
    </>
  );
}
