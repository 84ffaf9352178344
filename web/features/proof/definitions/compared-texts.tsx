import { Button, Group, Text, Title } from '@mantine/core';
import { useState, useMemo } from 'react';
import { useTexts } from '../../../lib/i18n/index.ts';
import { diffWordsWithSpace, diffArrays } from 'diff';
import { formatNumber } from '../../../lib/format.ts';
import type { Aligned } from './align.ts';
import { harmlessIn } from './harmless.ts';
import classes from '../pair/pair.module.css';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import { Sql, SqlLine, useSqlLines, type Range } from '../../../ui/sql.tsx';
import type { Token } from '../../../ui/sql-tokens.ts';
import { Sideways } from '../../../ui/sideways.tsx';

interface Both {
  source: string;
  target: string;
}

interface Props {
  /** The texts in each engine's own dialect. */
  own: Both;
  /** The texts in a common dialect; null where they cannot be translated. */
  shared: Both | null;
  /** What these are: whole texts, bodies of routines without what they declare, `partly` as they are stored, or `own` in other lines and blanks alone. */
  extent?: 'whole' | 'bodies' | 'partly' | 'layout';
  /** The sides that exist; a single text has nothing to be compared with. */
  sides?: readonly Side[];
  /** Whether they were found to mean the same; null where they were not compared. */
  meaning?: 'same' | 'open' | null;
}

/** What the texts are, in a sentence; null where it need not be said. */
const HOW = {
  one: {
    whole: 'textAnew',
    bodies: null,
    partly: null,
    layout: 'textsBlanks',
    stored: null,
  },
  both: {
    whole: 'textsInOne',
    bodies: 'textsBodies',
    partly: 'textsPartly',
    layout: 'textsEachOwn',
    stored: 'textsEachStored',
  },
} as const;

type Saying = 'tablesInOne' | Exclude<(typeof HOW)['both' | 'one'][keyof typeof HOW.both], null>;
/** What is said of texts of which equal ones may yet differ in meaning. */
const TRANSLATED: ReadonlySet<Saying> = new Set(['tablesInOne', 'textsInOne', 'textsBodies']);

/** What is shown, what is said of it, and where the button leads. */
function choose({ own, shared, extent = 'whole', sides = SIDES }: Props, asKept: boolean) {
  // Engines store no text of tables.
  const isKept = own.source !== '' || own.target !== '';
  const only = isKept && sides.length === 1 ? sides[0]! : null;
  const isShared = shared !== null && !asKept;
  const said: Saying | null = isKept
    ? HOW[only ? 'one' : 'both'][isShared ? extent : 'stored']
    : 'tablesInOne';
  const there: 'textOwn' | 'textsOwn' = only ? 'textOwn' : 'textsOwn';
  const back: 'textLaidOut' | 'textsShared' =
    only || extent === 'layout' ? 'textLaidOut' : 'textsShared';
  return { isKept, only, said, shown: isShared ? shared : own, leads: asKept ? back : there };
}

/** Compares texts of tables, views and routines in a common dialect or layout if possible; one click shows them as stored. */
export function ComparedTexts(props: Props) {
  const { shared, meaning = null } = props;
  const t = useTexts('pair');
  const [asKept, setAsKept] = useState(false);
  const { isKept, only, said, shown, leads } = choose(props, asKept);
  if (!isKept && !shared) return null;
  const isAlike = shown.source === shown.target;
  const isHarmless = isKept && meaning === 'same' && !isAlike;
  return (
    <section aria-label={t('text')}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h4">
          {t('text')}
        </Title>
        {shared && isKept && (
          <Button variant="default" size="compact-sm" onClick={() => setAsKept(!asKept)}>
            {t(leads)}
          </Button>
        )}
      </Group>
      <Note said={said} isOpen={isAlike && meaning === 'open'} />
      {only ? (
        <pre className={classes.code}>
          <Sql text={shown[only]} />
        </pre>
      ) : (
        <FoldedDiff key={String(asKept)} texts={shown} isFolded={isHarmless} />
      )}
    </section>
  );
}

/** @param isOpen - whether the texts are the same, and yet a difference is open */
function Note({ said, isOpen }: { said: Saying | null; isOpen: boolean }) {
  const t = useTexts('pair');
  if (!said) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {t(said)}
      {isOpen && TRANSLATED.has(said) && ` ${t('textsAlike')}`}
    </Text>
  );
}

/** @param isFolded - where the texts are only written otherwise */
function FoldedDiff({ texts, isFolded }: { texts: Both; isFolded: boolean }) {
  const t = useTexts('pair');
  const diff = <TextDiff {...texts} harmless={isFolded ? 'shown' : 'folded'} />;
  if (!isFolded) return diff;
  return (
    <details className={classes.harmless}>
      <summary className={classes.summary}>{t('textsWrittenOtherwise')}</summary>
      {diff}
    </details>
  );
}

/** Number of unchanged lines shown around a change. */
const AROUND = 3;
/** Fewer unchanged lines than this are not collapsed. */
const FOLDED = 10;
/** Maximum number of lines rendered at once. */
const STEP = 1_000;

type Row = Aligned<string>;
type Shown =
  | { kind: 'line'; row: Row; isSame: boolean }
  | { kind: 'folded'; from: number; to: number; harmless: number };

/** A line without what may say nothing by itself: blanks around it, and a comma at its end. */
const essenceOf = (line: string): string => line.trim().replace(/,$/, '');

/** Whether lines are the same; a comma says nothing where it stands before a line that the other side lacks. */
function isSame({ source, target }: Row, next: Row | undefined): boolean {
  if (source === null || target === null) return false;
  if (source.trim() === target.trim()) return true;
  const without = source.trim().endsWith(',') ? 'target' : 'source';
  return essenceOf(source) === essenceOf(target) && next?.[without] === null;
}

/** Changed lines with their context; longer unchanged stretches are collapsed until they are opened. */
export function foldRows(
  rows: readonly Row[],
  opened: ReadonlySet<number>,
  hidden: ReadonlySet<Row> = new Set(),
): Shown[] {
  const isPlain = (at: number) => isSame(rows[at]!, rows[at + 1]);
  const isEqual = (at: number) => isPlain(at) || hidden.has(rows[at]!);
  const shown: Shown[] = [];
  const show = (from: number, to: number) => {
    for (let at = from; at < to; at += 1)
      shown.push({ kind: 'line', row: rows[at]!, isSame: isPlain(at) });
  };
  for (let from = 0; from < rows.length;) {
    let to = from;
    while (to < rows.length && isEqual(to)) to += 1;
    const start = from === 0 ? 0 : from + AROUND;
    const end = to === rows.length ? to : to - AROUND;
    if (end - start >= FOLDED && !opened.has(start)) {
      show(from, start);
      const harmless = rows.slice(start, end).filter((row) => hidden.has(row)).length;
      shown.push({ kind: 'folded', from: start, to: end, harmless });
      show(end, to);
    } else show(from, to);
    if (to < rows.length) shown.push({ kind: 'line', row: rows[to]!, isSame: false });
    from = to + 1;
  }
  return shown;
}

const NONE: ReadonlySet<Row> = new Set();

interface DiffProps extends Both {
  /** What becomes of lines that differ in writing alone; absent where any difference may matter. */
  harmless?: 'folded' | 'shown';
}

/** The texts of views and routines side by side, line by line. */
export function TextDiff({ source, target, harmless: how }: DiffProps) {
  const t = useTexts('pair');
  const rows = useMemo(() => diffLines(source, target), [source, target]);
  const coloured = {
    source: useTokensOf(rows, source, 'source'),
    target: useTokensOf(rows, target, 'target'),
  };
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [most, setMost] = useState(STEP);
  const found = useHarmless(rows, coloured);
  const harmless = how ? found : NONE;
  const [isShown, setIsShown] = useState(how === 'shown');
  const hidden = isShown ? NONE : harmless;
  const all = useMemo(() => foldRows(rows, opened, hidden), [rows, opened, hidden]);
  const folded = all.reduce((sum, it) => sum + (it.kind === 'folded' ? it.harmless : 0), 0);
  return (
    <>
      {folded > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsShown(true)}>
          {t('harmlessLines', { count: folded })}
        </Button>
      )}
      <Sideways label={t('text')}>
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
                      {t(line.harmless > 0 ? 'alikeLines' : 'equalLines', {
                        count: line.to - line.from,
                      })}
                    </Button>
                  </td>
                </tr>
              ) : (
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index} {...markOf(line, harmless)}>
                  <td className={classes.code}>
                    <Words
                      text={line.row.source}
                      other={line.isSame ? null : line.row.target}
                      tokens={coloured.source.get(line.row)}
                    />
                  </td>
                  <td className={classes.code}>
                    <Words
                      text={line.row.target}
                      other={line.isSame ? null : line.row.source}
                      tokens={coloured.target.get(line.row)}
                    />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </Sideways>
      {all.length > most && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setMost(most + STEP)}>
          {t('moreLines', { left: formatNumber(all.length - most) })}
        </Button>
      )}
    </>
  );
}

const markOf = (
  { row, isSame: isPlain }: Extract<Shown, { kind: 'line' }>,
  harmless: typeof NONE,
) => (isPlain ? {} : harmless.has(row) ? { 'data-harmless': '' } : { 'data-changed': '' });

/** The rows of which both lines differ in writing alone. */
const useHarmless = (
  rows: readonly Row[],
  { source, target }: Record<Side, ReadonlyMap<Row, Token[]>>,
): ReadonlySet<Row> =>
  useMemo(() => {
    const differing = rows.filter((row, at) => !isSame(row, rows[at + 1]));
    return harmlessIn(differing, source, target);
  }, [rows, source, target]);

/** The tokens of each row's line on one side. */
function useTokensOf(rows: readonly Row[], text: string, side: Side): Map<Row, Token[]> {
  const lines = useSqlLines(text);
  return useMemo(() => {
    const own = rows.filter((row) => row[side] !== null);
    return new Map(lines ? own.map((row, index) => [row, lines[index] ?? []]) : []);
  }, [lines, rows, side]);
}

/** Lines longer than this are marked as a whole instead of word by word. */
const LONGEST_LINE = 2_000;

/** A line in which the words that the other line lacks are marked. */
function Words({ text, other, tokens }: WordsProps) {
  if (text === null) return null;
  const marks = other === null ? [] : differing(text, other);
  return <SqlLine tokens={tokens ?? [{ text, kind: 'plain' }]} marks={marks} />;
}

interface WordsProps {
  text: string | null;
  /** The line that it differs from; null where there is none. */
  other: string | null;
  tokens: Token[] | undefined;
}

function differing(text: string, other: string): Range[] {
  if (text.length + other.length > LONGEST_LINE) return [];
  let at = 0;
  return diffWordsWithSpace(other, text)
    .filter(({ removed }) => !removed)
    .flatMap(({ added, value }) => {
      const from = at;
      at += value.length;
      return added && value.trim() !== '' ? [{ from, to: at }] : [];
    });
}

/** Maximum number of removed or added lines; beyond it, finding common lines takes too long. */
const MAX_EDITS = 1_000;

/** Compares two texts line by line: common lines share a row, others stand alone. */
export function diffLines(source: string, target: string): Aligned<string>[] {
  const [one, two] = [source.split(/\r?\n/), target.split(/\r?\n/)];
  const parts = diffArrays(one.map(essenceOf), two.map(essenceOf), { maxEditLength: MAX_EDITS });
  if (!parts) return besideEachOther(one, two);
  const rows: Aligned<string>[] = [];
  /** The next lines of each side to put into rows (i, j), and the next lines to examine. */
  let [i, j, atSource, atTarget] = [0, 0, 0, 0];
  const add = (): void => {
    rows.push(...besideEachOther(one.slice(i, atSource), two.slice(j, atTarget)));
    [i, j] = [atSource, atTarget];
  };
  for (const { added, removed, count } of parts) {
    const isSame = !added && !removed;
    if (isSame) add();
    if (!added) atSource += count;
    if (!removed) atTarget += count;
    if (isSame) add();
  }
  add();
  return rows;
}

const besideEachOther = (one: readonly string[], two: readonly string[]): Aligned<string>[] =>
  Array.from({ length: Math.max(one.length, two.length) }, (_, index) => ({
    source: one[index] ?? null,
    target: two[index] ?? null,
  }));
