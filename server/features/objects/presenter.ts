import { objectTypeOf } from '../../../contract/engines.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ShownObject } from './repository.ts';

/** A stored object as clients see it. @param names - usernames by id */
export function presentObject(object: ShownObject, names: ReadonlyMap<number, string>): ObjectRow {
  const nameOf = (id: number | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  return {
    [object.side === 'source' ? 'source_objectid' : 'target_objectid']: object.id,
    Project_Id: object.project_id,
    schema_name: object.schema_name,
    object_name: object.object_name,
    object_type_id: object.type_id,
    object_type: objectTypeOf(object.type_id),
    status: object.status,
    test_call: object.test_call,
    test_result: object.test_result,
    comments: object.comments,
    developer: object.developer_id,
    developer_name: nameOf(object.developer_id),
    tester: object.tester_id,
    tester_name: nameOf(object.tester_id),
    migrated_by: nameOf(object.migrated_by),
    tested_by: nameOf(object.tested_by),
    missing_since: object.missing_since,
    pair_id: object.pair_id,
    structure_result: object.structure_result,
    data_result: object.data_result,
    call_result: object.call_result,
    stale_since: object.stale_since,
    stale_reason: object.stale_reason,
    against_evidence: object.against_evidence,
    against_reason: object.against_reason,
    version: object.version,
    updated_at: object.updated_at,
  };
}
