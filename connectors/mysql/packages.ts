import {
  findClosing,
  is,
  spanOf,
  splitAtCommas,
  type SqlToken,
  unquote,
  wordsAndSigns,
} from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';

type Kind = 'FUNCTION' | 'PROCEDURE';

/** A routine as its declaration or definition writes it, with types in the spelling used there. */
export interface PackageRoutine {
  name: string;
  parameters: { name: string; mode: 'in' | 'out' | 'inout'; type: string }[];
  returns: string | null;
  /** The text from its first word to the next routine. */
  text: string;
}

/**
 * Names of the routines that a package declares, in order, which are those that callers outside of it see. The server
 * keeps packages only as texts.
 */
export const readPackageRoutines = (specification: string, kind: Kind): string[] =>
  describePackageRoutines(specification, kind).map(({ name }) => name);

/** @param source - the declaration or the body of a package */
export function describePackageRoutines(source: string, kind: Kind): PackageRoutine[] {
  const tokens = wordsAndSigns(source, engine.sql);
  const starts = tokens.flatMap((_, index) => (beginsRoutine(tokens, index) ? [index] : []));
  return starts.flatMap((start, at) => {
    const end = starts[at + 1] ?? endOfPackage(tokens);
    const own = tokens.slice(start, end);
    const [type, name] = own;
    if (!type || !name || !is(type, kind)) return [];
    const text = source.slice(type.start, tokens[end]?.start ?? source.length).trim();
    return [{ name: unquote(name), ...readHead(source, own.slice(2)), text }];
  });
}

function beginsRoutine(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  const begins = !before || is(before, ';') || (index === 1 && is(before, 'AS', 'IS'));
  return begins && is(tokens[index], 'FUNCTION', 'PROCEDURE');
}

/** Position of the package's final END, or the end of the text. */
const endOfPackage = (tokens: readonly SqlToken[]): number =>
  is(tokens.at(-1), 'END') ? tokens.length - 1 : tokens.length;

/** Parses what stands between the routine's name and the first word of its definition. */
function readHead(
  source: string,
  tokens: readonly SqlToken[],
): Pick<PackageRoutine, 'parameters' | 'returns'> {
  const isListed = is(tokens[0], '(');
  const close = isListed ? findClosing(tokens, 0) : -1;
  const parameters = splitAtCommas(tokens.slice(1, Math.max(close, 1))).map((part) =>
    readParameter(source, part),
  );
  const rest = tokens.slice(close + 1);
  return { parameters, returns: readReturns(source, rest) };
}

/** The mode precedes the name or, as in Oracle, follows it. */
function readParameter(
  source: string,
  tokens: readonly SqlToken[],
): PackageRoutine['parameters'][number] {
  const isMode = (token: SqlToken) => is(token, 'IN', 'OUT', 'INOUT');
  const first = tokens.findIndex((token, index) => !isMode(token) || index === tokens.length - 1);
  const named = tokens[first]!;
  const behind = tokens.slice(first + 1);
  const typeAt = behind.findIndex((token) => !isMode(token));
  const modes = [...tokens.slice(0, first), ...behind.slice(0, Math.max(typeAt, 0))]
    .map(({ text }) => text.toLowerCase())
    .join('');
  const type = typeAt < 0 ? [] : behind.slice(typeAt);
  const beforeDefault = type.findIndex((token) => is(token, 'DEFAULT', ':'));
  return {
    name: unquote(named),
    mode: modes === 'out' || modes === 'inout' ? modes : 'in',
    type: spanOf(source, beforeDefault < 0 ? type : type.slice(0, beforeDefault)),
  };
}

/** Words that may follow the type that a function returns. */
const BEHIND_TYPE =
  'AS|IS|BEGIN|COMMENT|DETERMINISTIC|NOT|CONTAINS|NO|READS|MODIFIES|SQL|LANGUAGE|RETURN|;'.split(
    '|',
  );

function readReturns(source: string, tokens: readonly SqlToken[]): string | null {
  if (!is(tokens[0], 'RETURN', 'RETURNS')) return null;
  const rest = tokens.slice(1);
  const end = rest.findIndex((token) => is(token, ...BEHIND_TYPE));
  return spanOf(source, end < 0 ? rest : rest.slice(0, end));
}

/** In the SQL mode in which packages are written, types may have Oracle's names. */
const TYPES: [RegExp, string][] = [
  [/^varchar2\b/, 'varchar'],
  [/^number(?=\()/, 'decimal'],
  [/^number\b/, 'double'],
  [/^raw\b/, 'varbinary'],
  [/^clob\b/, 'longtext'],
  [/^blob\b/, 'longblob'],
  [/^date$/, 'datetime'],
  [/^integer\b/, 'int'],
];

/** The server's own spelling of a type written in a package. */
export function spellType(written: string): string {
  const type = written.toLowerCase().replace(/\s*([(),])\s*/g, '$1');
  const [pattern, own] = TYPES.find(([one]) => one.test(type)) ?? [];
  return pattern && own ? type.replace(pattern, own) : type;
}
