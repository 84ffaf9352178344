import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/**
 * What an administrator does next with a project, in the order of the work: read its databases, or the one that was not
 * read yet, assign its objects, compare, look at what differs, confirm pairs, wait for tests, read the report.
 */
export const NEXT_STEPS = [
  'read',
  'readOther',
  'assign',
  'compare',
  'differ',
  'confirm',
  'test',
  'report',
] as const;

export const nextStep = z.object({
  Project_Id: id,
  step: z.enum(NEXT_STEPS),
  /** Objects or pairs that it is about; 0 where it is about the project. */
  count: z.int(),
});
export type NextStep = z.infer<typeof nextStep>;

export const listNextSteps = endpoint({
  method: 'GET',
  path: '/api/nextsteps',
  summary: 'What is to be done next with each project that is not archived',
  access: { who: 'administrator' },
  aside: true,
  response: z.array(nextStep),
});
