import { afterEach, describe, expect, it } from 'vitest';
import type { TableDefinition } from '../../../../../connectors/core/definitions.ts';
import {
  type Name,
  findRepairs,
  make,
  read,
  SMALL,
  tearDown,
} from '../../../../../tests/support/repairs-world.ts';

afterEach(tearDown);

const FLAG: Record<Name, string> = {
  mariadb: 'tinyint(1)',
  postgresql: 'boolean',
  sqlite: 'boolean',
};
/** The same table on each engine, as it should be. */
const whole = (engine: Name): string => `CREATE TABLE t (
  id bigint NOT NULL, a bigint DEFAULT 5 NOT NULL, n decimal(10,2) NOT NULL, b varchar(20) DEFAULT 'it''s',
  big bigint, p_id bigint, lost varchar(30), needed date NOT NULL,
  twice bigint GENERATED ALWAYS AS (a * 2) STORED, flag ${FLAG[engine]} DEFAULT ${engine === 'mariadb' ? 1 : 'true'},
  CONSTRAINT t_pk PRIMARY KEY (id),
  CONSTRAINT t_un UNIQUE (a, n),
  CONSTRAINT t_ck CHECK (a > 0 AND b IN ('x', 'it''s', 'back\\slash')),
  CONSTRAINT t_lost_ck CHECK (n >= 0 OR flag),
  CONSTRAINT t_fk FOREIGN KEY (p_id) REFERENCES p (id) ON DELETE CASCADE,
  CONSTRAINT t_fk2 FOREIGN KEY (a) REFERENCES p (id))`;
/** And as somebody moved it. */
const damaged = (engine: Name): string => `CREATE TABLE t (
  id bigint NOT NULL, a bigint DEFAULT 6, n decimal(6,1) NOT NULL, b varchar(10) NOT NULL DEFAULT 'other',
  big int, p_id bigint, flag ${FLAG[engine]},
  CONSTRAINT t_pk PRIMARY KEY (id, n),
  CONSTRAINT t_ck CHECK (a > 1 AND b IN ('x', 'y')),
  CONSTRAINT t_fk FOREIGN KEY (p_id) REFERENCES p (id))`;
const PARENT = 'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY)';
const INDEX = 'CREATE INDEX t_ix ON t (b, n)';
const VIEW =
  "CREATE VIEW v AS SELECT t.id, p.id AS parent FROM t JOIN p ON p.id = t.p_id WHERE t.b <> 'it''s'";
const OTHER_VIEW =
  'CREATE VIEW v AS SELECT t.id, p.id AS parent FROM t LEFT JOIN p ON p.id = t.p_id';

/** What no statement mends on an engine: a table has to be made anew, or the engine has no such thing. */
const LEFT: Record<Name, (what: string) => boolean> = {
  postgresql: () => false,
  // It keeps one for each foreign key.
  mariadb: (what) => what === 'index.extra t_fk',
  sqlite: (what) => !/^(uniqueKey|index|text)|column.missing lost/.test(what),
};

describe.each<[Name, Name]>([
  ['mariadb', 'postgresql'],
  ['sqlite', 'postgresql'],
  ['postgresql', 'mariadb'],
  ['sqlite', 'mariadb'],
  ['postgresql', 'sqlite'],
])('from %s to %s', (from, to) => {
  it('each statement runs, and what it is for is not found any more', async () => {
    const source = await make(from, [PARENT, whole(from), INDEX, VIEW]);
    const target = await make(to, [PARENT, damaged(to), OTHER_VIEW]);
    const repairs = await findRepairs(source, target);
    expect(repairs.length).toBeGreaterThan(12);
    const without = repairs.filter(({ statements }) => !statements).map(({ what }) => what);
    expect(without).toEqual(repairs.map(({ what }) => what).filter(LEFT[to]));
    for (const { statements, unmended } of repairs) {
      expect(unmended?.code).toEqual(statements ? undefined : expect.stringMatching(/^repair\./));
    }
    for (const { what, statements } of repairs) {
      for (const statement of statements ?? [])
        await target.run(statement).catch((error: unknown) => {
          throw new Error(`${what}: ${statement}`, { cause: error });
        });
    }
    const after = await findRepairs(source, target);
    expect(after.map(({ what }) => what)).toEqual(without);
  });
});

it.each<[Name, Name]>([
  ['mariadb', 'postgresql'],
  ['postgresql', 'mariadb'],
])('comments of tables and columns that differ are taken over: from %s to %s', async (from, to) => {
  const commented = (engine: Name, ofTable: string, ofColumn: string) =>
    engine === 'mariadb'
      ? [`CREATE TABLE t (id int PRIMARY KEY COMMENT '${ofColumn}') COMMENT '${ofTable}'`]
      : [
          'CREATE TABLE t (id int PRIMARY KEY)',
          ...(ofTable ? [`COMMENT ON TABLE t IS '${ofTable}'`] : []),
          ...(ofColumn ? [`COMMENT ON COLUMN t.id IS '${ofColumn}'`] : []),
        ];
  const source = await make(from, commented(from, "what we sell, and what''s left", 'its number'));
  const target = await make(to, commented(to, '', 'number'));
  const compared = { ...SMALL, tables: ['t'], views: [], compared: ['t'] };
  const repairs = await findRepairs(source, target, compared);
  expect(repairs.map(({ what }) => what)).toEqual(['comment id', 'comment t']);
  for (const { statements } of repairs)
    for (const statement of statements!) await target.run(statement);
  expect(await findRepairs(source, target, compared)).toEqual([]);
  const { comment, columns } = (await read(target, compared)).get('t') as TableDefinition;
  expect([comment, columns[0]!.comment]).toEqual(["what we sell, and what's left", 'its number']);
});

it('a trigger that is switched off is switched on by the name that the target has', async () => {
  const source = await make('sqlite', [
    PARENT,
    whole('sqlite'),
    INDEX,
    VIEW,
    'CREATE TRIGGER touch AFTER INSERT ON t BEGIN DELETE FROM p; END',
  ]);
  const target = await make('postgresql', [
    PARENT,
    whole('postgresql'),
    INDEX,
    VIEW,
    "CREATE FUNCTION empty() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM p; RETURN NULL; END'",
    'CREATE TRIGGER t_touch AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION empty()',
    'ALTER TABLE t DISABLE TRIGGER t_touch',
  ]);
  const disabled = async () =>
    (await findRepairs(source, target)).filter(({ what }) => what.startsWith('trigger.disabled'));
  const [found] = await disabled();
  expect(found?.statements).toEqual([
    expect.stringMatching(/^ALTER TABLE "\w+"\."t" ENABLE TRIGGER "t_touch"$/),
  ]);
  for (const statement of found!.statements!) await target.run(statement);
  expect(await disabled()).toEqual([]);
});

it('neither adds nor drops a column that may only have another name', async () => {
  const source = await make('mariadb', [
    PARENT,
    'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, mail varchar(20), b int, p_id int)',
    'CREATE VIEW v AS SELECT id FROM t',
  ]);
  const target = await make('postgresql', [
    PARENT,
    'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, email varchar(20) NOT NULL, b int, p_id int)',
    'CREATE VIEW v AS SELECT id FROM t',
  ]);
  expect(await findRepairs(source, target)).toEqual(
    ['column.missing mail', 'column.extra email'].map((what) =>
      expect.objectContaining({ what, statements: null, unmended: { code: 'repair.renamed' } }),
    ),
  );
});

/** What is said of a target, and what is found once the statements ran in the order of a project's file. */
async function mend(source: string[], target: string[], to: Name = 'postgresql') {
  const [from, at] = [await make('mariadb', source), await make(to, target)];
  const repairs = await findRepairs(from, at);
  const all = [
    ...repairs.flatMap(({ statements }) => statements ?? []),
    ...repairs.flatMap(({ last }) => last),
  ];
  for (const statement of all) await at.run(statement);
  const left = (await findRepairs(from, at)).map(({ what, unmended }) =>
    [what, unmended?.code].filter(Boolean).join(': '),
  );
  return { all, left };
}
const KEYLESS = 'id bigint NOT NULL, who varchar(9), n int NULL';

describe('a column of the primary key takes NULL', () => {
  it.each<Name>(['postgresql', 'mariadb'])('once it is out of it, on %s', async (to) => {
    const { all, left } = await mend(
      [PARENT, `CREATE TABLE t (${KEYLESS}, PRIMARY KEY (id))`],
      [
        PARENT,
        'CREATE TABLE t (id bigint NOT NULL, who varchar(5) NOT NULL, n int, PRIMARY KEY (who))',
      ],
      to,
    );
    expect(all.at(-1)).toMatch(
      to === 'mariadb' ? /`who` varchar\(9\) COLLATE \w+$/ : /"who" DROP NOT NULL$/,
    );
    expect(left).toEqual([]);
  });
  it('never, where it stays in it', async () => {
    const { left } = await mend(
      [PARENT, `CREATE TABLE t (${KEYLESS})`],
      [
        PARENT,
        'CREATE TABLE t (id bigint NOT NULL, who varchar(5) NOT NULL, n int, PRIMARY KEY (who))',
      ],
    );
    expect(left.toSorted()).toEqual([
      'column.nullable who: repair.needed',
      'primaryKey.extra t: repair.removes',
    ]);
  });
});

it('an index has a name that no other table has given away', async () => {
  const { all, left } = await mend(
    [
      'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY, KEY again (id))',
      `CREATE TABLE t (${KEYLESS}, KEY again (n), UNIQUE KEY who (who))`,
    ],
    [
      PARENT,
      'CREATE INDEX again ON p (id)',
      'CREATE INDEX who ON p (id)',
      `CREATE TABLE t (${KEYLESS})`,
    ],
  );
  expect(all.join()).toMatch(/"t_again".*"t_who"|"t_who".*"t_again"/);
  expect(left).toEqual(['column.case who: repair.letters']);
});

it('leaves defaults that the type does not support to people', async () => {
  const { left } = await mend(
    [
      PARENT,
      "CREATE TABLE t (a varchar(20) NOT NULL DEFAULT '', d datetime NOT NULL DEFAULT '0000-00-00 00:00:00')",
    ],
    [PARENT, 'CREATE TABLE t (a inet NOT NULL, d timestamp(0) NOT NULL)'],
  );
  // An address has no empty text; the text that its column becomes has.
  expect(left).toEqual(['column.default d: repair.words']);
});

const TEXTS = (letters = '') => `id bigint NOT NULL, a varchar(90)${letters}, b text${letters}`;
it.each<[Name, string[]]>([
  // Whole texts may be longer than an index takes.
  ['postgresql', ['(substring("b", 1, 30))', '"a"', '(substring("b", 1, 20)), "id"']],
  ['sqlite', ['(substr("b", 1, 30))', '"a"', '"b", "id"']],
  ['mariadb', ['`b`(30)', '`a`(10)', '`b`(20), `id`']],
])('keys over beginnings are made on %s', async (to, expected) => {
  const letters = ' COLLATE utf8mb4_bin';
  const { all, left } = await mend(
    [
      PARENT,
      `CREATE TABLE t (${TEXTS(letters)}, KEY a (a(10)), KEY b (b(20), id), UNIQUE KEY c (b(30)))`,
    ],
    [PARENT, `CREATE TABLE t (${TEXTS(to === 'mariadb' ? letters : '')})`],
    to,
  );
  expect(all.map((statement) => /\((.*)\)$/.exec(statement)?.[1])).toEqual(expected);
  expect(left).toEqual([]);
});

it('a statement checks the values that the type of the source lists', async () => {
  const states = "enum('new', 'it''s old')";
  const { all, left } = await mend(
    [PARENT, `CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, state ${states}, other ${states})`],
    [PARENT, 'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, state text, other text)'],
  );
  expect(all).toHaveLength(2);
  expect(left.filter((what) => what.startsWith('check.'))).toEqual([]);
});
