import type { EditedStep, Runbook, RunbookStep } from '../../../contract/cutover.ts';

/** Steps as they are sent back, without what the server says of them. */
export const editedOf = ({ steps }: Runbook): EditedStep[] => steps.map(toEdited);

export const toEdited = ({
  owner: _,
  begins: __,
  ends: ___,
  critical: ____,
  ...step
}: RunbookStep): EditedStep => step;

export const NEW_STEP: EditedStep = {
  id: null,
  title: '',
  owner_id: null,
  minutes: 15,
  after: null,
  commands: '',
  way_back: '',
  needs_confirmation: 0,
  no_return: 0,
};

/**
 * The same steps in another order, or without some: each waits for the same ones as before, as long as those are there
 * and above it. One of which none is left waits for the step above it.
 */
function renumber(before: readonly EditedStep[], next: readonly EditedStep[]): EditedStep[] {
  return next.map((step, place) => {
    if (step.after === null || step.after.length === 0) return step;
    const after = step.after
      .map((number) => next.indexOf(before[number - 1]!) + 1)
      .filter((number) => number > 0 && number <= place);
    return { ...step, after: after.length > 0 ? after : null };
  });
}

export const without = (steps: readonly EditedStep[], place: number): EditedStep[] =>
  renumber(steps, steps.toSpliced(place, 1));

/** @param by - 1: one down; -1: one up */
export function moved(steps: readonly EditedStep[], place: number, by: 1 | -1): EditedStep[] {
  const step = steps[place]!;
  return renumber(steps, steps.toSpliced(place, 1).toSpliced(place + by, 0, step));
}
