import type { ErrorClass } from '../../contract/proof/calls.ts';
import { classifyBy } from '../core/error-class.ts';

/** Microsoft Learn: "Database engine events and errors"; from 50000 on they are people's own. */
const classOfCode = classifyBy({
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
});

/** It has one number for foreign keys and checks. */
export const classOfError = (error: { code: string; message: string }): ErrorClass | null =>
  error.code === '547' && /\bCHECK constraint\b/i.test(error.message)
    ? 'check'
    : classOfCode(error);
