import { expect, it } from 'vitest';
import { toEnglish } from '../../../../contract/messages/english.ts';
import type { Compared } from './compare-answers.ts';
import { isGap, startObserving } from './judge-effects.ts';
import { type OpenResult, bySide } from './sides.ts';

const opened = bySide(() => ({ database: { data: {} } }) as OpenResult);
const watch = { tables: [], gaps: [], unread: { source: [], target: [] }, mostRows: 1 };
const equal = { result: 'equal', source: {}, target: {}, differences: [], notes: [] } as never;

async function judge(looked: readonly ('source' | 'target')[], compared: Compared = equal) {
  const { observers, judge: judgeIt } = startObserving(watch, opened);
  for (const side of looked) await observers[side]!.after([]);
  return judgeIt(compared);
}

it('is equal where both engines let the changes of a call be read', async () => {
  expect(await judge(['source', 'target'])).toMatchObject({ result: 'equal', notes: [] });
});

it('has compared a part where an engine lets nobody read them before they are rolled back', async () => {
  const { result, notes } = await judge(['source']);
  expect(result).toBe('partly_compared');
  expect(notes.map(toEnglish)).toEqual([
    'The engine of the target does not allow the changes of a call to be read before they are rolled back, so they are not compared.',
  ]);
  expect(notes.every(isGap)).toBe(true);
});
