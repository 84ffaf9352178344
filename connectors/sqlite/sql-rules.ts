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
  },
  own: ['round', 'log', 'format', 'hex', 'typeof', 'date', 'time', 'datetime'],
  constants: [],
  pipes: 'join',
  plusJoins: false,
  concatSkipsNull: true,
  dividesIntegers: true,
  castRounds: false,
  likeEscape: null,
  likeClasses: false,
  greatestSkipsNull: false,
  nowIsUtc: true,
  rewrites: [
    [String.raw`\bis\s+not\s+(?!null\b|true\b|false\b|distinct\b)`, 'IS DISTINCT FROM '],
    [String.raw`\bis\s+(?!not\b|null\b|true\b|false\b|distinct\b)`, 'IS NOT DISTINCT FROM '],
  ],
};
