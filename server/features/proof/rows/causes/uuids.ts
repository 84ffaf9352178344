import { NEVER, ofBoth } from './detector.ts';

const UUID = /^\{?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})\}?$/i;

const groupsOf = (text: string): string[] | null =>
  text.length < 32 || text.length > 38 ? null : (UUID.exec(text.toLowerCase())?.slice(1) ?? null);

const reversed = (hex: string): string =>
  hex.replaceAll(/../g, '$& ').split(' ').toReversed().join('');

/** As SQL Server stores them: the bytes of the first three groups, which are numbers, in reverse. */
const asGuid = ([low = '', mid = '', high = '', ...rest]: readonly string[]): string =>
  [reversed(low), reversed(mid), reversed(high), ...rest].join('');
/** As MySQL's UUID_TO_BIN(…, 1) stores them: what changes least comes first. */
const byTime = ([low = '', mid = '', high = '', ...rest]: readonly string[]): string =>
  [high, mid, low, ...rest].join('');

/** Nothing changes the last group, which tells most others apart at once. */
const lastOf = (text: string): string =>
  (text.endsWith('}') ? text.slice(-13, -1) : text.slice(-12)).toLowerCase();

/** The same UUIDs, their bytes in another order. The parameter tells the order, and the side that has it if it is known. */
export const UUID_BYTES = ofBoth('uuid_bytes', (source, target) => {
  if (lastOf(source) !== lastOf(target)) return NEVER;
  const [one, other] = [groupsOf(source), groupsOf(target)];
  if (!one || !other) return NEVER;
  const [plain, stored] = [one.join(''), other.join('')];
  if (plain === stored) return NEVER;
  if (asGuid(one) === stored) return ['guid'];
  if (byTime(one) === stored) return ['target time'];
  return byTime(other) === plain ? ['source time'] : NEVER;
});
