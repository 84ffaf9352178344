import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType } from './engines.ts';
import { id, text } from './fields.ts';
import { message, fault } from './messages/message.ts';
import { MAX_BULK_EDIT, objectIds } from './objects.ts';
import { role } from './projects.ts';
import { userName } from './users.ts';

export const assignProject = endpoint({
  method: 'POST',
  path: '/api/assigned/',
  summary: 'Assign a user to a project in a role; answers a sentence to show',
  access: { who: 'administrator' },
  body: z.object({ Project_Id: id, user_id: id, role: role.default('developer') }),
  response: z.string(),
});

export const removeAssignment = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/members/{user_id}/{role}',
  ofArchived: true,
  summary:
    'Take a role on a project back; the objects assigned to the user in that role become unassigned',
  access: { who: 'administrator' },
  params: z.object({ id, user_id: id, role }),
  response: z.object({ unassigned_objects: z.int() }),
});

export const listDevelopers = endpoint({
  method: 'GET',
  path: '/api/assignobjects/developer/{id}',
  summary: 'Active developers of a project',
  access: { who: 'administrator' },
  params: z.object({ id }),
  response: z.array(userName),
});

export const listTesters = endpoint({
  method: 'GET',
  path: '/api/assignobjects/tester/{id}',
  summary: 'Active testers of a project',
  access: { who: 'administrator' },
  params: z.object({ id }),
  response: z.array(userName),
});

/** Why a person is proposed for an object: the first reason that applies. */
export const PROPOSAL_REASONS = [
  /** Nobody else is eligible. */
  'only',
  /** Has worked on objects of the same type or schema before. */
  'knows',
  /** Also gets objects that are connected with this one. */
  'together',
  /** Would finish it earliest. */
  'load',
] as const;
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];

const proposed = z
  .object({
    user_id: id,
    username: z.string(),
    reason: z.enum(PROPOSAL_REASONS),
    /** The current assignee; null where there is none. */
    was: z.string().nullable(),
    /** Earlier objects of the same type or schema, or connected objects that go to the same person. */
    count: z.int(),
  })
  .nullable();

export const assignmentProposal = z.object({
  /** Fingerprint of the proposal; applying it fails if the proposal has changed since. */
  seen: z.string(),
  /** Objects that get a developer or a tester, then the number of each role that is assigned. */
  objects: z.int(),
  developers: z.int(),
  testers: z.int(),
  /** Objects without a candidate: nobody has the role, or their developer would also be their tester. */
  left_out: z.int(),
  /** Objects that the newest assessment does not include: counted like others of their type, or as one hour. */
  not_assessed: z.int(),
  /** Active members, with the open hours of each before and after. */
  people: z.array(
    z.object({
      user_id: id,
      username: z.string(),
      roles: z.array(role),
      /** Availability in percent, over the working days that the work takes. */
      there: z.int(),
      before: z.number(),
      after: z.number(),
      gets: z.int(),
    }),
  ),
  /** The largest objects, at most `MAX_PROPOSED`. */
  rows: z.array(
    z.object({
      id,
      schema_name: z.string(),
      object_name: z.string(),
      object_type: objectType,
      hours: z.number(),
      developer: proposed,
      tester: proposed,
    }),
  ),
});
export type AssignmentProposal = z.infer<typeof assignmentProposal>;

/** Maximum number of objects that a proposal lists. */
export const MAX_PROPOSED = 200;

/** Maximum number of people whose work is redistributed at once. */
const MAX_MOVED = 100;

/** Which objects of the source to assign: the listed ones, or all. Those without a developer or tester get one. */
const chosen = z.object({
  objects: objectIds(MAX_BULK_EDIT).optional(),
  /** Redistribute the open objects of these people among all members, except objects that were returned to them. */
  from: z
    .array(id)
    .min(1, { error: fault('field.required') })
    .max(MAX_MOVED, {
      error: fault('field.tooMany', { count: MAX_MOVED, things: message('thing.users') }),
    })
    .optional(),
  /** These people get nothing, and all of their open objects go to others. */
  leaving: z.boolean().default(false),
});
const ofAdministrators = { access: { who: 'administrator' }, params: z.object({ id }) } as const;

export const proposeAssignments = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/assignments/proposal',
  summary:
    'Who could do the objects of the source that wait for a developer or a tester, or that somebody has too many of, and why',
  ...ofAdministrators,
  body: chosen,
  response: assignmentProposal,
});

export const applyAssignments = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/assignments',
  summary:
    'Assign objects as they were proposed; 409 when the proposal is not what was `seen` any more',
  ...ofAdministrators,
  body: chosen.extend({ seen: text(20) }),
  /** `undo` lists the ids of the assignments, newest first. */
  response: z.object({ developers: z.int(), testers: z.int(), undo: z.array(z.string()) }),
});
