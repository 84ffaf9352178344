import { type Param, message } from '../../../../contract/messages/message.ts';
import type {
  CallPart,
  CallResult,
  ResultColumn,
  ResultRow,
  TakePart,
} from '../../../../connectors/core/call.ts';
import type { CallAnswer } from '../../../../contract/proof/calls.ts';
import { lengthOf } from '../../../../connectors/core/call-parts.ts';

/** How much of an answer is read. */
export interface AnswerLimits {
  /** Characters of all values of one side. */
  length: number;
  milliseconds: number;
}

/** A row and its place in the result set. */
export interface PlacedRow {
  place: number;
  row: ResultRow;
}

/** A result set while it is read: how many rows have come, and the first of them. */
export interface ReadSet {
  columns: ResultColumn[];
  count: number;
  first: ResultRow[];
}

/** The rows that are shown: the first ones, and those that differ further down. */
export function presentSet(
  set: ReadSet,
  differing: readonly PlacedRow[],
): { set: CallAnswer['result_sets'][number]; places: number[] } {
  const beyond = differing.filter(({ place }) => place >= set.first.length);
  const places = differing.map(({ place }) =>
    place < set.first.length
      ? place
      : set.first.length + beyond.findIndex((row) => row.place === place),
  );
  const rows = [...set.first, ...beyond.map(({ row }) => row)];
  return {
    places,
    set: {
      columns: set.columns,
      rows,
      first: set.first.length,
      count: set.count,
      truncated: rows.length < set.count,
    },
  };
}

/** First rows that are kept of a result set, to be shown. */
const KEPT = 1_000;
/** Characters of them, in all result sets. */
const KEPT_LENGTH = 4_000_000;

/** One side's answer, read as far and as fast as it is compared. */
export interface AnswerReader {
  /** The next result set; rows of the one before that nobody has read are passed over. */
  nextSet(): Promise<ReadSet | null>;
  /** The next rows of this result set; null at its end. */
  nextRows(): Promise<ResultRow[] | null>;
  /** Reads no further. */
  stop(): void;
  sets: readonly ReadSet[];
  /** Why not all of it was read; null where all was. */
  cut(): Param | null;
  /** What came in the end. @throws what kept the call from being run */
  result: Promise<CallResult>;
}

/** @param run - runs the call, and gives the parts of its answer */
export function readAnswer(
  run: (take: TakePart) => Promise<CallResult>,
  limits: AnswerLimits,
): AnswerReader {
  const sets: ReadSet[] = [];
  const start = performance.now();
  let offered: { part: CallPart; answer(isWanted: boolean): void } | null = null;
  let isStopped = false;
  let isEnded = false;
  let cut: Param | null = null;
  let length = 0;
  let wake = () => undefined as void;
  const result = run((part) => {
    // Whoever watches what the call changes takes these.
    if ('stage' in part) return Promise.resolve(true);
    if ('origins' in part) {
      for (const [index, column] of (sets[0]?.columns ?? []).entries())
        column.origin = part.origins[index] ?? null;
      return Promise.resolve(true);
    }
    if (isStopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      offered = { part, answer: resolve };
      wake();
    });
  }).finally(() => {
    isEnded = true;
    wake();
  });
  // Whoever asks for it hears of it.
  result.catch(() => undefined);

  const stop = (): void => {
    isStopped = true;
    offered?.answer(false);
    offered = null;
    wake();
  };
  /** What is next; it stays so until it is taken. */
  const peek = async (): Promise<CallPart | null> => {
    if (!offered && !isEnded && !isStopped) await new Promise<void>((resolve) => (wake = resolve));
    return offered?.part ?? null;
  };
  const limitReached = (): Param | null => {
    if (length > limits.length) return `${Math.round(limits.length / 1e6)} MB`;
    return performance.now() - start >= limits.milliseconds
      ? message('time.seconds', { count: Math.round(limits.milliseconds / 1000) })
      : null;
  };
  /** The source of the next part goes on while this one is looked at. */
  const take = (): void => {
    const taken = offered;
    offered = null;
    taken?.answer(true);
  };
  const keep = (set: ReadSet, rows: readonly ResultRow[]): void => {
    for (const row of rows) {
      length += lengthOf(row);
      if (set.count === set.first.length && set.count < KEPT && length < KEPT_LENGTH)
        set.first.push(row);
      set.count += 1;
    }
  };
  const nextRows = async (): Promise<ResultRow[] | null> => {
    const part = await peek();
    const set = sets.at(-1);
    if (!part || !set || !('rows' in part)) return null;
    const limit = limitReached();
    if (limit) {
      cut = limit;
      stop();
      return null;
    }
    take();
    keep(set, part.rows);
    return part.rows;
  };
  return {
    sets,
    result,
    stop,
    nextRows,
    cut: () => cut,
    async nextSet() {
      while (await nextRows());
      const part = await peek();
      if (!part || !('columns' in part)) return null;
      const set = { columns: part.columns, count: 0, first: [] };
      sets.push(set);
      take();
      return set;
    },
  };
}
