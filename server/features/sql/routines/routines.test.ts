import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { DUCK, INT, MS, MY, ORA, PG } from '../known-fixture.ts';
import { type RoutineText, createMeanings } from '../service.ts';

const meanings = createMeanings();

/** A function of two whole numbers. */
function functionOf(engine: EngineId, text: string, gives: RoutineText['gives']): RoutineText {
  const sign = engine === MS ? '@' : '';
  return {
    text,
    language: engine === PG ? 'plpgsql' : 'SQL',
    parameters: ['a', 'b'].map((name, index) => ({
      name: `${sign}${name}`,
      as: `$${index + 1}`,
      canonical: INT,
      nullable: true,
    })),
    gives,
    strict: false,
  };
}

async function read(engine: EngineId, text: string, gives: RoutineText['gives'] = { value: INT }) {
  const asked = { engine, tables: [], routine: functionOf(engine, text, gives) };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked);
}

describe('what a function gives back', () => {
  it.each<[EngineId, string]>([
    [MY, 'RETURN a * 2 + b'],
    [MY, 'BEGIN\n  RETURN b + 2 * a;\nEND'],
    [PG, 'BEGIN RETURN a * 2 + b; END;'],
    [PG, 'begin return $2 + $1 * 2; end'],
    [
      MS,
      'CREATE FUNCTION [dbo].[f](@a int, @b AS int = 1) RETURNS int AS BEGIN RETURN @a * 2 + @b END',
    ],
    [
      MS,
      'CREATE OR ALTER FUNCTION f(@a int, @b int) RETURNS int WITH SCHEMABINDING BEGIN RETURN (@a * 2 + @b); END;',
    ],
    [ORA, 'FUNCTION f (a NUMBER, b IN NUMBER) RETURN NUMBER IS BEGIN RETURN a * 2 + b; END;'],
    [
      ORA,
      'FUNCTION f (a NUMBER, b NUMBER) RETURN NUMBER DETERMINISTIC AS BEGIN RETURN a * 2 + b; END f;',
    ],
    [DUCK, '((a * 2) + b)'],
  ])('%s: %s is the same', async (engine, text) => {
    const found = await read(engine, text);
    expect(found?.opaque).toBe(false);
    expect(found?.key).toBe((await read(PG, 'BEGIN RETURN a * 2 + b; END'))!.key);
  });

  it.each<[EngineId, string]>([
    [PG, 'BEGIN RETURN a * 2 + b; EXCEPTION WHEN others THEN RETURN 0; END'],
    [PG, 'BEGIN RETURN NEXT a; END'],
    [PG, 'BEGIN RETURN a * 2 /* + b; END'],
    [MY, 'BEGIN RETURN a /*! + 1 */ * 2 + b; END'],
    [MY, '/*!50000 SET @x = 1 */ RETURN a * 2 + b'],
    [MY, 'BEGIN RETURN a || b; END'],
    [MY, 'x: BEGIN RETURN a * 2 + b; END'],
    [MY, ''],
    [MS, 'CREATE PROCEDURE f @a int, @b int AS BEGIN RETURN @a * 2 + @b END'],
  ])('%s: %s is not read', async (engine, text) => {
    expect(await read(engine, text)).toBeNull();
  });

  it('tells what is not run with NULL', async () => {
    const header = 'CREATE FUNCTION f(@a int, @b int) RETURNS int';
    const body = 'AS BEGIN RETURN coalesce(@a, 0) + @b END';
    const [strict, called] = [
      await read(MS, `${header} WITH RETURNS NULL ON NULL INPUT ${body}`),
      await read(MS, `${header} WITH CALLED ON NULL INPUT ${body}`),
    ];
    expect(called!.key).toBe((await read(PG, 'BEGIN RETURN coalesce(a, 0) + b; END'))!.key);
    expect(strict!.key).not.toBe(called!.key);
  });

  it('reads a query of rows, in brackets or not', async () => {
    const rows = { rows: null };
    const query = 'SELECT x, y FROM t WHERE z > ';
    const found = await read(PG, `BEGIN RETURN QUERY ${query}a; END`, rows);
    const header = 'CREATE FUNCTION f(@a int, @b int) RETURNS TABLE AS RETURN';
    // Nothing is known of the table, which may have a column of that name.
    expect(found).toBeNull();
    const [one, other, procedure] = [
      await read(MS, `${header} (${query}@a)`, rows),
      await read(PG, `BEGIN RETURN QUERY ${query}$1; END`, rows),
      await read(MY, 'SELECT y, x FROM t', rows),
    ];
    expect(one).not.toBeNull();
    // Parameters have names of their own.
    expect({ ...one, program: null }).toEqual({ ...other, program: null });
    expect(procedure).not.toBeNull();
    expect(procedure!.key).not.toBe(
      (await read(PG, 'BEGIN RETURN QUERY SELECT x, y FROM t; END', rows))!.key,
    );
  });
});
