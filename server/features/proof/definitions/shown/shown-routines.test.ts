import { expect, it } from 'vitest';
import { ENGINES, type EngineId } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { RoutineDefinition } from '../../../../../connectors/core/definitions.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { type KnownTable, createMeanings } from '../../../sql/service.ts';
import type { PairTask } from '../../pairs/service.ts';
import { readerOfNothing } from '../compare/texts/meanings.ts';
import { readShownRoutines } from './shown-routines.ts';

const MY = ENGINES.mysql.id;
const PG = ENGINES.postgresql.id;
const MS = ENGINES.sqlServer.id;
const ORA = ENGINES.oracle.id;

const INT: CanonicalType = { kind: 'integer', bits: 32, unsigned: false };
const MONEY: CanonicalType = { kind: 'decimal', precision: 10, scale: 2 };
const meanings = createMeanings();

const tableOf = (own: string, columns: Record<string, [string, CanonicalType]>): KnownTable => ({
  name: own,
  as: 'branch_stock',
  columns: Object.entries(columns).map(([name, [as, canonical]]) => ({
    name,
    as,
    canonical,
    nullable: true,
  })),
});
const TABLES = {
  source: [
    tableOf('stock', {
      BranchId: ['branch_id', INT],
      Copies: ['copies', INT],
      Price: ['price', MONEY],
    }),
  ],
  target: [
    tableOf('branch_stock', {
      branch_id: ['branch_id', INT],
      copies: ['copies', INT],
      price: ['price', MONEY],
    }),
  ],
};

interface Side {
  text: string;
  takes: readonly string[];
  language?: string;
  /** Procedures give nothing back. */
  isFunction?: boolean;
}

const routine = ({ text, takes, isFunction = false, language }: Side) =>
  ({
    kind: 'routine',
    text,
    language,
    parameters: takes.map((name) => ({ name, mode: 'in', canonical: INT })),
    returns: isFunction ? { type: 'int', canonical: INT, set: false } : null,
  }) as unknown as RoutineDefinition;

async function show(engine: EngineId, source: Side, target: Side) {
  const members = [
    { id: 1, side: 'source' },
    { id: 2, side: 'target' },
  ];
  const engines = { source: engine, target: PG };
  return readShownRoutines(
    { members } as unknown as PairTask,
    new Map([
      [1, { definition: routine({ language: 'SQL', ...source }) }],
      [2, { definition: routine({ language: 'plpgsql', ...target }) }],
    ]),
    { meanings, engines, tables: TABLES },
    { ...readerOfNothing, words: (side) => connectorOf(engines[side]) },
  );
}

const RESTOCK = `BEGIN
  UPDATE branch_stock
  SET copies = coalesce(branch_stock.copies, 0) + added
  WHERE branch_stock.branch_id = branch;
END;`;

it.each([
  [
    'plpgsql',
    'BEGIN UPDATE branch_stock SET copies = added + coalesce(copies, 0) WHERE branch = branch_id; END',
  ],
  [
    'sql',
    'UPDATE branch_stock SET copies = added + coalesce(copies, 0) WHERE branch = branch_id; -- all',
  ],
])('shows a procedure that writes in one dialect: %s', async (language, there) => {
  const shown = await show(
    MY,
    {
      text: 'BEGIN update `stock` set `Copies` = ifnull(Copies, 0) + p_added where BranchId = p_branch; END',
      takes: ['p_branch', 'p_added'],
    },
    {
      text: there,
      takes: ['branch', 'added'],
      language,
    },
  );
  expect(shown).toEqual({ source: RESTOCK, target: RESTOCK, extent: 'bodies' });
});

const COUNTED = `DECLARE
  total integer := 0;
BEGIN
  IF a > 0 THEN
    total := coalesce(a, 0) + 1;
  ELSIF a < 0 THEN
    RAISE EXCEPTION 'no';
  ELSE
    SELECT
      count(*)
    INTO total
    FROM branch_stock
    WHERE branch_stock.copies > a;
  END IF;
  WHILE total < 3 LOOP
    total := total + 1;
  END LOOP;
  RETURN total;
END;`;
const COUNTED_THERE = `DECLARE total int := 0; BEGIN IF 0 < a THEN total := 1 + COALESCE(a, 0); ELSIF a < 0 THEN RAISE EXCEPTION 'no';
  ELSE SELECT count(*) INTO total FROM branch_stock s WHERE s.copies > a; END IF;
  WHILE total < 3 LOOP total := total + 1; END LOOP; RETURN total; END`;

it.each<[string, EngineId, string, string]>([
  [
    'MariaDB',
    MY,
    'p_a',
    `BEGIN DECLARE total INT DEFAULT 0; IF p_a > 0 THEN SET total = IFNULL(p_a, 0) + 1; ELSEIF p_a < 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no';
     ELSE SELECT COUNT(*) INTO total FROM stock WHERE Copies > p_a; END IF;
     WHILE total < 3 DO SET total = total + 1; END WHILE; RETURN total; END`,
  ],
])('shows a function of steps of %s in one dialect', async (_, engine, parameter, text) => {
  const shown = await show(
    engine,
    { text, takes: [parameter], isFunction: true },
    { text: COUNTED_THERE, takes: ['a'], isFunction: true },
  );
  expect(shown).toEqual({ source: COUNTED, target: COUNTED, extent: 'bodies' });
});

const CHOSEN = `DECLARE
  r integer := 0;
BEGIN
  IF a > 1 THEN
    r := a * 2;
  END IF;
  RETURN coalesce(a, 0) + r;
END;`;

it.each<[string, EngineId, string, string]>([
  [
    'SQL Server',
    MS,
    '@a',
    'CREATE FUNCTION dbo.f(@a int) RETURNS int AS BEGIN DECLARE @r int = 0 IF @a > 1 SET @r = @a * 2 RETURN @r + ISNULL(@a, 0) END',
  ],
  [
    'Oracle',
    ORA,
    'p_a',
    'FUNCTION f(p_a NUMBER) RETURN NUMBER IS r INTEGER := 0; BEGIN IF p_a > 1 THEN r := p_a * 2; END IF; RETURN NVL(p_a, 0) + r; END f;',
  ],
])('shows steps of %s in one dialect', async (_, engine, parameter, text) => {
  const there =
    'DECLARE r int := 0; BEGIN IF a > 1 THEN r := 2 * a; END IF; RETURN coalesce(a, 0) + r; END';
  const shown = await show(
    engine,
    { text, takes: [parameter], isFunction: true },
    { text: there, takes: ['a'], isFunction: true },
  );
  expect(shown).toEqual({ source: CHOSEN, target: CHOSEN, extent: 'bodies' });
});

/** What is said of one statement of MariaDB among others that are alike. */
async function oneOf(declared: string, statement: string, isFunction = false) {
  const shown = await show(
    MY,
    {
      text: `BEGIN ${declared} ${statement} DELETE FROM stock WHERE Copies = p_a; DELETE FROM stock WHERE Copies = 2; DELETE FROM stock WHERE Copies = 3; END`,
      takes: ['p_a'],
      isFunction,
    },
    { text: 'BEGIN DELETE FROM branch_stock WHERE copies = a; END', takes: ['a'] },
  );
  return { ...shown, source: shown?.source.split('DELETE')[0]!.replaceAll(/\s+/g, ' ') };
}

it.each<[string, string, string, string, boolean?]>([
  [
    'a cursor, and what waits for its end',
    'DECLARE done INT DEFAULT 0; DECLARE c CURSOR FOR SELECT Copies FROM stock;',
    'OPEN c;',
    'DECLARE done integer := 0; BEGIN DECLARE c CURSOR FOR SELECT Copies FROM stock; /* MySQL / MariaDB */ OPEN c; /* MySQL / MariaDB */ ',
  ],
  [
    'a variable that keeps its value without a row',
    'DECLARE n INT;',
    'SELECT Copies INTO n FROM stock WHERE BranchId = p_a;',
    'DECLARE n integer; BEGIN SELECT Copies INTO n FROM stock WHERE BranchId = p_a; /* MySQL / MariaDB */ ',
  ],
  [
    'what may be a variable of an unknown type',
    'DECLARE n YEAR;',
    'IF p_a > n THEN DELETE FROM stock WHERE Copies = 1; END IF;',
    'DECLARE n YEAR /* MySQL / MariaDB */; BEGIN IF p_a > n /* MySQL / MariaDB */ THEN ',
  ],
  [
    'a column or a variable of an unknown type',
    'DECLARE branchid YEAR;',
    'UPDATE stock SET Copies = 1 WHERE BranchId = 2;',
    'DECLARE branchid YEAR /* MySQL / MariaDB */; BEGIN UPDATE stock SET Copies = 1 WHERE BranchId = 2; /* MySQL / MariaDB */ ',
  ],
  [
    'a condition that becomes a number',
    'DECLARE n INT;',
    'SET n = p_a > 1;',
    'DECLARE n integer := p_a > 1 /* MySQL / MariaDB */; BEGIN ',
  ],
  [
    'a text that becomes a number',
    'DECLARE n INT;',
    "SET n = concat(p_a, '!');",
    "DECLARE n integer := concat(p_a, '!') /* MySQL / MariaDB */; BEGIN ",
  ],
  [
    'a float that becomes a whole number',
    'DECLARE f DOUBLE; DECLARE n INT;',
    'SET p_a = 1; SET n = f;',
    'DECLARE f double precision; n integer; BEGIN a := 1; n := f /* MySQL / MariaDB */; ',
  ],
  [
    'a row with a condition that becomes a number',
    'DECLARE n INT;',
    'SELECT count(*) > 1 INTO n FROM stock;',
    'DECLARE n integer; BEGIN SELECT count(*) > 1 INTO n FROM stock; /* MySQL / MariaDB */ ',
  ],
  [
    'a condition that is returned as a number',
    '',
    'IF p_a > 5 THEN RETURN p_a > 7; END IF;',
    'BEGIN IF a > 5 THEN RETURN p_a > 7 /* MySQL / MariaDB */; END IF; ',
    true,
  ],
  [
    'the way back to the beginning of a named loop',
    '',
    'l: WHILE p_a > 1 DO ITERATE l; END WHILE;',
    'BEGIN <<l>> WHILE a > 1 LOOP ITERATE l; /* MySQL / MariaDB */ END LOOP; ',
  ],
  [
    'a handler of one statement',
    'DECLARE n INT; DECLARE EXIT HANDLER FOR SQLEXCEPTION SET n = 1;',
    '',
    'DECLARE n integer; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SET n = 1; /* MySQL / MariaDB */ ',
  ],
  [
    'a handler that passes the error on',
    'DECLARE EXIT HANDLER FOR SQLEXCEPTION RESIGNAL;',
    '',
    'BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION RESIGNAL; /* MySQL / MariaDB */ ',
  ],
  [
    'a handler that undoes',
    'DECLARE UNDO HANDLER FOR SQLEXCEPTION ROLLBACK;',
    '',
    'BEGIN DECLARE UNDO HANDLER FOR SQLEXCEPTION ROLLBACK; /* MySQL / MariaDB */ ',
  ],
  [
    'the name of a condition',
    'DECLARE dup CONDITION FOR 1062;',
    '',
    'BEGIN DECLARE dup CONDITION FOR 1062; /* MySQL / MariaDB */ ',
  ],
  [
    'a function of its engine alone',
    'DECLARE n INT;',
    'SET n = crc32(p_a)\n + 1;',
    'DECLARE n integer := crc32(p_a) + 1 /* MySQL / MariaDB */; BEGIN ',
  ],
  [
    'a statement of its engine alone',
    '',
    'INSERT INTO stock (Copies) VALUES (p_a) ON DUPLICATE KEY UPDATE Copies = 2;',
    'BEGIN INSERT INTO stock (Copies) VALUES (p_a) ON DUPLICATE KEY UPDATE Copies = 2; /* MySQL / MariaDB */ ',
  ],
  [
    'a division that gives NULL by zero, or fails, as its mode says',
    'DECLARE n INT;',
    'SET n = 10 DIV p_a;',
    'DECLARE n integer := 10 DIV p_a /* MySQL / MariaDB */; BEGIN ',
  ],
])(
  'leaves %s as it is stored, with the name of its engine',
  async (_, declared, statement, source, isFunction = false) => {
    expect(await oneOf(declared, statement, isFunction)).toMatchObject({
      source,
      extent: 'partly',
    });
  },
);

it('shows a loop that ends by a condition behind its statements', async () => {
  const shown = await show(
    MY,
    { text: 'BEGIN REPEAT SET p_a = p_a - 1; UNTIL p_a < 1 END REPEAT; END', takes: ['p_a'] },
    { text: 'BEGIN LOOP a := a - 1; EXIT WHEN a < 1; END LOOP; END', takes: ['a'] },
  );
  const text = 'BEGIN\n  LOOP\n    a := a - 1;\n    EXIT WHEN a < 1;\n  END LOOP;\nEND;';
  expect(shown).toEqual({ source: text, target: text, extent: 'bodies' });
});

it.each([
  [49, 'bodies'],
  [50, undefined],
  [15_000, undefined],
])('shows a program of %d blocks in each other, or in its own dialect', async (depth, extent) => {
  const nested =
    `${'IF p_a > 1 THEN '.repeat(depth)}SET p_a = 1; ${'END IF; '.repeat(depth)}`.slice(0, 199_000);
  const shown = await show(
    MY,
    { text: `BEGIN ${nested} END`, takes: ['p_a'] },
    { text: 'BEGIN a := 1; END', takes: ['a'] },
  );
  expect(shown?.extent).toBe(extent);
});

it('shows a truth value that is a number as that', async () => {
  expect(await oneOf('DECLARE n BOOLEAN DEFAULT FALSE;', 'SET n = TRUE;')).toMatchObject({
    source: 'DECLARE n smallint := 0; BEGIN n := 1; ',
    extent: 'bodies',
  });
});

it('leaves what is cut where the target rounds as it is stored', async () => {
  const there = { text: 'BEGIN RETURN a; END', takes: ['a'], isFunction: true };
  const steps = async (engine: EngineId, text: string) =>
    (await show(engine, { text, takes: ['@a'], isFunction: true }, there))?.source;
  const cuts =
    'CREATE FUNCTION f(@a int) RETURNS int AS BEGIN DECLARE @d numeric(10,2) = @a DECLARE @n int = @d IF @a > 1 SET @n = @a * 2 RETURN @n END';
  expect(await steps(MS, cuts)).toMatch(/n integer := @d \/\* .*SQL Server \*\/;/);
  const rounds =
    'FUNCTION f("@a" NUMBER) RETURN NUMBER IS d NUMBER(10,2) := 1; n INTEGER := d; BEGIN RETURN n; END f;';
  expect(await steps(ORA, rounds)).toContain('n integer := d;');
});

const bodyThere = async (text: string) =>
  (
    await show(
      MY,
      { text: 'BEGIN DELETE FROM stock WHERE Copies = p_a; END', takes: ['p_a'] },
      { text, takes: ['a'] },
    )
  )?.target.replaceAll(/\s+/g, ' ');

it.each(["RAISE EXCEPTION 'bad %', a;", 'RETURN NEXT;'])(
  'shows %s as it is stored',
  async (statement) => {
    expect(await bodyThere(`BEGIN ${statement} END`)).toBe(`BEGIN ${statement} END;`);
    const handled = `BEGIN ${statement} EXCEPTION WHEN others THEN NULL; END`;
    expect(await bodyThere(handled)).toBeUndefined();
  },
);

it.each([
  [
    'a handler with statements of its own',
    'DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END;',
    '',
  ],
  [
    'a loop that it does not read',
    'DECLARE c CURSOR FOR SELECT Copies FROM stock;',
    'FOR r IN c DO SET p_a = 1; END FOR;',
  ],
  ['two variables of one name there', 'DECLARE a INT;', 'SET a = 1;'],
  ['mostly what cannot be written', '', 'CALL x(); '.repeat(12)],
  ['a long statement that cannot be written', '', `CALL x('${'\n'.repeat(20)}');`],
])('shows a program with %s in its own dialect', async (_, declared, statement) => {
  expect((await oneOf(declared, statement)).extent).toBeUndefined();
});

it.each([
  ['another limit', 'IF a > 1', 'IF a >= 1'],
  ['another value', 'r := a * 2', 'r := a * 3'],
  ['another type', 'r int', 'r numeric(10,2)'],
  ['another column', 'WHERE copies', 'WHERE branch_id'],
])('shows %s of steps that are alike', async (_, before, after) => {
  const mine = `BEGIN DECLARE r INT DEFAULT 0; IF p_a > 1 THEN SET r = p_a * 2; DELETE FROM stock WHERE Copies = 1; END IF; END`;
  const theirs = `DECLARE r int := 0; BEGIN IF a > 1 THEN r := a * 2; DELETE FROM branch_stock WHERE copies = 1; END IF; END`;
  const shown = await show(
    MY,
    { text: mine, takes: ['p_a'] },
    { text: theirs.replace(before, after), takes: ['a'] },
  );
  expect(shown?.extent).toBe('bodies');
  expect(shown?.source).not.toBe(shown?.target);
  const [one, other] = [shown!.source.split('\n'), shown!.target.split('\n')];
  expect(one.filter((line) => !other.includes(line))).toHaveLength(1);
});

const RAISED = `DECLARE
  n integer := 0;
  r record;
BEGIN
  FOR r IN
    SELECT
      branch_stock.branch_id,
      branch_stock.copies + 1 AS more
    FROM branch_stock
    WHERE branch_stock.price > 5
  LOOP
    IF a < r.more THEN
      UPDATE branch_stock
      SET copies = r.more
      WHERE branch_stock.branch_id = r.branch_id;
      n := n + 1;
    END IF;
  END LOOP;
END;`;
const THROUGH_ROWS = `DECLARE n int := 0; r record; BEGIN
  FOR r IN SELECT branch_id, copies + 1 AS more FROM branch_stock WHERE price > 5 LOOP
    IF r.more > a THEN UPDATE branch_stock SET copies = r.more WHERE branch_id = r.branch_id; n := n + 1; END IF;
  END LOOP; END`;

it.each<[EngineId, string]>([
  [
    MY,
    `BEGIN DECLARE n INT DEFAULT 0;
     FOR r IN (SELECT BranchId, Copies + 1 AS more FROM stock WHERE Price > 5) DO
       IF r.more > p_a THEN UPDATE stock SET Copies = r.more WHERE BranchId = r.BranchId; SET n = n + 1; END IF;
     END FOR; END`,
  ],
  [
    ORA,
    `PROCEDURE f (p_a INTEGER) IS n INTEGER := 0; BEGIN
     FOR r IN (SELECT BranchId, Copies + 1 AS more FROM stock WHERE Price > 5) LOOP
       IF r.more > p_a THEN UPDATE stock SET Copies = r.more WHERE BranchId = r.BranchId; n := n + 1; END IF;
     END LOOP; END;`,
  ],
])('shows a loop through rows of %s in one dialect', async (engine, text) => {
  const there = { text: THROUGH_ROWS, takes: ['a'] };
  const shown = await show(engine, { text, takes: ['p_a'] }, there);
  expect(shown).toEqual({ source: RAISED, target: RAISED, extent: 'bodies' });
});

it('shows another query, and another field, as they are', async () => {
  const mine = `BEGIN DECLARE n INT DEFAULT 0;
    FOR r IN (SELECT BranchId, Copies + 1 AS more FROM stock WHERE Price >= 5) DO
      IF r.BranchId > p_a THEN UPDATE stock SET Copies = r.more WHERE BranchId = r.BranchId; SET n = n + 1; END IF;
    END FOR; END`;
  const shown = await show(
    MY,
    { text: mine, takes: ['p_a'] },
    { text: THROUGH_ROWS, takes: ['a'] },
  );
  expect(shown?.target).toBe(RAISED);
  const lines = RAISED.split('\n');
  expect(shown!.source.split('\n').filter((line) => !lines.includes(line))).toEqual([
    '    WHERE branch_stock.price >= 5',
    '    IF a < r.branch_id THEN',
  ]);
});

it.each([
  ['a query that is not known', 'SELECT BranchId, crc32(Copies) AS more FROM stock'],
  ['all columns of a table', 'SELECT s.*, 1 AS more FROM stock s'],
])('keeps %s in a loop, and what asks for its rows', async (_, query) => {
  const mine = `BEGIN DECLARE n INT DEFAULT 0; SET n = 1; SET n = 2; SET n = 3; SET n = 4;
    FOR r IN (${query}) DO
      UPDATE stock SET Copies = r.more WHERE BranchId = p_a;
      SET n = p_a;
    END FOR; SET n = 5; END`;
  const shown = await show(
    MY,
    { text: mine, takes: ['p_a'] },
    { text: THROUGH_ROWS, takes: ['a'] },
  );
  expect(shown?.extent).toBe('partly');
  expect(shown?.source).toContain(`(${query}) /* ${connectorOf(MY).name} */`);
  expect(shown?.source).toContain('= r.more');
  expect(shown?.source.match(/\/\*/g)).toHaveLength(2);
  expect(shown?.source).toContain('    n := a;');
});

it('reads fields of the loop around, and none behind it', async () => {
  const mine = `BEGIN DECLARE n INT DEFAULT 0;
    FOR r IN (SELECT BranchId AS b FROM stock) DO
      FOR s IN (SELECT Copies FROM stock WHERE BranchId = r.b) DO SET n = n + s.Copies; END FOR;
    END FOR; END`;
  const theirs = `DECLARE n int := 0; r record; s record; BEGIN
    FOR r IN SELECT branch_id AS b FROM branch_stock LOOP
      FOR s IN SELECT copies FROM branch_stock WHERE branch_id = r.b LOOP n := n + s.copies; END LOOP;
    END LOOP; END`;
  const shown = await show(MY, { text: mine, takes: [] }, { text: theirs, takes: [] });
  expect(shown?.target).toContain('WHERE branch_stock.branch_id = r.b');
  expect(shown?.extent).toBe('bodies');
});

it.each([
  [
    'in one of the same name',
    `BEGIN FOR r IN (SELECT BranchId FROM stock) DO
      FOR r IN (SELECT BranchId FROM stock) DO UPDATE stock SET Copies = 1 WHERE BranchId = r.BranchId; END FOR;
    END FOR; END`,
    'a',
  ],
  [
    'with the name of a parameter there',
    `BEGIN FOR r IN (SELECT BranchId FROM stock) DO UPDATE stock SET Copies = p_a WHERE BranchId = r.BranchId; END FOR; END`,
    'r',
  ],
])('shows a loop %s as it is stored', async (_, text, other) => {
  const there = { text: 'BEGIN UPDATE branch_stock SET copies = 1; END', takes: [other] };
  const shown = await show(MY, { text, takes: ['p_a'] }, there);
  expect(['bodies', 'partly']).not.toContain(shown?.extent);
});

it('shows a loop whose query calls a table like its record', async () => {
  const mine = `BEGIN FOR r IN (SELECT r.BranchId FROM stock r) DO UPDATE stock SET Copies = p_a WHERE BranchId = r.BranchId; END FOR; END`;
  const there = { text: 'BEGIN UPDATE branch_stock SET copies = 1; END', takes: ['a'] };
  const shown = await show(MY, { text: mine, takes: ['p_a'] }, there);
  expect(shown?.source).toContain('WHERE branch_stock.branch_id = r.branch_id');
});

it('takes no long time over loops within loops', async () => {
  const depth = 1_800;
  const text = `BEGIN ${'FOR r IN (SELECT Copies FROM stock) DO '.repeat(depth)} SET p_a = 1; ${'END FOR; '.repeat(depth)} END`;
  const loops = `BEGIN ${'FOR r IN (SELECT Copies FROM stock) DO SET p_a = r.Copies; END FOR; '.repeat(1_400)} END`;
  const there = { text: THROUGH_ROWS, takes: ['a'] };
  for (const own of [text, loops]) {
    expect(own.length).toBeGreaterThan(85_000);
    const before = performance.now();
    await show(MY, { text: own, takes: ['p_a'] }, there);
    expect(performance.now() - before).toBeLessThan(20_000);
  }
});
