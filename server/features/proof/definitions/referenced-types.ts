import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { ForeignKey, ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { Store } from '../../../platform/db/store.ts';
import { keyOfTable, objectsNamed } from './counterparts.ts';
import type { TypesOf } from './repair-sides.ts';

/** Reads the columns that foreign keys of the source lead to. */
export async function readReferencedTypes(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  keys: readonly ForeignKey[],
): Promise<TypesOf> {
  const types = new Map<string, Map<string, CanonicalType>>();
  if (keys.length > 0) {
    const rows = await objectsNamed(store, keys)
      .innerJoin('snapshot', 'snapshot.object_id', 'object.id')
      .select(['object.schema_name as schema', 'object.object_name as table', 'structure'])
      .where('object.project_id', '=', projectId)
      .where('object.side', '=', 'source')
      .where('object.type_id', '=', OBJECT_TYPES.tables)
      .execute();
    for (const { structure, ...name } of rows) {
      const definition = JSON.parse(structure) as ObjectDefinition;
      if (definition.kind !== 'table') continue;
      types.set(
        keyOfTable(name),
        new Map(definition.columns.map((column) => [column.name, column.canonical])),
      );
    }
  }
  return (key) => key.referenced.map((name) => types.get(keyOfTable(key))?.get(name));
}
