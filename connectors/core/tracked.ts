import { type ObjectType, isTracked } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { Connection, ObjectList } from './connector.ts';
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
  const found = list?.names ?? [];
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
