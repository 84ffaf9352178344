import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** What changed, to be fetched anew. More than a few changed objects are reported as their project only. */
export const liveEvent = z.union([
  z.object({ kind: z.literal('objects'), project_id: id, ids: z.array(id), by: id.nullable() }),
  /** Pairs, what was found of them, their evidence. No ids: more than a few. */
  z.object({ kind: z.literal('pairs'), project_id: id, ids: z.array(id) }),
  /** A run has begun, got on or ended; at most twice a second. */
  z.object({ kind: z.literal('run'), project_id: id, id }),
  z.object({ kind: z.literal('project'), project_id: id }),
  z.object({ kind: z.literal('notifications') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const listenToEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'Live changes in what the user may see, as server-sent events',
  access: { who: 'user' },
  response: liveEvent,
  events: true,
});
