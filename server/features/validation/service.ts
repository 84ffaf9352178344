export { compareRows } from './compare-rows.ts';
export { joinSides } from './join-sides.ts';
export type { DataOutcome, DataSide } from './types.ts';
