import type { ErrorClass } from '../../../../contract/proof/calls.ts';
import { ENGINE_IDS, type EngineId } from '../../../../contract/engines.ts';

/** Codes as the connectors give them, by what they mean; SQLSTATE for those that speak it. */
const PATTERNS: Record<EngineId, Partial<Record<ErrorClass, RegExp>>> = {
  // PostgreSQL documentation, appendix A.
  [ENGINE_IDS.postgresql]: {
    unique: /^23505$/,
    foreign_key: /^23503$|^23001$/,
    not_null: /^23502$/,
    check: /^23514$|^23P01$|^44000$/,
    division_by_zero: /^22012$/,
    no_data: /^02|^P0002$/,
    too_many_rows: /^P0003$|^21000$/,
    permission: /^42501$|^28/,
    not_found: /^42P01$|^42883$|^42703$|^3F000$|^42704$/,
    syntax: /^42/,
    value: /^22/,
    raised: /^P0(?!00[0234])/,
  },
  // MySQL reference manual, "Server Error Message Reference"; 45000 is what SIGNAL raises.
  [ENGINE_IDS.mysql]: {
    unique: /^(?:1062|1586) /,
    foreign_key: /^(?:1216|1217|1451|1452) /,
    not_null: /^(?:1048|1364) /,
    check: /^(?:3819|4025) /,
    division_by_zero: /^1365 /,
    no_data: /^1329 |\(02\w{3}\)$/,
    too_many_rows: /^(?:1172|1242) /,
    permission: /^(?:1044|1045|1142|1143|1227|1370) /,
    not_found: /^(?:1049|1051|1054|1109|1146|1305) /,
    syntax: /^(?:1064|1065|1149|1318) /,
    raised: /^(?:1643|1644) |\(45\w{3}\)$/,
    value: /^(?:1264|1265|1292|1366|1406|1411|1416|1426|1441|1690) |\(22\w{3}\)$/,
  },
  // Microsoft Learn: "Database engine events and errors"; from 50000 on they are people's own.
  [ENGINE_IDS.sqlServer]: {
    unique: /^(?:2601|2627)$/,
    foreign_key: /^547$/,
    not_null: /^515$/,
    division_by_zero: /^8134$/,
    too_many_rows: /^512$/,
    permission: /^(?:229|230|262|297|300|916)$/,
    not_found: /^(?:195|207|208|2812|4121)$/,
    syntax: /^(?:102|105|156|170|201|319|8144|8145)$/,
    value: /^(?:220|232|241|242|244|245|248|295|8114|8115|8152|2628)$/,
    raised: /^[5-9]\d{4,}$|^\d{6,}$/,
  },
  // Oracle Database Error Messages.
  [ENGINE_IDS.oracle]: {
    unique: /^ORA-00001$/,
    foreign_key: /^ORA-0229[12]$/,
    not_null: /^ORA-0140[07]$/,
    check: /^ORA-02290$|^ORA-01402$/,
    division_by_zero: /^ORA-01476$/,
    no_data: /^ORA-0(?:1403|0100)$/,
    too_many_rows: /^ORA-01422$|^ORA-01427$/,
    permission: /^ORA-01031$|^ORA-41900$/,
    not_found: /^ORA-00(?:942|904)$|^ORA-04043$|^ORA-06576$/,
    syntax: /^ORA-009\d\d$|^ORA-06550$|^ORA-00933$/,
    value: /^ORA-(?:01722|01438|12899|06502|018[34]\d|01426)$/,
    raised: /^ORA-20\d{3}$|^ORA-06510$/,
  },
  [ENGINE_IDS.sqlite]: {
    // It tells no more of what only reads.
    permission: /^SQLITE_AUTH/,
    value: /^SQLITE_(?:MISMATCH|TOOBIG|RANGE)/,
  },
};

/** What an engine's code means; null where this program does not know. */
export function classOfError(
  engine: EngineId,
  { code, message }: { code: string; message: string },
): ErrorClass | null {
  // SQL Server has one number for both.
  if (engine === ENGINE_IDS.sqlServer && code === '547' && /\bCHECK constraint\b/i.test(message))
    return 'check';
  const found = Object.entries(PATTERNS[engine]).find(([, pattern]) => pattern.test(code));
  return (found?.[0] ?? null) as ErrorClass | null;
}
