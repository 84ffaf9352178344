import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../engines.ts';
import { isExpression, queryOfView, tokensOf, unquote, unwrap } from './sql-tokens.ts';

const { oracle, sqlServer, postgresql } = ENGINES;
const engines = Object.entries(ENGINES);

const PIECES = "( ) [ ] { } ' \" ` -- # /* */ \\ $ $a$ q' nQ'{ ! ; : @ , . as E 1e5 0x é 🐘"
  .split(' ')
  .concat(' ', '\n', '\r', '\t', '\0', '\u00a0', '\ud83d', '\udc18');
const texts = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string()), {
    maxLength: 30,
  })
  .map((some) => some.join(''));

describe.each(engines)('%s', (_name, { sql }) => {
  test('the tokens of any text are the whole of it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const tokens = [...tokensOf(text, sql)];
        expect(tokens.map((token) => token.text).join('')).toBe(text);
        let at = 0;
        for (const token of tokens) {
          expect(token.text).not.toBe('');
          expect(token.start).toBe(at);
          at += token.text.length;
        }
        // Whatever nothing ends reaches the end.
        expect(tokens.slice(0, -1).every(({ closed }) => closed)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps an expression together among other expressions', () => {
    const closed = texts.filter((text) => isExpression(text, sql));
    fc.assert(
      fc.property(closed, closed, (one, other) => isExpression(`(${one}\n) AND (${other}\n)`, sql)),
      { numRuns: 1_000 },
    );
  });

  test.each([
    '/*',
    "'",
    '"',
    '[',
    '$',
    '$a',
    "q'",
    "q'[",
    "e'\\",
    "''",
    '--',
    '((',
    '1e',
    '@',
    ':a',
    '/**/',
    '\\',
  ])(
    'many of %s are cut in a time that grows as they do',
    (piece) => {
      const count = (times: number) => {
        let read = 0;
        for (const { text } of tokensOf(piece.repeat(times), sql)) read += text.length;
        return read;
      };
      // Minutes, if each of them looked through all that follows.
      expect(count(100_000)).toBe(piece.length * 100_000);
    },
    20_000,
  );
});

const kindsOf = (text: string, engine: keyof typeof ENGINES) =>
  [...tokensOf(text, ENGINES[engine].sql)]
    .filter(({ kind }) => kind !== 'blank')
    .map(({ kind, text: written }) => `${kind} ${written}`);

test.each([
  ['postgresql', `a$b$ $x$it's$x$`, ['word a$b$', `quoted $x$it's$x$`]],
  [
    'postgresql',
    String.raw`E'\'' 'a\' b`,
    [String.raw`quoted E'\''`, String.raw`quoted 'a\'`, 'word b'],
  ],
  ['postgresql', '/* /* */ */ a', ['comment /* /* */ */', 'word a']],
  [
    'postgresql',
    'x[1:n] ::int :p',
    [
      'word x',
      'sign [',
      'number 1',
      'sign :',
      'word n',
      'sign ]',
      'sign :',
      'sign :',
      'word int',
      'parameter :p',
    ],
  ],
  [
    'mysql',
    String.raw`'\'' "\"" --1`,
    [String.raw`quoted '\''`, String.raw`quoted "\""`, 'sign -', 'sign -', 'number 1'],
  ],
  ['mysql', '/* /* */ a # b', ['comment /* /* */', 'word a', 'comment # b']],
  ['oracle', `a#q'[' nq'{'}'`, ['word a#q', `quoted '['`, `quoted nq'{'}'`]],
  ['oracle', `q'🐘it's🐘'`, [`quoted q'🐘it's🐘'`]],
  [
    'sqlServer',
    '[a]]b] #t @v @@w a@b',
    ['quoted [a]]b]', 'sign #', 'word t', 'variable @v', 'sign @', 'sign @', 'word w', 'word a@b'],
  ],
  ['sqlite', '[a]] `b``` é🐘', ['quoted [a]', 'sign ]', 'quoted `b```', 'word é🐘']],
] as const)('%s cuts %s', (engine, text, expected) => {
  expect(kindsOf(text, engine)).toEqual(expected);
});

describe('whether it is one expression', () => {
  test.each([
    ['sqlServer', '[a)] = N\'(\' AND "b(" = 1', true],
    ['sqlServer', 'f(a, (b)) = 1 -- )', true],
    ['sqlServer', 'a /* ) /* ( */ */ = 1', true],
    ['sqlServer', 'a = 1) OR (b = 2', false],
    ['sqlServer', "a = 'it''", false],
    ['sqlServer', 'a = [b]] ', false],
    ['sqlServer', 'a = [b]]] ', true],
    ['oracle', '1 = 1', true],
    ['oracle', `name = 'it''s' AND (a = 1 OR "b)" = 2) -- ')`, true],
    ['oracle', `name = q'[it's ) ]' AND n = nq'{'}' AND m = Q'!'!' AND o = q'(')'`, true],
    ['oracle', `name = q''x''`, true],
    ['oracle', `name = q'''''`, false],
    ['oracle', 'a / 2 * b > 1 /* ) */', true],
    ['oracle', `seq'a' = 1`, true],
    ['oracle', '1 = 1) OR (1 = 1', false],
    ['oracle', `name = 'it''s`, false],
    ['oracle', `name = q'[it's ]`, false],
    ['oracle', `name = q'[ ' ]`, false],
    ['oracle', `1q'[' = 1`, false],
    ['oracle', '"a = 1', false],
    ['oracle', '(1 = 1', false],
    ['oracle', '1 = 1 /* on', false],
    ['oracle', '1 = 1 -- \r) OR 1 = 1', false],
    ['sqlite', "a = 'x; -- [`' AND [;] = 1", true],
    ['sqlite', 'a = 1; DELETE FROM t', false],
    ['sqlite', "a = '; DELETE FROM t", false],
  ] as const)('%s says of %j: %s', (engine, condition, expected) => {
    expect(isExpression(condition, ENGINES[engine].sql)).toBe(expected);
  });

  test('brackets within quotes and comments of Oracle do not count', () => {
    const inside = fc.string({ maxLength: 8, unit: fc.constantFrom('(', ')', 'a', ' ', 'q', '-') });
    const part = fc.oneof(
      inside.map((text) => `'${text}'`),
      inside.map((text) => `"${text}"`),
      inside.map((text) => `/*${text}*/`),
      inside.map((text) => `--${text}\n`),
      inside.map((text) => `q'[${text}']'`),
      inside.map((text) => `nQ'!${text}"!'`),
      fc.constantFrom('a ', ' + ', '(b)', ' q ', '/ 2'),
    );
    const condition = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(condition, (text) => {
        expect(isExpression(text, oracle.sql)).toBe(true);
      }),
    );
    const broken = fc.constantFrom("'", '"', '(', ')', '/*', "q'[", "nq'!");
    fc.assert(
      fc.property(condition, broken, (text, opener) => {
        expect(isExpression(`${text} ${opener}`, oracle.sql)).toBe(false);
      }),
    );
  });
});

test.each([
  ['CREATE VIEW [as] AS SELECT 1 AS one', 'SELECT 1 AS one'],
  ['create or alter view "as"."x"(a, [b as]) as\r\nselect 1, 2', 'select 1, 2'],
  ['-- AS is it\n/* AS /* nested */ AS */ CREATE VIEW v AS SELECT 1', 'SELECT 1'],
  [`CREATE VIEW v WITH VIEW_METADATA AS(SELECT 1 AS x)`, '(SELECT 1 AS x)'],
  ['no view at all', 'no view at all'],
  ['/* never closed', '/* never closed'],
])('the query of %j', (definition, query) => {
  expect(queryOfView(definition, sqlServer.sql)).toBe(query);
});

test.each([
  ['((a) + (b))', '(a) + (b)'],
  ["(')' || b)", "')' || b"],
  ['((a', '((a'],
  ['()', ''],
])('%s without its brackets is %s', (text, expected) => {
  expect(unwrap(text, postgresql.sql)).toBe(expected);
});

test.each([
  ['"a""b"', 'a"b'],
  ['[a]]b]', 'a]b'],
  ['"open', 'open'],
  ['plain', 'plain'],
])('%s is the name %s', (text, expected) => {
  expect(unquote([...tokensOf(text, sqlServer.sql)][0]!)).toBe(expected);
});
