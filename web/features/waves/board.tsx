import { Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Wave, WaveBoard, WaveCell } from '../../../contract/waves.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Figures } from '../assessment/figures.tsx';
import { nameOf } from './queries.ts';

/** Schemas that have a column of their own: the largest ones. */
const MOST_SCHEMAS = 24;

interface Props {
  projectId: number;
  board: WaveBoard;
}

/** Waves by schemas, with what is in them: a table, for eyes, keyboards and screen readers alike. */
export function Board({ projectId, board: { waves, cells } }: Props) {
  const t = useTexts('waves');
  const sizes = new Map<string, number>();
  for (const { schema_name: schema, objects } of cells)
    sizes.set(schema, (sizes.get(schema) ?? 0) + objects);
  const bySize = [...sizes].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const schemas = bySize.slice(0, MOST_SCHEMAS).toSorted();
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
  return (
    <>
      <Text size="sm" c="dimmed" mb={8}>
        {t('boardHint')}
      </Text>
      <Figures
        label={t('board')}
        headers={[
          t('wave'),
          t('dates'),
          t('owner'),
          t('state'),
          t('verified'),
          t('canStart'),
          t('blocked'),
          t('proof'),
          ...schemas.map((schema) => schema || t('noSchema')),
          ...(hasMore ? [t('otherSchemas')] : []),
        ]}
        rows={[
          ...waves.map((wave) => ({
            key: String(wave.id),
            cells: [
              <Link key="name" to="/waves" search={{ project: projectId, wave: wave.id } as never}>
                <bdi>{nameOf(t, wave)}</bdi>
              </Link>,
              <Dates key="dates" wave={wave} />,
              <bdi key="owner">{wave.owner ?? '–'}</bdi>,
              t(`state_${wave.state}`),
              <Share key="verified" part={wave.done} of={wave.objects} label={t('verified')} />,
              formatNumber(wave.ready),
              formatNumber(wave.blocked),
              t('openOf', { open: wave.open_pairs, count: wave.pairs }),
              ...cellsOf(wave.id),
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
                    '–',
                    '–',
                    <Share
                      key="verified"
                      part={total(unplaced, 'done')}
                      of={total(unplaced, 'objects')}
                      label={t('verified')}
                    />,
                    formatNumber(total(unplaced, 'ready')),
                    formatNumber(total(unplaced, 'blocked')),
                    '–',
                    ...cellsOf(null),
                  ],
                },
              ]
            : []),
        ]}
      />
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
  return t('cell', {
    count: total(cells, 'objects'),
    hours: formatNumber(Math.round(total(cells, 'hours'))),
    done: total(cells, 'done'),
    blocked: total(cells, 'blocked'),
  });
}

function Share({ part, of, label }: { part: number; of: number; label: string }) {
  const t = useTexts('waves');
  return (
    <>
      {t('openOf', { open: part, count: of })}
      <Progress
        value={of > 0 ? (100 * part) / of : 0}
        color="green"
        size="sm"
        mt={4}
        miw={80}
        aria-label={label}
      />
    </>
  );
}

export function Dates({ wave: { starts_on: from, ends_on: to } }: { wave: Wave }) {
  const t = useTexts('waves');
  if (from === null && to === null) return '–';
  return t('datesOf', {
    from: from === null ? '…' : formatDate(from),
    to: to === null ? '…' : formatDate(to),
  });
}
