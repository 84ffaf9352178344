import type { SqlSpelling } from '../../../connectors/core/engine.ts';
import {
  type SqlToken,
  is,
  keywordOf,
  wordsAndSigns,
} from '../../../connectors/core/sql/sql-tokens.ts';
import type { Wanted } from './known-names.ts';

/** A name in a text, and the kind of object that it refers to. */
export interface TextName {
  path: string[];
  wanted: Wanted;
  /** Whether it can only be an object: if unknown, it is outside of the project. */
  sure: boolean;
}

/** Longer texts are not searched. */
const MAX_TEXT = 2_000_000;

/** Keywords followed by a relation. */
const BEFORE_ROWS = ['FROM', 'JOIN', 'INTO', 'UPDATE', 'TABLE', 'ONLY', 'USING', 'REFERENCES'];
/** Keywords directly followed by a relation in dialects in which FROM or INTO is optional. */
const LEAVING_OUT = ['DELETE', 'INSERT', 'MERGE'];
const ENDS_FROM =
  'WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT MINUS SELECT SET CONNECT START WINDOW VALUES'.split(
    ' ',
  );
const BEFORE_PROCEDURE = ['CALL', 'EXEC', 'EXECUTE', 'PERFORM'];
const NUMBERS = ['NEXTVAL', 'CURRVAL'];
const STATEMENT_BEGINS = [';', 'BEGIN', 'THEN', 'ELSE', 'LOOP', 'DO'];
const NO_NAMES = new Set(
  (
    'IN SELECT LATERAL UNNEST ONLY VALUES TABLE DUAL INTO FROM SET WHERE AS ON IF NOT EXISTS IMMEDIATE EXECUTE OUTFILE STRICT ' +
    'NEW OLD INSERTED DELETED EXCLUDED NULL OF UPDATE CASCADE RESTRICT JOIN NO CURRENT BULK SKIP NOWAIT STATEMENT VARIABLES'
  ).split(' '),
);
/** System schemas of all engines. */
const OWN_SCHEMAS = new Set([
  'information_schema',
  'pg_catalog',
  'sys',
  'mysql',
  'performance_schema',
]);

/** One level of brackets: whether it is inside a FROM clause, and inside a query. */
interface Level {
  inFrom: boolean;
  isQuery: boolean;
}

/** Names at positions where a text names objects, without duplicates; comments and literals are skipped. */
export function namesInText(text: string, spelling: SqlSpelling): TextName[] {
  if (text.length > MAX_TEXT) return [];
  const tokens = wordsAndSigns(text, spelling);
  const own = namesMadeHere(tokens);
  const found = new Map<string, TextName>();
  const levels: Level[] = [{ inFrom: false, isQuery: false }];
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, before] = [tokens[at]!, tokens[at - 1]];
    noteKeyword(levels, token, before);
    const isNamed = isName(token) && before?.text !== '.';
    const place = isNamed ? pathAt(tokens, at) : null;
    const name = place ? nameAt(tokens, at, place, levels.at(-1)!) : sequenceIn(tokens, at);
    if (name && !isOwn(name.path, own)) {
      const key = `${name.wanted} ${name.path.join('.').toLowerCase()}`;
      if (!found.get(key)?.sure) found.set(key, name);
    }
    if (place) at = place.end - 1;
  }
  return [...found.values()];
}

const isOwn = ([first = '', ...rest]: readonly string[], own: ReadonlySet<string>): boolean =>
  OWN_SCHEMAS.has(first.toLowerCase()) ||
  (rest.length === 0 && (own.has(first.toLowerCase()) || NO_NAMES.has(first.toUpperCase())));

interface Place {
  path: string[];
  /** Index of the token after it. */
  end: number;
}

/** The kind of object that a name refers to, by its neighbouring tokens; null if it cannot be an object. */
function nameAt(
  tokens: readonly SqlToken[],
  at: number,
  { path, end }: Place,
  level: Level,
): TextName | null {
  const before = tokens[at - 1];
  if (path.length > 1 && NUMBERS.includes(path.at(-1)!.toUpperCase()))
    return { path: path.slice(0, -1), wanted: 'sequence', sure: false };
  if (is(before, 'FOR') && is(tokens[at - 2], 'VALUE', 'NEXTVAL', 'PREVVAL'))
    return { path, wanted: 'sequence', sure: true };
  return standsForRows(tokens, at, level)
    ? rowsAt(tokens, at, { path, end }, level)
    : calledAt(before, path, tokens[end]);
}

function rowsAt(
  tokens: readonly SqlToken[],
  at: number,
  { path, end }: Place,
  level: Level,
): TextName {
  const after = tokens[end];
  const isCalled = after?.text === '(';
  if (isCalled && !is(tokens[at - 1], 'INTO', 'INSERT'))
    return { path, wanted: 'routine', sure: false };
  const isFar = after?.kind === 'variable' && after.start === endOf(tokens[end - 1]!);
  if (isFar) return { path: [`${path.join('.')}${after.text}`], wanted: 'rows', sure: true };
  return { path, wanted: 'rows', sure: !isCalled && isSure(tokens, at, level, path) };
}

function calledAt(
  before: SqlToken | undefined,
  path: string[],
  after: SqlToken | undefined,
): TextName | null {
  if (after?.text === '%') return { path, wanted: 'rows', sure: false };
  if (is(before, ...BEFORE_PROCEDURE)) return { path, wanted: 'procedure', sure: path.length > 1 };
  if (after?.text === '(') return { path, wanted: 'routine', sure: false };
  const isStatement = is(before, ...STATEMENT_BEGINS) && after?.text === ';';
  return isStatement ? { path, wanted: 'procedure', sure: false } : null;
}

function noteKeyword(levels: Level[], token: SqlToken, before: SqlToken | undefined): void {
  const level = levels.at(-1)!;
  if (token.text === '(') levels.push({ inFrom: false, isQuery: false });
  else if (token.text === ')' && levels.length > 1) levels.pop();
  else if (token.text === ';') Object.assign(level, { inFrom: false, isQuery: false });
  else if (token.kind === 'word' && before?.text !== '.') {
    const word = keywordOf(token);
    if (word === 'FROM' && !is(before, 'DISTINCT')) level.inFrom = level.isQuery;
    else if (ENDS_FROM.includes(word)) level.inFrom = false;
    if (word === 'SELECT' || word === 'DELETE') level.isQuery = true;
  }
}

function standsForRows(tokens: readonly SqlToken[], at: number, { inFrom }: Level): boolean {
  const before = tokens[at - 1];
  if (is(before, 'FROM'))
    return (inFrom || is(tokens[at - 2], 'DELETE')) && !is(tokens[at - 2], 'DISTINCT');
  if (is(before, ...BEFORE_ROWS)) return true;
  if (is(before, ...LEAVING_OUT)) return true;
  return inFrom && before?.text === ',';
}

/** `INTO` may also be followed by a variable, and `UPDATE` and `DELETE` by an alias that is defined later. */
function isSure(
  tokens: readonly SqlToken[],
  at: number,
  { inFrom }: Level,
  path: readonly string[],
): boolean {
  const [before, second] = [tokens[at - 1], tokens[at - 2]];
  if (is(before, 'INTO')) return is(second, 'INSERT', 'MERGE', 'REPLACE', 'IGNORE');
  if (is(before, 'REFERENCES')) return true;
  if (is(before, 'UPDATE') && is(second, 'FOR', 'ON', 'KEY', 'OR', ',', 'BEFORE', 'AFTER'))
    return false;
  return inFrom || path.length > 1;
}

/** `nextval('shop.numbers')` names a sequence in a literal. */
function sequenceIn(tokens: readonly SqlToken[], at: number): TextName | null {
  const token = tokens[at]!;
  if (token.kind !== 'quoted' || !token.text.startsWith("'")) return null;
  if (tokens[at - 1]?.text !== '(' || !is(tokens[at - 2], 'NEXTVAL', 'CURRVAL', 'SETVAL'))
    return null;
  const path = token.text.slice(1, -1).replaceAll('"', '').split('.');
  return { path, wanted: 'sequence', sure: false };
}

/** Names of common table expressions, and of tables that the text itself creates, in lower case. */
function namesMadeHere(tokens: readonly SqlToken[]): ReadonlySet<string> {
  const own = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (!isName(token)) continue;
    const isQuery = is(tokens[at + 1], 'AS') && isQueryAt(tokens, at + 2);
    const afterTable = is(tokens[at - 1], 'TABLE', 'EXISTS') && isMade(tokens, at);
    const isCursor = is(tokens[at - 1], 'CURSOR') || is(tokens[at + 1], 'CURSOR');
    if (isQuery || afterTable || isCursor || isQueryWithColumns(tokens, at))
      own.add(nameOf(token).toLowerCase());
  }
  return own;
}

const isQueryAt = (tokens: readonly SqlToken[], at: number): boolean =>
  tokens[at]?.text === '(' || (is(tokens[at], 'MATERIALIZED', 'NOT') && isQueryAt(tokens, at + 1));

/** `WITH name (a, b) AS (` */
function isQueryWithColumns(tokens: readonly SqlToken[], at: number): boolean {
  if (!is(tokens[at - 1], 'WITH', 'RECURSIVE', ',') || tokens[at + 1]?.text !== '(') return false;
  let end = at + 2;
  while (tokens[end] && isName(tokens[end]!) && tokens[end + 1]?.text === ',') end += 2;
  return tokens[end + 1]?.text === ')' && is(tokens[end + 2], 'AS') && isQueryAt(tokens, end + 3);
}

const isMade = (tokens: readonly SqlToken[], at: number): boolean =>
  tokens.slice(Math.max(0, at - 7), at).some((token) => is(token, 'CREATE', 'DECLARE'));

const isName = ({ kind, text }: SqlToken): boolean =>
  kind === 'word' || (kind === 'quoted' && !/^[nq]?'/i.test(text) && !text.startsWith('$'));

const nameOf = ({ kind, text }: SqlToken): string => (kind === 'quoted' ? text.slice(1, -1) : text);
const endOf = ({ start, text }: SqlToken): number => start + text.length;

function pathAt(tokens: readonly SqlToken[], at: number): Place {
  const path = [nameOf(tokens[at]!)];
  let end = at + 1;
  while (tokens[end]?.text === '.' && tokens[end + 1] && isName(tokens[end + 1]!)) {
    path.push(nameOf(tokens[end + 1]!));
    end += 2;
  }
  return { path, end };
}
