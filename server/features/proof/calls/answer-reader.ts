import { type Param, message } from '../../../../contract/messages/message.ts';
import type {
  CallPart,
  CallResult,
  ResultColumn,
  ResultRow,
  TakePart,
} from '../../../../connectors/core/call.ts';
import type { CallAnswer } from '../../../../contract/proof/calls.ts';
import { lengthOf } from '../../../../connectors/core/calls/call-parts.ts';

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

/** The rows to show: the first ones, and differing rows further down. */
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

/** Rows of a result set that are kept to be shown. */
const KEPT = 1_000;
/** Characters and values of these rows, in all result sets together. */
const KEPT_LENGTH = 4_000_000;
/** Result sets that are read, since each is held until the end, however small it is. */
const MAX_SETS = 1_000;

/** Reads one side's answer, as far and as fast as it is compared. */
export interface AnswerReader {
  /** The next result set; unread rows of the one before are skipped. */
  nextSet(): Promise<ReadSet | null>;
  /** The next rows of this result set; null at its end. */
  nextRows(): Promise<ResultRow[] | null>;
  /** Reads no further. */
  stop(): void;
  sets: readonly ReadSet[];
  /** Why not all of the answer was read; null where it was. */
  cut(): Param | null;
  /** The final result of the call. @throws what prevented the call */
  result: Promise<CallResult>;
}

/** @param run - runs the call, and passes on the parts of its answer */
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
  let kept = 0;
  let wake = () => undefined as void;
  const result = run((part) => {
    // These parts are for whoever observes the effects of the call.
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
  // Whoever awaits the result gets the error; this only prevents an unhandled rejection.
  result.catch(() => undefined);

  const stop = (): void => {
    isStopped = true;
    offered?.answer(false);
    offered = null;
    wake();
  };
  /** The next part, which stays the next one until it is taken. */
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
  /** Takes the part, so that its source goes on while the part is compared. */
  const take = (): void => {
    const taken = offered;
    offered = null;
    taken?.answer(true);
  };
  const keep = (set: ReadSet, rows: readonly ResultRow[]): void => {
    for (const row of rows) {
      length += lengthOf(row);
      kept += lengthOf(row) + row.length;
      if (set.count === set.first.length && set.count < KEPT && kept < KEPT_LENGTH)
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
      if (sets.length === MAX_SETS) {
        cut = message('call.resultSets', { count: MAX_SETS });
        stop();
        return null;
      }
      const set = { columns: part.columns, count: 0, first: [] };
      sets.push(set);
      take();
      return set;
    },
  };
}
