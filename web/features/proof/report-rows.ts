import { listPairs, type PairRow } from '../../../contract/pairs.ts';
import { request } from '../../lib/api.ts';

/** So many pairs are all on paper; of more, those that need somebody's eye. */
export const MOST_LISTED = 1_000;
/** Of each kind of difference. */
const MOST_DIFFERENT = 500;
const DIFFERING = ['data_result', 'structure_result', 'call_result'] as const;

export interface ReportRows {
  rows: readonly PairRow[];
  /** Pairs of the project, listed or not. */
  total: number;
}

/** The pairs that a report lists: all of them, or where they are too many, those that differ. */
export async function readReportRows(id: number, signal: AbortSignal): Promise<ReportRows> {
  const read = async (query: Readonly<Record<string, string>>) => {
    const { data, headers } = await request(listPairs, {
      params: { id },
      query: { sort: 'object_type_id,name', ...query },
      signal,
    });
    return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
  };
  const first = await read({ limit: String(MOST_LISTED) });
  if (first.total <= MOST_LISTED) return first;
  const differing = await Promise.all(
    DIFFERING.map((column) =>
      read({ [`filter[${column}]`]: 'different', limit: String(MOST_DIFFERENT) }),
    ),
  );
  return { rows: withoutDoubles(differing.flatMap(({ rows }) => rows)), total: first.total };
}

export const withoutDoubles = (rows: readonly PairRow[]): PairRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
