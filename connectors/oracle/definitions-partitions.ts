import type { Covered, Spread, Storage } from '../core/definitions.ts';
import { groupBy } from '../core/group.ts';
import { literalsIn } from '../core/catalogue/partitions.ts';
import * as texts from './definitions-sql.ts';
import type { Ask } from './definitions-sql.ts';

const METHODS: Record<string, Spread['method']> = { RANGE: 'range', LIST: 'list', HASH: 'hash' };

export async function readStorage(ask: Ask): Promise<(table: string) => Storage> {
  const rows = new Map(
    (await ask<texts.PartitionRow>(texts.partitions)).map((row) => [row[0], row]),
  );
  const isAny = rows.size > 0;
  const columns = groupBy(
    isAny ? await ask<texts.PartitionColumnRow>(texts.partitionColumns) : [],
    ([table]) => table,
  );
  const ends = new Map(isAny ? await ask<[string, string | null]>(texts.partitionEnds) : []);
  return (table) => {
    const row = rows.get(table);
    if (!row) return { unlogged: false, partitioning: null, partitions: 0 };
    const [, type, count, interval] = row;
    const names = (columns.get(table) ?? []).map(([, column]) => column);
    const method = METHODS[type];
    const covered = interval === null ? coveredBy(method, names, ends.get(table)) : 'all';
    return {
      unlogged: false,
      partitioning: `${type} (${names.join(', ')})${interval === null ? '' : ` INTERVAL (${interval})`}`,
      partitions: interval === null ? Number(count) : 0,
      ...(method && { spread: { method, columns: names, covered } }),
    };
  };
}

/** The first range has no lower bound, and ranges leave no gaps. */
function coveredBy(
  method: Spread['method'] | undefined,
  columns: readonly string[],
  end: string | null | undefined,
): Covered {
  if (method === 'hash') return 'all';
  if (method !== 'range' || !end) return 'unknown';
  if (end.split(',').every((one) => one.trim() === 'MAXVALUE')) return 'all';
  if (columns.length !== 1) return 'unknown';
  const [, moment] = /^(?:TO_DATE\(|TIMESTAMP|DATE)\s*'\s*([^']+?)\s*'/.exec(end.trim()) ?? [];
  const literals = moment === undefined ? literalsIn(end) : [moment];
  return literals?.length === 1 ? { ranges: [[null, literals[0]!]] } : 'unknown';
}
