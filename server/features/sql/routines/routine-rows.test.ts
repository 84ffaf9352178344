import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { INT, MS, MY, PG, column, textOf } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const TEXT = textOf(null);
const TABLES = [
  { name: 'part', as: 'part', columns: [column('id'), column('note', TEXT), column('stock')] },
];
const meanings = createMeanings();

async function keyOf(engine: EngineId, text: string): Promise<string | null> {
  const asked = {
    engine,
    tables: TABLES,
    routine: {
      text,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters: [{ ...column(engine === MS ? '@a' : 'a'), as: '$1' }],
      gives: { rows: engine === PG ? [INT, TEXT] : null },
      strict: false,
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked)?.key ?? null;
}

const QUERY = 'SELECT id, note FROM part WHERE stock < a';
const OF_MS = 'SELECT id, note FROM dbo.part WHERE stock < @a';
const next = (body: string) =>
  `DECLARE r record; BEGIN FOR r IN ${QUERY} LOOP ${body} END LOOP; RETURN; END`;

describe('rows that a routine returns', () => {
  it.each<[EngineId, string]>([
    [PG, `BEGIN RETURN QUERY ${QUERY}; END`],
    [PG, `BEGIN RETURN QUERY ${QUERY}; RETURN; END`],
    [PG, next('RETURN NEXT r;')],
    [PG, next('RETURN NEXT r;').replace(' RETURN; END', ' END;')],
    [MS, `CREATE FUNCTION f(@a int) RETURNS TABLE AS RETURN (${OF_MS})`],
    [MS, `CREATE PROCEDURE dbo.f @a int AS BEGIN SET NOCOUNT ON; ${OF_MS}; END`],
    [MS, `CREATE OR ALTER PROC f (@a int = 1) AS SET NOCOUNT ON ${OF_MS}`],
  ])('%s: %s gives what a procedure of MySQL does', async (engine, text) => {
    expect(await keyOf(engine, text)).toBe(await keyOf(MY, `BEGIN ${QUERY}; END`));
  });

  it.each<[EngineId, string]>([
    [PG, next('IF r.id > 1 THEN RETURN NEXT r; END IF;')],
    [PG, next('RETURN NEXT r; RETURN NEXT r;')],
    [PG, next('RETURN NEXT s;')],
    [PG, `BEGIN RETURN QUERY ${QUERY}; RETURN QUERY ${QUERY}; RETURN; END`],
    [MS, `CREATE PROC f @a int AS ${OF_MS} SELECT 1`],
    [MS, `CREATE PROC f @a int AS ${OF_MS} UPDATE part SET id = 1`],
    [MS, `CREATE PROC f @a int AS SET ROWCOUNT 1 ${OF_MS}`],
    [MS, 'CREATE PROC f @a int AS SELECT @a = id, @a = 1 FROM part'],
    [MS, 'CREATE PROC f @a int AS SELECT id, n = note FROM part'],
    [MS, 'CREATE PROC f @a int AS SELECT id, note INTO other FROM part'],
    [MS, `CREATE PROC f @a int AS IF @a > 1 ${OF_MS}`],
    // What it calls may return rows, too.
    [MY, 'BEGIN CALL other(1); END'],
  ])('%s: %s is not read', async (engine, text) => {
    expect(await keyOf(engine, text)).toBeNull();
  });
});
