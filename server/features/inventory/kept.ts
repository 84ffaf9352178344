import {
  OBJECT_TYPES,
  type ObjectType,
  type ObjectTypeId,
  objectTypeOf,
} from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { EverythingEvent } from '../../../contract/inventory.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { READING_KEPT } from '../objects/imports-service.ts';
import type { ObjectService } from '../objects/service.ts';
import { expectProject } from '../projects/lookup-service.ts';

type Event<K extends EverythingEvent['kind']> = Extract<EverythingEvent, { kind: K }>;

/** How many names, and how many parts, are written at once. */
const NAMES = 5_000;
const PARTS = 100;

type Objects = Pick<ObjectService, 'listNames'>;

/** Readings of whole databases, kept for a day: what they found is imported later, perhaps after the page was left. */
export function createKeptReadings(store: Store, objects: Objects) {
  const { longReads: db } = store;
  return {
    /** Keeps the events of a reading as they pass, unless it ends early. */
    keep: <E extends EverythingEvent>(projectId: number, side: Side, events: AsyncIterable<E>) =>
      keep(store, projectId, side, events),
    /** The events of the last reading of the project's own database, with what is imported by now. */
    async read(projectId: number, side: Side): Promise<AsyncIterable<EverythingEvent>> {
      await expectProject(db, projectId);
      return replay(db, projectId, side, async (type, schemaName) => {
        const typeId = OBJECT_TYPES[type];
        const rows = await objects.listNames({ projectId, side, typeId, schemaName });
        return new Set(rows.map((row) => row.name));
      });
    },
  };
}

async function* keep<E extends EverythingEvent>(
  store: Store,
  projectId: number,
  side: Side,
  events: AsyncIterable<E>,
): AsyncGenerator<E> {
  let id: number | null = null;
  let isEnded = false;
  let count = 0;
  let waiting: Event<'part'>[] = [];
  let names = 0;
  const flush = async (reading: number): Promise<void> => {
    await add(store, reading, waiting);
    waiting = [];
    names = 0;
  };
  try {
    for await (const event of events) {
      if (event.kind === 'plan') id = await begin(store, projectId, side, event);
      else if (event.kind === 'part') {
        waiting.push(event);
        names += event.names.length;
        count += event.names.length;
        if (id !== null && (names >= NAMES || waiting.length >= PARTS)) await flush(id);
      } else if (event.kind === 'end' && id !== null) {
        await flush(id);
        await finish(store, id, event, count);
        isEnded = true;
      }
      yield event;
    }
  } finally {
    if (id !== null && !isEnded) await drop(store, id);
  }
}

const begin = (store: Store, projectId: number, side: Side, plan: Event<'plan'>): Promise<number> =>
  store.transaction(async (tx) => {
    await tx
      .deleteFrom('inventory_reading')
      .where('began_at', '<', timestampIn(-READING_KEPT * 2))
      .execute();
    const values = {
      project_id: projectId,
      side,
      began_at: timestampNow(),
      first_event: JSON.stringify(plan),
    };
    const { id } = await tx
      .insertInto('inventory_reading')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });

const add = (store: Store, id: number, parts: readonly Event<'part'>[]): Promise<void> =>
  store.transaction(async (tx) => {
    // Removed meanwhile, with its project or by a later reading.
    if (parts.length === 0 || !(await isThere(tx, id))) return;
    await tx
      .insertInto('inventory_part')
      .values(
        parts.map(({ schema, object_type, names, gone }) => ({
          reading_id: id,
          schema_name: schema,
          type_id: OBJECT_TYPES[object_type] as ObjectTypeId,
          names: JSON.stringify(names),
          gone: JSON.stringify(gone),
        })),
      )
      .execute();
  });

const finish = (store: Store, id: number, end: Event<'end'>, count: number): Promise<void> =>
  store.transaction(async (tx) => {
    const ended = await tx
      .updateTable('inventory_reading')
      .set({ ended_at: timestampNow(), last_event: JSON.stringify(end), object_count: count })
      .where('id', '=', id)
      .returning(['project_id', 'side'])
      .executeTakeFirst();
    if (!ended) return;
    await tx
      .deleteFrom('inventory_reading')
      .where('project_id', '=', ended.project_id)
      .where('side', '=', ended.side)
      .where('ended_at', 'is not', null)
      .where('id', '!=', id)
      .execute();
  });

const drop = (store: Store, id: number): Promise<unknown> =>
  store.transaction((tx) => tx.deleteFrom('inventory_reading').where('id', '=', id).execute());

/** Names of all imported objects of a type in a schema. */
type ReadKnown = (type: ObjectType, schema: string) => Promise<ReadonlySet<string>>;

async function* replay(
  db: Db,
  projectId: number,
  side: Side,
  readKnown: ReadKnown,
): AsyncGenerator<EverythingEvent> {
  const reading = await findReading(db, projectId, side);
  if (!reading) {
    yield { kind: 'end', warnings: [], warnings_said: [] };
    return;
  }
  yield JSON.parse(reading.first_event) as Event<'plan'>;
  for (let last = 0; ;) {
    const part = await nextPart(db, reading.id, last);
    if (!part) break;
    last = part.id;
    const type = objectTypeOf(part.type_id);
    const known = await readKnown(type, part.schema_name);
    const names = JSON.parse(part.names) as string[];
    yield {
      kind: 'part',
      schema: part.schema_name,
      object_type: type,
      names,
      known: names.filter((name) => known.has(name)),
      gone: (JSON.parse(part.gone) as string[]).filter((name) => known.has(name)),
    };
  }
  // Without its end, an answer counts as cut off: a later reading may have replaced this one meanwhile.
  if (await isThere(db, reading.id)) yield JSON.parse(reading.last_event!) as Event<'end'>;
}

const isThere = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('inventory_reading')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

/** The reading that is kept of a side, unless the project has had another connection since. */
const findReading = (db: Db, projectId: number, side: Side) =>
  db
    .selectFrom('inventory_reading as reading')
    .innerJoin('project_connection as connection', (join) =>
      join
        .onRef('connection.project_id', '=', 'reading.project_id')
        .onRef('connection.side', '=', 'reading.side'),
    )
    .select(['reading.id', 'reading.first_event', 'reading.last_event'])
    .where('reading.project_id', '=', projectId)
    .where('reading.side', '=', side)
    .where('reading.ended_at', '>=', timestampIn(-READING_KEPT))
    .where('connection.read_at', 'is not', null)
    .orderBy('reading.id', 'desc')
    .executeTakeFirst();

const nextPart = (db: Db, reading: number, behind: number) =>
  db
    .selectFrom('inventory_part')
    .select(['id', 'schema_name', 'type_id', 'names', 'gone'])
    .where('reading_id', '=', reading)
    .where('id', '>', behind)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
