type Kind = 'FUNCTION' | 'PROCEDURE';

/** What a package consists of: comments, texts, quoted names, words, and single characters. */
const TOKEN =
  /--[^\n]*|#[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\]|\\[^]|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|[\p{L}\p{N}_$]+|\S/gu;

interface Token {
  text: string;
  start: number;
}

/** A routine as its declaration, or its definition, says it; types in the spelling that is used there. */
export interface PackageRoutine {
  name: string;
  parameters: { name: string; mode: 'in' | 'out' | 'inout'; type: string }[];
  returns: string | null;
  /** From its first word up to the next routine. */
  text: string;
}

/**
 * The routines that a package declares, in their order: what callers outside of it see. The server lists
 * packages only, as texts.
 */
export const readPackageRoutines = (specification: string, kind: Kind): string[] =>
  describePackageRoutines(specification, kind).map(({ name }) => name);

/** Of a package's declaration, or of its body. */
export function describePackageRoutines(source: string, kind: Kind): PackageRoutine[] {
  const tokens = tokenize(source);
  const starts = tokens.flatMap((_, index) => (beginsRoutine(tokens, index) ? [index] : []));
  return starts.flatMap((start, at) => {
    const end = starts[at + 1] ?? endOfPackage(tokens);
    const own = tokens.slice(start, end);
    const [type, name] = own;
    if (!type || !name || type.text.toUpperCase() !== kind) return [];
    const text = source.slice(type.start, tokens[end]?.start ?? source.length).trim();
    return [{ name: unquote(name.text), ...readHead(source, own.slice(2)), text }];
  });
}

const tokenize = (source: string): Token[] =>
  [...source.matchAll(TOKEN)]
    .map((match) => ({ text: match[0], start: match.index }))
    .filter(({ text }) => !/^(--|#|\/\*)/.test(text));

function beginsRoutine(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text ?? ';';
  const begins = before === ';' || (index === 1 && /^[AI]S$/i.test(before));
  return begins && /^(FUNCTION|PROCEDURE)$/i.test(tokens[index]?.text ?? '');
}

/** Its last word, where the package ends with one. */
const endOfPackage = (tokens: readonly Token[]): number =>
  /^END$/i.test(tokens.at(-1)?.text ?? '') ? tokens.length - 1 : tokens.length;

/** What stands between the name and the first word of the definition. */
function readHead(
  source: string,
  tokens: readonly Token[],
): Pick<PackageRoutine, 'parameters' | 'returns'> {
  const parts: Token[][] = [[]];
  let depth = 0;
  let at = 0;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.text === ')') depth -= 1;
    if (depth === 1 && token.text === ',') parts.push([]);
    else if (depth > 0) parts.at(-1)?.push(token);
    if (token.text === '(') depth += 1;
    if (depth === 0) break;
  }
  const isListed = tokens[0]?.text === '(';
  const parameters = isListed
    ? parts.filter(({ length }) => length > 0).map((part) => readParameter(source, part))
    : [];
  const rest = tokens.slice(isListed ? at + 1 : 0);
  return { parameters, returns: readReturns(source, rest) };
}

/** The mode stands before the name or, as Oracle has it, behind it. */
function readParameter(
  source: string,
  tokens: readonly Token[],
): PackageRoutine['parameters'][number] {
  const isMode = ({ text }: Token) => /^(IN|OUT|INOUT)$/i.test(text);
  const first = tokens.findIndex((token, index) => !isMode(token) || index === tokens.length - 1);
  const named = tokens[first]!;
  const behind = tokens.slice(first + 1);
  const typeAt = behind.findIndex((token) => !isMode(token));
  const modes = [...tokens.slice(0, first), ...behind.slice(0, Math.max(typeAt, 0))]
    .map(({ text }) => text.toLowerCase())
    .join('');
  const type = typeAt < 0 ? [] : behind.slice(typeAt);
  const beforeDefault = type.findIndex(({ text }) => /^(DEFAULT|:)$/i.test(text));
  return {
    name: unquote(named.text),
    mode: modes === 'out' || modes === 'inout' ? modes : 'in',
    type: textOf(source, beforeDefault < 0 ? type : type.slice(0, beforeDefault)),
  };
}

/** What may stand behind the type that a function returns. */
const BEHIND_TYPE =
  /^(AS|IS|BEGIN|COMMENT|DETERMINISTIC|NOT|CONTAINS|NO|READS|MODIFIES|SQL|LANGUAGE|RETURN|;)$/i;

function readReturns(source: string, tokens: readonly Token[]): string | null {
  if (!/^RETURNS?$/i.test(tokens[0]?.text ?? '')) return null;
  const rest = tokens.slice(1);
  const end = rest.findIndex(({ text }) => BEHIND_TYPE.test(text));
  return textOf(source, end < 0 ? rest : rest.slice(0, end));
}

function textOf(source: string, tokens: readonly Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last ? source.slice(first.start, last.start + last.text.length) : '';
}

const unquote = (name: string): string => {
  const quote = name[0];
  return quote === '"' || quote === '`' ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
};

/** In the mode that packages are written in, types have Oracle's names, too. */
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

/** The server's own spelling of a type that stands in a package. */
export function spellType(written: string): string {
  const type = written.toLowerCase().replace(/\s*([(),])\s*/g, '$1');
  const [pattern, own] = TYPES.find(([one]) => one.test(type)) ?? [];
  return pattern && own ? type.replace(pattern, own) : type;
}
