import type { SqlRules } from '../core/sql/sql-rules.ts';

export const sqlRules: SqlRules = {
  parser: 'sqlite',
  functions: {
    length: 'char_length',
    ifnull: 'coalesce',
    iif: 'if',
    ceil: 'ceiling',
    pow: 'power',
    substr: 'substring',
    current_date: 'today',
    current_timestamp: 'now',
    current_time: 'timeofday',
    group_concat: 'string_agg',
    string_agg: 'string_agg',
    json_extract: 'json text',
  },
  own: 'round log format hex typeof sqrt ln mod'.split(' '),
  constants: [],
  pipes: 'join',
  plusJoins: false,
  concatSkipsNull: true,
  dividesIntegers: true,
  castRounds: false,
  // Matches parts of the type's name: SQLite applies no length, and every other name has numeric
  // affinity.
  castTypes: [
    ['^.*int.*$', 'bigint'],
    ['^.*(char|clob|text).*$', 'text'],
    ['^.*(real|floa|doub).*$', 'double'],
    ['^(decimal|numeric).*$', 'decimal'],
    ['', null],
  ],
  likeEscape: null,
  likeCase: 'ascii',
  likeClasses: false,
  greatestSkipsNull: false,
  letters: { lower: 'A-Z', upper: 'a-z' },
  nowIsUtc: true,
  nullsAre: 'smallest',
  rewrites: [
    [String.raw`\bis\s+not\s+(?!null\b|true\b|false\b|distinct\b)`, 'IS DISTINCT FROM '],
    [String.raw`\bis\s+(?!not\b|null\b|true\b|false\b|distinct\b)`, 'IS NOT DISTINCT FROM '],
  ],
  // A number, which the parser takes for bytes.
  refused: String.raw`(?<![\w.])0x[0-9a-f]`,
  writing: {
    patterns: {
      call: 'strftime',
      leads: true,
      parts: { year: '%Y', month: '%m', day: '%d', hour: '%H', minute: '%M', second: '%S' },
    },
    quotes: ['"', '"'],
    functions: {
      'json object': 'json_object',
      'json array': 'json_array',
      char_length: 'length',
      substring: 'substr',
      string_agg: 'group_concat',
      greatest: 'max',
      least: 'min',
    },
    forms: {
      days: 'CAST(julianday($1) - julianday($2) AS integer)',
      bytes: "x'$='",
      rounded: 'CAST(round($1) AS integer)',
    },
    lacks:
      'uuid utcnow extract lpad rpad left right reverse ascii trunc concat_ws stddev_pop stddev_samp var_pop var_samp distinct_on'.split(
        ' ',
      ),
    casts: { text: 'text', integer: 'integer', decimal: 'numeric', float: 'real' },
    booleans: true,
    timeDigits: false,
    typedDates: false,
    joins: '||',
    same: 'IS',
    quotient: '/',
    modulo: '%',
    intervals: null,
    limit: 'limit',
  },
};
