import { randomBytes } from 'node:crypto';
import type { StandardType } from '../../contract/engines.ts';
import {
  column,
  index,
  routine,
  table,
  TYPE,
  view,
  type DefinitionExam,
} from '../core/exams/definitions-exam.ts';
import type { Column, StandardDefinition } from '../core/definitions.ts';
import { createMariadbFixture, type MariadbFixture } from './fixture.ts';
import { openSession, type Session } from './session.ts';
import { createDefinitionReader } from './definitions.ts';
import { NUMBERING } from './definitions-numbering.ts';

/** Of a database of its own. */
const contentSql = (made: string, isMariadb: boolean): string[] => [
  `CREATE TABLE ${made}.parent (a int, b int, name varchar(20) COLLATE utf8mb4_bin COMMENT 'it''s', PRIMARY KEY (b, a)) COMMENT='Parent ''t'''`,
  `CREATE TABLE ${made}.types (
    i1 tinyint, bo tinyint(1), i2 smallint unsigned, i3 mediumint, i4 int unsigned zerofill, i8 bigint unsigned,
    de decimal(10,2), fl float(7,3), db double, b1 bit, b8 bit(8), y year, da date, ti time(2), dt datetime(3), ts timestamp NULL,
    c char(5), v varchar(20), tt tinytext, tx text, mt mediumtext, lt longtext, bi binary(3), vb varbinary(7), tb tinyblob, bl blob, lb longblob,
    en enum('x','y,z','q"','(b)'), st set('a','b''c','d\\\\e'), js json, ${isMariadb ? 'uu uuid, ip inet6' : 'uu char(36), ip vector(3)'}, ge geometry, po point)
    CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
  `CREATE TABLE ${made}.\`rich \`\`er\` (
    id bigint unsigned AUTO_INCREMENT PRIMARY KEY, v varchar(20) COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s', n int NOT NULL DEFAULT 3,
    js json NOT NULL DEFAULT ${isMariadb ? "'{}'" : "('{}')"}, lt longtext CHECK (length(lt) > 2), e varchar(36) DEFAULT ${isMariadb ? 'uuid()' : '(uuid())'}, o int DEFAULT NULL,
    at datetime(3) DEFAULT current_timestamp(3) ON UPDATE current_timestamp(3), ts timestamp NOT NULL DEFAULT current_timestamp,
    d date DEFAULT '2020-01-01', bb bit(1) DEFAULT b'0', de decimal(5,2) DEFAULT 1.5, g1 int AS (n + 1) VIRTUAL, g2 int AS (n * 2) STORED,
    fa int, fb int, p point NOT NULL, UNIQUE KEY whole (v, n), UNIQUE KEY part (v(3)), KEY \`by two\` (n, fa DESC), FULLTEXT KEY words (lt), SPATIAL KEY place (p),
    CONSTRAINT to_parent FOREIGN KEY (fb, fa) REFERENCES ${made}.parent (b, a) ON DELETE CASCADE ON UPDATE SET NULL,
    CONSTRAINT to_itself FOREIGN KEY (o) REFERENCES ${made}.counted (id), CONSTRAINT sane CHECK (n > 0 OR v <> 'a''b')) COMMENT 'Rich'`,
  `CREATE TRIGGER ${made}.\`stamp it\` BEFORE INSERT ON ${made}.parent FOR EACH ROW SET NEW.name = concat(NEW.name, '!')`,
  `CREATE TABLE ${made}.parted (id int, made date, PRIMARY KEY (id, made)) PARTITION BY RANGE (year(made))
    (PARTITION p1 VALUES LESS THAN (2024), PARTITION p2 VALUES LESS THAN (2025), PARTITION p3 VALUES LESS THAN (2026))`,
  `CREATE TABLE ${made}.listed (id int, \`a b\` varchar(5)) PARTITION BY LIST COLUMNS (\`a b\`)
    (PARTITION p1 VALUES IN ('x', 'it''s'), PARTITION p2 VALUES IN ('y'))`,
  `CREATE TABLE ${made}.\`in memory\` (id int) ENGINE = MEMORY`,
  `CREATE VIEW ${made}.simple AS SELECT a, upper(name) AS name FROM ${made}.parent`,
  `CREATE TABLE ${made}.soon_gone (id int)`,
  `CREATE VIEW ${made}.broken AS SELECT * FROM ${made}.soon_gone`,
  `DROP TABLE ${made}.soon_gone`,
  `CREATE FUNCTION ${made}.same(a int, b varchar(20) CHARACTER SET latin1) RETURNS decimal(10,2) COMMENT 'Function' RETURN a + 1`,
  `CREATE PROCEDURE ${made}.same(IN a int unsigned, OUT b varchar(20), INOUT c enum('a','b''')) COMMENT 'Procedure' SET b = 1`,
  `CREATE PROCEDURE ${made}.bare() SELECT 1`,
];

const INT = TYPE.integer(32);
const PADS = { padSpace: true, collation: 'utf8mb4_bin' } as const;
const BLIND = {
  caseSensitive: false,
  accentBlind: true,
  padSpace: true,
  collation: 'utf8mb4_general_ci',
} as const;

const LISTED = { kept: { collation: 'utf8mb4_general_ci' } } as const;
const JSON_KEPT = { check: 'json_valid(`js`)', collation: 'utf8mb4_bin' } as const;

const parent = table(
  'parent',
  [
    column('a', 'int(11)', INT, { nullable: false }),
    column('b', 'int(11)', INT, { nullable: false }),
    column('name', 'varchar(20)', TYPE.text(20), { ...PADS, comment: "it's" }),
  ],
  {
    primaryKey: { name: 'PRIMARY', columns: ['b', 'a'] },
    triggers: [
      {
        name: 'stamp it',
        timing: 'before',
        events: ['insert'],
        level: 'row',
        enabled: true,
        condition: null,
        text: "SET NEW.name = concat(NEW.name, '!')",
      },
    ],
    comment: "Parent 't'",
    estimatedRows: 0,
  },
);

const counted = table(
  'counted',
  [column('id', 'int(11)', INT, { nullable: false, identity: true, numbering: NUMBERING })],
  {
    primaryKey: { name: 'PRIMARY', columns: ['id'] },
    estimatedRows: 3,
  },
);

const types = table(
  'types',
  [
    column('i1', 'tinyint(4)', TYPE.integer(8)),
    column('bo', 'tinyint(1)', TYPE.integer(8)),
    column('i2', 'smallint(5) unsigned', TYPE.integer(16, true)),
    column('i3', 'mediumint(9)', TYPE.integer(24)),
    column('i4', 'int(10) unsigned zerofill', TYPE.integer(32, true)),
    column('i8', 'bigint(20) unsigned', TYPE.integer(64, true)),
    column('de', 'decimal(10,2)', TYPE.decimal(10, 2)),
    column('fl', 'float(7,3)', TYPE.float(32)),
    column('db', 'double', TYPE.float(64)),
    column('b1', 'bit(1)', TYPE.bits(1)),
    column('b8', 'bit(8)', TYPE.bits(8)),
    column('y', 'year(4)', { kind: 'year' }),
    column('da', 'date', { kind: 'date' }),
    column('ti', 'time(2)', TYPE.time(2)),
    column('dt', 'datetime(3)', TYPE.timestamp(3)),
    column('ts', 'timestamp', TYPE.timestamp(0, true)),
    column('c', 'char(5)', TYPE.text(5, { fixed: true }), BLIND),
    column('v', 'varchar(20)', TYPE.text(20), BLIND),
    column('tt', 'tinytext', TYPE.text(255, { bytes: true }), BLIND),
    column('tx', 'text', TYPE.text(65_535, { bytes: true }), BLIND),
    column('mt', 'mediumtext', TYPE.text(16_777_215, { bytes: true }), BLIND),
    column('lt', 'longtext', TYPE.text(null), BLIND),
    column('bi', 'binary(3)', TYPE.binary(3, true)),
    column('vb', 'varbinary(7)', TYPE.binary(7)),
    column('tb', 'tinyblob', TYPE.binary(255)),
    column('bl', 'blob', TYPE.binary(65_535)),
    column('lb', 'longblob', TYPE.binary(null)),
    column(
      'en',
      `enum('x','y,z','q"','(b)')`,
      { kind: 'enum', values: ['x', 'y,z', 'q"', '(b)'] },
      LISTED,
    ),
    column('st', `set('a','b''c','d\\\\e')`, { kind: 'set', values: ['a', "b'c", 'd\\e'] }, LISTED),
    column('js', 'longtext', { kind: 'json' }, { kept: JSON_KEPT }),
    column('uu', 'uuid', { kind: 'uuid' }),
    column('ip', 'inet6', TYPE.other('inet6')),
    column('ge', 'geometry', { kind: 'spatial' }),
    column('po', 'point', { kind: 'spatial' }),
  ],
  { estimatedRows: 0 },
);

const spread = [
  table(
    'parted',
    [
      column('id', 'int(11)', INT, { nullable: false }),
      column('made', 'date', { kind: 'date' }, { nullable: false }),
    ],
    {
      primaryKey: { name: 'PRIMARY', columns: ['id', 'made'] },
      storage: {
        unlogged: false,
        partitioning: 'RANGE (year(`made`))',
        partitions: 3,
        spread: {
          method: 'range',
          columns: ['made'],
          covered: {
            ranges: [
              [null, '2024-01-01'],
              ['2024-01-01', '2026-01-01'],
            ],
          },
        },
      },
      // An empty one counts as a row for each partition.
      estimatedRows: 3,
    },
  ),
  table(
    'listed',
    [column('id', 'int(11)', INT), column('a b', 'varchar(5)', TYPE.text(5), BLIND)],
    {
      storage: {
        unlogged: false,
        partitioning: 'LIST COLUMNS (`a b`)',
        partitions: 2,
        spread: {
          method: 'list',
          columns: ['a b'],
          covered: { values: ['x', "it's", 'y'] },
        },
      },
      estimatedRows: 2,
    },
  ),
  table('in memory', [column('id', 'int(11)', INT)], {
    storage: { unlogged: true, partitioning: null, partitions: 0 },
    estimatedRows: 0,
  }),
];

const rich = (made: string) =>
  table(
    'rich `er',
    [
      column('id', 'bigint(20) unsigned', TYPE.integer(64, true), {
        nullable: false,
        identity: true,
        numbering: NUMBERING,
      }),
      column('v', 'varchar(20)', TYPE.text(20), { ...PADS, nullable: false, default: "'it''s'" }),
      column('n', 'int(11)', INT, { nullable: false, default: '3' }),
      column(
        'js',
        'longtext',
        { kind: 'json' },
        { nullable: false, default: "'{}'", kept: JSON_KEPT },
      ),
      column('lt', 'longtext', TYPE.text(null), {
        ...BLIND,
        kept: { check: 'octet_length(`lt`) > 2' },
      }),
      column('e', 'varchar(36)', TYPE.text(36), { ...BLIND, default: 'uuid()' }),
      column('o', 'int(11)', INT),
      column('at', 'datetime(3)', TYPE.timestamp(3), {
        default: 'current_timestamp(3) ON UPDATE current_timestamp(3)',
      }),
      column('ts', 'timestamp', TYPE.timestamp(0, true), {
        nullable: false,
        default: 'current_timestamp()',
      }),
      column('d', 'date', { kind: 'date' }, { default: "'2020-01-01'" }),
      column('bb', 'bit(1)', TYPE.bits(1), { default: "b'0'" }),
      column('de', 'decimal(5,2)', TYPE.decimal(5, 2), { default: '1.50' }),
      column('g1', 'int(11)', INT, { generated: '`n` + 1', stored: false }),
      column('g2', 'int(11)', INT, { generated: '`n` * 2', stored: true }),
      column('fa', 'int(11)', INT),
      column('fb', 'int(11)', INT),
      column('p', 'point', { kind: 'spatial' }, { nullable: false }),
    ],
    {
      primaryKey: { name: 'PRIMARY', columns: ['id'] },
      uniques: [
        { name: 'part', columns: ['v'], prefixes: [3] },
        { name: 'whole', columns: ['v', 'n'] },
      ],
      foreignKeys: [
        {
          name: 'to_itself',
          columns: ['o'],
          schema: made,
          table: 'counted',
          referenced: ['id'],
          onUpdate: 'restrict',
          onDelete: 'restrict',
        },
        {
          name: 'to_parent',
          columns: ['fb', 'fa'],
          schema: made,
          table: 'parent',
          referenced: ['b', 'a'],
          onUpdate: 'set null',
          onDelete: 'cascade',
        },
      ],
      checks: [
        { name: 'lt', expression: 'octet_length(`lt`) > 2' },
        { name: 'sane', expression: "`n` > 0 or `v` <> 'a\\'b'" },
      ],
      indexes: [
        index('by two', ['n', 'fa-']),
        index('place', ['p'], { using: 'spatial' }),
        // The server makes those of foreign keys by itself.
        index('to_itself', ['o']),
        index('to_parent', ['fb', 'fa']),
        index('words', ['lt'], { using: 'full text' }),
      ],
      comment: 'Rich',
      estimatedRows: 0,
    },
  );

const { collation: _collation, ...COMPARISON } = BLIND;
const parameter = (name: string, mode: 'in' | 'out' | 'inout', type: string, canonical = INT) => ({
  name,
  mode,
  type,
  canonical,
  default: null,
});

const expectedOf = (made: string): Record<StandardType, StandardDefinition[]> => ({
  tables: [parent, counted, types, rich(made), ...spread].map((one) => ({
    storage: { unlogged: false, partitioning: null, partitions: 0 },
    ...one,
  })),
  views: [
    view(
      'simple',
      `select \`${made}\`.\`parent\`.\`a\` AS \`a\`,ucase(\`${made}\`.\`parent\`.\`name\`) AS \`name\` from \`${made}\`.\`parent\``,
      [
        column('a', 'int(11)', INT, { nullable: false }),
        column('name', 'varchar(20)', TYPE.text(20), PADS),
      ],
    ),
    view(
      'broken',
      `select \`${made}\`.\`soon_gone\`.\`id\` AS \`id\` from \`${made}\`.\`soon_gone\``,
      [],
      {
        broken:
          'It reads a table, column or function that is not there, or that its definer or this account may not use.',
      },
    ),
  ],
  functions: [
    routine('same', 'SQL', 'RETURN a + 1', {
      variables: COMPARISON,
      parameters: [
        parameter('a', 'in', 'int(11)'),
        { ...parameter('b', 'in', 'varchar(20)', TYPE.text(20)), comparison: COMPARISON },
      ],
      returns: { type: 'decimal(10,2)', canonical: TYPE.decimal(10, 2), set: false },
      comment: 'Function',
    }),
  ],
  procedures: [
    routine('same', 'SQL', 'SET b = 1', {
      variables: COMPARISON,
      parameters: [
        parameter('a', 'in', 'int(10) unsigned', TYPE.integer(32, true)),
        { ...parameter('b', 'out', 'varchar(20)', TYPE.text(20)), comparison: COMPARISON },
        parameter('c', 'inout', "enum('a','b''')", { kind: 'enum', values: ['a', "b'"] }),
      ],
      comment: 'Procedure',
    }),
    routine('bare', 'SQL', 'SELECT 1', { variables: COMPARISON }),
  ],
});

/** What MySQL keeps of the same otherwise. */
const MYSQL_COLUMNS: Record<string, Partial<Column>> = {
  js: { type: 'json' },
  uu: { type: 'char(36)', canonical: TYPE.text(36, { fixed: true }), ...BLIND },
  ip: { type: 'vector(3)', canonical: TYPE.other('vector(3)') },
  at: { default: 'CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)' },
  g1: { generated: '(`n` + 1)' },
  g2: { generated: '(`n` * 2)' },
};
const MYSQL_DEFAULTS: Record<string, string> = {
  "'{}'": "_utf8mb4'{}'",
  'current_timestamp()': 'CURRENT_TIMESTAMP',
};
const MYSQL_CHECKS = [
  { name: 'rich `er_chk_1', expression: '(length(`lt`) > 2)' },
  { name: 'sane', expression: "((`n` > 0) or (`v` <> _utf8mb4'a\\'b'))" },
];

/** MySQL shows no widths, but those that mean something. */
const withoutWidth = (type: string): string =>
  /zerofill$|^tinyint\(1\)$/.test(type) ? type : type.replace(/^(\w*int|year)\(\d+\)/, '$1');

function asMysql(structure: StandardDefinition): StandardDefinition {
  if (structure.kind === 'routine') {
    const bare = ({ type, ...parameter }: (typeof structure.parameters)[number]) => ({
      ...parameter,
      type: withoutWidth(type),
    });
    return { ...structure, parameters: structure.parameters.map(bare) };
  }
  const columns = structure.columns.map((own) => {
    const fallback = own.default && (MYSQL_DEFAULTS[own.default] ?? own.default);
    const type = withoutWidth(own.type);
    const { kept, ...plain } = own;
    // Its checks are all of the table, and its JSON is no text.
    const isKept = kept && !kept.check && { kept };
    return { ...plain, type, default: fallback, ...isKept, ...MYSQL_COLUMNS[own.name] };
  });
  if (structure.kind === 'view')
    return { ...structure, columns, text: structure.text?.replace('ucase(', 'upper(') ?? null };
  return {
    ...structure,
    columns,
    checks: structure.checks.length > 0 ? MYSQL_CHECKS : [],
    foreignKeys: structure.foreignKeys.map((key) =>
      key.name === 'to_itself' ? { ...key, onUpdate: 'no action', onDelete: 'no action' } : key,
    ),
  };
}

/** The structure's database beside those of the other exam, with their hostile names. */
export async function createMariadbDefinitionExam(
  url: string,
): Promise<DefinitionExam<Session> & { fixture: MariadbFixture }> {
  const fixture = await createMariadbFixture(url);
  const { exam, target, schemas, run } = fixture;
  const made = `made_${randomBytes(4).toString('hex')}`;
  await run(`CREATE DATABASE ${made} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`);
  await run(`CREATE TABLE ${made}.counted (id int AUTO_INCREMENT PRIMARY KEY)`);
  await run(`INSERT INTO ${made}.counted VALUES (1), (2), (3)`);
  for (const sql of contentSql(made, fixture.isMariadb)) await run(sql);
  await run(`ANALYZE TABLE ${made}.counted`);
  const expected = expectedOf(made);
  if (!fixture.isMariadb)
    for (const [type, structures] of Object.entries(expected))
      expected[type as StandardType] = structures.map(asMysql);
  return {
    connector: exam.connector,
    target,
    options: exam.options,
    schema: made,
    expected,
    reached: {
      asked: [{ table: 'counted', column: 'id' }],
      expected: [{ next: '4', largest: '3' }],
    },
    tellsReferring: true,
    hostileSchemas: Object.values(schemas),
    openSession,
    createReader: createDefinitionReader,
    async tearDown() {
      await run(`DROP DATABASE ${made}`);
      await exam.tearDown();
    },
    fixture,
  };
}
