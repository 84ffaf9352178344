import { describe, expect, it } from 'vitest';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, MS, MY, PG, column, textOf } from '../known-fixture.ts';
import { type KnownTable, type RoutineText, createMeanings } from '../service.ts';

const TABLES: KnownTable[] = [
  {
    name: 'part',
    schemaInQueries: 'dbo',
    as: 'part',
    columns: [column('id', INT, false), column('stock', INT, false), column('least')],
    keys: [['id']],
  },
  {
    name: 'log',
    schemaInQueries: 'dbo',
    as: 'log',
    columns: [column('what', textOf(20)), column('n'), column('price', DECIMAL())],
  },
];
function DECIMAL() {
  return { kind: 'decimal', precision: 10, scale: 2 } as const;
}
const meanings = createMeanings();

async function read(
  engine: typeof MS | typeof PG | typeof MY,
  text: string,
  gives: RoutineText['gives'],
) {
  const sign = engine === MS ? '@' : '';
  const asked = {
    engine,
    tables: TABLES,
    routine: {
      text,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters: ['a', 'b'].map((name, at) => ({ ...column(`${sign}${name}`), as: `$${at + 1}` })),
      gives,
      strict: false,
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked);
}

const compare = async (
  transact: string,
  statements: string,
  gives: RoutineText['gives'] = { rows: null },
) =>
  compareMeanings(
    await read(MS, `CREATE PROCEDURE dbo.p @a int, @b int AS ${transact}`, gives),
    await read(PG, `DECLARE c int; BEGIN ${statements} END`, gives),
  );

const RESERVE = 'UPDATE part SET stock = stock - a WHERE id = b;';
const NOTE = "INSERT INTO log (what, n) VALUES ('reserved', a);";
const RESERVE_MS = 'UPDATE dbo.part SET stock = stock - @a WHERE id = @b';
const NOTE_MS = "INSERT INTO dbo.log (what, n) VALUES ('reserved', @a)";
const BOTH = `${RESERVE} ${NOTE}`;
const REFUSED = `IF a < 0 THEN RAISE EXCEPTION 'no'; END IF; ${BOTH}`;
const CATCH = 'BEGIN CATCH IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; THROW; END CATCH';

describe('procedures of T-SQL', () => {
  it.each([
    ['one statement', RESERVE_MS, RESERVE],
    ['settings before it', `BEGIN SET NOCOUNT ON; ${RESERVE_MS}; END`, RESERVE],
    ['no INTO', "INSERT dbo.log (what, n) VALUES ('reserved', @a);", NOTE],
    ['no FROM', 'DELETE dbo.part WHERE id = @b', 'DELETE FROM part WHERE id = b;'],
    [
      'rows of a query',
      'INSERT INTO log (n) SELECT stock FROM part WHERE id = @a',
      'INSERT INTO log (n) SELECT stock FROM part WHERE id = a;',
    ],
    [
      'a transaction that XACT_ABORT guards',
      `SET XACT_ABORT ON; BEGIN TRAN ${RESERVE_MS} ${NOTE_MS} COMMIT TRAN`,
      BOTH,
    ],
    [
      'a TRY that rolls back and throws again',
      `BEGIN SET NOCOUNT ON; BEGIN TRY BEGIN TRANSACTION; ${RESERVE_MS}; ${NOTE_MS}; COMMIT; END TRY ${CATCH} END`,
      BOTH,
    ],
    [
      'RAISERROR in a TRY',
      `BEGIN TRY BEGIN TRAN IF @a < 0 RAISERROR('no', 16, 1) ${RESERVE_MS} ${NOTE_MS} COMMIT END TRY ${CATCH}`,
      REFUSED,
    ],
    [
      'THROW before it',
      `SET XACT_ABORT ON; BEGIN TRAN; IF @a < 0 THROW 50000, 'no', 1; ${RESERVE_MS}; ${NOTE_MS}; COMMIT;`,
      REFUSED,
    ],
  ])('mean the same: %s', async (_, transact, statements) => {
    expect(await compare(transact, statements)).toBe('same');
  });

  it.each([
    ['statements one after the other', `${RESERVE_MS} ${NOTE_MS}`, BOTH],
    [
      'also with XACT_ABORT, where nothing holds them together',
      `SET XACT_ABORT ON ${RESERVE_MS} ${NOTE_MS}`,
      BOTH,
    ],
    [
      'a TRY that throws alone',
      `BEGIN TRY ${RESERVE_MS} ${NOTE_MS} END TRY BEGIN CATCH THROW END CATCH`,
      BOTH,
    ],
    ['a TRY without a transaction', `BEGIN TRY ${RESERVE_MS} ${NOTE_MS} END TRY ${CATCH}`, BOTH],
    [
      'several statements behind one condition',
      `IF @a > 0 BEGIN ${RESERVE_MS} ${NOTE_MS} END`,
      `IF a > 0 THEN ${BOTH} END IF;`,
    ],
    [
      'an early RETURN',
      `IF @a = 0 RETURN; DECLARE @c int = @a + 1; ${RESERVE_MS.replace('- @a', '- @c')}; ${NOTE_MS}`,
      `IF a = 0 THEN RETURN; END IF; c := a + 1; ${RESERVE.replace('- a', '- c')} ${NOTE}`,
    ],
  ])('mean the same unless a statement fails: %s', async (_, transact, statements) => {
    expect(await compare(transact, statements)).toBe('goesOn');
  });

  it('set what they are given', async () => {
    const gives = { outs: [{ as: '$2', fresh: false }] };
    const transact = `SET NOCOUNT ON; SET @b = @a * 2; RETURN 0`;
    expect(await compare(transact, 'b := a * 2;', gives)).toBe('goesOn');
  });

  it.each([
    ['another condition', RESERVE_MS.replace('id = @b', 'id <> @b'), RESERVE],
    ['another order', `${NOTE_MS} ${RESERVE_MS}`, BOTH],
    ['a statement less', RESERVE_MS, BOTH],
    ['a statement more', `${RESERVE_MS} ${NOTE_MS} ${NOTE_MS}`, BOTH],
    [
      'RAISERROR that goes on',
      `IF @a < 0 RAISERROR('no', 16, 1) ${RESERVE_MS} ${NOTE_MS}`,
      REFUSED,
    ],
    [
      'RAISERROR outside of a TRY',
      `IF @a < 0 BEGIN RAISERROR('no', 16, 1); RETURN; END ${RESERVE_MS}; ${NOTE_MS}`,
      REFUSED,
    ],
    [
      'another number of an error',
      `IF @a < 0 THROW 50001, 'no', 1; ${RESERVE_MS}; ${NOTE_MS};`,
      REFUSED,
    ],
    [
      'a status that says it failed',
      `IF @a = 0 RETURN 1 ELSE ${RESERVE_MS}`,
      `IF a = 0 THEN RETURN; ELSE ${RESERVE} END IF;`,
    ],
    ['a transaction without a guard', `BEGIN TRAN ${RESERVE_MS} ${NOTE_MS} COMMIT`, BOTH],
    [
      'a CATCH that leaves the transaction open',
      `BEGIN TRY BEGIN TRAN ${NOTE_MS} COMMIT END TRY BEGIN CATCH THROW END CATCH`,
      NOTE,
    ],
    [
      'texts that are equal to one engine alone',
      `DECLARE @t varchar(9) = 'A' IF @t = 'a' ${RESERVE_MS}`,
      `IF 'A' = 'a' THEN ${RESERVE} END IF;`,
    ],
    [
      'a text without a length',
      "DECLARE @t varchar = 'abc' INSERT INTO log (what) VALUES (@t)",
      "INSERT INTO log (what) VALUES ('abc');",
    ],
    [
      'letters that a code page may lack',
      "INSERT INTO log (what) VALUES ('日本')",
      "INSERT INTO log (what) VALUES ('日本');",
    ],
    [
      'the key that was made last',
      `SET XACT_ABORT ON BEGIN TRAN ${NOTE_MS} IF SCOPE_IDENTITY() > 1 ${RESERVE_MS} COMMIT`,
      `${NOTE} IF lastval() > 1 THEN ${RESERVE} END IF;`,
    ],
    [
      'a warning',
      `IF @a < 0 BEGIN RAISERROR('no', 10, 1) RETURN END ${RESERVE_MS} ${NOTE_MS}`,
      REFUSED,
    ],
    [
      'an error that is swallowed',
      `BEGIN TRY ${RESERVE_MS} END TRY BEGIN CATCH SELECT 1 END CATCH`,
      RESERVE,
    ],
    [
      'an error that is logged',
      `BEGIN TRY ${RESERVE_MS} END TRY BEGIN CATCH ${NOTE_MS} END CATCH`,
      RESERVE,
    ],
    [
      'a savepoint named THROW',
      `BEGIN TRY BEGIN TRAN ${RESERVE_MS} COMMIT END TRY BEGIN CATCH ROLLBACK TRAN THROW END CATCH`,
      RESERVE,
    ],
    [
      'a transaction that stays open',
      `SET XACT_ABORT ON; BEGIN TRAN IF @a = 0 RETURN ${RESERVE_MS} COMMIT`,
      `IF a = 0 THEN RETURN; END IF; ${RESERVE}`,
    ],
    ['a transaction that is rolled back', `BEGIN TRAN ${RESERVE_MS} ROLLBACK`, RESERVE],
    [
      'a fraction that is cut',
      'UPDATE part SET stock = 1.7 WHERE id = @a',
      'UPDATE part SET stock = 1.7 WHERE id = a;',
    ],
    ['some rows', 'DELETE TOP (1) FROM part WHERE id = @a', 'DELETE FROM part WHERE id = a;'],
    [
      'rows that are shown',
      'DELETE FROM part OUTPUT deleted.id WHERE id = @a',
      'DELETE FROM part WHERE id = a;',
    ],
    [
      'other tables',
      'UPDATE part SET stock = log.n FROM log WHERE id = @a',
      'UPDATE part SET stock = log.n FROM log WHERE id = a;',
    ],
    ['a call', `${RESERVE_MS} EXEC dbo.q @a`, RESERVE],
    ['a table of its own', `INSERT INTO #t (n) VALUES (@a) ${RESERVE_MS}`, RESERVE],
    ['rows that were affected', `${RESERVE_MS} IF @@ROWCOUNT = 0 ${NOTE_MS}`, BOTH],
    ['a query besides', `${RESERVE_MS} SELECT stock FROM part`, RESERVE],
  ])('are not called the same: %s', async (_, transact, statements) => {
    expect(['different', 'unclear']).toContain(await compare(transact, statements));
  });

  it('may repeat what they do', async () => {
    const gives = { value: INT };
    const sum = (engine: typeof MS | typeof PG, end: string) =>
      engine === MS
        ? `CREATE FUNCTION dbo.f(@a int, @b int) RETURNS int AS BEGIN DECLARE @c int = 1, @d int = 0
           WHILE @c ${end} @a BEGIN SET @d = @d + @c SET @c = @c + 1 END RETURN @d END`
        : `DECLARE c int := 1; d int := 0; BEGIN
           WHILE c ${end} a LOOP d := d + c; c := c + 1; END LOOP; RETURN d; END`;
    const source = await read(MS, sum(MS, '<='), gives);
    expect(compareMeanings(source, await read(PG, sum(PG, '<='), gives))).toBe('same');
    expect(compareMeanings(source, await read(PG, sum(PG, '<'), gives))).toBe('unclear');
  });

  it('differ in what is left of them where a statement fails', async () => {
    const transact = (body: string) =>
      read(MS, `CREATE PROC p @a int, @b int AS ${body}`, { rows: null });
    const plain = await transact(`${RESERVE_MS} ${NOTE_MS}`);
    for (const other of [
      `BEGIN TRY ${RESERVE_MS} ${NOTE_MS} END TRY BEGIN CATCH THROW END CATCH`,
      `SET XACT_ABORT ON ${RESERVE_MS} ${NOTE_MS}`,
      `SET XACT_ABORT ON BEGIN TRAN ${RESERVE_MS} ${NOTE_MS} COMMIT`,
    ])
      expect(compareMeanings(plain, await transact(other))).toBe('goesOn');
  });

  it('do not ask earlier what may see a write', async () => {
    const transact = (body: string) =>
      read(MS, `CREATE PROC p @a int, @b int AS SET XACT_ABORT ON BEGIN TRAN ${body} COMMIT`, {
        rows: null,
      });
    for (const asked of ['dbo.f(1)', 'SCOPE_IDENTITY()']) {
      const after = await transact(`${NOTE_MS} IF ${asked} > 1 ${RESERVE_MS}`);
      const before = await transact(
        `IF ${asked} > 1 BEGIN ${NOTE_MS} ${RESERVE_MS} END ELSE ${NOTE_MS}`,
      );
      expect(compareMeanings(after, before)).not.toBe('same');
    }
  });

  it('are not said to take back what MySQL keeps as well', async () => {
    const mysql = await read(MY, `BEGIN ${BOTH} END`, { rows: null });
    const transact = await read(MS, `CREATE PROC p @a int, @b int AS ${RESERVE_MS} ${NOTE_MS}`, {
      rows: null,
    });
    expect(compareMeanings(transact, mysql)).toBe('goesOn');
  });
});
