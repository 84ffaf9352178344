import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TableDefinition } from '../../../../connectors/core/definitions.ts';
import { readDefinitions } from './snapshots.ts';

const COLUMN = {
  name: 'a',
  type: 'text',
  canonical: { kind: 'text', length: null, fixed: false, bytes: false } as const,
  nullable: true,
  default: null,
  identity: false,
  generated: 'lower(b)',
  caseSensitive: true,
  comment: null,
};
const TABLE: TableDefinition = {
  kind: 'table',
  name: 't',
  columns: [COLUMN],
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  triggers: [],
  comment: null,
  estimatedRows: null,
};
const hashOf = (table: TableDefinition) =>
  createHash('sha256').update(JSON.stringify(table)).digest('hex');

it('a definition that was kept before accents and stored columns were read is no other one for that', async () => {
  const read = async (columns: TableDefinition['columns']) => {
    const definitions = { readDefinitions: () => [{ ...TABLE, columns }] };
    const pool = {
      use: (work: (connection: unknown) => unknown) => work({ definitions }),
    } as never;
    const wanted = {
      id: 1,
      side: 'source',
      schema_name: 's',
      object_name: 't',
      typeId: 1,
    } as const;
    return (await readDefinitions(pool, [wanted], { grants: false })).get(1)!;
  };
  const now = await read([{ ...COLUMN, accentBlind: true, stored: true }]);
  expect(now.formerHashes).toContain(hashOf(TABLE));
  expect(now.hash).not.toBe(hashOf(TABLE));
  const other = await read([{ ...COLUMN, nullable: false, accentBlind: true, stored: true }]);
  expect([other.hash, ...other.formerHashes]).not.toContain(hashOf(TABLE));
});
