import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { blankAsNull, date, id } from './fields.ts';
import { userName } from './users.ts';

/** An acceptance ends soon if its last day is within this many days. */
export const ENDS_SOON_DAYS = 7;

/** What was signed: a whole project, its waves, or single pairs. */
export const SIGNED_PLACES = ['project', 'wave', 'pair'] as const;

const ofProject = { Project_Id: id, Project_Name: z.string(), count: z.int() };

export const waitingDecisions = z.object({
  /** Number of registrations that wait; 0 where only one project is asked about. */
  accounts: z.int(),
  /** The oldest of them. */
  registered: z.array(userName),
  /** Sign-offs that were reopened because what was signed has changed, by project and place. */
  signoffs: z.array(
    z.object({
      ...ofProject,
      place: z.enum(SIGNED_PLACES),
      /** Of pairs, the one that has waited longest; null for other places. */
      pair: z.object({ id, name: z.string() }).nullable(),
    }),
  ),
  /** Acceptances that end soon, by project. */
  acceptances: z.array(
    z.object({
      ...ofProject,
      /** The earliest last day. */
      until: date,
      /** The pair, where all of them are of one. */
      pair_id: id.nullable(),
    }),
  ),
});
export type WaitingDecisions = z.infer<typeof waitingDecisions>;

export const getWaitingDecisions = endpoint({
  method: 'GET',
  path: '/api/decisions',
  summary: 'What waits for a decision of an administrator, in all projects or in one of them',
  access: { who: 'administrator' },
  query: z.object({ project: blankAsNull(id.nullish()) }),
  response: waitingDecisions,
});
