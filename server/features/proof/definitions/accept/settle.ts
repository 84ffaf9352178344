import { type Coverage, type DataResult, gapsOf } from '../../../../../contract/proof/pairs.ts';
import { CALL_PARTLY, DATA_PARTLY } from '../../../../../contract/proof/definitions.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import type { StoredPair } from '../../pairs/service.ts';
import {
  type GapCode,
  endAcceptancesNotCovering,
  findCoveringAcceptance,
} from './accepted-gaps.ts';
import { readAcceptedRows, readMarks } from './accepted-rows.ts';

export interface FoundRows {
  differencesTotal: number;
  atLeast: boolean;
  coverage: Coverage | null;
  marks: readonly string[];
}

interface Judged {
  result: DataResult;
  /** How many of the rows that differ are accepted. */
  accepted: number;
  /** Marks of the rows that are not accepted. */
  open: string[];
  /** Reasons of the acceptances that cover rows, and of the one that covers what was not compared. */
  reasons: { rows: string[]; gaps: string | null };
}

/** Judges rows that differ, or were not all compared, by what is accepted. */
export async function judgeRows(
  store: Pick<Store, 'kind'>,
  db: Db,
  pairId: number,
  { differencesTotal, atLeast, coverage, marks }: FoundRows,
): Promise<Judged> {
  const pair = await readLocked(store, db, pairId);
  const rows = differencesTotal > 0 ? await readAcceptedRows(store, db, pair) : null;
  const found = marks.map((row) => ({ row, by: rows?.find(row) }));
  const covering = found.flatMap(({ by }) => by ?? []);
  const gaps = coverage ? gapsOf(coverage) : [];
  const coveringGaps =
    gaps.length > 0 ? await findCoveringAcceptance(store, db, pair, DATA_PARTLY, gaps) : null;
  // In a sample, all differences that were found may be accepted; otherwise the result stays open if more rows may differ.
  const isCut = atLeast && coverage?.by !== 'sample';
  const isOpen = isCut || covering.length < differencesTotal;
  return {
    result: isOpen
      ? 'different'
      : gaps.length > 0 && !coveringGaps
        ? 'partly_compared'
        : 'accepted',
    accepted: covering.length,
    open: found.flatMap(({ row, by }) => (by ? [] : [row])),
    reasons: {
      rows: [...new Set(covering.map(({ reason }) => reason))],
      gaps: coveringGaps && coveringGaps.reason,
    },
  };
}

/** Results that acceptances can change; rows that were found equal, or could not be compared, are not affected. */
const SETTLED_BY_ACCEPTANCES: readonly (DataResult | null)[] = [
  'different',
  'partly_compared',
  'accepted',
];

/** Judges the last row comparison of a pair by the acceptances in force now, and saves the result. */
export async function settleRows(
  store: Pick<Store, 'kind'>,
  tx: Db,
  pairId: number,
): Promise<void> {
  const pair = await readLocked(store, tx, pairId);
  if (!SETTLED_BY_ACCEPTANCES.includes(pair.data_result)) return;
  const coverage =
    pair.data_coverage === null ? null : (JSON.parse(pair.data_coverage) as Coverage);
  // Older results without stored coverage and without differences stay as they are.
  if (!coverage && !pair.data_differences) return;
  const { result, accepted } = await judgeRows(store, tx, pairId, {
    differencesTotal: pair.data_differences ?? 0,
    atLeast: pair.data_at_least === 1,
    coverage,
    marks: await readMarks(tx, pairId, pair.data_at),
  });
  await tx
    .updateTable('pair')
    .set({ data_result: result, data_accepted: accepted })
    .where('id', '=', pairId)
    .execute();
}

/** Locks the pair: others who accept, withdraw or compare wait. */
function readLocked({ kind }: Pick<Store, 'kind'>, tx: Db, pairId: number): Promise<StoredPair> {
  const select = tx.selectFrom('pair').selectAll().where('id', '=', pairId);
  return (kind === 'postgresql' ? select.forNoKeyUpdate() : select).executeTakeFirstOrThrow();
}

/** Likewise for a call that was not compared completely. */
export async function settleCall(
  store: Pick<Store, 'kind'>,
  tx: Db,
  pairId: number,
): Promise<void> {
  const gaps = knownGaps(await readLocked(store, tx, pairId), CALL_PARTLY);
  if (!gaps?.length) return;
  await tx
    .updateTable('pair')
    .set({ call_result: await judgeCall(store, tx, pairId, gaps) })
    .where('id', '=', pairId)
    .execute();
}

export async function judgeCall(
  store: Pick<Store, 'kind'>,
  tx: Db,
  pairId: number,
  gaps: readonly string[],
): Promise<'accepted' | 'partly_compared'> {
  const pair = await readLocked(store, tx, pairId);
  return (await findCoveringAcceptance(store, tx, pair, CALL_PARTLY, gaps))
    ? 'accepted'
    : 'partly_compared';
}

/** Ends acceptances that do not cover what the pair's current results leave out. */
export async function endObsoleteAcceptances(
  store: Pick<Store, 'kind'>,
  tx: Db,
  pairId: number,
): Promise<void> {
  const pair = await readLocked(store, tx, pairId);
  for (const code of [DATA_PARTLY, CALL_PARTLY] as const) {
    const gaps = knownGaps(pair, code);
    if (gaps) await endAcceptancesNotCovering(store, tx, pair, code, gaps);
  }
}

/** What a result of a pair leaves out; null where that is unknown. */
export function knownGaps(
  { data_coverage, call_gaps }: StoredPair,
  code: GapCode,
): string[] | null {
  if (code === CALL_PARTLY) return call_gaps === null ? null : (JSON.parse(call_gaps) as string[]);
  return data_coverage === null ? null : gapsOf(JSON.parse(data_coverage) as Coverage);
}
