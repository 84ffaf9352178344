import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { jsonTable } from '../../../platform/db/json-table.ts';
import type { Store } from '../../../platform/db/store.ts';

/** A table by the names that its database has for it. */
export interface TableName {
  schema: string;
  table: string;
}

/** What a table of the source became; undefined where it is in no pair of two. */
export type CounterpartOf = (table: TableName) => TableName | undefined;

export const noCounterparts: CounterpartOf = () => undefined;

const keyOf = ({ schema, table }: TableName): string => JSON.stringify([schema, table]);

/** Looks up what tables became that foreign keys of the source lead to. */
export async function readCounterparts(
  { kind, aside }: Pick<Store, 'kind' | 'aside'>,
  projectId: number,
  tables: readonly TableName[],
): Promise<CounterpartOf> {
  if (tables.length === 0) return noCounterparts;
  const distinct = [...new Map(tables.map((table) => [keyOf(table), table])).values()];
  const wanted = jsonTable(
    kind,
    { schema: 'text', name: 'text' } as const,
    distinct.map(({ schema, table }) => [schema, table]),
  ).as('wanted');
  const rows = await aside
    .selectFrom('object as source')
    .innerJoin(wanted, (join) =>
      join
        .onRef('wanted.name', '=', 'source.object_name')
        .onRef('wanted.schema', '=', 'source.schema_name'),
    )
    .innerJoin('pair', 'pair.id', 'source.pair_id')
    .innerJoin('object as target', 'target.pair_id', 'pair.id')
    .select([
      'source.schema_name as from_schema',
      'source.object_name as from_name',
      'target.schema_name',
      'target.object_name',
    ])
    .where('source.project_id', '=', projectId)
    .where('source.side', '=', 'source')
    .where('source.type_id', '=', OBJECT_TYPES.tables)
    .where('target.side', '=', 'target')
    .where('pair.source_count', '=', 1)
    .where('pair.target_count', '=', 1)
    .execute();
  const found = new Map(
    rows.map((row) => [
      keyOf({ schema: row.from_schema, table: row.from_name }),
      { schema: row.schema_name, table: row.object_name },
    ]),
  );
  return (table) => found.get(keyOf(table));
}
