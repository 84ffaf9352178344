import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { ForeignKey, ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { jsonTable } from '../../../platform/db/json-table.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { TypesOf } from './repair-sides.ts';

const keyOf = ({ schema, table }: Pick<ForeignKey, 'schema' | 'table'>): string =>
  JSON.stringify([schema, table]);

/** Reads the columns that foreign keys of the source lead to. */
export async function readReferencedTypes(
  { kind, longReads }: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  keys: readonly ForeignKey[],
): Promise<TypesOf> {
  const distinct = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  const types = new Map<string, Map<string, CanonicalType>>();
  if (distinct.length > 0) {
    const wanted = jsonTable(
      kind,
      { schema: 'text', name: 'text' } as const,
      distinct.map(({ schema, table }) => [schema, table]),
    ).as('wanted');
    const rows = await longReads
      .selectFrom('object')
      .innerJoin(wanted, (join) =>
        join
          .onRef('wanted.name', '=', 'object.object_name')
          .onRef('wanted.schema', '=', 'object.schema_name'),
      )
      .innerJoin('snapshot', 'snapshot.object_id', 'object.id')
      .select(['object.schema_name as schema', 'object.object_name as table', 'structure'])
      .where('object.project_id', '=', projectId)
      .where('object.side', '=', 'source')
      .execute();
    for (const { structure, ...name } of rows) {
      const definition = JSON.parse(structure) as ObjectDefinition;
      if (definition.kind !== 'table') continue;
      types.set(
        keyOf(name),
        new Map(definition.columns.map((column) => [column.name, column.canonical])),
      );
    }
  }
  return (key) => key.referenced.map((name) => types.get(keyOf(key))?.get(name));
}
