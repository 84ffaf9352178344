import { message } from '../../../../contract/messages/message.ts';
import type { CallAnswer } from '../../../../contract/proof/calls.ts';
import type { KeptComparison } from '../evidence/service.ts';

/** Characters that are kept and shown of one value, and of all answers of a call together. */
const MAX_OF_VALUE = 2_000;
const MAX_CHARACTERS = 1_000_000;

const cutValue = (value: string | null): string | null =>
  value !== null && value.length > MAX_OF_VALUE ? `${value.slice(0, MAX_OF_VALUE)}…` : value;

function cutAnswer(answer: CallAnswer, most: number): CallAnswer {
  let room = most;
  const result_sets = answer.result_sets.map((set) => {
    const rows: (string | null)[][] = [];
    for (const row of set.rows) {
      const cut = row.map(cutValue);
      room -= cut.reduce((sum, value) => sum + (value?.length ?? 0) + 1, 0);
      if (room < 0)
        return { ...set, rows, first: Math.min(set.first ?? 0, rows.length), truncated: true };
      rows.push(cut);
    }
    return { ...set, rows };
  });
  const output = Object.fromEntries(
    Object.entries(answer.output).map(([name, value]) => [name, cutValue(value)]),
  );
  return { ...answer, result_sets, output };
}

/** Cuts answers to what can be kept and shown; comparisons that are cut say so. */
export function cutAnswers(comparisons: readonly KeptComparison[]): KeptComparison[] {
  const most = Math.floor(MAX_CHARACTERS / (2 * comparisons.length));
  return comparisons.map((comparison) => {
    const { source, target } = comparison;
    const cut = {
      source: source && cutAnswer(source, most),
      target: target && cutAnswer(target, most),
    };
    const isCut = JSON.stringify(cut) !== JSON.stringify({ source, target });
    // Drops the places of rows that were cut off.
    const within = (places: number[], side: 'source' | 'target', index: number) =>
      places.filter((place) => place < (cut[side]?.result_sets[index]?.rows.length ?? 0));
    const different_rows = comparison.different_rows.map((one, index) => ({
      source: within(one.source, 'source', index),
      target: within(one.target, 'target', index),
    }));
    return isCut
      ? {
          ...comparison,
          ...cut,
          different_rows,
          notes: [...comparison.notes, message('call.longAnswers')],
        }
      : comparison;
  });
}
