import type { Side } from '../../contract/fields.ts';

const project = (id: number | undefined) => ['project', id] as const;
const objects = (projectId: number) => ['objects', projectId] as const;
const pairsOf = (projectId: number) => [...project(projectId), 'pair'] as const;
const pair = (projectId: number, id: number) => [...pairsOf(projectId), id] as const;
/** Key of a part of a pair, below the pair's own key. */
const partOfPair =
  (name: string) =>
  (projectId: number, id: number, ...rest: number[]) =>
    [...pair(projectId, id), name, ...rest] as const;

/** Query keys of everything that is read from the server. Invalidating a key also invalidates all keys that begin with it. */
export const queryKeys = {
  me: ['me'],
  stillSignedIn: ['still-signed-in'],
  settings: ['settings'],
  databaseTypes: ['database-types'],
  part: (name: string) => ['part', name] as const,
  sample: ['sample'],
  sampleAccounts: ['sample', 'accounts'],
  samplePairs: (projectId: number) => [...pairsOf(projectId), 'sample'] as const,
  notifications: ['notifications'],
  mailSettings: ['mail'] as const,
  webhooks: (projectId: number) => ['webhooks', projectId] as const,
  deliveries: (webhookId: number) => ['deliveries', webhookId] as const,
  delivery: (id: number, attempt: string) => ['delivery', id, attempt] as const,
  search: (text: string) => ['search', text] as const,

  users: ['users'],
  accountHistory: (id: number) => ['users', 'history', id] as const,
  clients: ['clients'],
  userNames: ['user-names'],
  allPeople: ['people'],
  peopleOf: (projectId: number) => ['people', projectId] as const,
  people: (projectId: number, role: string) => ['people', projectId, role] as const,
  /** People who can be mentioned. */
  mentionable: (projectId: number) => ['people', projectId, 'mentionable'] as const,

  dashboards: ['dashboard'],
  dashboard: (projectId: number | undefined) => ['dashboard', projectId ?? null] as const,
  /** Not below `dashboards`: counting the pairs of all projects takes too long for each event. */
  proven: ['proven'],
  decisions: (projectId: number | undefined) =>
    ['dashboard', 'decisions', projectId ?? null] as const,
  ownWeeks: (projectId: number | undefined) => ['dashboard', 'week', projectId ?? null] as const,
  projects: ['projects'],
  /** The projects of a user, either archived or not. */
  projectsOf: (userId: number, archived: boolean) => ['projects', userId, archived] as const,
  rolesOf: (userId: number) => ['projects', userId, 'roles'] as const,
  /** The projects of which the user is a client. */
  clientProjects: ['projects', 'client'],
  nextSteps: ['projects', 'next'],
  projectsToAssign: ['projects', 'to-assign'],
  /** Prefix of the keys of all projects. */
  allOfProjects: ['project'],
  project,

  allObjects: ['objects'],
  objects,
  object: (projectId: number, id: number) => [...objects(projectId), 'one', id] as const,
  objectHistory: (projectId: number, id: number) => [...objects(projectId), 'history', id] as const,
  objectList: (projectId: number, side: Side, name: readonly unknown[]) =>
    [...objects(projectId), side, ...name] as const,
  comments: (projectId: number, id: number) => [...objects(projectId), 'comments', id] as const,
  /** An unsent comment. */
  commentDraft: (objectId: number) => ['comment-draft', objectId] as const,
  contradictions: (projectId: number, status: string, ids: readonly number[]) =>
    [...objects(projectId), 'contradictions', status, ids] as const,
  objectPicker: (projectId: number, ...filters: unknown[]) =>
    [...objects(projectId), 'picker', ...filters] as const,
  objectsToLink: (projectId: number, pairIds: readonly number[]) =>
    [...objects(projectId), 'to-link', ...pairIds] as const,
  imports: (projectId: number) => ['imports', projectId] as const,

  pairList: (projectId: number) => [...objects(projectId), 'pairs'] as const,
  clientView: (projectId: number) => [...objects(projectId), 'pairs', 'client-view'] as const,
  clientPairs: (projectId: number) => [...objects(projectId), 'pairs', 'client-pairs'] as const,
  proofSummary: (projectId: number) => [...objects(projectId), 'proof'] as const,
  proofTrend: (projectId: number) => [...objects(projectId), 'proof-trend'] as const,
  schemaMap: (projectId: number) => [...objects(projectId), 'schemas'] as const,
  commonCauses: (projectId: number) => [...objects(projectId), 'common-causes'] as const,
  report: (projectId: number) => [...objects(projectId), 'report'] as const,
  forecast: (projectId: number, what: unknown) =>
    [...objects(projectId), 'forecast', what] as const,
  forecasts: (projectId: number) => [...objects(projectId), 'forecast'] as const,
  workload: (projectId: number) => [...objects(projectId), 'forecast', 'workload'] as const,
  assignmentProposal: (projectId: number, options: unknown) =>
    [...project(projectId), 'assignment-proposal', options] as const,
  calendar: (projectId: number) => [...objects(projectId), 'calendar'] as const,
  gate: (projectId: number) => [...objects(projectId), 'gate'] as const,
  allSignoffs: (projectId: number) => [...objects(projectId), 'signoffs'] as const,
  signoffs: (projectId: number, of: object) => [...objects(projectId), 'signoffs', of] as const,
  signedWaves: (projectId: number) => [...objects(projectId), 'signoffs', 'waves'] as const,
  cutovers: (projectId: number) => [...objects(projectId), 'cutovers'] as const,
  cutover: (projectId: number, run: number) => [...objects(projectId), 'cutovers', run] as const,
  measured: (projectId: number, run: number) =>
    [...objects(projectId), 'cutovers', run, 'measured'] as const,
  runbook: (projectId: number) => [...objects(projectId), 'runbook'] as const,
  dossier: (projectId: number) => [...objects(projectId), 'dossier'] as const,
  gateDecisions: (projectId: number) => [...objects(projectId), 'gate', 'decisions'] as const,
  matchingRules: (projectId: number) => ['matching-rules', projectId] as const,
  matchingPreview: (projectId: number, rules: unknown) =>
    ['matching-preview', projectId, rules] as const,
  proofSettings: (projectId: number) => ['proof-settings', projectId] as const,
  tolerances: (projectId: number) => [...objects(projectId), 'tolerances'] as const,
  acceptances: (projectId: number) => [...project(projectId), 'acceptances'] as const,

  /** Below `objects`, because waves change when objects do. */
  waves: (projectId: number) => [...objects(projectId), 'waves'] as const,
  waveObjects: (projectId: number) => [...objects(projectId), 'waves', 'objects'] as const,
  waveLate: (projectId: number, id: number) =>
    [...objects(projectId), 'waves', 'late', id] as const,
  dependencies: (projectId: number) => [...objects(projectId), 'dependencies'] as const,
  dependencyLists: (projectId: number) => [...objects(projectId), 'dependencies', 'lists'] as const,
  objectDependencies: (projectId: number, id: number) =>
    [...objects(projectId), 'dependencies', 'of', id] as const,
  dependencyReads: (projectId: number) => [...project(projectId), 'dependency-reads'] as const,
  assessments: (projectId: number) => [...project(projectId), 'assessments'] as const,
  /** Below `objects`, because finished objects change its calibrated figures. */
  assessment: (projectId: number, id: number) => [...objects(projectId), 'assessment', id] as const,
  assessedObjects: (projectId: number, id: number) =>
    [...objects(projectId), 'assessment', id, 'objects'] as const,
  assessmentRules: (projectId: number) => ['assessment-rules', projectId] as const,

  /** Ids of the list from which a pair was opened. */
  pairIds: (projectId: number, list: unknown) => ['pair-ids', projectId, list] as const,
  pairsOf,
  pair,
  pairRow: partOfPair('row'),
  structure: partOfPair('structure'),
  /** Below the project, because they change with other pairs. */
  differingReads: (projectId: number, id?: number) =>
    [...project(projectId), 'reads', ...(id === undefined ? [] : [id])] as const,
  evidence: partOfPair('evidence'),
  differences: partOfPair('differences'),
  comparisonRules: partOfPair('rules'),
  call: partOfPair('call'),
  pairHistory: partOfPair('history'),
  pairCandidates: partOfPair('candidates'),
  otherNames: (projectId: number, kind: string, query: object) =>
    ['other-names', projectId, kind, query] as const,
  /** Progress of a running call. */
  callProgress: partOfPair('call-progress'),
  /** An edited call that was not run. */
  callDraft: (pairId: number) => ['call-draft', pairId] as const,

  allRuns: ['runs'],
  allOfRuns: ['run'],
  runs: (projectId: number) => ['runs', projectId] as const,
  /** Prefix of the keys of a project's runs, each as a whole. */
  runsOf: (projectId: number) => ['run', projectId] as const,
  run: (projectId: number, id: number) => ['run', projectId, id] as const,
  runItems: (projectId: number, id: number | null) => ['run-items', projectId, id] as const,
  /** Items of a run at the time when it had this many of them. */
  itemsOfRun: (projectId: number, id: number, which: string, count: number) =>
    ['run-items', projectId, id, which, count] as const,
} as const;
