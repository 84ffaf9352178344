import { classifyBy } from '../core/error-class.ts';

/** MySQL reference manual, "Server Error Message Reference"; 45000 is what SIGNAL raises. */
export const classOfError = classifyBy({
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
});
