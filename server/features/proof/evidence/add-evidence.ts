import type { MessageOrText } from '../../../../contract/messages/message.ts';
import type { Evidence, EvidenceKind } from '../../../../contract/proof/evidence.ts';
import { type Difference, MAX_KEPT_ROWS } from '../../../../contract/proof/rows.ts';
import { timestampNow } from '../../../platform/clock.ts';
import { jsonTable } from '../../../platform/db/sql-parts.ts';
import type { Db, StoreKind } from '../../../platform/db/store.ts';

/** The details of evidence, besides who, when, kind and result. */
export type EvidenceDetail = Pick<
  Evidence,
  'servers' | 'hashes' | 'rows_source' | 'rows_target' | 'differences' | 'milliseconds' | 'detail'
> &
  Partial<Pick<Evidence, 'at_least' | 'coverage' | 'explanation'>> & { notes: MessageOrText[] };

export interface NewEvidence {
  projectId: number;
  pairId: number;
  kind: EvidenceKind;
  userId: number | null;
  runId: number | null;
  result: string | null;
  detail: EvidenceDetail;
  /** The rows that differ; the first `MAX_KEPT_ROWS` are kept. */
  rows?: readonly Difference[];
  /** The marks of each of them. */
  marks?: readonly string[];
}

/**
 * Saves evidence, in the transaction of what it proves.
 * @returns its id
 */
export async function addEvidence(
  kind: StoreKind,
  tx: Db,
  { rows = [], marks = [], ...evidence }: NewEvidence,
): Promise<number> {
  const { id } = await tx
    .insertInto('evidence')
    .values({
      project_id: evidence.projectId,
      pair_id: evidence.pairId,
      kind: evidence.kind,
      at: timestampNow(),
      user_id: evidence.userId,
      run_id: evidence.runId,
      result: evidence.result,
      detail: JSON.stringify(evidence.detail),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (rows.length === 0) return id;
  const table = jsonTable(
    kind,
    { seq: 'integer', kind: 'text', key: 'text', columns: 'text', mark: 'text' } as const,
    rows
      .slice(0, MAX_KEPT_ROWS)
      .map((row, index) => [
        index + 1,
        row.kind,
        row.key === null ? null : JSON.stringify(row.key),
        JSON.stringify(row.columns),
        marks[index] ?? null,
      ]),
  ).as('row');
  await tx
    .insertInto('difference')
    .columns(['evidence_id', 'seq', 'kind', 'key', 'columns', 'mark'])
    .expression(
      ({ selectFrom, cast, val }) =>
        selectFrom(table).select((select) => [
          cast<number>(val(id), 'integer').as('evidence_id'),
          select.ref('row.seq').as('seq'),
          select.ref('row.kind').as('kind'),
          select.ref('row.key').as('key'),
          select.ref('row.columns').as('columns'),
          select.ref('row.mark').as('mark'),
        ]) as never,
    )
    .execute();
  return id;
}
