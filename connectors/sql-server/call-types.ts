import { randomUUID } from 'node:crypto';
import { message } from '../../contract/messages/message.ts';
import type { PreparedCall } from '../core/calls/call-text.ts';
import type { Call } from '../core/call.ts';
import { ConnectorError } from '../core/errors.ts';
import { is, type SqlToken, splitAtCommas, wordsAndSigns } from '../core/sql/sql-tokens.ts';
import type { Value } from './driver.ts';
import { engine } from './engine.ts';
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

/** The parts of `EXECUTE @result = procedure @formal = value, …`. */
interface ProcedureCall {
  /** The variable for the return value, without its @; null if there is none. */
  result: string | null;
  /** The name as written, with its parts and brackets. */
  procedure: string;
  arguments: Argument[];
}

interface Argument {
  /** The parameter, with its @; null if the argument is positional. */
  formal: string | null;
  /** The variable passed, without its @; null if the argument is another value. */
  variable: string | null;
  isOutput: boolean;
}

/** Null if the text does not call a procedure by name, such as `EXEC ('SELECT 1') AT there`. */
export function parseProcedureCall(text: string): ProcedureCall | null {
  const tokens = wordsAndSigns(text, engine.sql).slice(1);
  const result = isVariable(tokens[0]) && is(tokens[1], '=') ? nameOf(tokens[0]) : null;
  const called = result === null ? tokens : tokens.slice(2);
  let length = 0;
  while (isPartOfName(called[length], called[length - 1])) length += 1;
  // The name is in a variable, or missing.
  if (length === 0) return null;
  return {
    result,
    procedure: called
      .slice(0, length)
      .map((token) => token.text)
      .join(''),
    arguments: splitAtCommas(called.slice(length)).map(readArgument),
  };
}

const isVariable = (token: SqlToken | undefined): token is SqlToken => token?.kind === 'variable';
const nameOf = (variable: SqlToken): string => variable.text.slice(1);

/** Parts of a name are separated by dots; the name of a temporary procedure starts with `#`. */
function isPartOfName(token: SqlToken | undefined, before: SqlToken | undefined): boolean {
  if (is(token, '.', '#')) return true;
  const isName =
    token?.kind === 'word' ||
    (token?.kind === 'quoted' && /^["[]/.test(token.text) && token.closed);
  return isName && (before === undefined || is(before, '.', '#'));
}

function readArgument(tokens: readonly SqlToken[]): Argument {
  const isNamed = isVariable(tokens[0]) && is(tokens[1], '=');
  const [value, how] = isNamed ? tokens.slice(2) : tokens;
  return {
    formal: isNamed ? tokens[0]!.text : null,
    variable: isVariable(value) ? nameOf(value) : null,
    isOutput: is(how, 'OUT', 'OUTPUT'),
  };
}
