import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectTypeId } from './engines.ts';
import { blankAsNull, id, side, timestamp } from './fields.ts';
import { historyEntry } from './history.ts';
import { objectRow } from './objects.ts';
import { statusCounts } from './projects.ts';

/** Objects untouched for this many days and not verified are stale. */
export const STALE_DAYS = 14;
/** Value that the filter by the last change accepts besides a part of a time: finds stale objects. */
export const UNTOUCHED = 'untouched';

const task = objectRow.extend({ Project_Name: z.string() });

export const dashboard = z.object({
  projects: z.int(),
  source: statusCounts,
  target: statusCounts,
  /** Objects with a tester that are ready to be tested: migrated on the source, pending on the target. */
  open_tests: z.int(),
  /** At most 3 projects with open tests, those with the most first. */
  waiting: z.array(
    z.object({ Project_Id: id, Project_Name: z.string(), source: z.int(), target: z.int() }),
  ),
  overdue_projects: z.int(),
  /** Objects of each side that are overdue and not verified. */
  overdue: z.object({ source: z.int(), target: z.int() }),
  /** Objects of each side that are stale. */
  stale_objects: z.object({ source: z.int(), target: z.int() }),
  /** Projects with objects whose definition changed after they were verified, those with the most first. */
  changed: z.array(z.object({ Project_Id: id, Project_Name: z.string(), objects: z.int() })),
  /** Objects of both sides that were migrated or verified by the end of each day, oldest first; days without a change are left out. */
  progress: z.array(z.object({ day: z.string(), migrated: z.int(), verified: z.int() })),
  /** Planned start and end of each project with objects, to compare the progress with. */
  plans: z.array(z.object({ start: z.string(), end: z.string(), total: z.int() })),
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
      /** Objects assigned to the person that are done: migrated as developer, tested as tester. */
      migrated: z.int(),
      tested: z.int(),
      /** Their objects that are still open; for a tester, only those that are ready to be tested. */
      to_migrate: z.int(),
      to_test: z.int(),
    }),
  ),
  /** The viewer's own open objects, at most 20 of each side, and the latest changes that the viewer may see. */
  tasks: z.object({
    source: z.array(task),
    target: z.array(task),
    recent: z.array(
      historyEntry.extend({
        entity: z.enum(['user', 'project', 'assignment', 'object', 'pair', 'run']),
        entity_id: id,
        project_id: id.nullable(),
        Project_Name: z.string().nullable(),
        /** The assigned person; null of other entries. */
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
