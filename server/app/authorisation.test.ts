import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ENDPOINTS } from '../../contract/index.ts';
import * as users from '../../contract/users.ts';
import { getRunbook } from '../../contract/cutover.ts';
import { proposeWaves } from '../../contract/waves.ts';
import * as evidence from '../../contract/proof/evidence.ts';
import * as clients from '../../contract/clients.ts';
import * as comments from '../../contract/comments.ts';
import * as objects from '../../contract/objects.ts';
import * as inventory from '../../contract/inventory.ts';
import { proposeAssignments } from '../../contract/assignments.ts';
import { USUAL_TIME } from '../../contract/calendar.ts';
import { DEFAULT_GATE } from '../../contract/gate.ts';
import * as pairs from '../../contract/proof/pairs.ts';
import * as signoff from '../../contract/signoff.ts';
import * as validation from '../../contract/proof/rows.ts';
import * as webhooks from '../../contract/webhooks.ts';
import {
  createProject,
  importTables,
  inventoryItem,
  joinProject,
  projectForm,
  newStep,
} from '../../tests/support/fixtures.ts';
import {
  ADMIN,
  type Client,
  PASSWORD,
  type TestApp,
  startTestApp,
} from '../../tests/support/test-app.ts';

const PEOPLE = [
  'anonymous',
  'inactive',
  'outsider',
  'client',
  'colleague',
  'developer',
  'tester',
  'administrator',
] as const;
type Person = (typeof PEOPLE)[number];

interface Call {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface World {
  app: TestApp;
  people: Record<Person, Client>;
  projectId: number;
  /** Another project, in which there is nothing. */
  elsewhereId: number;
  sourceId: number;
  targetId: number;
  pairId: number;
  runId: number;
  pausedRuns: Record<Person, number>;
  evidenceId: number;
  acceptanceId: number;
  toleranceId: number;
  /** A pair of a project whose source answers. */
  answering: { id: number; pair: number };
  webhookId: number;
  deliveryId: number;
  /** Names an assignment that can be undone. */
  undo: string;
  unique(): string;
}

const EVERYBODY = [...PEOPLE];
const SIGNED_IN = PEOPLE.filter((one) => one !== 'anonymous' && one !== 'inactive');
const MEMBERS: Person[] = ['colleague', 'developer', 'tester', 'administrator'];
/** Members, and who may see what is proven and sign it. */
const READERS: Person[] = ['client', ...MEMBERS];
const ASSIGNEES: Person[] = ['developer', 'tester', 'administrator'];
const ADMINISTRATOR: Person[] = ['administrator'];

/** Where the tests' own PostgreSQL is, as the connection form says it. */
function connection(): Record<string, unknown> {
  const url = new URL(inject('postgresUrl'));
  return {
    Target_Database: 4,
    target_db_ip: url.hostname,
    target_db_port: url.port,
    target_db_name: 'postgres',
    target_db_username: decodeURIComponent(url.username),
    target_db_password: decodeURIComponent(url.password) || 'trusted',
    Source_Database: 4,
    source_db_ip: url.hostname,
    source_db_port: url.port,
    source_db_name: 'postgres',
    source_db_username: decodeURIComponent(url.username),
    source_db_password: decodeURIComponent(url.password) || 'trusted',
  };
}

/** In the role of who signs: on the pair, which is there in any case. */
const ownSignoff = async ({ people, projectId, pairId }: World, person: Person) => {
  const params = { id: projectId };
  const query = { pair: pairId };
  const { hash: seen } = await people.administrator.call(signoff.getSignoffs, { params, query });
  const roles = { tester: 'tester', client: 'client', administrator: 'lead' } as const;
  const role = Object.hasOwn(roles, person) ? roles[person as keyof typeof roles] : 'developer';
  return { params, body: { ...query, role, remark: 'seen', seen } as const };
};
const onePair = ({ projectId, pairId }: World): Call => ({
  params: { id: projectId, pair: pairId },
});
const oneWebhook = ({ webhookId: id }: World): Call => ({ params: { id } });
/** Nobody listens there. */
const aWebhook = { url: 'http://127.0.0.1:9/', form: 'json', events: ['objects.status'] };
const oneRun = ({ projectId, runId }: World): Call => ({
  params: { id: projectId, run: runId },
});
/** One that waits, so that it can be cancelled; whoever works in the background leaves it alone. */
const oneAssessment = async ({ app, projectId }: World): Promise<Call> => {
  const { id } = await app.store.db
    .insertInto('assessment')
    .values({
      project_id: projectId,
      scope: 'imported',
      state: 'running',
      source_engine: 3,
      target_engine: 4,
      rules_version: '1',
      owner: 'somebody else',
      lease_until: '2999-01-01T00:00:00.000Z',
      created_at: '2026-01-01T00:00:00.000Z',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: projectId, assessment: id } };
};
/** Likewise. */
const oneDependencyRead = async ({ app, projectId }: World): Promise<Call> => {
  const { id } = await app.store.db
    .insertInto('dependency_read')
    .values({
      project_id: projectId,
      state: 'running',
      owner: 'somebody else',
      lease_until: '2999-01-01T00:00:00.000Z',
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: projectId, read: id } };
};
const oneWave = async ({ app, projectId }: World): Promise<Call> => {
  const { id } = await app.store.db
    .insertInto('wave')
    .values({ project_id: projectId, position: 1, state: 'planned' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: projectId, wave: id } };
};
/** A rehearsal with one step that waits; none is under way besides. */
const oneCutover = async (
  { app, projectId }: World,
  state: 'running' | 'aborted' = 'running',
): Promise<Call> => {
  const { db } = app.store;
  await db.deleteFrom('cutover_run').where('project_id', '=', projectId).execute();
  const at = '2026-01-01T00:00:00.000Z';
  const { id: run } = await db
    .insertInto('cutover_run')
    .values({ project_id: projectId, kind: 'rehearsal', state, started_at: at, started_by: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: _, owner_id: __, ...work } = newStep('freeze');
  const { id: step } = await db
    .insertInto('cutover_step')
    .values({
      ...work,
      run_id: run,
      step_id: 1,
      position: 1,
      planned_start: at,
      planned_end: at,
      state: 'waiting',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: projectId, run, step } };
};
/** Waves go by dependencies that were read. */
const withDependencies = async ({ app, projectId }: World): Promise<void> => {
  await app.store.db
    .insertInto('dependency_read')
    .values({
      project_id: projectId,
      state: 'finished',
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
};
const aMove = ({ projectId, sourceId }: World): Call => ({
  params: { id: projectId },
  body: { objects: [sourceId], wave: null },
});
const oneEvidence = ({ projectId, evidenceId }: World): Call => ({
  params: { id: projectId, evidence: evidenceId },
});
const aCall = (world: World): Call => ({
  ...onePair(world),
  body: {
    source_text: 'select 1',
    target_text: 'select 1',
    parameter_sets: [],
    ordered: false,
    writes: false,
  },
});
const somePairs = ({ projectId, pairId }: World): Call => ({
  params: { id: projectId },
  body: { ids: [pairId] },
});

/**
 * Who may call what, written down a second time on purpose: a contract that is loosened by mistake
 * does not agree with this table. Each call is right in every field, made for the person who calls.
 */
const MATRIX: Record<
  string,
  { allowed: Person[]; call?: (world: World, person: Person) => Call | Promise<Call> }
> = {
  login: { allowed: EVERYBODY, call: () => ({ body: ADMIN }) },
  logout: { allowed: EVERYBODY },
  trace: { allowed: EVERYBODY },
  appSettings: { allowed: EVERYBODY },
  register: {
    allowed: EVERYBODY,
    call: ({ unique }) => ({ body: { username: unique(), password: PASSWORD } }),
  },

  me: { allowed: SIGNED_IN },
  changePassword: {
    allowed: SIGNED_IN,
    call: (_world, person) => ({
      body: {
        current_password: person === 'administrator' ? ADMIN.password : PASSWORD,
        new_password: person === 'administrator' ? ADMIN.password : PASSWORD,
      },
    }),
  },
  listDatabaseTypes: { allowed: SIGNED_IN },

  listMyProjects: {
    allowed: ['developer', 'administrator'],
    call: ({ people }) => ({ params: { id: people.developer.userId } }),
  },
  getProject: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listSourceObjects: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  listTargetObjects: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  listTesterSource: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ body: { Project_Id: projectId } }),
  },
  listTesterTarget: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ body: { Project_Id: projectId } }),
  },
  listDeveloperSource: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ body: { Project_Id: projectId } }),
  },
  objectHistory: { allowed: MEMBERS, call: ({ sourceId }) => ({ params: { id: sourceId } }) },

  updateObject: {
    allowed: ASSIGNEES,
    call: ({ sourceId, unique }) => ({ params: { id: sourceId }, body: { comments: unique() } }),
  },

  undoEdit: {
    allowed: ASSIGNEES,
    // Only an edit of one's own.
    call: async ({ sourceId, unique, people }, person) => {
      const params = { id: sourceId };
      const edit = { params, body: { comments: unique() } };
      const { body } = await people[person].send(objects.updateObject, edit);
      return { params, body: { version: body.version ?? 1 } };
    },
  },

  getDashboard: { allowed: SIGNED_IN },
  getOwnWeeks: { allowed: SIGNED_IN },
  getWaitingDecisions: { allowed: ADMINISTRATOR },
  listNextSteps: { allowed: ADMINISTRATOR },
  listNotifications: { allowed: SIGNED_IN },
  readNotifications: { allowed: SIGNED_IN, call: () => ({ body: {} }) },
  getMailSettings: { allowed: SIGNED_IN },
  setMailSettings: { allowed: SIGNED_IN, call: () => ({ body: { frequency: 'daily' } }) },
  sendTestMail: { allowed: ADMINISTRATOR },
  listWebhooks: { allowed: ADMINISTRATOR, call: ({ projectId: id }) => ({ params: { id } }) },
  createWebhook: {
    allowed: ADMINISTRATOR,
    call: ({ projectId: id }) => ({ params: { id }, body: aWebhook }),
  },
  updateWebhook: {
    allowed: ADMINISTRATOR,
    call: (world) => ({ ...oneWebhook(world), body: { is_active: 0 } }),
  },
  renewSecret: { allowed: ADMINISTRATOR, call: oneWebhook },
  testWebhook: { allowed: ADMINISTRATOR, call: oneWebhook },
  listDeliveries: { allowed: ADMINISTRATOR, call: oneWebhook },
  getDelivery: { allowed: ADMINISTRATOR, call: ({ deliveryId: id }) => ({ params: { id } }) },
  sendAgain: { allowed: ADMINISTRATOR, call: ({ deliveryId: id }) => ({ params: { id } }) },
  deleteWebhook: { allowed: ADMINISTRATOR, call: oneWebhook },
  listenToEvents: { allowed: SIGNED_IN },
  search: { allowed: SIGNED_IN, call: () => ({ query: { q: 'orders' } }) },
  listPreferences: { allowed: SIGNED_IN },
  savePreference: {
    allowed: SIGNED_IN,
    call: () => ({ params: { key: 'display' }, body: { value: { scheme: 'dark' } } }),
  },
  editObjects: {
    allowed: SIGNED_IN,
    call: ({ sourceId, unique }) => ({ body: { ids: [sourceId], comments: unique() } }),
  },
  undoEdits: {
    allowed: SIGNED_IN,
    call: ({ sourceId }) => ({ body: { changed: [{ id: sourceId, version: 1 }] } }),
  },
  listContradictions: {
    allowed: SIGNED_IN,
    call: ({ sourceId }) => ({ body: { ids: [sourceId], status: 'verified' } }),
  },
  getObject: { allowed: MEMBERS, call: ({ sourceId }) => ({ params: { id: sourceId } }) },
  listComments: { allowed: MEMBERS, call: ({ sourceId }) => ({ params: { id: sourceId } }) },
  addComment: {
    allowed: MEMBERS,
    call: ({ sourceId, unique }) => ({ params: { id: sourceId }, body: { text: unique() } }),
  },
  changeComment: {
    allowed: MEMBERS,
    call: async ({ sourceId, unique, people }, person) => {
      const params = { id: sourceId };
      const said = { params, body: { text: unique() } };
      const { body } = await people[person].send(comments.addComment, said);
      return { params: { ...params, comment: body.comment?.id ?? 1 }, body: { resolved: true } };
    },
  },
  listPeople: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listObjectIds: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId }, query: { side: 'source' } }),
  },
  readHolders: {
    allowed: ADMINISTRATOR,
    call: ({ sourceId }) => ({ body: { ids: [sourceId], role: 'tester' } }),
  },
  undoAssignment: {
    allowed: ADMINISTRATOR,
    call: ({ undo }) => ({ body: { undo } }),
  },
  readEverything: {
    allowed: ADMINISTRATOR,
    call: () => ({ body: { ...connection(), reportType: 'target' } }),
  },
  keptInventory: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId, side: 'source' } }),
  },
  describeImports: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  summariseInventory: {
    allowed: ADMINISTRATOR,
    call: () => ({ body: { ...connection(), reportType: 'target', schema: 'public' } }),
  },
  importSpreadsheet: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, unique }) => ({
      params: { id: projectId },
      body: {
        rows: [{ side: 'source', object_type: 'tables', schema_name: 's', object_name: unique() }],
      },
    }),
  },
  listUsers: { allowed: ADMINISTRATOR },
  listUserNames: { allowed: ADMINISTRATOR },
  userHistory: {
    allowed: ADMINISTRATOR,
    call: ({ people }) => ({ params: { id: people.outsider.userId } }),
  },
  updateUser: {
    allowed: ADMINISTRATOR,
    call: ({ people }) => ({
      body: { user_id: people.outsider.userId, email: 'new@example.org' },
    }),
  },
  setAdministrator: {
    allowed: ADMINISTRATOR,
    call: ({ people }) => ({ params: { id: people.outsider.userId }, body: { is_admin: 1 } }),
  },
  decideRegistration: {
    allowed: ADMINISTRATOR,
    call: async ({ app, people }, person) => {
      const id = people.outsider.userId;
      // Only for whoever gets that far: for all others, nothing may change.
      if (person === 'administrator')
        await app.store.db
          .updateTable('app_user')
          .set({ registration: 'waiting' })
          .where('id', '=', id)
          .execute();
      return { params: { id }, body: { declined: 1 } };
    },
  },
  listProjects: { allowed: ADMINISTRATOR },
  createProject: { allowed: ADMINISTRATOR, call: () => ({ body: projectForm }) },
  updateProject: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, unique }) => ({
      params: { id: projectId },
      body: { Client_Name: unique() },
    }),
  },
  archiveProject: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId }, body: { archived: 1 } }),
  },
  assignProject: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, people }) => ({
      body: { Project_Id: projectId, user_id: people.outsider.userId, role: 'tester' },
    }),
  },
  listDevelopers: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  listTesters: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  removeAssignment: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, people }) => ({
      params: { id: projectId, user_id: people.colleague.userId, role: 'developer' },
    }),
  },
  sourceSchemas: { allowed: ADMINISTRATOR, call: () => ({ body: connection() }) },
  targetSchemas: { allowed: ADMINISTRATOR, call: () => ({ body: connection() }) },
  testConnection: {
    allowed: ADMINISTRATOR,
    call: () => ({ body: { ...connection(), reportType: 'source' } }),
  },
  saveConnection: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      body: { ...connection(), Project_Id: projectId, reportType: 'target' },
    }),
  },
  readInventory: {
    allowed: ADMINISTRATOR,
    call: () => ({
      body: {
        ...connection(),
        reportType: 'target',
        object_type_source: 'tables',
        schemaTarget: 'public',
      },
    }),
  },
  importSource: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, unique }) => ({ body: [inventoryItem(projectId, unique())] }),
  },
  importTarget: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, unique }) => ({ body: [inventoryItem(projectId, unique())] }),
  },
  assignDevelopers: {
    allowed: ADMINISTRATOR,
    call: ({ sourceId }) => ({ body: [{ source_objectid: sourceId, developer: null }] }),
  },
  assignSourceTesters: {
    allowed: ADMINISTRATOR,
    call: ({ sourceId }) => ({ body: [{ source_objectid: sourceId, tester: null }] }),
  },
  assignTargetTesters: {
    allowed: ADMINISTRATOR,
    call: ({ targetId }) => ({ body: [{ target_objectid: targetId, tester: null }] }),
  },
  sourceResults: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  targetResults: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  listPairs: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listPairIds: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getPair: { allowed: MEMBERS, call: onePair },
  pairHistory: { allowed: MEMBERS, call: onePair },
  findPairOfObject: {
    allowed: MEMBERS,
    call: ({ projectId, sourceId }) => ({ params: { id: projectId, object: sourceId } }),
  },
  confirmPairs: { allowed: MEMBERS, call: somePairs },
  splitPairs: { allowed: MEMBERS, call: somePairs },
  decidePairs: {
    allowed: MEMBERS,
    call: ({ projectId, pairId }) => ({
      params: { id: projectId },
      body: { ids: [pairId], state: 'dropped', reason: 'empty' },
    }),
  },
  linkObjects: {
    allowed: MEMBERS,
    call: ({ projectId, sourceId, targetId }) => ({
      params: { id: projectId },
      body: { source_ids: [sourceId], target_ids: [targetId] },
    }),
  },
  undoPairs: {
    allowed: MEMBERS,
    call: ({ projectId }, person) => ({ params: { id: projectId }, body: { undo: person } }),
  },
  applyNameMap: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: { dry_run: 1, rows: [{ source: 'orders', target: 'orders' }] },
    }),
  },
  listCandidates: { allowed: MEMBERS, call: onePair },
  matchObjects: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getMatchingRules: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  getSchemaMap: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  setMatchingRules: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: pairs.DEFAULT_MATCHING_RULES,
    }),
  },
  previewMatching: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: pairs.DEFAULT_MATCHING_RULES,
    }),
  },
  countOthers: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listOthers: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId, kind: 'sequences' } }),
  },
  getGate: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  setGate: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId }, body: DEFAULT_GATE }),
  },
  listGateDecisions: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  decideGate: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: { decision: 'no_go', seen: 'no_go' },
    }),
  },
  getSignoffs: { allowed: READERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getSignedWaves: { allowed: READERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  sign: { allowed: READERS, call: ownSignoff },
  withdrawSignoff: {
    allowed: READERS,
    call: async (world, person) => {
      const params = { id: world.projectId };
      if (!READERS.includes(person)) return { params: { ...params, signoff: 1 } };
      const { signoffs } = await world.people[person].call(
        signoff.sign,
        await ownSignoff(world, person),
      );
      return { params: { ...params, signoff: signoffs[0]!.id } };
    },
  },
  getDossier: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  writeDossier: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listClientProjects: { allowed: SIGNED_IN },
  getClientView: { allowed: READERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listClientPairs: { allowed: READERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listClients: { allowed: ADMINISTRATOR },
  addClient: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, people }) => ({
      params: { id: projectId },
      body: { user_id: people.client.userId },
    }),
  },
  removeClient: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, people }) => ({
      params: { id: projectId, user_id: people.client.userId },
    }),
  },
  getSealKey: { allowed: EVERYBODY },
  listProven: { allowed: SIGNED_IN },
  getProofTrend: { allowed: READERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getProofSummary: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getStructure: { allowed: MEMBERS, call: onePair },
  listDifferingReads: { allowed: MEMBERS, call: onePair },
  listCommonCauses: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  listExpressions: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listTolerances: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  addTolerance: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: {
        cause: 'case',
        source_type: null,
        target_type: null,
        reason: 'agreed',
        until: null,
      },
    }),
  },
  addProjectExpression: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: {
        source_type: 'text',
        target_type: null,
        source_expression: 'upper({column})',
        target_expression: null,
        reason: 'agreed',
        until: null,
      },
    }),
  },
  removeTolerance: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, toleranceId }) => ({
      params: { id: projectId, tolerance: toleranceId },
    }),
  },
  tolerateCause: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: { pairs: [1], column: 'at', cause: 'case', reason: 'agreed' },
    }),
  },
  nameColumns: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: { columns: [{ pair_id: 1, source: 'at', target: 'moment' }] },
    }),
  },
  listRepairs: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listAcceptances: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  acceptFinding: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: {
        pair_id: null,
        code: 'comment',
        name: 'note',
        source: null,
        target: null,
        reason: 'agreed',
        until: null,
      },
    }),
  },
  withdrawAcceptance: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, acceptanceId }) => ({
      params: { id: projectId, acceptance: acceptanceId },
    }),
  },
  startAssessment: {
    allowed: ADMINISTRATOR,
    call: async (world) => {
      await world.app.store.db
        .updateTable('assessment')
        .set({ state: 'cancelled' })
        .where('state', 'in', ['queued', 'running'])
        .execute();
      return { params: { id: world.projectId }, body: {} };
    },
  },
  getForecast: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getWorkload: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  proposeAssignments: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId }, body: {} }),
  },
  applyAssignments: {
    allowed: ADMINISTRATOR,
    call: async (world) => {
      const params = { id: world.projectId };
      const { seen } = await world.people.administrator.call(proposeAssignments, {
        params,
        body: {},
      });
      return { params, body: { seen } };
    },
  },
  getCalendar: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  setWorkingTime: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId }, body: USUAL_TIME }),
  },
  setPersonTime: {
    allowed: ADMINISTRATOR,
    call: ({ projectId, people }) => ({
      params: { id: projectId, user: people.developer.userId },
      body: { share: 50, absences: [] },
    }),
  },
  listAssessments: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getAssessmentReport: { allowed: MEMBERS, call: oneAssessment },
  listAssessedObjects: { allowed: MEMBERS, call: oneAssessment },
  cancelAssessment: { allowed: ADMINISTRATOR, call: oneAssessment },
  getAssessmentRules: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  setAssessmentRules: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: { limits: { medium: 1, complex: 2 }, weights: [] },
    }),
  },
  resetAssessmentRules: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  startDependencyRead: {
    allowed: ADMINISTRATOR,
    call: async ({ app, projectId }) => {
      await app.store.db
        .updateTable('dependency_read')
        .set({ state: 'cancelled' })
        .where('state', 'in', ['queued', 'running'])
        .execute();
      return { params: { id: projectId } };
    },
  },
  listDependencyReads: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  cancelDependencyRead: { allowed: ADMINISTRATOR, call: oneDependencyRead },
  getDependencyLists: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  getObjectDependencies: {
    allowed: MEMBERS,
    call: ({ sourceId }) => ({ params: { id: sourceId } }),
  },
  getRunbook: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  saveRunbook: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId }, body: { starts_at: null, steps: [] } }),
  },
  getRunbookTemplate: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  listCutovers: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  startCutover: {
    allowed: ADMINISTRATOR,
    call: async (world) => {
      await oneCutover(world, 'aborted');
      const params = { id: world.projectId };
      const { id: _, ...step } = newStep('freeze');
      await world.app.store.db
        .insertInto('runbook_step')
        .values({ ...step, project_id: world.projectId, position: 1 } as never)
        .execute();
      const { version } = await world.people.administrator.call(getRunbook, { params });
      return { params, body: { kind: 'rehearsal', seen: version } };
    },
  },
  getCutover: { allowed: MEMBERS, call: (world) => oneCutover(world) },
  changeCutoverStep: {
    allowed: MEMBERS,
    call: async (world) => ({ ...(await oneCutover(world)), body: { action: 'skip' } }),
  },
  recordWayBack: {
    allowed: MEMBERS,
    call: async (world) => {
      const { params = {} } = await oneCutover(world);
      const set = { state: 'failed', way_back: 'thaw' } as const;
      await world.app.store.db
        .updateTable('cutover_step')
        .set(set)
        .where('run_id', '=', Number(params['run']))
        .execute();
      return { params, body: { worked: 1 } };
    },
  },
  abortCutover: { allowed: ADMINISTRATOR, call: (world) => oneCutover(world) },
  getMeasured: { allowed: MEMBERS, call: (world) => oneCutover(world) },
  takeMeasured: {
    allowed: ADMINISTRATOR,
    call: async (world) => {
      const params = { id: world.projectId };
      const { version } = await world.people.administrator.call(getRunbook, { params });
      return { ...(await oneCutover(world)), body: { seen: version } };
    },
  },
  getWaves: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  listWaveObjects: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getWaveLate: { allowed: MEMBERS, call: oneWave },
  proposeWaves: {
    allowed: ADMINISTRATOR,
    call: async (world) => {
      await withDependencies(world);
      return { params: { id: world.projectId }, body: { hours_per_wave: 80 } };
    },
  },
  applyWaves: {
    allowed: ADMINISTRATOR,
    call: async (world) => {
      await withDependencies(world);
      const params = { id: world.projectId };
      const body = { hours_per_wave: 80 };
      const { seen } = await world.people.administrator.call(proposeWaves, { params, body });
      return { params, body: { ...body, seen } };
    },
  },
  addWave: { allowed: ADMINISTRATOR, call: ({ projectId }) => ({ params: { id: projectId } }) },
  changeWave: {
    allowed: ADMINISTRATOR,
    call: async (world) => ({
      ...(await oneWave(world)),
      body: { name: 'Pilot', starts_on: null, ends_on: null, owner_id: null, state: 'planned' },
    }),
  },
  deleteWave: { allowed: ADMINISTRATOR, call: oneWave },
  previewMove: { allowed: ADMINISTRATOR, call: aMove },
  moveToWave: { allowed: ADMINISTRATOR, call: aMove },
  undoWaves: {
    allowed: ADMINISTRATOR,
    call: async ({ app, projectId }) => {
      const kept = { token: 'last', before: JSON.stringify({ waves: null, objects: [] }) };
      await app.store.db
        .insertInto('wave_change')
        .values({ project_id: projectId, ...kept })
        .onConflict((conflicting) => conflicting.column('project_id').doUpdateSet(kept))
        .execute();
      return { params: { id: projectId }, body: { token: 'last' } };
    },
  },
  startRun: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId }, body: { kind: 'structure' } }),
  },
  listRuns: { allowed: MEMBERS, call: ({ projectId }) => ({ params: { id: projectId } }) },
  getRun: { allowed: MEMBERS, call: oneRun },
  listRunItems: { allowed: MEMBERS, call: oneRun },
  controlRun: {
    allowed: MEMBERS,
    call: (world, person) => ({
      params: { id: world.projectId, run: world.pausedRuns[person] },
      body: { action: 'cancel' },
    }),
  },
  getComparisonRules: { allowed: MEMBERS, call: onePair },
  setComparisonRules: {
    allowed: ADMINISTRATOR,
    call: (world) => ({ ...onePair(world), body: validation.DEFAULT_COMPARISON_RULES }),
  },
  tryExpression: {
    allowed: ADMINISTRATOR,
    call: ({ answering }) => ({
      params: answering,
      body: { column: 'oid', source: '1', target: null },
    }),
  },
  getProofSettings: {
    allowed: MEMBERS,
    call: ({ projectId }) => ({ params: { id: projectId } }),
  },
  setProofSettings: {
    allowed: ADMINISTRATOR,
    call: ({ projectId }) => ({
      params: { id: projectId },
      body: {
        ...validation.DEFAULT_PROOF_SETTINGS,
        source: { connections: 1, brake: 0, calls: true, disposable: false },
        target: { connections: 1, brake: 0, calls: true, disposable: false },
      },
    }),
  },
  getCall: { allowed: MEMBERS, call: onePair },
  getCallProgress: { allowed: MEMBERS, call: onePair },
  checkCall: { allowed: ASSIGNEES, call: aCall },
  formatCall: { allowed: MEMBERS, call: aCall },
  proposeSets: { allowed: ASSIGNEES, call: aCall },
  runCall: { allowed: ASSIGNEES, call: aCall },
  listEvidence: { allowed: MEMBERS, call: onePair },
  addAttachment: {
    allowed: MEMBERS,
    call: (world) => ({
      ...onePair(world),
      body: { name: 'note.txt', type: 'text/plain', content: 'aGVsbG8=' },
    }),
  },
  getAttachment: { allowed: MEMBERS, call: oneEvidence },
  listDifferences: { allowed: MEMBERS, call: oneEvidence },
  sampleState: { allowed: ADMINISTRATOR },
  sampleAccounts: { allowed: ADMINISTRATOR },
  loadSample: { allowed: ADMINISTRATOR },
  removeSample: { allowed: ADMINISTRATOR },
};

/** A project with a developer and a tester of one object on each side, a member without objects, and a stranger. */
async function createWorld(app: TestApp): Promise<World> {
  const { admin } = app;
  const people: Record<Person, Client> = {
    anonymous: app.anonymous(),
    inactive: await app.createUser('inactive'),
    outsider: await app.createUser('outsider'),
    client: await app.createUser('client'),
    colleague: await app.createUser('colleague'),
    developer: await app.createUser('developer'),
    tester: await app.createUser('tester'),
    administrator: admin,
  };
  const { Project_Id: projectId } = await createProject(admin);
  const elsewhere = await createProject(admin, { Project_Name: 'Elsewhere' });
  for (const role of ['developer', 'tester'] as const) {
    await joinProject(admin, projectId, people[role].userId, role);
    await joinProject(admin, elsewhere.Project_Id, people.outsider.userId, role);
  }
  await joinProject(admin, projectId, people.colleague.userId, 'developer');
  await joinProject(admin, projectId, people.inactive.userId, 'tester');
  await admin.call(clients.addClient, {
    params: { id: projectId },
    body: { user_id: people.client.userId },
  });
  const [source] = await importTables(admin, projectId, 'source', ['orders']);
  const [target] = await importTables(admin, projectId, 'target', ['orders']);
  const sourceId = source!.source_objectid!;
  const targetId = target!.target_objectid!;
  const { developer, tester } = people;
  const { undo } = await admin.call(objects.assignDevelopers, {
    body: [{ source_objectid: sourceId, developer: developer.userId }],
  });
  await admin.call(objects.assignSourceTesters, {
    body: [{ source_objectid: sourceId, tester: tester.userId }],
  });
  await admin.call(objects.assignTargetTesters, {
    body: [{ target_objectid: targetId, tester: tester.userId }],
  });
  await app.store.db
    .updateTable('app_user')
    .set({ is_active: 0 })
    .where('id', '=', people.inactive.userId)
    .execute();
  await admin.call(pairs.matchObjects, { params: { id: projectId } });
  const [pair] = await admin.call(pairs.listPairs, { params: { id: projectId } });
  // Somebody's change of pairs that can be undone, for each person that tries.
  await app.store.db
    .insertInto('pair_change')
    .values(
      PEOPLE.map((token) => ({
        token,
        project_id: projectId,
        at: '9999',
        before: JSON.stringify({ pairs: [], objects: [] }),
      })),
    )
    .execute();
  const pairId = pair!.id;
  const at = new Date().toISOString();
  const runs = await app.store.db
    .insertInto('run')
    .values(
      PEOPLE.map(() => ({
        project_id: projectId,
        kind: 'structure' as const,
        state: 'paused' as const,
        options: '{}',
        total: 0,
        created_at: at,
      })),
    )
    .returning('id')
    .execute();
  const runId = runs[0]!.id;
  const pausedRuns = Object.fromEntries(
    PEOPLE.map((person, index) => [person, runs[index]!.id]),
  ) as Record<Person, number>;
  const { id: webhookId } = await admin.call(webhooks.createWebhook, {
    params: { id: projectId },
    body: aWebhook,
  });
  const { id: deliveryId } = await admin.call(webhooks.testWebhook, { params: { id: webhookId } });
  const side = { connections: 1, brake: 0, calls: true, disposable: false };
  await admin.call(validation.setProofSettings, {
    params: { id: projectId },
    body: { ...validation.DEFAULT_PROOF_SETTINGS, source: side, target: side },
  });
  const { id: evidenceId } = await admin.call(evidence.addAttachment, {
    params: { id: projectId, pair: pairId },
    body: { name: 'note.txt', type: 'text/plain', content: 'aGVsbG8=' },
  });
  const { id: acceptanceId } = await app.store.db
    .insertInto('acceptance')
    .values({ project_id: projectId, code: 'comment', reason: 'agreed', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: toleranceId } = await app.store.db
    .insertInto('project_tolerance')
    .values({ project_id: projectId, cause: 'blanks:end', reason: 'agreed', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { source_db_ip, source_db_port, ...answers } = connection();
  const { Project_Id: answeringId } = await createProject(admin, {
    ...answers,
    Project_Name: 'Answering',
    source_ip: source_db_ip,
    source_port: source_db_port,
    source_username: answers['source_db_username'],
  });
  await admin.call(inventory.importSource, {
    body: [inventoryItem(answeringId, 'pg_class', 'pg_catalog')],
  });
  await admin.call(pairs.matchObjects, { params: { id: answeringId } });
  const [answering] = await admin.call(pairs.listPairs, { params: { id: answeringId } });
  let last = 0;
  return {
    answering: { id: answeringId, pair: answering!.id },
    app,
    people,
    projectId,
    elsewhereId: elsewhere.Project_Id,
    sourceId,
    targetId,
    pairId,
    runId,
    pausedRuns,
    evidenceId,
    acceptanceId,
    toleranceId,
    webhookId,
    deliveryId,
    undo,
    unique: () => `made-${(last += 1)}`,
  };
}

const TABLES = [
  'app_user',
  'session',
  'login_attempt',
  'project',
  'project_connection',
  'project_member',
  'project_client',
  'calendar',
  'week_share',
  'absence',
  'object',
  'history',
  'notification',
  'preference',
  'mail_digest',
  'webhook',
  'pair',
  'pair_change',
  'run',
  'evidence',
  'attachment',
  'acceptance',
  'project_tolerance',
  'project_proof',
  'signoff',
] as const;

async function snapshot({ store }: TestApp): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) => store.db.selectFrom(table).selectAll().execute()),
  );
  // Written in passing, whoever asks for what: when a session was seen last, and how far a webhook has read.
  const inPassing = { last_seen_at: undefined, seen_id: undefined, seen_at: undefined };
  const write = (row: object) => JSON.stringify({ ...row, ...inPassing });
  return JSON.stringify(rows.map((list) => list.map(write).toSorted()));
}

describe('authorisation', () => {
  const endpoints = Object.entries(ENDPOINTS);

  it('covers every endpoint of the contract', () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(endpoints.map(([name]) => name).toSorted());
  });

  // A new call is closed to clients until it is named here.
  it('opens nothing of a project to its clients but this', () => {
    const open = endpoints.filter(([, { access }]) => access.who === 'memberOrClient');
    expect(open.map(([name, { method }]) => `${method} ${name}`).toSorted()).toEqual([
      'GET getClientView',
      'GET getProofTrend',
      'GET getSignedWaves',
      'GET getSignoffs',
      'GET listClientPairs',
      'POST sign',
      'POST withdrawSignoff',
    ]);
    const ofAnybody = ['public', 'user'];
    const allowed = endpoints.filter(
      ([name, { access }]) =>
        !ofAnybody.includes(access.who) && MATRIX[name]?.allowed.includes('client'),
    );
    expect(allowed).toEqual(open);
  });

  describe('refuses', () => {
    let world: World;
    beforeAll(async () => {
      world = await createWorld(await startTestApp());
    });
    afterAll(() => world.app.close());

    const refused = endpoints.flatMap(([name, endpoint]) =>
      PEOPLE.filter((person) => !MATRIX[name]?.allowed.includes(person)).map(
        (person) => [name, person, endpoint] as const,
      ),
    );

    // covers: 6.gate.2
    it.each(refused)('%s to %s, and changes nothing', async (name, person, endpoint) => {
      const before = await snapshot(world.app);
      const answer = await world.people[person].send(
        endpoint,
        await MATRIX[name]!.call?.(world, person),
      );
      const signedIn = person !== 'anonymous' && person !== 'inactive';
      expect(answer.status).toBe(signedIn ? 403 : 401);
      expect(await snapshot(world.app)).toBe(before);
    });

    const naming = endpoints.filter(
      ([name, { path }]) =>
        (path.startsWith('/api/projects/{id}/') && /\{(?!id\}|kind\}|side\})/.test(path)) ||
        NAMING.includes(name),
    );
    it.each(naming)('%s by way of another project, and changes nothing', async (name, endpoint) => {
      const call = await MATRIX[name]!.call?.(world, 'administrator');
      const before = await snapshot(world.app);
      const params = { ...call?.params, id: world.elsewhereId };
      const { status } = await world.people.administrator.send(endpoint, { ...call, params });
      // Lists of what is not there are done at once.
      if (!NAMING.includes(name)) expect(status).toBe(404);
      expect(await snapshot(world.app)).toBe(before);
    });

    // covers: D14.2
    it.each(refused)('%s to %s before it looks at the body', async (name, person, endpoint) => {
      const { params, query } = (await MATRIX[name]!.call?.(world, person)) ?? {};
      const bad =
        endpoint.access.who === 'member' &&
        'of' in endpoint.access &&
        endpoint.access.of.startsWith('body.');
      const body = bad ? { Project_Id: world.projectId, user_id: 'x' } : { nonsense: true };
      const answer = await world.people[person].send(endpoint, {
        params,
        query,
        ...(endpoint.body && { body }),
      });
      expect([401, 403]).toContain(answer.status);
    });
  });

  describe('lets through', () => {
    let app: TestApp;
    let world: World;
    beforeAll(async () => {
      app = await startTestApp({ sample: true });
      world = await createWorld(app);
    });
    afterAll(() => app.close());

    const signInAgain = async (person: Person): Promise<void> => {
      if (person === 'anonymous' || person === 'inactive') return;
      const { username } = world.people[person];
      const client = await app.signIn(
        username,
        person === 'administrator' ? ADMIN.password : PASSWORD,
      );
      world.people[person] = client;
    };

    const granted = endpoints
      .flatMap(([name, endpoint]) =>
        (MATRIX[name]?.allowed ?? []).map((person) => [name, person, endpoint] as const),
      )
      // What takes rights or rows away from the others comes last.
      .toSorted(([one], [other]) => weight(one) - weight(other));

    // covers: 6.admin.4, 7.call.3, 7.call.22, 7.call.24
    it.each(granted)('%s by %s', async (name, person, endpoint) => {
      const client = world.people[person];
      const answer = await client.send(endpoint, await MATRIX[name]!.call?.(world, person));
      expect([200, 201, 204], JSON.stringify(answer.body)).toContain(answer.status);
      if (['login', 'logout', 'changePassword'].includes(name)) await signInAgain(person);
    });
  });
});

/** Calls of a project that name something of it in their body. */
const NAMING = [
  'sign',
  'confirmPairs',
  'decidePairs',
  'linkObjects',
  'splitPairs',
  'undoPairs',
  'moveToWave',
  'previewMove',
  'undoWaves',
  'proposeAssignments',
  'applyAssignments',
];

const LAST = [
  'removeClient',
  'addClient',
  'deleteWebhook',
  'splitPairs',
  'linkObjects',
  'undoAssignment',
  'assignDevelopers',
  'assignSourceTesters',
  'assignTargetTesters',
  'removeAssignment',
  'assignProject',
  'archiveProject',
  'setAdministrator',
  'loadSample',
  'removeSample',
];
const weight = (name: string): number => LAST.indexOf(name) + 1;

describe('nobody', () => {
  // covers: D15.1
  it('becomes an administrator by asking', async () => {
    const app = await startTestApp();
    const sneaky = await app.createUser('sneaky');
    const registered = await app.anonymous().call(users.register, {
      body: { username: 'sneakier', password: PASSWORD, is_admin: 1, is_active: 1 },
    });
    expect(registered).toMatchObject({ is_admin: 0, is_active: 0 });
    const asked = await sneaky.send(users.setAdministrator, {
      params: { id: sneaky.userId },
      body: { is_admin: 1 },
    });
    expect(asked.status).toBe(403);
    await app.close();
  });
});
