import { Text } from '@mantine/core';
import type { Forecast } from '../../../contract/forecast.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Figures, namedRow } from '../../ui/figures.tsx';
import classes from './forecast.module.css';

/** Size of the drawing in its own units; the page scales it. */
const [WIDTH, HEIGHT] = [600, 160];

/** Width reserved for the dates at both ends, in percent. */
const ROOM = 20;

type Point = readonly [date: string, hours: number];
const whole = (hours: number) => formatNumber(Math.round(hours));

/** Hours done so far and their forecast, as a drawing and as a table. */
export function BurnUp({ forecast }: { forecast: Forecast }) {
  const t = useTexts('forecast');
  const { burn_up: past, fan, planned_end: plan } = forecast;
  const dates = [...past, ...fan].map(({ date }) => date);
  const draw = scaleOf([...dates, ...(plan ? [plan] : [])].toSorted(), forecast.scope.hours);
  const last = fan.at(-1)?.date ?? past.at(-1)!.date;
  const scope: Point[] = past.map(({ date, scope: hours }) => [date, hours]);
  const band: Point[] = [
    ...fan.map(({ date, low }): Point => [date, low]),
    ...fan.toReversed().map(({ date, high }): Point => [date, high]),
  ];
  const start = past[0]!.date;
  const today = past.at(-1)!.date;
  const todayAt = (100 * draw.x(today)) / WIDTH;
  const hours = [forecast.scope.hours, forecast.scope.hours / 2, 0];
  return (
    <figure className={classes.figure}>
      <div className={classes.frame} aria-hidden="true">
        <div className={classes.hours}>
          {hours.map((value) => (
            <span key={value}>{t('hoursAt', { hours: whole(value) })}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={classes.drawing}
        >
          <line
            x1={0}
            x2={WIDTH}
            y1={draw.y(hours[1]!)}
            y2={draw.y(hours[1]!)}
            className={classes.half}
          />
          <polygon points={draw.points(band)} className={classes.band} />
          <polyline
            points={draw.points([...scope, [last, forecast.scope.hours]])}
            className={classes.scope}
          />
          <polyline
            points={draw.points(fan.map(({ date, middle }) => [date, middle]))}
            className={classes.expected}
          />
          <polyline
            points={draw.points(past.map(({ date, done }) => [date, done]))}
            className={classes.done}
          />
          {plan && <DayLine x={draw.x(plan)} className={classes.plan} />}
          <DayLine x={draw.x(today)} className={classes.today} />
        </svg>
        <div className={classes.dates}>
          <span>{formatDate(start)}</span>
          {todayAt > ROOM && todayAt < 100 - ROOM && (
            <span className={classes.middle} style={{ insetInlineStart: `${todayAt}%` }}>
              {formatDate(today)}
            </span>
          )}
          <span>{formatDate(draw.end)}</span>
        </div>
        <ul className={classes.legend}>
          {(['scope', 'done', 'expected', 'today', 'plan'] as const).map((name) => (
            <li key={name}>
              <i className={`${classes.mark} ${classes[`mark-${name}`]}`} />
              {t(name)}
            </li>
          ))}
        </ul>
      </div>
      <Text component="figcaption" size="sm" c="dimmed">
        {t('burnUpText')}
      </Text>
      <details>
        <summary>{t('asTable')}</summary>
        <Figures
          short
          label={t('burnUp')}
          headers={[t('day'), t('scope'), t('done'), t('from'), t('expected'), t('to')]}
          rows={[
            ...past.map(({ date, ...at }) =>
              namedRow(formatDate(date), whole(at.scope), whole(at.done), '', '', ''),
            ),
            ...fan
              .slice(1)
              .map(({ date, ...at }) =>
                namedRow(formatDate(date), '', '', whole(at.low), whole(at.middle), whole(at.high)),
              ),
          ]}
        />
      </details>
    </figure>
  );
}

const DayLine = ({ x, className }: { x: number; className: string | undefined }) => (
  <line x1={x} x2={x} y1={0} y2={HEIGHT} className={className} />
);

/** Maps days to x in proportion to time, and hours to y upwards. */
function scaleOf(dates: readonly string[], most: number) {
  const [start, end] = [dates[0]!, dates.at(-1)!];
  const time = (date: string) => Date.parse(date);
  const span = Math.max(1, time(end) - time(start));
  const x = (date: string) => (WIDTH * (time(date) - time(start))) / span;
  const y = (hours: number) => HEIGHT - ((HEIGHT - 4) * hours) / Math.max(1, most);
  return {
    end,
    x,
    y,
    points: (points: readonly Point[]) =>
      points.map(([date, hours]) => `${x(date).toFixed(1)},${y(hours).toFixed(1)}`).join(' '),
  };
}
