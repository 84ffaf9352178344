import { classifyBy } from '../core/error-class.ts';

/** PostgreSQL documentation, appendix A. */
export const classOfError = classifyBy({
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
});
