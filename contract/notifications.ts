import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, side, timestamp } from './fields.ts';

export const NOTIFICATION_KINDS = [
  'assigned',
  'returned',
  'verified',
  'import-finished',
  'project-overdue',
  /** An object that waits for the user is due tomorrow, or is overdue. */
  'due-soon',
  'overdue',
  /** The definition of a verified object has changed. */
  'stale',
  /** A comment of an object names the user. */
  'mentioned',
  /** The proof of a project, pair or wave that the user signed has changed since. */
  'signoff-reopened',
  'wave-signoff-reopened',
  /** Somebody registered and waits for activation. */
  'registered',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** A notification. The screen builds its sentence from `kind` and the other fields. */
export const notification = z.object({
  id,
  at: timestamp,
  kind: z.enum(NOTIFICATION_KINDS),
  /** Null where it is not about a project. */
  project_id: id.nullable(),
  Project_Name: z.string().nullable(),
  side: side.nullable(),
  /** The object; null where it is not about a single one. */
  object_id: id.nullable(),
  /** The object's pair; null while it was not matched. */
  pair_id: id.nullable(),
  /** `schema.name` of the object. */
  object_name: z.string().nullable(),
  /** When the object is due; null where it is not about a single one, or that has no due date. */
  due_date: z.string().nullable(),
  /** Number of objects that it is about. */
  count: z.int(),
  /** Name of the person who acted. */
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
