import { scanTokens } from './scan.ts';

/** What `EXECUTE @result = procedure @formal = value, …` consists of. */
export interface ProcedureCall {
  /** The variable that takes the return value, without its @; null where there is none. */
  result: string | null;
  /** As it is written, in parts or brackets. */
  procedure: string;
  arguments: Argument[];
}

interface Argument {
  /** The parameter, with its @; null where the place tells which. */
  formal: string | null;
  /** The variable that is given, without its @; null where it is another value. */
  variable: string | null;
  isOutput: boolean;
}

const NAME = /^(?:\[.+\]|".+"|[\p{L}_#@][\p{L}\p{N}_@#$]*)$/su;
const isVariable = (token = ''): boolean => /^@[^@]/.test(token);

/** Null where it is no call of a procedure by its name, such as `EXEC ('SELECT 1') AT there`. */
export function parseProcedureCall(text: string): ProcedureCall | null {
  const tokens = [...scanTokens(text)].filter((token) => token.trim() !== '');
  let at = 1;
  let result: string | null = null;
  if (isVariable(tokens[at]) && tokens[at + 1] === '=') {
    result = tokens[at]!.slice(1);
    at += 2;
  }
  const start = at;
  while (tokens[at] === '.' || (NAME.test(tokens[at] ?? '') && isPart(tokens, at, start))) at += 1;
  const procedure = tokens.slice(start, at).join('');
  // The name is in a variable, or there is none.
  if (procedure === '' || isVariable(procedure)) return null;
  return { result, procedure, arguments: splitAtCommas(tokens.slice(at)).map(readArgument) };
}

const isPart = (tokens: readonly string[], at: number, start: number): boolean =>
  at === start || tokens[at - 1] === '.';

function splitAtCommas(tokens: readonly string[]): string[][] {
  if (tokens.length === 0) return [];
  const parts: string[][] = [[]];
  for (const token of tokens) {
    if (token === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function readArgument(tokens: readonly string[]): Argument {
  const isNamed = isVariable(tokens[0]) && tokens[1] === '=';
  const [value, how] = isNamed ? tokens.slice(2) : tokens;
  return {
    formal: isNamed ? tokens[0]! : null,
    variable: value && isVariable(value) ? value.slice(1) : null,
    isOutput: /^out(?:put)?$/i.test(how ?? ''),
  };
}
