import { Button, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import type { Aligned } from './align.ts';
import { diffLines } from './diff-lines.ts';
import classes from '../pair/pair.module.css';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Lines shown around what differs. */
const AROUND = 3;
/** Fewer equal lines than these are not worth folding. */
const FOLDED = 10;
/** So many lines are drawn at once. */
const STEP = 1_000;

type Row = Aligned<string>;
type Shown = { kind: 'line'; row: Row } | { kind: 'folded'; from: number; to: number };

const isSame = ({ source, target }: Row) => source?.trim() === target?.trim();

/** What differs with some lines around it; longer stretches that are equal are folded until somebody opens them. */
export function foldRows(rows: readonly Row[], opened: ReadonlySet<number>): Shown[] {
  const shown: Shown[] = [];
  for (let from = 0; from < rows.length;) {
    let to = from;
    while (to < rows.length && isSame(rows[to]!)) to += 1;
    const start = from === 0 ? 0 : from + AROUND;
    const end = to === rows.length ? to : to - AROUND;
    const isFolded = end - start >= FOLDED && !opened.has(start);
    const lines = isFolded
      ? [...rows.slice(from, start), null, ...rows.slice(end, to)]
      : rows.slice(from, to);
    for (const row of lines)
      shown.push(row ? { kind: 'line', row } : { kind: 'folded', from: start, to: end });
    if (to < rows.length) shown.push({ kind: 'line', row: rows[to]! });
    from = to + 1;
  }
  return shown;
}

/** The texts of views and routines beside each other, line by line. */
export function TextDiff({ source, target }: { source: string; target: string }) {
  const t = useTexts('pair');
  const rows = useMemo(() => diffLines(source, target), [source, target]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [most, setMost] = useState(STEP);
  const all = useMemo(() => foldRows(rows, opened), [rows, opened]);
  if (source === '' && target === '') return null;
  return (
    <section aria-label={t('text')}>
      <Title order={3} size="h4" mb="xs">
        {t('text')}
      </Title>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('text')}>
        <table className={classes.diff}>
          <thead>
            <tr>
              <th scope="col">{t('source')}</th>
              <th scope="col">{t('target')}</th>
            </tr>
          </thead>
          <tbody>
            {all.slice(0, most).map((line, index) =>
              line.kind === 'folded' ? (
                <tr key={`folded ${line.from}`}>
                  <td colSpan={2}>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() => setOpened(new Set([...opened, line.from]))}
                    >
                      {t('equalLines', { count: line.to - line.from })}
                    </Button>
                  </td>
                </tr>
              ) : (
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index} {...(!isSame(line.row) && { 'data-changed': '' })}>
                  <td className={classes.code}>{line.row.source}</td>
                  <td className={classes.code}>{line.row.target}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {all.length > most && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setMost(most + STEP)}>
          {t('moreLines', { left: formatNumber(all.length - most) })}
        </Button>
      )}
    </section>
  );
}
