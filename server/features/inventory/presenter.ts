import { connectorOf } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import { OBJECT_TYPES, type ObjectType, isRoutine } from '../../../contract/engines.ts';
import type { InventoryItem } from '../../../contract/inventory.ts';
import type { InventoryReading } from './service.ts';

/** For some engines clients expect rows in `recordsets[0]`, for others as a plain list. */
export const presentRows = <R>(engine: EngineId, rows: R[]): R[] | { recordsets: R[][] } =>
  connectorOf(engine).recordsets ? { recordsets: [rows] } : rows;

export const presentSchemas = (schemas: string[]) =>
  schemas.map((name) => ({ schema_name: name, name }));

export function presentItems(
  { names, schema, known }: InventoryReading,
  type: ObjectType,
  projectId: number | null,
): InventoryItem[] {
  return names.map((name) => ({
    table_name: name,
    ...(isRoutine(type) && { routine_name: name }),
    schema,
    object_type_source: type,
    object_type_source_id: OBJECT_TYPES[type],
    Project_Id: projectId,
    ...(projectId !== null && { known: known.has(name) ? (1 as const) : (0 as const) }),
  }));
}
