import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { PROOF_STEPS } from './proof/verdicts.ts';

/**
 * The next step of an administrator in a project, in the order of the work: read the databases (or the one that is still
 * unread), assign objects, settle the pairs of each open verdict, wait for tests, read the report.
 */
export const NEXT_STEPS = [
  'read',
  'readOther',
  'assign',
  ...PROOF_STEPS,
  'test',
  'report',
] as const;

export const nextStep = z.object({
  Project_Id: id,
  step: z.enum(NEXT_STEPS),
  /** Number of objects or pairs that the step is about; 0 for a step about the whole project. */
  count: z.int(),
});
export type NextStep = z.infer<typeof nextStep>;

export const listNextSteps = endpoint({
  method: 'GET',
  path: '/api/nextsteps',
  summary: 'What is to be done next with each project that is not archived',
  access: { who: 'administrator' },
  offMainThread: true,
  response: z.array(nextStep),
});
