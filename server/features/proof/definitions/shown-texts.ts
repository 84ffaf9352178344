import type { EngineId } from '../../../../connectors/engines.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Meanings } from '../../sql/service.ts';
import type { PairTask } from '../pairs/service.ts';
import { readKnownTables } from './known-tables.ts';
import { namedIn } from './meanings.ts';
import type { Definitions } from './outcome.ts';

/**
 * The queries of two views as the target's engine has them, written by one hand under the names of the pairs, so that
 * only what they mean differs; null where one of them cannot be written so.
 */
export async function readShownTexts(
  store: Pick<Store, 'kind' | 'aside'>,
  meanings: Meanings,
  { pair, members }: PairTask,
  engines: Record<Side, EngineId>,
  definitions: Definitions,
  rename: (name: string) => string,
): Promise<Record<Side, string> | null> {
  const textsOf = (side: Side): string[] =>
    members.flatMap((member) => {
      const definition = definitions.get(member.id)?.definition;
      if (member.side !== side || definition?.kind !== 'view') return [];
      return definition.text ?? [];
    });
  const queries = { source: textsOf('source'), target: textsOf('target') };
  if (SIDES.some((side) => queries[side].length !== 1)) return null;
  const tables = await readKnownTables(store, pair.project_id, queries, rename, []);
  const into = { engine: engines.target, names: 'shown' } as const;
  const [source, target] = await Promise.all(
    SIDES.map(async (side) => {
      const query = queries[side][0]!;
      const texts = { engine: engines[side], tables: namedIn(query, tables[side]), query };
      const [written] = await meanings.write(texts, into);
      return written?.text;
    }),
  );
  return source !== undefined && target !== undefined ? { source, target } : null;
}
