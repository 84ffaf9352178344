export { compareRows, notComparable } from './compare-rows.ts';
export { SideError } from './sides.ts';
export { joinSides } from './join-sides.ts';
export type { DataOutcome, DataSide } from './types.ts';
export { areRowsEqual, canonicalJson } from './compare-values.ts';
export type { Looseness } from './choose-form.ts';
export { type FormTask, type TypedColumn, formOf } from './plan.ts';
