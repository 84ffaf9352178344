import { SIDES, type Side } from '../../../../../contract/fields.ts';
import type { PairTask } from '../../pairs/service.ts';
import { readableRoutine } from '../compare/routines/compare-routines.ts';
import { type TextReader, type TextSources, namedIn } from '../compare/texts/meanings.ts';
import type { Definitions } from '../outcome.ts';

/**
 * The bodies of two routines in the target's dialect and under its names, so that only differences in meaning show; null where one
 * of them is not one expression or query, or cannot be written to the same meaning.
 */
export async function readShownRoutines(
  { members }: PairTask,
  definitions: Definitions,
  { meanings, engines, tables }: TextSources,
  texts: TextReader,
): Promise<Record<Side, string> | null> {
  const on = (side: Side) => {
    const [only, ...more] = members.filter((member) => member.side === side);
    const definition = only && definitions.get(only.id)?.definition;
    return more.length === 0 && definition?.kind === 'routine'
      ? readableRoutine(side, definition, { texts })
      : null;
  };
  const routines = { source: on('source'), target: on('target') };
  const { parameters } = routines.target ?? {};
  if (!parameters) return null;
  const write = async (side: Side) => {
    const routine = routines[side];
    if (!routine) return null;
    const known = namedIn(routine.text, tables[side]);
    const asked = { engine: engines[side], tables: known, routine };
    return meanings.writeRoutine(asked, { engine: engines.target, parameters });
  };
  const [source, target] = await Promise.all(SIDES.map(write));
  return source && target ? { source: source.text, target: target.text } : null;
}
