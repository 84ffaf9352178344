import { type Message, message } from '../../contract/messages/message.ts';
import type { RoutineSignature } from '../core/definitions.ts';
import type { ParameterRow } from './definitions-sql.ts';

/** “Database Reference”, ALL_ARGUMENTS, DATA_TYPE: types that texts become, and that become texts. */
const SCALAR =
  /^(?:NUMBER|FLOAT|BINARY_(?:INTEGER|FLOAT|DOUBLE)|N?(?:VARCHAR2|CHAR|CLOB)|LONG|RAW|U?ROWID|DATE|TIMESTAMP.*|INTERVAL .*)$/;
const COLLECTION = /^(?:TABLE|VARRAY)$/;
const BOOLEAN = /BOOLEAN$/;
export const isCursor = (type: string): boolean => type === 'REF CURSOR';

/** How a routine is called whose arguments, and what it returns at position 0, are these rows. */
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

/** A query takes no function that gives values back in its parameters, and knows no values that are true or false. */
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

/** Types of packages are for PL/SQL alone, but where rows come one by one. */
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
