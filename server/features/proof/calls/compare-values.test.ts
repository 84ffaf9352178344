import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import { type ComparisonRules, DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import { answerRulesOf } from './answer-rules.ts';
import { guessValue, rowRulesOf } from './compare-values.ts';

type Engine = keyof typeof ENGINES;
type Value = [engine: Engine, type: string, value: string | null];

function isSame(one: Value, other: Value, rules = {}): boolean {
  const { write, areClose } = rowRulesOf(
    { source: [{ name: 'v', type: one[1] }], target: [{ name: 'V', type: other[1] }] },
    { source: [0], target: [0] },
    { source: ENGINES[one[0]].id, target: ENGINES[other[0]].id },
    answerRulesOf({ ...DEFAULT_COMPARISON_RULES, ...rules }),
  );
  const [here, there] = [write.source([one[2]]), write.target([other[2]])];
  return here[0] === there[0] || (areClose?.(here, there) ?? false);
}

const letPass = (column: string, cause: string): Partial<ComparisonRules> => ({
  tolerated: [{ column, cause }],
});

const UUID = '00112233-4455-6677-8899-aabbccddeeff';
const HEX = '00112233445566778899aabbccddeeff';

it.each<[string, Value, Value]>([
  [
    'fractions of a second',
    ['mysql', 'time', '10:00:00.500000'],
    ['postgresql', 'time without time zone', '10:00:00.5'],
  ],
  [
    'a time as an interval',
    ['mysql', 'time', '26:00:01'],
    ['postgresql', 'interval', '1 day 02:00:01'],
  ],
  [
    'a moment in UTC',
    ['postgresql', 'timestamp with time zone', '2026-01-01 10:00:00'],
    ['oracle', 'TIMESTAMP WITH TIME ZONE', '2026-01-01 12:00:00.0 +02:00'],
  ],
  [
    'a day as a moment',
    ['oracle', 'DATE', '2026-01-01 00:00:00'],
    ['postgresql', 'date', '2026-01-01'],
  ],
  ['blanks that fill a text up', ['mysql', 'char', 'ab'], ['postgresql', 'character(5)', 'ab   ']],
  [
    'blanks where one side fills up',
    ['sqlServer', 'nchar(5)', 'ab   '],
    ['mysql', 'varchar', 'ab'],
  ],
  [
    'a time of day in one zone',
    ['postgresql', 'time with time zone', '12:00:00+02'],
    ['sqlite', 'TIMETZ', '12:00:00.000+02:00'],
  ],
  [
    'a time of day in UTC, where the other side has no zones',
    ['postgresql', 'time with time zone', '14:00:00+02'],
    ['mysql', 'time', '12:00:00'],
  ],
  ['a uuid in bytes', ['mysql', 'binary', HEX], ['postgresql', 'uuid', UUID]],
  ['a uuid in RAW', ['oracle', 'RAW', HEX], ['postgresql', 'uuid', UUID]],
  [
    'a uuid in capitals',
    ['sqlServer', 'uniqueidentifier', UUID.toUpperCase()],
    ['mysql', 'char', UUID],
  ],
  ['a flag as a number', ['mysql', 'tinyint', '1'], ['postgresql', 'boolean', 'true']],
  ['a flag as bits', ['mysql', 'bit', '0'], ['postgresql', 'boolean', 'false']],
  ['zeros at the end', ['mysql', 'decimal', '1.50'], ['postgresql', 'numeric', '1.5']],
  ['a double', ['mysql', 'double', '1e21'], ['postgresql', 'double precision', '1e+21']],
  [
    'four bytes',
    ['mysql', 'float', '0.1'],
    ['postgresql', 'double precision', '0.10000000149011612'],
  ],
  [
    'JSON',
    ['mysql', 'json', '{"b": 1, "a": [1.0]}'],
    ['postgresql', 'jsonb', '{"a": [1], "b": 1}'],
  ],
  ['a value with a type of its own', ['sqlite', '', '1'], ['postgresql', 'boolean', 'true']],
  ['an empty text of Oracle', ['oracle', 'VARCHAR2', null], ['postgresql', 'text', '']],
])('takes for equal what rows do: %s', (_what, one, other) => {
  expect(isSame(one, other)).toBe(true);
  expect(isSame(other, one)).toBe(true);
});

it.each<[string, Value, Value]>([
  [
    'one moment in two zones, which are two times of day',
    ['postgresql', 'time with time zone', '12:00:00+00'],
    ['postgresql', 'time with time zone', '14:00:00+02'],
  ],
  [
    'another fraction of a second',
    ['mysql', 'time', '10:00:00.50'],
    ['postgresql', 'time without time zone', '10:00:00.05'],
  ],
  [
    'a fraction that one side lost',
    ['mysql', 'datetime', '2026-01-01 10:00:00'],
    ['postgresql', 'timestamp without time zone', '2026-01-01 10:00:00.4'],
  ],
  [
    'another hour in UTC',
    ['postgresql', 'timestamp with time zone', '2026-01-01 10:00:00'],
    ['oracle', 'TIMESTAMP WITH TIME ZONE', '2026-01-01 10:00:00.0 +02:00'],
  ],
  ['digits behind the point', ['mysql', 'decimal', '1.4'], ['postgresql', 'numeric(10,0)', '1']],
  [
    'digits that a double has no room for',
    ['mysql', 'decimal', '9007199254740993'],
    ['postgresql', 'bigint', '9007199254740992'],
  ],
  ['another sign', ['mysql', 'int', '-1'], ['postgresql', 'integer', '1']],
  ['blanks at the beginning', ['mysql', 'char', 'ab'], ['postgresql', 'character(5)', ' ab']],
  [
    'blanks of texts that vary',
    ['mysql', 'varchar', 'ab'],
    ['postgresql', 'character varying(5)', 'ab '],
  ],
  ['numbers that are texts', ['mysql', 'char', '1.50'], ['postgresql', 'text', '1.5']],
  ['a number and a text with a zero', ['mysql', 'int', '7'], ['postgresql', 'text', '007']],
  ['JSON with another value', ['mysql', 'json', '{"a": 1}'], ['postgresql', 'json', '{"a": "1"}']],
  ['JSON as a text', ['mysql', 'text', '{"a":1}'], ['postgresql', 'text', '{"a": 1}']],
  ['a uuid and other bytes', ['mysql', 'binary', HEX.slice(2)], ['postgresql', 'uuid', UUID]],
  ['the case of letters', ['mysql', 'varchar', 'A'], ['postgresql', 'text', 'a']],
  ['nothing and an empty text', ['mysql', 'char', null], ['postgresql', 'text', '']],
  ['a flag and its opposite', ['mysql', 'tinyint', '1'], ['postgresql', 'boolean', 'false']],
])('does not take for equal what only looks alike: %s', (_what, one, other) => {
  expect(isSame(one, other)).toBe(false);
  expect(isSame(other, one)).toBe(false);
});

it('follows the rules of the pair', () => {
  const texts: [Value, Value] = [
    ['mysql', 'varchar', 'Ä'],
    ['postgresql', 'text', 'ä'],
  ];
  expect(isSame(...texts, { ignore_case: true })).toBe(true);
  const doubles: [Value, Value] = [
    ['mysql', 'double', '1.001'],
    ['postgresql', 'double precision', '1.002'],
  ];
  expect(isSame(...doubles)).toBe(false);
  expect(isSame(...doubles, { float_tolerance: 0.01 })).toBe(true);
  expect(isSame(...doubles, { float_tolerance: 0.0001 })).toBe(false);
  const moments: [Value, Value] = [
    ['mysql', 'datetime', '2026-01-01 10:00:00'],
    ['postgresql', 'timestamp without time zone', '2026-01-01 10:00:00.4'],
  ];
  expect(isSame(...moments, { time_precision: 0 })).toBe(true);
});

it.each<[string, string | null, string | null, Partial<ComparisonRules>]>([
  ['case', 'Ä', 'ä', { ignore_case: true }],
  ['blanks', 'ab', 'ab ', { ignore_trailing_blanks: true }],
  ['empty texts', '', null, { empty_is_null: true }],
  ['fractions of a second', '2026-01-01 10:00:00', '2026-01-01T10:00:00.4', { time_precision: 0 }],
  ['nearly equal numbers', '1.001', '1.002', { float_tolerance: 0.01 }],
  ['a cause', '2026-01-01 10:00:00', '2026-01-01 11:00:00', letPass('v', 'shift:3600')],
])('follows the rules of the pair where no engine tells a type: %s', (_what, one, other, rules) => {
  const values: [Value, Value] = [
    ['mysql', '', one],
    ['postgresql', '', other],
  ];
  expect(isSame(...values)).toBe(false);
  expect(isSame(...values, rules)).toBe(true);
});

it('lets a cause pass in the columns that rules name, in any case, and nowhere else', () => {
  const hours: [Value, Value] = [
    ['mysql', 'datetime', '2026-01-01 10:00:00'],
    ['postgresql', 'timestamp without time zone', '2026-01-01 11:00:00'],
  ];
  expect(isSame(...hours, letPass('v', 'shift:3600'))).toBe(true);
  expect(isSame(...hours, letPass('@V', 'shift:3600'))).toBe(true);
  expect(isSame(...hours, letPass('w', 'shift:3600'))).toBe(false);
  expect(isSame(...hours, letPass('v', 'shift:7200'))).toBe(false);
});

describe('a value of unknown type', () => {
  it.each([
    ['1.50', '15e-1', true],
    ['10:00:00.500', '10:00:00.5', true],
    ['2026-01-01T10:00:00', '2026-01-01 10:00:00.0', true],
    ['007', '7', false],
    ['10:00:00', '-10:00:00', false],
    ['a', 'a ', false],
  ])('is a number, a moment or a text: %s and %s', (one, other, same) => {
    expect(guessValue(one) === guessValue(other)).toBe(same);
  });
});
