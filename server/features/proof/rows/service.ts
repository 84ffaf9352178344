export { compareRows, notComparable } from './compare-rows.ts';
export { SideError } from './sides.ts';
export { joinSides } from './join-sides.ts';
export type { DataOutcome, DataSide } from './types.ts';
