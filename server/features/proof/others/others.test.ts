import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type MariadbServer, openServer } from '../../../../connectors/mysql/fixture.ts';
import {
  createDatabase,
  type PostgresDatabase,
} from '../../../../connectors/postgresql/fixture.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import * as contract from '../../../../contract/proof/others.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import { connectionOf, createProject } from '../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';

let app: TestApp;
let mariadb: MariadbServer;
let postgres: PostgresDatabase;
let shop: string;
let project: number;

beforeAll(async () => {
  mariadb = await openServer(inject('mariadbUrl'));
  postgres = await createDatabase(inject('postgresUrl'));
  shop = await mariadb.addSchema('shop');
  for (const sql of [
    'CREATE TABLE films (id int)',
    'CREATE TABLE actors (id int)',
    'CREATE TRIGGER films_log BEFORE INSERT ON films FOR EACH ROW SET NEW.id = 1',
    'CREATE TRIGGER lost BEFORE INSERT ON actors FOR EACH ROW SET NEW.id = 1',
    'CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1',
    'CREATE SEQUENCE numbers',
    'CREATE SEQUENCE Orders',
  ])
    await mariadb.run(
      sql.replace(/(films|actors|lost|films_log|nightly|numbers|Orders)\b/g, `${shop}.$1`),
    );
  await postgres.run(`
    CREATE TABLE film (id serial);
    CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TRIGGER films_log BEFORE INSERT ON film FOR EACH ROW EXECUTE FUNCTION logs();
    CREATE SEQUENCE orders; CREATE SEQUENCE added; CREATE TYPE mood AS ENUM ('fine');
    CREATE SCHEMA more; CREATE DOMAIN more.amount AS numeric;
  `);
  app = await startTestApp();
  const row = await createProject(app.admin, {
    Source_Database: ENGINES.mysql.id,
    ...connectionOf('source', { ...mariadb.target, database: shop }),
    ...connectionOf('target', postgres.target),
  });
  project = row.Project_Id;
  const params = { id: project };
  const was = await app.admin.call(pairs.getMatchingRules, { params });
  await app.admin.call(pairs.setMatchingRules, {
    params,
    body: { ...was, schemas: [{ from: shop, to: 'public' }] },
  });
});
afterAll(async () => {
  await app?.close();
  await mariadb?.tearDown();
  await postgres?.tearDown();
});

async function count(id = project): Promise<contract.OthersEvent[]> {
  const answer = await app.app.inject({
    url: `/api/projects/${id}/others`,
    headers: { cookie: app.admin.cookie() },
  });
  expect(answer.statusCode).toBe(200);
  return answer.body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => contract.othersEvent.parse(JSON.parse(line.slice(6))));
}
const schemaOf = (events: contract.OthersEvent[], source: string | null, target: string | null) =>
  events.find(
    (one) => one.event === 'schema' && one.source_schema === source && one.target_schema === target,
  );
const all = (count: number) => ({ state: 'all', count });
const none = { state: 'none' };

describe('other objects of a database', () => {
  it('are counted on both sides, schema by schema, with missing and extra ones', async () => {
    const events = await count();
    expect(schemaOf(events, shop, 'public')).toMatchObject({
      kinds: [
        // The one of the serial column goes with its table.
        { kind: 'sequences', source: all(2), target: all(2), missing: 1, extra: 1 },
        { kind: 'types', source: none, target: all(1), missing: null, extra: null },
        // That of `films` is found on `film`.
        { kind: 'triggers', source: all(2), target: all(1), missing: 1, extra: 0 },
        { kind: 'jobs', source: all(1), target: none, missing: null, extra: null },
        { kind: 'packages', source: all(0), target: none, missing: null, extra: null },
        { kind: 'extensions', source: none, target: all(0), missing: null, extra: null },
      ],
    });
    expect(schemaOf(events, null, 'more')).toMatchObject({
      kinds: expect.arrayContaining([
        { kind: 'types', source: none, target: all(1), missing: null, extra: null },
        { kind: 'sequences', source: all(0), target: all(0), missing: 0, extra: 0 },
      ]),
    });
    expect(events.at(-1)).toEqual({ event: 'end' });
  });

  it('are listed by name, missing ones first, and can be searched', async () => {
    const list = (kind: contract.OtherKind, search?: string) =>
      app.admin.call(contract.listOthers, {
        params: { id: project, kind },
        query: { source_schema: shop, target_schema: 'public', ...(search && { search }) },
      });
    expect(await list('sequences')).toEqual({
      total: 3,
      names: [
        { source: 'numbers', target: null },
        { source: null, target: 'added' },
        { source: 'Orders', target: 'orders' },
      ],
    });
    expect(await list('triggers', 'FILM')).toEqual({
      total: 1,
      names: [{ source: 'films.films_log', target: 'film.films_log' }],
    });
  });

  it('is not called missing where the account sees a part of it only', async () => {
    const reader = await mariadb.addUser('part', [`SELECT ON ${shop}.*`]);
    const row = await createProject(app.admin, {
      Source_Database: ENGINES.postgresql.id,
      Target_Database: ENGINES.mysql.id,
      ...connectionOf('source', postgres.target),
      ...connectionOf('target', { ...mariadb.target, ...reader, database: shop }),
    });
    const events = await count(row.Project_Id);
    expect(schemaOf(events, 'public', shop)).toMatchObject({
      kinds: expect.arrayContaining([
        {
          kind: 'triggers',
          source: all(1),
          target: { state: 'part', count: 0 },
          missing: null,
          extra: 0,
        },
      ]),
    });
  });

  it('ends with the reason where a database cannot be read', async () => {
    const row = await createProject(app.admin, {
      ...connectionOf('source', mariadb.target),
      source_db_name: shop,
      source_db_password: 'wrong',
    });
    expect((await count(row.Project_Id)).at(-1)).toMatchObject({
      event: 'failed',
      problem: { type: '/problems/database-failed' },
    });
  });
});
