import { expect, test } from 'vitest';
import { engineId } from '../contract/database-types.ts';
import { ENGINES } from './engines.ts';
import { connectorOf, connectors } from './registry.ts';

// covers: 3.dbtype.1, 9.const.3, D27.1
test('knows the five engine types of the specification, by their ids', () => {
  expect(
    connectors.slice(0, 5).map(({ id, name, defaultPort }) => [id, name, defaultPort]),
  ).toEqual([
    [1, 'SQL Server', 1433],
    [2, 'Oracle', 1521],
    [3, 'MySQL / MariaDB', 3306],
    [4, 'PostgreSQL', 5432],
    [5, 'SQLite', null],
  ]);
  for (const connector of connectors) expect(connectorOf(connector.id)).toBe(connector);
});

test('the plain data about an engine agrees with its connector', () => {
  for (const engine of Object.values(ENGINES)) {
    expect(connectorOf(engine.id)).toMatchObject(engine);
    expect(engineId.parse(String(engine.id))).toBe(engine.id);
  }
  expect(engineId.safeParse(connectors.length + 1).success).toBe(false);
});

test('a file has no host, no user and no routines', () => {
  const { fields, objectTypes, tls } = connectorOf(5);
  expect({ fields, objectTypes, tls }).toEqual({
    fields: ['db_name'],
    objectTypes: ['tables', 'views'],
    tls: false,
  });
});
