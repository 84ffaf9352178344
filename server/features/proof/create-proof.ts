import type { Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { MemberService } from '../members/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import type { ObjectService } from '../objects/service.ts';
import type { ProjectService } from '../projects/service.ts';
import type { UserService } from '../users/service.ts';
import { callRoutes } from './calls/routes.ts';
import { createCallService } from './calls/service.ts';
import { definitionRoutes } from './definitions/routes.ts';
import { createMeanings } from '../sql/service.ts';
import { createDefinitionService } from './definitions/service.ts';
import { createDefinitionSource } from './definitions/source-service.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { createEvidenceService } from './evidence/service.ts';
import { otherRoutes } from './others/routes.ts';
import { createOtherService } from './others/service.ts';
import { pairRoutes } from './pairs/routes.ts';
import { createPairService } from './pairs/service.ts';
import { createTrendService } from './pairs/trend-service.ts';
import { validationRoutes } from './rows/routes.ts';
import { createExpressions } from './rows/plan/try-expressions.ts';
import { runRoutes } from './runs/routes.ts';
import { createRunService } from './runs/service.ts';
import { createRunWorker } from './runs/run-worker.ts';

interface Needs {
  store: Store;
  users: UserService;
  members: MemberService;
  projects: ProjectService;
  objects: ObjectService;
  databases: DatabaseService;
  notifications: NotificationService;
  vault: Vault;
  log: Log;
  /** Characters of an answer, and megabytes of an attachment. */
  limits: { answer: number; attachment: number };
}

/** Which object became which, what is known of each pair, and the runs that find it out, wired in order of dependency. */
export function createProof({ store, users, databases, notifications, log, ...needs }: Needs) {
  const { members, projects, objects, vault, limits } = needs;
  const source = createDefinitionSource(store, databases, notifications, log);
  const pairs = createPairService(store, users, source);
  const trend = createTrendService(store, members);
  const meanings = createMeanings();
  const definitions = createDefinitionService(store, users, pairs, notifications, meanings);
  const evidence = createEvidenceService(
    store,
    users,
    pairs,
    databases,
    definitions,
    limits.attachment,
  );
  const calls = createCallService(
    store,
    users,
    projects,
    objects,
    pairs,
    databases,
    definitions,
    meanings,
    { length: limits.answer },
  );
  const runs = createRunService(store, users, databases);
  const runWorker = createRunWorker({ store, databases, pairs, definitions, calls, vault }, log);
  const stopping = new AbortController();
  return {
    pairs,
    trend,
    definitions,
    evidence,
    calls,
    meanings,
    runs,
    routes: [
      ...pairRoutes(pairs, trend),
      ...definitionRoutes(definitions),
      ...runRoutes(runs),
      ...validationRoutes(
        pairs,
        databases,
        definitions,
        createExpressions(projects, databases, pairs, definitions),
      ),
      ...evidenceRoutes(evidence),
      ...callRoutes(calls, { projects, pairs }),
      ...otherRoutes(createOtherService(store, databases)),
    ],
    /** What waits to be done, whoever asked for it. */
    work: {
      tasks: {
        matching: {
          isWaiting: pairs.isMatchRequested,
          runWaiting: () => pairs.matchRequested(stopping.signal),
        },
        acceptances: { isWaiting: definitions.hasEnded, runWaiting: definitions.endAcceptances },
        tolerances: { isWaiting: pairs.hasEndedTolerances, runWaiting: pairs.endTolerances },
        projectTolerances: {
          isWaiting: pairs.hasEndedProjectTolerances,
          runWaiting: pairs.endProjectTolerances,
        },
        trend: { isWaiting: trend.isDue, runWaiting: trend.record },
        runs: { isWaiting: runs.hasWork, runWaiting: runWorker.runWaiting },
      },
      async stop() {
        stopping.abort();
        await runWorker.stop();
      },
    },
  };
}
