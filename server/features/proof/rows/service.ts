export { compareRows } from './compare-rows.ts';
export { notComparable } from './answer/answer.ts';
export { withExpressions } from './plan/project-expressions.ts';
export { SideError } from './sides.ts';
export { joinSides } from './search/join-sides.ts';
export type { DataOutcome, DataSide, DataTask } from './types.ts';
export { canonicalJson } from './answer/canonical-json.ts';
export { type Notes, addNote, messagesOf } from './answer/notes.ts';
export { areEqual, areRowsEqual, meaningOf, pairUp, withoutSame } from './answer/compare-values.ts';
export {
  type FormTask,
  type Looseness,
  type Tolerance,
  type TypedColumn,
  formOf,
} from './plan/choose-form.ts';
export { tolerating } from './plan/column-tolerances.ts';
export { NotComparable, type Plan, planComparison } from './plan/plan.ts';
export { type Share, describeCause } from './causes/describe-cause.ts';
