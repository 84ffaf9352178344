import { afterEach, expect, inject, it } from 'vitest';
import type { TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { createMeanings } from '../../../sql/service.ts';
import {
  type EngineFixture,
  startMariadb,
  startPostgres,
  startSqlite,
} from '../../rows/engines-fixture.ts';
import { compareDefinitions } from '../compare/compare.ts';
import { knownColumns } from '../compare/columns/match-columns.ts';
import { createMissing } from './create-missing.ts';
import { repairSetting } from './repair-fixture.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../tests/support/sample-definitions.ts';
import { prepareTexts, readerOf } from '../compare/texts/meanings.ts';
import { repairsOf } from './repairs.ts';
import type { RepairSetting, RepairTexts } from './repair-sides.ts';
import { writeTexts } from './write-repairs.ts';

const opened: EngineFixture[] = [];
afterEach(async () => {
  for (const fixture of opened.splice(0)) await fixture.tearDown();
});
async function start(begin: Promise<EngineFixture>): Promise<EngineFixture> {
  const fixture = await begin;
  opened.push(fixture);
  return fixture;
}
const onPostgres = () => start(startPostgres(inject('postgresUrl')));
const onMariadb = () => start(startMariadb(inject('mariadbUrl')));

async function read({ open, schema }: EngineFixture, names: string[]): Promise<TableDefinition[]> {
  const connection = await open();
  const found = await connection.definitions!.readDefinitions('tables', schema, names);
  await connection.close();
  return names.map((name) => found.find((one) => one.name === name) as TableDefinition);
}

const meanings = createMeanings();
const rename = (name: string) => name;

/** Creates the tables on the target as they are on the source, and reads both. */
async function create(source: EngineFixture, target: EngineFixture, names: string[]) {
  const from = await read(source, names);
  const engines = { source: source.connector.id, target: target.connector.id };
  const sameEngine = engines.source === engines.target;
  const settingOf = (name: string, texts: RepairTexts): RepairSetting => ({
    ddl: connectorOf(engines.target).ddl,
    sameEngine,
    from: source.connector,
    relation: () => null,
    rename,
    named: [],
    path: [target.schema, name],
    texts,
    schemaOf: (schema) => schema,
    referenced: (key) => ({ table: [target.schema, key.table], columns: key.referenced }),
    typesOf: (key) =>
      key.referenced.map(
        (name) =>
          from.find((one) => one.name === key.table)?.columns.find((one) => one.name === name)
            ?.canonical,
      ),
  });
  const none = { source: [], target: [] };
  const make = (texts: RepairTexts) =>
    from.map((table) => createMissing(table, settingOf(table.name, texts)));
  const repairs = make(await writeTexts({ meanings, engines, tables: none }, make));
  const left = repairs.map(({ unmended }) => unmended?.params?.parts);
  const unmade = repairs.flatMap(({ statements, unmended }) => (statements ? [] : unmended?.code));
  if (unmade.length > 0) return { repairs, left, unmade, to: [], findings: [], offered: [] };
  const all = [
    ...repairs.flatMap(({ statements }) => statements ?? []),
    ...repairs.flatMap(({ last }) => last),
  ];
  for (const statement of all)
    await target.run(statement).catch((error: unknown) => {
      throw new Error(statement, { cause: error });
    });
  const to = await read(target, names);
  const compare = (texts: ReturnType<typeof readerOf>) =>
    from.map((table, at) => {
      const findings = compareDefinitions(table, to[at]!, {
        rename,
        named: [],
        sameEngine,
        lacks: () => false,
        counterpartOf: ({ table: name }) => {
          const of = names.indexOf(name);
          const on = { source: from[of]!, target: to[of]! };
          const [own, theirs] = [on.source.columns, on.target.columns];
          return {
            schema: target.schema,
            table: name,
            columns: own.map((column) => [column.name, column.name] as const),
            both: { on, known: knownColumns(own, theirs, rename, []) },
          };
        },
        texts,
      });
      return { table, to: to[at]!, findings };
    });
  await prepareTexts({ meanings, engines, tables: none }, compare);
  const compared = compare(readerOf({ meanings, engines, tables: none }));
  const mended = (texts: RepairTexts) =>
    compared.flatMap(({ table, to: own, findings }) => [
      ...repairsOf(findings, table, own, settingOf(table.name, texts)),
    ]);
  const offered = mended(await writeTexts({ meanings, engines, tables: none }, mended));
  return {
    repairs,
    left,
    unmade,
    to,
    findings: compared.flatMap(({ table, findings }) =>
      findings.map((one) => ({ ...one, of: table.name })),
    ),
    offered: offered.map(([{ name }, { statements, unmended }]) => [
      name,
      statements ?? unmended?.code,
    ]),
  };
}

it('keys of texts without a limit get one where the engine takes no others, and say so', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run(`CREATE TABLE place (name text PRIMARY KEY, at inet, long varchar(2000), note text DEFAULT '' NOT NULL,
    one text, two text, three text, four text, UNIQUE (one, two, three, four))`);
  await source.run('CREATE INDEX of_long ON place (long, note)');
  await source.run('CREATE TABLE visit (place text REFERENCES place (name), number bigint)');
  const { left, findings, offered, to, repairs } = await create(source, target, ['place', 'visit']);
  // MySQL takes no default of such a text without brackets.
  expect(repairs[0]!.statements![0]).toContain("DEFAULT ('')");
  expect(left).toEqual([
    'LENGTH name (255), LENGTH one (192), LENGTH two (192), LENGTH three (192), LENGTH four (192)',
    'LENGTH place (255)',
  ]);
  expect(to[0]!.indexes[0]!.parts.map(({ prefix }) => prefix)).toEqual([255, 255]);
  const counted = findings.filter(({ severity }) => severity !== 'info');
  expect(new Set(counted.map(({ code }) => code))).toEqual(new Set(['type.length', 'type.kind']));
  // A statement that makes them long again would break the keys.
  const answers = new Map(offered.map(([name, answer]) => [name, answer]));
  expect(['name', 'one', 'place'].map((name) => answers.get(name))).toEqual([
    'repair.keyTexts',
    'repair.keyTexts',
    'repair.keyTexts',
  ]);
  await target.run("INSERT INTO place (name) VALUES ('a'), ('A'), ('á')");
});

it('an index keeps columns whole where they fit into it, and else the beginnings of the long ones alone', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run(`CREATE TABLE book (id int PRIMARY KEY, title varchar(500), short varchar(150), a varchar(200),
    b varchar(200), c varchar(200), long varchar(600), note text, number int)`);
  const columns = ['title', 'title, number', 'a, b, c, note', 'long, note', 'long, short, number'];
  for (const [at, list] of columns.entries())
    await source.run(`CREATE INDEX i${at} ON book (${list})`);
  const { to, left, findings } = await create(source, target, ['book']);
  expect(left).toEqual([undefined]);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  const prefixesOf = (wanted: string) =>
    to[0]!.indexes
      .find(({ name }) => name.endsWith(wanted))
      ?.parts.map(({ prefix }) => prefix ?? 'whole');
  expect(columns.map((_, at) => prefixesOf(`i${at}`))).toEqual([
    ['whole'],
    ['whole', 'whole'],
    ['whole', 'whole', 'whole', 168],
    [255, 255],
    ['whole', 'whole', 'whole'],
  ]);
});

it('keys of bytes and of texts beyond a VARCHAR get a limit, too; those without room for one are left', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run(`CREATE TABLE file (hash bytea PRIMARY KEY, path varchar(20000) UNIQUE, a varchar(250), b varchar(250),
    c varchar(240), more text, UNIQUE (a, b, c, more), d varchar(400), e varchar(400), UNIQUE (d, e))`);
  const { left, to } = await create(source, target, ['file']);
  expect(left).toEqual([
    'LENGTH hash (255), LENGTH path (255), UNIQUE file_a_b_c_more_key, UNIQUE file_d_e_key',
  ]);
  expect(to[0]!.columns.slice(0, 2).map(({ type }) => type)).toEqual([
    'varbinary(255)',
    'varchar(255)',
  ]);
  expect(to[0]!.uniques.map((key) => key.columns)).toEqual([['path']]);
});

it('a table whose primary key does not fit is left to people', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run('CREATE TABLE way (a varchar(400), b varchar(400), PRIMARY KEY (a, b))');
  const { unmade } = await create(source, target, ['way']);
  expect(unmade).toEqual(['repair.noKey']);
});

it('a value of a list becomes a text as long as the longest one, several as long as all of them', async () => {
  const [source, target] = [await onMariadb(), await onPostgres()];
  await source.run("CREATE TABLE job (state enum('open', 'closed'), marks set('a', 'bcd', 'e'))");
  const { to } = await create(source, target, ['job']);
  expect(to[0]!.columns.map(({ canonical }) => canonical)).toMatchObject([
    { kind: 'text', length: 6 },
    { kind: 'text', length: 7 },
  ]);
});

it('a table of the same engine keeps its defaults as they are', async () => {
  const [source, target] = [await onPostgres(), await onPostgres()];
  await source.run(
    "CREATE TABLE job (id int DEFAULT 7, made timestamptz DEFAULT date_trunc('day', now()), note text DEFAULT 'x')",
  );
  const { to, left, findings } = await create(source, target, ['job']);
  expect(left).toEqual([undefined]);
  expect(findings).toEqual([]);
  expect(to[0]!.columns.map((column) => column.default)).toEqual([
    '7',
    "date_trunc('day'::text, now())",
    "'x'::text",
  ]);
});

it('a table of the same engine keeps which of its texts are sensitive to case', async () => {
  const [source, target] = [await onMariadb(), await onMariadb()];
  await source.run(
    'CREATE TABLE t (id int PRIMARY KEY, sku varchar(20) CHARACTER SET ascii COLLATE ascii_bin UNIQUE, title varchar(20)) CHARSET latin1',
  );
  const { findings } = await create(source, target, ['t']);
  expect(findings).toEqual([]);
  expect((await read(target, ['t']))[0]!.columns.map(({ caseSensitive }) => caseSensitive)).toEqual(
    [null, true, false],
  );
});

it('both ends of a foreign key become one type, and a number that the key keeps small is a note', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run('CREATE TABLE shop (id serial PRIMARY KEY)');
  await source.run(
    'CREATE TABLE sale (id bigint PRIMARY KEY, shop bigint REFERENCES shop, other bigint)',
  );
  const { findings, to } = await create(source, target, ['shop', 'sale']);
  expect(to[1]!.foreignKeys).toHaveLength(1);
  const found = findings.map(({ severity, code, detail }) => [severity, code, detail.code]);
  expect(found).toContainEqual(['info', 'type.range', 'definition.keptByKey']);
  expect(findings.every(({ severity }) => severity === 'info')).toBe(true);
});

it('a smaller number is a warning where no key keeps it small', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run('CREATE TABLE shop (id serial PRIMARY KEY)');
  await source.run('CREATE TABLE sale (shop bigint)');
  await source.run('ALTER TABLE sale ADD FOREIGN KEY (shop) REFERENCES shop NOT VALID');
  const { findings } = await create(source, target, ['shop', 'sale']);
  expect(findings.map(({ severity, code }) => [severity, code])).toContainEqual([
    'warning',
    'type.range',
  ]);
});

it('defaults that a TIMESTAMP cannot have are left out and named, and now has the digits of its column', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run(`CREATE TABLE log (id serial PRIMARY KEY, at timestamptz DEFAULT '1970-01-01 00:00:00+00' NOT NULL,
    early timestamptz DEFAULT '1969-12-31 23:00:00+00', late timestamptz DEFAULT '2038-01-01 00:00:00+00',
    last timestamptz DEFAULT '2037-12-31 00:00:00+00',
    until timestamptz DEFAULT '2020-01-01 00:00:00+00', made timestamptz DEFAULT now())`);
  const { left, findings, offered } = await create(source, target, ['log']);
  const without = ['at', 'early', 'late'];
  expect(left).toEqual([without.map((name) => `DEFAULT ${name}`).join(', ')]);
  expect(findings.map(({ code, name }) => [code, name])).toEqual(
    without.map((name) => ['column.default', name]),
  );
  expect(offered).toEqual(without.map((name) => [name, 'repair.words']));
});

it('names are those of the source, unless the table or another part has them', async () => {
  const [source, target] = [await onMariadb(), await onPostgres()];
  await source.run('CREATE TABLE path (id int PRIMARY KEY)');
  await source.run(`CREATE TABLE tcp (id int, tcp int, UNIQUE KEY tcp (tcp), UNIQUE KEY tcp_id (id),
    CONSTRAINT tcp_id FOREIGN KEY (id) REFERENCES path (id))`);
  const { to, findings } = await create(source, target, ['path', 'tcp']);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  const names = [...to[1]!.uniques, ...to[1]!.foreignKeys].map(({ name }) => name);
  expect(names.toSorted()).toEqual(['tcp_id', 'tcp_id_2', 'tcp_tcp']);
});

it.each([
  ['id serial, note text', 'id', undefined],
  ['id serial, code text PRIMARY KEY', null, 'IDENTITY id'],
])('SQLite numbers a primary key alone: of %s it is %s', async (columns, numbered, named) => {
  const [source, target] = [await onPostgres(), await start(startSqlite())];
  await source.run(`CREATE TABLE job (${columns})`);
  const { to, left } = await create(source, target, ['job']);
  expect(left).toEqual([named]);
  expect(to[0]!.columns.find(({ identity }) => identity)?.name ?? null).toBe(numbered);
});

it('a numbered column without a key gets one on MariaDB', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run('CREATE TABLE job (code int PRIMARY KEY, id serial)');
  const { to, left } = await create(source, target, ['job']);
  expect(left).toEqual([undefined]);
  expect(to[0]!.columns.find(({ identity }) => identity)?.name).toBe('id');
});

it('a time of day that loses its zone is named', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  await source.run('CREATE TABLE job (id int PRIMARY KEY, at timetz, since time)');
  const { left } = await create(source, target, ['job']);
  expect(left).toEqual(['TIME ZONE at']);
});

it('keys that the source does not enforce are left out, so that its rows fit', async () => {
  const [source, target] = [await onPostgres(), await onMariadb()];
  for (const statement of [
    'CREATE TABLE part (id int PRIMARY KEY)',
    'CREATE TABLE piece (id int PRIMARY KEY, part int, CONSTRAINT leads FOREIGN KEY (part) REFERENCES part)',
    'ALTER TABLE piece DISABLE TRIGGER ALL',
  ])
    await source.run(statement);
  const { repairs, left, findings } = await create(source, target, ['part', 'piece']);
  expect(JSON.stringify(repairs)).not.toContain('FOREIGN KEY (');
  expect(left).toEqual([undefined, 'FOREIGN KEY leads DISABLED']);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
});

it('so are a primary key, unique keys and checks that are disabled, and no others', () => {
  const id = sampleColumn('id', {
    type: 'int',
    canonical: { kind: 'integer', bits: 32, unsigned: false },
    nullable: false,
  });
  const made = (disabled?: true) => {
    const off = disabled && { disabled };
    const table = sampleTable([id], {
      triggers: [],
      primaryKey: { name: 'p', columns: ['id'], ...off },
      uniques: [{ name: 'u', columns: ['id'], ...off }],
      checks: [{ name: 'c', expression: 'id > 0', ...off }],
    });
    const engines = { source: ENGINES.oracle.id, target: ENGINES.postgresql.id };
    const texts = { expression: () => 'id > 0', view: () => null };
    return createMissing(table, repairSetting(engines, ['public', 't'], { texts }));
  };
  const without = made(true);
  expect(without.statements!.join()).not.toMatch(/PRIMARY KEY|UNIQUE|CHECK/);
  expect(without.unmended?.params?.parts).toBe(
    'PRIMARY KEY p DISABLED, UNIQUE u DISABLED, CHECK c DISABLED',
  );
  const whole = made();
  expect(whole.statements!.join()).toMatch(/PRIMARY KEY[^]*UNIQUE[^]*CHECK/);
  expect(whole.unmended).toBeNull();
});
