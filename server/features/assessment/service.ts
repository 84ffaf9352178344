import { type RawBuilder, sql } from 'kysely';
import type {
  AssessedObject,
  AssessedQuery,
  Assessment,
  AssessmentReport,
  AssessmentScope,
  Complexity,
} from '../../../contract/assessment.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor, RowStream } from '../../platform/http/route.ts';
import { recordProjectHistory } from '../history/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import type { ProjectService } from '../projects/service.ts';
import type { UserService } from '../users/service.ts';
import type { CalendarService } from '../calendar/service.ts';
import { type Work, readFinished } from './actual-times.ts';
import { type Beliefs, type Calibrations, believe, calibrate } from './calibrate.ts';
import { developOf, listObjects } from './list-objects.ts';
import { presentAssessment, presentObject } from './present.ts';
import { readReport } from './report.ts';
import {
  type Estimate,
  type StoredAssessment,
  assessmentJobs,
  readEstimates,
} from './repository.ts';
import { RULES_VERSION, rulesOf } from './rules.ts';
import { readOwnWeights } from './weights-service.ts';

/** The estimated hours of an object. */
export interface ObjectHours {
  objectId: number;
  type: ObjectType;
  complexity: Complexity;
  develop: number;
  test: number;
  /** Whether the estimate includes the team's own times. */
  calibrated: boolean;
}

export { rampOf } from './actual-times.ts';
export type { Beliefs } from './calibrate.ts';
export type { Estimate } from './repository.ts';

export interface AssessedMinutes {
  id: number;
  minutes: RawBuilder<number>;
}

export type AssessmentService = ReturnType<typeof createAssessmentService>;

/** Assessments of a source: requested and shown here, carried out by a worker. */
export function createAssessmentService(
  store: Store,
  users: UserService,
  projects: ProjectService,
  calendars: CalendarService,
) {
  const { db } = store;
  const listeners = new Set<() => void>();

  const find = (projectId: number, id: number) => assessmentJobs.find(db, projectId, id);
  const show = async (stored: StoredAssessment): Promise<Assessment> =>
    presentAssessment(stored, await users.names());

  const calibrationsOf = async ({ project_id: id, id: assessment }: StoredAssessment) =>
    calibrate(await readFinished(store.longReads, id, assessment, await calendars.teamOf(id)));

  return {
    /** Calls the listener when an assessment is queued in this process. */
    onQueued(listener: () => void): void {
      listeners.add(listener);
    },
    hasWork: (): Promise<boolean> => assessmentJobs.hasClaimable(db),

    /** @throws ProblemError `conflict` if one is queued or running */
    async start(actor: Actor, projectId: number, scope: AssessmentScope): Promise<Assessment> {
      const { source, target } = await projects.engines(projectId);
      const { id } = await store.transaction(async (tx) => {
        await assessmentJobs.expectNone(tx, projectId);
        const own = await readOwnWeights(tx, projectId);
        const made = await tx
          .insertInto('assessment')
          .values({
            project_id: projectId,
            scope,
            state: 'queued',
            current: null,
            source_engine: source,
            target_engine: target,
            rules_version: RULES_VERSION,
            weights: own && JSON.stringify(own),
            features: null,
            error: null,
            owner: null,
            lease_until: null,
            created_by: actor.userId,
            created_at: timestampNow(),
            started_at: null,
            finished_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordProjectHistory(tx, actor, projectId, 'assessed', { scope: [null, scope] });
        return made;
      }, `assessment ${projectId}`);
      for (const listener of listeners) listener();
      return show(await find(projectId, id));
    },

    async list(projectId: number): Promise<Assessment[]> {
      await expectProject(db, projectId);
      const [stored, names] = await Promise.all([
        assessmentJobs.list(db, projectId),
        users.names(),
      ]);
      return stored.map((one) => presentAssessment(one, names));
    },

    get: async (projectId: number, id: number): Promise<Assessment> =>
      show(await find(projectId, id)),

    /** @throws ProblemError `conflict` if it has ended */
    async cancel(projectId: number, id: number): Promise<Assessment> {
      await assessmentJobs.cancel(store, projectId, id);
      return show(await find(projectId, id));
    },

    async report(projectId: number, id: number): Promise<AssessmentReport> {
      const stored = await find(projectId, id);
      const rules = rulesOf(stored.source_engine, stored.target_engine);
      const calibrations = await calibrationsOf(stored);
      return {
        assessment: await show(stored),
        ...(await readReport(store.longReads, stored, rules, calibrations)),
      };
    },

    async objects(
      projectId: number,
      id: number,
      query: AssessedQuery,
    ): Promise<RowStream<AssessedObject>> {
      const stored = await find(projectId, id);
      const rules = rulesOf(stored.source_engine, stored.target_engine);
      const calibrations = await calibrationsOf(stored);
      const { total, chunks } = await listObjects(store.longReads, id, query, calibrations);
      return {
        total,
        chunks: (async function* () {
          for await (const rows of chunks)
            yield rows.map((row) => presentObject(row, rules, calibrations));
        })(),
      };
    },

    /**
     * For queries: the newest assessment's id, and an SQL expression for the minutes of an `assessed_object`; null
     * without an assessment.
     */
    async minutesOf(projectId: number): Promise<AssessedMinutes | null> {
      const newest = await assessmentJobs.findNewest(db, projectId);
      if (!newest) return null;
      const develop = developOf(await calibrationsOf(newest));
      return { id: newest.id, minutes: sql<number>`${develop} + assessed_object.test_minutes` };
    },

    /** Estimated hours of each imported object, from the newest assessment; empty without one. */
    async hoursOf(projectId: number): Promise<ObjectHours[]> {
      const newest = await assessmentJobs.findNewest(db, projectId);
      if (!newest) return [];
      const calibrations: Calibrations = await calibrationsOf(newest);
      return (await readEstimates(store.longReads, newest.id)).map((one) => {
        const { factor, finished } = calibrations[one.type];
        return {
          objectId: one.objectId,
          type: one.type,
          complexity: one.complexity,
          develop: one.develop * (one.automatic ? 1 : factor),
          test: one.test,
          calibrated: !one.automatic && finished > 0,
        };
      });
    },

    /** Id of the newest finished assessment. */
    newestOf: async (projectId: number): Promise<number | null> =>
      (await assessmentJobs.findNewest(db, projectId))?.id ?? null,

    /** The estimates without calibration, and the beliefs from the team's own times; null without an assessment. */
    async estimatesOf(
      projectId: number,
    ): Promise<{ estimates: Estimate[]; beliefs: Record<Work, Beliefs> } | null> {
      const newest = await assessmentJobs.findNewest(db, projectId);
      if (!newest) return null;
      const team = await calendars.teamOf(projectId);
      const believed = async (work: Work) =>
        believe(await readFinished(store.longReads, projectId, newest.id, team, work));
      const [estimates, develop, test] = await Promise.all([
        readEstimates(store.longReads, newest.id),
        believed('develop'),
        believed('test'),
      ]);
      return { estimates, beliefs: { develop, test } };
    },
  };
}
