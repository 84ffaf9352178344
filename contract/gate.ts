import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, text, timestamp } from './fields.ts';
import { fault } from './messages/fault.ts';
import { changeOf } from './stale.ts';

/**
 * What has to hold before the work is switched over to the target, in the order in which it is read. Each counts what
 * stands against it; none holds while nothing was imported.
 */
export const GATE_CONDITIONS = [
  /** Every pair is proven, accepted, or decided to have no counterpart: pairs that are not. */
  'settled',
  /** No comparison is older than the gate allows: pairs with an older one. */
  'fresh',
  /** The next numbers of the target lie above those in use, of identity columns and of sequences: pairs of which that is not so, or not known. */
  'sequences',
  /** No verified object has changed since: objects that have. */
  'unchanged',
  /** Testers have verified every object: objects that they have not. */
  'verified',
  /** Nothing that was returned waits to be mended: objects that do. */
  'returned',
  /** Nothing was verified although its proof said something else: objects that were. */
  'against',
  /** No acceptance ends within a day: acceptances that do. */
  'acceptances',
  /** No comparison is under way or waits: runs that are. */
  'runs',
  /** A rehearsal of the cutover has gone through lately: 1 where none has. */
  'rehearsal',
  /** The way back of each step up to the point of no return has been tried in a rehearsal lately, and worked: steps without. */
  'way_back',
  /** Developer and tester, and where the project says so a client, have signed it as it stands, and its waves: sign-offs that lack. */
  'signoffs',
] as const;
export type GateCondition = (typeof GATE_CONDITIONS)[number];
const condition = z.enum(GATE_CONDITIONS, {
  error: fault('field.notOneOf', { names: GATE_CONDITIONS.join(', ') }),
});

/** `unknown`: the project has nothing to judge, which is never a go. */
export const GATE_VERDICTS = ['go', 'no_go', 'unknown'] as const;
export const gateVerdict = z.enum(GATE_VERDICTS);
export type GateVerdict = z.infer<typeof gateVerdict>;

export const gateSettings = z.object({
  /** Hours after which a comparison is too old to switch over on. */
  max_age_hours: z
    .int({ error: fault('field.notWhole') })
    .min(1)
    .max(8_760),
  /** Conditions that the project does without. */
  left_out: z.array(condition).max(GATE_CONDITIONS.length),
  /** Whether nobody may sign the same in two of the roles of developer, tester and client. */
  four_eyes: flag.default(0),
  /** Whether a client has to have signed, too. */
  client_signs: flag.default(0),
  /** Whether each wave that has pairs has to be signed, too. */
  waves_sign: flag.default(0),
  /** Days after which a rehearsal, and a way back that was tried in it, counts no more. */
  rehearsal_days: z
    .int({ error: fault('field.notWhole') })
    .min(1)
    .max(365)
    .default(30),
});
export type GateSettings = z.infer<typeof gateSettings>;

/** What a new project demands: nothing is switched over that was not signed, rehearsed and found to have a way back. */
export const DEFAULT_GATE: GateSettings = {
  max_age_hours: 24,
  left_out: ['against'],
  four_eyes: 0,
  client_signs: 0,
  waves_sign: 0,
  rehearsal_days: 30,
};

/** So many of what stands against a condition are named. */
export const MOST_NAMED = 20;

const named = z.object({
  /** Of a step of the runbook, a wave, a pair. */
  id,
  /** A wave without a name goes by its number. */
  name: z.string(),
  /** The newest rehearsal of a step; null: none has it. */
  run: id.nullable(),
});
export type NamedFinding = z.infer<typeof named>;

export const gateFinding = z.object({
  condition,
  demanded: flag,
  holds: flag,
  /** How many stand against it. */
  count: z.int(),
  /** How many of these may stand against it: it is not known. */
  unknown: z.int().default(0),
  /** Some of them by name, where there is a place to look at each. */
  named: z.array(named).default([]),
  /** How many more have a name. */
  unnamed: z.int().default(0),
});
export type GateFinding = z.infer<typeof gateFinding>;

/** What somebody decided at the gate, and how it stood then. */
export const gateDecision = z.object({
  id,
  at: timestamp,
  /** Null where the account is gone. */
  decided_by: z.string().nullable(),
  decision: z.enum(['go', 'no_go']),
  /** What the gate said at that moment. */
  verdict: gateVerdict,
  reason: z.string().nullable(),
  /** The demanded conditions that did not hold. */
  failing: z.array(gateFinding),
});
export type GateDecision = z.infer<typeof gateDecision>;

export const gate = z.object({
  as_of: timestamp,
  verdict: gateVerdict,
  conditions: z.array(gateFinding),
  settings: gateSettings,
});
export type Gate = z.infer<typeof gate>;

const ofProject = { access: { who: 'member', of: 'params.id' }, params: z.object({ id }) } as const;
const ofAdministrators = { access: { who: 'administrator' }, params: z.object({ id }) } as const;

export const getGate = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/gate',
  summary:
    'Whether the project may be switched over to its target, condition by condition, as of now',
  ...ofProject,
  response: gate,
});

export const setGate = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/gate',
  summary: 'Change what the gate demands; 409 when it is not `was` any more',
  ...ofAdministrators,
  body: changeOf(gateSettings),
  response: gate,
});

/** So many are listed. */
export const MOST_DECISIONS = 50;

export const listGateDecisions = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/gate/decisions',
  summary: `What was decided at the gate, newest first, at most ${MOST_DECISIONS}`,
  ...ofProject,
  response: z.array(gateDecision),
});

export const decideGate = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/gate/decisions',
  summary:
    'Record a decision by name; one against the gate needs a reason, and 409 is answered when the gate says something else than was `seen`',
  ...ofAdministrators,
  body: z.object({
    decision: z.enum(['go', 'no_go'], {
      error: fault('field.notOneOf', { names: 'go, no_go' }),
    }),
    reason: text(1_000).optional(),
    seen: gateVerdict,
  }),
  response: gateDecision,
  status: 201,
});
