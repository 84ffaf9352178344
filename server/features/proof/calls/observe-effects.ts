import { type Message, message } from '../../../../contract/messages/message.ts';
import type { WrittenTable } from '../../../../connectors/core/call.ts';
import type { Checksum, DataReader, Reading, TextRow } from '../../../../connectors/core/data.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import type { Side } from '../../../../contract/fields.ts';
import { pairUp, withoutSame } from '../rows/service.ts';
import type { Watch, WatchedTable } from './watch-tables.ts';

/** A row that a call added, changed or deleted. */
export interface Change {
  /** Texts of the row's key; of the whole row where it has no key. */
  key: TextRow;
  before: TextRow | null;
  after: TextRow | null;
}

/** Checksums over all rows of a table. */
export interface Sums {
  before: Checksum;
  after: Checksum;
}

/** What a call did to one table on one side. */
export interface Effect {
  sums: Sums;
  /** Null where the rows are too many to be compared one by one. */
  changes: Change[] | null;
}

/** What was observed on one side when the call is over. */
export interface Observed {
  /** By the id of the table's pair; tables that could not be read are absent, and among the gaps. */
  effects: Map<number, Effect>;
  gaps: Message[];
}

/** Watches the tables of one side while a call runs there. */
export interface Observer {
  before(): Promise<void>;
  after(written: readonly WrittenTable[] | null): Promise<void>;
  /** The effects, once everything was rolled back; null where the engine allowed no look. */
  finish(): Promise<Observed | null>;
}

/** Digits of the key's hash that name a bucket: of 200,000 rows, a bucket has about 50. */
const DIGITS = 3;
/** Most rows in changed buckets that are read; beyond that, only checksums are compared. */
const MAX_ROWS = 20_000;

type Buckets = Map<string, Checksum>;

interface Snapshot {
  before: Buckets;
  after?: Buckets;
  prefixes?: string[];
  /** Rows of the changed buckets after the call, before its rollback. */
  rows?: TextRow[] | null;
}

export function createObserver(
  side: Side,
  reader: DataReader,
  { tables, unread, mostRows }: Watch,
): Observer {
  const looks = new Map<WatchedTable, Snapshot>();
  const gaps: Message[] = [];
  let isOver = false;
  const sideWord = message(`word.${side}`);
  const leave = (table: WatchedTable, gap: Message): void => {
    looks.delete(table);
    gaps.push(gap);
  };
  /** An error with one table does not keep the others from being read. */
  const attempt = async (table: WatchedTable, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // A lost connection fails the call anyway.
      if (!(error instanceof ConnectorError)) throw error;
      leave(table, message('effect.notComparable', { it: table.names[side], finding: error.said }));
    }
  };

  return {
    async before() {
      for (const table of tables)
        await attempt(table, async () => {
          const reading = table.plan[side];
          if ((await reader.countRows(reading)) > mostRows)
            return leave(
              table,
              message('effect.tooLarge', {
                it: table.names[side],
                side: sideWord,
                count: mostRows,
              }),
            );
          looks.set(table, { before: await readBuckets(reader, reading) });
        });
    },
    async after(written) {
      isOver = true;
      for (const [table, look] of looks)
        await attempt(table, async () => {
          looks.set(table, {
            ...look,
            ...(await observeAgain(reader, table.plan[side], look.before)),
          });
        });
      const known = new Set(tables.map(({ names }) => names[side].toLowerCase()));
      if (written === null) gaps.push(...unread[side]);
      for (const { schema, table } of written ?? [])
        if (!known.has(`${schema}.${table}`.toLowerCase()))
          gaps.push(message('effect.alsoWritten', { side: sideWord, it: `${schema}.${table}` }));
    },
    async finish() {
      if (!isOver) return null;
      const effects: Observed['effects'] = new Map();
      for (const [table, look] of looks)
        await attempt(table, async () => {
          const effect = await findEffect(reader, table.plan[side], look);
          if (effect) effects.set(table.pair, effect);
          else leave(table, message('effect.stayed', { it: table.names[side], side: sideWord }));
        });
      return { effects, gaps };
    },
  };
}

/** After the call, before its rollback. */
async function observeAgain(
  reader: DataReader,
  reading: Reading,
  before: Buckets,
): Promise<Omit<Snapshot, 'before'>> {
  const after = await readBuckets(reader, reading);
  const prefixes = changedBuckets(before, after);
  const count = sumOf(before, prefixes).rows + sumOf(after, prefixes).rows;
  const rows =
    count > MAX_ROWS ? null : await reader.readRows(reading, { kind: 'buckets', prefixes });
  return { after, prefixes, rows };
}

/** After the rollback, when the former rows can be read again. Null where they are not back. */
async function findEffect(
  reader: DataReader,
  reading: Reading,
  { before, after = before, prefixes = [], rows = null }: Snapshot,
): Promise<Effect | null> {
  const sums = { before: sumOf(before), after: sumOf(after) };
  if (prefixes.length === 0) return { sums, changes: [] };
  const slice = { kind: 'buckets', prefixes } as const;
  const now = await reader.checksum(reading, slice);
  const then = sumOf(before, prefixes);
  if (now.rows !== then.rows || now.sum !== then.sum) return null;
  if (rows === null) return { sums, changes: null };
  return { sums, changes: listChanges(reading, await reader.readRows(reading, slice), rows) };
}

const readBuckets = (reader: DataReader, reading: Reading): Promise<Buckets> =>
  reader.bucketChecksums(reading, '', DIGITS);

const changedBuckets = (before: Buckets, after: Buckets): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((prefix) => {
    const [one, other] = [before.get(prefix), after.get(prefix)];
    return one?.rows !== other?.rows || one?.sum !== other?.sum;
  });

function sumOf(buckets: Buckets, prefixes: Iterable<string> = buckets.keys()): Checksum {
  let rows = 0;
  let sum = 0n;
  for (const prefix of prefixes) {
    const bucket = buckets.get(prefix);
    rows += bucket?.rows ?? 0;
    sum += BigInt(bucket?.sum ?? '0');
  }
  return { rows, sum: String(sum) };
}

/** The rows of some buckets that have changed. */
function listChanges(
  { key: places }: Reading,
  before: readonly TextRow[],
  after: readonly TextRow[],
): Change[] {
  const [gone, come] = withoutSame(before, after);
  const keyOf = (row: TextRow): TextRow =>
    places.length === 0 ? row : places.map((place) => row[place] ?? null);
  const groups = new Map<string, { key: TextRow; gone: TextRow[]; come: TextRow[] }>();
  for (const [rows, part] of [
    [gone, 'gone'],
    [come, 'come'],
  ] as const)
    for (const row of rows) {
      const key = keyOf(row);
      const name = JSON.stringify(key);
      const group = groups.get(name) ?? { key, gone: [], come: [] };
      group[part].push(row);
      groups.set(name, group);
    }
  return [...groups.values()].flatMap((group): Change[] => {
    const { changed, missing, extra } = pairUp(
      group.gone,
      group.come,
      places.length > 0,
      JSON.stringify,
    );
    return [
      ...changed.map(([one, other]) => ({ key: group.key, before: one, after: other })),
      ...missing.map((row) => ({ key: group.key, before: row, after: null })),
      ...extra.map((row) => ({ key: group.key, before: null, after: row })),
    ];
  });
}
