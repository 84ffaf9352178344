import type { CallPart, ResultColumn, ResultRow, TakePart } from '../call.ts';

/** Limits of one part: rows, and characters in them. */
export const MAX_ROWS = 1_000;
export const MAX_LENGTH = 1_000_000;

export const lengthOf = (row: ResultRow): number =>
  row.reduce((sum, value) => sum + (value?.length ?? 0), 0);

/** Collects the rows that a driver delivers one by one into parts. */
export interface PartMaker {
  begin(columns: ResultColumn[]): void;
  add(row: ResultRow): void;
  /** Whether the part has reached a limit and should be handed over. */
  isFull(): boolean;
  /** False: no more rows are wanted; those that come in spite of it are dropped. Never rejects. */
  handOver(): Promise<boolean>;
  /** Hands over the last rows. @throws the error that kept any part from being taken */
  end(): Promise<void>;
}

export function createPartMaker(take: TakePart): PartMaker {
  let parts: CallPart[] = [];
  let rows = 0;
  let length = 0;
  let isWanted = true;
  let failure: Error | null = null;
  const handOver = async (): Promise<boolean> => {
    const ready = parts;
    parts = [];
    rows = 0;
    length = 0;
    try {
      for (const part of ready) isWanted &&= await take(part);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      isWanted = false;
    }
    return isWanted;
  };
  return {
    begin(columns) {
      if (isWanted) parts.push({ columns });
    },
    add(row) {
      if (!isWanted) return;
      const last = parts.at(-1);
      if (last && 'rows' in last) last.rows.push(row);
      else parts.push({ rows: [row] });
      rows += 1;
      length += lengthOf(row);
    },
    isFull: () => rows >= MAX_ROWS || length >= MAX_LENGTH,
    handOver,
    async end() {
      await handOver();
      if (failure) throw failure;
    },
  };
}
