import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date, id } from '../fields.ts';

/** Number of proven pairs and of all pairs on a day, as last counted on that day. */
export const trendDay = z.object({ day: date, total: z.int(), proven: z.int() });
export type TrendDay = z.infer<typeof trendDay>;

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
