import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as contract from '../../../../contract/proof/calls.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import { openServer } from '../../../../connectors/mysql/fixture.ts';
import * as inventory from '../../../../contract/inventory.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../../contract/proof/rows.ts';
import { inventoryItem, createProject } from '../../../../tests/support/fixtures.ts';
import { type Runs, openRuns } from '../runs/run-fixture.ts';
import { composeSets, proposeSets } from './propose-sets.ts';

const ON = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };
const FUNCTION = 3;

describe('proposed parameter sets', () => {
  let runs: Runs;
  let maria: Awaited<ReturnType<typeof openServer>>;
  let schema: string;
  let id: number;

  beforeAll(async () => {
    runs = await openRuns();
    maria = await openServer(inject('mariadbUrl'));
    schema = await maria.addSchema('values');
    const rows = Array.from(
      { length: 60 },
      (_, at) =>
        `(${at * 10 + 10}, 'owner ${at % 7}', ${at}, NULL, '${2020 + (at % 4)}-0${1 + (at % 9)}-15')`,
    );
    // The target lacks half of the rows, all of odd places.
    const some = rows.filter((_, at) => at % 2 === 0 || at === 59);
    await maria.run(
      `CREATE TABLE ${schema}.account (id int PRIMARY KEY, owner varchar(20), balance int, closed date, opened date)`,
    );
    await maria.run(`INSERT INTO ${schema}.account VALUES ${rows.join(', ')}`);
    await maria.run(
      `CREATE FUNCTION ${schema}.balance_of(p_key int) RETURNS int READS SQL DATA
       RETURN (SELECT max(balance) FROM ${schema}.account AS a WHERE a.id = p_key)`,
    );
    // Called as a column that they are compared with nowhere, and as one while they are compared with another.
    await maria.run(
      `CREATE FUNCTION ${schema}.raised(balance int) RETURNS int READS SQL DATA
       RETURN (SELECT max(a.id) + balance FROM ${schema}.account AS a
         WHERE a.id > 3 AND 101 < 102 AND 103 < 104 AND 105 < 106)`,
    );
    await maria.run(
      `CREATE FUNCTION ${schema}.count_of(id varchar(20)) RETURNS int READS SQL DATA
       RETURN (SELECT count(*) FROM ${schema}.account AS a WHERE a.owner = id)`,
    );
    await maria.run(
      `CREATE FUNCTION ${schema}.closed_on(day date) RETURNS int READS SQL DATA
       RETURN (SELECT count(*) FROM ${schema}.account AS a WHERE a.closed = day)`,
    );
    await maria.run(
      `CREATE FUNCTION ${schema}.opened_in(p_year int, p_month int, p_no int) RETURNS int READS SQL DATA
       RETURN (SELECT count(*) FROM ${schema}.account AS a
         WHERE year(a.opened) = p_year AND month(a.opened) = p_month AND quarter(a.opened) = p_no)`,
    );
    // The key is also part of a text that is looked up, by a table whose key is a text.
    await maria.run(`CREATE TABLE ${schema}.label (code varchar(20) PRIMARY KEY)`);
    await maria.run(`INSERT INTO ${schema}.label VALUES ('k1'), ('k2')`);
    await maria.run(
      `CREATE FUNCTION ${schema}.labelled(p_id int) RETURNS int READS SQL DATA
       BEGIN DECLARE found int;
         SELECT count(*) INTO found FROM ${schema}.label AS l WHERE l.code = p_id;
         RETURN found + (SELECT count(*) FROM ${schema}.account AS a WHERE a.balance = p_id); END`,
    );
    await runs.world.onTarget(`
      CREATE TABLE label (code varchar(20) PRIMARY KEY);
      INSERT INTO label VALUES ('k1'), ('k2');
      CREATE FUNCTION closed_on(day date) RETURNS bigint LANGUAGE plpgsql STABLE AS
        $$ BEGIN RETURN (SELECT count(*) FROM account a WHERE a.closed = day); END $$;
      CREATE TABLE account (id int PRIMARY KEY, owner text, balance int, closed date, opened date);
      INSERT INTO account VALUES ${some.join(', ')};
      CREATE FUNCTION opened_in(p_year int, p_month int, p_no int) RETURNS bigint LANGUAGE sql STABLE AS
        $$ SELECT count(*) FROM account a WHERE extract(year FROM a.opened) = p_year
             AND extract(month FROM a.opened) = p_month AND extract(quarter FROM a.opened) = p_no $$;
      CREATE FUNCTION balance_of(p_key int) RETURNS int LANGUAGE sql STABLE AS
        $$ SELECT max(balance) + (p_key = 30)::int FROM account WHERE account.id = p_key $$;
      CREATE FUNCTION raised(balance int) RETURNS int LANGUAGE plpgsql STABLE AS
        $$ BEGIN RETURN (SELECT max(a.id) FROM account a WHERE a.id > 3) + balance; END $$;
      CREATE FUNCTION count_of(id text) RETURNS bigint LANGUAGE plpgsql STABLE AS
        $$ BEGIN RETURN (SELECT count(*) FROM account a WHERE a.owner = id); END $$;
      CREATE FUNCTION labelled(p_id int) RETURNS bigint LANGUAGE sql STABLE AS
        $$ SELECT (SELECT count(*) FROM label l WHERE l.code = p_id::text)
             + (SELECT count(*) FROM account a WHERE a.balance = p_id) $$`);
    const { host, port, username, password } = maria.target;
    ({ Project_Id: id } = await createProject(runs.admin, {
      ...runs.world.form,
      Source_Database: ENGINES.mysql.id,
      source_ip: host,
      source_port: port,
      source_db_name: schema,
      source_username: username,
      source_db_password: password,
    }));
    const items = (where: string) => [
      ...['account', 'label'].map((name) => inventoryItem(id, name, where)),
      ...['balance_of', 'labelled', 'raised', 'count_of', 'closed_on', 'opened_in'].map((name) => ({
        ...inventoryItem(id, name, where, FUNCTION),
        object_type_source: 'functions',
      })),
    ];
    await runs.admin.call(inventory.importSource, { body: items(schema) });
    await runs.admin.call(inventory.importTarget, { body: items('public') });
    await runs.admin.call(pairs.matchObjects, { params: { id } });
    await runs.set(id, { source: ON, target: ON });
  });
  afterAll(async () => {
    await maria?.tearDown();
    await runs?.close();
  });

  const propose = async () => {
    const all = await runs.admin.call(pairs.listPairs, {
      params: { id },
      query: { q: 'balance_of' },
    });
    const body = {
      source_text: `SELECT ${schema}.balance_of(:p_key) AS result`,
      target_text: 'SELECT public.balance_of(:p_key::int) AS result',
    };
    const params = { id, pair: all[0]!.id };
    return { params, body, ...(await runs.admin.call(contract.proposeSets, { params, body })) };
  };
  const valuesOf = ({ sets }: contract.CallSets) => sets.map(({ values }) => values['p_key']!);

  it('have keys that both sides have, and what lies at the edge; all run in one go', async () => {
    const found = await propose();
    expect(found.from).toEqual([
      { name: 'p_key', column: `${schema}.account.id → public.account.id` },
    ]);
    const values = valuesOf(found);
    expect(values.length).toBeLessThanOrEqual(20);
    // The smallest, the largest, one that is not there; then what is typical of integers.
    expect(values).toEqual(expect.arrayContaining(['10', '600', '601', '0', '-1', null]));
    const real = values.filter((value) => Number(value) >= 10 && Number(value) <= 600);
    expect(real.length).toBeGreaterThan(4);
    expect(real.every((value) => Number(value) % 20 === 10 || value === '600')).toBe(true);
    const { params, body, sets } = found;
    const call = { ...body, ordered: false, writes: false, tables: [] };
    const parameter_sets = [
      ...sets,
      { name: 'thirty', values: { p_key: '30' }, expected_error: null },
    ].map((set) => ({ ...set, expected_error: null }));
    const ran = await runs.admin.call(contract.runCall, {
      params,
      body: { ...call, parameter_sets },
    });
    expect(ran.comparisons).toHaveLength(parameter_sets.length);
    const different = ran.comparisons.filter(({ result }) => result === 'different');
    expect(new Set(different.map(({ source }) => source?.result_sets[0]?.rows[0]?.[0]))).toEqual(
      new Set(['2']),
    );
  });

  it('of a number beside dates are the part of these that it is named after', async () => {
    const [pair] = await runs.admin.call(pairs.listPairs, {
      params: { id },
      query: { q: 'opened_in' },
    });
    const body = {
      source_text: `SELECT ${schema}.opened_in(:p_year, :p_month, :p_no) AS result`,
      target_text: 'SELECT public.opened_in(:p_year::int, :p_month::int, :p_no::int) AS result',
    };
    const params = { id, pair: pair!.id };
    const { from, sets } = await runs.admin.call(contract.proposeSets, { params, body });
    const opened = `${schema}.account.opened → public.account.opened`;
    expect(from).toEqual([
      { name: 'p_year', column: `year(${opened})` },
      { name: 'p_month', column: `month(${opened})` },
      { name: 'p_no', column: null },
    ]);
    const values = sets.map((set) => [set.values['p_year'], set.values['p_month']].join('-'));
    expect(values.filter((one) => /^202[0-3]-[1-9]$/.test(one)).length).toBeGreaterThan(4);
    expect(sets.every((set) => !/\d-\d/.test(Object.values(set.values).join(' ')))).toBe(true);
  });

  it.each([
    ['count_of', 'id', 'varchar', expect.stringMatching(/account\.owner$/)],
    ['raised', 'balance', 'int', null],
    ['labelled', 'p_id', 'int', expect.stringMatching(/account\.balance$/)],
  ])('of %s(%s) are those of what it is compared with', async (name, parameter, type, column) => {
    const [pair] = await runs.admin.call(pairs.listPairs, { params: { id }, query: { q: name } });
    const body = {
      source_text: `SELECT ${schema}.${name}(:${parameter}) AS result`,
      target_text: `SELECT public.${name}(:${parameter}::${type}) AS result`,
    };
    const params = { id, pair: pair!.id };
    const { from, sets } = await runs.admin.call(contract.proposeSets, { params, body });
    expect(from).toEqual([{ name: parameter, column }]);
    expect(sets.length).toBeGreaterThan(1);
    // Up to six numbers of the routines' texts are tried.
    const values = sets.map((set) => set.values[parameter]);
    expect([values.includes('105'), values.includes('106')]).toEqual([name === 'raised', false]);
  });

  it('of a column that holds NULL alone are days, and no empty texts', async () => {
    const query = { q: 'closed_on' };
    const [pair] = await runs.admin.call(pairs.listPairs, { params: { id }, query });
    const body = {
      source_text: `SELECT ${schema}.closed_on(:day) AS result`,
      target_text: 'SELECT public.closed_on(:day::date) AS result',
    };
    const params = { id, pair: pair!.id };
    const { from, sets } = await runs.admin.call(contract.proposeSets, { params, body });
    expect(from).toMatchObject([{ column: expect.stringMatching(/account\.closed$/) }]);
    const days = sets.map(({ values }) => values['day']);
    expect(days).not.toContain('');
    expect(days).toEqual(expect.arrayContaining(['2025-12-31', '1970-01-01', null]));
  });

  it('use values of earlier calls, but none of masked columns or of tables that are too large', async () => {
    // The call above was kept, with this value.
    await runs.set(id, { source: ON, target: ON, mask: ['id'] });
    const masked = await propose();
    expect(masked.from).toEqual([{ name: 'p_key', column: null }]);
    // What is typical of integers, and what the text of a routine says; nothing that the column holds.
    expect(new Set(valuesOf(masked))).toEqual(
      new Set(['0', '-1', '1', null, '3', '17', '45', '365', '30']),
    );
    await runs.set(id, { source: ON, target: ON, effect_rows: 10 });
    const large = await propose();
    expect(large.from).toEqual([{ name: 'p_key', column: null }]);
    expect(valuesOf(large)).toContain('30');
    await runs.set(id, { source: ON, target: ON });
  });

  it('are refused where calls are switched off', async () => {
    await runs.set(id, { source: { ...ON, calls: false }, target: ON });
    await expect(propose()).rejects.toThrow('answered 403');
    await runs.set(id, { source: ON, target: ON });
  });

  it('vary one parameter at a time, with values of one row', () => {
    const of = (name: string, rows: string[], edges: (string | null)[]) => ({
      name,
      canonical: null,
      from: null,
      used: [],
      numbers: [],
      fixed: undefined,
      rows,
      edges,
    });
    const sets = composeSets([
      of('a', ['1', '2'], ['0', null]),
      of('b', ['x', 'y'], ['']),
      { ...of('c', [], []), fixed: null },
    ]);
    expect(sets.map(({ values }) => Object.values(values))).toEqual([
      ['1', 'x', null],
      ['2', 'y', null],
      ['0', 'x', null],
      ['1', '', null],
      [null, 'x', null],
    ]);
  });

  it.each<[CanonicalType, string[], string[]]>([
    [{ kind: 'date' }, ['0.01', '2024-05-06', 'x'], ['2024-05-06']],
    [
      { kind: 'uuid' },
      ['7', '4f3c2a10-0000-4000-8000-000000000001'],
      ['4f3c2a10-0000-4000-8000-000000000001'],
    ],
    [{ kind: 'integer', bits: 16, unsigned: false }, ['4711', '1.5', '2024-05-06'], ['4711']],
    [{ kind: 'float', bits: 64 }, ['1e-7', 'x'], ['1e-7']],
    [{ kind: 'boolean' }, ['true', '2'], ['true']],
    [{ kind: 'time', precision: 0, zone: false }, ['-30:15', 'x'], ['-30:15']],
    [
      { kind: 'timestamp', precision: 0, zone: false },
      ['2024-05-06 07:08:09', '7'],
      ['2024-05-06 07:08:09'],
    ],
    [{ kind: 'text', length: null, fixed: false, bytes: false }, ['x', '7'], ['x', '7']],
  ])(
    'of %j take over from others of its name what such a type holds',
    async (canonical, used, taken) => {
      const one = { name: 'p', canonical, from: null, used, numbers: [], fixed: undefined };
      const of = (list: typeof used) =>
        proposeSets([{ ...one, used: list }], { source: null, target: null } as never);
      const values = (sets: Awaited<ReturnType<typeof of>>) =>
        sets.map(({ values: all }) => all['p']);
      const without = values(await of([]));
      expect(values(await of(used)).filter((value) => !without.includes(value))).toEqual(taken);
    },
  );

  it('are ordinary values and numbers of the routine where no column tells more', async () => {
    const of = (name: string, canonical: CanonicalType, numbers: string[]) => ({
      name,
      canonical,
      from: null,
      used: [],
      numbers,
      fixed: undefined,
    });
    const sets = await proposeSets(
      [
        of('days', { kind: 'integer', bits: 8, unsigned: true }, ['30', '0.25', '300']),
        of('rate', { kind: 'decimal', precision: 9, scale: 4 }, ['30', '0.25']),
      ],
      { source: null, target: null } as never,
    );
    const pairs = sets.map(({ values }) => `${values['days']} * ${values['rate']}`);
    expect(pairs.slice(0, 4)).toEqual(['3 * 1.25', '17 * 0.3', '45 * 12.345', '30 * 99.995']);
    expect(pairs).toContain('45 * 0.25');
    expect(pairs).toContain('0 * 1.25');
    expect(pairs.join()).not.toMatch(/3(?:00|65) \*|0\.25 \*/);
    const percent = await proposeSets(
      [of('percent', { kind: 'decimal', precision: 4, scale: 2 }, ['100', '099.90'])],
      { source: null, target: null } as never,
    );
    expect(percent.map(({ values }) => values['percent'])).toEqual([
      '1.25',
      '0.3',
      '12.34',
      '99.99',
      '7',
      '099.90',
      '0',
      '-1',
      '0.01',
      null,
    ]);
  });
});
