import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { DUCK, LITE, MS, MY, PG, column, textOf } from '../known-fixture.ts';
import { type KnownColumn, type Letters, createMeanings } from '../service.ts';

const meanings = createMeanings();

type Lettered = Letters & Pick<KnownColumn, 'there'>;
const text = (name: string, letters: Lettered = {}): KnownColumn => ({
  ...column(name, textOf(20)),
  ...letters,
});

async function read(engine: EngineId, query: string, columns: KnownColumn[]) {
  const asked = {
    engine,
    tables: [{ name: 't', as: 't', columns }],
    query: `select b from t where ${query}`,
  };
  await meanings.prepare([asked]);
  return meanings.ofView(asked);
}
const of = (letters: Lettered): KnownColumn[] => [text('b', letters), text('c')];
const COUNTS = of({ foldsCase: false });
const FOLDS = of({ foldsCase: true });
const CITEXT = of({ foldsCase: true, citext: 'public' });
const UNKNOWN = of({});

describe('what LIKE makes of case', () => {
  it.each<[EngineId, string, KnownColumn[], EngineId, string, KnownColumn[], string]>([
    // By the rules of engines and collations.
    [LITE, "b like 'x%'", COUNTS, PG, "(b ~~ 'x%'::text)", COUNTS, 'foldsOnSource'],
    [PG, "b LIKE 'x%'", COUNTS, LITE, "b like 'x%'", COUNTS, 'foldsOnTarget'],
    [MY, "b like 'x%'", FOLDS, PG, "b LIKE 'x%'", COUNTS, 'foldsOnSource'],
    [MY, "b not like 'x%'", FOLDS, PG, "b NOT LIKE 'x%'", COUNTS, 'foldsOnSource'],
    [MY, "b like 'x%'", COUNTS, LITE, "b like 'x%'", COUNTS, 'foldsOnTarget'],
    [MS, "b like 'x%'", FOLDS, DUCK, "b like 'x%'", COUNTS, 'foldsOnSource'],
    [PG, "b LIKE 'x%'", COUNTS, PG, "b ILIKE 'x%'", COUNTS, 'foldsOnTarget'],
    [PG, "b LIKE 'x%'", FOLDS, PG, "b LIKE 'x%'", COUNTS, 'foldsOnSource'],
    [
      MY,
      "trim(b) like concat('%', c, '%')",
      FOLDS,
      PG,
      "trim(b) LIKE ('%' || c || '%')",
      COUNTS,
      'foldsOnSource',
    ],
    [LITE, "b like 'x%' or b = '1'", COUNTS, PG, "b = '1' or b like 'x%'", COUNTS, 'foldsOnSource'],
    // What an unknown collation does speaks for neither side.
    [
      MY,
      "b like 'x%' and c like 'ä%'",
      COUNTS,
      LITE,
      "b like 'x%' and c like 'ä%'",
      COUNTS,
      'foldsOnTarget',
    ],
    // The same.
    [PG, "(b OPERATOR(pg_catalog.~~) 'x%'::text)", COUNTS, PG, "b LIKE 'x%'", COUNTS, 'same'],
    [PG, "(b OPERATOR(pg_catalog.!~~) 'x%'::text)", COUNTS, MY, "b not like 'x%'", COUNTS, 'same'],
    [PG, "(b OPERATOR(public.~~) 'x%'::citext)", CITEXT, MY, "b like 'x%'", FOLDS, 'same'],
    [PG, "(b OPERATOR(public.=) 'x'::citext)", CITEXT, MY, "b = 'x'", FOLDS, 'same'],
    [
      PG,
      "(b OPERATOR(mine.=) 'x'::citext)",
      of({ foldsCase: true, citext: 'mine' }),
      MY,
      "b = 'x'",
      FOLDS,
      'same',
    ],
    [
      PG,
      "(b OPERATOR(public.=) 'x'::citext)",
      of({ foldsCase: true, citext: '' }),
      MY,
      "b = 'x'",
      FOLDS,
      'same',
    ],
    [PG, "(b ~~ 'x%'::citext)", CITEXT, MY, "b like 'x%'", FOLDS, 'same'],
    [PG, "b NOT LIKE 'x%'::citext", CITEXT, MY, "b not like 'x%'", FOLDS, 'same'],
    [PG, "(b = 'x'::citext)", CITEXT, MY, "b = 'x'", FOLDS, 'same'],
    // A cast lets the letters of citext count.
    [PG, "((b)::text ~~ 'x%'::text)", CITEXT, MY, "b like 'x%'", FOLDS, 'foldsOnTarget'],
    [
      PG,
      "((b)::varchar(9) ~~ 'x%'::text)",
      CITEXT,
      PG,
      "((b)::varchar(9) ~~ 'x%'::text)",
      COUNTS,
      'same',
    ],
    [PG, "((b)::text ~~ 'x%'::text)", CITEXT, PG, "(b ~~ 'x%'::text)", COUNTS, 'same'],
    [
      PG,
      "(lower((b)::text) ~~ 'x%'::text)",
      CITEXT,
      PG,
      "(lower(b) ~~ 'x%'::text)",
      COUNTS,
      'same',
    ],
    [PG, "((b)::text ~~ 'x%'::text)", FOLDS, PG, "(b ~~ 'x%'::text)", COUNTS, 'unclear'],
    [PG, '(b OPERATOR(pg_catalog.||) c) = c', COUNTS, MY, 'concat(b, c) = c', COUNTS, 'same'],
    [LITE, "b like 'x%'", COUNTS, PG, "b ILIKE 'x%'", COUNTS, 'same'],
    [LITE, "b like '%1-%'", COUNTS, PG, "b LIKE '%1-%'", COUNTS, 'same'],
    [LITE, "b like 'ä%'", COUNTS, PG, "b LIKE 'ä%'", COUNTS, 'same'],
    [MY, "b like '1_%'", FOLDS, PG, "b LIKE '1_%'", COUNTS, 'same'],
    [MY, "b like 'x%'", COUNTS, PG, "b LIKE 'x%'", COUNTS, 'same'],
    [MY, "b like 'x%'", FOLDS, MS, "b like 'x%'", FOLDS, 'same'],
    [PG, "b ILIKE '%1'", COUNTS, LITE, "b like '%1'", COUNTS, 'same'],
    // Signs whose capitals or small letters are those of other letters, or two.
    [LITE, "b like 'k%'", COUNTS, PG, "b ILIKE 'k%'", COUNTS, 'unclear'],
    [LITE, "b like 'i%'", COUNTS, PG, "b ILIKE 'i%'", COUNTS, 'unclear'],
    [LITE, "b like '_x'", COUNTS, PG, "b ILIKE '_x'", COUNTS, 'unclear'],
    [LITE, "b like 'xä%'", COUNTS, PG, "b ILIKE 'xä%'", COUNTS, 'unclear'],
    [LITE, 'b like c', COUNTS, PG, 'b ILIKE c', COUNTS, 'unclear'],
    // What a collation takes for one letter is not known.
    [MY, "b like 'x%'", FOLDS, PG, "b ILIKE 'x%'", COUNTS, 'unclear'],
    [MY, "b like 'x%'", FOLDS, LITE, "b like 'x%'", COUNTS, 'unclear'],
    [MY, "b like 'x%'", UNKNOWN, LITE, "b like 'x%'", COUNTS, 'unclear'],
    // Written in another way.
    [LITE, "b like 'x%'", COUNTS, PG, "lower(b) LIKE 'x%'", COUNTS, 'unclear'],
    [MY, "b like 'X%'", FOLDS, PG, "lower(b) LIKE 'x%'", COUNTS, 'unclear'],
    [PG, "b ILIKE 'x%'", COUNTS, PG, "lower(b) LIKE 'x%'", COUNTS, 'unclear'],
    [PG, "b OPERATOR(pg_catalog.~~) 'x%'", FOLDS, MY, "b like 'x%'", FOLDS, 'unclear'],
    [PG, "b OPERATOR(mine.~~) 'x%'", CITEXT, MY, "b like 'x%'", FOLDS, 'unclear'],
    [PG, 'b OPERATOR(mine.=) c', CITEXT, PG, 'b = c', CITEXT, 'unclear'],
    [PG, "b OPERATOR(public.~~) 'x%'", FOLDS, MY, "b like 'x%'", FOLDS, 'unclear'],
    [PG, "((b)::text ~~ 'x%'::text)", FOLDS, MY, "b like 'x%'", FOLDS, 'unclear'],
    [PG, "((b)::text ~~ 'x%'::citext)", CITEXT, MY, "b like 'x%'", FOLDS, 'unclear'],
    [PG, "b OPERATOR(public.~~) 'x%'", COUNTS, MY, "b like 'x%'", COUNTS, 'unclear'],
    [PG, 'b OPERATOR(own.=) c', COUNTS, PG, 'b OPERATOR(own.<>) c', COUNTS, 'unclear'],
    [PG, "b OPERATOR(pg_catalog.=) c || 'x'", COUNTS, PG, "b = c || 'x'", COUNTS, 'unclear'],
    // Two that become one where case does not matter.
    [PG, "b LIKE 'x%' AND b ILIKE 'x%'", COUNTS, DUCK, "b like 'x%'", COUNTS, 'unclear'],
    // More than the case.
    [PG, "b OPERATOR(pg_catalog.~~) 'x%'", COUNTS, MY, "b like 'y%'", COUNTS, 'different'],
    [LITE, "b like 'x%'", COUNTS, PG, "b LIKE 'y%'", COUNTS, 'different'],
    [LITE, "b like 'x%'", COUNTS, PG, "b LIKE 'x%' AND c > 'a'", COUNTS, 'different'],
    [PG, "b LIKE 'x%' OR b ILIKE 'x%'", COUNTS, LITE, "b like 'x%'", COUNTS, 'unclear'],
  ])('%i: %s (%#), %i: %s', async (one, query, columns, other, its, theirs, answer) => {
    const [source, target] = [await read(one, query, columns), await read(other, its, theirs)];
    expect(compareMeanings(source, target)).toBe(answer);
  });

  it.each<[EngineId, string, KnownColumn[], EngineId, string | null, boolean]>([
    [MY, "b like 'x%'", FOLDS, PG, "t.b ILIKE 'x%'", true],
    [MY, "b like 'x%'", COUNTS, PG, "t.b LIKE 'x%'", true],
    [MY, "b not like 'x%'", FOLDS, PG, "t.b NOT ILIKE 'x%'", true],
    [LITE, "b like 'x%'", COUNTS, PG, "t.b ILIKE 'x%'", true],
    [LITE, "b like 'k%'", COUNTS, PG, "t.b ILIKE 'k%'", false],
    [PG, "b LIKE 'x_[%'", COUNTS, LITE, "t.b GLOB 'x?[[]*'", false],
    [PG, "b LIKE '1%'", COUNTS, LITE, "t.b LIKE '1%'", true],
    [PG, "b ILIKE 'x%'", COUNTS, LITE, "t.b LIKE 'x%'", true],
    [PG, 'b LIKE c', COUNTS, LITE, null, false],
    // Accents count in a LIKE that goes by the case of letters only.
    [MY, "b like 'e%'", of({ foldsCase: true, accentBlind: true }), PG, "t.b ILIKE 'e%'", false],
    [MY, "b like '1%'", of({ foldsCase: true, accentBlind: true }), PG, "t.b LIKE '1%'", true],
    [MS, "b like 'e%'", of({ foldsCase: false, accentBlind: true }), PG, "t.b LIKE 'e%'", false],
    // SQLite takes no more than A to Z for letters.
    [MY, "b like 'e%'", FOLDS, LITE, "t.b LIKE 'e%'", true],
    [MY, "b like 'ä%'", FOLDS, LITE, "t.b LIKE 'ä%'", false],
    [MY, "b like 'eä%'", FOLDS, LITE, "t.b LIKE 'eä%'", false],
    // As the counterpart of the column has it.
    [
      PG,
      "b LIKE 'x%'",
      of({ foldsCase: false, there: { foldsCase: false } }),
      MY,
      "t.b LIKE 'x%'",
      true,
    ],
    [
      PG,
      "b LIKE 'x%'",
      of({ foldsCase: false, there: { foldsCase: true } }),
      MY,
      "t.b LIKE 'x%'",
      false,
    ],
    [PG, "b LIKE 'x%'", COUNTS, MS, "t.b LIKE 'x%'", false],
    [PG, "b LIKE '1%'", COUNTS, MS, "t.b LIKE '1%'", true],
    [
      MY,
      "b like 'x%'",
      of({ foldsCase: false, there: { foldsCase: true } }),
      PG,
      "t.b LIKE 'x%'",
      false,
    ],
    [
      MY,
      "b like 'x%'",
      of({ foldsCase: true, there: { foldsCase: true } }),
      MS,
      "t.b LIKE 'x%'",
      true,
    ],
    [
      MY,
      "b like 'x%'",
      of({ foldsCase: true, accentBlind: true, there: { foldsCase: true } }),
      MS,
      "t.b LIKE 'x%'",
      false,
    ],
    [MY, "b like 'x%'", FOLDS, MS, "t.b LIKE 'x%'", false],
    [MY, "b like 'x%'", UNKNOWN, PG, "t.b LIKE 'x%'", true],
  ])(
    'is written as it finds the same: %i: %s (%#), %i',
    async (from, query, columns, to, shown, exact) => {
      const tables = [{ name: 't', as: 't', columns }];
      const [written] = await meanings.write(
        { engine: from, tables, query: `select b from t where ${query}` },
        { engine: to, names: 'shown' },
      );
      const expected = shown && { text: `SELECT\n  t.b\nFROM t\nWHERE ${shown}`, exact };
      expect(written).toEqual(expected);
    },
  );
});
