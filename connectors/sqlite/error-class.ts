import { classifyBy } from '../core/error-class.ts';

/** Of other failures it tells no more than that there is one. */
export const classOfError = classifyBy({
  permission: /^SQLITE_AUTH/,
  value: /^SQLITE_(?:MISMATCH|TOOBIG|RANGE)/,
});
