export { compareRows } from './compare-rows.ts';
export type { DataOutcome, DataSide } from './types.ts';
