import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType } from './engines.ts';
import { id, text } from './fields.ts';
import { fault } from './messages/fault.ts';
import { message } from './messages/message.ts';
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

/** Why somebody is proposed for an object; the first that holds. */
export const PROPOSAL_REASONS = [
  /** Nobody else could. */
  'only',
  /** Has done objects of the type, or of the schema, before. */
  'knows',
  /** Gets objects that this one is connected with. */
  'together',
  /** Would be done with it first. */
  'load',
] as const;
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];

const proposed = z
  .object({
    user_id: id,
    username: z.string(),
    reason: z.enum(PROPOSAL_REASONS),
    /** Who has it now; null where nobody has. */
    was: z.string().nullable(),
    /** Objects of the same type or schema that were done before, or connected ones that go along. */
    count: z.int(),
  })
  .nullable();

export const assignmentProposal = z.object({
  /** What is applied has to be what was seen. */
  seen: z.string(),
  /** Objects that get a developer or a tester, and how many of each. */
  objects: z.int(),
  developers: z.int(),
  testers: z.int(),
  /** Objects that nobody is left for, because their developer would be their tester or there is nobody in the role. */
  left_out: z.int(),
  /** Objects that the newest assessment does not know: counted like others of their type, or as one hour. */
  not_assessed: z.int(),
  /** Active members, and open hours of each before and after. */
  people: z.array(
    z.object({
      user_id: id,
      username: z.string(),
      roles: z.array(role),
      /** Of the working days to come that the work takes, how much somebody is there: percent. */
      there: z.int(),
      before: z.number(),
      after: z.number(),
      gets: z.int(),
    }),
  ),
  /** The largest ones, so many at the most. */
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

/** So many objects of a proposal are shown. */
export const MOST_PROPOSED = 200;

/** So many people's work is moved at once. */
const MOST_MOVED = 100;

/** Of these objects of the source, or of all: those without a developer or tester get one. */
const chosen = z.object({
  objects: objectIds(MAX_BULK_EDIT).optional(),
  /** Whose work is shared out anew instead, among them and the others: what is open, and was not given back to them. */
  from: z
    .array(id)
    .min(1, { error: fault('field.required') })
    .max(MOST_MOVED, {
      error: fault('field.tooMany', { count: MOST_MOVED, things: message('thing.users') }),
    })
    .optional(),
  /** They get nothing, and all that is open of theirs goes to others. */
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
  /** `undo` names the assignments, the last one first. */
  response: z.object({ developers: z.int(), testers: z.int(), undo: z.array(z.string()) }),
});
