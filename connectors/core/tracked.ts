import { type ObjectType, type TrackedType, isTracked } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { Connection, ObjectList } from './connector.ts';
import type {
  DefinitionReader,
  SequenceDefinition,
  Trigger,
  TriggerDefinition,
  TriggerName,
} from './definitions.ts';
import { groupBy } from './group.ts';
import type { OtherName } from './others.ts';

/**
 * Triggers that share a name, as those of several tables do in PostgreSQL, carry that of their table: `name on table`.
 * So does one that is called like what another one becomes by that.
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
  // An empty list proves something missing only where the schema is there; it is said as of tables.
  if (found.length === 0) await connection.listObjects('tables', schema);
  const names = type === 'triggers' ? spellTriggers(found) : found.map(({ name }) => name);
  return {
    names: names.toSorted(),
    warnings:
      !list || list.complete
        ? []
        : [
            message('account.hiddenOthers', { things: message(`thing.${type}`), schema }),
            ...(await connection.listWarnings()),
          ],
  };
}

const ON = ' on ';

/** What a trigger that is listed as this may be called: all of it, or a part with its table behind. */
function readingsOf(listed: string): TriggerName[] {
  const readings: TriggerName[] = [{ name: listed, table: null }];
  for (let at = listed.indexOf(ON); at >= 0; at = listed.indexOf(ON, at + 1))
    readings.push({ name: listed.slice(0, at), table: listed.slice(at + ON.length) });
  return readings;
}

/**
 * What triggers or sequences are made of, by the names that they are listed with. Of several triggers that fit a name none is
 * taken: it is not known any more which one was meant.
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
