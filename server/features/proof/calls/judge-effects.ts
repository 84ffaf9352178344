import {
  type Message,
  type MessageOrText,
  message,
} from '../../../../contract/messages/message.ts';
import { SIDES } from '../../../../contract/fields.ts';
import type { Compared } from './compare-answers.ts';
import { compareEffects } from './compare-effects.ts';
import { type Observed, type Observer, createObserver } from './observe-effects.ts';
import { type BySide, type OpenResult, isOpen } from './sides.ts';
import type { Watch } from './watch-tables.ts';

/** Watches one run of a call that writes on both sides. */
export function startObserving(watch: Watch, sides: BySide<OpenResult>) {
  const from = Date.now();
  const observers: BySide<Observer | null> = { source: null, target: null };
  for (const side of SIDES) {
    const opened = sides[side];
    if (isOpen(opened) && opened.database.data)
      observers[side] = createObserver(side, opened.database.data, watch);
  }
  return {
    observers,
    /** The result of the answers and the effects. A call that a side refused has changed nothing there. */
    async judge(compared: Compared): Promise<Compared> {
      if (compared.source?.error || compared.target?.error) return compared;
      const to = Date.now();
      const observed: BySide<Observed> = { source: NOTHING, target: NOTHING };
      const gaps: Message[] = [...watch.gaps];
      for (const side of SIDES) {
        const seen = await observers[side]?.finish();
        if (seen) observed[side] = seen;
        else gaps.push(message('effect.engineCannot', { side: message(`word.${side}`) }));
        gaps.push(...observed[side].gaps);
      }
      const found = compareEffects(watch.tables, observed, { from, to });
      gaps.push(...found.gaps);
      const differences = [...compared.differences, ...found.differences].slice(0, 100);
      const isEqual = compared.result === 'equal' && found.differences.length === 0;
      return {
        ...compared,
        result:
          differences.length > 0
            ? 'different'
            : isEqual && gaps.length > 0
              ? 'partly_compared'
              : compared.result,
        differences,
        effects: found.effects,
        // The rows themselves were compared, so the engines' row counts tell nothing more.
        notes: [
          ...compared.notes.filter((note) => found.effects.length === 0 || !isCount(note)),
          ...found.notes,
          ...gaps,
        ],
      };
    },
  };
}

const isCount = (note: MessageOrText): boolean =>
  typeof note !== 'string' && note.code === 'call.otherAffected';

const NOTHING: Observed = { effects: new Map(), gaps: [] };

/** What is said of effects that were compared; all else said of effects tells what was not. */
const NO_GAPS: ReadonlySet<string> = new Set([
  'effect.manyRows',
  'effect.differedBefore',
  'effect.moments',
  'effect.numbers',
]);

/** Whether a note tells what of a call was not compared. */
export const isGap = (note: MessageOrText): note is Message =>
  typeof note !== 'string' &&
  (note.code === 'call.nothingLeft' ||
    (note.code.startsWith('effect.') && !NO_GAPS.has(note.code)));
