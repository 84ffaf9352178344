import { objectTypeOf } from '../../../contract/engines.ts';
import { OBJECT_FIELDS, type ObjectRow } from '../../../contract/objects.ts';
import { readFields } from '../../platform/db/field-columns.ts';
import type { ShownObject } from './repository.ts';

/** A stored object as clients see it. @param names - usernames by id */
export function presentObject(object: ShownObject, names: ReadonlyMap<number, string>): ObjectRow {
  const nameOf = (id: number | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  return {
    [object.side === 'source' ? 'source_objectid' : 'target_objectid']: object.id,
    ...readFields(OBJECT_FIELDS, object),
    object_type: objectTypeOf(object.type_id),
    developer_name: nameOf(object.developer_id),
    tester_name: nameOf(object.tester_id),
    migrated_by: nameOf(object.migrated_by),
    tested_by: nameOf(object.tested_by),
  };
}
