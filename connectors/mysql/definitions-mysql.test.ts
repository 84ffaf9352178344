import { expect, test } from 'vitest';
import { recognise } from '../core/connecting/family.ts';
import type { DefinitionReader, TableDefinition } from '../core/definitions.ts';
import { MYSQL_FAMILY } from './family.ts';
import type { Session } from './session.ts';
import { createDefinitionReader } from './definitions.ts';

/** Answers as MySQL's documentation says, by the view that is asked. */
function playSession(greeting: string, answers: Record<string, unknown[][]>) {
  const asked: string[] = [];
  const session: Session = {
    place: { engine: 'MySQL / MariaDB', host: 'db', port: 3306, database: 'shop', username: 'u' },
    ...recognise(MYSQL_FAMILY, greeting),
    query: async (sql) => {
      asked.push(sql);
      return (answers[/information_schema\.(\w+)/.exec(sql)?.[1] ?? ''] ?? []) as never;
    },
    use: () => Promise.reject(new Error('Nothing here needs the driver.')),
    close: async () => undefined,
  };
  return { asked, reader: createDefinitionReader(session) };
}

async function readOrders(reader: DefinitionReader | undefined): Promise<TableDefinition[]> {
  const found = await reader?.readDefinitions('tables', 'shop', ['orders']);
  return (found ?? []) as TableDefinition[];
}

const columnOf = (type: string, fallback: string | null, extra = '', generation = '') => [
  'orders',
  type,
  type,
  'YES',
  fallback,
  extra,
  'utf8mb4_0900_ai_ci',
  '',
  generation,
];

const ANSWERS = {
  tables: [['orders', 'BASE TABLE', '12', '']],
  table_constraints: [['orders', 'sane', "(`n` <> _utf8mb4\\'a\\\\\\'b\\')"]],
  columns: [
    columnOf('varchar(20)', "it's"),
    columnOf('int', '0'),
    columnOf('decimal(5,2)', '1.50'),
    columnOf('bit(1)', "b'0'"),
    columnOf('date', '2020-01-01'),
    columnOf(
      'datetime(3)',
      'CURRENT_TIMESTAMP(3)',
      'DEFAULT_GENERATED on update CURRENT_TIMESTAMP(3)',
    ),
    columnOf('timestamp', 'CURRENT_TIMESTAMP'),
    columnOf('json', '{}', ''),
    columnOf('char(36)', 'uuid()', 'DEFAULT_GENERATED'),
    columnOf('bigint unsigned', null, 'STORED GENERATED', "concat(`n`,_utf8mb4\\'x\\')"),
  ],
  statistics: [
    ['orders', 'by_lower', 0, null, 'A', null, 'BTREE', 'lower(`n`)'],
    ['orders', 'PRIMARY', 0, 'id', 'A', null, 'BTREE', null],
    ['orders', 'text', 1, 'n', 'D', null, 'BTREE', null],
  ],
};

test('MySQL 8: bare defaults become SQL, escaped expressions are read, checks are found by their names', async () => {
  const { reader, asked } = playSession('8.4.3', ANSWERS);
  const [found] = await readOrders(reader);
  expect(found?.columns.map((column) => [column.type, column.default])).toEqual([
    ['varchar(20)', "'it''s'"],
    ['int', '0'],
    ['decimal(5,2)', '1.50'],
    ['bit(1)', "b'0'"],
    ['date', "'2020-01-01'"],
    ['datetime(3)', 'CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)'],
    ['timestamp', 'CURRENT_TIMESTAMP'],
    ['json', "'{}'"],
    ['char(36)', 'uuid()'],
    ['bigint unsigned', null],
  ]);
  expect(found?.columns.at(-1)).toMatchObject({
    canonical: { kind: 'integer', bits: 64, unsigned: true },
    generated: "concat(`n`,_utf8mb4'x')",
  });
  expect(found?.columns[0]).toMatchObject({ caseSensitive: false, comment: null });
  // These collations do not pad, and CHAR drops blanks nonetheless.
  expect(found?.columns.flatMap(({ type, padSpace }) => (padSpace ? type : []))).toEqual([
    'char(36)',
  ]);
  expect(found).toMatchObject({
    checks: [{ name: 'sane', expression: "(`n` <> _utf8mb4'a\\'b')" }],
    primaryKey: { name: 'PRIMARY', columns: ['id'] },
    uniques: [],
    indexes: [
      { name: 'by_lower', unique: true, parts: [{ column: null, expression: 'lower(`n`)' }] },
      { name: 'text', unique: false, parts: [{ column: 'n', descending: true }] },
    ],
    estimatedRows: 12,
  });
  expect(asked.find((sql) => sql.includes('check_constraints'))).toContain('table_constraints');
});

test('MySQL 5.7 has no checks and no expressions in indexes, and is not asked for them', async () => {
  const { reader, asked } = playSession('5.7.44', ANSWERS);
  const [found] = await readOrders(reader);
  expect(found?.checks).toEqual([]);
  expect(asked.filter((sql) => /check_constraints|\bexpression\b/.test(sql))).toEqual([]);
});

test('a check that is not enforced is disabled, where the server tells', async () => {
  const [[, , clause] = []] = ANSWERS.table_constraints;
  const answers = {
    ...ANSWERS,
    table_constraints: [
      ['orders', 'off', clause, null, 'NO'],
      ['orders', 'on', clause, null, 'YES'],
    ],
  };
  const read = async (greeting: string) => {
    const { reader, asked } = playSession(greeting, answers);
    const [found] = await readOrders(reader);
    const sql = asked.find((one) => one.includes('check_constraints'));
    return { states: found?.checks.map(({ name, disabled }) => [name, disabled]), sql };
  };
  const { states, sql } = await read('8.4.3');
  expect(states).toEqual([
    ['off', true],
    ['on', undefined],
  ]);
  expect(sql).toContain('t.enforced');
  // Neither has such a column.
  for (const greeting of ['8.0.11-TiDB-v8.5.0', '10.11.19-MariaDB'])
    expect((await read(greeting)).sql).not.toContain('enforced');
});

test('which servers report enough', () => {
  const reads = (greeting: string) => playSession(greeting, {}).reader !== undefined;
  expect(reads('10.11.19-MariaDB')).toBe(true);
  expect(reads('5.5.5-10.2.44-MariaDB')).toBe(false);
  expect(reads('5.7.25-TiDB-v6.5.0')).toBe(true);
  expect(reads('8.0.11-TiDB-v8.5.0')).toBe(true);
  expect(reads('8.0.32 aurora_version=3.05.2')).toBe(true);
});

test('reports views that MySQL calls broken, although their columns are still listed', async () => {
  const comment = "View 'shop.v' references invalid table(s) or column(s) or function(s)";
  const { reader } = playSession('8.4.3', {
    tables: [['v', 'VIEW', null, comment]],
    views: [['v', 'select 1']],
    columns: [['v', 'one', 'int', 'NO', '0', '', null, '', '']],
  });
  const [found] = (await reader?.readDefinitions('views', 'shop', ['v'])) ?? [];
  expect(found).toMatchObject({ columns: [{ name: 'one', default: null }], text: 'select 1' });
  expect(found).toMatchObject({ broken: expect.stringContaining('not there') as string });
});
