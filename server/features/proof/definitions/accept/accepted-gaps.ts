import type { CALL_PARTLY, DATA_PARTLY } from '../../../../../contract/proof/definitions.ts';
import { timestampNow } from '../../../../platform/clock.ts';
import { jsonIds } from '../../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import type { StoredPair } from '../../pairs/service.ts';
import {
  type StoredAcceptance,
  listAcceptances,
  objectsOf,
  recordAcceptance,
  stillValid,
} from './acceptances.ts';

export type GapCode = typeof DATA_PARTLY | typeof CALL_PARTLY;
type Changed = Pick<StoredPair, 'id' | 'project_id' | 'definition_changed_at' | 'rules_changed_at'>;

/** Time of the last change that outdates a result: of a definition or of the comparison rules; '' if there was none. */
export const lastChange = ({
  definition_changed_at,
  rules_changed_at,
}: Omit<Changed, 'id' | 'project_id'>): string =>
  [definition_changed_at, rules_changed_at]
    .map((at) => at ?? '')
    .reduce((one, other) => (one > other ? one : other));

/** The pair's acceptances in force under a code, each with whether it covers everything that was not compared. */
async function matchAcceptances(
  { kind }: Pick<Store, 'kind'>,
  db: Db,
  pair: Changed,
  code: GapCode,
  gaps: readonly string[],
): Promise<{ acceptance: StoredAcceptance; covers: boolean }[]> {
  const about = stillValid(await listAcceptances(db, pair.project_id)).filter(
    (acceptance) => acceptance.code === code && acceptance.pair_id === pair.id,
  );
  if (about.length === 0) return [];
  const [members, held] = await Promise.all([
    db.selectFrom('object').select('id').where('pair_id', '=', pair.id).execute(),
    db
      .selectFrom('acceptance_held')
      .selectAll()
      .where(
        'acceptance_id',
        'in',
        jsonIds(
          kind,
          about.map(({ id }) => id),
        ),
      )
      .execute(),
  ]);
  const objects = objectsOf(members);
  const since = lastChange(pair);
  return about.map((acceptance) => {
    const texts = held.find(({ acceptance_id }) => acceptance_id === acceptance.id)?.held ?? '[]';
    const known = new Set(JSON.parse(texts) as string[]);
    return {
      acceptance,
      covers:
        acceptance.objects === objects &&
        acceptance.created_at >= since &&
        gaps.every((gap) => known.has(gap)),
    };
  });
}

/** The acceptance that covers everything that was not compared; null where there is none. */
export async function findCoveringAcceptance(
  store: Pick<Store, 'kind'>,
  db: Db,
  pair: Changed,
  code: GapCode,
  gaps: readonly string[],
): Promise<StoredAcceptance | null> {
  const matched = await matchAcceptances(store, db, pair, code, gaps);
  return matched.find(({ covers }) => covers)?.acceptance ?? null;
}

/** Ends the acceptances that do not cover what the current result leaves out: they were made for another result. */
export async function endAcceptancesNotCovering(
  store: Pick<Store, 'kind'>,
  tx: Db,
  pair: Changed,
  code: GapCode,
  gaps: readonly string[],
): Promise<void> {
  for (const { acceptance, covers } of await matchAcceptances(store, tx, pair, code, gaps)) {
    if (covers) continue;
    await tx
      .updateTable('acceptance')
      .set({ ended_at: timestampNow() })
      .where('id', '=', acceptance.id)
      .execute();
    await recordAcceptance(tx, null, pair.project_id, acceptance, 'acceptance-ended');
  }
}
