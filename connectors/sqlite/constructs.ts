import type { Constructs } from '../core/sql/constructs.ts';

/** Constructs of SQLite's SQL that other engines lack or spell differently. */
export const constructs: Constructs = {
  formatModel: {
    name: 'strftime, julianday, date',
    find: ['STRFTIME|JULIANDAY|DATETIME|DATE|TIME|UNIXEPOCH ('],
    hit: ["select strftime('%Y', d) from t"],
    miss: ['select julianday from t'],
  },
  fullText: {
    name: 'MATCH',
    find: ['MATCH <text>', 'MATCH ?'],
    hit: ["select 1 from t where t match 'x'", 'select 1 from t where t match ?'],
    miss: ['select matched from t'],
  },
  json: {
    name: 'json_extract, ->',
    find: ['JSON|JSON_* (', '- >'],
    hit: ["select json_extract(d, '$.a') from t", "select d->'a' from t"],
    miss: ['select json_text from t', 'select a - b > c from t'],
  },
  lastNumber: {
    name: 'last_insert_rowid',
    find: ['LAST_INSERT_ROWID ('],
    hit: ['select last_insert_rowid()'],
    miss: ['select last_insert_rowid from t'],
  },
  limitClause: {
    name: 'LIMIT',
    find: ['LIMIT <number>', 'LIMIT <name>'],
    hit: ['select a from t limit 5', 'select a from t limit n'],
    miss: ['select limits from t'],
  },
  physicalRow: {
    name: 'rowid',
    find: ['ROWID|_ROWID_', '. ROWID|_ROWID_'],
    hit: ['select rowid from t', 'select t.rowid from t'],
    miss: ['select rowids from t'],
  },
  raiseError: {
    name: 'RAISE',
    find: ['RAISE ('],
    hit: ["select raise(abort, 'x')"],
    miss: ['select raise from t'],
  },
  recursiveQuery: {
    name: 'WITH RECURSIVE',
    find: ['WITH RECURSIVE'],
    hit: ['with recursive r as (select 1) select * from r'],
    miss: ['with recursive_t as (select 1) select * from recursive_t'],
  },
  regexp: {
    name: 'GLOB, REGEXP',
    find: ['GLOB|REGEXP'],
    hit: ["select 1 from t where a glob 'x*'"],
    miss: ['select globs from t'],
  },
  renamedFunction: {
    name: 'ifnull, iif, printf, instr',
    find: ['IFNULL|IIF|PRINTF|INSTR|HEX|RANDOMBLOB|TOTAL ('],
    hit: ['select ifnull(a, 0) from t'],
    miss: ['select ifnull from t'],
  },
  returning: {
    name: 'RETURNING',
    find: ['RETURNING <name>', 'RETURNING *'],
    hit: ['insert into t values (1) returning id', 'insert into t values (1) returning *'],
    miss: ['select t.returning from t'],
  },
  rowVariable: {
    name: 'NEW, OLD',
    find: ['NEW|OLD .'],
    hit: ['update t set a = new.a'],
    miss: ['select new_a from t'],
  },
  textAggregate: {
    name: 'group_concat',
    find: ['GROUP_CONCAT|STRING_AGG ('],
    hit: ['select group_concat(a) from t'],
    miss: ['select group_concat from t'],
  },
  typedValue: {
    name: 'typeof',
    find: ['TYPEOF ('],
    hit: ['select typeof(a) from t'],
    miss: ['select typeof from t'],
  },
  upsert: {
    name: 'ON CONFLICT, OR REPLACE',
    find: ['ON CONFLICT', 'INSERT OR REPLACE|IGNORE|ABORT|FAIL|ROLLBACK', 'REPLACE INTO'],
    hit: ['insert or replace into t values (1)', 'insert into t values (1) on conflict do nothing'],
    miss: ["select replace(a, 'x', 'y') from t"],
  },
};
