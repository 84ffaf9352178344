import type { Form } from '../../../../../connectors/core/data.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import type { matchColumns } from '../../definitions/service.ts';
import { type FormTask, type Looseness, formOf } from './choose-form.ts';

/** A column of each side that may be the same one under two names, and how its values compare. */
export interface Candidate {
  source: Column;
  target: Column;
  form: Form;
  loose: Looseness | null;
  /** Whether the names suggest it. */
  named: boolean;
}

/** Tables with more combinations than this have too little in common to try them all. */
const MAX_COMBINATIONS = 15_000;

/** Every combination of columns whose counterpart nobody confirmed. */
export function findCandidates(
  task: FormTask,
  { pairs, assumed, lost, added, renamed }: ReturnType<typeof matchColumns>,
): Candidate[] {
  const { leave_out: leftOut, expressions } = task.rules;
  const isOpen = ({ name }: Column) =>
    !leftOut.includes(name) && expressions.every(({ column }) => column !== name);
  const compared = pairs.filter(([one]) => assumed.has(one));
  const named = new Map([...renamed, ...compared]);
  const sources = [...lost, ...compared.map(([one]) => one)].filter(isOpen);
  const targets = [...added, ...compared.map(([, other]) => other)].filter(isOpen);
  if (sources.length * targets.length > MAX_COMBINATIONS) return [];
  return sources.flatMap((source) =>
    targets.flatMap((target) => {
      const chosen = formOf(task, source, target);
      if (!chosen) return [];
      const { form, loose } = chosen;
      return { source, target, form, loose, named: named.get(source) === target };
    }),
  );
}
