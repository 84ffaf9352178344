import { withEnglish } from '../../../../../contract/messages/english.ts';
import type { Message } from '../../../../../contract/messages/message.ts';
import { objectTypeOf } from '../../../../../contract/engines.ts';
import type { Candidate } from '../../../../../contract/proof/pairs.ts';
import { jsonTable, lockRows } from '../../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import type { Match, Name } from './match.ts';
import type { Candidates } from './match-alike.ts';

interface StoredCandidate {
  id: number;
  score: number;
  reason: Message;
}

/** Pairs per transaction, and objects whose candidates are kept. */
const CHUNK = 2_000;
const MAX_CANDIDATES = 20_000;

/** Saves the candidates of objects without a counterpart, in place of those that matching found before. */
export async function keepCandidates(
  store: Store,
  projectId: number,
  candidates: Candidates,
): Promise<void> {
  const kept = [...candidates]
    .slice(0, MAX_CANDIDATES)
    .map(([name, matches]): [number, string] => [
      name.id,
      JSON.stringify(matches.map((match) => stored(name, match))),
    ]);
  await store.transaction(async (tx) => {
    const former = tx
      .selectFrom('pair')
      .select('id')
      .where('project_id', '=', projectId)
      .where('candidates', 'is not', null);
    await lockRows(tx, 'pair', former);
    await tx.updateTable('pair').set({ candidates: null }).where('id', 'in', former).execute();
  });
  for (let start = 0; start < kept.length; start += CHUNK) {
    const table = jsonTable(
      store.kind,
      { object_id: 'integer', candidates: 'text' } as const,
      kept.slice(start, start + CHUNK),
    ).as('found');
    await store.transaction(async (tx) => {
      const theirs = tx
        .selectFrom('pair')
        .innerJoin(table, 'found.object_id', 'pair.first_object_id')
        .select('pair.id');
      await lockRows(tx, 'pair', theirs);
      await tx
        .updateTable('pair')
        .from(table)
        .set(({ ref }) => ({ candidates: ref('found.candidates') as never }))
        .whereRef('pair.first_object_id', '=', 'found.object_id')
        .where('pair.project_id', '=', projectId)
        .where('pair.state', '=', 'unmatched')
        .execute();
    });
  }
}

const stored = (name: Name, { source, target, score, reason }: Match): StoredCandidate => ({
  id: source === name ? target.id : source.id,
  score,
  reason,
});

/** Candidates for an object's counterpart that are still free, best first. */
export async function findCandidates(db: Db, text: string | null): Promise<Candidate[]> {
  if (text === null) return [];
  const candidates = JSON.parse(text) as StoredCandidate[];
  const rows = await db
    .selectFrom('object')
    .innerJoin('pair', 'pair.id', 'object.pair_id')
    .select(['object.id', 'object.type_id', 'object.schema_name', 'object.object_name'])
    .where(
      'object.id',
      'in',
      candidates.map(({ id }) => id),
    )
    .where('object.missing_since', 'is', null)
    .where('pair.state', 'in', ['unmatched', 'proposed'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return candidates.flatMap(({ id, score, reason }) => {
    const object = byId.get(id);
    if (!object) return [];
    const { type_id, schema_name, object_name } = object;
    const object_type = objectTypeOf(type_id);
    return [{ id, schema_name, object_name, object_type, score, ...withEnglish('reason', reason) }];
  });
}
