import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Limits } from '../../../../connectors/core/connector.ts';
import type { DataReader, TextRow } from '../../../../connectors/core/data.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import {
  VALUE_KINDS,
  type ValueKindName,
} from '../../../../connectors/core/exams/data-values-exam.ts';
import type { ComputedColumn, Difference } from '../../../../contract/proof/rows.ts';
import {
  type DatabasePool,
  createConnectionLimit,
  createPool,
  poolReader,
} from '../../databases/pool.ts';
import { type Damage, DAMAGES, LOOK_ALIKES } from './causes/damage-fixture.ts';
import { otherValues, spellings } from './causes/spelling-fixture.ts';
import {
  type EngineFixture,
  type Kind,
  insertRows,
  makeTable,
  startMariadb,
  startPostgres,
  startSqlite,
} from './engines-fixture.ts';
import { describeComputed } from './plan/expressions.ts';
import { compareInWords as compareRows, taskOf } from './memory-fixture.ts';
import type { DataSide, DataTask } from './types.ts';

const MATRIX = {
  id: 'integer',
  a_integer: 'integer',
  an_unsigned: 'unsigned',
  a_decimal: 'decimal',
  an_amount: 'amount',
  a_double: 'double',
  a_boolean: 'boolean',
  a_date: 'date',
  a_timestamp: 'timestamp',
  a_zoned: 'zoned',
  a_time: 'time',
  a_fixed: 'fixed',
  a_text: 'text',
  bytes: 'bytes',
  a_uuid: 'uuid',
  a_json: 'json',
} satisfies Record<string, Kind>;

const PLAIN = {
  id: 'integer',
  name: 'text',
  code: 'fixed',
  price: 'decimal',
  ratio: 'double',
  active: 'boolean',
  at: 'timestamp',
  born: 'date',
  body: 'bytes',
} satisfies Record<string, Kind>;

const plainRows = (count: number): TextRow[] =>
  Array.from({ length: count }, (_, index) => [
    String(index + 1),
    index % 20 === 0 ? null : `Näme ${index} 😀`,
    index % 3 === 0 ? 'a' : 'some code',
    `${index}.${String(index % 10_000).padStart(4, '0')}000000`,
    index % 11 === 0 ? null : String(index / 8),
    String(index % 2),
    `2024-02-${String((index % 28) + 1).padStart(2, '0')} 12:30:00.${String(index).padStart(6, '0')}`,
    `19${String(index % 90).padStart(2, '0')}-06-05`,
    (index % 65_536).toString(16).padStart(4, '0'),
  ]);

/** Values that engines write differently, and random ones, with an id in front. */
function matrixRows(): TextRow[] {
  const kinds = Object.values(MATRIX).slice(1);
  const values = kinds.map((kind) => {
    if (kind === 'json')
      return ['{"b": [1, 2.0, "x"], "a": null}', '[]', '"é😀"', '{"n": 12345678901234567890}'];
    const { edges, random } = VALUE_KINDS[kind satisfies ValueKindName];
    const more = fc.sample(random, 200);
    return [...edges, ...more];
  });
  const most = Math.max(...values.map((list) => list.length));
  return Array.from({ length: most }, (_, row) => [
    String(row),
    ...values.map((list, column) =>
      row % 17 === column ? null : (list[row % list.length] ?? null),
    ),
  ]);
}

const brief = ({ kind, key, columns }: Difference) =>
  [
    kind,
    key?.join(',') ?? '-',
    ...(kind === 'changed' ? [columns.map(({ name }) => name).join(',')] : []),
  ].join(' ');

/** Tells of each question, which is one statement or more. */
const counting = (reader: DataReader, onCall: (method: string) => void): DataReader =>
  new Proxy(reader, {
    get(_target, method: keyof DataReader) {
      onCall(method);
      return reader[method];
    },
  });

const mysqlServers = inject('mysqlServers');
const starts: Record<string, () => Promise<EngineFixture>> = {
  ...Object.fromEntries(mysqlServers.map(({ name, url }) => [name, () => startMariadb(url)])),
  PostgreSQL: () => startPostgres(inject('postgresUrl')),
  SQLite: startSqlite,
};

describe.each([
  ...mysqlServers.map(({ name }) => [name, 'PostgreSQL']),
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'MariaDB'],
] as [string, string][])('%s to %s', (from, to) => {
  let source: EngineFixture;
  let target: EngineFixture;
  beforeAll(async () => {
    [source, target] = await Promise.all([starts[from]!(), starts[to]!()]);
  });
  afterAll(() => Promise.all([source?.tearDown(), target?.tearDown()]));

  const makeBoth = async (
    name: string,
    columns: Record<string, Kind>,
    key: string,
    rows: readonly TextRow[],
  ) => {
    await Promise.all([source, target].map((side) => makeTable(side, name, columns, key, rows)));
  };
  const compare = async (
    name: string,
    {
      limits = {},
      ...given
    }: Partial<Omit<DataTask, 'rules'>> & {
      rules?: Partial<DataTask['rules']>;
      limits?: Partial<Limits>;
    } = {},
    type: 'tables' | 'views' = 'tables',
  ): ReturnType<typeof compareRows> => {
    const signal = given.signal ?? new AbortController().signal;
    const pools = [source, target].map((side) =>
      createPool(() => side.open(limits), { limit: createConnectionLimit(2), brake: 0, signal }),
    );
    try {
      const sides = await Promise.all(
        [source, target].map(async ({ connector, schema }, index): Promise<DataSide> => {
          const pool = pools[index]!;
          const [definition] = await pool.use(async (connection) =>
            connection.definitions!.readDefinitions(type, schema, [name]),
          );
          if (!definition || definition.kind === 'routine') throw new Error(`No ${name}`);
          const reader = counting(poolReader(pool), (method) => asked[index]?.push(method));
          return { engine: connector.id, reader, definition, schema, name };
        }),
      );
      const computed = await describeExpressions(given.rules?.expressions ?? [], pools, name);
      return await compareRows(taskOf(sides[0]!, sides[1]!, { ...given, computed }));
    } finally {
      await Promise.all(pools.map((pool) => pool.close()));
    }
  };
  /** What the readers of both sides were asked for. */
  const asked: [string[], string[]] = [[], []];
  const describeExpressions = (
    expressions: ComputedColumn[],
    pools: readonly DatabasePool[],
    table: string,
  ) => {
    const [one, other] = [source, target].map(({ connector, schema }, index) => ({
      engine: connector.id,
      ask: pools[index]!.use,
      tables: [{ schema, table }],
    }));
    return describeComputed(expressions, { source: one!, target: other! });
  };
  const set = (
    side: EngineFixture,
    table: string,
    id: string,
    column: keyof typeof PLAIN,
    text: string | null,
  ) => {
    const value = side.literal(PLAIN[column], text);
    const sql = `UPDATE ${table} SET ${column} = ${value} WHERE id = ${id}`;
    return value === '?' ? side.run(sql, [Number(text)]) : side.run(sql);
  };

  test('values of every kind are equal', async () => {
    const rows = matrixRows();
    await makeBoth('matrix', MATRIX, 'id', rows);
    const outcome = await compare('matrix');
    expect(outcome.differences.map(brief)).toEqual([]);
    expect(outcome).toMatchObject({ rowsSource: rows.length, rowsTarget: rows.length });
    // JSON has another text on some engines; nothing else is left to a rule.
    expect(outcome.notes.filter((note) => !/as JSON|UTC/.test(note))).toEqual([]);
  });

  test('what rows that differ have in common is named', async () => {
    const columns = {
      id: 'integer',
      later: 'timestamp',
      folded: 'text',
      trimmed: 'text',
      cut: 'text',
      misread: 'text',
      emptied: 'text',
      members: 'text',
      cents: 'decimal',
      rounded: 'decimal',
      free: 'text',
    } satisfies Record<string, Kind>;
    const row = (place: number, isTarget: boolean): TextRow => {
      const day = `2024-${place % 2 === 0 ? '01' : '07'}-${String((place % 27) + 1).padStart(2, '0')}`;
      const cents = String(place + 1);
      const one = isTarget ? 1 : 0;
      return [
        String(place + 1),
        `${day} 1${one}:30:00.000000`,
        isTarget ? `NAME ${place}` : `Name ${place}`,
        isTarget ? `Name ${place}` : ` Name ${place} `,
        `Long name ${place}`.slice(0, isTarget ? 8 : 40),
        isTarget ? `ZÃ¼rich ${place}` : `Zürich ${place}`,
        isTarget ? null : '',
        isTarget ? `{b${place},a}` : `a,b${place}`,
        isTarget ? `${cents}.0000000000` : `${cents}00.0000000000`,
        isTarget ? `${cents}.7000000000` : `${cents}.6${(place % 4) + 6}00000000`,
        isTarget ? `x${(place * 37) % 41}` : `y${place}`,
      ];
    };
    const rows = (isTarget: boolean) =>
      Array.from({ length: 1_200 }, (_, place) => row(place, isTarget));
    await makeTable(source, 'explained', columns, 'id', rows(false));
    await makeTable(target, 'explained', columns, 'id', rows(true));
    const { differencesTotal, explanation } = await compare('explained');
    expect(differencesTotal).toBe(1_200);
    expect(explanation?.read).toBe(1_200);
    const found = explanation?.causes.map(({ id, column, rows: count }) => [column, id, count]);
    expect(found?.toSorted()).toEqual([
      ['cents', 'factor:0.01', 1_200],
      ['cut', 'cut:8', 1_200],
      ['emptied', 'empty:target', 1_200],
      ['folded', 'case', 1_200],
      ['later', 'shift:3600', 1_200],
      ['members', 'set', 1_200],
      ['misread', 'encoding:target', 1_200],
      ['rounded', 'rounded:1', 1_200],
      ['trimmed', 'blanks:both', 1_200],
    ]);
    expect(explanation?.settled).toBe(0);

    const tolerated = explanation!.causes.map(({ id, column }) => ({ column: column!, cause: id }));
    const rules = { tolerated, leave_out: ['free'] };
    const most = { ...rules, tolerated: tolerated.filter(({ column }) => column !== 'later') };
    const left = await compare('explained', { rules: most });
    expect(left.explanation).toMatchObject({ kept: 1_000, settled: 1_000 });
    expect(left.explanation?.causes.map(({ id, settles }) => [id, settles])).toEqual([
      ['shift:3600', 1_200],
    ]);
    const settled = await compare('explained', { rules });
    expect(settled).toMatchObject({ result: 'equal_under_rules', differences: [] });
    expect(settled.notes.join(' ')).toContain('Differences that the rules allow');
    // What only looks like it still counts.
    for (const [id, column, kind, text] of [
      ['5', 'later', 'timestamp', '2024-01-05 11:30:01.000000'],
      ['7', 'emptied', 'text', ' '],
      ['9', 'members', 'text', '{a,b7}'],
    ] as const) {
      const value = target.literal(kind, text);
      await target.run(`UPDATE explained SET ${column} = ${value} WHERE id = ${id}`);
    }
    const alike = await compare('explained', { rules });
    expect(alike.differences.map(brief).sort()).toEqual([
      'changed 5 later',
      'changed 7 emptied',
      'changed 9 members',
    ]);
  });

  const makeDamaged = async (
    table: string,
    damages: Readonly<Record<string, Omit<Damage, 'cause'>>>,
  ) => {
    const columns: Record<string, Kind> = { id: 'integer' };
    for (const [name, { kind }] of Object.entries(damages)) columns[name] = kind;
    const rowsOf = (side: 'source' | 'target') =>
      Array.from({ length: 240 }, (_, place): TextRow => [
        String(place + 1),
        ...Object.values(damages).map((damage) => damage[side](place)),
      ]);
    await makeTable(source, table, columns, 'id', rowsOf('source'));
    await makeTable(target, table, columns, 'id', rowsOf('target'));
    const { explanation } = await compare(table);
    return explanation!.causes.map(({ id, column }) => [column, id]).toSorted();
  };

  test('damage of many kinds is named, and is let pass by a rule for it', async () => {
    const damages = Object.entries(DAMAGES);
    const named = damages.map(([name, { cause }]) => [name, cause]);
    expect(await makeDamaged('damaged', DAMAGES)).toEqual(named.toSorted());
    const tolerated = damages.map(([column, { cause }]) => ({ column, cause }));
    expect(await compare('damaged', { rules: { tolerated } })).toMatchObject({
      result: 'equal_under_rules',
      differences: [],
    });
  });

  // PostgreSQL has no zero dates.
  const zeros = from === 'PostgreSQL' ? 'target' : 'source';
  test('values in the spelling of another engine are named, and let pass by a rule', async () => {
    const spelled = Object.entries(spellings(zeros)).map(([column, { cause }]) => [column, cause]);
    expect(await makeDamaged('spelled', spellings(zeros))).toEqual(spelled.toSorted());
    const tolerated = spelled.map(([column = '', cause = '']) => ({ column, cause }));
    expect(await compare('spelled', { rules: { tolerated } })).toMatchObject({
      result: 'equal_under_rules',
      differences: [],
    });
  });

  test('other values are not taken for another spelling', async () => {
    const named = Object.entries(otherValues(zeros)).filter(([, { cause }]) => cause !== '');
    expect(await makeDamaged('other_values', otherValues(zeros))).toEqual(
      named.map(([column, { cause }]) => [column, cause]),
    );
  });

  test('what only looks like such damage has no name', async () => {
    expect(await makeDamaged('look_alikes', LOOK_ALIKES)).toEqual([]);
  });

  test.runIf(from === 'SQLite')(
    'what a column of SQLite holds beyond its type, or the type of the target, is a difference',
    async () => {
      const columns = 'at, day, ends, price, amount';
      await source.run(
        'CREATE TABLE kept (id INTEGER PRIMARY KEY, at TEXT, day TEXT, ends TEXT, price TEXT, amount NUMERIC(8,2))',
      );
      await target.run(
        'CREATE TABLE kept (id bigint PRIMARY KEY, at datetime, day date, ends time, price decimal(8,2), amount decimal(8,2))',
      );
      await source.run(`INSERT INTO kept (id, ${columns}) VALUES
        (1, '2024-02-29T10:00:00Z', '2024-02-29 00:00:00', '10:00', '1.50', 0.1 + 0.2),
        (2, '2024-02-29T10:00:00.199Z', '2024-02-29', '10:00', '1.50', 1.25),
        (3, '2024-02-29 10:00:00', '2024-02-29 10:00:00', '10:00', '1.50', 1.25),
        (4, '2024-02-29 10:00:00', '2024-02-29', '10:00:00.5', '1.50', 1.25),
        (5, '2024-02-29 10:00:00', '2024-02-29', '10:00', '1.504', 1.25),
        (6, '2024-02-29 10:00:00', '2024-02-29', '10:00', '1.50', 1.254)`);
      await target.run(
        `INSERT INTO kept (id, ${columns}) SELECT n, '2024-02-29 10:00:00', '2024-02-29', '10:00:00', 1.5, if(n = 1, 0.3, 1.25) FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6) AS numbers`,
      );
      expect((await compare('kept')).differences.map(brief).toSorted()).toEqual([
        'changed 2 at',
        'changed 3 day',
        'changed 4 ends',
        'changed 5 price',
        'changed 6 amount',
      ]);
      const rules = { leave_out: ['day', 'price', 'amount'], time_precision: 0 };
      expect((await compare('kept', { rules })).result).toBe('equal_under_rules');
    },
  );

  test.runIf(to === 'SQLite')(
    'computed columns, which have no declared type there, compare by their stored values',
    async () => {
      for (const side of [source, target]) {
        const { integer, amount, text, double, date } = side.types;
        await side.run(
          `CREATE TABLE sales (id ${integer} PRIMARY KEY, price ${amount}, quantity ${integer}, note ${text}, ratio ${double}, day ${date})`,
        );
        await side.run(
          `INSERT INTO sales VALUES (1, 12.5, 3, 'a', 0.1, '2024-02-29'), (2, 1.25, 2, 'É ', 1e300, '1970-01-01'), (3, NULL, NULL, NULL, NULL, NULL), (4, 0, 9007199254740993, '', 2.5, NULL)`,
        );
      }
      const define = (side: EngineFixture, total: string, bytes: string) =>
        side.run(
          `CREATE VIEW totals AS SELECT id + 0 AS id, ${total} AS total, quantity + 1 AS more, quantity > 2 AS many, note || '!' AS remark, ratio * 2 AS half, coalesce(day, day) AS day, ${bytes} AS bytes FROM sales`,
        );
      await define(source, 'price * quantity', "decode('00ff', 'hex')");
      await define(target, 'price * quantity', "coalesce(x'00ff', x'')");
      const compareTotals = () => compare('totals', { rules: { key: ['id'] } }, 'views');
      expect(await compareTotals()).toMatchObject({ result: 'identical', notes: [] });

      await target.run('DROP VIEW totals');
      await define(target, 'price * quantity * 2', "coalesce(x'00ff', x'')");
      const doubled = await compareTotals();
      expect(doubled.differences.map(brief).toSorted()).toEqual([
        'changed 1 total',
        'changed 2 total',
      ]);
      expect(doubled).toMatchObject({ result: 'different', notes: [] });

      // What is stored is not rounded to the digits of the other side.
      await target.run('DROP VIEW totals');
      await define(target, 'price * quantity + 0.001', "coalesce(x'00ff', x'')");
      expect((await compareTotals()).differences.map(brief)).toHaveLength(3);
    },
  );

  test('a view without a key is computed once on each side, and once more where rows differ', async () => {
    const rows = plainRows(3_500);
    await makeBoth('read_once', PLAIN, '', rows);
    for (const side of [source, target])
      await side.run('CREATE VIEW costly AS SELECT * FROM read_once');
    /** PostgreSQL's own count of passes through the table below the view. */
    const passes = async () => {
      if (target.connector.id !== ENGINES.postgresql.id) return null;
      const sql = "SELECT seq_scan AS n FROM pg_stat_user_tables WHERE relname = 'read_once'";
      const { rows: found } = (await target.run(sql)) as { rows: { n: string }[] };
      return Number(found[0]?.n);
    };
    const passed = async (count: number, compared: () => Promise<unknown>) => {
      const before = await passes();
      asked.forEach((methods) => methods.splice(0));
      await compared();
      expect(asked.map((methods) => methods.length)).toEqual([count, count]);
      // The server hears of it when the connections have ended.
      if (before !== null) await expect.poll(passes).toBe(before + count);
    };

    await passed(1, async () => {
      const same = await compare('costly', {}, 'views');
      expect(same).toMatchObject({ result: 'identical', rowsSource: 3_500, rowsTarget: 3_500 });
      expect(same.coverage).toMatchObject({ by: 'values', rows: 3_500, complete: true });
    });
    await target.run("UPDATE read_once SET name = 'other' WHERE id <= 3000");
    await passed(2, async () => {
      const other = await compare('costly', {}, 'views');
      expect(other).toMatchObject({ result: 'different', differencesTotal: 6_000 });
      expect(other.differences).toHaveLength(1_020);
    });
    if (target.connector.id !== ENGINES.postgresql.id) return;
    // One that takes long is not read again.
    await target.run('CREATE OR REPLACE VIEW costly AS SELECT r.* FROM read_once r, pg_sleep(3.1)');
    await passed(1, async () => {
      const slow = await compare('costly', {}, 'views');
      expect(slow).toMatchObject({ result: 'different', differencesTotal: 6_000 });
      expect(slow.notes.join(' ')).toContain('so it was not repeated');
    });
  });

  test('differences of every kind are named, and none is invented', async () => {
    const rows = plainRows(12_000);
    await makeBoth('plain', PLAIN, 'id', rows);
    expect(await compare('plain')).toMatchObject({
      result: 'identical',
      rowsSource: 12_000,
      rowsTarget: 12_000,
      notes: [],
    });
    await set(target, 'plain', '500', 'price', '499.0499000001');
    await set(target, 'plain', '501', 'name', 'Näme 500 😀 ');
    await set(target, 'plain', '502', 'born', '1951-06-06');
    await set(target, 'plain', '5021', 'name', '');
    await set(target, 'plain', '5022', 'at', '2024-02-10 12:30:00.005022');
    await set(target, 'plain', '5023', 'active', '1');
    await set(target, 'plain', '5024', 'body', '139e00');
    await set(target, 'plain', '5025', 'ratio', '628.0000000000001');
    await set(target, 'plain', '5026', 'code', 'Some code');
    await set(target, 'plain', '5027', 'name', null);
    await set(target, 'plain', '5028', 'name', 'Näme 5027 😁');
    await target.run('DELETE FROM plain WHERE id IN (1, 6000, 12000)');
    for (const id of ['-7', '1000000']) {
      const row = [id, ...(rows[0]?.slice(1) ?? [])];
      await insertRows(target, 'plain', PLAIN, [row]);
    }
    const outcome = await compare('plain');
    expect(outcome.differences.map(brief).sort()).toEqual(
      [
        'changed 500 price',
        'changed 501 name',
        'changed 502 born',
        'changed 5021 name',
        'changed 5022 at',
        'changed 5023 active',
        'changed 5024 body',
        'changed 5025 ratio',
        'changed 5026 code',
        'changed 5027 name',
        'changed 5028 name',
        'missing 1',
        'missing 6000',
        'missing 12000',
        'extra -7',
        'extra 1000000',
      ].sort(),
    );
    expect(outcome).toMatchObject({ result: 'different', rowsTarget: 11_999, notes: [] });
    expect(outcome.differences.find(({ key }) => key?.[0] === '5022')?.columns).toEqual([
      { name: 'at', source: '2024-02-10 12:30:00.005021', target: '2024-02-10 12:30:00.005022' },
    ]);
  });

  test('rows that are too much for one answer are compared all the same, and shown', async () => {
    const typeOn = (engine: string) => (engine.startsWith('M') ? 'longtext' : 'text');
    const text = (engine: string) =>
      engine === 'SQLite' ? 'hex(zeroblob(300000))' : "repeat('0', 600000)";
    for (const [side, engine] of [
      [source, from],
      [target, to],
    ] as const) {
      await side.run(
        `CREATE TABLE large (id ${side.types.integer} PRIMARY KEY, body ${typeOn(engine)})`,
      );
      for (let id = 1; id <= 12; id += 1)
        await side.run(`INSERT INTO large VALUES (${id}, ${text(engine)})`);
    }
    const limits = { row: 3_200_000, answer: 6_400_000 };
    expect(await compare('large', { limits })).toMatchObject({ result: 'identical' });
    const changed = to === 'MariaDB' ? "concat(body, 'a')" : "body || 'a'";
    await target.run(`UPDATE large SET body = ${changed}`);
    const outcome = await compare('large', { limits });
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 12, atLeast: false });
    for (const { columns } of outcome.differences)
      expect(columns).toEqual([
        { name: 'body', source: `…${'0'.repeat(100)}`, target: `…${'0'.repeat(100)}a` },
      ]);
  });

  test('a row that is too large to be read is looked at part by part', async () => {
    const long = { MariaDB: 'longtext', PostgreSQL: 'text', SQLite: 'TEXT' };
    const text = (engine: string) =>
      engine === 'SQLite' ? 'hex(zeroblob(6000000))' : "repeat('0', 12000000)";
    const joined = (engine: string, ...parts: string[]) =>
      engine === 'MariaDB' ? `concat(${parts.join(', ')})` : parts.join(' || ');
    for (const [side, engine, ends] of [
      [source, from, ["'a'", "'é😀b'"]],
      [target, to, ["'a'", "'é😀c'"]],
    ] as const) {
      await side.run(
        `CREATE TABLE huge (id ${side.types.integer} PRIMARY KEY, body ${Reflect.get(long, engine)})`,
      );
      for (const [index, end] of ends.entries())
        await side.run(
          `INSERT INTO huge VALUES (${index + 1}, ${joined(engine, "'é😀'", text(engine), end)})`,
        );
    }
    const outcome = await compare('huge', { limits: { row: 8_000_000 } });
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 1 });
    expect(outcome.notes.join()).not.toContain('too large');
    expect(outcome.differences).toEqual([
      {
        key: ['2'],
        kind: 'changed',
        columns: [
          {
            name: 'body',
            source: expect.stringMatching(/^…0{90,100}é😀b$/u),
            target: expect.stringMatching(/^…0{90,100}é😀c$/u),
          },
          { name: 'body (length)', source: '12000005', target: '12000005' },
        ],
      },
    ]);
  });

  test('a text key, a key of two columns and no key', async () => {
    const columns = { code: 'text', part: 'integer', note: 'text' } as const;
    const rows = Array.from({ length: 9_000 }, (_, index): TextRow => [
      `Çode-${index} `,
      String(index % 10),
      index % 5 === 0 ? null : `note ${index % 50}`,
    ]);
    const last = (side: EngineFixture) => side.literal('text', 'Çode-8999 ');
    for (const [name, key] of [
      ['by_text', 'code'],
      ['by_two', 'code, part'],
      ['by_none', ''],
    ] as const) {
      await makeBoth(name, columns, key, rows);
      expect(await compare(name)).toMatchObject({ result: 'identical', rowsSource: 9_000 });
      await target.run(`UPDATE ${name} SET note = 'other' WHERE code = ${last(target)}`);
      await target.run(`DELETE FROM ${name} WHERE code = ${target.literal('text', 'Çode-17 ')}`);
      const outcome = await compare(name);
      const keys = outcome.differences.map(({ kind, key: texts, columns: [first] }) => [
        kind,
        texts?.[0] ?? first?.source ?? first?.target,
      ]);
      expect(keys.sort()).toEqual(
        key === ''
          ? [
              ['extra', 'Çode-8999 '],
              ['missing', 'Çode-17 '],
              ['missing', 'Çode-8999 '],
            ]
          : [
              ['changed', 'Çode-8999 '],
              ['missing', 'Çode-17 '],
            ],
      );
    }
  });

  test('the last rows of a key of two columns are missing', async () => {
    const columns = { order_id: 'integer', line: 'integer', note: 'text' } as const;
    const rows = Array.from({ length: 4_000 }, (_, at): TextRow => [
      String(Math.floor(at / 4) - 100),
      String(at % 4),
      `note ${at}`,
    ]);
    await makeBoth('order_lines', columns, 'order_id, line', rows);
    await target.run('DELETE FROM order_lines WHERE order_id > 700 OR order_id = 700 AND line > 1');
    const causes = async () =>
      (await compare('order_lines')).explanation?.causes.map(({ id, rows: count }) => [id, count]);
    expect(await causes()).toEqual([['last_rows:order_id = 701', 796]]);
    await target.run('DELETE FROM order_lines WHERE order_id = 700');
    expect(await causes()).toEqual([['last_rows:order_id = 700', 800]]);
    await source.run('DELETE FROM order_lines WHERE order_id > 700');
    await target.run('DELETE FROM order_lines WHERE order_id < -50');
    expect(await causes()).toEqual([]);
  });

  test('arrays beside JSON are equal by their elements, and only by these', async () => {
    const own = (side: EngineFixture) => side.connector.id === ENGINES.postgresql.id;
    if (own(source) === own(target)) return;
    const texts = ['{}', '{NULL}', '{a,NULL,""}', '{"a,b","c\\"d","e\\\\f","NULL","{x}"}'];
    const same: [words: string | null, counts: string, ratios: string, json: string[]][] = [
      [texts[0]!, '{}', '{}', ['[]', '[ ]', '[]']],
      [texts[1]!, '{NULL,1}', '{0.1,1e300}', ['[null]', '[null,1]', '[0.1, 1e300]']],
      [texts[2]!, '{{1,2},{3,4}}', '{NaN}', ['["a", null, ""]', '[[1,2],[3,4]]', '["NaN"]']],
      [
        texts[3]!,
        '{-9223372036854775808,9007199254740993}',
        '{0.30000000000000004}',
        [
          '["a,b","c\\"d","e\\\\f","NULL","{x}"]',
          '[-9223372036854775808,9007199254740993]',
          '[0.30000000000000004]',
        ],
      ],
      ['{é,😀,"a\tb"}', '[0:1]={7,8}', '{-0}', ['["é","\\ud83d\\ude00","a\\tb"]', '[7,8]', '[0]']],
    ];
    const others: typeof same = [
      [null, '{1}', '{1}', ['null', '["1"]', '[1.0000000000000002]']],
      ['{NULL}', '{1,2}', '{NaN}', ['["NULL"]', '[2,1]', '[null]']],
      ['{}', '{{1,2}}', '{Infinity}', ['[""]', '[1,2]', '[1e308]']],
      ['{1}', '{9007199254740993}', '{0.1}', ['[1]', '[9007199254740992]', '["0.1"]']],
      ['{a,b}', '{}', '{1,NULL}', ['["a b"]', '[[]]', '[1]']],
      ['{A}', '{NULL}', '{}', ['["a "]', '[]', '[null]']],
    ];
    const valueOf = (side: EngineFixture, text: string | null) =>
      text === null ? 'NULL' : side.literal('text', text);
    for (const side of [source, target]) {
      await side.run(
        own(side)
          ? 'CREATE TABLE lists (id integer PRIMARY KEY, words text[], counts bigint[], ratios float8[])'
          : 'CREATE TABLE lists (id integer PRIMARY KEY, words json, counts json, ratios json)',
      );
      for (const [index, [words, counts, ratios, json]] of [...same, ...others].entries()) {
        const values = own(side) ? [words, counts, ratios] : json;
        const texts = values.map((text) => valueOf(side, text)).join(', ');
        await side.run(`INSERT INTO lists VALUES (${index}, ${texts})`);
      }
    }
    const { differences, coverage } = await compare('lists', {
      rules: { ignore_case: true, ignore_trailing_blanks: true },
    });
    expect(coverage?.left_out).toEqual([]);
    const differing = (row: number) =>
      differences
        .filter(({ key }) => key?.[0] === String(row))
        .flatMap(({ columns }) => columns.map(({ name }) => name));
    const all = [...same, ...others].map((_, row) => differing(row));
    const changed = ['words', 'counts', 'ratios'];
    expect(all).toEqual([...same.map(() => []), ...others.map(() => changed)]);
  });

  test('expressions that stand for columns', async () => {
    const columns = {
      id: 'integer',
      name: 'text',
      price: 'amount',
      active: 'boolean',
      at: 'timestamp',
    } as const;
    const rows = Array.from({ length: 7_000 }, (_, index): TextRow => [
      String(index),
      index % 9 === 0 ? null : `Name ${index}`,
      `${index}.25`,
      String(index % 2),
      '2024-02-10 12:30:00',
    ]);
    const moved = rows.map(([id, name, price, ...rest]): TextRow => [
      id!,
      name === null ? null : name!.toUpperCase(),
      `${price!.replace('.', '')}.00`,
      ...rest,
    ]);
    const expressions: ComputedColumn[] = [
      { column: 'name', source: 'upper(name)', target: null },
      { column: 'price', source: null, target: 'price / 100.0' },
      {
        column: 'active',
        source: 'CASE WHEN active THEN 5 ELSE 7 END',
        target: 'CASE WHEN active THEN 5 ELSE 7 END',
      },
    ];
    for (const [name, key] of [
      ['moved', 'id'],
      ['moved_keyless', ''],
    ] as const) {
      await makeTable(source, name, columns, key, rows);
      await makeTable(target, name, columns, key, moved);
      expect((await compare(name)).result).toBe('different');
      const outcome = await compare(name, { rules: { expressions } });
      expect(outcome.differences).toEqual([]);
      expect(outcome).toMatchObject({ result: 'equal_under_rules', rowsSource: 7_000 });
      expect(outcome.notes).toContain('price is compared as price / 100.0 on the target.');
      const options = { depth: 'rows', sample: 50 } as const;
      expect((await compare(name, { rules: { expressions }, options })).differences).toEqual([]);
    }
    await target.run(`UPDATE moved SET name = 'name 17' WHERE id = 17`);
    await target.run('UPDATE moved SET price = price + 1 WHERE id = 5500');
    const outcome = await compare('moved', { rules: { expressions } });
    expect(outcome.differences.map(({ key, columns: changed }) => [key, changed])).toEqual([
      [['17'], [expect.objectContaining({ source: 'NAME 17', target: 'name 17' })]],
      [['5500'], [expect.objectContaining({ source: '5500.25', target: '5500.26' })]],
    ]);
  });

  test('an interval beside the microseconds that it lasts', async () => {
    const sides = { source, target };
    const holder = (['source', 'target'] as const).find(
      (one) => sides[one].connector.id === ENGINES.postgresql.id,
    );
    if (!holder) return;
    for (const [side, { run, types }] of Object.entries(sides)) {
      const [type, values] =
        side === holder
          ? ['interval', ["'90 s'", "'-1 day 0.000001 s'", "'2 days 03:00:00.5'", 'NULL']]
          : [types.integer, ['90000000', '-86399999999', '183600500000', 'NULL']];
      await run(`CREATE TABLE lasting (id ${types.integer} PRIMARY KEY, d ${type})`);
      for (const [id, value] of values.entries())
        await run(`INSERT INTO lasting VALUES (${id}, ${value})`);
    }
    expect(await compare('lasting')).toMatchObject({
      result: 'partly_compared',
      coverage: { left_out: [{ name: 'd', why: 'types' }] },
    });
    const own = { column: 'd', source: null, target: null };
    const counted = { ...own, [holder]: 'EXTRACT(EPOCH FROM d) * 1000000' };
    const rules = { expressions: [counted] };
    expect(await compare('lasting', { rules })).toMatchObject({ result: 'equal_under_rules' });
    await sides[holder].run(`UPDATE lasting SET d = d + interval '0.000001 s' WHERE id = 2`);
    expect(await compare('lasting', { rules })).toMatchObject({ differencesTotal: 1 });
  });

  test('bytes that spell moments, beside moments', async () => {
    const sides = { source, target };
    const holder = (['source', 'target'] as const).find(
      (one) => sides[one].connector.id === ENGINES.mysql.id,
    );
    if (!holder || source.connector === target.connector) return;
    const other = sides[holder === 'source' ? 'target' : 'source'];
    if (other.connector.id !== ENGINES.postgresql.id) return;
    const moments = Array.from({ length: 30 }, (_, day) => [
      `202401${String(day + 1).padStart(2, '0')}093000`,
      `2024-01-${String(day + 1).padStart(2, '0')} 09:30:00+00`,
    ]);
    await sides[holder].run('CREATE TABLE in_bytes (id int PRIMARY KEY, t binary(14) NULL)');
    await other.run('CREATE TABLE in_bytes (id int PRIMARY KEY, t timestamptz)');
    for (const [id, [bytes, moment]] of moments.entries()) {
      await sides[holder].run(`INSERT INTO in_bytes VALUES (${id}, '${bytes}')`);
      await other.run(`INSERT INTO in_bytes VALUES (${id}, '${moment}')`);
    }
    const form = holder === 'source' ? 'yyyymmdd > yyyy-mm-dd' : 'yyyy-mm-dd > yyyymmdd';
    const cause = `date_form:${form}`;
    const found = await compare('in_bytes');
    expect(found).toMatchObject({ result: 'different', differencesTotal: 30 });
    expect(found.explanation?.causes.map(({ id }) => id)).toEqual([cause]);
    const rules = { tolerated: [{ column: 't', cause }] };
    expect(await compare('in_bytes', { rules })).toMatchObject({ result: 'equal_under_rules' });
    // What is no text in UTF-8 is neither NULL nor the moment.
    await sides[holder].run("UPDATE in_bytes SET t = x'ff' WHERE id = 1");
    await other.run('UPDATE in_bytes SET t = NULL WHERE id = 1');
    await other.run("UPDATE in_bytes SET t = t + interval '1 hour' WHERE id = 2");
    expect(await compare('in_bytes', { rules })).toMatchObject({ differencesTotal: 2 });
  });

  test('bytes beside text differ as the texts that they spell', async () => {
    const words = Array.from({ length: 30 }, (_, row) => `Grün ${row}`);
    const digits = (text: string) => Buffer.from(text).toString('hex');
    const rows = (valueOf: (text: string) => string) =>
      words.map((text, id) => [String(id), valueOf(text)]);
    const bytes = { id: 'integer', v: 'bytes' } as const;
    const texts = { id: 'integer', v: 'text' } as const;
    await makeTable(source, 'in_words', bytes, 'id', rows(digits));
    await makeTable(
      target,
      'in_words',
      texts,
      'id',
      rows((text) => text.toUpperCase()),
    );
    const found = await compare('in_words');
    expect(found).toMatchObject({ result: 'different', differencesTotal: 30 });
    expect(found.explanation?.causes.map(({ id }) => id)).toEqual(['case']);
    expect(found.differences[0]?.columns).toMatchObject([{ source: 'Grün 0', target: 'GRÜN 0' }]);
    const rules = { tolerated: [{ column: 'v', cause: 'case' }] };
    expect(await compare('in_words', { rules })).toMatchObject({ result: 'equal_under_rules' });
    // What spells no text is shown by its digits, on both sides.
    const broken = source.literal('bytes', 'ff');
    await source.run(`UPDATE in_words SET v = ${broken} WHERE id = 0`);
    const [difference] = (await compare('in_words', { rules })).differences;
    expect(difference?.columns).toMatchObject([{ source: 'ff', target: digits('GRÜN 0') }]);
  });

  test('expressions that are not one value of each row are refused before anything is compared', async () => {
    await makeBoth('refused', PLAIN, 'id', plainRows(10));
    for (const side of ['source', 'target'] as const)
      for (const expression of ['max(id)', 'count(*)', 'id; SELECT 1', '(SELECT 1)']) {
        const one = { column: 'price', source: null, target: null, [side]: expression };
        await expect(
          compare('refused', { rules: { expressions: [one] } }),
          `${side}: ${expression}`,
        ).rejects.toThrow(/The expression for price/);
      }
  });

  test('a view, a condition, rules and a sample', async () => {
    await makeBoth('ruled', PLAIN, 'id', plainRows(300));
    for (const side of [source, target])
      await side.run('CREATE VIEW a_view AS SELECT id, name, at FROM ruled WHERE id < 200');
    expect(await compare('a_view', {}, 'views')).toMatchObject({
      result: 'identical',
      rowsSource: 199,
    });
    await set(target, 'ruled', '5', 'name', 'NÄME 4 😀   ');
    await set(target, 'ruled', '6', 'at', '2024-02-06 12:30:00.000999');
    await set(target, 'ruled', '7', 'ratio', '0.7500000001');
    await set(target, 'ruled', '21', 'name', '');
    expect((await compare('ruled')).differences.map(brief).sort()).toEqual([
      'changed 21 name',
      'changed 5 name',
      'changed 6 at',
      'changed 7 ratio',
    ]);
    const rules = {
      ignore_case: true,
      ignore_trailing_blanks: true,
      time_precision: 3,
      float_tolerance: 1e-9,
      empty_is_null: true,
    };
    const outcome = await compare('ruled', { rules });
    expect(outcome).toMatchObject({ result: 'equal_under_rules', differences: [] });
    expect(outcome.notes).toEqual([
      'Trailing blanks are ignored: name.',
      'Case is ignored: name, code.',
      'An empty string counts as NULL: name, code, body.',
      'Fractional digits of a second beyond those in the rules are ignored: at.',
      'Some numbers are equal only within the tolerance, or to the digits that one side keeps: ratio.',
    ]);
    const where = { where_source: 'id > 100', where_target: 'id > 100' };
    expect(await compare('ruled', { rules: where })).toMatchObject({
      result: 'equal_under_rules',
      rowsSource: 200,
    });
    const options = { depth: 'rows', sample: 50 } as const;
    expect((await compare('ruled', { rules, options })).notes.at(-1)).toMatch(
      /^(49|50) of 300 rows/,
    );
    const aggregates = await compare('ruled', {
      options: { depth: 'aggregates', sample: null },
    });
    expect(aggregates.result).toBe('different');
    expect(aggregates.notes.some((note) => note.startsWith('name: the number of NULLs'))).toBe(
      true,
    );
  });
  test.each(['integer', 'text'] as const)(
    'columns under other names are told by their values, with a key of %ss',
    async (key) => {
      const name = `renamed_${key}`;
      const kinds: Kind[] = [key, 'text', 'decimal', 'timestamp', 'bytes', 'boolean', 'text'];
      const named = (names: string[]) =>
        Object.fromEntries(names.map((column, index) => [column, kinds[index]!]));
      const rows = plainRows(1_500).map(
        ([id = null, text = null, , price = null, , active = null, at = null, , body = null]) => [
          id,
          text,
          price,
          at,
          body,
          active,
          `${id} of one`,
        ],
      );
      const damaged = rows.map((row, index) => [
        row[0]!,
        row[1]!,
        index % 50 === 0 ? '1.5' : row[2]!,
        row[3]!,
        row[4]!,
        row[5]!,
        `other ${(index * index) % 997}`,
      ]);
      const from = ['id', 'f1', 'f2', 'moment', 'f4', 'f5', 'qty'];
      const to = ['id', 'surname', 'price', 'moment', 'body', 'shown', 'quantity'];
      await makeTable(source, name, named(from), 'id', rows);
      await makeTable(target, name, named(to), 'id', damaged);
      const { coverage, result, notes } = await compare(name);
      const found = coverage!.column_evidence!.map(
        (one) =>
          `${one.source} ${one.target} ${one.equal === one.rows} ${one.equal * 2 > one.rows}`,
      );
      expect(found.toSorted()).toEqual([
        'f1 surname true true',
        'f2 price false true',
        'f4 body true true',
        'qty quantity false false',
      ]);
      expect(result).toBe('different');
      expect(notes.join()).toMatch(
        /f1 of the source and surname of the target have equal values in \d+ of \d+/,
      );
    },
  );
});
