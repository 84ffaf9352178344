import { listCommonCauses } from '../../../../contract/proof/common.ts';
import { listEvidence } from '../../../../contract/proof/evidence.ts';
import { listPairs, type PairRow, type ProofSummary } from '../../../../contract/proof/pairs.ts';
import type { ProjectRow } from '../../../../contract/projects.ts';
import { type Run, type RunItem, listRunItems, listRuns } from '../../../../contract/proof/runs.ts';
import { listAcceptances } from '../../../../contract/proof/definitions.ts';
import { getProofSettings, listExpressions } from '../../../../contract/proof/rows.ts';
import { EXPRESSION, listTolerances } from '../../../../contract/proof/tolerances.ts';
import { call, request } from '../../../lib/api.ts';

/** Up to this number, all pairs are listed; of more, only the differing ones. */
export const MAX_LISTED = 1_000;
/** Maximum number of pairs listed for each kind of difference. */
const MAX_DIFFERENT = 500;
const DIFFERING = ['data_result', 'structure_result', 'call_result'] as const;

interface ReportRows {
  rows: readonly PairRow[];
  /** Number of all pairs of the project, whether listed or not. */
  total: number;
}

/** The pairs that a report lists: all of them, or only the differing ones if there are too many. */
async function readReportRows(id: number, signal: AbortSignal): Promise<ReportRows> {
  const read = async (query: Readonly<Record<string, string>>) => {
    const { data, headers } = await request(listPairs, {
      params: { id },
      query: { sort: 'object_type_id,name', ...query },
      signal,
    });
    return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
  };
  const first = await read({ limit: String(MAX_LISTED) });
  if (first.total <= MAX_LISTED) return first;
  const differing = await Promise.all(
    DIFFERING.map((column) =>
      read({ [`filter[${column}]`]: 'different', limit: String(MAX_DIFFERENT) }),
    ),
  );
  return { rows: withoutDoubles(differing.flatMap(({ rows }) => rows)), total: first.total };
}

export const withoutDoubles = (rows: readonly PairRow[]): PairRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** When a pair was last compared; null if never. */
export const comparedAt = ({ data_at: data, structure_at: structure }: PairRow): string | null =>
  data !== null && (structure === null || data > structure) ? data : structure;

/** The servers with their versions, from the evidence of the most recently compared pair. */
async function readServers(id: number, rows: readonly PairRow[], signal: AbortSignal) {
  const [last] = rows
    .filter((row) => comparedAt(row) !== null)
    .toSorted((one, other) => comparedAt(other)!.localeCompare(comparedAt(one)!));
  if (!last) return null;
  const evidence = await call(listEvidence, { params: { id, pair: last.id }, signal });
  return evidence.find(({ servers }) => servers.source && servers.target)?.servers ?? null;
}

/** Calls that the newest run of kind `all` skipped. */
export interface NotCalled {
  run: Run;
  items: readonly RunItem[];
}

async function readNotCalled(
  id: number,
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<NotCalled | null> {
  const run = runs.find(({ kind }) => kind === 'all');
  if (!run) return null;
  const params = { id, run: run.id };
  const items = await call(listRunItems, { params, query: { not_called: '1' }, signal });
  return { run, items };
}

/** All data of a report except its summary. */
export async function readReport(id: number, signal: AbortSignal) {
  const params = { id };
  const [pairs, runs, acceptances, settings, causes, ofPairs, ofProject] = await Promise.all([
    readReportRows(id, signal),
    call(listRuns, { params, signal }),
    call(listAcceptances, { params, signal }),
    call(getProofSettings, { params, signal }),
    call(listCommonCauses, { params, query: { alone: '1' }, signal }),
    call(listExpressions, { params, signal }),
    call(listTolerances, { params, signal }),
  ]);
  const [servers, notCalled] = await Promise.all([
    readServers(id, pairs.rows, signal),
    readNotCalled(id, runs, signal),
  ]);
  const expressions = {
    ofPairs,
    ofProject: ofProject.filter((one) => one.cause === EXPRESSION && one.ended_at === null),
  };
  return { pairs, runs, notCalled, acceptances, causes, expressions, mask: settings.mask, servers };
}

export interface SheetProps {
  project: ProjectRow;
  summary: ProofSummary;
  report: Awaited<ReturnType<typeof readReport>>;
  /** When the data was read. */
  at: string;
}
