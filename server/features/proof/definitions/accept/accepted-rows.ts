import {
  DATA_CAUSE,
  DATA_DIFFERENT,
  type Finding,
} from '../../../../../contract/proof/definitions.ts';
import { jsonIds } from '../../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import { MARK_LENGTH } from '../../../../platform/vault.ts';
import type { StoredPair } from '../../pairs/service.ts';
import { type StoredAcceptance, listAcceptances, objectsOf, stillValid } from './acceptances.ts';

/** The accepted differences in the rows of a pair. */
export interface AcceptedRows {
  /** The acceptance that covers the row's mark, the marks of all values changed in it, or its cause; null where there is none. */
  find(row: string): Finding['accepted'];
}

/** Takes a line of PairDifferenceTable apart: the row's marks, and the labels of the causes that explain it. */
export function readRow(row: string): { marks: string[]; labels: string[] } {
  const [own = '', ...labels] = row.split(' ');
  const marks = Array.from({ length: own.length / MARK_LENGTH }, (_, index) =>
    own.slice(index * MARK_LENGTH, (index + 1) * MARK_LENGTH),
  );
  return { marks, labels };
}

/** The label of a cause of whole rows, as it stands behind the marks of a row. @param columns - that it is about */
export const labelOf = (kind: string, ...columns: (string | null)[]): string =>
  columns.some((column) => column !== null)
    ? JSON.stringify([kind, ...columns]).replaceAll(' ', String.raw`\u0020`)
    : kind;

/** Reads which differing rows are covered by the acceptances in force for the pair's current objects. */
export async function readAcceptedRows(
  { kind }: Pick<Store, 'kind'>,
  db: Db,
  { id: pairId, project_id: projectId }: Pick<StoredPair, 'id' | 'project_id'>,
): Promise<AcceptedRows> {
  const members = await db
    .selectFrom('object')
    .select('id')
    .where('pair_id', '=', pairId)
    .execute();
  const objects = objectsOf(members);
  const about = stillValid(await listAcceptances(db, projectId)).filter(
    (acceptance) =>
      (acceptance.code === DATA_DIFFERENT || acceptance.code === DATA_CAUSE) &&
      acceptance.pair_id === pairId &&
      acceptance.objects === objects,
  );
  const ids = about.map(({ id }) => id);
  const held =
    ids.length === 0
      ? []
      : await db
          .selectFrom('acceptance_held')
          .selectAll()
          .where('acceptance_id', 'in', jsonIds(kind, ids))
          .execute();
  const byMark = new Map<string, StoredAcceptance>();
  const byLabel = new Map<string, StoredAcceptance>();
  for (const acceptance of about) {
    const { code, name, source, target } = acceptance;
    if (code === DATA_CAUSE) byLabel.set(labelOf(name ?? '', source, target), acceptance);
    const all = held.find(({ acceptance_id }) => acceptance_id === acceptance.id)?.held ?? '';
    for (const row of all.split('\n'))
      for (const mark of readRow(row).marks) byMark.set(mark, acceptance);
  }
  return {
    find(row) {
      const { marks, labels } = readRow(row);
      const [whole, ...values] = marks.map((mark) => byMark.get(mark));
      const ofCause = labels.flatMap((label) => byLabel.get(label) ?? [])[0];
      const covering = whole ?? (values.includes(undefined) ? undefined : values[0]) ?? ofCause;
      return covering ? { id: covering.id, reason: covering.reason, until: covering.until } : null;
    },
  };
}

/** The marks of the rows that differ by the result of `dataAt`, a text for each row; empty where another result's are stored. */
export async function readMarks(tx: Db, pairId: number, dataAt: string | null): Promise<string[]> {
  const found = await tx
    .selectFrom('pair_difference')
    .select('marks')
    .where('pair_id', '=', pairId)
    .where('data_at', '=', dataAt)
    .executeTakeFirst();
  return found?.marks ? found.marks.split('\n') : [];
}

/**
 * Stores the marks of the differing rows of a result in place of the previous result's; does nothing where the pair has
 * another result by now.
 * @param open - marks of the rows that are not accepted
 * @returns whether one of the open rows did not differ before; false where that is unknown
 */
export async function keepMarks(
  tx: Db,
  pairId: number,
  dataAt: string,
  { marks, open }: { marks: readonly string[]; open: readonly string[] },
): Promise<boolean> {
  const [stands, former] = await Promise.all([
    tx
      .selectFrom('pair')
      .select('id')
      .where('id', '=', pairId)
      .where('data_at', '=', dataAt)
      .executeTakeFirst(),
    tx
      .selectFrom('pair_difference')
      .select('marks')
      .where('pair_id', '=', pairId)
      .executeTakeFirst(),
  ]);
  if (!stands) return false;
  const found = { data_at: dataAt, marks: marks.join('\n') };
  await tx
    .insertInto('pair_difference')
    .values({ pair_id: pairId, ...found })
    .onConflict((conflict) => conflict.column('pair_id').doUpdateSet(found))
    .execute();
  if (!former?.marks) return false;
  const rowOf = (row: string) => row.slice(0, MARK_LENGTH);
  const before = new Set(former.marks.split('\n').map(rowOf));
  return open.some((row) => !before.has(rowOf(row)));
}
