import type { ResponseOf } from '../../../contract/endpoint.ts';
import { type ObjectType, OBJECT_TYPES, isRoutine } from '../../../contract/engines.ts';
import type {
  InventoryItem,
  summariseInventory,
  testConnection,
  EverythingEvent,
} from '../../../contract/inventory.ts';
import type { ReceivedMessage } from '../../lib/i18n/messages.ts';
import type { ConnectionValues } from './connection-form.ts';
import type { Imported } from './use-sliced-import.ts';
import { ApiError } from '../../lib/api.ts';
import { texts } from '../../lib/i18n/index.ts';

/** Counts of the objects of a schema that were read so far. */
export interface SchemaCounts {
  schema: string;
  types: Partial<Record<ObjectType, number>>;
  new: number;
  gone: number;
}
/** Progress of reading a whole database. */
export interface Reading {
  objectTypes: ObjectType[];
  schemas: SchemaCounts[];
  /** Number of lists read, one for each schema and type. */
  done: number;
  total: number;
  /** Number of schemas in the database, whether read yet or not. */
  planned: number;
  /** Databases of the same server that are not read. */
  others: string[];
  objects: number;
}

type Part = Extract<EverythingEvent, { kind: 'part' }>;

/** An object of a report, in the shape of the API. */
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

/** Collects the events of reading a database. */
export function createCollector({
  schemas,
  others,
  object_types: objectTypes,
}: Extract<EverythingEvent, { kind: 'plan' }>) {
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
      // A new object for this schema only, so that other schemas are not rendered again.
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
      others,
      objects: items.length,
    }),
  };
}

/** Totals by type of a report on everything. */
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

/** Adds the number of objects by schema that are still to be imported. */
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

export type Tested = ResponseOf<typeof testConnection>;
export interface Report {
  /** Distinguishes the reports of this visit, so that a new report starts without selected rows. */
  number: number;
  /** Null for a report on all schemas, which includes all types. */
  schema: string | null;
  objectType: ObjectType | null;
  items: InventoryItem[];
  /** Objects that were imported but no longer exist in the database. */
  gone: InventoryItem[];
  warnings: string[];
  warnings_said: (ReceivedMessage | null)[];
  /** When it was read, where that was before this visit. */
  readAt?: string | null;
}
export type Summary = ResponseOf<typeof summariseInventory>;
export interface SideResults {
  /** The form values of the last successful connection. */
  connected: ConnectionValues | null;
  tested: Tested | null;
  schemas: string[] | null;
  report: Report | null;
  /** Progress of reading everything; kept after it has finished. */
  reading: Reading | null;
  summary: Summary | null;
  imported: Imported | null;
}

/** Minimum time in milliseconds between two updates of the progress. */
const SHOWN_EVERY = 250;

type Found = Pick<SideResults, 'report' | 'reading' | 'summary'>;

/** Reads all schemas and reports the progress. @throws also where the answer ends prematurely */
export async function collectEverything(
  events: AsyncIterable<EverythingEvent>,
  onProgress: (part: Partial<Pick<SideResults, 'schemas' | 'reading'>>) => void,
): Promise<Found> {
  let found: ReturnType<typeof createCollector> | null = null;
  let shown = 0;
  for await (const event of events) {
    if (event.kind === 'failed') throw new ApiError(event.problem);
    if (event.kind === 'plan') {
      found = createCollector(event);
      onProgress({ schemas: event.schemas, reading: found.progress() });
    } else if (event.kind === 'part') {
      found?.add(event);
      if (Date.now() - shown < SHOWN_EVERY) continue;
      shown = Date.now();
      onProgress({ reading: found?.progress() ?? null });
    } else if (found) {
      const { items, gone } = found;
      const reading = found.progress();
      const { warnings, warnings_said } = event;
      const report = { number: Date.now(), schema: null, objectType: null, items, gone };
      const types = summariseItems(reading.objectTypes, items, gone);
      return {
        report: { ...report, warnings, warnings_said },
        reading,
        summary: { schema: '', types, warnings: [], warnings_said: [] },
      };
    }
  }
  throw new Error(texts('connection')('cutOff'));
}
