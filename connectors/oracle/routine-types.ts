import { type Message, message } from '../../contract/messages/message.ts';
import type { RoutineSignature } from '../core/routine-signature.ts';
import type { ParameterRow } from './definitions-sql.ts';

/** “Database Reference”, ALL_ARGUMENTS, DATA_TYPE: types that convert from and to text. */
const SCALAR =
  /^(?:NUMBER|FLOAT|BINARY_(?:INTEGER|FLOAT|DOUBLE)|N?(?:VARCHAR2|CHAR|CLOB)|LONG|RAW|U?ROWID|DATE|TIMESTAMP.*|INTERVAL .*)$/;
const COLLECTION = /^(?:TABLE|VARRAY)$/;
const BOOLEAN = /BOOLEAN$/;
export const isCursor = (type: string): boolean => type === 'REF CURSOR';

/** How to call a routine with these argument rows; position 0 is the return value. */
export function signatureOf(
  path: string[],
  rows: readonly ParameterRow[],
  isFunction: boolean,
): RoutineSignature {
  const given = rows.filter((row) => row[3] !== '0');
  const returned = rows.find((row) => row[3] === '0');
  const obstacle =
    given.map(obstacleOf).find((obstacle) => obstacle !== null) ??
    (isFunction ? obstacleOfReturned(returned) : null);
  return {
    path,
    form: isFunction ? formOf(given, returned) : 'procedure',
    types: [...given, ...(returned ? [returned] : [])].map(kindOf),
    obstacle,
  };
}

const kindOf = (row: ParameterRow): string => row[13];
const typeOf = ([, , , , , , name, owner]: ParameterRow): string =>
  owner === null ? name : `${owner}.${name}`;

/** A query cannot call a function with output parameters, and has no Boolean values. */
function formOf(
  given: readonly ParameterRow[],
  returned: ParameterRow | undefined,
): RoutineSignature['form'] {
  const isBlock = given.some((row) => row[5] !== 'IN' || BOOLEAN.test(kindOf(row)));
  if (isBlock || (returned && isCursor(kindOf(returned)))) return 'block';
  return returned && COLLECTION.test(kindOf(returned)) ? 'rows' : 'function';
}

function obstacleOf(row: ParameterRow): Message | null {
  const [, , , , name, mode] = row;
  const kind = kindOf(row);
  const isPossible =
    SCALAR.test(kind) ||
    (mode === 'IN' ? BOOLEAN.test(kind) || kind === 'BLOB' : mode === 'OUT' && isCursor(kind));
  return isPossible
    ? null
    : message('proposal.noTextForParameter', { name: name ?? '', type: typeOf(row) });
}

/** Types declared in packages are usable only in PL/SQL, except for those of a pipelined function's rows. */
function obstacleOfReturned(row: ParameterRow | undefined): Message | null {
  if (!row) return message('proposal.returnsUnknown');
  const kind = kindOf(row);
  const [isInPackage, isPipelined] = [row[14] !== null, row[15] === 'YES'];
  const isPossible =
    SCALAR.test(kind) ||
    isCursor(kind) ||
    kind === 'BLOB' ||
    (COLLECTION.test(kind) && (isPipelined || !isInPackage));
  return isPossible ? null : message('proposal.returnsNoText', { type: typeOf(row) });
}
