import { z } from 'zod';

/** Results of comparing the two sides of a pair: definitions, rows, calls. */
export const DEFINITION_RESULTS = ['same', 'compatible', 'different'] as const;
export const definitionResult = z.enum(DEFINITION_RESULTS);
export type DefinitionResult = z.infer<typeof definitionResult>;

export const DATA_RESULTS = [
  'identical',
  'equal_under_rules',
  'accepted',
  'partly_compared',
  'different',
  'not_comparable',
] as const;
export const dataResult = z.enum(DATA_RESULTS);
export type DataResult = z.infer<typeof dataResult>;

export const CALL_RESULTS = [
  'equal',
  'accepted',
  'partly_compared',
  'different',
  'failed',
] as const;
export const callResult = z.enum(CALL_RESULTS);
export type CallOutcome = z.infer<typeof callResult>;

/** Results that a comparison of calls can have; only people set `accepted`. */
export const comparedCall = callResult.exclude(['accepted']);
export type ComparedCall = z.infer<typeof comparedCall>;
