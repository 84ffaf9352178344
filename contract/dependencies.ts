import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType } from './engines.ts';
import { id, side, timestamp } from './fields.ts';
import { job } from './jobs.ts';
import { objectStatus } from './objects.ts';

/** Why an object needs another. `dynamic`: it builds statements at run time, so its other dependencies are unknown. */
export const DEPENDENCY_KINDS = [
  'foreign_key',
  'query',
  'code',
  'trigger',
  'expression',
  'sequence',
  'dynamic',
] as const;
export const dependencyKind = z.enum(DEPENDENCY_KINDS);
export type DependencyKind = z.infer<typeof dependencyKind>;

/** Where a dependency is known from: the database's catalogue, a parsed text, or a word in the text where a name could stand. */
export const DEPENDENCY_ORIGINS = ['catalogue', 'parser', 'tokens'] as const;
const dependencyOrigin = z.enum(DEPENDENCY_ORIGINS);
export type DependencyOrigin = z.infer<typeof dependencyOrigin>;

export const dependencyRead = job.extend({
  /** Objects whose definition could not be read, so that their dependencies are unknown. */
  not_read: z.int(),
  /** Whether the target was left out, because there is no connection to it. */
  source_only: z.boolean(),
});
export type DependencyRead = z.infer<typeof dependencyRead>;

const member = { who: 'member', of: 'params.id' } as const;
const administrator = { who: 'administrator' } as const;

export const startDependencyRead = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/dependencies/reads',
  summary: 'Read what the imported objects of both sides need of each other',
  access: administrator,
  params: z.object({ id }),
  response: dependencyRead,
  status: 201,
});

export const listDependencyReads = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/dependencies/reads',
  summary: 'The reading of dependencies that counts, and the last one that was begun; newest first',
  access: member,
  params: z.object({ id }),
  response: z.array(dependencyRead),
});

export const cancelDependencyRead = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/dependencies/reads/{read}/cancel',
  ofArchived: true,
  summary: 'Stop a reading of dependencies; what was known before stays',
  access: administrator,
  params: z.object({ id, read: id }),
  response: dependencyRead,
});

const named = z.object({
  object_id: id,
  schema_name: z.string(),
  object_name: z.string(),
  object_type: objectType,
});

/** Maximum number of entries in each list. */
export const MAX_LISTED = 200;

const dependencyLists = z.object({
  /** Groups of objects that depend on each other in a cycle. */
  cycles: z.array(
    z.object({
      cycle: z.int(),
      side,
      count: z.int(),
      /** The first ones. */
      objects: z.array(named),
      /** A dependency whose removal would shrink or break the cycle. */
      loosest: z.object({ from: z.string(), to: z.string(), kind: dependencyKind }),
    }),
  ),
  cycle_count: z.int(),
  /** Objects of the source that are not migrated, by how many others cannot start before them. */
  blockers: z.array(named.extend({ blocks: z.int() })),
  /** Objects that are needed but are not part of the project. */
  outside: z.array(
    z.object({
      side,
      name: z.string(),
      kind: dependencyKind,
      origin: dependencyOrigin,
      count: z.int(),
      /** Name of one object that needs it. */
      needed_by: z.string(),
    }),
  ),
  outside_count: z.int(),
  /** Objects that build statements at run time. */
  unknown: z.array(named),
  unknown_count: z.int(),
});
export type DependencyLists = z.infer<typeof dependencyLists>;

export const getDependencyLists = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/dependencies',
  summary: `Cycles, blockers, and what lies outside of the project or is not known; at most ${MAX_LISTED} of each`,
  access: member,
  params: z.object({ id }),
  response: dependencyLists,
});

/** Maximum number of objects in a drawing. */
export const MAX_NEIGHBOURS = 80;

const neighbour = named.extend({
  status: objectStatus,
  /** Distance in dependencies: negative for objects that it needs, positive for objects that need it. */
  step: z.int(),
});
export type Neighbour = z.infer<typeof neighbour>;

const objectDependencies = z.object({
  /** Null where dependencies were never read. */
  read_at: timestamp.nullable(),
  /** The nearest ones. */
  neighbours: z.array(neighbour),
  edges: z.array(
    z.object({
      from: id,
      needs: id,
      kind: dependencyKind,
      origin: dependencyOrigin,
      in_cycle: z.boolean(),
    }),
  ),
  /** Number of objects within two steps that are left out of `neighbours`. */
  more_needs: z.int(),
  more_needed_by: z.int(),
  /** Objects that it needs but that are not part of the project. */
  outside: z.array(z.object({ name: z.string(), kind: dependencyKind })),
  /** Whether the object builds statements at run time. */
  unknown: z.boolean(),
  /** Number of objects, at any distance, that are delayed if this one is late; verified ones do not count. */
  late: z.int(),
});
export type ObjectDependencies = z.infer<typeof objectDependencies>;

export const listDifferingReads = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/reads',
  summary: `Tables and views named in the query of a pair's source view whose own rows differ, by a result that is not outdated; at most ${MAX_LISTED}`,
  access: member,
  params: z.object({ id, pair: id }),
  response: z.array(z.object({ pair_id: id, name: z.string() })),
});

export const getObjectDependencies = endpoint({
  method: 'GET',
  path: '/api/objects/{id}/dependencies',
  summary: 'What an object needs, and what needs it, two steps deep',
  access: { who: 'objectMember', of: 'params.id' },
  params: z.object({ id }),
  response: objectDependencies,
});
