import type { Constructs } from '../core/sql/constructs.ts';

/** Constructs of MySQL's and MariaDB's SQL that other engines lack or spell differently. */
export const constructs: Constructs = {
  currentTime: {
    name: 'NOW, CURDATE, UNIX_TIMESTAMP',
    find: ['NOW|CURDATE|CURTIME|SYSDATE|UTC_TIMESTAMP|UNIX_TIMESTAMP|FROM_UNIXTIME ('],
    hit: ['select curdate()'],
    miss: ['select now from t'],
  },
  cursor: {
    name: 'CURSOR',
    find: ['CURSOR FOR'],
    hit: ['declare c cursor for select 1'],
    miss: ['select cursor_id from t'],
  },
  dateArithmetic: {
    name: 'DATE_ADD, DATEDIFF, INTERVAL',
    find: [
      'DATE_ADD|DATE_SUB|ADDDATE|SUBDATE|DATEDIFF|TIMESTAMPDIFF|TIMESTAMPADD|PERIOD_DIFF|LAST_DAY|WEEKDAY|DAYOFWEEK (',
      '+|- INTERVAL',
    ],
    hit: ['select date_add(d, interval 1 day) from t', 'select d + interval 1 day from t'],
    miss: ['select datediff from t'],
  },
  dynamicSql: {
    name: 'PREPARE',
    find: ['PREPARE <name> FROM', 'EXECUTE IMMEDIATE'],
    hit: ['prepare s from @x', 'execute immediate @x'],
    miss: ['select prepare from t'],
  },
  errorHandling: {
    name: 'HANDLER',
    find: ['CONTINUE|EXIT|UNDO HANDLER FOR'],
    hit: ['declare exit handler for sqlexception rollback'],
    miss: ['select handler from t'],
  },
  formatModel: {
    name: 'DATE_FORMAT, STR_TO_DATE',
    find: ['DATE_FORMAT|STR_TO_DATE|TIME_FORMAT|FORMAT ('],
    hit: ["select date_format(d, '%Y') from t"],
    miss: ['select date_format from t'],
  },
  foundRows: {
    name: 'FOUND_ROWS, ROW_COUNT',
    find: ['SQL_CALC_FOUND_ROWS', 'FOUND_ROWS|ROW_COUNT ('],
    hit: ['select sql_calc_found_rows a from t', 'select row_count()'],
    miss: ['select found_rows from t'],
  },
  fullText: {
    name: 'MATCH … AGAINST',
    find: ['AGAINST ('],
    hit: ["select 1 from t where match (a) against ('x')"],
    miss: ['select against from t'],
  },
  json: {
    name: 'JSON_EXTRACT, ->',
    find: ['JSON_* (', '- >'],
    hit: ["select json_extract(d, '$.a') from t", "select d->'$.a' from t"],
    miss: ['select json_text from t', 'select a - b > c from t'],
  },
  lastNumber: {
    name: 'LAST_INSERT_ID',
    find: ['LAST_INSERT_ID ('],
    hit: ['select last_insert_id()'],
    miss: ['select last_insert_id from t'],
  },
  limitClause: {
    name: 'LIMIT',
    find: ['LIMIT <number>', 'LIMIT <name>', 'LIMIT ?'],
    hit: ['select a from t limit 5', 'select a from t limit n', 'select a from t limit ?'],
    miss: ['select limits from t', 'select t.limit from t'],
  },
  lock: {
    name: 'GET_LOCK, LOCK TABLES',
    find: ['GET_LOCK|RELEASE_LOCK|IS_FREE_LOCK (', 'LOCK TABLES|TABLE'],
    hit: ["select get_lock('x', 1)", 'lock tables t write'],
    miss: ['select get_lock from t'],
  },
  lockHint: {
    name: 'STRAIGHT_JOIN, FORCE INDEX',
    find: ['STRAIGHT_JOIN', 'FORCE|USE|IGNORE INDEX|KEY', 'LOCK IN SHARE'],
    hit: [
      'select a from t force index (i)',
      'select straight_join a from t',
      'select a from t lock in share mode',
    ],
    miss: ['select force from t'],
  },
  raiseError: {
    name: 'SIGNAL',
    find: ['SIGNAL|RESIGNAL SQLSTATE|SET|;', 'SIGNAL <name>'],
    hit: ["signal sqlstate '45000'"],
    miss: ['select signals from t'],
  },
  recursiveQuery: {
    name: 'WITH RECURSIVE',
    find: ['WITH RECURSIVE'],
    hit: ['with recursive r as (select 1) select * from r'],
    miss: ['with recursive_t as (select 1) select * from recursive_t'],
  },
  regexp: {
    name: 'REGEXP, RLIKE',
    find: ['REGEXP|RLIKE', 'REGEXP_* ('],
    hit: ["select 1 from t where a regexp '^x'", "select regexp_replace(a, 'x', 'y') from t"],
    miss: ['select regexps from t'],
  },
  renamedFunction: {
    name: 'IFNULL, IF, LOCATE, ELT',
    find: [
      'IFNULL|LOCATE|ELT|FIELD|FIND_IN_SET|SUBSTRING_INDEX|UUID|ISNULL|LCASE|UCASE|MID (',
      'SELECT|,|( IF (',
    ],
    hit: ['select ifnull(a, 0) from t', 'select if(a, 1, 2) from t'],
    miss: ['select ifnull from t', 'begin if (a) then set b = 1; end if; end'],
  },
  returning: {
    name: 'RETURNING',
    find: ['RETURNING <name>', 'RETURNING *'],
    hit: ['insert into t values (1) returning id', 'insert into t values (1) returning *'],
    miss: ['select t.returning from t'],
  },
  sequenceCall: {
    name: 'NEXT VALUE FOR, NEXTVAL',
    find: ['NEXT VALUE FOR', 'NEXTVAL|LASTVAL ('],
    hit: ['select next value for s', 'select nextval(s)'],
    miss: ['select nextval from t'],
  },
  serverFile: {
    name: 'LOAD DATA, INTO OUTFILE',
    find: ['LOAD DATA|XML', 'INTO OUTFILE|DUMPFILE', 'LOAD_FILE ('],
    hit: [
      "select a into outfile 'x' from t",
      "load data infile 'x' into table t",
      "select load_file('x')",
    ],
    miss: ['select load_file from t'],
  },
  sessionSetting: {
    name: 'SET NAMES, SET SQL_MODE',
    find: ['SET NAMES|SQL_MODE|FOREIGN_KEY_CHECKS|SESSION|CHARACTER'],
    hit: ['set names utf8'],
    miss: ['update t set name = 1'],
  },
  sessionVariable: {
    name: '@variable, @@variable',
    find: ['<variable>', '@ @ <name>'],
    hit: ['set @a = 1', 'select @@session.sql_mode'],
    miss: ["select 'a@b' from t"],
  },
  temporaryTable: {
    name: 'CREATE TEMPORARY TABLE',
    find: ['CREATE TEMPORARY TABLE', 'CREATE OR REPLACE TEMPORARY'],
    hit: ['create temporary table t (a int)', 'create or replace temporary table t (a int)'],
    miss: ['select temporary from t'],
  },
  textAggregate: {
    name: 'GROUP_CONCAT',
    find: ['GROUP_CONCAT ('],
    hit: ['select group_concat(a) from t'],
    miss: ['select group_concat from t'],
  },
  transactionControl: {
    name: 'START TRANSACTION, COMMIT',
    find: ['START TRANSACTION', 'COMMIT|ROLLBACK|SAVEPOINT'],
    hit: ['start transaction', 'commit;'],
    miss: ['select committed from t'],
  },
  upsert: {
    name: 'ON DUPLICATE KEY, REPLACE, INSERT IGNORE',
    find: ['ON DUPLICATE KEY', 'REPLACE INTO', 'INSERT IGNORE'],
    hit: [
      'insert into t values (1) on duplicate key update a = 2',
      'replace into t values (1)',
      'insert ignore into t values (1)',
    ],
    miss: ["select replace(a, 'x', 'y') from t"],
  },
  wait: {
    name: 'SLEEP',
    find: ['SLEEP ('],
    hit: ['select sleep(1)'],
    miss: ['select sleep from t'],
  },
  xml: {
    name: 'EXTRACTVALUE, UPDATEXML',
    find: ['EXTRACTVALUE|UPDATEXML ('],
    hit: ["select extractvalue(x, '/a') from t"],
    miss: ['select extractvalue from t'],
  },
};
