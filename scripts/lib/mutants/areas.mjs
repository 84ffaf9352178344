// The areas that `npm run mutants` tests: promises of the program, and the test files that verify them, fastest first.
import { readdirSync } from 'node:fs';
import { inRoot } from '../paths.mjs';

const server = (sources, tests, stub = {}) => ({
  project: 'server-sqlite',
  sources,
  tests,
  ...stub,
});
const proof = 'server/features/proof';

/** A source or test that ends in `/` stands for the files in that folder and below it. */
export const areas = {
  rules: server(
    ['rules', 'test-result', 'missing', 'assignment-checks', 'undo-assignment'].map(
      (name) => `server/features/objects/${name}.ts`,
    ),
    [
      'server/features/objects/',
      'server/features/assignments/',
      'server/features/spreadsheet/',
      `${proof}/runs/verdicts.test.ts`,
      `${proof}/calls/calls.test.ts`,
    ],
  ),
  comments: server(
    ['server/features/comments/', 'server/features/objects/undo-edit.ts'],
    ['server/features/comments/', 'server/features/objects/objects.test.ts'],
  ),
  validators: {
    project: 'contract',
    sources: ['users', 'list'].map((name) => `contract/${name}.ts`),
    tests: ['contract/'],
  },
  validation: server(
    ['contract/'],
    [
      'server/features/projects/',
      'server/features/objects/',
      'server/features/users/',
      'server/features/inventory/',
      'server/features/preferences/',
      `${proof}/pairs/`,
      `${proof}/calls/`,
      `${proof}/runs/`,
      `${proof}/definitions/`,
    ],
  ),
  pairs: server(
    [`${proof}/pairs/`],
    [`${proof}/pairs/`, `${proof}/runs/verdicts.test.ts`, 'server/features/objects/'],
  ),
  evidence: server(
    [`${proof}/evidence/`],
    [
      `${proof}/evidence/`,
      `${proof}/calls/`,
      `${proof}/runs/`,
      'server/features/objects/against-evidence.test.ts',
    ],
  ),
  acceptances: server(
    [`${proof}/definitions/accept/`],
    [`${proof}/definitions/`, `${proof}/runs/verdicts.test.ts`, `${proof}/pairs/verdict.test.ts`],
  ),
  order: server(
    ['server/features/dependencies/', 'server/features/waves/'],
    ['server/features/dependencies/', 'server/features/waves/'],
  ),
  forecast: server(['server/features/forecast/'], ['server/features/forecast/']),
  signoff: server(
    ['server/features/signoff/', 'server/features/gate/'],
    ['server/features/signoff/', 'server/features/gate/', 'server/features/clients/'],
  ),
  cutover: server(
    ['server/features/cutover/'],
    ['server/features/cutover/', 'server/features/gate/'],
  ),
  dossier: server(['server/features/dossier/'], ['server/features/dossier/']),
  deliveries: server(
    ['deliveries', 'mail', 'webhooks'].map((name) => `server/features/${name}/`),
    ['server/features/mail/', 'server/features/webhooks/'],
  ),
  reading: server(
    ['databases', 'inventory'].map((name) => `server/features/${name}/`),
    ['databases', 'inventory', 'projects', 'dependencies'].map(
      (name) => `server/features/${name}/`,
    ),
  ),
  clients: server(
    ['server/features/clients/'],
    ['server/features/clients/', 'server/features/signoff/'],
  ),
  assignments: server(
    ['server/features/assignments/'],
    ['server/features/assignments/', 'server/features/workload/'],
  ),
  workload: server(
    ['server/features/workload/', 'server/features/calendar/'],
    ['server/features/workload/', 'server/features/calendar/', 'server/features/assignments/'],
  ),
  reminders: server(
    ['server/features/objects/reminders.ts', 'server/features/notifications/service.ts'],
    [
      'server/features/objects/due-dates.test.ts',
      'server/features/notifications/',
      'server/features/objects/objects.test.ts',
      'server/features/clients/clients.test.ts',
      'server/features/mail/mail.test.ts',
    ],
  ),
  meanings: server(
    [
      'queries/nesting',
      'canonical/labels',
      'canonical/shape',
      'routines/effects',
      'expressions/formats',
      'routines/loops',
      'expressions/rounding',
      'routines/written-rows',
    ].map((name) => `server/features/sql/${name}.ts`),
    [
      'server/features/sql/',
      `${proof}/definitions/compare/triggers/sqlite-triggers.test.ts`,
      `${proof}/definitions/compare/triggers/trigger-actions.test.ts`,
    ],
  ),
  effects: server(
    [
      'compare-effects',
      'judge-effects',
      'observe-effects',
      'watch-tables',
      'follow-texts',
      'statements',
      'compare-sets',
      'answer-rules',
    ].map((name) => `${proof}/calls/${name}.ts`),
    [`${proof}/calls/`],
  ),
  structure: server(
    [
      'compare/keys/indexes',
      'compare/columns/match-columns',
      'repair/create-columns',
      'repair/key-room',
    ].map((name) => `${proof}/definitions/${name}.ts`),
    [`${proof}/definitions/`],
  ),
  sessions: server(
    ['server/features/sessions/'],
    ['server/features/auth/', 'server/features/users/', 'server/features/events/'],
  ),
  auth: server(
    ['server/features/auth/', 'server/features/users/service.ts'],
    ['server/features/auth/', 'server/features/users/', 'server/features/history/'],
  ),
  access: server(
    ['authorise', 'server', 'body-limits', 'json-reader', 'register-routes'].map(
      (name) => `server/platform/http/${name}.ts`,
    ),
    ['server/platform/http/', 'server/app/authorisation.test.ts', 'server/app/bulk.test.ts'],
  ),
  reach: {
    project: 'connectors',
    sources: ['reach', 'addresses'].map((name) => `connectors/core/connecting/${name}.ts`),
    tests: ['connectors/core/', 'connectors/oracle/network.test.ts'],
  },
  core: {
    project: 'connectors',
    sources: ['connectors/core/'],
    tests: [
      'connectors/core/',
      'connectors/call-wall.test.ts',
      'connectors/rights.test.ts',
      'connectors/sqlite/',
      'connectors/oracle/',
      'connectors/sql-server/',
      'connectors/postgresql/',
      'connectors/mysql/data.test.ts',
    ],
  },
};

const isTest = (path) => path.endsWith('.test.ts');
const isTestSupport = (path) => /[-/](exam|fixture)\.ts$/.test(path);
const filesOf = (path, keep) =>
  (path.endsWith('/')
    ? readdirSync(inRoot(path), { recursive: true }).map((name) => path + name)
    : [path]
  ).filter((file) => file.endsWith('.ts') && keep(file));

export const sourcesOf = (path) => filesOf(path, (file) => !isTest(file) && !isTestSupport(file));
export const testsOf = (path) => filesOf(path, isTest);
