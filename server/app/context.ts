import { DEFAULT_LIMITS, type Limits } from '../../connectors/core/connector.ts';
import { assignmentRoutes } from '../features/assignments/routes.ts';
import { createProposalService } from '../features/assignments/proposal-service.ts';
import { createAssignmentService } from '../features/assignments/service.ts';
import { createAssessment } from '../features/assessment/create-assessment.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { createAuthService } from '../features/auth/service.ts';
import { commentRoutes } from '../features/comments/routes.ts';
import { createCommentService } from '../features/comments/service.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { createDecisionService } from '../features/dashboard/decisions.ts';
import { createDashboardService } from '../features/dashboard/service.ts';
import { cutoverRoutes } from '../features/cutover/routes.ts';
import { createCutoverService } from '../features/cutover/runs-service.ts';
import { createRunbookService } from '../features/cutover/service.ts';
import { createDatabaseService } from '../features/databases/service.ts';
import { createDependencies } from '../features/dependencies/create-dependencies.ts';
import { createDeliveryService } from '../features/deliveries/service.ts';
import { dossierRoutes } from '../features/dossier/routes.ts';
import { createDossierService } from '../features/dossier/service.ts';
import { engineRoutes } from '../features/engines/routes.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { createEventService } from '../features/events/service.ts';
import { forecastRoutes } from '../features/forecast/routes.ts';
import { calendarRoutes } from '../features/calendar/routes.ts';
import { createCalendarService } from '../features/calendar/service.ts';
import { createForecastService } from '../features/forecast/service.ts';
import { gateRoutes } from '../features/gate/routes.ts';
import { createGateService } from '../features/gate/service.ts';
import { inventoryRoutes } from '../features/inventory/routes.ts';
import { createInventoryService } from '../features/inventory/service.ts';
import { createMailCarrier } from '../features/mail/mailer-service.ts';
import { mailRoutes } from '../features/mail/routes.ts';
import { createMailService } from '../features/mail/service.ts';
import { clientRoutes } from '../features/clients/routes.ts';
import { createClientService } from '../features/clients/service.ts';
import { createClientViews } from '../features/clients/views.ts';
import { createMemberService } from '../features/members/service.ts';
import { objectRoutes } from '../features/objects/routes.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { createNotificationService } from '../features/notifications/service.ts';
import { createObjectService } from '../features/objects/service.ts';
import { createProof } from '../features/proof/create-proof.ts';
import { preferenceRoutes } from '../features/preferences/routes.ts';
import { projectRoutes } from '../features/projects/routes.ts';
import { createProjectService } from '../features/projects/service.ts';
import { resultRoutes } from '../features/results/routes.ts';
import { createSampleDatabases } from '../features/sample/databases/sample-databases.ts';
import { sampleRoutes } from '../features/sample/routes.ts';
import { createSampleService } from '../features/sample/service.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { createSessionService } from '../features/sessions/service.ts';
import { userRoutes } from '../features/users/routes.ts';
import { signoffRoutes } from '../features/signoff/routes.ts';
import { createSignoffService } from '../features/signoff/service.ts';
import { spreadsheetRoutes } from '../features/spreadsheet/routes.ts';
import { createSpreadsheetService } from '../features/spreadsheet/service.ts';
import { waveRoutes } from '../features/waves/routes.ts';
import { createWaveService } from '../features/waves/service.ts';
import { createUserService } from '../features/users/service.ts';
import { createWebhookCarrier } from '../features/webhooks/call-service.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { createWebhookService } from '../features/webhooks/service.ts';
import { workloadRoutes } from '../features/workload/routes.ts';
import { createWorkloadService } from '../features/workload/service.ts';
import type { Config } from '../platform/config.ts';
import type { Store } from '../platform/db/store.ts';
import type { Log } from '../platform/log.ts';
import type { AccessRules } from '../platform/http/authorise.ts';
import { createVault, readMasterKey } from '../platform/vault.ts';
import { configureReach, secretKeyFile, readStampServer } from './places.ts';
import { readSealKey } from './store-keys.ts';
import { type Processes, createProcesses } from '../../connectors/process/processes.ts';
import { connectHere } from '../../connectors/registry.ts';

/** Built programs that the server starts as separate processes. */
export interface BuiltPrograms {
  /** The sample's PostgreSQL program; the one beside the server by default. */
  samplePostgres?: string | undefined;
  /** The process that connects to source and target databases; if absent, this process connects itself. */
  databaseProcess?: string | undefined;
}

/** Wires the application by hand, in order of dependency. The bulk worker has a context of its own. */
export function createContext(
  config: Config,
  store: Store,
  log: Log,
  { samplePostgres, databaseProcess }: BuiltPrograms = {},
) {
  const vault = createVault(readMasterKey(secretKeyFile(config)));
  const reach = configureReach(config);
  const connections = openConnections(config, log, databaseProcess);
  const limits: Limits = { ...DEFAULT_LIMITS, ...config.readLimits };
  const sessions = createSessionService(store);
  const notifications = createNotificationService(store);
  const deliveries = createDeliveryService(
    store,
    { mail: createMailCarrier(config, store), webhook: createWebhookCarrier(store, vault, reach) },
    log,
  );
  const webhooks = createWebhookService(store, vault, deliveries, reach);
  const mail = createMailService(store, config, notifications, deliveries);
  const users = createUserService(store, sessions, notifications);
  const auth = createAuthService(store, users, sessions);
  const members = createMemberService(store);
  const clients = createClientService(store, users, members, notifications);
  const objects = createObjectService(store, users, members, notifications);
  const comments = createCommentService(store, objects, notifications);
  const assignments = createAssignmentService(
    store,
    users,
    members,
    clients,
    objects,
    notifications,
  );
  const projects = createProjectService(store, vault, members, objects, assignments);
  const events = createEventService(store, members, clients);
  const spreadsheet = createSpreadsheetService(store, members, objects);
  const databases = createDatabaseService(store, connections.connect, reach, projects, limits);
  const proof = createProof({
    store,
    users,
    members,
    projects,
    objects,
    databases,
    notifications,
    vault,
    log,
    limits: {
      answer: config.callMegabytes * 1_000_000,
      attachment: config.bodies.attachmentMegabytes,
    },
  });
  const { pairs, definitions, evidence, meanings, runs } = proof;
  const dashboard = createDashboardService(store, users, members, proof.trend);
  const signoffs = createSignoffService(store, members, clients, notifications);
  const decisions = createDecisionService(store, { users, members, signoffs, definitions });
  const gate = createGateService(store, signoffs);
  const runbooks = createRunbookService(store, { users, members, projects });
  const cutovers = createCutoverService(store, runbooks);
  const finish = { gate, signoffs, runbooks, cutovers };
  const dossiers = createDossierService(
    store,
    projects,
    { objects, pairs, definitions, evidence, ...finish },
    () => readSealKey(store, vault),
    readStampServer(config, reach),
    log,
  );
  const calendars = createCalendarService(store, members);
  const assessment = createAssessment({
    store,
    users,
    projects,
    calendars,
    databases,
    definitions,
    meanings,
    log,
  });
  const { assessments } = assessment;
  const order = createDependencies({ store, users, databases, pairs, definitions, meanings, log });
  const forecasts = createForecastService(store, assessments, members, calendars);
  const { dependencies } = order;
  const workloads = createWorkloadService(store, { assessments, calendars, dependencies, users });
  const waves = createWaveService(store, { users, members, assessments, dependencies });
  const proposals = createProposalService(store, {
    objects,
    assessments,
    dependencies,
    calendars,
    users,
  });
  const inventory = createInventoryService(store, connections, reach, projects, objects, limits);
  const sampleDatabases = createSampleDatabases({
    dataDir: config.dataDir,
    log,
    ...(samplePostgres && { program: samplePostgres }),
  });
  const sample = createSampleService(
    store,
    sampleDatabases,
    users,
    projects,
    {
      ...proof,
      databases,
      objects,
      assessments,
      work: proof.work.tasks.runs,
      assessing: assessment.task,
      dependencies,
      reading: order.task,
      waves,
      calendars,
      clients,
      forecasts,
      ...finish,
    },
    vault,
  );

  const routes = [
    ...authRoutes(auth, config),
    ...userRoutes(users, assignments, config),
    ...engineRoutes(),
    ...projectRoutes(projects),
    ...assignmentRoutes(assignments, members, proposals),
    ...inventoryRoutes(inventory, objects, pairs),
    ...objectRoutes(objects),
    ...commentRoutes(comments),
    ...resultRoutes(objects),
    ...proof.routes,
    ...assessment.routes,
    ...order.routes,
    ...forecastRoutes(forecasts),
    ...workloadRoutes(workloads),
    ...calendarRoutes(calendars),
    ...waveRoutes(waves),
    ...cutoverRoutes(runbooks, cutovers),
    ...sampleRoutes(sample),
    ...notificationRoutes(notifications),
    ...mailRoutes(mail),
    ...webhookRoutes(webhooks),
    ...eventRoutes(events),
    ...dashboardRoutes(dashboard, decisions),
    ...gateRoutes(gate),
    ...signoffRoutes(signoffs),
    ...clientRoutes(clients, createClientViews(clients, projects, pairs)),
    ...dossierRoutes(dossiers),
    ...spreadsheetRoutes(spreadsheet, pairs),
    ...preferenceRoutes(store),
    ...searchRoutes(store, members),
  ];
  const rules: AccessRules = {
    isMember: members.isMember,
    isArchived: members.isArchived,
    isClient: clients.isClient,
    isObjectMember: objects.isObjectMember,
    isObjectAssignee: objects.isObjectAssignee,
    isPairAssignee: objects.isPairAssignee,
  };
  return {
    vault,
    auth,
    sessions,
    users,
    members,
    objects,
    projects,
    notifications,
    events,
    sample,
    runs,
    connections,
    assessments,
    dependencies,
    forecasts,
    mail,
    webhooks,
    deliveries,
    work: {
      tasks: {
        ...proof.work.tasks,
        assessments: assessment.task,
        dependencies: order.task,
        digests: { isWaiting: async () => mail.isDue(), runWaiting: mail.writeDigests },
        webhooks: { isWaiting: async () => webhooks.isDue(), runWaiting: webhooks.tellNews },
        signoffs: { isWaiting: async () => signoffs.isDue(), runWaiting: signoffs.tellReopened },
        deliveries: { isWaiting: deliveries.isWaiting, runWaiting: deliveries.deliverWaiting },
      },
      async stop() {
        deliveries.stop();
        await Promise.all([proof.work.stop(), assessment.stop(), order.stop()]);
      },
    },
    routes,
    rules,
  };
}

export type Context = ReturnType<typeof createContext>;

/** @param program - the built program of database processes; if absent, this process connects itself */
function openConnections(
  { databaseMemory }: Config,
  log: Log,
  program: string | undefined,
): Processes {
  if (program === undefined) return { connect: connectHere, close: async () => {} };
  return createProcesses({
    program,
    memory: databaseMemory,
    onLost: (facts) => log.warn(facts, 'A process that talked to databases has ended'),
  });
}
