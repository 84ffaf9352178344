import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date, id } from '../fields.ts';

/** Number of proven pairs, accepted ones included, and of all pairs on a day, as last counted on that day. */
export const trendDay = z.object({ day: date, total: z.int(), proven: z.int() });
export type TrendDay = z.infer<typeof trendDay>;

/** A project of which something has to be proven. */
const provenProject = trendDay.omit({ day: true }).extend({
  Project_Id: id,
  Project_Name: z.string(),
  /** Number of pairs, of the proven ones, whose differences are accepted. */
  accepted: z.int(),
});
export type ProvenProject = z.infer<typeof provenProject>;

export const listProven = endpoint({
  method: 'GET',
  path: '/api/proven',
  summary:
    'How many pairs are proven now of each project that the viewer may see, those with the most open pairs first',
  access: { who: 'user' },
  response: z.array(provenProject),
});

/** Number of days that the trend shows. */
export const TREND_DAYS = 180;

export const getProofTrend = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/proof/trend',
  summary: `How many pairs were proven day by day, the last ${TREND_DAYS} days, oldest first; days on which the server did not run are missing`,
  access: { who: 'memberOrClient', of: 'params.id' },
  params: z.object({ id }),
  response: z.array(trendDay),
});
