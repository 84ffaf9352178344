import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as contract from '../../../../contract/proof/calls.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import { openServer } from '../../../../connectors/mysql/fixture.ts';
import * as inventory from '../../../../contract/inventory.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../../contract/proof/rows.ts';
import { inventoryItem, createProject } from '../../../../tests/support/fixtures.ts';
import { type Runs, openRuns } from '../runs/run-fixture.ts';

const WRITABLE = { ...DEFAULT_PROOF_SETTINGS.source, calls: true, disposable: true };
const PROCEDURE = 4;

/** Procedures by their name: the body on MariaDB, and that on PostgreSQL. */
const PROCEDURES: Record<string, [string, string]> = {
  same_update: [
    'UPDATE account SET balance = balance - 1.5 WHERE id = p_id',
    'UPDATE account SET balance = balance - 1.50 WHERE id = p_id',
  ],
  other_amount: [
    'UPDATE account SET balance = balance - 1 WHERE id = p_id',
    'UPDATE account SET balance = balance - 2 WHERE id = p_id',
  ],
  other_row: [
    'UPDATE account SET balance = 0 WHERE id = p_id',
    'UPDATE account SET balance = 0 WHERE id = p_id + 1',
  ],
  forgets_to_delete: ['DELETE FROM account WHERE id = p_id', 'PERFORM 1'],
  same_delete: ['DELETE FROM account WHERE id = p_id', 'DELETE FROM account WHERE id = p_id'],
  numbers_rows: [
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'opened', NOW(6))",
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'opened', now())",
  ],
  other_text: [
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'opened', NOW(6))",
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'Opened', now())",
  ],
  later_on_one_side: [
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'opened', NOW(6))",
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'opened', now() + interval '1 hour')",
  ],
  same_document: [
    `UPDATE account SET facts = '{"b": 1, "a": 2}' WHERE id = p_id`,
    `UPDATE account SET facts = '{"a":2,"b":1}' WHERE id = p_id`,
  ],
  other_document: [
    `UPDATE account SET facts = '{"a": 2}' WHERE id = p_id`,
    `UPDATE account SET facts = '{"a": "2"}' WHERE id = p_id`,
  ],
  commits: [
    'UPDATE account SET balance = 7 WHERE id = 5; COMMIT',
    'UPDATE account SET balance = 7 WHERE id = 5',
  ],
  without_transactions: [
    'INSERT INTO log_entry VALUES (p_id)',
    'INSERT INTO log_entry VALUES (p_id)',
  ],
  writes_unnamed: [
    'DO 1',
    "EXECUTE 'insert into ' || 'en' || 'try (account, text, at) values (1, ''x'', now())'",
  ],
  names_nothing: ['DO 1', 'PERFORM 1'],
  many_rows: ['UPDATE big SET n = n + p_id', 'UPDATE big SET n = n + p_id'],
  other_many_rows: ['UPDATE big SET n = n + p_id', 'UPDATE big SET n = n + p_id + (n % 2)::int'],
  no_time_on_one_side: [
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'opened', NULL)",
    "INSERT INTO entry (account, text, at) VALUES (p_id, 'opened', now())",
  ],
  long_texts: [
    "UPDATE account SET owner = REPEAT('x', 2000) WHERE id = p_id",
    "UPDATE account SET owner = repeat('y', 2001) WHERE id = p_id",
  ],
  unreadable_afterwards: [
    'UPDATE account SET balance = 1 WHERE id = p_id',
    'UPDATE account SET balance = 2 WHERE id = p_id; ALTER TABLE account DROP COLUMN owner',
  ],
  lost_table: ['DELETE FROM alone', 'PERFORM 1'],
  fires_trigger: ['INSERT INTO line VALUES (p_id)', 'INSERT INTO line VALUES (p_id)'],
  logs: ["INSERT INTO line_log VALUES (p_id, 'a')", "INSERT INTO line_log VALUES (p_id, 'b')"],
  calls_another: ['CALL @.logs(p_id)', 'CALL logs(p_id)'],
  calls_unlisted: ['CALL @.unlisted(p_id)', 'INSERT INTO line (id) SELECT 0 WHERE false'],
  deletes_with_others: ['DELETE FROM house WHERE id = p_id', 'DELETE FROM house WHERE id = p_id'],
  writes_through_view: [
    'DELETE FROM line WHERE id = 0; UPDATE @.big_view SET n = 0 WHERE id = p_id',
    'DELETE FROM line WHERE id = 0',
  ],
  empties_unnamed: ['DELETE FROM line WHERE id = 0', "EXECUTE 'trunc' || 'ate line, room'"],
  writes_unlisted: [
    'DELETE FROM line WHERE id = 0; INSERT INTO @.unlisted_log VALUES (p_id)',
    'DELETE FROM line WHERE id = 0',
  ],
  runs_a_text: [
    "UPDATE account SET balance = 1 WHERE id = p_id; PREPARE s FROM 'DO 1'; EXECUTE s",
    'UPDATE account SET balance = 1 WHERE id = p_id',
  ],
};
const TABLES = ['account', 'entry', 'log_entry', 'big', 'line', 'line_log', 'house', 'room'];

describe('what a call changes', () => {
  let runs: Runs;
  let maria: Awaited<ReturnType<typeof openServer>>;
  let schema: string;
  let form: Runs['world']['form'];
  let id: number;

  beforeAll(async () => {
    runs = await openRuns();
    maria = await openServer(inject('mariadbUrl'));
    schema = await maria.addSchema('effects');
    const on = (sql: string) => maria.run(sql.replaceAll('@.', `${schema}.`));
    const bodyIn = (body: string) =>
      body
        .replaceAll(
          /\b(account|entry|log_entry|big|alone|line|line_log|house)\b(?! ?[,=)])/g,
          `${schema}.$1`,
        )
        .replaceAll('@.', `${schema}.`);
    await on(
      'CREATE TABLE @.account (id int PRIMARY KEY, owner varchar(3000), balance decimal(9,2), facts json)',
    );
    await on(
      'CREATE TABLE @.entry (id int AUTO_INCREMENT PRIMARY KEY, account int, text varchar(20), at datetime(6)) AUTO_INCREMENT = 100',
    );
    await on('CREATE TABLE @.log_entry (id int PRIMARY KEY) ENGINE = MyISAM');
    await on('CREATE TABLE @.alone (id int PRIMARY KEY)');
    await on('CREATE TABLE @.big (id int PRIMARY KEY, n int)');
    await on('CREATE VIEW @.big_view AS SELECT * FROM @.big');
    await on('CREATE TABLE @.unlisted_log (id int)');
    await on('CREATE TABLE @.house (id int PRIMARY KEY)');
    await on(
      'CREATE TABLE @.room (id int PRIMARY KEY, house int, FOREIGN KEY (house) REFERENCES @.house (id) ON DELETE CASCADE)',
    );
    for (const table of ['house (id)', 'room (id, house)'])
      await on(
        `INSERT INTO @.${table} VALUES ${table.startsWith('house') ? '(3)' : '(1, 3), (2, 3)'}`,
      );
    await on('CREATE TABLE @.line (id int PRIMARY KEY)');
    await on('CREATE TABLE @.line_log (id int PRIMARY KEY, text varchar(9))');
    await on(
      "CREATE TRIGGER @.on_line AFTER INSERT ON @.line FOR EACH ROW INSERT INTO @.line_log VALUES (NEW.id, 'a')",
    );
    await on('CREATE PROCEDURE @.unlisted(p_id int) DELETE FROM @.big WHERE id = p_id');
    const accounts = Array.from({ length: 50 }, (_, at) => `(${at + 1}, 'o${at}', 100, '{}')`);
    await on(`INSERT INTO @.account VALUES ${accounts.join(', ')}`);
    const big = Array.from({ length: 12_000 }, (_, at) => `(${at}, ${at})`);
    await on(`INSERT INTO @.big VALUES ${big.join(', ')}`);
    await runs.world.onTarget(`
      CREATE TABLE account (id int PRIMARY KEY, owner text, balance numeric(9,2), facts jsonb);
      CREATE TABLE entry (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, account int, text text, at timestamp);
      CREATE TABLE log_entry (id int PRIMARY KEY);
      CREATE TABLE big (id int PRIMARY KEY, n int);
      CREATE TABLE house (id int PRIMARY KEY);
      CREATE TABLE room (id int PRIMARY KEY, house int);
      INSERT INTO house VALUES (3);
      INSERT INTO room VALUES (1, 3), (2, 3);
      CREATE TABLE line (id int PRIMARY KEY);
      CREATE TABLE line_log (id int PRIMARY KEY, text text);
      CREATE FUNCTION on_line() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO line_log VALUES (NEW.id, 'b'); RETURN NEW; END $$;
      CREATE TRIGGER on_line AFTER INSERT ON line FOR EACH ROW EXECUTE FUNCTION on_line();
      INSERT INTO account VALUES ${accounts.join(', ')};
      INSERT INTO big VALUES ${big.join(', ')};`);
    for (const [name, [here, there]] of Object.entries(PROCEDURES)) {
      await on(`CREATE PROCEDURE @.${name}(p_id int) BEGIN ${bodyIn(here)}; END`);
      await runs.world.onTarget(
        `CREATE PROCEDURE ${name}(p_id int) LANGUAGE plpgsql AS $$ BEGIN ${there}; END $$`,
      );
    }
    const { host, port, username, password } = maria.target;
    form = {
      ...runs.world.form,
      Source_Database: ENGINES.mysql.id,
      source_ip: host,
      source_port: port,
      source_db_name: schema,
      source_username: username,
      source_db_password: password,
    };
    ({ Project_Id: id } = await createProject(runs.admin, form));
    const items = (tables: string[], where: string) => [
      ...tables.map((name) => inventoryItem(id, name, where)),
      ...Object.keys(PROCEDURES).map((name) => ({
        ...inventoryItem(id, name, where, PROCEDURE),
        object_type_source: 'procedures',
      })),
    ];
    await runs.admin.call(inventory.importSource, {
      body: [
        ...items([...TABLES, 'alone'], schema),
        { ...inventoryItem(id, 'big_view', schema, 2), object_type_source: 'views' },
      ],
    });
    await runs.admin.call(inventory.importTarget, { body: items(TABLES, 'public') });
    await runs.admin.call(pairs.matchObjects, { params: { id } });
    for (const name of [...TABLES, ...Object.keys(PROCEDURES)]) {
      const all = await runs.admin.call(pairs.listPairs, { params: { id }, query: { q: name } });
      const idsOf = (side: 'source' | 'target') =>
        all
          .flatMap((pair) => pair[side].filter((one) => one.object_name === name))
          .map((one) => one.id);
      const body = { source_ids: idsOf('source'), target_ids: idsOf('target') };
      if (!all.some((pair) => pair.source.length > 0 && pair.target.length > 0))
        await runs.admin.call(pairs.linkObjects, { params: { id }, body });
    }
    await runs.set(id, { source: WRITABLE, target: WRITABLE });
  });
  afterAll(async () => {
    await maria?.tearDown();
    await runs?.close();
  });

  const call = async (name: string, tables: string[] = [], project = id) => {
    const pair = await pairOf(name, project);
    const body = {
      source_text: `CALL ${schema}.${name}(:p)`,
      target_text: `CALL ${name}(:p::int)`,
      parameter_sets: [{ name: 'one', values: { p: '3' }, expected_error: null }],
      tables: await Promise.all(tables.map(async (one) => (await pairOf(one, project)).id)),
      ordered: false,
      writes: true,
    };
    const { comparisons, outdated } = await runs.admin.call(contract.runCall, {
      params: { id: project, pair: pair.id },
      body,
    });
    return { ...comparisons[0]!, outdated };
  };
  const pairOf = async (name: string, project = id) =>
    (await runs.admin.call(pairs.listPairs, { params: { id: project }, query: { q: name } })).find(
      ({ source, target }) => target.length > 0 && source.some((one) => one.object_name === name),
    )!;
  const stateOf = async () => [
    await maria.run(`SELECT * FROM ${schema}.account ORDER BY id`),
    await maria.run(`SELECT * FROM ${schema}.big WHERE id < 9 ORDER BY id`),
    await maria.run(`SELECT count(*) FROM ${schema}.entry`),
    await runs.world.askTarget('SELECT * FROM account ORDER BY id'),
    await runs.world.askTarget('SELECT * FROM big WHERE id < 9 ORDER BY id'),
    await runs.world.askTarget('SELECT count(*) FROM entry'),
  ];

  it.each([
    ['same_update', 'account', { inserted: 0, updated: 1, deleted: 0 }],
    ['same_delete', 'account', { inserted: 0, updated: 0, deleted: 1 }],
    ['same_document', 'account', { inserted: 0, updated: 1, deleted: 0 }],
    ['numbers_rows', 'entry', { inserted: 1, updated: 0, deleted: 0 }],
  ])('is equal if the same rows end up the same: %s', async (name, table, counts) => {
    const before = await stateOf();
    const found = await call(name);
    expect(found).toMatchObject({ result: 'equal', differences: [] });
    expect(found.notes.join()).not.toContain('Rows changed');
    expect(
      found.effects.find(({ target_name }) => target_name === `public.${table}`),
    ).toMatchObject({ result: 'equal', source: counts, target: counts, differences: [] });
    expect(await stateOf()).toEqual(before);
  });

  it.each([
    [
      'other_amount',
      {
        kind: 'changed',
        key: ['3'],
        columns: [{ name: 'balance', source: '99.00', target: '98.00' }],
      },
    ],
    [
      'other_row',
      { kind: 'missing', key: ['3'], columns: [{ name: 'balance', source: '0.00', target: null }] },
    ],
    ['forgets_to_delete', { kind: 'missing', key: ['3'] }],
    ['other_document', { kind: 'changed', key: ['3'] }],
    ['other_text', { kind: 'missing' }],
    ['later_on_one_side', { kind: 'missing' }],
    ['no_time_on_one_side', { kind: 'missing' }],
    [
      'long_texts',
      {
        kind: 'changed',
        columns: [{ name: 'owner', source: 'x'.repeat(2_000), target: `${'y'.repeat(2_000)}…` }],
      },
    ],
  ])('is different where two procedures write otherwise: %s', async (name, difference) => {
    const before = await stateOf();
    const found = await call(name);
    expect(found.result).toBe('different');
    expect(found.differences[0]).toMatch(/^After the call, .* differs in (?:one row|\d rows)\.$/);
    expect(found.effects.flatMap(({ differences }) => differences)[0]).toMatchObject(difference);
    expect(await stateOf()).toEqual(before);
  });

  it('is added up where the rows are many, and still told apart', async () => {
    const before = await stateOf();
    expect(await call('many_rows')).toMatchObject({
      result: 'equal',
      effects: [{ source: null, result: 'equal' }],
    });
    expect(await call('other_many_rows')).toMatchObject({
      result: 'different',
      effects: [{ result: 'different', differences: [] }],
    });
    expect(await stateOf()).toEqual(before);
  });

  it('is compared in part where it stays: a procedure commits, or a table has no transactions', async () => {
    const committed = await call('commits');
    expect(committed).toMatchObject({ result: 'partly_compared', source: { committed: true } });
    expect(committed.notes.join()).toContain(
      `The rows of ${schema}.account on the source are not the same as before`,
    );
    await maria.run(`UPDATE ${schema}.account SET balance = 100 WHERE id = 5`);
    const kept = await call('without_transactions');
    expect(kept).toMatchObject({ result: 'partly_compared', source: { committed: true } });
    expect(kept.notes.join()).toContain(
      `The rows of ${schema}.log_entry on the source are not the same as before`,
    );
  });

  it('is compared in part where not all tables are known', async () => {
    const nameless = await call('names_nothing');
    expect(nameless.result).toBe('partly_compared');
    expect(nameless.notes.at(-1)).toMatch(/^No table is known/);
    const unnamed = await call('writes_unnamed');
    expect(unnamed).toMatchObject({ result: 'partly_compared' });
    expect(unnamed.notes.join()).toContain('the call also wrote to public.entry');
    const emptied = await call('empties_unnamed');
    expect(emptied).toMatchObject({ result: 'partly_compared' });
    expect(emptied.notes.join()).toContain('the call also wrote to public.room');
    const added = await call('writes_unnamed', ['entry']);
    expect(added).toMatchObject({
      result: 'different',
      effects: [{ source: { inserted: 0 }, target: { inserted: 1 } }],
    });
    const lost = await call('lost_table');
    expect(lost.result).toBe('partly_compared');
    expect(lost.notes.join()).toContain(
      `${schema}.alone on the source has no counterpart of its own`,
    );
  });

  it.each(['fires_trigger', 'calls_another'])(
    'is looked at where a trigger or another routine makes it: %s',
    async (name) => {
      expect(await call(name)).toMatchObject({
        result: 'different',
        effects: expect.arrayContaining([
          expect.objectContaining({ target_name: 'public.line_log', result: 'different' }),
        ]),
      });
    },
  );

  it('is looked at in tables whose rows change with others, and behind a view', async () => {
    const before = await stateOf();
    expect(await call('deletes_with_others')).toMatchObject({
      result: 'different',
      effects: expect.arrayContaining([
        expect.objectContaining({
          target_name: 'public.room',
          source: { inserted: 0, updated: 0, deleted: 2 },
          target: { inserted: 0, updated: 0, deleted: 0 },
        }),
      ]),
    });
    expect(await call('writes_through_view')).toMatchObject({
      result: 'different',
      effects: expect.arrayContaining([
        expect.objectContaining({ target_name: 'public.big', result: 'different' }),
      ]),
    });
    expect(await stateOf()).toEqual(before);
  });

  it('is compared in part where a table that it writes is not listed', async () => {
    const found = await call('writes_unlisted');
    expect(found.result).toBe('partly_compared');
    expect(found.notes.join()).toContain(
      `${schema}.unlisted_log on the source has no counterpart of its own`,
    );
  });

  it('is compared in part where it is not known what is run', async () => {
    const unlisted = await call('calls_unlisted', ['line']);
    expect(unlisted.result).toBe('partly_compared');
    expect(unlisted.notes.join()).toContain(
      `On the source, the call may write further tables, because it is not known what these run: CALL ${schema}.unlisted.`,
    );
    const text = await call('runs_a_text');
    expect(text).toMatchObject({ result: 'partly_compared', differences: [] });
    expect(text.notes.join()).toContain('what these run: EXECUTE s.');
  });

  it('is compared in part where the account may run the procedure and not read it', async () => {
    const { username, password } = await maria.addUser('runner', [
      `SELECT, UPDATE, TRIGGER, EXECUTE ON ${schema}.*`,
    ]);
    const { Project_Id: project } = await createProject(runs.admin, {
      ...form,
      source_username: username,
      source_db_password: password,
    });
    const items = (where: string) => [
      inventoryItem(project, 'account', where),
      {
        ...inventoryItem(project, 'same_update', where, PROCEDURE),
        object_type_source: 'procedures',
      },
    ];
    await runs.admin.call(inventory.importSource, { body: items(schema) });
    await runs.admin.call(inventory.importTarget, { body: items('public') });
    await runs.admin.call(pairs.matchObjects, { params: { id: project } });
    await runs.set(project, { source: WRITABLE, target: WRITABLE });
    const found = await call('same_update', ['account'], project);
    expect(found).toMatchObject({ result: 'partly_compared', differences: [] });
    expect(found.notes.join()).toContain(`what these run: ${schema}.same_update.`);
  });

  it('tells which columns hold the time of the call, and which ones numbers that were generated', async () => {
    const { notes } = await call('numbers_rows');
    expect(notes.join()).toContain('these columns hold the time of the call on both sides: at');
    expect(notes.join()).toContain('generate for new rows are not compared: id');
  });

  it('is not compared in a table that cannot be read any more after the call', async () => {
    const before = await stateOf();
    const found = await call('unreadable_afterwards');
    expect(found).toMatchObject({ result: 'partly_compared', effects: [] });
    expect(found.notes.join()).toContain('Changes to public.account are not compared');
    expect(await stateOf()).toEqual(before);
  });

  it('is not looked at in tables above the limit, and hidden where columns are masked', async () => {
    await runs.set(id, { source: WRITABLE, target: WRITABLE, effect_rows: 50 });
    expect((await call('other_amount')).effects).toHaveLength(1);
    await runs.set(id, { source: WRITABLE, target: WRITABLE, effect_rows: 49 });
    const large = await call('other_amount');
    expect(large).toMatchObject({ result: 'partly_compared', effects: [] });
    expect(large.notes.join()).toContain('has more than 49 rows');
    await runs.set(id, { source: WRITABLE, target: WRITABLE, mask: ['balance'] });
    const masked = await call('other_amount');
    expect(masked.effects[0]!.differences[0]).toMatchObject({
      key: ['3'],
      columns: [{ source: '••••', target: '••••' }],
    });
    await runs.set(id, { source: WRITABLE, target: WRITABLE });
  });
});
