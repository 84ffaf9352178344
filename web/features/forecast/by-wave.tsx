import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Forecast } from '../../../contract/forecast.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Figures } from '../../ui/figures.tsx';
import { Card } from '../../ui/card.tsx';
import { waveName, type ForecastWave } from './queries.ts';

/** The date by which a wave ends in 85 of 100 cases, and how late that would be. */
const LaterDate = ({ wave }: { wave: ForecastWave }) =>
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

interface Props {
  projectId: number;
  forecast: Forecast;
}

/** The remaining work of each wave, and its forecast end. */
export function ByWave({ projectId, forecast: { waves } }: Props) {
  const t = useTexts('forecast');
  const words = useTexts('waves');
  return (
    <Card title={t('byWave')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('byWaveText')}
      </Text>
      <Figures
        short
        label={t('byWave')}
        headers={[t('wave'), t('left'), t('hoursLeft'), t('lastDay'), t('half'), t('most')]}
        rows={waves.map((wave) => ({
          key: String(wave.id),
          cells: [
            <Link
              key="wave"
              to="/waves"
              search={
                (wave.id === null
                  ? { project: projectId, tab: 'objects', 'f.wave': '-' }
                  : { project: projectId, wave: wave.id }) as never
              }
            >
              <bdi>{waveName(words, wave)}</bdi>
            </Link>,
            formatNumber(wave.objects_left),
            formatNumber(Math.round(wave.hours_left)),
            formatDate(wave.ends_on) || '–',
            formatDate(wave.half) || '–',
            <LaterDate key="most" wave={wave} />,
          ],
        }))}
      />
    </Card>
  );
}
