import { is, type SqlToken, splitAtCommas, wordsAndSigns } from '../core/sql-tokens.ts';
import { engine } from './engine.ts';

/** The parts of `EXECUTE @result = procedure @formal = value, …`. */
export interface ProcedureCall {
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
