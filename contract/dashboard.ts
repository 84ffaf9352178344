import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectTypeId } from './engines.ts';
import { blankAsNull, id, side, timestamp } from './fields.ts';
import { historyEntry, objectRow } from './objects.ts';
import { statusCounts } from './projects.ts';

/** Objects untouched for this many days and not verified are stale. */
export const STALE_DAYS = 14;

const task = objectRow.extend({ Project_Name: z.string() });

export const dashboard = z.object({
  projects: z.int(),
  source: statusCounts,
  target: statusCounts,
  /** Objects that a tester has and that wait for the test: migrated on the source, pending on the target. */
  open_tests: z.int(),
  /** Projects that have open tests, most of them first, at most 3. */
  waiting: z.array(
    z.object({ Project_Id: id, Project_Name: z.string(), source: z.int(), target: z.int() }),
  ),
  overdue_projects: z.int(),
  /** Objects of each side that are not verified, though their due date is over. */
  overdue: z.object({ source: z.int(), target: z.int() }),
  stale_objects: z.int(),
  /** Projects with objects whose definition changed after they were verified, most of them first. */
  changed: z.array(z.object({ Project_Id: id, Project_Name: z.string(), objects: z.int() })),
  /** Objects of both sides that were migrated or verified by the end of each day with a change, oldest first. */
  progress: z.array(z.object({ day: z.string(), migrated: z.int(), verified: z.int() })),
  /** From the first planned start to the last planned end: what the progress is held against. */
  plan: z.object({ start: z.string(), end: z.string(), total: z.int() }).nullable(),
  by_type: z.array(
    z.object({
      object_type_id: objectTypeId,
      side,
      pending: z.int(),
      migrated: z.int(),
      verified: z.int(),
    }),
  ),
  people: z.array(
    z.object({
      user_id: id,
      username: z.string(),
      /** Done of what is assigned to them: migrated as developer, verified as tester. */
      migrated: z.int(),
      tested: z.int(),
      /** Not yet done of it; only what is ready for its test waits for the tester. */
      to_migrate: z.int(),
      to_test: z.int(),
    }),
  ),
  /** The viewer's own open objects, at most 20 of each side, and the latest changes in view. */
  tasks: z.object({
    source: z.array(task),
    target: z.array(task),
    recent: z.array(
      historyEntry.extend({
        entity: z.enum(['user', 'project', 'assignment', 'object', 'pair', 'run']),
        entity_id: id,
        project_id: id.nullable(),
        Project_Name: z.string().nullable(),
        /** Whom an assignment is about. */
        person: z.string().nullable(),
        /** `schema.name` of an object. */
        object_name: z.string().nullable(),
        side: side.nullable(),
      }),
    ),
  }),
  generated_at: timestamp,
});
export type Dashboard = z.infer<typeof dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  summary: 'Where the projects stand that the viewer may see, or one of them',
  access: { who: 'user' },
  query: z.object({ project: blankAsNull(id.nullish()) }),
  response: dashboard,
});
