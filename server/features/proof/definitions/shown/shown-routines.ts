import { SIDES, type Side } from '../../../../../contract/fields.ts';
import type { PairTask } from '../../pairs/service.ts';
import { readableRoutine } from '../compare/routines/readable-routines.ts';
import { type TextReader, type TextSources, namedIn } from '../compare/texts/meanings.ts';
import type { Definitions } from '../outcome.ts';
import { filled, isMostlyStored } from './filled.ts';

export interface ShownBodies {
  source: string;
  target: string;
  /** `partly`: some of the source stands as it is stored, with the name of its engine behind it. */
  extent: 'bodies' | 'partly';
}

/**
 * The bodies of two routines in the target's dialect and under its names, so that only differences in meaning show; null where one
 * of them cannot be written so, or most of the source would stand as it is stored.
 */
export async function readShownRoutines(
  { members }: PairTask,
  definitions: Definitions,
  { meanings, engines, tables }: TextSources,
  texts: TextReader,
): Promise<ShownBodies | null> {
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
    const written = await meanings.writeRoutine(asked, { engine: engines.target, parameters });
    return written && filled(written.text, engines[side], engines.target);
  };
  const [source, target] = await Promise.all(SIDES.map(write));
  if (!source || !target || isMostlyStored(source)) return null;
  const extent = source.left > 0 ? 'partly' : 'bodies';
  return { source: source.text, target: target.text, extent };
}
