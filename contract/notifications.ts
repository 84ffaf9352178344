import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, side, timestamp } from './fields.ts';

export const NOTIFICATION_KINDS = [
  'assigned',
  'returned',
  'verified',
  'import-finished',
  'project-overdue',
  /** An object whose turn is the user's is due tomorrow, or was due. */
  'due-soon',
  'overdue',
  /** The definition of a verified object has changed. */
  'stale',
  /** A comment of an object names the user. */
  'mentioned',
  /** What the user has signed, a project or a pair, or a wave, is not what is proven any more. */
  'signoff-reopened',
  'wave-signoff-reopened',
  /** Somebody registered, and waits to be activated. */
  'registered',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Something that concerns the user. The screen makes the sentence from `kind` and the rest. */
export const notification = z.object({
  id,
  at: timestamp,
  kind: z.enum(NOTIFICATION_KINDS),
  /** Null where it is about no project. */
  project_id: id.nullable(),
  Project_Name: z.string().nullable(),
  side: side.nullable(),
  /** The object, where it is about one. */
  object_id: id.nullable(),
  /** The pair that the object is in; null until it was matched. */
  pair_id: id.nullable(),
  /** `schema.name` of the object. */
  object_name: z.string().nullable(),
  /** How many objects it is about. */
  count: z.int(),
  /** Who did it. */
  actor: z.string().nullable(),
  role: z.enum(['developer', 'tester', 'client']).nullable(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: "The user's notifications, newest first, at most 100, and how many are unread",
  access: { who: 'user' },
  response: z.object({ unread: z.int(), notifications: z.array(notification) }),
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark some, or all where no ids are named, as read',
  access: { who: 'user' },
  body: z.object({ ids: z.array(id).max(1_000).optional() }),
  response: z.object({ unread: z.int() }),
});
