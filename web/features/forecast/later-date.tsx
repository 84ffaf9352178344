import { Text } from '@mantine/core';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import type { ForecastWave } from './queries.ts';

/** The date by which a wave ends in 85 of 100 cases, and how late that would be. */
export const LaterDate = ({ wave }: { wave: ForecastWave }) =>
  wave.most === null ? (
    '–'
  ) : (
    <>
      {formatDate(wave.most)}
      {wave.days_late > 0 && ' '}
      <Late wave={wave} />
    </>
  );

/** How late a wave is likely to end; nothing where it is on time. */
export function Late({ wave: { days_late: late } }: { wave: ForecastWave }) {
  const t = useTexts('forecast');
  if (late === 0) return null;
  return (
    <Text span inherit display="block" c="var(--mantine-color-error)">
      {t('waveLate', { count: late })}
    </Text>
  );
}
