import { join } from 'node:path';
import Database from 'libsql';
import {
  column,
  index,
  table,
  TYPE,
  view,
  type DefinitionExam,
} from '../core/exams/definitions-exam.ts';
import { createSqliteFixture } from './fixture.ts';
import { openSession, type Session } from './session.ts';
import { createDefinitionReader } from './definitions.ts';

const CONTENT = `
  CREATE TABLE parent (a int, b int, PRIMARY KEY (b, a));
  CREATE TABLE types (
    i integer, ii int, big BIGINT, b boolean, d decimal(10,2), n numeric, r real, dp double precision, v varchar(20),
    c char ( 5 ), t text, nt "national text", bl blob, vb varbinary(7), da date, ti time, dt datetime, ts timestamp(3),
    tz timestamp with time zone, j json, u uuid, untyped, str string);
  CREATE TABLE "rich ""er" (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- a comment, with a (bracket and it's quote
    [a b] varchar(20) NOT NULL ON CONFLICT ABORT DEFAULT 'it''s, (' COLLATE nocase UNIQUE,
    c int CONSTRAINT positive CHECK (c > 0), g int AS (c * 2) STORED, h GENERATED ALWAYS AS (c + 1), "check" int DEFAULT (1 + 2),
    e int DEFAULT -5 CHECK ("check" <> ','), f text DEFAULT current_timestamp, z text DEFAULT NULL COLLATE rtrim, pa int, pb int,
    q int CONSTRAINT "to itself" REFERENCES "rich ""er" (id) ON DELETE SET DEFAULT ON UPDATE SET NULL CHECK (q > 0),
    CONSTRAINT blind UNIQUE (f COLLATE NOCASE), CONSTRAINT seeing UNIQUE (e, [a b] COLLATE BINARY),
    CONSTRAINT ck CHECK (c < 10 /* ) */ AND [a b] <> ')') CONSTRAINT "the unique" UNIQUE (c, e),
    FOREIGN KEY (pa, pb) REFERENCES PARENT ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, FOREIGN KEY (f) REFERENCES nowhere);
  CREATE INDEX by_expression ON "rich ""er" (lower("a b") COLLATE nocase DESC, c) WHERE c > 5;
  CREATE INDEX by_letters ON "rich ""er" ([a b], f COLLATE nocase);
  CREATE INDEX by_bytes ON "rich ""er" ([a b] COLLATE binary);
  CREATE UNIQUE INDEX by_c ON "rich ""er" (c DESC);
  CREATE TABLE without_rowid (k text PRIMARY KEY, v) WITHOUT ROWID;
  CREATE TABLE keyed (k text, PRIMARY KEY (k COLLATE nocase));
  CREATE TABLE strict_one (id INTEGER, t ANY, CONSTRAINT the_key PRIMARY KEY (id)) STRICT;
  CREATE TABLE descending (id INTEGER PRIMARY KEY DESC);
  CREATE TABLE counted (a int); CREATE INDEX by_a ON counted (a);
  INSERT INTO counted VALUES (1), (2), (3); ANALYZE counted;
  CREATE TRIGGER IF NOT EXISTS "on update" AFTER UPDATE OF a ON Counted FOR EACH ROW WHEN new.a > 1 BEGIN SELECT 'a;'; END;
  CREATE TRIGGER plain DELETE ON counted BEGIN SELECT 1; END;
  CREATE VIRTUAL TABLE searchable USING fts5(body, tokenize = "unicode61 remove_diacritics 2");
  CREATE VIEW simple(x, y) AS /* why */ SELECT id AS x, "a b" || ' AS ' FROM "rich ""er";
  CREATE VIEW broken AS SELECT * FROM not_there;
`;

const INT = TYPE.integer(64);

const tables = [
  table('parent', [column('a', 'INT', INT), column('b', 'INT', INT)], {
    primaryKey: { name: '', columns: ['b', 'a'] },
  }),
  table('types', [
    column('i', 'INTEGER', INT),
    column('ii', 'INT', INT),
    column('big', 'BIGINT', INT),
    column('b', 'boolean', { kind: 'boolean' }),
    column('d', 'decimal(10,2)', TYPE.decimal(10, 2)),
    column('n', 'numeric', TYPE.decimal(null, null)),
    column('r', 'REAL', TYPE.float(64)),
    column('dp', 'double precision', TYPE.float(64)),
    column('v', 'varchar(20)', TYPE.text(20)),
    column('c', 'char ( 5 )', TYPE.text(5, { fixed: true })),
    column('t', 'TEXT', TYPE.text(null)),
    column('nt', 'national text', TYPE.text(null)),
    column('bl', 'BLOB', TYPE.binary(null)),
    column('vb', 'varbinary(7)', TYPE.binary(7)),
    column('da', 'date', { kind: 'date' }),
    column('ti', 'time', TYPE.time(null)),
    column('dt', 'datetime', TYPE.timestamp(null)),
    column('ts', 'timestamp(3)', TYPE.timestamp(3)),
    column('tz', 'timestamp with time zone', TYPE.timestamp(null, true)),
    column('j', 'json', { kind: 'json' }),
    column('u', 'uuid', { kind: 'uuid' }),
    column('untyped', '', TYPE.other('')),
    column('str', 'string', TYPE.other('string')),
  ]),
  table(
    'rich "er',
    [
      column('id', 'INTEGER', INT, { nullable: false, identity: true }),
      column('a b', 'varchar(20)', TYPE.text(20), {
        nullable: false,
        default: "'it''s, ('",
        caseSensitive: false,
      }),
      column('c', 'INT', INT),
      column('g', 'INT', INT, { generated: 'c * 2', stored: true }),
      column('h', '', TYPE.other(''), { generated: 'c + 1', stored: false }),
      column('check', 'INT', INT, { default: '1 + 2' }),
      column('e', 'INT', INT, { default: '-5' }),
      column('f', 'TEXT', TYPE.text(null), { default: 'current_timestamp' }),
      column('z', 'TEXT', TYPE.text(null), { padSpace: true }),
      column('pa', 'INT', INT),
      column('pb', 'INT', INT),
      column('q', 'INT', INT),
    ],
    {
      primaryKey: { name: '', columns: ['id'] },
      uniques: [
        { name: '', columns: ['a b'] },
        { name: 'blind', columns: ['f'], letters: ['blind'] },
        { name: 'seeing', columns: ['e', 'a b'], letters: [null, 'seeing'] },
        { name: 'the unique', columns: ['c', 'e'] },
      ],
      foreignKeys: [
        {
          name: 'to itself',
          columns: ['q'],
          schema: 'main',
          table: 'rich "er',
          referenced: ['id'],
          onUpdate: 'set null',
          onDelete: 'set default',
        },
        {
          name: '',
          columns: ['pa', 'pb'],
          schema: 'main',
          table: 'PARENT',
          referenced: ['b', 'a'],
          onUpdate: 'no action',
          onDelete: 'cascade',
          deferrable: 'always',
        },
        {
          name: '',
          columns: ['f'],
          schema: 'main',
          table: 'nowhere',
          referenced: [],
          onUpdate: 'no action',
          onDelete: 'no action',
        },
      ],
      checks: [
        { name: 'positive', expression: 'c > 0' },
        { name: '', expression: `"check" <> ','` },
        { name: '', expression: 'q > 0' },
        { name: 'ck', expression: `c < 10 /* ) */ AND [a b] <> ')'` },
      ],
      indexes: [
        {
          ...index('by_bytes', ['a b']),
          parts: [{ column: 'a b', expression: null, descending: false, caseSeeing: true }],
        },
        index('by_c', ['c-'], { unique: true }),
        index('by_expression', ['lower("a b") COLLATE nocase-', 'c'], { where: 'c > 5' }),
        {
          ...index('by_letters', ['a b']),
          parts: [
            { column: 'a b', expression: null, descending: false },
            { column: 'f', expression: null, descending: false, caseBlind: true },
          ],
        },
      ],
    },
  ),
  table(
    'without_rowid',
    [column('k', 'TEXT', TYPE.text(null), { nullable: false }), column('v', '', TYPE.other(''))],
    {
      primaryKey: { name: '', columns: ['k'] },
    },
  ),
  table('keyed', [column('k', 'TEXT', TYPE.text(null))], {
    primaryKey: { name: '', columns: ['k'], letters: ['blind'] },
  }),
  table(
    'strict_one',
    [
      column('id', 'INTEGER', INT, { nullable: false, identity: true, reusesNumbers: true }),
      column('t', 'ANY', TYPE.other('ANY')),
    ],
    {
      primaryKey: { name: 'the_key', columns: ['id'] },
    },
  ),
  // By an old mistake that is kept, it is no number of a row, and may be NULL.
  table('descending', [column('id', 'INTEGER', INT)], {
    primaryKey: { name: '', columns: ['id'] },
  }),
  table('counted', [column('a', 'INT', INT)], {
    indexes: [index('by_a', ['a'])],
    triggers: [
      {
        name: 'on update',
        timing: 'after',
        events: ['update'],
        level: 'row',
        enabled: true,
        condition: 'OF a WHEN new.a > 1',
        text: "BEGIN SELECT 'a;'; END",
      },
      {
        name: 'plain',
        timing: 'before',
        events: ['delete'],
        level: 'row',
        enabled: true,
        condition: null,
        text: 'BEGIN SELECT 1; END',
      },
    ],
    estimatedRows: 3,
  }),
  table('searchable', [column('body', '', TYPE.other(''))]),
];

const views = [
  view('simple', `SELECT id AS x, "a b" || ' AS ' FROM "rich ""er"`, [
    column('x', 'INTEGER', INT),
    column('y', '', TYPE.other('')),
  ]),
  view('broken', 'SELECT * FROM not_there', [], {
    broken: 'It reads a table, column or function that this database does not have.',
  }),
];

/** A file with every feature beside the file of the other exam, with its hostile names in it, too. */
export async function createSqliteDefinitionExam(): Promise<DefinitionExam<Session>> {
  const { exam, folder } = await createSqliteFixture();
  const file = 'structure.db';
  const database = new Database(join(folder, file));
  database.exec(CONTENT);
  database.close();
  return {
    connector: exam.connector,
    target: { ...exam.target, database: file },
    options: exam.options,
    schema: 'main',
    expected: { tables, views },
    reached: { asked: [], expected: [] },
    tellsReferring: true,
    hostileSchemas: ['main'],
    openSession,
    createReader: createDefinitionReader,
    tearDown: () => exam.tearDown(),
  };
}
