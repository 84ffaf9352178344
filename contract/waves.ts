import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType, objectTypeId } from './engines.ts';
import { blankAsNull, date, id, requiredText, text } from './fields.ts';
import { dependencyKind } from './dependencies.ts';
import { listQuery } from './list-query.ts';
import { fault } from './messages/message.ts';
import { MAX_BULK_EDIT, objectIds, objectStatus } from './objects.ts';
import { changeOf } from './stale.ts';

export const WAVE_STATES = ['planned', 'started', 'done'] as const;
const waveState = z.enum(WAVE_STATES, {
  error: fault('field.notOneOf', { names: WAVE_STATES.join(', ') }),
});
export type WaveState = z.infer<typeof waveState>;

/**
 * Standing of a source object: verified, migrated and ready to be tested, ready to start, or blocked by others that are not
 * migrated. Foreign keys, and objects in the same cycle, do not block.
 */
export const WAVE_STANDINGS = ['done', 'testing', 'ready', 'blocked'] as const;
export const waveStanding = z.enum(WAVE_STANDINGS);
export type WaveStanding = z.infer<typeof waveStanding>;

const figures = {
  objects: z.int(),
  /** Hours of the objects that were assessed. */
  hours: z.number(),
  done: z.int(),
  ready: z.int(),
  blocked: z.int(),
};

export const wave = z.object({
  id,
  /** From 1, in the order of the work. */
  position: z.int(),
  /** Null where the wave has no name and is shown by its number. */
  name: z.string().nullable(),
  starts_on: date.nullable(),
  ends_on: date.nullable(),
  owner_id: id.nullable(),
  owner: z.string().nullable(),
  state: waveState,
  ...figures,
  /** Number of pairs of its objects, and of those that are not settled. */
  pairs: z.int(),
  open_pairs: z.int(),
});
export type Wave = z.infer<typeof wave>;

const cell = z.object({ wave: id.nullable(), schema_name: z.string(), ...figures });
export type WaveCell = z.infer<typeof cell>;

export const waveBoard = z.object({
  waves: z.array(wave),
  /** One per wave and schema; `wave` is null for objects in no wave. */
  cells: z.array(cell),
  /** Whether dependencies were read, and the source was assessed. */
  has_dependencies: z.boolean(),
  has_assessment: z.boolean(),
  /** Suggested size of a wave: two weeks of work of all members. */
  suggested_hours: z.int(),
  /** Names the last change, as long as it can be undone. */
  undo: z.string().nullable(),
});
export type WaveBoard = z.infer<typeof waveBoard>;

const member = { access: { who: 'member', of: 'params.id' }, params: z.object({ id }) } as const;
const administrator = { access: { who: 'administrator' }, params: z.object({ id }) } as const;
const one = z.object({ id, wave: id });

export const getWaves = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/waves',
  summary: 'The waves of a project, with what is in them by schema',
  ...member,
  response: waveBoard,
});

export const MAX_WAVE_HOURS = 100_000;
const hoursPerWave = z
  .number({ error: fault('field.notNumber') })
  .min(1, { error: fault('field.notWaveHours', { most: MAX_WAVE_HOURS }) })
  .max(MAX_WAVE_HOURS, { error: fault('field.notWaveHours', { most: MAX_WAVE_HOURS }) });

const waveProposal = z.object({
  waves: z.array(
    z.object({
      objects: z.int(),
      hours: z.number(),
      by_type: z.array(z.object({ object_type: objectType, count: z.int() })),
    }),
  ),
  /** Number of waves that keep their objects because they have begun. */
  kept: z.int(),
  /** Number of objects that would change their wave. */
  moved: z.int(),
  /** Number of cycles of dependencies; their objects stay in one wave. */
  cycles: z.int(),
  /** Objects without an estimate, which count like others of their type. */
  without_hours: z.int(),
  /** Types for which the first wave has no room. */
  not_in_first: z.array(objectType),
  /** Fingerprint of the proposal; applying it fails if the proposal has changed since. */
  seen: z.string(),
});
export type WaveProposal = z.infer<typeof waveProposal>;

export const proposeWaves = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/waves/proposal',
  summary: 'Propose waves by dependencies and hours, without changing anything',
  ...administrator,
  body: z.object({ hours_per_wave: hoursPerWave }),
  response: waveProposal,
});

export const applyWaves = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/waves/apply',
  summary:
    'Replace the waves that have not begun by those proposed; 409 when it would be others than were `seen`',
  ...administrator,
  body: z.object({ hours_per_wave: hoursPerWave, seen: text(20) }),
  response: waveBoard,
});

const editedWave = z.object({
  name: blankAsNull(requiredText(100).nullable()),
  starts_on: blankAsNull(date.nullable()),
  ends_on: blankAsNull(date.nullable()),
  owner_id: blankAsNull(id.nullable()),
  state: waveState,
});
export type EditedWave = z.infer<typeof editedWave>;

export const addWave = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/waves',
  summary: 'Add an empty wave behind the others',
  ...administrator,
  response: waveBoard,
  status: 201,
});

export const changeWave = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/waves/{wave}',
  summary: 'Change name, dates, owner and state of a wave; 409 when it is not `was` any more',
  access: administrator.access,
  params: one,
  body: changeOf(editedWave),
  response: waveBoard,
});

export const deleteWave = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/waves/{wave}',
  summary: 'Delete a wave; its objects are in none then',
  access: administrator.access,
  params: one,
  response: waveBoard,
});

/** What is delayed if the wave is late. */
export const getWaveLate = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/waves/{wave}/late',
  summary:
    'Objects of other waves that need, directly or not, what is not verified of a wave; by wave',
  access: member.access,
  params: one,
  response: z.array(z.object({ wave: id.nullable(), objects: z.int() })),
});

export const WAVE_OBJECT_COLUMNS = [
  'id',
  'schema_name',
  'object_name',
  'object_type_id',
  'wave',
  'standing',
  'status',
  'hours',
  'needs',
  'needed_by',
] as const;

export const waveObject = z.object({
  id,
  schema_name: z.string(),
  object_name: z.string(),
  object_type_id: objectTypeId,
  object_type: objectType,
  status: objectStatus,
  standing: waveStanding,
  /** The wave that it is in. */
  wave: id.nullable(),
  hours: z.number().nullable(),
  /** Number of direct dependencies, and of direct dependents. */
  needs: z.int(),
  needed_by: z.int(),
});
export type WaveObject = z.infer<typeof waveObject>;

export const waveObjectQuery = listQuery(WAVE_OBJECT_COLUMNS, 'object_name');
export type WaveObjectQuery = z.output<typeof waveObjectQuery>;

export const listWaveObjects = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/waves/objects',
  summary:
    'Objects of the source with their waves and whether they can start; `filter[wave]=-`: in none',
  ...member,
  query: waveObjectQuery,
  response: z.array(waveObject),
  stream: true,
});

const move = z.object({
  objects: objectIds(MAX_BULK_EDIT),
  /** Null removes them from their wave. */
  wave: id.nullable(),
});

/** Maximum number of broken dependencies that are listed. */
export const MAX_BROKEN = 50;

const moveEffects = z.object({
  moved: z.int(),
  /** Hours of the wave, including these objects. */
  hours: z.number(),
  /** Dependencies that would newly point to a later wave, or to an object in none. */
  broken: z.array(
    z.object({
      object: z.string(),
      needs: z.string(),
      kind: dependencyKind,
      in_cycle: z.boolean(),
    }),
  ),
  broken_count: z.int(),
});
export type MoveEffects = z.infer<typeof moveEffects>;

export const previewMove = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/waves/moves/preview',
  summary: 'What moving objects to a wave would break, without moving them',
  ...administrator,
  body: move,
  response: moveEffects,
});

export const moveToWave = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/waves/moves',
  summary: 'Move objects of the source to a wave, whatever that breaks',
  ...administrator,
  body: move,
  response: waveBoard,
});

export const undoWaves = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/waves/undo',
  summary: 'Take the last proposal or move back; 409 when something has changed since',
  ...administrator,
  body: z.object({ token: text(64) }),
  response: waveBoard,
});
