import type {
  Column,
  ObjectDefinition as Definition,
} from '../../../../connectors/core/definitions.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { jsonTable } from '../../../platform/db/json-table.ts';
import type { Store } from '../../../platform/db/store.ts';
import { rulesOf } from '../pairs/service.ts';
import { knownColumns, matchColumns } from './compare-columns.ts';
import {
  type Counterpart,
  type CounterpartOf,
  type TableName,
  noCounterparts,
} from './counterparts.ts';
import type { Found } from './known-tables.ts';

const keyOf = ({ schema, table }: TableName): string => JSON.stringify([schema, table]);

/**
 * Finds the counterparts of tables that the source's foreign keys reference and its triggers act on.
 * @param justRead - objects whose definitions are not saved yet
 */
export async function readCounterparts(
  { kind, longReads }: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  tables: readonly TableName[],
  rename: (name: string) => string,
  justRead: readonly Found[],
): Promise<CounterpartOf> {
  if (tables.length === 0) return noCounterparts;
  const distinct = [...new Map(tables.map((table) => [keyOf(table), table])).values()];
  const wanted = jsonTable(
    kind,
    { schema: 'text', name: 'text' } as const,
    distinct.map(({ schema, table }) => [schema, table]),
  ).as('wanted');
  const rows = await longReads
    .selectFrom('object as source')
    .innerJoin(wanted, (join) =>
      join
        .onRef('wanted.name', '=', 'source.object_name')
        .onRef('wanted.schema', '=', 'source.schema_name'),
    )
    .innerJoin('pair', 'pair.id', 'source.pair_id')
    .innerJoin('object as target', 'target.pair_id', 'pair.id')
    .leftJoin('snapshot as before', 'before.object_id', 'source.id')
    .leftJoin('snapshot as after', 'after.object_id', 'target.id')
    .select([
      'source.id as from_id',
      'target.id as to_id',
      'before.structure as from_structure',
      'after.structure as to_structure',
      'pair.rules',
      'source.schema_name as from_schema',
      'source.object_name as from_name',
      'target.schema_name',
      'target.object_name',
    ])
    .where('source.project_id', '=', projectId)
    .where('source.side', '=', 'source')
    .where('source.type_id', 'in', [OBJECT_TYPES.tables, OBJECT_TYPES.views])
    .where('target.side', '=', 'target')
    .where('pair.source_count', '=', 1)
    .where('pair.target_count', '=', 1)
    .execute();
  const own = new Map(justRead.map(({ id, definition }) => [id, definition]));
  const columnsOf = (id: number, kept: string | null): Column[] => {
    const definition = own.get(id) ?? (kept === null ? null : (JSON.parse(kept) as Definition));
    return definition?.kind === 'table' ? definition.columns : [];
  };
  const found = new Map(
    rows.map((row): [string, Counterpart] => {
      const [from, to] = [
        columnsOf(row.from_id, row.from_structure),
        columnsOf(row.to_id, row.to_structure),
      ];
      const { pairs } = matchColumns(from, to, rename, rulesOf(row).columns);
      return [
        keyOf({ schema: row.from_schema, table: row.from_name }),
        {
          schema: row.schema_name,
          table: row.object_name,
          columns: pairs.map(([one, other]) => [one.name, other.name]),
          ...(from.length > 0 &&
            to.length > 0 && {
              both: {
                own: { source: from, target: to },
                known: knownColumns(from, to, rename, rulesOf(row).columns),
              },
            }),
        },
      ];
    }),
  );
  return (table) => found.get(keyOf(table));
}
