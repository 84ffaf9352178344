import { Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DAY } from '../../../contract/days.ts';
import { lastDayAt } from '../../../contract/due-dates.ts';
import type { SignedWave } from '../../../contract/signoff.ts';
import type { Wave, WaveBoard, WaveCell } from '../../../contract/waves.ts';
import { formatNumber, formatSpan } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Figures } from '../../ui/figures.tsx';
import { Late } from '../forecast/by-wave.tsx';
import type { ForecastWave } from '../forecast/queries.ts';
import { SignedMarks } from '../signoff/signed-waves.tsx';
import { Dotted } from '../../ui/marks.tsx';
import { nameOf } from './queries.ts';
import classes from './waves.module.css';

/** Maximum number of schemas with a column of their own, largest first. */
const MAX_SCHEMAS = 24;

const STATE_TONES = { planned: undefined, started: 'underway', done: 'good' } as const;

/** From the hours to the open proof; text columns stand on both sides. How many objects there are stands with the verified. */
const NUMBERS = 5;

interface Props {
  projectId: number;
  board: WaveBoard;
  /** Forecast of the waves; empty without a forecast. */
  forecast: readonly ForecastWave[];
  /** Sign-offs of the waves. */
  signed: readonly SignedWave[];
}

/** A table of waves by schema; it serves mouse, keyboard and screen readers alike. */
export function Board({ projectId, board: { waves, cells }, forecast, signed }: Props) {
  const t = useTexts('waves');
  const sizes = new Map<string, number>();
  for (const { schema_name: schema, objects } of cells)
    sizes.set(schema, (sizes.get(schema) ?? 0) + objects);
  const bySize = [...sizes].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const schemas = bySize.slice(0, MAX_SCHEMAS).toSorted();
  const hasMore = bySize.length > schemas.length;
  const cellsOf = (wave: number | null) => {
    const own = cells.filter((cell) => cell.wave === wave);
    const rest = own.filter((cell) => !schemas.includes(cell.schema_name));
    return [
      ...schemas.map((schema) => (
        <Cell key={schema} cells={own.filter((cell) => cell.schema_name === schema)} />
      )),
      ...(hasMore ? [<Cell key="more" cells={rest} />] : []),
    ];
  };
  const unplaced = cells.filter((cell) => cell.wave === null);
  const hasForecast = forecast.some(({ most }) => most !== null);
  // Before anybody signs, the column would only take room.
  const isSigned = signed.some(({ signoffs }) => signoffs.length > 0);
  // With a single schema, its figures are already in the row.
  const bySchema = bySize.length > 1;
  return (
    <>
      {bySchema && (
        <Text size="sm" c="dimmed" mb={8}>
          {t('boardHint')}
        </Text>
      )}
      <Figures
        label={t('board')}
        headers={[
          t('wave'),
          t('dates'),
          ...(hasForecast ? [t('forecast')] : []),
          t('owner'),
          t('hours'),
          t('verified'),
          t('canStart'),
          t('blocked'),
          t('proof'),
          ...(isSigned ? [t('signed')] : []),
          ...(bySchema ? schemas.map((schema) => schema || t('noSchema')) : []),
          ...(hasMore ? [t('otherSchemas')] : []),
        ]}
        numbersFrom={hasForecast ? 4 : 3}
        numbers={NUMBERS}
        rows={[
          ...waves.map((wave) => ({
            key: String(wave.id),
            cells: [
              <Name key="name" projectId={projectId} wave={wave} />,
              <Dates key="dates" wave={wave} />,
              ...(hasForecast
                ? [<Expected key="forecast" forecast={forecast} id={wave.id} />]
                : []),
              <bdi key="owner">{wave.owner ?? '–'}</bdi>,
              ...figuresOf(wave),
              <span key="proof" className={classes.together}>
                {wave.pairs === 0 ? '–' : t('openOf', { open: wave.open_pairs, count: wave.pairs })}
              </span>,
              ...(isSigned
                ? [<SignedMarks key="signed" {...signed.find((one) => one.wave === wave.id)} />]
                : []),
              ...(bySchema ? cellsOf(wave.id) : []),
            ],
          })),
          ...(unplaced.length > 0
            ? [
                {
                  key: 'none',
                  cells: [
                    <Link
                      key="name"
                      to="/waves"
                      search={{ project: projectId, tab: 'objects', 'f.wave': '-' } as never}
                    >
                      {t('noWave')}
                    </Link>,
                    '–',
                    ...(hasForecast
                      ? [<Expected key="forecast" forecast={forecast} id={null} />]
                      : []),
                    '–',
                    ...figuresOf({
                      objects: total(unplaced, 'objects'),
                      hours: total(unplaced, 'hours'),
                      done: total(unplaced, 'done'),
                      ready: total(unplaced, 'ready'),
                      blocked: total(unplaced, 'blocked'),
                    }),
                    '–',
                    ...(isSigned ? ['–'] : []),
                    ...(bySchema ? cellsOf(null) : []),
                  ],
                },
              ]
            : []),
        ]}
      />
    </>
  );

  function figuresOf(of: Pick<Wave, 'objects' | 'hours' | 'done' | 'ready' | 'blocked'>) {
    return [
      formatNumber(Math.round(of.hours)),
      <Share key="verified" part={of.done} of={of.objects} label={t('verified')} />,
      formatNumber(of.ready),
      formatNumber(of.blocked),
    ];
  }
}

/** The name of a wave, with its state below. */
function Name({ projectId, wave }: { projectId: number; wave: Wave }) {
  const t = useTexts('waves');
  return (
    <>
      <Link to="/waves" search={{ project: projectId, wave: wave.id } as never}>
        <bdi>{nameOf(t, wave)}</bdi>
      </Link>
      <br />
      <Dotted tone={STATE_TONES[wave.state]}>{t(`state_${wave.state}`)}</Dotted>
    </>
  );
}

const total = (
  cells: readonly WaveCell[],
  of: 'objects' | 'hours' | 'done' | 'ready' | 'blocked',
) => cells.reduce((sum, cell) => sum + cell[of], 0);

function Cell({ cells }: { cells: readonly WaveCell[] }) {
  const t = useTexts('waves');
  if (cells.length === 0) return '–';
  return (
    <div className={classes.schema}>
      {t('cell', {
        count: total(cells, 'objects'),
        hours: formatNumber(Math.round(total(cells, 'hours'))),
        done: total(cells, 'done'),
        blocked: total(cells, 'blocked'),
      })}
    </div>
  );
}

function Share({ part, of, label }: { part: number; of: number; label: string }) {
  const t = useTexts('waves');
  return (
    <>
      <span className={classes.together}>{t('openOf', { open: part, count: of })}</span>
      <Progress
        value={of > 0 ? (100 * part) / of : 0}
        color="green"
        size="sm"
        mt={4}
        miw={60}
        aria-label={label}
      />
    </>
  );
}

/** The two forecast dates of a wave. @param id - null for the objects in no wave */
export function Expected({
  forecast,
  id,
}: {
  forecast: readonly ForecastWave[];
  id: number | null;
}) {
  const wave = forecast.find((one) => one.id === id);
  if (!wave?.half) return '–';
  return (
    <>
      <span className={classes.together}>{formatSpan(wave.half, wave.most)}</span>{' '}
      <Late wave={wave} />
    </>
  );
}

export const hasDates = ({ starts_on: from, ends_on: to }: Wave): boolean =>
  from !== null || to !== null;

/** The dates of a wave; marked as late if its last day has ended everywhere and an object is not verified. */
export function Dates({ wave }: { wave: Wave }) {
  const t = useTexts('waves');
  const { starts_on: from, ends_on: to } = wave;
  if (!hasDates(wave)) return '–';
  const dates = <span className={classes.together}>{formatSpan(from, to)}</span>;
  const late = daysLate(wave, Date.now());
  if (late === 0) return dates;
  return (
    <>
      {dates}{' '}
      <Text span inherit display="block" c="var(--mantine-color-error)">
        {t('daysLate', { count: late })}
      </Text>
    </>
  );
}

/** Days since the last day of an unfinished wave; 0 if it is not over. */
export function daysLate({ ends_on: last, state, objects, done }: Wave, moment: number): number {
  if (last === null || state === 'done' || done === objects) return 0;
  return Math.max(0, Math.round((Date.parse(lastDayAt(moment)) - Date.parse(last)) / DAY));
}
