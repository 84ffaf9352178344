import type { EngineId } from '../../../../../connectors/engines.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import { type PairTask, rulesOf } from '../../pairs/service.ts';
import { knownColumns } from '../compare/columns/match-columns.ts';
import { type TextSources, namedIn } from '../compare/texts/meanings.ts';
import type { Definitions } from '../outcome.ts';

/**
 * The queries of two views in the target's dialect, in one style and under target names, so that only differences in meaning
 * show; the query of a view without a counterpart in that style and its own dialect. Null where one of them cannot be written.
 */
export async function readShownViews(
  { pair, members }: PairTask,
  definitions: Definitions,
  { meanings, engines, tables }: TextSources,
  rename: (name: string) => string,
): Promise<Record<Side, string> | null> {
  const viewsOf = (side: Side) =>
    members.flatMap((member) => {
      const definition = definitions.get(member.id)?.definition;
      if (member.side !== side || definition?.kind !== 'view' || definition.text === null)
        return [];
      return { query: definition.text, columns: definition.columns };
    });
  const views = { source: viewsOf('source'), target: viewsOf('target') };
  const columnsOf = (side: Side) => views[side][0]?.columns ?? [];
  const known = knownColumns(
    columnsOf('source'),
    columnsOf('target'),
    rename,
    rulesOf(pair).columns,
  );
  const write = async (side: Side, engine: EngineId) => {
    const { query } = views[side][0]!;
    const texts = { engine: engines[side], tables: namedIn(query, tables[side]), query };
    const outputs = known[side].map(({ as }) => as);
    const [written] = await meanings.write(texts, { engine, names: 'shown', outputs });
    return written;
  };
  const [only, another] = SIDES.filter((side) => members.some((member) => member.side === side));
  if (only && !another && views[only].length === 1) {
    const written = await write(only, engines[only]);
    return written?.exact ? { source: '', target: '', [only]: written.text } : null;
  }
  if (SIDES.some((side) => views[side].length !== 1)) return null;
  const [source, target] = await Promise.all(SIDES.map((side) => write(side, engines.target)));
  return source && target ? { source: source.text, target: target.text } : null;
}
