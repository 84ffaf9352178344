import type { Reading, Slice, TextRow } from '../../../../../connectors/core/data.ts';
import { type Findings, marksOf } from '../answer/findings.ts';
import { contentOf, contentPlaces, extraContents } from '../answer/marks.ts';
import type { Plan } from '../plan/plan.ts';
import { type Sides, nullIfTooLarge } from '../sides.ts';
import type { Copies } from './compare-in-memory.ts';

/** How many rows of each side have these contents, by content; null where the source has them too often to be copied. */
type Count = (
  contents: readonly string[],
  most: number,
) => Promise<[source: Counts, target: Counts] | null>;
type Counts = ReadonlyMap<string, number>;

/** Fewer extra rows, or contents, may agree with others by chance. */
const MIN_COPIES = 3;
/** The share of the rows with known contents that must be copied the same number of times. */
const NEARLY_ALL = 0.9;
/** The share of extra rows that must be copies: rows that agree by chance are fewer where their contents are rare. */
const MOST = 0.5;
/** Contents looked up by one statement. */
const AT_ONCE = 5_000;
/** Each look reads the source twice and the target once. More than two are made only while they read no more rows of the source than this. */
const MAX_LOOKS = 2;
const MAX_READ = 10_000_000;
/** A look reads all rows of the source, so in large tables only many extra rows are worth it. */
const SMALL = 100_000;
const WORTH = 1_000;

/**
 * The contents of rows that the target has again under new keys, as after a load that ran twice. All rows of the source with
 * the same values must be copied equally often: values that repeat by chance, such as a status, are not.
 */
export async function findCopies(
  { marks, rows }: { marks: readonly string[]; rows: { source: number } },
  count: Count,
): Promise<Counts> {
  const extras = extraContents(marks);
  if (!extras || extras.total < MIN_COPIES || extras.contents.size < MIN_COPIES) return NONE;
  if (rows.source > SMALL && extras.total * WORTH < rows.source) return NONE;
  // What is not looked up cannot be counted.
  const looks = Math.max(MAX_LOOKS, Math.floor(MAX_READ / rows.source));
  if (extras.contents.size > looks * AT_ONCE) return NONE;
  const known = [...extras.contents.keys()];
  const copies = new Map<string, number>();
  // The first contents are from all over the table: where they are no copies, the others are not looked up.
  const step = Math.ceil(known.length / AT_ONCE);
  for (let start = 0; start < step; start += 1) {
    const some = known.filter((_content, place) => place % step === start);
    const found = copiesAmong(
      new Map(some.map((content) => [content, extras.contents.get(content)!])),
      await count(some, rowsIn(extras.contents, some) / NEARLY_ALL),
    );
    if (found.size === 0 && start === 0) return NONE;
    for (const [content, times] of found) copies.set(content, times);
  }
  return copies;
}

const NONE: Counts = new Map();

const rowsIn = (counts: Counts, contents: Iterable<string>): number =>
  [...contents].reduce((sum, content) => sum + (counts.get(content) ?? 0), 0);

/** Those of the extra contents that are copies; none where too few of them are. */
function copiesAmong(extra: Counts, counted: Awaited<ReturnType<Count>>): Counts {
  if (!counted) return NONE;
  const [source, target] = counted;
  const of = (counts: Counts, content: string) => counts.get(content) ?? 0;
  // Where the target has no more of them, the rows only got other keys.
  const both = [...extra].filter(
    ([content, times]) =>
      of(source, content) > 0 && of(target, content) - of(source, content) >= times,
  );
  const copied = both.reduce((sum, [, times]) => sum + times, 0);
  const times = Math.max(
    1,
    Math.round(
      copied /
        Math.max(
          1,
          rowsIn(
            source,
            both.map(([one]) => one),
          ),
        ),
    ),
  );
  const copies = both.filter(([content, often]) => often === times * of(source, content));
  const rows = copies.reduce((sum, [, often]) => sum + often, 0);
  const isLoad = rows >= copied * NEARLY_ALL && rows >= rowsIn(extra, extra.keys()) * MOST;
  return isLoad && copies.length >= MIN_COPIES ? new Map(copies) : NONE;
}

/** Counts contents by reading the hashes of rows that have them. */
export const countOnSides =
  (sides: Sides, plan: Plan): Count =>
  async (contents, most) => {
    const places = contentPlaces(plan);
    const slice: Slice = { kind: 'buckets', prefixes: contents };
    const contentsOf = (reading: Reading): Reading => ({
      ...reading,
      columns: places.map((place) => reading.columns[place]!),
      key: [],
    });
    // A side may have such rows without end, so they are counted first.
    const { rows } = await sides.one('source', (reader, reading) =>
      reader.checksum(contentsOf(reading), slice),
    );
    if (rows < MIN_COPIES || rows > most) return null;
    const both = await nullIfTooLarge(
      sides.both((reader, reading) => reader.hashRows(contentsOf(reading), slice)),
    );
    if (!both) return null;
    const [source, target] = both.map((found) => countAll(found.map(({ hash }) => hash)));
    return [source!, target!];
  };

/** Counts contents of rows that are in memory. */
export const countInCopies = (plan: Plan, copies: Copies): Count => {
  const countOf = (rows: readonly TextRow[]) => countAll(rows.map((row) => contentOf(plan, row)));
  let counted: ReturnType<Count> | undefined;
  return () => (counted ??= Promise.resolve([countOf(copies[0]), countOf(copies[1])]));
};

function countAll(contents: readonly (string | null)[]): Counts {
  const counts = new Map<string, number>();
  for (const content of contents)
    if (content !== null) counts.set(content, (counts.get(content) ?? 0) + 1);
  return counts;
}

/** Rows that are there again under new keys, and their contents. */
export type FoundCopies = { rows: number; contents: ReadonlySet<string> };

export async function copiesIn(findings: Findings, count: Count): Promise<FoundCopies | null> {
  const copies = await findCopies({ marks: marksOf(findings), rows: findings.rows }, count);
  return copies.size === 0
    ? null
    : { rows: rowsIn(copies, copies.keys()), contents: new Set(copies.keys()) };
}
