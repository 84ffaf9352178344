import type { SqlRules } from '../core/sql-rules.ts';

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
  likeClasses: false,
  greatestSkipsNull: false,
  letters: { lower: 'A-Z', upper: 'a-z' },
  nowIsUtc: true,
  nullsAre: 'smallest',
  rewrites: [
    [String.raw`\bis\s+not\s+(?!null\b|true\b|false\b|distinct\b)`, 'IS DISTINCT FROM '],
    [String.raw`\bis\s+(?!not\b|null\b|true\b|false\b|distinct\b)`, 'IS NOT DISTINCT FROM '],
  ],
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
    },
    lacks:
      'uuid utcnow extract ilike lpad rpad left right reverse ascii greatest least stddev_pop stddev_samp var_pop var_samp'.split(
        ' ',
      ),
    casts: { text: 'text', integer: 'integer', decimal: 'numeric', float: 'real' },
    booleans: true,
    typedDates: false,
    joins: '||',
    same: 'IS',
    quotient: '/',
    modulo: '%',
    intervals: null,
    limit: 'limit',
  },
};
