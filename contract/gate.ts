import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, text, timestamp } from './fields.ts';
import { fault } from './messages/message.ts';
import { changeOf } from './stale.ts';

/**
 * Conditions for the switch to the target, in the order in which they are evaluated. Each finding counts the violations;
 * while nothing is imported, no condition holds.
 */
export const GATE_CONDITIONS = [
  /** Every pair is proven, accepted, or decided to have no counterpart. Counts the other pairs. */
  'settled',
  /** No comparison is older than the gate allows. Counts pairs with an older one. */
  'fresh',
  /** The target's next numbers (identity columns, sequences) exceed those in use. Counts pairs for which this is false or unknown. */
  'sequences',
  /** No verified object has changed since. Counts objects that have. */
  'unchanged',
  /** Testers have verified every object. Counts objects that are not verified. */
  'verified',
  /** No returned object is waiting to be fixed. Counts those that are. */
  'returned',
  /** No object was verified against its proof. Counts objects that were. */
  'against',
  /** No acceptance ends within a day. Counts acceptances that do. */
  'acceptances',
  /** No comparison is running or queued. Counts runs. */
  'runs',
  /** A rehearsal of the cutover has succeeded recently. Counts 1 if none has. */
  'rehearsal',
  /** The way back of every step up to the point of no return was recently tried in a rehearsal, and worked. Counts steps without. */
  'way_back',
  /** Developer and tester (and a client and the waves, if required) have signed the current proof. Counts missing sign-offs. */
  'signoffs',
] as const;
export type GateCondition = (typeof GATE_CONDITIONS)[number];
const condition = z.enum(GATE_CONDITIONS, {
  error: fault('field.notOneOf', { names: GATE_CONDITIONS.join(', ') }),
});

/** `unknown`: the project has nothing to judge yet; this never counts as a go. */
export const GATE_VERDICTS = ['go', 'no_go', 'unknown'] as const;
export const gateVerdict = z.enum(GATE_VERDICTS);
export type GateVerdict = z.infer<typeof gateVerdict>;

export const gateSettings = z.object({
  /** Maximum age of a comparison, in hours. */
  max_age_hours: z
    .int({ error: fault('field.notWhole') })
    .min(1)
    .max(8_760),
  /** Conditions that the project does not require. */
  left_out: z.array(condition).max(GATE_CONDITIONS.length),
  /** Whether one person must not sign the same scope in two of the roles developer, tester and client. */
  four_eyes: flag.default(0),
  /** Whether a client must sign as well. */
  client_signs: flag.default(0),
  /** Whether every wave with pairs must be signed as well. */
  waves_sign: flag.default(0),
  /** Days for which a rehearsal, and a way back tried in it, remains valid. */
  rehearsal_days: z
    .int({ error: fault('field.notWhole') })
    .min(1)
    .max(365)
    .default(30),
});
export type GateSettings = z.infer<typeof gateSettings>;

/** Settings of a new project. */
export const DEFAULT_GATE: GateSettings = {
  max_age_hours: 24,
  left_out: ['against'],
  four_eyes: 0,
  client_signs: 0,
  waves_sign: 0,
  rehearsal_days: 30,
};

/** Maximum number of violations that a finding names. */
export const MAX_NAMED = 20;

const named = z.object({
  /** Id of a step of the runbook, a wave or a pair. */
  id,
  /** A wave without a name goes by its number. */
  name: z.string(),
  /** The newest rehearsal that includes the step; null where none does. */
  run: id.nullable(),
});
export type NamedFinding = z.infer<typeof named>;

export const gateFinding = z.object({
  condition,
  demanded: flag,
  holds: flag,
  /** Number of violations. */
  count: z.int(),
  /** How many of `count` are possible violations: their state is not known. */
  unknown: z.int().default(0),
  /** Some of the violations by name, where a screen can show each of them. */
  named: z.array(named).default([]),
  /** Number of further violations that `named` leaves out. */
  unnamed: z.int().default(0),
});
export type GateFinding = z.infer<typeof gateFinding>;

/** A decision at the gate, with the state of the gate at that time. */
export const gateDecision = z.object({
  id,
  at: timestamp,
  /** Null where the account was deleted. */
  decided_by: z.string().nullable(),
  decision: z.enum(['go', 'no_go']),
  /** Verdict of the gate at that time. */
  verdict: gateVerdict,
  reason: z.string().nullable(),
  /** The required conditions that did not hold. */
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

/** Maximum number of decisions that are listed. */
export const MAX_DECISIONS = 50;

export const listGateDecisions = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/gate/decisions',
  summary: `What was decided at the gate, newest first, at most ${MAX_DECISIONS}`,
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
