import type { EditedStep, Runbook, RunbookStep } from '../../../contract/cutover.ts';

/** The steps in the shape of an edit, without the fields that only the server sets. */
export const editedOf = ({ steps }: Runbook): EditedStep[] => steps.map(toEdited);

const toEdited = ({
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
 * Adapts the numbers in `after` to a new order or to removed steps: each step still waits for the same steps, as long as they
 * exist and come before it. A step that has none left waits for the step above it.
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

/** Moves a step. @param by - 1: down by one; -1: up by one */
export function moved(steps: readonly EditedStep[], place: number, by: 1 | -1): EditedStep[] {
  const step = steps[place]!;
  return renumber(steps, steps.toSpliced(place, 1).toSpliced(place + by, 0, step));
}
