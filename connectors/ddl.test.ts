import { describe, expect, it } from 'vitest';
import type { CanonicalType } from '../contract/proof/definitions.ts';
import type { Change, Ddl, WantedColumn } from './core/ddl/ddl.ts';
import { ddl as duckdb } from './duckdb/ddl.ts';
import { canonicalOf as ofDuckdb } from './duckdb/types.ts';
import { ddl as mysql } from './mysql/ddl.ts';
import { canonicalOf as ofMysql } from './mysql/types.ts';
import { ddl as oracle } from './oracle/ddl.ts';
import { ddl as postgresql } from './postgresql/ddl.ts';
import { canonicalOf as ofPostgresql } from './postgresql/types.ts';
import { ddl as sqlServer } from './sql-server/ddl.ts';
import { ddl as sqlite } from './sqlite/ddl.ts';
import { canonicalOf as ofSqlite } from './sqlite/types.ts';

const column: WantedColumn = {
  name: 'note',
  type: 'T',
  nullable: false,
  default: "'x'",
  identity: false,
  generated: null,
  comment: "it's",
};
/** Of servers that no test can run: their statements stand here as their manuals have them. */
const CHANGES: Change[] = [
  { kind: 'add column', column },
  { kind: 'add column', column: { ...column, default: null } },
  { kind: 'set type', column, was: 'T' },
  { kind: 'set nullable', column },
  { kind: 'set default', column, former: null },
  { kind: 'set default', column: { ...column, default: null }, former: "'y'" },
  { kind: 'add primary key', name: 'pk', columns: ['id', 'a'] },
  { kind: 'drop primary key', name: 'pk' },
  { kind: 'add unique key', name: 'un', columns: ['a'] },
  {
    kind: 'add foreign key',
    name: 'fk',
    columns: ['a'],
    table: ['app', 'p'],
    referenced: ['id'],
    onUpdate: 'restrict',
    onDelete: 'cascade',
    deferrable: 'always',
    matchesFull: true,
  },
  { kind: 'validate', name: 'fk' },
  { kind: 'enable key', name: 'un', partitioned: true },
  { kind: 'rebuild index', name: 'ix', partitioned: true },
  { kind: 'add check', name: 'ck', expression: 'a > 0' },
  {
    kind: 'create index',
    name: 'ix',
    unique: true,
    parts: [{ column: 'a', expression: null, descending: true }],
    include: ['note'],
    where: null,
  },
  { kind: 'drop index', name: 'ix' },
  { kind: 'comment on column', column },
  { kind: 'set identity', column },
  { kind: 'move numbering', column },
  { kind: 'take numbers', column },
  { kind: 'free numbers', column },
  { kind: 'replace view', columns: ['a'], query: "SELECT 'x'" },
  { kind: 'switch trigger', name: 'tr', on: ['app', 'u'], enabled: true },
  { kind: 'alter sequence', next: '500' },
  { kind: 'alter sequence', increment: '-2' },
  { kind: 'alter sequence', cycles: false },
];
const write = ({ write: of }: Ddl) => CHANGES.map((change) => of(change, ['app', 't']));

it('SQL Server', () => {
  const t = '[app].[t]';
  expect(write(sqlServer)).toEqual([
    [`ALTER TABLE ${t} ADD [note] T DEFAULT 'x' NOT NULL`],
    [`ALTER TABLE ${t} ADD [note] T`],
    [`ALTER TABLE ${t} ALTER COLUMN [note] T NOT NULL`],
    [`ALTER TABLE ${t} ALTER COLUMN [note] T NOT NULL`],
    [`ALTER TABLE ${t} ADD DEFAULT 'x' FOR [note]`],
    null,
    [`ALTER TABLE ${t} ADD PRIMARY KEY ([id], [a])`],
    [`ALTER TABLE ${t} DROP CONSTRAINT [pk]`],
    [`ALTER TABLE ${t} ADD CONSTRAINT [un] UNIQUE ([a])`],
    [
      `ALTER TABLE ${t} ADD CONSTRAINT [fk] FOREIGN KEY ([a]) REFERENCES [app].[p] ([id]) ON DELETE CASCADE`,
    ],
    [`ALTER TABLE ${t} WITH CHECK CHECK CONSTRAINT [fk]`],
    [`ALTER INDEX [un] ON ${t} REBUILD`],
    [`ALTER INDEX [ix] ON ${t} REBUILD`],
    [`ALTER TABLE ${t} ADD CONSTRAINT [ck] CHECK (a > 0)`],
    [`CREATE UNIQUE INDEX [ix] ON ${t} ([a] DESC) INCLUDE ([note])`],
    [`DROP INDEX [ix] ON ${t}`],
    null,
    null,
    [`DBCC CHECKIDENT (N'[app].[t]', RESEED)`],
    null,
    null,
    [`EXEC (N'ALTER VIEW [app].[t] ([a]) AS\nSELECT ''x''')`],
    ['ENABLE TRIGGER [tr] ON [app].[u]'],
    [`ALTER SEQUENCE ${t} RESTART WITH 500`],
    [`ALTER SEQUENCE ${t} INCREMENT BY -2`],
    [`ALTER SEQUENCE ${t} NO CYCLE`],
  ]);
});

it('Oracle', () => {
  const t = '"app"."t"';
  expect(write(oracle)).toEqual([
    [`ALTER TABLE ${t} ADD ("note" T DEFAULT 'x' NOT NULL)`],
    [`ALTER TABLE ${t} ADD ("note" T)`],
    [`ALTER TABLE ${t} MODIFY ("note" T)`],
    [`ALTER TABLE ${t} MODIFY ("note" NOT NULL)`],
    [`ALTER TABLE ${t} MODIFY ("note" DEFAULT 'x')`],
    [`ALTER TABLE ${t} MODIFY ("note" DEFAULT NULL)`],
    [`ALTER TABLE ${t} ADD PRIMARY KEY ("id", "a")`],
    [`ALTER TABLE ${t} DROP CONSTRAINT "pk"`],
    [`ALTER TABLE ${t} ADD CONSTRAINT "un" UNIQUE ("a")`],
    [
      `ALTER TABLE ${t} ADD CONSTRAINT "fk" FOREIGN KEY ("a") REFERENCES "app"."p" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`,
    ],
    [`ALTER TABLE ${t} MODIFY CONSTRAINT "fk" ENABLE VALIDATE`],
    [`ALTER TABLE ${t} MODIFY CONSTRAINT "un" ENABLE VALIDATE`],
    ['ALTER INDEX "app"."ix" REBUILD'],
    [`ALTER TABLE ${t} ADD CONSTRAINT "ck" CHECK (a > 0)`],
    [`CREATE UNIQUE INDEX "ix" ON ${t} ("a" DESC)`],
    ['DROP INDEX "app"."ix"'],
    [`COMMENT ON COLUMN ${t}."note" IS 'it''s'`],
    null,
    null,
    [`ALTER TABLE ${t} MODIFY ("note" GENERATED BY DEFAULT AS IDENTITY)`],
    null,
    [`CREATE OR REPLACE VIEW ${t} ("a") AS\nSELECT 'x'`],
    ['ALTER TRIGGER "app"."tr" ENABLE'],
    [`ALTER SEQUENCE ${t} RESTART START WITH 500`],
    [`ALTER SEQUENCE ${t} INCREMENT BY -2`],
    [`ALTER SEQUENCE ${t} NOCYCLE`],
  ]);
});

it.each([
  ['varchar(9)', "'it''s'", "'it''s'"],
  ['varchar(9)', "'a' || 'b'", "('a' || 'b')"],
  ['text', "'x'", "('x')"],
  ['text', "('x')", "('x')"],
  ['int', '-5', '-5'],
  ['int', '(1) + (2)', '((1) + (2))'],
  ['varchar(9)', "('a)')", "('a)')"],
  ['varchar(9)', "(')') || ('(')", "((')') || ('('))"],
  ['char(36)', 'uuid()', '(uuid())'],
  ['date', 'now()', '(now())'],
  ['varchar(30)', 'CURRENT_TIMESTAMP', '(CURRENT_TIMESTAMP)'],
])('MySQL sets the default of %s to %s', (type, preset, written) => {
  const wanted = { ...column, type, default: preset, comment: null };
  const change = { kind: 'set default', column: wanted, former: null } as const;
  expect(mysql.write(change, ['app', 't'])).toEqual([
    `ALTER TABLE \`app\`.\`t\` ALTER COLUMN \`note\` SET DEFAULT ${written}`,
  ]);
  for (const [kind, does] of [
    ['set nullable', 'MODIFY'],
    ['add column', 'ADD'],
  ] as const)
    expect(mysql.write({ kind, column: wanted }, ['app', 't'])).toEqual([
      `ALTER TABLE \`app\`.\`t\` ${does} COLUMN \`note\` ${type} DEFAULT ${written} NOT NULL`,
    ]);
});

const UPDATES = 'ON UPDATE CURRENT_TIMESTAMP';
it.each([
  ['datetime', `CURRENT_TIMESTAMP ${UPDATES}`, `datetime DEFAULT CURRENT_TIMESTAMP ${UPDATES}`],
  [
    'datetime(6)',
    `current_timestamp() ${UPDATES}`,
    `datetime(6) DEFAULT CURRENT_TIMESTAMP(6) ${UPDATES}(6)`,
  ],
  ['datetime', `now() + 1 ${UPDATES}`, `datetime DEFAULT (now() + 1) ${UPDATES}`],
  ['timestamp', `NULL ${UPDATES}`, `timestamp NULL DEFAULT NULL ${UPDATES}`],
])('MySQL repeats a column with ON UPDATE for its default: %s, %s', (type, preset, written) => {
  const wanted = { ...column, type, nullable: true, default: preset, comment: null };
  for (const former of [null, `'2000-01-01' ${UPDATES}`])
    expect(mysql.write({ kind: 'set default', column: wanted, former }, ['app', 't'])).toEqual([
      `ALTER TABLE \`app\`.\`t\` MODIFY COLUMN \`note\` ${written}`,
    ]);
});

it.each([
  ['datetime(6)', 'CURRENT_TIMESTAMP', 'SET DEFAULT (CURRENT_TIMESTAMP(6))'],
  ['datetime', "date('on update x')", "SET DEFAULT (date('on update x'))"],
  ['timestamp(3)', null, 'DROP DEFAULT'],
])('MySQL repeats no other column of moments: %s, %s', (type, preset, written) => {
  const wanted = { ...column, type, default: preset };
  const change = { kind: 'set default', column: wanted, former: "'2000-01-01'" } as const;
  expect(mysql.write(change, ['app', 't'])).toEqual([
    `ALTER TABLE \`app\`.\`t\` ALTER COLUMN \`note\` ${written}`,
  ]);
  const updated = { ...change, former: `NULL ${UPDATES}` };
  expect(mysql.write(updated, ['app', 't'])?.[0]).toContain(' MODIFY COLUMN `note` ');
});

it('MySQL writes ON UPDATE of a column that must have a value, and all that a new column is', () => {
  const at = { ...column, type: 'datetime(3)', default: `NULL ${UPDATES}`, comment: null };
  expect(mysql.write({ kind: 'set type', column: at, was: 'datetime' }, ['app', 't'])).toEqual([
    `ALTER TABLE \`app\`.\`t\` MODIFY COLUMN \`note\` datetime(3) ${UPDATES}(3) NOT NULL`,
    'ALTER TABLE `app`.`t` ALTER COLUMN `note` DROP DEFAULT',
  ]);
  const added = { ...column, type: 'char(3)', default: null, collation: 'utf8mb4_bin' };
  expect(mysql.write({ kind: 'add column', column: added }, ['app', 't'])).toEqual([
    "ALTER TABLE `app`.`t` ADD COLUMN `note` char(3) COLLATE utf8mb4_bin COMMENT 'it''s'",
  ]);
});

it('MySQL repeats all of a computed column that is there, and makes no other NOT NULL', () => {
  const computed = { ...column, type: 'int', default: null, generated: 'a', comment: null };
  const write = (kind: 'set type' | 'set nullable' | 'add column', more: Partial<WantedColumn>) =>
    mysql
      .write({ kind, column: { ...computed, ...more }, was: 'int' }, ['app', 't'])?.[0]
      ?.split('COLUMN ')[1];
  const there = { nullable: false, kept: { words: 'INVISIBLE' } };
  expect([
    write('set type', { ...there, stored: false }),
    write('set type', { ...there, stored: true, nullable: true }),
    write('add column', {}),
    write('set nullable', { ...there, stored: false }),
  ]).toEqual([
    '`note` int GENERATED ALWAYS AS (a) VIRTUAL NOT NULL INVISIBLE',
    '`note` int GENERATED ALWAYS AS (a) STORED INVISIBLE',
    '`note` int GENERATED ALWAYS AS (a) STORED',
    undefined,
  ]);
});

it('SQL Server wants ends of foreign keys alike, lengths included', () => {
  const [one, other, more] = ['NVARCHAR(20)', 'nvarchar(20)', 'nvarchar(50)'].map((type) =>
    sqlServer.keyEnd?.(type),
  );
  expect([one === other, one === more]).toEqual([true, false]);
});

it.each<[CanonicalType, (string | null)[]]>([
  [{ kind: 'decimal', precision: 3, scale: 5 }, ['decimal(5,5)', 'numeric(5,5)', 'DECIMAL(5,5)']],
  [{ kind: 'decimal', precision: 5, scale: -2 }, ['decimal(7,0)', 'numeric(7,0)', 'DECIMAL(7,0)']],
  [{ kind: 'decimal', precision: 9, scale: 2 }, ['decimal(9,2)', 'numeric(9,2)', 'DECIMAL(9,2)']],
  [{ kind: 'decimal', precision: 38, scale: 38 }, [null, 'numeric(38,38)', 'DECIMAL(38,38)']],
  [
    { kind: 'text', length: 0, fixed: false, bytes: false },
    ['varchar(1)', 'character varying(1)', 'VARCHAR'],
  ],
  [
    { kind: 'text', length: 20_000_000, fixed: false, bytes: false },
    ['longtext', 'text', 'VARCHAR'],
  ],
  [{ kind: 'binary', length: 0, fixed: true }, ['binary(1)', 'bytea', 'BLOB']],
])('a type is one that the engine has: %j', (type, spelled) => {
  expect([mysql, postgresql, duckdb].map((ddl) => ddl.typeOf(type))).toEqual(spelled);
});

it('an index on the beginning of a column is written where the engine has such indexes', () => {
  const parts = [{ column: 'a', expression: null, descending: false, prefix: 10 }];
  const change = { kind: 'create index', name: 'ix', unique: false, parts, where: null } as const;
  expect(mysql.write(change, ['app', 't'])).toEqual(['CREATE INDEX `ix` ON `app`.`t` (`a`(10))']);
  expect(oracle.write(change, ['app', 't'])).toEqual(['CREATE INDEX "ix" ON "app"."t" ("a")']);
});

const TO = { grantee: 'APP' };
const GIVEN = {
  to: TO,
  rights: [
    { right: 'select', columns: null },
    { right: 'update', columns: ['a', 'b'] },
  ],
  option: false,
  whole: false,
  on: { kind: 'relation' },
} as const;
const ROUTINE = { name: 'f', types: '(int)', givesRows: false } as const;
const run = [{ right: 'execute', columns: null }];
const GRANTS: Change[] = [
  { kind: 'grant', ...GIVEN },
  { kind: 'grant', ...GIVEN, rights: [{ right: 'select', columns: ['a'] }] },
  { kind: 'grant', ...GIVEN, rights: run, option: true, on: { kind: 'function', ...ROUTINE } },
  {
    kind: 'grant',
    ...GIVEN,
    to: { grantee: null },
    rights: run,
    on: { kind: 'function', ...ROUTINE, givesRows: true },
  },
  { kind: 'revoke', ...GIVEN },
  { kind: 'revoke', ...GIVEN, rights: [{ right: 'select', columns: null }] },
  { kind: 'revoke', ...GIVEN, rights: run, option: true, on: { kind: 'procedure', ...ROUTINE } },
];

it.each<[string, Ddl, (string[] | null)[]]>([
  [
    'SQL Server',
    sqlServer,
    [
      ['GRANT SELECT, UPDATE ([a], [b]) ON OBJECT::[app].[t] TO [APP]'],
      ['GRANT SELECT ([a]) ON OBJECT::[app].[t] TO [APP]'],
      ['GRANT EXECUTE ON OBJECT::[app].[f] TO [APP] WITH GRANT OPTION'],
      ['GRANT SELECT ON OBJECT::[app].[f] TO [public]'],
      ['REVOKE SELECT, UPDATE ([a], [b]) ON OBJECT::[app].[t] FROM [APP] CASCADE'],
      ['REVOKE SELECT ON OBJECT::[app].[t] FROM [APP] CASCADE'],
      ['REVOKE GRANT OPTION FOR EXECUTE ON OBJECT::[app].[f] FROM [APP] CASCADE'],
    ],
  ],
  [
    'Oracle',
    oracle,
    [
      ['GRANT SELECT, UPDATE ("a", "b") ON "app"."t" TO "APP"'],
      // SELECT is given of all columns, and a right of columns taken away from all of them.
      null,
      ['GRANT EXECUTE ON "app"."f" TO "APP" WITH GRANT OPTION'],
      ['GRANT EXECUTE ON "app"."f" TO PUBLIC'],
      null,
      ['REVOKE SELECT ON "app"."t" FROM "APP"'],
      null,
    ],
  ],
])('%s gives rights and takes them away', (_name, { write: of }, statements) => {
  expect(GRANTS.map((change) => of(change, ['app', 't']))).toEqual(statements);
});

const CREATIONS: Change[] = [
  {
    kind: 'create table',
    columns: [
      { ...column, name: 'id', default: null, identity: true, comment: null },
      column,
      { ...column, name: 'twice', generated: 'id * 2', default: null, comment: null },
    ],
    primaryKey: ['id'],
    uniques: [{ name: 'un', columns: ['note'] }],
    checks: [{ name: '', expression: 'id > 0' }],
    foreignKeys: [],
    comment: 'all',
  },
  { kind: 'create view', columns: ['a'], query: "SELECT 'x'", materialised: false },
  { kind: 'create view', columns: ['a'], query: "SELECT 'x'", materialised: true },
  { kind: 'create sequence', start: '5', increment: '2', least: '1', most: null, cycles: false },
];

it.each<[string, Ddl, (string[] | null)[]]>([
  [
    'SQL Server',
    sqlServer,
    [
      [
        "CREATE TABLE [app].[t] (\n  [id] T IDENTITY(1,1),\n  [note] T DEFAULT 'x' NOT NULL,\n  [twice] AS (id * 2) PERSISTED,\n  PRIMARY KEY ([id]),\n  CONSTRAINT [un] UNIQUE ([note]),\n  CHECK (id > 0)\n)",
      ],
      ["EXEC (N'CREATE VIEW [app].[t] ([a]) AS\nSELECT ''x''')"],
      null,
      ['CREATE SEQUENCE [app].[t] START WITH 5 INCREMENT BY 2 MINVALUE 1 NO CYCLE'],
    ],
  ],
  [
    'Oracle',
    oracle,
    [
      [
        'CREATE TABLE "app"."t" (\n  "id" T GENERATED BY DEFAULT AS IDENTITY,\n  "note" T DEFAULT \'x\' NOT NULL,\n  "twice" T GENERATED ALWAYS AS (id * 2) VIRTUAL,\n  PRIMARY KEY ("id"),\n  CONSTRAINT "un" UNIQUE ("note"),\n  CHECK (id > 0)\n)',
        'COMMENT ON TABLE "app"."t" IS \'all\'',
        'COMMENT ON COLUMN "app"."t"."note" IS \'it\'\'s\'',
      ],
      ['CREATE VIEW "app"."t" ("a") AS\nSELECT \'x\''],
      ['CREATE MATERIALIZED VIEW "app"."t" ("a") AS\nSELECT \'x\''],
      ['CREATE SEQUENCE "app"."t" START WITH 5 INCREMENT BY 2 MINVALUE 1 NOCYCLE'],
    ],
  ],
])('%s creates what it lacks', (_name, { write: of }, statements) => {
  expect(CREATIONS.map((change) => of(change, ['app', 't']))).toEqual(statements);
});

const TYPES: CanonicalType[] = [
  { kind: 'boolean' },
  { kind: 'integer', bits: 16, unsigned: false },
  { kind: 'integer', bits: 32, unsigned: true },
  { kind: 'integer', bits: 64, unsigned: true },
  { kind: 'decimal', precision: 12, scale: 3 },
  { kind: 'float', bits: 64 },
  { kind: 'text', length: 20, fixed: false, bytes: false },
  { kind: 'text', length: 20, fixed: true, bytes: false },
  { kind: 'text', length: null, fixed: false, bytes: false },
  { kind: 'binary', length: 100, fixed: false },
  { kind: 'date' },
  { kind: 'time', precision: 3, zone: false },
  { kind: 'timestamp', precision: 6, zone: false },
  { kind: 'timestamp', precision: 0, zone: true },
  { kind: 'json' },
];

describe('a type is spelled so that the engine reads one of the same size', () => {
  const mostOf = (type: CanonicalType): number => {
    switch (type.kind) {
      case 'integer':
        return type.unsigned ? type.bits * Math.log10(2) : (type.bits - 1) * Math.log10(2);
      case 'decimal':
        return type.precision === null ? Infinity : type.precision - (type.scale ?? 0);
      case 'text':
      case 'binary':
        return type.length ?? Infinity;
      case 'time':
      case 'timestamp':
        return type.precision ?? Infinity;
      default:
        return 1;
    }
  };
  const family = ({ kind }: CanonicalType) => (kind === 'decimal' ? 'integer' : kind);

  it.each([
    ['PostgreSQL', postgresql, ofPostgresql],
    ['MySQL', mysql, ofMysql],
    ['SQLite', sqlite, ofSqlite],
    ['DuckDB', duckdb, ofDuckdb],
  ])('%s', (_name, { typeOf }, canonicalOf) => {
    for (const type of TYPES) {
      const spelt = typeOf(type);
      const there = canonicalOf(spelt!);
      expect([type, spelt, family(there)]).toEqual([
        type,
        spelt,
        // MySQL keeps booleans as numbers.
        type.kind === 'boolean' && there.kind === 'integer' ? 'integer' : family(type),
      ]);
      // SQLite's integers are what the file takes, whatever is declared.
      const isEnough = mostOf(there) >= mostOf(type) || there.kind === 'integer';
      expect([type, spelt, isEnough]).toEqual([type, spelt, true]);
    }
  });
});

const routine = { kind: 'function', name: 'f', types: '(integer)', givesRows: true } as const;
const REMOVALS: Change[] = [
  { kind: 'drop column', name: 'note', hasDefault: false },
  { kind: 'drop column', name: 'note', hasDefault: true },
  { kind: 'drop unique key', name: 'un' },
  { kind: 'drop check', name: 'ck', ofColumn: true },
  { kind: 'drop trigger', name: 'tr', on: ['app', 't'] },
  { kind: 'drop object', what: 'table' },
  { kind: 'drop object', what: 'materialized view' },
  { kind: 'drop routine', routine },
  { kind: 'drop routine', routine: { ...routine, types: null } },
];
it.each([
  [
    'SQL Server',
    sqlServer,
    [
      'ALTER TABLE [app].[t] DROP COLUMN [note]',
      // Its default is a constraint, whose name nobody gave.
      null,
      'ALTER TABLE [app].[t] DROP CONSTRAINT [un]',
      'ALTER TABLE [app].[t] DROP CONSTRAINT [ck]',
      'DROP TRIGGER [app].[tr]',
      'DROP TABLE [app].[t]',
      'DROP MATERIALIZED VIEW [app].[t]',
      'DROP FUNCTION [app].[f]',
      'DROP FUNCTION [app].[f]',
    ],
  ],
  [
    'Oracle',
    oracle,
    [
      'ALTER TABLE "app"."t" DROP COLUMN "note"',
      'ALTER TABLE "app"."t" DROP COLUMN "note"',
      'ALTER TABLE "app"."t" DROP CONSTRAINT "un"',
      'ALTER TABLE "app"."t" DROP CONSTRAINT "ck"',
      'DROP TRIGGER "app"."tr"',
      'DROP TABLE "app"."t"',
      'DROP MATERIALIZED VIEW "app"."t"',
      'DROP FUNCTION "app"."f"',
      'DROP FUNCTION "app"."f"',
    ],
  ],
  [
    'DuckDB',
    duckdb,
    [
      'ALTER TABLE "app"."t" DROP COLUMN "note"',
      'ALTER TABLE "app"."t" DROP COLUMN "note"',
      null,
      null,
      null,
      'DROP TABLE "app"."t"',
      'DROP MATERIALIZED VIEW "app"."t"',
      // It drops all that are called alike.
      null,
      'DROP MACRO TABLE "app"."f"',
    ],
  ],
])('%s drops what it alone has', (_name, { write: of }, statements) => {
  const written = REMOVALS.map((change) => of(change, ['app', 't']));
  expect(written).toEqual(statements.map((one) => (one === null ? null : [one])));
});
