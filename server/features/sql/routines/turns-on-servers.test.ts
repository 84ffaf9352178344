import fc from 'fast-check';
import { createConnection } from 'mariadb';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { INT, MY, PG, column } from '../known-fixture.ts';
import { type KnownTable, createMeanings } from '../service.ts';

type Engine = typeof MY | typeof PG;
const TABLES: KnownTable[] = [
  {
    name: 'part',
    as: 'part',
    columns: [column('id', INT, false), column('stock', INT, false), column('least')],
    keys: [['id']],
  },
  { name: 'log', as: 'log', columns: [column('n'), column('m')] },
];

/** A loop in no dialect: X and Y are the values of a row, `c` and `d` variables. */
interface Program {
  query: string;
  body: string[];
  guard: string | null;
  behind: string;
  form: number;
}
const programs = fc.sample(
  fc.record({
    query: fc.constantFrom(
      'SELECT id AS x, least AS y FROM part',
      'SELECT id AS x, least AS y FROM part WHERE stock < a',
      'SELECT id AS x, least AS y FROM part ORDER BY id',
      'SELECT id AS x, least AS y FROM part ORDER BY id DESC',
      'SELECT id AS x, least AS y FROM part ORDER BY stock',
      'SELECT stock AS x, count(*) AS y FROM part GROUP BY stock',
      'SELECT DISTINCT stock AS x, stock AS y FROM part',
      'SELECT id AS x, stock AS y FROM part WHERE id = a',
    ),
    body: fc.array(
      fc.constantFrom(
        'INSERT INTO log (n) VALUES (X);',
        'INSERT INTO log (n, m) VALUES (c, X);',
        'INSERT INTO log (n) VALUES ((SELECT count(*) FROM log));',
        'INSERT INTO log (n) VALUES ((SELECT max(stock) FROM part));',
        'c := c + 1;',
        'c := c + X;',
        'c := X;',
        'd := coalesce(Y, 0) + X;',
        'c := c + coalesce(d, 1);',
        'SELECT count(*) INTO d FROM log;',
        'UPDATE part SET least = X WHERE id = X;',
        'UPDATE part SET least = X WHERE stock = Y;',
        'UPDATE part SET least = 7 WHERE stock < X;',
        'UPDATE part SET stock = stock + 1 WHERE id > X;',
        'DELETE FROM log WHERE n = X;',
        'DELETE FROM part WHERE id = X + 1;',
      ),
      { minLength: 1, maxLength: 3 },
    ),
    guard: fc.option(fc.constantFrom('Y IS NULL', 'X > a', 'c < 2'), { freq: 2 }),
    behind: fc.constantFrom('', 'INSERT INTO log (n) VALUES (c);'),
    form: fc.nat(2),
  }),
  350,
);

const inside = ({ body, guard }: Program): string =>
  guard ? `IF ${guard} THEN ${body.join(' ')} END IF;` : body.join(' ');
const named = (text: string, x: string, y: string): string =>
  text.replaceAll(/\bX\b/g, x).replaceAll(/\bY\b/g, y);

function written(engine: Engine, program: Program): string {
  const { query, behind, form } = program;
  const text = inside(program);
  if (engine === PG) {
    const own = [
      `FOR r IN ${query} LOOP ${named(text, 'r.x', 'r.y')} END LOOP;`,
      `FOR vx, vy IN ${query} LOOP ${named(text, 'vx', 'vy')} END LOOP;`,
      `OPEN k; LOOP FETCH k INTO vx, vy; EXIT WHEN NOT FOUND; ${named(text, 'vx', 'vy')} END LOOP; CLOSE k;`,
    ][form]!;
    return `DECLARE k CURSOR FOR ${query}; r record; vx int; vy int; c int := 0; d int; BEGIN ${own} ${behind} END`;
  }
  const fetch = 'FETCH k INTO vx, vy;';
  const turn = named(text, 'vx', 'vy').replaceAll(/(\w+) := /g, 'SET $1 = ');
  const own = [
    `turns: LOOP ${fetch} IF done THEN LEAVE turns; END IF; ${turn} END LOOP;`,
    `${fetch} WHILE NOT done DO ${turn} ${fetch} END WHILE;`,
    `REPEAT ${fetch} IF NOT done THEN ${turn} END IF; UNTIL done END REPEAT;`,
  ][form]!;
  return `BEGIN DECLARE done INT DEFAULT 0; DECLARE vx, vy, d INT; DECLARE c INT DEFAULT 0;
    DECLARE k CURSOR FOR ${query}; DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1;
    OPEN k; ${own} CLOSE k; ${behind} END`;
}

const meanings = createMeanings();
async function read(engine: Engine, text: string) {
  const asked = {
    engine,
    tables: TABLES,
    routine: {
      text,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters: [{ ...column('a'), as: '$1' }],
      gives: { rows: null },
      strict: false,
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked);
}

/** Rows in the order in which they are read without ORDER BY, which differs between the two servers. */
const ROWS = [
  [4, 2, null],
  [1, 5, 3],
  [3, 2, 1],
  [2, 9, null],
  [5, 1, 8],
];
const ARGUMENTS = [null, 0, 3];
const FOUND = 'SELECT id, stock, least FROM part ORDER BY 1';
const LOGGED = 'SELECT n, m FROM log ORDER BY n IS NULL, n, m IS NULL, m';

it(
  'loops are the same where they are read to be, on real servers',
  { timeout: 120_000 },
  async () => {
    const groups = new Map<string, { engine: Engine; text: string }[]>();
    let count = 0;
    for (const program of programs)
      for (const engine of [MY, PG] as const) {
        const text = written(engine, program);
        const found = await read(engine, text);
        if (!found?.key) continue;
        count += 1;
        const key = `${found.key} ${found.order ?? ''}`;
        groups.set(key, [...(groups.get(key) ?? []), { engine, text }]);
      }
    const alike = [...groups.values()]
      .map((group) => [...new Map(group.map((one) => [one.engine + one.text, one])).values()])
      .filter((group) => new Set(group.map(({ engine }) => engine)).size > 1);
    const servers = { [MY]: await openMariadb(), [PG]: await openPostgres() };
    try {
      for (const [first, ...others] of alike) {
        const expected = await servers[first!.engine].results(first!.text);
        for (const one of others)
          expect([one.text, await servers[one.engine].results(one.text)]).toEqual([
            one.text,
            expected,
          ]);
      }
    } finally {
      await Promise.all([servers[MY].close(), servers[PG].close()]);
    }
    expect([count > 350, alike.length > 40]).toEqual([true, true]);
  },
);

async function openMariadb() {
  const connection = await createConnection(inject('mariadbUrl').replace(/^mysql:/, 'mariadb:'));
  await connection.query('CREATE OR REPLACE DATABASE turns');
  await connection.query('USE turns');
  await connection.query('CREATE TABLE part (id INT PRIMARY KEY, stock INT NOT NULL, least INT)');
  await connection.query('CREATE TABLE log (n INT, m INT)');
  return {
    async results(body: string) {
      await connection.query(`CREATE OR REPLACE PROCEDURE p(a INT) ${body}`);
      const found = [];
      for (const a of ARGUMENTS) {
        await connection.query('DELETE FROM part');
        await connection.query('DELETE FROM log');
        await connection.batch('INSERT INTO part VALUES (?, ?, ?)', ROWS);
        await connection.query('CALL p(?)', [a]);
        for (const query of [FOUND, LOGGED])
          found.push(await connection.query({ sql: query, rowsAsArray: true }));
      }
      return found.map((rows) => JSON.stringify(rows));
    },
    async close() {
      await connection.query('DROP DATABASE turns');
      await connection.end();
    },
  };
}

async function openPostgres() {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query('CREATE TEMP TABLE part (id int PRIMARY KEY, stock int NOT NULL, least int)');
  await client.query('CREATE TEMP TABLE log (n int, m int)');
  return {
    async results(body: string) {
      await client.query(
        `CREATE OR REPLACE PROCEDURE pg_temp.p(a int) LANGUAGE plpgsql AS $f$${body}$f$`,
      );
      const found = [];
      for (const a of ARGUMENTS) {
        await client.query('DELETE FROM part');
        await client.query('DELETE FROM log');
        for (const row of ROWS) await client.query('INSERT INTO part VALUES ($1, $2, $3)', row);
        await client.query('CALL pg_temp.p($1)', [a]);
        for (const text of [FOUND, LOGGED])
          found.push((await client.query({ text, rowMode: 'array' })).rows);
      }
      return found.map((rows) => JSON.stringify(rows));
    },
    close: () => client.end(),
  };
}
