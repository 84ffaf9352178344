import { type ObjectType, type TrackedType, isTracked } from '../../../contract/engines.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Connection, ObjectList } from '../connector.ts';
import type {
  Belonging,
  DefinitionReader,
  SequenceDefinition,
  Trigger,
  TriggerDefinition,
  TriggerName,
} from '../definitions.ts';
import { groupBy } from '../group.ts';
import type { OtherName } from './others.ts';

/**
 * Spells triggers that share a name, as those of several PostgreSQL tables may, with their table: `name on table`.
 * A trigger whose name equals such a spelling of another one gets its table, too.
 */
export function spellTriggers(triggers: readonly OtherName[]): string[] {
  const full = new Set<number>();
  for (;;) {
    const names = triggers.map(({ name, of }, at) =>
      full.has(at) && of !== null ? `${name} on ${of}` : name,
    );
    const alike = groupBy([...names.keys()], (at) => names[at]!);
    const unclear = [...alike.values()].flatMap((those) => (those.length > 1 ? those : []));
    const open = unclear.filter((at) => !full.has(at));
    if (open.length === 0) return names;
    for (const at of open) full.add(at);
  }
}

/**
 * Objects of one type in one schema, also of the types that only some projects have.
 * @throws ConnectorError `not-found` when the schema does not exist
 */
export async function listObjectsOf(
  connection: Pick<Connection, 'listObjects' | 'listOthers' | 'listWarnings'>,
  type: ObjectType,
  schema: string,
): Promise<ObjectList> {
  if (!isTracked(type)) return connection.listObjects(type, schema);
  const [list] = await connection.listOthers(schema, [type]);
  // A trigger of a whole schema or database, which Oracle has, acts on no table.
  const found = (list?.names ?? []).filter(({ of }) => type !== 'triggers' || of !== null);
  // An empty list may mean that the schema is missing: listing its tables throws `not-found` then.
  if (found.length === 0) await connection.listObjects('tables', schema);
  const names = type === 'triggers' ? spellTriggers(found) : found.map(({ name }) => name);
  return {
    names: names.toSorted(),
    warnings:
      !list || list.complete
        ? []
        : [
            message('account.hiddenOthers', { things: message(`thing.${type}`), schema }),
            ...(await connection.listWarnings([schema])),
          ],
  };
}

const ON = ' on ';

/** The names that a listed trigger may have: the whole text, or the part before ` on ` and a table. */
function readingsOf(listed: string): TriggerName[] {
  const readings: TriggerName[] = [{ name: listed, table: null }];
  for (let at = listed.indexOf(ON); at >= 0; at = listed.indexOf(ON, at + 1))
    readings.push({ name: listed.slice(0, at), table: listed.slice(at + ON.length) });
  return readings;
}

/**
 * Reads triggers or sequences by the names that they are listed with. Where several triggers fit a name, none is
 * returned: it is unknown which one was meant.
 * @throws ConnectorError
 */
export async function readTrackedDefinitions(
  reader: Pick<DefinitionReader, 'readTriggers' | 'readSequences'>,
  type: TrackedType,
  schema: string,
  names: readonly string[],
): Promise<(TriggerDefinition | SequenceDefinition)[]> {
  if (type === 'sequences') return (await reader.readSequences?.(schema, names)) ?? [];
  const read = (await reader.readTriggers?.(schema, names.flatMap(readingsOf))) ?? [];
  const byName = groupBy(read, ([, { name }]) => name);
  const byBoth = groupBy(read, ([table, { name }]) => name + ON + table);
  const fitting = (listed: string): [table: string, trigger: Trigger][] =>
    byName.get(listed) ?? byBoth.get(listed) ?? [];
  return names.flatMap((name) => {
    const [first, ...others] = fitting(name);
    if (!first || others.length > 0) return [];
    const [table, trigger] = first;
    return [{ ...trigger, kind: 'trigger', name, schema, table }];
  });
}

/** What a sequence belongs to where one column uses it, and no other, by its name. @param uses - one for each column */
export const usedOnce = (uses: readonly [sequence: string, Belonging][]): Map<string, Belonging> =>
  new Map(
    [...groupBy(uses, ([name]) => name).values()].flatMap((all) => (all.length === 1 ? all : [])),
  );
