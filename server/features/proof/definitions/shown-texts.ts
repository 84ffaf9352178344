import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { PairTask } from '../pairs/service.ts';
import { type TextSources, namedIn } from './meanings.ts';
import type { Definitions } from './outcome.ts';

/**
 * The queries of two views in the target's dialect, in one style and under target names, so that only differences in meaning
 * show; null where one of them cannot be translated.
 */
export async function readShownTexts(
  { members }: PairTask,
  definitions: Definitions,
  { meanings, engines, tables }: TextSources,
): Promise<Record<Side, string> | null> {
  const textsOf = (side: Side): string[] =>
    members.flatMap((member) => {
      const definition = definitions.get(member.id)?.definition;
      if (member.side !== side || definition?.kind !== 'view') return [];
      return definition.text ?? [];
    });
  const queries = { source: textsOf('source'), target: textsOf('target') };
  if (SIDES.some((side) => queries[side].length !== 1)) return null;
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
