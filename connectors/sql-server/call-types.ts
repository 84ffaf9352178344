import { message } from '../../contract/messages/message.ts';
import { randomUUID } from 'node:crypto';
import type { Call } from '../core/call.ts';
import type { PreparedCall } from '../core/call-text.ts';
import { ConnectorError } from '../core/errors.ts';
import { parseProcedureCall, type ProcedureCall } from './call-procedure.ts';
import type { Value } from './driver.ts';
import type { Session } from './session.ts';
import { describeType } from './types.ts';

/** Name of the first column of the result set with output variables: no other result set has it. */
export const OUTPUTS = `outputs-${randomUUID()}`;

/** The text to send, and the names of the variables that are returned as the last result set. */
export interface Statement {
  text: string;
  parameters: [name: string, value: Value][];
  outputs: string[];
}

type FormalRow = [
  position: number,
  name: string,
  base: string | null,
  length: number,
  precision: number,
  scale: number,
];

/** Parameter 0 is the return value. .NET types and table types have no base type. */
// Microsoft Learn: "sys.all_parameters (Transact-SQL)".
const FORMALS = `SELECT p.parameter_id, p.name, t.name, CONVERT(int, p.max_length), CONVERT(int, p.precision),
    CONVERT(int, p.scale)
  FROM sys.all_parameters p
  LEFT JOIN sys.types t ON t.user_type_id = p.system_type_id AND t.is_user_defined = 0
  WHERE p.object_id = OBJECT_ID(@p1) AND p.is_cursor_ref = 0`;

const TEXT = 'nvarchar(max)';
/** Types that a variable cannot have, or that a text does not convert to. */
const AS_TEXT = new Set(['text', 'ntext', 'sql_variant']);

interface Local {
  name: string;
  type: string;
  value: string | null;
}

/**
 * A procedure's arguments are values or variables, not expressions. So each value is first assigned to a variable of
 * the parameter's own type, and outputs keep all of their digits.
 * @throws ConnectorError if the type of an output is unknown
 */
export async function typeProcedure(
  session: Session,
  call: Call,
  { text, values }: PreparedCall,
): Promise<Statement> {
  const parsed = parseProcedureCall(text);
  const formals = parsed ? await session.query<FormalRow>(FORMALS, [parsed.procedure]) : [];
  const typeOf = (variable: string) => typeOfVariable(parsed, formals, variable);
  const bound = values.map((value, index): Local => {
    const name = `call_${index + 1}`;
    return { name, type: typeOf(name) ?? TEXT, value };
  });
  const outputs = parsed ? listOutputs(parsed) : [];
  const returned = outputs.map((name): Local => {
    const value = Object.hasOwn(call.parameters, name) ? call.parameters[name] : null;
    return { name, type: typeOf(name) ?? refuseUnknown(name), value: value ?? null };
  });
  const locals = [...bound, ...returned];
  const declared = locals.map(
    ({ name, type }, index) => `@${name} ${type} = ${convert(type, index + 1)}`,
  );
  const shown = outputs.map((name) => `@${name} AS [${name}]`);
  return {
    text: [
      // Otherwise assigning the variables would count as changed rows.
      ...(declared.length > 0
        ? ['SET NOCOUNT ON', `DECLARE ${declared.join(', ')}`, 'SET NOCOUNT OFF']
        : []),
      text,
      ...(shown.length > 0 ? [`SELECT NULL AS [${OUTPUTS}], ${shown.join(', ')}`] : []),
    ].join(';\n'),
    parameters: locals.map(({ value }, index) => [`given_${index + 1}`, value]),
    outputs,
  };
}

/** Names of the variables that the procedure assigns, without repetition. */
function listOutputs({ result, arguments: given }: ProcedureCall): string[] {
  const names = [
    result,
    ...given.map(({ variable, isOutput }) => (isOutput ? variable : null)),
  ].filter((name) => name !== null);
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

/** Converts hex to binary, and every other type from its text. */
const convert = (type: string, index: number): string =>
  type === TEXT
    ? `@given_${index}`
    : `CONVERT(${type}, @given_${index}${/binary|rowversion/.test(type) ? ', 2' : ''})`;

function typeOfVariable(
  parsed: ProcedureCall | null,
  formals: readonly FormalRow[],
  variable: string,
): string | null {
  const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();
  if (isSame(parsed?.result ?? null, variable)) {
    const returned = formals.find(([position]) => position === 0);
    return returned ? typeOfFormal(returned) : 'int';
  }
  const index = parsed?.arguments.findIndex((one) => isSame(one.variable, variable)) ?? -1;
  const argument = parsed?.arguments[index];
  if (!argument) return null;
  const formal = formals.find(([position, name]) =>
    argument.formal ? isSame(argument.formal, name) : position === index + 1,
  );
  return formal ? typeOfFormal(formal) : null;
}

function typeOfFormal([, , base, length, precision, scale]: FormalRow): string | null {
  if (base === null) return null;
  if (AS_TEXT.has(base)) return TEXT;
  if (base === 'image') return 'varbinary(max)';
  return describeType({ base, alias: null, length, precision, scale }).type;
}

function refuseUnknown(variable: string): never {
  throw new ConnectorError('failed', message('call.unknownOutput', { name: variable }));
}
