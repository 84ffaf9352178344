export { compareRows, notComparable } from './compare-rows.ts';
export { SideError } from './sides.ts';
export { joinSides } from './join-sides.ts';
export type { DataOutcome, DataSide } from './types.ts';
export { canonicalJson } from './canonical-json.ts';
export { areRowsEqual, pairUp, withoutSame } from './compare-values.ts';
export type { Looseness } from './choose-form.ts';
export {
  type FormTask,
  NotComparable,
  type Plan,
  type TypedColumn,
  formOf,
  planComparison,
} from './plan.ts';
export { sayCause } from './causes/say-cause.ts';
