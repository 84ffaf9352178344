import type { Constructs } from '../core/sql/constructs.ts';

/** Constructs of DuckDB's SQL that other engines lack or spell differently. */
export const constructs: Constructs = {
  array: {
    name: 'lists, structs, UNNEST',
    find: ['LIST_*|STRUCT_PACK|ARRAY_*|UNNEST (', 'ARRAY|STRUCT ['],
    hit: ['select unnest(a) from t', 'select list_value(1, 2)', 'select array[1, 2]'],
    miss: ['select list_no from t'],
  },
  caselessLike: {
    name: 'ILIKE',
    find: ['ILIKE'],
    hit: ["select 1 from t where a ilike 'x'"],
    miss: ["select 1 from t where a like 'x'"],
  },
  castSign: {
    name: '::',
    find: [': :'],
    hit: ['select a::text from t'],
    miss: ['select cast(a as text) from t'],
  },
  dateArithmetic: {
    name: 'INTERVAL, date_trunc',
    find: ['INTERVAL <number>', 'INTERVAL <text>', 'DATE_TRUNC|DATE_PART|DATE_DIFF|DATEDIFF ('],
    hit: [
      "select date_trunc('month', d) from t",
      'select d + interval 1 day from t',
      "select d + interval '1 day' from t",
    ],
    miss: ['select date_trunc from t'],
  },
  distinctOn: {
    name: 'DISTINCT ON',
    find: ['DISTINCT ON ('],
    hit: ['select distinct on (a) a, b from t'],
    miss: ['select distinct online from t'],
  },
  filterAggregate: {
    name: 'FILTER (WHERE …)',
    find: ['FILTER ( WHERE'],
    hit: ['select count(*) filter (where a > 1) from t'],
    miss: ['select filter from t'],
  },
  formatModel: {
    name: 'strftime, strptime',
    find: ['STRFTIME|STRPTIME ('],
    hit: ["select strftime(d, '%Y') from t"],
    miss: ['select strftime from t'],
  },
  json: {
    name: 'json_extract, ->',
    find: ['JSON_* (', '- >'],
    hit: ["select json_extract(d, '$.a') from t", "select d->'$.a' from t"],
    miss: ['select json_text from t'],
  },
  lateral: {
    name: 'LATERAL, ASOF JOIN',
    find: ['LATERAL', 'ASOF JOIN|LEFT'],
    hit: [
      'select 1 from t asof join u on t.a >= u.a',
      'select 1 from t, lateral (select 1 from u) v',
    ],
    miss: ['select t.lateral from t'],
  },
  limitClause: {
    name: 'LIMIT, USING SAMPLE',
    find: ['LIMIT <number>', 'LIMIT <name>', 'USING SAMPLE'],
    hit: ['select a from t limit 5', 'select a from t limit n', 'select a from t using sample 5'],
    miss: ['select limits from t'],
  },
  pivot: {
    name: 'PIVOT',
    find: ['PIVOT|UNPIVOT <name>|(', 'PIVOT|UNPIVOT ('],
    hit: ['select * from t pivot (sum(a) for b in (1))'],
    miss: ['select pivots from t'],
  },
  qualify: {
    name: 'QUALIFY',
    find: ['QUALIFY'],
    hit: ['select a from t qualify row_number() over (order by a) = 1'],
    miss: ['select t.qualify from t'],
  },
  recursiveQuery: {
    name: 'WITH RECURSIVE',
    find: ['WITH RECURSIVE'],
    hit: ['with recursive r as (select 1) select * from r'],
    miss: ['with recursive_t as (select 1) select * from recursive_t'],
  },
  regexp: {
    name: 'regexp_matches, ~',
    find: ['REGEXP_* (', '~', 'GLOB'],
    hit: [
      "select 1 from t where regexp_matches(a, '^x')",
      "select 1 from t where a ~ '^x'",
      "select 1 from t where a glob 'x*'",
    ],
    miss: ['select regexp_text from t'],
  },
  renamedFunction: {
    name: 'functions of its own',
    find: ['IFNULL|STRLEN|STRING_SPLIT|SPLIT_PART|STRPOS|EPOCH|ARG_MAX|ARG_MIN|ANY_VALUE ('],
    hit: ["select string_split(a, ',') from t"],
    miss: ['select strlen from t'],
  },
  sequenceCall: {
    name: 'nextval',
    find: ['NEXTVAL|CURRVAL ('],
    hit: ["select nextval('s')"],
    miss: ['select nextval from t'],
  },
  series: {
    name: 'range, generate_series',
    find: ['GENERATE_SERIES|RANGE ('],
    hit: ['select * from range(5)'],
    miss: ['select range from t'],
  },
  serverFile: {
    name: 'read_csv, read_parquet',
    find: [
      'READ_CSV|READ_CSV_AUTO|READ_PARQUET|READ_JSON|READ_JSON_AUTO|PARQUET_SCAN (',
      'FROM <text> !(',
    ],
    hit: ["select * from read_csv('x.csv')", "select * from 'x.csv'"],
    miss: ['select read_csv from t'],
  },
  starExcept: {
    name: '* EXCLUDE, COLUMNS',
    find: ['* EXCLUDE|REPLACE|RENAME', 'COLUMNS ('],
    hit: ['select * exclude (a) from t', "select columns('x.*') from t"],
    miss: ['select a * excludes from t'],
  },
  textAggregate: {
    name: 'string_agg',
    find: ['STRING_AGG|LISTAGG|GROUP_CONCAT ('],
    hit: ["select string_agg(a, ',') from t"],
    miss: ['select string_agg from t'],
  },
  typedValue: {
    name: 'typeof',
    find: ['TYPEOF ('],
    hit: ['select typeof(a) from t'],
    miss: ['select typeof from t'],
  },
};
