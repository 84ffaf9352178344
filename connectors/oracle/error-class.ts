import { classifyBy } from '../core/error-class.ts';

/** Oracle Database Error Messages. */
export const classOfError = classifyBy({
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
});
