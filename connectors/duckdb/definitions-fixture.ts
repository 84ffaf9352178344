import {
  column,
  index,
  routine,
  type DefinitionExam,
  table,
  TYPE,
  view,
} from '../core/exams/definitions-exam.ts';
import { createDuckdbFixture } from './fixture.ts';
import { openSession, type Session } from './session.ts';
import { createDefinitionReader } from './definitions.ts';

const CONTENT = [
  'CREATE SCHEMA exam',
  'CREATE SEQUENCE exam.ids',
  'CREATE TABLE exam.parent (a INTEGER, b INTEGER, PRIMARY KEY (b, a))',
  `CREATE TABLE exam.types (
    b BOOLEAN, ti TINYINT, si SMALLINT, i INTEGER, bi BIGINT, hi HUGEINT, ut UTINYINT, ub UBIGINT, d DECIMAL(10,2),
    r FLOAT, dp DOUBLE, v VARCHAR(20), bl BLOB, bs BIT, da DATE, tm TIME, tz TIMETZ, ts TIMESTAMP, t0 TIMESTAMP_S,
    t3 TIMESTAMP_MS, t9 TIMESTAMP_NS, tt TIMESTAMPTZ, iv INTERVAL, u UUID, j JSON, e ENUM('it''s', 'b'), l INTEGER[],
    a INTEGER[3], s STRUCT(x INTEGER), m MAP(VARCHAR, INTEGER))`,
  `CREATE TABLE exam."rich ""er" (
    id INTEGER PRIMARY KEY DEFAULT nextval('exam.ids'), "a, b" VARCHAR NOT NULL DEFAULT 'it''s, (' COLLATE NOCASE UNIQUE,
    c INTEGER CHECK (c > 0), g INTEGER GENERATED ALWAYS AS (c * 2), "check" INTEGER DEFAULT (1 + 2),
    f TIMESTAMP DEFAULT current_timestamp, z VARCHAR DEFAULT NULL, pa INTEGER, pb INTEGER,
    UNIQUE (c, f), CHECK ("a, b" <> ')'), FOREIGN KEY (pa, pb) REFERENCES exam.parent (b, a))`,
  `CREATE UNIQUE INDEX by_c ON exam."rich ""er" (c)`,
  `CREATE INDEX by_more ON exam."rich ""er" ((lower("a, b")), "check")`,
  'CREATE TABLE exam.counted AS SELECT range AS n FROM range(3)',
  "COMMENT ON TABLE exam.counted IS 'three rows'",
  "COMMENT ON COLUMN exam.counted.n IS 'a number'",
  `CREATE VIEW exam.simple (x, y) AS SELECT id, "a, b" || ' AS ' FROM exam."rich ""er"`,
  'CREATE TABLE exam.gone (i INTEGER)',
  'CREATE VIEW exam.broken AS SELECT * FROM exam.gone',
  'DROP TABLE exam.gone',
  'CREATE MACRO exam.plus(a, b) AS a + b',
  "COMMENT ON MACRO exam.plus IS 'adds'",
  'CREATE MACRO exam.many(a) AS a, (a, b) AS a * b',
  'CREATE MACRO exam.upto(n) AS TABLE SELECT range AS x FROM range(n)',
];

const INT = TYPE.integer(32);
const UNTYPED = TYPE.other('');

const tables = [
  table(
    'parent',
    [
      column('a', 'INTEGER', INT, { nullable: false }),
      column('b', 'INTEGER', INT, { nullable: false }),
    ],
    {
      primaryKey: { name: 'parent_b_a_pkey', columns: ['b', 'a'] },
      heldByKeys: true,
      estimatedRows: 0,
    },
  ),
  table(
    'types',
    [
      column('b', 'BOOLEAN', { kind: 'boolean' }),
      column('ti', 'TINYINT', TYPE.integer(8)),
      column('si', 'SMALLINT', TYPE.integer(16)),
      column('i', 'INTEGER', INT),
      column('bi', 'BIGINT', TYPE.integer(64)),
      column('hi', 'HUGEINT', TYPE.integer(128)),
      column('ut', 'UTINYINT', TYPE.integer(8, true)),
      column('ub', 'UBIGINT', TYPE.integer(64, true)),
      column('d', 'DECIMAL(10,2)', TYPE.decimal(10, 2)),
      column('r', 'FLOAT', TYPE.float(32)),
      column('dp', 'DOUBLE', TYPE.float(64)),
      column('v', 'VARCHAR', TYPE.text(null)),
      column('bl', 'BLOB', TYPE.binary(null)),
      column('bs', 'BIT', TYPE.bits(null)),
      column('da', 'DATE', { kind: 'date' }),
      column('tm', 'TIME', TYPE.time(6)),
      column('tz', 'TIME WITH TIME ZONE', TYPE.time(6, true)),
      column('ts', 'TIMESTAMP', TYPE.timestamp(6)),
      column('t0', 'TIMESTAMP_S', TYPE.timestamp(0)),
      column('t3', 'TIMESTAMP_MS', TYPE.timestamp(3)),
      column('t9', 'TIMESTAMP_NS', TYPE.timestamp(9)),
      column('tt', 'TIMESTAMP WITH TIME ZONE', TYPE.timestamp(6, true)),
      column('iv', 'INTERVAL', { kind: 'interval' }),
      column('u', 'UUID', { kind: 'uuid' }),
      column('j', 'JSON', { kind: 'json' }),
      column('e', "ENUM('it''s', 'b')", { kind: 'enum', values: ["it's", 'b'] }),
      column('l', 'INTEGER[]', { kind: 'array', of: 'INTEGER' }),
      column('a', 'INTEGER[3]', { kind: 'array', of: 'INTEGER' }),
      column('s', 'STRUCT(x INTEGER)', TYPE.other('STRUCT(x INTEGER)')),
      column('m', 'MAP(VARCHAR, INTEGER)', TYPE.other('MAP(VARCHAR, INTEGER)')),
    ],
    { estimatedRows: 0 },
  ),
  table(
    'rich "er',
    [
      column('id', 'INTEGER', INT, {
        nullable: false,
        identity: true,
        numbering: { increment: '1', least: '1', most: '9223372036854775807', cycles: false },
      }),
      column('a, b', 'VARCHAR', TYPE.text(null), {
        nullable: false,
        default: "'it''s, ('",
        caseSensitive: false,
      }),
      column('c', 'INTEGER', INT),
      column('g', 'INTEGER', INT, { generated: 'c * 2', stored: false }),
      column('check', 'INTEGER', INT, { default: '1 + 2' }),
      column('f', 'TIMESTAMP', TYPE.timestamp(6), { default: 'current_timestamp' }),
      column('z', 'VARCHAR', TYPE.text(null)),
      column('pa', 'INTEGER', INT),
      column('pb', 'INTEGER', INT),
    ],
    {
      primaryKey: { name: 'rich "er_id_pkey', columns: ['id'] },
      uniques: [
        { name: 'rich "er_a, b_key', columns: ['a, b'] },
        { name: 'rich "er_c_f_key', columns: ['c', 'f'] },
      ],
      foreignKeys: [
        {
          name: 'rich "er_pa_pb_b_a_fkey',
          columns: ['pa', 'pb'],
          schema: 'exam',
          table: 'parent',
          referenced: ['b', 'a'],
          onUpdate: 'no action',
          onDelete: 'no action',
        },
      ],
      checks: [
        { name: 'rich "er_c_check', expression: 'c > 0' },
        { name: 'rich "er_a, b_check', expression: `"a, b" != ')'` },
      ],
      indexes: [
        index('by_c', ['c'], { unique: true }),
        index('by_more', ['lower("a, b")', 'check']),
      ],
      estimatedRows: 0,
    },
  ),
  table('counted', [column('n', 'BIGINT', TYPE.integer(64), { comment: 'a number' })], {
    comment: 'three rows',
    estimatedRows: 3,
  }),
];

const views = [
  view('simple', `SELECT id, ("a, b" || ' AS ') FROM exam."rich ""er"`, [
    column('x', 'INTEGER', INT),
    column('y', 'VARCHAR', TYPE.text(null)),
  ]),
  view('broken', 'SELECT * FROM exam.gone', [column('i', 'INTEGER', INT)], {
    broken: 'It reads a table, column or function that this database does not have.',
  }),
];

const parameters = (...names: string[]) =>
  names.map((name) => ({ name, mode: 'in', type: '', canonical: UNTYPED, default: null }) as const);
const macro = (name: string, text: string, names: string[], more = {}) =>
  routine(name, 'SQL', text, {
    parameters: parameters(...names),
    returns: { type: '', canonical: UNTYPED, set: false },
    ...more,
  });

const functions = [
  macro('plus', '(a + b)', ['a', 'b'], { comment: 'adds' }),
  macro('many(a)', 'a', ['a']),
  macro('many(a, b)', '(a * b)', ['a', 'b']),
  macro('upto', 'SELECT "range" AS x FROM "range"(n)', ['n'], {
    returns: { type: 'TABLE', canonical: UNTYPED, set: true },
  }),
];

/** A schema with every feature beside the content of the other exam, with its hostile names. */
export async function createDuckdbDefinitionExam(): Promise<DefinitionExam<Session>> {
  const { exam, folder } = await createDuckdbFixture();
  await folder.run(exam.target.database, ...CONTENT);
  return {
    connector: exam.connector,
    target: exam.target,
    options: exam.options,
    schema: 'exam',
    expected: { tables, views, functions },
    reached: {
      asked: [{ table: 'rich "er', column: 'id' }],
      expected: [{ next: '1', largest: null }],
    },
    hostileSchemas: ['main', 'an other'],
    openSession,
    createReader: createDefinitionReader,
    tearDown: () => exam.tearDown(),
  };
}
