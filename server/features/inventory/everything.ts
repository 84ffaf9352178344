import type { Connection, Warning } from '../../../connectors/core/connector.ts';
import { listObjectsOf } from '../../../connectors/core/catalogue/tracked.ts';
import type { Scope } from '../../../connectors/core/catalogue/scope.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type { EverythingEvent } from '../../../contract/inventory.ts';
import { toEnglish, withEnglish } from '../../../contract/messages/english.ts';

type Event<K extends EverythingEvent['kind']> = Extract<EverythingEvent, { kind: K }>;

/** Imported objects of a project. */
export interface KnownObjects {
  /** Names of all imported objects of a type in a schema. */
  read(type: ObjectType, schema: string): Promise<ReadonlySet<string>>;
  /** Schemas with imported objects. */
  schemas(): Promise<string[]>;
  /** Compares a complete list: marks imported objects that are not in it as missing. */
  compare(type: ObjectType, schema: string, names: string[]): Promise<void>;
}

/** Reads all types of the schemas of a scope, one list at a time. */
export async function* readAll(
  connection: Connection,
  { schemas, others, isWhole }: Scope,
  objectTypes: readonly ObjectType[],
  project: KnownObjects,
): AsyncGenerator<Event<'plan' | 'part' | 'end'>> {
  yield { kind: 'plan', schemas, others, object_types: [...objectTypes] };
  const warnings = new Map<string, Warning>();
  const warn = (all: readonly Warning[]): void => {
    for (const warning of all) warnings.set(toEnglish(warning), warning);
  };
  const asked = isWhole ? undefined : schemas;
  warn(await connection.listWarnings(asked));
  warn(await connection.listUnreadable(asked));

  const part = async (type: ObjectType, schema: string, names: string[], complete: boolean) => {
    // An incomplete list does not prove that an object is gone.
    if (complete) await project.compare(type, schema, names);
    const imported = await project.read(type, schema);
    const present = new Set(names);
    return {
      kind: 'part' as const,
      schema,
      object_type: type,
      names,
      known: names.filter((name) => imported.has(name)),
      gone: complete ? [...imported].filter((name) => !present.has(name)) : [],
    };
  };
  for (const schema of schemas) {
    for (const type of objectTypes) {
      const list = await listObjectsOf(connection, type, schema);
      warn(list.warnings);
      yield await part(type, schema, list.names, list.warnings.length === 0);
    }
  }
  const found = new Set([...schemas, ...others]);
  for (const schema of (await project.schemas()).filter((name) => !found.has(name))) {
    // With limited rights, a schema that is not visible may still exist.
    const seesAll = (await connection.listWarnings([schema])).length === 0;
    for (const type of objectTypes) {
      const gone = await part(type, schema, [], seesAll);
      if (gone.gone.length > 0) yield gone;
    }
  }
  yield { kind: 'end', ...withEnglish('warnings', [...warnings.values()]) };
}
