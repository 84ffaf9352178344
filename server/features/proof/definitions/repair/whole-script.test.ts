import { afterEach, expect, inject, it } from 'vitest';
import type { Side } from '../../../../../contract/fields.ts';
import * as inventory from '../../../../../contract/inventory.ts';
import { listRepairs } from '../../../../../contract/proof/definitions.ts';
import * as pairs from '../../../../../contract/proof/pairs.ts';
import {
  connectionOf,
  createProject,
  inventoryItem,
} from '../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';
import { type EngineFixture, startPostgres } from '../../rows/engines-fixture.ts';

const TYPES = { tables: 1, views: 2, functions: 3, procedures: 4 } as const;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface World {
  app: TestApp;
  id: number;
  on: Record<Side, EngineFixture>;
}

const runOn = async (side: EngineFixture, statements: readonly string[]) => {
  for (const statement of statements)
    await side.run(statement).catch((error: unknown) => {
      throw new Error(statement, { cause: error });
    });
};
const placeOf = (side: Side, { connector, target }: EngineFixture) => ({
  [side === 'source' ? 'Source_Database' : 'Target_Database']: connector.id,
  ...connectionOf(side, target),
});

/** A project from a schema `shop` to an empty database that calls it `public`, both of PostgreSQL. */
async function openProject(statements: readonly string[]): Promise<World> {
  const url = inject('postgresUrl');
  const on = { source: await startPostgres(url), target: await startPostgres(url) };
  const app = await startTestApp();
  closing.push(on.source.tearDown, on.target.tearDown, () => app.close());
  await runOn(on.source, statements);
  const { Project_Id: id } = await createProject(app.admin, {
    ...placeOf('source', on.source),
    ...placeOf('target', on.target),
  });
  return { app, id, on };
}

async function importObjects({ app, id, on }: World, side: Side) {
  const schema = side === 'source' ? 'shop' : on.target.schema;
  const body = Object.entries(OBJECTS).flatMap(([type, names]) =>
    names.map((name) => ({
      ...inventoryItem(id, name, schema, TYPES[type as keyof typeof TYPES]),
      object_type_source: type,
    })),
  );
  const { importSource, importTarget } = inventory;
  await app.admin.call(side === 'source' ? importSource : importTarget, { body });
  await app.admin.call(pairs.matchObjects, { params: { id } });
}

const STATEMENTS: readonly string[] = [
  'CREATE SCHEMA shop',
  'SET search_path = shop',
  "CREATE TYPE mood AS ENUM ('sad', 'it''s ok')",
  "CREATE TYPE pace AS ENUM ('slow', 'fast')",
  'CREATE TYPE place AS (mood mood, depth numeric(8,2))',
  'CREATE FUNCTION is_even(n integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT n % 2 = 0 $$',
  'CREATE DOMAIN even AS integer CHECK (shop.is_even(VALUE))',
  "CREATE FUNCTION a_code() RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$",
  'CREATE TABLE orders (id integer PRIMARY KEY, mood mood, even even, place place, code text DEFAULT shop.a_code())',
  'CREATE TABLE lines (id integer PRIMARY KEY, order_id integer REFERENCES orders (id), paces pace[])',
  'CREATE FUNCTION all_of(m mood) RETURNS SETOF orders LANGUAGE sql STABLE AS $$ SELECT * FROM shop.orders o WHERE o.mood = m $$',
  "CREATE FUNCTION to_pace(n integer) RETURNS pace LANGUAGE sql AS $$ SELECT CASE WHEN n > 1 THEN 'fast' ELSE 'slow' END::shop.pace $$",
  'CREATE VIEW b_paces AS SELECT id, shop.to_pace(id) AS pace FROM orders',
  'CREATE VIEW a_slow AS SELECT id FROM b_paces WHERE id > 5',
  'CREATE FUNCTION a_rows() RETURNS SETOF b_paces LANGUAGE sql AS $$ SELECT * FROM shop.b_paces $$',
  'CREATE PROCEDURE fill(n integer) LANGUAGE plpgsql AS $$ BEGIN INSERT INTO shop.orders (id) VALUES (n); PERFORM shop.a_rows(); END $$',
];
const OBJECTS: Record<keyof typeof TYPES, readonly string[]> = {
  tables: ['orders', 'lines'],
  views: ['b_paces', 'a_slow'],
  functions: ['is_even', 'a_code', 'all_of', 'to_pace', 'a_rows'],
  procedures: ['fill'],
};

it('the script of a project makes all that an empty schema of PostgreSQL lacks, under its name', async () => {
  const world = await openProject(STATEMENTS);
  const { app, id, on } = world;
  const params = { id };
  await importObjects(world, 'source');
  const { repairs, left } = await app.admin.call(listRepairs, { params });
  expect(left).toBe(0);
  await runOn(
    on.target,
    repairs.flatMap(({ statements }) => statements),
  );
  await importObjects(world, 'target');
  const found = await app.admin.call(pairs.listPairs, { params });
  expect(found.map(({ state }) => state)).toEqual(found.map(() => 'proposed'));
  expect(found).toHaveLength(Object.values(OBJECTS).flat().length);
});
