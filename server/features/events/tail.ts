import { readNewestId } from '../../platform/db/newest-id.ts';
import type { Db } from '../../platform/db/store.ts';

/** More lines at once are not looked at one by one. */
const MANY = 500;
/** Transactions may commit out of the order of their ids: this far back is looked at again. */
const OVERLAP = 200;

/** The end of a table that only grows: each line is read once. */
export function createTail<Row extends { id: number }>(
  db: Db,
  table: Parameters<typeof readNewestId>[1],
  readAfter: (id: number) => Promise<Row[]>,
) {
  let last = 0;
  let seen = new Set<number>();
  const readNew = async (after: number): Promise<Row[]> => {
    const rows = await readAfter(after);
    const before = seen;
    seen = new Set(rows.map(({ id }) => id));
    return rows.filter(({ id }) => !before.has(id));
  };
  return {
    async start(): Promise<void> {
      last = await readNewestId(db, table);
      await readNew(last - OVERLAP);
    },
    /** @returns the lines since the last reading; null where they are too many */
    async read(): Promise<Row[] | null> {
      const newest = await readNewestId(db, table);
      if (newest <= last) return [];
      const many = newest - last > MANY;
      const rows = await readNew((many ? newest : last) - OVERLAP);
      last = newest;
      return many ? null : rows;
    },
  };
}
