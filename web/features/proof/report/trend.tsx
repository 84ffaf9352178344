import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getProofTrend, type TrendDay } from '../../../../contract/proof/trend.ts';
import { call } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import classes from './trend.module.css';
import { NotLoaded } from '../../../ui/load-failed.tsx';

/** Size of the drawing in its own units; the page scales it. */
const [WIDTH, HEIGHT] = [600, 80];

interface Props {
  projectId: number;
  now: Pick<TrendDay, 'total' | 'proven'>;
}

/** The number of proven pairs day by day; shown once there are at least two days. */
export function Trend({ projectId, now }: Props) {
  const t = useTexts('proof');
  const query = useQuery({
    queryKey: queryKeys.proofTrend(projectId),
    queryFn: ({ signal }) => call(getProofTrend, { params: { id: projectId }, signal }),
  });
  const today = new Date().toISOString().slice(0, 10);
  const before = (query.data ?? []).filter(({ day }) => day < today);
  const first = before[0];
  if (!first) return <NotLoaded query={query} />;
  const { total, proven } = linesOf([...before, { day: today, ...now }]);
  return (
    <figure className={classes.trend}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={classes.drawing}
      >
        <polygon points={`0,${HEIGHT} ${proven} ${WIDTH},${HEIGHT}`} className={classes.area} />
        <polyline points={proven} className={classes.proven} />
        <polyline points={total} className={classes.total} />
      </svg>
      <Text component="figcaption" size="sm" c="dimmed">
        {t('trend', {
          was: first.proven,
          wasOf: first.total,
          day: formatDate(first.day),
          now: now.proven,
          nowOf: now.total,
        })}
      </Text>
    </figure>
  );
}

/** Points of both lines: days on the x axis in proportion to time, pairs upwards. */
function linesOf(days: readonly TrendDay[]): Record<'total' | 'proven', string> {
  const time = ({ day }: TrendDay) => Date.parse(day);
  const [start, end] = [time(days[0]!), time(days.at(-1)!)];
  const most = Math.max(1, ...days.map(({ total }) => total));
  const points = (part: 'total' | 'proven') =>
    days
      .map((day) => {
        const x = (WIDTH * (time(day) - start)) / (end - start);
        const y = HEIGHT - ((HEIGHT - 4) * day[part]) / most;
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      })
      .join(' ');
  return { total: points('total'), proven: points('proven') };
}
