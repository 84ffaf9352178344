import { classifyBy } from '../core/error-class.ts';

/** What its messages begin with. */
export const classOfError = classifyBy({
  not_found: /^Catalog Error$/,
  syntax: /^(?:Parser|Binder) Error$/,
  value: /^(?:Conversion|Out of Range|Mismatch Type) Error$/,
  permission: /^Permission Error$/,
});
