import type { ToleratedCause } from '../../../../contract/proof/causes.ts';
import { foldAnswerName } from '../../../../contract/proof/calls.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { ComparisonRules } from '../../../../contract/proof/rows.ts';
import { type Notes, addNote, messagesOf } from '../rows/service.ts';

/** What the rules of a pair say of the columns and output parameters of one answer, by their names on either side. */
export interface AnswerRules {
  rules: ComparisonRules;
  leavesOut(name: string): boolean;
  tolerancesOf(names: readonly string[]): ToleratedCause[];
  /** Keeps that values are equal only because of these tolerances. */
  letPass(tolerances: readonly ToleratedCause[]): void;
  /** What was left out, and what counted as equal, so far. */
  notes(): Message[];
}

export function answerRulesOf(rules: ComparisonRules): AnswerRules {
  const notes: Notes = new Map();
  const leftOut = new Set(rules.leave_out.map(foldAnswerName));
  return {
    rules,
    leavesOut(name) {
      const is = leftOut.has(foldAnswerName(name));
      if (is) addNote(notes, 'leftOut', name);
      return is;
    },
    tolerancesOf(names) {
      const wanted = new Set(names.map(foldAnswerName));
      return rules.tolerated.filter(({ column }) => wanted.has(foldAnswerName(column)));
    },
    letPass(tolerances) {
      for (const { column } of tolerances) addNote(notes, 'tolerated', column);
    },
    notes: () => messagesOf(notes, rules.tolerated, []),
  };
}
