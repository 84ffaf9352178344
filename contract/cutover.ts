import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { blankAsNull, flag, id, requiredText, text, timestamp } from './fields.ts';
import { messageData, fault } from './messages/message.ts';
import { changeOf } from './stale.ts';

export const MAX_STEPS = 100;
/** A week in minutes. */
export const MAX_MINUTES = 10_080;

const minutes = z
  .int({ error: fault('field.notWhole') })
  .min(0, { error: fault('field.notMinutes', { most: MAX_MINUTES }) })
  .max(MAX_MINUTES, { error: fault('field.notMinutes', { most: MAX_MINUTES }) });

/** The fields of a step that people edit. */
export const stepWork = {
  title: requiredText(200),
  /** Planned duration. */
  minutes,
  /** Numbers, from 1, of the earlier steps that must finish first; null means the step directly above. */
  after: z
    .array(z.int({ error: fault('field.notWhole') }).positive())
    .max(MAX_STEPS)
    .nullable(),
  /** Text to copy into the tool that runs it. */
  commands: text(8_000),
  /** What to do if the step fails. */
  way_back: text(4_000),
  /** Whether starting the step asks for a confirmation. */
  needs_confirmation: flag,
  /** The point of no return: after this step there is no way back to the source. */
  no_return: flag,
};

/** Whether the step at this index comes after the point of no return. */
export const isBehindNoReturn = (
  steps: readonly Pick<RunbookStep, 'no_return'>[],
  place: number,
): boolean => steps.slice(0, place).some(({ no_return: last }) => last === 1);

export const editedStep = z.object({
  /** Null for a new step. */
  id: id.nullable(),
  ...stepWork,
  owner_id: blankAsNull(id.nullable()),
});
export type EditedStep = z.infer<typeof editedStep>;

const step = z.object({
  ...stepWork,
  id,
  owner_id: id.nullable(),
  owner: z.string().nullable(),
  /** Start and end, in minutes from the start of the cutover. */
  begins: z.int(),
  ends: z.int(),
  /** On the critical path: the cutover ends later if this step takes longer. */
  critical: flag,
});
export type RunbookStep = z.infer<typeof step>;

export const runbook = z.object({
  /** When the cutover is planned to start. */
  starts_at: timestamp.nullable(),
  /** In order. */
  steps: z.array(step),
  /** Minutes from the start to the planned end. */
  minutes: z.int(),
  /** Version of the runbook; an edit names the one that it is based on. */
  version: z.string(),
});
export type Runbook = z.infer<typeof runbook>;

const editedRunbook = z.object({
  starts_at: blankAsNull(
    z.iso
      .datetime({ offset: true, error: fault('field.notMoment') })
      .transform((moment) => new Date(moment).toISOString())
      .nullable(),
  ),
  steps: z.array(editedStep).max(MAX_STEPS),
});
export type EditedRunbook = z.infer<typeof editedRunbook>;

const member = { access: { who: 'member', of: 'params.id' }, params: z.object({ id }) } as const;
const administrator = { access: { who: 'administrator' }, params: z.object({ id }) } as const;

export const getRunbook = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/runbook',
  summary: 'The steps of the cutover in order, with when each is planned to begin and end',
  ...member,
  response: runbook,
});

export const saveRunbook = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/runbook',
  summary: 'Replace the runbook as a whole; 409 when its version is not `was` any more',
  ...administrator,
  body: changeOf(editedRunbook),
  response: runbook,
});

const templateStep = z.object({
  ...stepWork,
  /** Title and way back as messages. */
  title_said: messageData,
  way_back_said: messageData,
});
export type TemplateStep = z.infer<typeof templateStep>;

export const getRunbookTemplate = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/runbook/template',
  summary: 'Steps of a cutover between the engines of the project, with their commands',
  ...administrator,
  response: z.array(templateStep),
});
