import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { problem } from '../../contract/problems.ts';
import * as fixtures from '../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../tests/support/test-app.ts';
import { bodiesFor, wildValue } from '../../tests/support/wild-values.ts';

let app: TestApp;
let tester: Client;
beforeAll(async () => {
  app = await startTestApp();
  tester = await app.createUser('tester');
  const { Project_Id } = await fixtures.createProject(app.admin);
  await fixtures.joinProject(app.admin, Project_Id, tester.userId, 'tester');
  await fixtures.importTables(app.admin, Project_Id, 'source', ['one', 'two']);
  await fixtures.importTables(app.admin, Project_Id, 'target', ['one', 'two']);
  await app.store.db.updateTable('object').set({ tester_id: tester.userId }).execute();
});
afterAll(() => app.close());

/** A session that no earlier request can have ended, of a user whom none can have changed. */
async function freshCookie({ userId }: Client): Promise<string> {
  await app.store.db
    .updateTable('app_user')
    .set({ is_active: 1, is_admin: userId === app.admin.userId ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  return `sid=${await app.context.sessions.start(app.store.db, userId)}`;
}

const wildParam = fc.oneof(
  fc.constantFrom(
    '1',
    '2',
    '3',
    '0',
    '-1',
    '2147483648',
    '1.5',
    'developer',
    'NaN',
    '%00',
    '%F0%9F%98%80',
    "1'",
    '%ff',
    '%',
    '..',
    'x'.repeat(250),
  ),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const wildQuery = fc.oneof(
  fc.constantFrom(
    '',
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=1&limit=2',
    'offset=999999999',
    'after=2147483647',
    'sort=',
    'sort=nothing',
    'sort=-id,id,-id',
    'sort=constructor',
    'filter[status]=nothing',
    'filter[developer]=x',
    'filter[id]=99999999999',
    'filter[comments]=%',
    'filter[comments]=\\',
    'filter[__proto__]=1',
    '__proto__[x]=1',
    'filter=1',
    'filter[]=1',
    'q=%00',
    'q=%ED%A0%80',
    'q=%',
    'q=',
    'q=%27%22',
    'archived=2',
    'archived=1&archived=0',
    'filter[updated_at]=*',
    'filter[missing_since]=-',
    'filter[object_name]=-',
    'filter[test_call]=%F0%9F%98%80&sort=-test_call',
  ),
  fc
    .tuple(
      fc.constantFrom(
        'limit',
        'offset',
        'after',
        'sort',
        'q',
        'archived',
        'filter[status]',
        'filter[tester]',
        'x',
      ),
      wildValue,
    )
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(String(JSON.stringify(value)).slice(0, 2_000).toWellFormed())}`,
    ),
);

function urlsFor(endpoint: Endpoint): fc.Arbitrary<string> {
  const parts = endpoint.path.split(/(\{\w+\})/);
  const path = fc
    .tuple(...parts.map((part) => (part.startsWith('{') ? wildParam : fc.constant(part))))
    .map((chosen) => chosen.join(''));
  return fc
    .tuple(path, wildQuery)
    .map(([chosen, query]) => (query ? `${chosen}?${query}` : chosen));
}

/** A source or target database that fails is the only failure that is not the client's. */
const mayFail = (endpoint: Endpoint, status: number): boolean =>
  /\/dbconnect\/(getschema|gettargetschema|test|save|summary|everything|$)|\/(expressions|\{pair\}\/rules)$/.test(
    endpoint.path,
  ) &&
  (status === 502 || status === 504);

const right = (endpoint: Endpoint): fc.Arbitrary<string> =>
  fc.constant(
    endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'role' ? 'tester' : '1')),
  );

let sent = 0;
const seen = new Map<number, number>();

describe.each(Object.entries(ENDPOINTS))('%s', (name, endpoint) => {
  // Most of what a tester sends is refused before it is read.
  const everybody: [who: string, client: () => Client, numRuns: number][] = [
    ['an administrator', () => app.admin, 60],
    ['a tester', () => tester, 30],
  ];
  // Loading the sample starts a database and takes nothing from the request: only its refusal is tried.
  it.each(name === 'loadSample' ? everybody.slice(1) : everybody)(
    'answers whatever %s sends',
    async (_who, client, numRuns) => {
      const cookie = await freshCookie(client());
      const urls = fc.oneof(
        { weight: 3, arbitrary: right(endpoint) },
        { weight: 2, arbitrary: urlsFor(endpoint) },
      );
      const request = fc.record({
        url: urls,
        body: endpoint.method === 'GET' ? fc.constant('') : bodiesFor(endpoint.body),
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ url, body }) => {
          const answer = await app.app.inject({
            method: endpoint.method,
            url,
            headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { payload: body }),
            ...(endpoint.events && { payloadAsStream: true }),
          });
          sent += 1;
          seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
          if (endpoint.events) {
            // It may never end by itself.
            answer.stream().destroy();
            if (!mayFail(endpoint, answer.statusCode)) expect(answer.statusCode).toBeLessThan(500);
            return;
          }
          if (answer.statusCode < 400) return;
          expect(problem.parse(answer.json()).status).toBe(answer.statusCode);
          if (!mayFail(endpoint, answer.statusCode)) expect(answer.statusCode).toBeLessThan(500);
        }),
        // Reading the same once more tells nothing; what changes something may do so differently.
        { numRuns, ignoreEqualValues: endpoint.method === 'GET' },
      );
    },
  );
});

it('the requests were of all kinds, and none reached a prototype', () => {
  expect(sent).toBeGreaterThan(5_000);
  for (const status of [200, 400, 403, 404, 422]) expect(seen.get(status)).toBeGreaterThan(20);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});
