import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, MS, MY, ORA, PG, column, textOf } from '../known-fixture.ts';
import { type Routine, type Texts, createMeanings } from '../service.ts';

/** Blanks that pad CHAR: SQL Server and Oracle keep them in what is computed, others drop them. */

const CHAR: CanonicalType = { kind: 'text', length: 4, fixed: true, bytes: false };
const COLUMNS = [column('id', INT, false), column('code', CHAR), column('b', textOf(20))];
const tables = [{ name: 't', as: 't', columns: COLUMNS, keys: [['id']] }];
const meanings = createMeanings();
type Text = readonly [engine: EngineId, text: string];

async function compare(
  read: (
    text: Text,
  ) => ReturnType<typeof meanings.ofView> | Promise<ReturnType<typeof meanings.ofView>>,
  one: Text,
  other: Text,
) {
  return compareMeanings(await read(one), await read(other));
}
async function ofView([engine, query]: Text) {
  const view = { engine, tables, query } satisfies Texts;
  await meanings.prepare([view]);
  return meanings.ofView(view);
}
async function ofRoutine([engine, text]: Text) {
  const parameters = [
    { name: engine === MS ? '@p' : 'p', as: '$1', canonical: INT, nullable: true },
  ];
  const gives =
    /^\s*create function/i.test(text) || /return/i.test(text)
      ? { value: textOf(20) }
      : { rows: null };
  const routine: Routine = {
    engine,
    tables,
    routine: {
      text,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters,
      gives,
      strict: false,
    },
  };
  await meanings.prepare([routine]);
  return meanings.ofRoutine(routine);
}

it.each<[string, Text, Text]>([
  ['lower', [MS, 'select lower(code) v from t'], [PG, 'select lower(code) v from t']],
  [
    'upper of max',
    [ORA, 'select upper(max(code)) v from t'],
    [PG, 'select upper(max(code)) v from t'],
  ],
  ['left', [MS, 'select left(code, 3) v from t'], [MY, 'select left(code, 3) v from t']],
  ['right', [MS, 'select right(code, 3) v from t'], [MY, 'select right(code, 3) v from t']],
  ['lpad', [ORA, "select lpad(code, 6, '0') v from t"], [PG, "select lpad(code, 6, '0') v from t"]],
  ['rpad', [ORA, "select rpad(code, 6, '0') v from t"], [MY, "select rpad(code, 6, '0') v from t"]],
  [
    'isnull',
    [MS, "select isnull(code, 'x') + 'y' v from t"],
    [PG, "select coalesce(code, 'x') || 'y' v from t"],
  ],
  [
    'a cast',
    [MS, 'select cast(code as varchar(30)) v from t'],
    [PG, 'select code::varchar(30) v from t'],
  ],
  [
    'a cast without length',
    [MS, 'select cast(code as varchar(max)) v from t'],
    [PG, 'select code::text v from t'],
  ],
  [
    'LIKE',
    [MS, "select id v from t where upper(code) like 'X'"],
    [MY, "select id v from t where upper(code) like 'X'"],
  ],
])('are seen in what %s gives', async (_what, one, other) => {
  expect(await compare(ofView, one, other)).toBe('unclear');
  const same: Text = [one[0], one[1].replace(' v ', '  v ')];
  expect(await compare(ofView, one, same)).toBe('same');
});

it.each<[string, Text, Text]>([
  [
    'a comparison',
    [MS, "select id v from t where lower(code) = 'x'"],
    [PG, "select id v from t where lower(code) = 'x'"],
  ],
  [
    'what stays CHAR',
    [MS, 'select cast(code as char(4)) v from t'],
    [PG, 'select code::char(4) v from t'],
  ],
  [
    'a column',
    [ORA, "select nvl(code, 'x') v from t"],
    [PG, "select coalesce(code, 'x') v from t"],
  ],
])('say nothing in %s', async (_what, one, other) => {
  expect(await compare(ofView, one, other)).toBe('same');
});

it.each<[string, Text, Text, string]>([
  [
    'stored as VARCHAR',
    [MS, 'UPDATE t SET b = code WHERE id = @p'],
    [PG, 'BEGIN UPDATE t SET b = code WHERE id = p; END'],
    'unclear',
  ],
  [
    'made and stored as VARCHAR',
    [MS, 'UPDATE t SET b = upper(code) WHERE id = @p'],
    [PG, 'BEGIN UPDATE t SET b = upper(code) WHERE id = p; END'],
    'unclear',
  ],
  [
    'stored as CHAR',
    [MS, 'UPDATE t SET code = code WHERE id = @p'],
    [PG, 'BEGIN UPDATE t SET code = code WHERE id = p; END'],
    'same',
  ],
  [
    'returned as VARCHAR',
    [MS, 'RETURN (SELECT code FROM t WHERE id = @p)'],
    [PG, 'BEGIN RETURN (SELECT code FROM t WHERE id = p); END'],
    'unclear',
  ],
])('of a text that is %s', async (_what, [engine, text], other, expected) => {
  const head = text.startsWith('RETURN')
    ? 'CREATE FUNCTION f (@p int) RETURNS varchar(20) AS BEGIN'
    : 'CREATE PROCEDURE f @p int AS BEGIN';
  expect(await compare(ofRoutine, [engine, `${head} ${text} END`], other)).toBe(expected);
});

it.each<[Text, Text, string]>([
  [
    [MY, 'select convert(b using latin1) v from t'],
    [MY, 'select convert(b using utf8mb4) v from t'],
    'unclear',
  ],
  [[MY, 'select convert(b using ascii) v from t'], [PG, 'select b v from t'], 'unclear'],
  [[MY, 'select convert(b using utf8mb4) v from t'], [PG, 'select b v from t'], 'same'],
  [[MY, "select _latin1'é' v from t"], [PG, "select 'é' v from t"], 'unclear'],
  [[MY, "select _latin1'e' v from t"], [PG, "select 'e' v from t"], 'same'],
  [[MY, "select _utf8mb4'é' v from t"], [PG, "select 'é' v from t"], 'same'],
])('a character set that lacks characters: %s | %s', async (one, other, expected) => {
  expect(await compare(ofView, one, other)).toBe(expected);
});
