import {
  MAX_OFFERED,
  type MatchingRules,
  type SchemaMap,
  weightOfOffer,
} from '../../../../../contract/proof/pairs.ts';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/store.ts';
import { groupBy } from './match.ts';
import { mapSchemas } from './naming.ts';
import { type Ambiguous, compareNamesakes } from './schema-columns.ts';
import type { Shape } from './shape.ts';

/** Most unmatched objects of a side whose namesakes are counted. */
const MAX_NAMES = 20_000;

/**
 * Evidence for the target schemas that a source schema may have become.
 * @param learn - gives the shapes of objects whose names are in several target schemas
 */
export async function readSchemaMap(
  db: Db,
  projectId: number,
  rules: MatchingRules,
  learn: (ids: readonly number[]) => Promise<ReadonlyMap<number, Shape>>,
): Promise<SchemaMap> {
  const counts = await countObjects(db, projectId);
  const paired = await countPaired(db, projectId);
  const names = {
    source: await readAlone(db, projectId, 'source'),
    target: await readAlone(db, projectId, 'target'),
  };
  const targets = counts.filter(({ side }) => side === 'target').map(({ schema }) => schema);
  const told = mapSchemas(rules, new Set(targets));
  const offers = new Map<string, Map<string, { paired: number; namesakes: number }>>();
  const offer = (from: string, to: string) => {
    const of = offers.get(from) ?? new Map<string, { paired: number; namesakes: number }>();
    const one = of.get(to) ?? { paired: 0, namesakes: 0 };
    offers.set(from, of.set(to, one));
    return one;
  };
  for (const { from, to, count } of paired) offer(from, to).paired += count;
  const namesakes = findNamesakes(names);
  for (const { schema, there } of namesakes)
    for (const to of there.keys()) offer(schema, to).namesakes += 1;
  const columns = await compareNamesakes(severalOf(namesakes), learn);
  const schemas = counts
    .filter(({ side }) => side === 'source')
    .map(({ schema, objects, open }) => ({
      schema,
      objects,
      settled: objects - open,
      told: told(schema),
      offers: [...(offers.get(schema) ?? [])]
        .map(([to, of]) => ({ schema: to, ...of, columns: columns.get(schema)?.get(to) ?? null }))
        .toSorted((a, b) => weightOfOffer(b) - weightOfOffer(a))
        .slice(0, MAX_OFFERED),
    }))
    .toSorted((a, b) => b.objects - b.settled - (a.objects - a.settled));
  const cut = Object.values(names).some(({ length }) => length === MAX_NAMES);
  return { schemas, targets, cut };
}

interface Namesakes {
  id: number;
  schema: string;
  /** Target objects of the same name, by their schemas. */
  there: ReadonlyMap<string, number>;
}

/** Source objects whose names the target has, too. */
function findNamesakes({ source, target }: Record<'source' | 'target', Alone[]>): Namesakes[] {
  const keyOf = ({ type, name }: Alone) => `${type} ${name.toLowerCase()}`;
  const named = groupBy(target, keyOf);
  return source.flatMap((one) => {
    const others = named.get(keyOf(one));
    if (!others) return [];
    const there = new Map(others.map(({ schema, id }) => [schema, id]));
    return [{ id: one.id, schema: one.schema, there }];
  });
}

/** The schemas with objects that have namesakes in several schemas, which names alone cannot tell apart. */
const severalOf = (namesakes: readonly Namesakes[]): Ambiguous[] =>
  [...groupBy(namesakes, ({ schema }) => schema)]
    .filter(([, objects]) => objects.some(({ there }) => there.size > 1))
    .map(([schema, objects]) => ({ schema, objects }));

/** Without a counterpart, or not matched yet. */
const isAlone = sql<boolean>`coalesce(pair.state, 'unmatched') = 'unmatched'`;

/** Objects of every schema, and those of them without a counterpart. */
async function countObjects(db: Db, projectId: number) {
  const rows = await db
    .selectFrom('object')
    .leftJoin('pair', 'pair.id', 'object.pair_id')
    .select(({ fn, eb }) => [
      'object.side',
      'object.schema_name as schema',
      fn.countAll().as('objects'),
      fn.sum(eb.case().when(isAlone).then(1).else(0).end()).as('open'),
    ])
    .where('object.project_id', '=', projectId)
    .where('object.missing_since', 'is', null)
    .groupBy(['object.side', 'object.schema_name'])
    .orderBy('object.schema_name')
    .execute();
  return rows.map((row) => ({ ...row, objects: Number(row.objects), open: Number(row.open) }));
}

/** Number of matched objects by source and target schema. */
export async function countPaired(db: Db, projectId: number) {
  const rows = await db
    .selectFrom('object as source')
    .innerJoin('object as target', 'target.pair_id', 'source.pair_id')
    .select(({ fn }) => [
      'source.schema_name as from',
      'target.schema_name as to',
      fn.countAll().as('count'),
    ])
    .where('source.project_id', '=', projectId)
    .where('source.side', '=', 'source')
    .where('target.side', '=', 'target')
    .groupBy(['source.schema_name', 'target.schema_name'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

interface Alone {
  id: number;
  schema: string;
  name: string;
  type: number;
}

const readAlone = (db: Db, projectId: number, side: 'source' | 'target'): Promise<Alone[]> =>
  db
    .selectFrom('object')
    .leftJoin('pair', 'pair.id', 'object.pair_id')
    .select([
      'object.id',
      'object.schema_name as schema',
      'object.object_name as name',
      'object.type_id as type',
    ])
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', side)
    .where('object.missing_since', 'is', null)
    .where(isAlone)
    .limit(MAX_NAMES)
    .execute();
