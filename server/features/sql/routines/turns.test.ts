import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { INT, MY, ORA, PG, column, textOf } from '../known-fixture.ts';
import { type KnownTable, type Meaning, type RoutineText, createMeanings } from '../service.ts';

const TEXT = textOf(20);
const PRICE: CanonicalType = { kind: 'decimal', precision: 8, scale: 2 };
const TABLES: KnownTable[] = [
  {
    name: 'part',
    as: 'part',
    columns: [
      column('id', INT, false),
      column('stock', INT, false),
      column('least'),
      column('note', TEXT),
      column('price', PRICE),
    ],
    keys: [['id']],
  },
  { name: 'log', as: 'log', columns: [column('what', TEXT), column('n'), column('cost', PRICE)] },
];
const meanings = createMeanings();

async function read(
  engine: EngineId,
  text: string,
  gives: RoutineText['gives'] = { rows: null },
): Promise<Meaning | null> {
  const asked = {
    engine,
    tables: TABLES,
    routine: {
      text,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters: ['a', 'b'].map((name, at) => ({ ...column(name), as: `$${at + 1}` })),
      gives,
      strict: false,
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked);
}

/** Whether both are read to be the same, whatever the order in which rows are read. */
async function areSame(
  one: [EngineId, string],
  other: [EngineId, string],
  gives?: RoutineText['gives'],
): Promise<boolean> {
  const [source, target] = [await read(...one, gives), await read(...other, gives)];
  return source !== null && source.key === target?.key && source.order === target.order;
}

const handled = (variables: string, query: string, body: string) =>
  `BEGIN DECLARE done INT DEFAULT FALSE; ${variables} DECLARE c CURSOR FOR ${query};
   DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = TRUE; ${body} END`;
const INSERT = 'INSERT INTO log (n, what) VALUES';
const QUERY = 'SELECT id, note FROM part WHERE stock < a';
const VARIABLES = 'DECLARE v_id INT; DECLARE v_note VARCHAR(20);';
const CURSOR = handled(
  VARIABLES,
  QUERY,
  `OPEN c; turn: LOOP FETCH c INTO v_id, v_note; IF done THEN LEAVE turn; END IF;
   ${INSERT} (v_id, v_note); END LOOP; CLOSE c;`,
);

describe('what is done for each row of a query', () => {
  it.each<[string, EngineId, string]>([
    [
      'WHILE behind a first FETCH',
      MY,
      handled(
        VARIABLES,
        QUERY,
        `OPEN c; FETCH c INTO v_id, v_note; WHILE NOT done DO
         ${INSERT} (v_id, v_note); FETCH c INTO v_id, v_note; END WHILE; CLOSE c;`,
      ),
    ],
    [
      'REPEAT',
      MY,
      handled(
        VARIABLES,
        QUERY,
        `OPEN c; REPEAT FETCH c INTO v_id, v_note; IF NOT done THEN ${INSERT} (v_id, v_note); END IF;
         UNTIL done END REPEAT; CLOSE c;`,
      ),
    ],
    ['FOR of MariaDB', MY, `BEGIN FOR r IN (${QUERY}) DO ${INSERT} (r.id, r.note); END FOR; END`],
    [
      'a record',
      PG,
      `DECLARE r record; BEGIN FOR r IN ${QUERY} LOOP ${INSERT} (r.id, r.note); END LOOP; END`,
    ],
    [
      'all columns of a record',
      PG,
      `DECLARE r part%ROWTYPE; BEGIN FOR r IN SELECT * FROM part WHERE a > stock LOOP ${INSERT} (r.id, r.note); END LOOP; END`,
    ],
    [
      'variables',
      PG,
      `DECLARE v_id int; v_note varchar(20); BEGIN FOR v_id, v_note IN ${QUERY} LOOP ${INSERT} (v_id, v_note); END LOOP; END`,
    ],
    [
      'a cursor',
      PG,
      `DECLARE c CURSOR FOR ${QUERY}; v_id int; v_note text; BEGIN OPEN c; LOOP FETCH c INTO v_id, v_note;
       EXIT WHEN NOT FOUND; ${INSERT} (v_id, v_note); END LOOP; CLOSE c; END`,
    ],
    [
      'FOR over a cursor',
      PG,
      `DECLARE c CURSOR FOR ${QUERY}; r record; BEGIN FOR r IN c LOOP ${INSERT} (r.id, r.note); END LOOP; END`,
    ],
  ])('is the same as with a handler: %s', async (_, engine, text) => {
    expect(await read(engine, text)).not.toBeNull();
    expect(await areSame([MY, CURSOR], [engine, text])).toBe(true);
  });

  it('is the same in a procedure of Oracle', async () => {
    const text = `PROCEDURE p (a NUMBER, b NUMBER) IS BEGIN FOR r IN (${QUERY}) LOOP ${INSERT} (r.id, r.note); END LOOP; END;`;
    expect(await areSame([MY, CURSOR], [ORA, text])).toBe(true);
    const fetched = `PROCEDURE p (a NUMBER, b NUMBER) IS CURSOR c IS ${QUERY}; v_id INTEGER; v_note VARCHAR2(20); BEGIN OPEN c; LOOP FETCH c INTO v_id, v_note;
      EXIT WHEN c%NOTFOUND; ${INSERT} (v_id, v_note); END LOOP; CLOSE c; END;`;
    expect(await areSame([MY, CURSOR], [ORA, fetched])).toBe(true);
  });

  it('is known to leave half of its changes behind if a later row fails', async () => {
    expect((await read(MY, CURSOR))?.written).toBe('stays');
  });

  it.each([
    [
      'an order',
      'ORDER BY id',
      'SET total = total + 1; INSERT INTO log (n, cost) VALUES (v_id, total);',
    ],
    ['a sum', '', 'SET total = total + v_id;'],
    ['a row of its own', '', 'UPDATE part SET least = v_id + 1 WHERE id = v_id;'],
    ['a fixed value', '', "UPDATE part SET note = 'x' WHERE note = v_note;"],
    ['a choice', '', 'IF v_id > 3 THEN DELETE FROM log WHERE n = v_id; END IF;'],
  ])('may come in any order, or comes in one: %s', async (_, order, turn) => {
    const behind = 'INSERT INTO log (n) VALUES (total);';
    const my = handled(
      `${VARIABLES} DECLARE total INT DEFAULT 0;`,
      `${QUERY} ${order}`,
      `OPEN c; x: LOOP FETCH c INTO v_id, v_note; IF done THEN LEAVE x; END IF; ${turn} END LOOP; CLOSE c; ${behind}`,
    );
    const own = turn.replaceAll('v_', 'r.').replace('SET total =', 'total :=');
    const pg = `DECLARE r record; total int := 0; BEGIN FOR r IN ${QUERY} ${order} LOOP ${own} END LOOP; ${behind} END`;
    expect(await areSame([MY, my], [PG, pg])).toBe(true);
  });
});

describe('loops that only look alike', () => {
  const record = (query: string, body: string, more = '') =>
    `DECLARE r record; c int := 0; ${more} BEGIN FOR r IN ${query} LOOP ${body} END LOOP; END`;
  const fetched = (query: string, body: string, before = '', behind = '') =>
    handled(
      `${VARIABLES} DECLARE c INT DEFAULT 0; DECLARE d INT;`,
      query,
      `${before} OPEN c; turn: LOOP FETCH c INTO v_id, v_note; IF done THEN LEAVE turn; END IF; ${body} END LOOP; CLOSE c; ${behind}`,
    );
  const ONE = `${INSERT} (v_id, v_note);`;

  it.each<[string, string, string]>([
    ['another query', CURSOR, record('SELECT id, note FROM part', `${INSERT} (r.id, r.note);`)],
    [
      'another column of the row',
      CURSOR,
      record('SELECT stock AS id, note FROM part WHERE stock < a', `${INSERT} (r.id, r.note);`),
    ],
    [
      'distinct rows',
      CURSOR,
      record(QUERY.replace('SELECT', 'SELECT DISTINCT'), `${INSERT} (r.id, r.note);`),
    ],
    ['one row', CURSOR, record(`${QUERY} LIMIT 1`, `${INSERT} (r.id, r.note);`)],
    ['another write', CURSOR, record(QUERY, `${INSERT} (r.id, 'x');`)],
    ['two writes', CURSOR, record(QUERY, `${INSERT} (r.id, r.note); ${INSERT} (r.id, r.note);`)],
    ['a condition', CURSOR, record(QUERY, `IF r.id > 0 THEN ${INSERT} (r.id, r.note); END IF;`)],
    [
      // The order in which rows come shows in the number.
      'numbers in an order that is none',
      fetched(QUERY, 'SET c = c + 1; INSERT INTO log (n, cost) VALUES (v_id, c);'),
      record(QUERY, 'c := c + 1; INSERT INTO log (n, cost) VALUES (r.id, c);'),
    ],
    [
      'the last row of several',
      fetched(QUERY, 'UPDATE part SET least = v_id WHERE note = v_note;'),
      record(QUERY, 'UPDATE part SET least = r.id WHERE note = r.note;'),
    ],
    [
      'what earlier turns wrote',
      fetched(QUERY, `${INSERT} (v_id, (SELECT max(what) FROM log));`),
      record(QUERY, `${INSERT} (r.id, (SELECT max(what) FROM log));`),
    ],
  ])('are never the same: %s', async (_, one, other) => {
    expect(await read(PG, other)).not.toBeNull();
    expect(await areSame([MY, one], [PG, other])).toBe(false);
  });

  it.each<[string, EngineId, string]>([
    [
      'the last row twice',
      MY,
      handled(
        VARIABLES,
        QUERY,
        `OPEN c; WHILE NOT done DO FETCH c INTO v_id, v_note; ${ONE} END WHILE; CLOSE c;`,
      ),
    ],
    [
      'the last row twice',
      MY,
      handled(
        VARIABLES,
        QUERY,
        `OPEN c; REPEAT FETCH c INTO v_id, v_note; ${ONE} UNTIL done END REPEAT; CLOSE c;`,
      ),
    ],
    [
      'another end',
      MY,
      handled(
        VARIABLES,
        QUERY,
        `OPEN c; turn: LOOP FETCH c INTO v_id, v_note; IF done OR v_id > 5 THEN LEAVE turn; END IF; ${ONE} END LOOP; CLOSE c;`,
      ),
    ],
    ['a second row is left', MY, fetched(QUERY, `FETCH c INTO v_id, v_note; ${ONE}`)],
    [
      'a row that ends the loop where it is missing',
      MY,
      fetched(QUERY, `SELECT least INTO d FROM part WHERE id = v_id; ${INSERT} (d, v_note);`),
    ],
    [
      'a row that is missing before',
      MY,
      fetched(QUERY, ONE, 'SELECT least INTO d FROM part WHERE id = b;'),
    ],
    [
      'a flag that is asked later',
      MY,
      fetched(QUERY, ONE, '', 'INSERT INTO log (n) VALUES (done);'),
    ],
    ['a flag without a value', MY, CURSOR.replace('DEFAULT FALSE', '')],
    ['a flag that is set before', MY, CURSOR.replace('DEFAULT FALSE', 'DEFAULT TRUE')],
    [
      'a flag that is not cleared',
      MY,
      handled(
        VARIABLES,
        QUERY,
        `${'OPEN c; FETCH c INTO v_id, v_note; WHILE NOT done DO FETCH c INTO v_id, v_note; END WHILE; CLOSE c;'.repeat(2)}`,
      ),
    ],
    ['another handler', MY, CURSOR.replace('NOT FOUND', 'SQLEXCEPTION')],
    ['a handler that goes', MY, CURSOR.replace('CONTINUE', 'EXIT')],
    ['what the last row left', MY, fetched(QUERY, ONE, '', `${INSERT} (v_id, 'last');`)],
    ['an end within', PG, record(QUERY, `EXIT WHEN r.id > 5; ${INSERT} (r.id, r.note);`)],
    [
      'an end of all',
      PG,
      record(QUERY, `IF r.id > 5 THEN RETURN; END IF; ${INSERT} (r.id, r.note);`),
    ],
    [
      'a query in a text',
      PG,
      record('EXECUTE q', `${INSERT} (r.id, r.note);`, "q text := 'SELECT id, note FROM part';"),
    ],
    [
      'a place among all columns',
      PG,
      record('SELECT * FROM part ORDER BY 1', 'INSERT INTO log (n) VALUES (r.stock);'),
    ],
    ['a whole record', PG, record('SELECT note FROM part', 'INSERT INTO log (what) VALUES (r);')],
    [
      'a field that is none',
      PG,
      record('SELECT note FROM part', 'INSERT INTO log (n) VALUES (r.id);'),
    ],
    [
      'a table of its name',
      PG,
      record(
        'SELECT id FROM part',
        'UPDATE part SET least = (SELECT max(r.id) FROM part r) WHERE id = r.id;',
      ),
    ],
    [
      'backwards',
      PG,
      'BEGIN FOR i IN REVERSE 3..1 LOOP INSERT INTO log (n) VALUES (i); END LOOP; END',
    ],
    [
      'on from what the body sets its counter to',
      MY,
      'BEGIN FOR i IN 1..10 DO SET i = i + 1; INSERT INTO log (n) VALUES (i); END FOR; END',
    ],
    ['in steps', PG, 'BEGIN FOR i IN 1..5 BY 2 LOOP INSERT INTO log (n) VALUES (i); END LOOP; END'],
    [
      'a cursor that is open',
      PG,
      `DECLARE k CURSOR FOR ${QUERY}; r record; BEGIN ${'OPEN k; LOOP FETCH k INTO r; EXIT WHEN NOT FOUND; INSERT INTO log (n) VALUES (r.id); END LOOP; '.repeat(2)} END`,
    ],
  ])('are not read: %s', async (_, engine, text) => {
    expect(await read(engine, text)).toBeNull();
  });
});

describe('a range of numbers', () => {
  const INTO = 'INSERT INTO log (n) VALUES';
  const counted = (when: string, begin = '1', step = 'i + 1') =>
    `BEGIN DECLARE i INT DEFAULT ${begin}; WHILE ${when} DO ${INTO} (i * a); SET i = ${step}; END WHILE; END`;
  const ranged = (range: string) => `BEGIN FOR i IN ${range} LOOP ${INTO} (i * a); END LOOP; END`;

  it.each([
    [counted('i <= 10'), ranged('1..10')],
    [counted('i < 11'), ranged('1 .. 10')],
    [counted('i <= 10', '0'), ranged('0..10')],
    [`BEGIN FOR i IN 1..10 DO ${INTO} (i * a); END FOR; END`, ranged('1..10')],
  ])('is the same: %s and %s', async (one, other) => {
    expect(await areSame([MY, one], [PG, other])).toBe(true);
  });
  it.each([
    [counted('i <= 10'), ranged('1..11')],
    [counted('i < 10'), ranged('1..10')],
    [counted('i <= 10', '0'), ranged('1..10')],
    [counted('i <= 10', '1', 'i + 2'), ranged('1..10')],
    // NULL ends WHILE at once, and FOR fails.
    [counted('i <= b'), ranged('1..b')],
  ])('is not: %s and %s', async (one, other) => {
    expect(await areSame([MY, one], [PG, other])).toBe(false);
  });
  it('is one of Oracle, which fails for NULL as well', async () => {
    const text = `PROCEDURE p (a NUMBER, b NUMBER) IS BEGIN FOR i IN 1..b LOOP ${INTO} (i * a); END LOOP; END;`;
    expect(await areSame([ORA, text], [PG, ranged('1..b')])).toBe(true);
  });
});
