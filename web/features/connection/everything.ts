import { OBJECT_TYPES, type ObjectType, isRoutine } from '../../../contract/engines.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type {
  EverythingEvent,
  InventoryItem,
  summariseInventory,
} from '../../../contract/inventory.ts';

/** What a schema has, as far as it was read. */
export interface SchemaCounts {
  schema: string;
  types: Partial<Record<ObjectType, number>>;
  new: number;
  gone: number;
}
/** How far a reading of everything is. */
export interface Reading {
  objectTypes: ObjectType[];
  schemas: SchemaCounts[];
  /** Lists, one for each schema and type. */
  done: number;
  total: number;
  /** Schemas that the database has, read or not. */
  planned: number;
  objects: number;
}

type Part = Extract<EverythingEvent, { kind: 'part' }>;

/** An object of a report, as the wire has it. */
export const itemOf = (
  { schema, object_type }: Pick<Part, 'schema' | 'object_type'>,
  name: string,
): InventoryItem => ({
  table_name: name,
  ...(isRoutine(object_type) && { routine_name: name }),
  schema,
  object_type_source: object_type,
  object_type_source_id: OBJECT_TYPES[object_type],
  Project_Id: null,
});

const NONE: Omit<SchemaCounts, 'schema'> = { types: {}, new: 0, gone: 0 };

/** Puts together what comes while a database is read. */
export function createCollector(schemas: readonly string[], objectTypes: ObjectType[]) {
  const counts = new Map<string, SchemaCounts>();
  const items: InventoryItem[] = [];
  const gone: InventoryItem[] = [];
  let done = 0;

  return {
    items,
    gone,
    add(part: Part): void {
      const known = new Set(part.known);
      for (const name of part.names) {
        items.push({ ...itemOf(part, name), known: known.has(name) ? 1 : 0 });
      }
      for (const name of part.gone) gone.push(itemOf(part, name));
      const row = counts.get(part.schema) ?? NONE;
      // Another object: those that did not change are not drawn again.
      counts.set(part.schema, {
        schema: part.schema,
        types: { ...row.types, [part.object_type]: part.names.length },
        new: row.new + part.names.length - part.known.length,
        gone: row.gone + part.gone.length,
      });
      done += 1;
    },
    progress: (): Reading => ({
      objectTypes,
      schemas: [...counts.values()],
      done,
      total: schemas.length * objectTypes.length,
      planned: schemas.length,
      objects: items.length,
    }),
  };
}

/** By type, what a report of everything found. */
export function summariseItems(
  objectTypes: readonly ObjectType[],
  items: readonly InventoryItem[],
  gone: readonly InventoryItem[],
): ResponseOf<typeof summariseInventory>['types'] {
  return objectTypes.map((object_type) => {
    const own = items.filter((item) => item.object_type_source === object_type);
    return {
      object_type,
      total: own.length,
      known: own.filter((item) => item.known === 1).length,
      gone: gone
        .filter((item) => item.object_type_source === object_type)
        .map((item) => `${item.schema}.${item.table_name}`),
    };
  });
}

/** Counts by schema what of a report is new still. */
export function withNew(reading: Reading, items: readonly InventoryItem[]): Reading {
  const counts = new Map<string, number>();
  for (const { schema, known } of items) {
    if (known !== 1) counts.set(schema, (counts.get(schema) ?? 0) + 1);
  }
  return {
    ...reading,
    schemas: reading.schemas.map((row) => ({ ...row, new: counts.get(row.schema) ?? 0 })),
  };
}
