import type { Insertable, Selectable } from 'kysely';
import { message } from '../../../contract/messages/message.ts';
import type { DependencyReadTable, DependencyTable } from '../../platform/db/job-tables.ts';
import { jsonIds, jsonTable } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { createLeasedJobs } from '../databases/leased-jobs-service.ts';
import { componentsOf } from './components-service.ts';

export type StoredRead = Selectable<DependencyReadTable>;
export type NewDependency = Insertable<DependencyTable>;

/** Rows per statement. */
const BATCH = 2_000;

/** Readings of dependencies. The newest finished one is the current one. */
export const reads = createLeasedJobs({
  table: 'dependency_read',
  kept: 1,
  said: {
    unknown: 'what.thisDependencyRead',
    underWay: message('dependencies.underWay'),
    ended: message('dependencies.ended'),
  },
  dropFound: (tx, id) => tx.deleteFrom('dependency').where('read_id', '=', id).execute(),
});

/** Inserts dependencies of objects that still exist, while this owner holds the reading's lease. */
export const insertDependencies = (
  store: Store,
  readId: number,
  owner: string,
  rows: readonly NewDependency[],
): Promise<void> =>
  store.transaction(async (tx) => {
    if (!(await reads.isOwn(tx, readId, owner))) return;
    const named = [...new Set(rows.flatMap((row) => [row.object_id, row.needs_id ?? []].flat()))];
    const there = await tx
      .selectFrom('object')
      .select('id')
      .where('id', 'in', jsonIds(store.kind, named))
      .execute();
    const ids = new Set(there.map(({ id }) => id));
    const kept = rows.filter(
      ({ object_id: of, needs_id: needs }) => ids.has(of) && (needs == null || ids.has(needs)),
    );
    for (let start = 0; start < kept.length; start += BATCH)
      await tx
        .insertInto('dependency')
        .values(kept.slice(start, start + BATCH))
        .execute();
  });

/** Numbers the cycles of a complete reading; holds only the ends of edges. */
export async function numberCycles(store: Store, tx: Db, readId: number): Promise<void> {
  const edges = await tx
    .selectFrom('dependency')
    .select(['id', 'object_id', 'needs_id'])
    .where('read_id', '=', readId)
    .where('needs_id', 'is not', null)
    .execute();
  const places = new Map<number, number>();
  const placeOf = (id: number): number => {
    const known = places.get(id) ?? places.size;
    places.set(id, known);
    return known;
  };
  const from = edges.map(({ object_id: id }) => placeOf(id));
  const to = edges.map(({ needs_id: id }) => placeOf(id!));
  const { of } = componentsOf({ size: places.size, from, to });
  // No object needs itself, so an edge within a component is part of a cycle.
  const inCycles = edges.flatMap(({ id }, edge): [number, number][] =>
    of[from[edge]!] === of[to[edge]!] ? [[id, of[from[edge]!]!]] : [],
  );
  if (inCycles.length === 0) return;
  const numbered = jsonTable(
    store.kind,
    { edge: 'integer', cycle: 'integer' } as const,
    inCycles,
  ).as('numbered');
  await tx
    .updateTable('dependency')
    .from(numbered)
    .set(({ ref }) => ({ cycle: ref('numbered.cycle') }))
    .whereRef('dependency.id', '=', 'numbered.edge')
    .execute();
}
