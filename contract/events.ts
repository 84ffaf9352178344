import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** What has changed and must be refetched. When many objects change, only their project is reported. */
export const liveEvent = z.union([
  z.object({ kind: z.literal('objects'), project_id: id, ids: z.array(id), by: id.nullable() }),
  /** Changed pairs, their results or their evidence. `ids` is empty when many pairs changed. */
  z.object({ kind: z.literal('pairs'), project_id: id, ids: z.array(id) }),
  /** A run was started, has progressed or has ended; sent at most twice a second. */
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
