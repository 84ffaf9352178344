import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType, objectTypeId } from './engines.ts';
import { id, requiredText, timestamp } from './fields.ts';
import { job } from './jobs.ts';
import { listQuery } from './list-query.ts';
import { list } from './list.ts';
import { message, messageData, fault } from './messages/message.ts';
import { changeOf } from './stale.ts';

/** Scope of an assessment: every object of the source database, or only those that were imported. */
export const ASSESSMENT_SCOPES = ['inventory', 'imported'] as const;
const scope = z.enum(ASSESSMENT_SCOPES, {
  error: fault('field.notOneOf', { names: ASSESSMENT_SCOPES.join(', ') }),
});
export type AssessmentScope = z.infer<typeof scope>;

/** How hard an object is, judged by its hours; an object that could not be read completely is never simple. */
export const COMPLEXITIES = ['simple', 'medium', 'complex'] as const;
export const complexity = z.enum(COMPLEXITIES);
export type Complexity = z.infer<typeof complexity>;

/** How far the target supports a feature that the text uses. */
export const FINDING_SUPPORTS = ['ok', 'partial', 'rewrite', 'none'] as const;

/** Why an object may not be needed any more. */
export const UNUSED_REASONS = ['empty', 'copy', 'twin', 'unreferenced'] as const;
export type UnusedReason = (typeof UNUSED_REASONS)[number];

/** Why an object is risky, regardless of its hours. */
export const RISKS = [
  'noKey',
  'largeObject',
  'nonDeterministic',
  'hiddenText',
  'unread',
  'dynamicSql',
  'databaseLink',
  'brokenView',
] as const;
export type Risk = (typeof RISKS)[number];

export const assessment = job.extend({
  scope,
  started_at: timestamp.nullable(),
  /** Version of the rules that were applied, and whether the project had its own weights. */
  rules_version: z.string(),
  own_weights: z.boolean(),
});
export type Assessment = z.infer<typeof assessment>;

const member = { who: 'member', of: 'params.id' } as const;
const administrator = { who: 'administrator' } as const;
const one = z.object({ id, assessment: id });

export const startAssessment = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/assessments',
  summary: 'Read the source and estimate what it takes to move it; the target is not connected to',
  access: administrator,
  params: z.object({ id }),
  body: z.object({ scope: scope.default('inventory') }),
  response: assessment,
  status: 201,
});

/** Assessments that are kept with their objects; older ones are deleted. */
export const KEPT_ASSESSMENTS = 5;

export const listAssessments = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/assessments',
  summary: `Assessments of a project, newest first; the last ${KEPT_ASSESSMENTS} are kept`,
  access: member,
  params: z.object({ id }),
  response: z.array(assessment),
});

export const cancelAssessment = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/assessments/{assessment}/cancel',
  ofArchived: true,
  summary: 'Stop an assessment; what it found so far is dropped',
  access: administrator,
  params: one,
  response: assessment,
});

/** Estimated hours. The true value lies between `low` and `high` in four of five cases, as far as the estimate can tell. */
const effort = z.object({
  develop: z.number(),
  test: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Effort = z.infer<typeof effort>;

const sums = z.object({
  objects: z.int(),
  simple: z.int(),
  medium: z.int(),
  complex: z.int(),
  /** Number of these objects that need no manual work. */
  automatic: z.int(),
  effort,
});
export type AssessmentSums = z.infer<typeof sums>;

/** How the team's actual times have adjusted the estimate for a type of object. */
const calibration = z.object({
  object_type: objectType,
  /** The factor that estimated hours are multiplied by. */
  factor: z.number(),
  /** Number of finished objects that the factor was learnt from. */
  finished: z.int(),
  /** Whether too few objects are finished for the factor to rely on them. */
  mostly_prior: z.boolean(),
});
export type Calibration = z.infer<typeof calibration>;

export const assessmentReport = z.object({
  assessment,
  total: sums,
  by_type: z.array(z.object({ object_type: objectType, sums })),
  by_schema: z.array(z.object({ schema_name: z.string(), sums })),
  /** Features that were found, with the number of objects that use them, by the hours that they take. */
  by_feature: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      name_said: messageData,
      support: z.enum(FINDING_SUPPORTS),
      objects: z.int(),
      count: z.int(),
      hours: z.number(),
      advice: z.string(),
      advice_said: messageData,
    }),
  ),
  /** Number of objects with each risk; an object may have several. */
  risks: z.array(z.object({ risk: z.enum(RISKS), objects: z.int() })),
  unused: z.array(z.object({ reason: z.enum(UNUSED_REASONS), objects: z.int() })),
  calibration: z.array(calibration),
  /** Rows of tables by the engine's statistics, null where there are none; lines and statements of code. */
  rows: z.number().nullable(),
  lines: z.int(),
  statements: z.int(),
  /** Objects whose definition a later comparison found changed, and objects that could not be read at all. */
  changed_since: z.int(),
  not_read: z.int(),
});
export type AssessmentReport = z.infer<typeof assessmentReport>;

export const getAssessmentReport = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/assessments/{assessment}/report',
  summary: 'What an assessment comes to: effort, complexity, features, risks',
  access: member,
  params: one,
  response: assessmentReport,
});

export const assessmentFinding = z.object({
  code: z.string(),
  name: z.string(),
  name_said: messageData,
  count: z.int(),
  develop: z.number(),
  test: z.number(),
  support: z.enum(FINDING_SUPPORTS),
  advice: z.string(),
  advice_said: messageData,
  /** The first columns and types that the finding is about. */
  of: z.array(z.string()),
  /** The first lines of the text where it occurs. */
  lines: z.array(z.int()),
});

export const ASSESSED_COLUMNS = [
  'id',
  'schema_name',
  'object_name',
  'object_type_id',
  'complexity',
  'automatic',
  'hours',
  'develop',
  'test',
  'row_count',
  'lines',
  'statements',
  'unused',
  'risk',
  'feature',
  'changed_since',
] as const;

export const assessedObject = z.object({
  id,
  /** Null where the object was not imported. */
  object_id: id.nullable(),
  schema_name: z.string(),
  object_name: z.string(),
  object_type_id: objectTypeId,
  object_type: objectType,
  complexity,
  automatic: z.union([z.literal(0), z.literal(1)]),
  /** Hours, calibrated with the project's actual times; `raw` is not calibrated. */
  hours: z.number(),
  develop: z.number(),
  test: z.number(),
  raw: z.number(),
  /** Rows by the engine's statistics; null where it has none, or where the object has no rows. */
  row_count: z.number().nullable(),
  /** Lines and statements of code. */
  lines: z.int(),
  statements: z.int(),
  unused: z.enum(UNUSED_REASONS).nullable(),
  risks: z.array(z.enum(RISKS)),
  findings: z.array(assessmentFinding),
  /** Whether a later comparison read a different definition. */
  changed_since: z.union([z.literal(0), z.literal(1)]),
});
export type AssessedObject = z.infer<typeof assessedObject>;

export const assessedQuery = listQuery(ASSESSED_COLUMNS, 'object_name');
export type AssessedQuery = z.output<typeof assessedQuery>;

export const listAssessedObjects = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/assessments/{assessment}/objects',
  summary: 'What was found of each object, filtered, sorted and paged',
  access: member,
  params: one,
  query: assessedQuery,
  response: z.array(assessedObject),
  stream: true,
});

/** The largest weight, in hours. */
export const MAX_HOURS = 1_000;
const hours = z
  .number({ error: fault('field.notNumber') })
  .min(0, { error: fault('field.notHours', { most: MAX_HOURS }) })
  .max(MAX_HOURS, { error: fault('field.notHours', { most: MAX_HOURS }) });

const weight = z.object({ code: requiredText(100), develop: hours, test: hours });
export type Weight = z.infer<typeof weight>;

/** The hours from which an object counts as medium, and as complex. */
const limits = z.object({ medium: hours, complex: hours });
export type ComplexityLimits = z.infer<typeof limits>;

/** The rules of a pair of engines, with the project's own weights. */
export const assessmentRules = z.object({
  version: z.string(),
  limits,
  /** Whether the project overrides any of the defaults. */
  own: z.boolean(),
  weights: z.array(
    weight.extend({
      name: z.string(),
      name_said: messageData,
      kind: z.enum(['base', 'feature', 'structure']),
      support: z.enum(FINDING_SUPPORTS),
      advice: z.string(),
      advice_said: messageData,
      default_develop: z.number(),
      default_test: z.number(),
    }),
  ),
});
export type AssessmentRules = z.infer<typeof assessmentRules>;

export const getAssessmentRules = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/assessment-rules',
  summary: "The weights that assessments of a project's pair of engines use",
  access: member,
  params: z.object({ id }),
  response: assessmentRules,
});

export const MAX_WEIGHTS = 500;
export const setAssessmentRules = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/assessment-rules',
  summary: 'Set weights of a project; those that are not named are those of the program',
  access: administrator,
  params: z.object({ id }),
  body: changeOf(
    z.object({
      limits,
      weights: z.union([
        z.tuple([]),
        list(weight, MAX_WEIGHTS, {
          error: fault('field.notList', { things: message('thing.weights') }),
          items: message('thing.weights'),
        }),
      ]),
    }),
  ),
  response: assessmentRules,
});

export const resetAssessmentRules = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/assessment-rules',
  summary: "Take back a project's own weights",
  access: administrator,
  params: z.object({ id }),
  response: assessmentRules,
});
