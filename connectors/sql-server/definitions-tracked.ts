import type { SequenceDefinition, Trigger, TriggerName } from '../core/definitions.ts';
import { groupBy } from '../core/group.ts';
import * as sql from './definitions-sql.ts';
import { toTriggers } from './definitions-triggers.ts';
import type { Session } from './session.ts';

export async function readTriggers(
  session: Session,
  schema: string,
  names: readonly TriggerName[],
): Promise<[table: string, trigger: Trigger][]> {
  const wanted = new Set(names.map(({ name }) => name));
  const parents = new Map(
    (await session.query<sql.TriggerParentRow>(sql.triggerParents, [schema]))
      .filter(([owner, , , name]) => owner === schema && wanted.has(name))
      .map(([, id, table]) => [id, table]),
  );
  if (parents.size === 0) return [];
  const rows = await session.query<sql.TriggerRow>(sql.triggers([...parents.keys()]), []);
  return [...groupBy(rows, ([id]) => id)].flatMap(([id, own]) =>
    toTriggers(own.filter(([, name]) => wanted.has(name))).map((trigger): [string, Trigger] => [
      parents.get(id)!,
      trigger,
    ]),
  );
}

/**
 * The current value is the start value both for an unused sequence and after its first use; then the start counts as
 * the next number.
 */
const nextOf = (start: string, increment: string, current: string): string =>
  current === start ? start : String(BigInt(current) + BigInt(increment));

export async function readSequences(
  session: Session,
  schema: string,
  names: readonly string[],
): Promise<SequenceDefinition[]> {
  const wanted = new Set(names);
  const rows = await session.query<sql.SequenceRow>(sql.sequences, [schema]);
  return rows
    .filter(([owner, name]) => owner === schema && wanted.has(name))
    .map(([, name, start, increment, least, most, cycles, cache, current]) => ({
      kind: 'sequence',
      name,
      start,
      increment,
      least,
      most,
      cycles,
      cache,
      next: current === null ? null : nextOf(start, increment, current),
    }));
}
