import fc from 'fast-check';
import { createConnection } from 'mariadb';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { INT, MY, PG, column, textOf } from '../known-fixture.ts';
import { type KnownTable, type RoutineText, createMeanings } from '../service.ts';

const TEXT = textOf(20);
const TABLES: KnownTable[] = [
  {
    name: 'part',
    schemaInQueries: 'shop',
    as: 'part',
    columns: [
      column('id', INT, false),
      column('stock', INT, false),
      column('least'),
      column('note', TEXT),
    ],
    keys: [['id']],
  },
  {
    name: 'log',
    as: 'log',
    columns: [
      column('what', TEXT),
      column('n'),
      column('m'),
      column('made', { kind: 'timestamp', precision: 0, zone: false }),
      column('seen', { kind: 'timestamp', precision: 0, zone: true }),
    ],
  },
];
const meanings = createMeanings();

async function read(
  engine: typeof MY | typeof PG,
  text: string,
  more: Partial<RoutineText> = {},
  tables = TABLES,
): Promise<string | null> {
  const asked = {
    engine,
    tables,
    routine: {
      text,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters: ['a', 'b'].map((name, at) => ({ ...column(name), as: `$${at + 1}` })),
      gives: { rows: null },
      strict: false,
      ...more,
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked)?.key ?? null;
}

/** Each is of the same statements in both languages. */
const block = (engine: typeof MY | typeof PG, statements: string): string =>
  engine === MY
    ? `BEGIN DECLARE c INT; ${statements.replaceAll(/(\w+(?:\$\w+)?) := /g, 'SET $1 = ')} END`
    : `DECLARE c int; BEGIN ${statements} END`;
const isSame = async (one: string, other: string, more: Partial<RoutineText> = {}) => {
  const [source, target] = [
    await read(MY, block(MY, one), more),
    await read(PG, block(PG, other), more),
  ];
  return source !== null && source === target;
};

describe('what a procedure writes', () => {
  it.each([
    ["INSERT INTO log (what, n) VALUES ('x', a);", "INSERT INTO log (n, what) VALUES (a, 'x');"],
    ['INSERT INTO log (what, n) SELECT note, id FROM part WHERE stock < a;', ''],
    ['INSERT INTO log (made) VALUES (NULL);', ''],
    ['DELETE FROM shop.part WHERE id = a;', 'DELETE FROM part WHERE id = a;'],
    [
      'UPDATE part SET stock = stock + a, least = b WHERE id = a;',
      'UPDATE part SET least = b, stock = a + stock WHERE a = id;',
    ],
    ['DELETE FROM log WHERE n = a OR n = b;', 'DELETE FROM log WHERE b = n OR a = n;'],
    ['UPDATE log SET n = coalesce(n, 0);', ''],
    ['UPDATE part SET stock = (SELECT count(*) FROM log WHERE log.n = part.id) WHERE id = a;', ''],
    [
      'IF a > 0 THEN DELETE FROM log WHERE n = a; END IF;',
      'IF 0 < a THEN DELETE FROM log WHERE a = n; END IF;',
    ],
    [
      'SELECT stock INTO c FROM part WHERE id = a; UPDATE part SET stock = c - b WHERE id = a; INSERT INTO log (n) VALUES (c);',
      '',
    ],
    [
      'INSERT INTO log (n) VALUES (a); SELECT count(*) INTO c FROM log; INSERT INTO log (n) VALUES (c);',
      '',
    ],
  ])('is the same: %s', async (one, other) => {
    expect(await isSame(one, other || one)).toBe(true);
  });

  it.each([
    ["INSERT INTO log (what, n) VALUES ('x', a);", "INSERT INTO log (what, m) VALUES ('x', a);"],
    ['INSERT INTO log (n, m) VALUES (a, b);', 'INSERT INTO log (m, n) VALUES (a, b);'],
    ['INSERT INTO log (n) VALUES (a);', 'INSERT INTO log (n) VALUES (b);'],
    [
      'INSERT INTO log (n) VALUES (a);',
      'INSERT INTO log (n) VALUES (a); INSERT INTO log (n) VALUES (a);',
    ],
    [
      'DELETE FROM log; INSERT INTO log (n) VALUES (a);',
      'INSERT INTO log (n) VALUES (a); DELETE FROM log;',
    ],
    ['DELETE FROM log WHERE n = a;', 'DELETE FROM log WHERE m = a;'],
    ['DELETE FROM log WHERE n = a;', 'DELETE FROM log;'],
    ['UPDATE part SET stock = a WHERE id = b;', 'UPDATE part SET least = a WHERE id = b;'],
    ['UPDATE log SET n = a;', 'UPDATE part SET least = a;'],
    // Of another schema.
    ['DELETE FROM archive.part WHERE id = a;', 'DELETE FROM part WHERE id = a;'],
    ['UPDATE part SET least = a WHERE id = b;', 'UPDATE archive.part SET least = a WHERE id = b;'],
    [
      'INSERT INTO log (n) SELECT id FROM archive.part;',
      'INSERT INTO log (n) SELECT id FROM part;',
    ],
    ['IF a > 0 THEN DELETE FROM log; END IF;', 'IF a >= 0 THEN DELETE FROM log; END IF;'],
    // The value of before, or what was just set.
    ['UPDATE log SET n = m, m = n;', ''],
    ['UPDATE log SET n = n + 1, m = n;', ''],
    // When a query is asked: what is written in between it may find.
    [
      'SELECT count(*) INTO c FROM log; INSERT INTO log (n) VALUES (a); INSERT INTO log (n) VALUES (c);',
      'INSERT INTO log (n) VALUES (a); SELECT count(*) INTO c FROM log; INSERT INTO log (n) VALUES (c);',
    ],
    [
      'IF (SELECT count(*) FROM log) > 1 THEN DELETE FROM part; DELETE FROM log; ELSE DELETE FROM part; END IF;',
      'DELETE FROM part; IF (SELECT count(*) FROM log) > 1 THEN DELETE FROM log; END IF;',
    ],
    // A key that MySQL may make, and other words than all engines have.
    ['INSERT INTO part (id, stock) VALUES (a, b);', ''],
    // A time that MySQL may make.
    ['INSERT INTO log (seen) VALUES (NULL);', ''],
    ['INSERT INTO log (n, m) SELECT id FROM part;', ''],
    ['INSERT INTO log (n) SELECT id FROM part UNION ALL SELECT stock FROM part;', ''],
    ['INSERT INTO log (n) VALUES (DEFAULT);', ''],
    ['INSERT INTO log (n) VALUES (a), (b);', ''],
    ['DELETE FROM log WHERE n = a LIMIT 1;', 'DELETE FROM log WHERE n = a;'],
    ['INSERT INTO nowhere (n) VALUES (a);', ''],
    ['UPDATE log SET what = a;', ''],
    // What it wrote before stays where the caller has no transaction.
    [
      "INSERT INTO log (n) VALUES (a); SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'x';",
      "INSERT INTO log (n) VALUES (a); RAISE EXCEPTION 'x';",
    ],
  ])('is not called the same: %s', async (one, other) => {
    expect(await isSame(one, other || one)).toBe(false);
  });

  it('is identified by a key of the table, never without one, whatever was read before', async () => {
    const text = block(
      MY,
      'SELECT stock INTO c FROM part WHERE id = a; DELETE FROM log WHERE n = c;',
    );
    const withoutKeys = TABLES.map((table) => ({ ...table, keys: [] }));
    expect(await read(MY, text)).not.toBeNull();
    expect(await read(MY, text, {}, withoutKeys)).toBeNull();
  });

  it.each([
    ["IF a < 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'x'; END IF;", "'x'", true],
    ["IF a < 0 THEN SIGNAL SQLSTATE VALUE '45000' SET MESSAGE_TEXT = 'x'; END IF;", "'x'", true],
    ["IF a < 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'x'; END IF;", "'y'", false],
    ["IF a < 0 THEN SIGNAL SQLSTATE '45001' SET MESSAGE_TEXT = 'x'; END IF;", "'x'", false],
    ["IF a < 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '%'; END IF;", "'%', a", false],
  ])('is an error that it raises: %s, %s', async (one, text, same) => {
    expect(await isSame(one, `IF a < 0 THEN RAISE EXCEPTION ${text}; END IF;`)).toBe(same);
  });
});

describe('what a trigger does', () => {
  const rows = ['new$', 'old$'].flatMap((row) =>
    TABLES[0]!.columns.map((one) => ({
      ...one,
      name: row + one.name,
      as: row + one.as,
      nullable: true,
    })),
  );
  const trigger = (row: 'NEW' | 'OLD' | null): Partial<RoutineText> => ({
    parameters: rows,
    gives: { row },
  });
  const INSERT = "INSERT INTO log (what, n) VALUES ('x', new$id);";

  it.each([
    [INSERT, `${INSERT} RETURN NULL;`, null, true],
    [INSERT, INSERT, null, false],
    [INSERT, INSERT.replace('new$', 'old$') + ' RETURN NULL;', null, false],
    ['new$note := lower(new$note);', 'new$note := lower(new$note); RETURN NEW;', 'NEW', true],
    ['new$note := lower(new$note);', 'new$note := lower(new$note); RETURN OLD;', 'NEW', false],
    ['new$note := lower(new$note);', 'new$note := lower(new$note); RETURN NULL;', 'NEW', false],
    ['new$note := lower(new$note);', 'new$note := lower(old$note); RETURN NEW;', 'NEW', false],
    ['new$least := 1; new$stock := 2;', 'new$stock := 2; new$least := 1; RETURN NEW;', 'NEW', true],
    ['new$least := 1;', 'new$stock := 1; RETURN NEW;', 'NEW', false],
    [
      "IF new$note = '' THEN new$note := NULL; END IF;",
      "IF new$note = '' THEN new$note := NULL; END IF; RETURN NEW;",
      'NEW',
      true,
    ],
    [
      "IF new$note = '' THEN new$note := NULL; END IF;",
      "IF new$note = '' THEN new$note := NULL; RETURN NEW; END IF;",
      'NEW',
      false,
    ],
  ] as const)('%s %s %s: %s', async (one, other, row, same) => {
    expect(await isSame(one, other, trigger(row))).toBe(same);
  });

  it('is done on its condition alone', async () => {
    const text = block(PG, `${INSERT} RETURN NULL;`);
    const source = await read(
      MY,
      block(MY, `IF new$stock <> old$stock THEN ${INSERT} END IF;`),
      trigger(null),
    );
    expect(await read(PG, text, { ...trigger(null), when: 'old$stock <> new$stock' })).toBe(source);
    expect(await read(PG, text, { ...trigger(null), when: 'old$stock < new$stock' })).not.toBe(
      source,
    );
    expect(await read(PG, text, trigger(null))).not.toBe(source);
  });
});

const value = fc.constantFrom('a', 'b', 'c', '0', '1', 'NULL', 'a + 1', 'coalesce(c, 0)', 'a - b');
const where = fc.constantFrom('n = a', 'n > a', 'm = b', 'n IS NULL', 'n IN (a, b)', 'n = c');
const simple = fc.oneof(
  fc.tuple(value, value).map(([n, m]) => `INSERT INTO log (n, m) VALUES (${n}, ${m});`),
  fc.tuple(value, where).map(([n, m]) => `UPDATE log SET n = ${n} WHERE ${m};`),
  fc.tuple(value, where).map(([n, m]) => `UPDATE log SET m = ${n}, n = n + 1 WHERE ${m};`),
  where.map((m) => `DELETE FROM log WHERE ${m};`),
  where.map((m) => `INSERT INTO log (n, m) SELECT m, 1 FROM log WHERE ${m};`),
  where.filter((m) => !m.includes('c')).map((m) => `SELECT count(*) INTO c FROM log WHERE ${m};`),
  value.map((n) => `c := ${n};`),
);
const statements = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: simple },
    {
      weight: 1,
      arbitrary: fc
        .tuple(value, simple, simple)
        .map(([n, yes, no]) => `IF ${n} > 0 THEN ${yes} ELSE ${no} END IF;`),
    },
  ),
  { minLength: 1, maxLength: 3 },
);

it('is the same where it is read to be, whatever the rows are, on real servers', async () => {
  const programs = [...new Set(fc.sample(statements, 500).map((list) => list.join(' ')))];
  const byKey = new Map<string, { engine: typeof MY | typeof PG; text: string }[]>();
  for (const text of programs)
    for (const engine of [MY, PG] as const) {
      const key = await read(engine, block(engine, text));
      if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), { engine, text }]);
    }
  const alike = [...byKey.values()].filter(
    (list) => new Set(list.map(({ text }) => text)).size > 1,
  );
  const twice = [...byKey.values()].filter((list) => list.length === 2).slice(0, 100);
  expect([twice.length, alike.length > 10]).toEqual([100, true]);
  const servers = await openServers();
  try {
    for (const list of [...alike, ...twice]) {
      const found = new Set<string>();
      for (const { engine, text } of list) found.add(await servers[engine](block(engine, text)));
      expect([list, found.size]).toEqual([list, 1]);
    }
  } finally {
    await servers.close();
  }
});

const ROWS = 'INSERT INTO log (n, m) VALUES (1, 2), (2, 2), (NULL, 1), (0, NULL), (-3, 1)';
const CALLS = ['1, 2', '0, 0', 'NULL, 1', '2, NULL', '-3, 1'];
const ALL = 'SELECT n, m FROM log';

/** Runs a procedure on both servers; what the table holds behind each call. */
async function openServers() {
  const { hostname, port, username, password } = new URL(inject('mariadbUrl'));
  const mariadb = await createConnection({
    host: hostname,
    port: Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    allowPublicKeyRetrieval: true,
    rowsAsArray: true,
  });
  await mariadb.query('CREATE DATABASE IF NOT EXISTS written_rows');
  await mariadb.query('USE written_rows');
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const create = 'CREATE TEMPORARY TABLE log (what varchar(20), n int, m int)';
  await mariadb.query(create);
  await client.query(create);
  const run = async (query: (sql: string) => Promise<unknown[][]>, body: string, call: string) => {
    await query(body);
    const found: string[] = [];
    for (const values of CALLS) {
      await query('DELETE FROM log');
      await query(ROWS);
      await query(`${call}(${values})`);
      found.push(
        (await query(ALL))
          .map((row) => row.map(String).join())
          .toSorted()
          .join(';'),
      );
    }
    return found.join('\n');
  };
  return {
    [MY]: async (text: string) => {
      await mariadb.query('DROP PROCEDURE IF EXISTS p');
      const query = (sql: string) => mariadb.query<unknown[][]>(sql);
      return run(query, `CREATE PROCEDURE p (a int, b int) ${text}`, 'CALL p');
    },
    [PG]: async (text: string) => {
      const query = async (sql: string) =>
        (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
      const body = `CREATE OR REPLACE PROCEDURE pg_temp.p (a int, b int) LANGUAGE plpgsql AS $$ ${text} $$`;
      return run(query, body, 'CALL pg_temp.p');
    },
    close: async () => {
      await mariadb.query('DROP DATABASE written_rows');
      await Promise.all([mariadb.end(), client.end()]);
    },
  };
}
