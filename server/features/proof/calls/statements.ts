import type { CallSyntax } from '../../../../connectors/core/calls/call-text.ts';
import {
  is,
  isRunComment,
  isSpace,
  type SqlToken,
  tokensOf,
  unquote,
  wordsAndSigns,
} from '../../../../connectors/core/sql/sql-tokens.ts';

const CALLS = ['CALL', 'EXEC', 'EXECUTE'];
const SHOWN_OF_COMMENT = 100;

/** Statements that call something: `CALL shop.tidy`; without a name that can be read, `EXECUTE`, and comments that MySQL runs. */
export function callsIn(text: string, syntax: CallSyntax): { written: string; path: string[] }[] {
  // Elsewhere, as in SQLite, these words are names.
  if (![...syntax.reads, ...syntax.writes].some((verb) => CALLS.includes(verb))) return [];
  const all = [...tokensOf(text, syntax.spelling)];
  // What MySQL runs of a comment depends on its version.
  const run = all
    .filter(isRunComment)
    .map((comment) => ({ written: comment.text.slice(0, SHOWN_OF_COMMENT), path: [] }));
  const tokens = all.filter((token) => !isSpace(token));
  const tables = hasBareHints(syntax) ? placesOfTables(tokens) : new Set<number>();
  const calls = tokens.flatMap((token, at) => {
    if (is(tokens[at - 1], '.')) return [];
    if (!is(token, ...CALLS)) return functionAt(tokens, at, syntax, tables);
    // `EXECUTE AS OWNER` says as whom a routine runs.
    if (is(tokens[at + 1], 'AS')) return [];
    const isAssigned = tokens[at + 1]?.kind === 'variable' && is(tokens[at + 2], '=');
    const path = pathAt(tokens, at + (isAssigned ? 3 : 1), syntax);
    return { written: [token.text, path.join('.')].join(' ').trim(), path };
  });
  return [...run, ...calls];
}

/** Words before the name of a table or view that its columns follow in brackets. */
const BEFORE_TABLE =
  'INTO TABLE VIEW COPY REFERENCES EXISTS INSERT REPLACE IGNORE DELAYED LOW_PRIORITY HIGH_PRIORITY'.split(
    ' ',
  );

/**
 * A function that is called by its qualified name, so that it is none of the engine.
 * @param tables - where only a table with bare hints may begin
 */
function functionAt(
  tokens: readonly SqlToken[],
  at: number,
  syntax: CallSyntax,
  tables: ReadonlySet<number>,
) {
  const path = pathAt(tokens, at, syntax);
  const open = at + 2 * path.length - 1;
  if (path.length < 2 || !is(tokens[open], '(')) return [];
  const isTable =
    is(tokens[at - 1], ...CALLS, ...BEFORE_TABLE) ||
    isIndexed(tokens, at) ||
    (tables.has(at) && hasHints(tokens, open));
  return isTable ? [] : [{ written: path.join('.'), path }];
}

/** Tokens between INDEX and the table of `CREATE INDEX CONCURRENTLY IF NOT EXISTS s.i USING btree ON ONLY`. */
const MOST_OF_INDEX = 11;
/** What may stand between CREATE and INDEX. */
const KINDS_OF_INDEX =
  `OR REPLACE ONLINE OFFLINE UNIQUE FULLTEXT SPATIAL VECTOR BITMAP MULTIVALUE CLUSTERED NONCLUSTERED COLUMNSTORE
  PRIMARY XML JSON`.split(/\s+/);

/** Whether the table of a new index is named: `CREATE INDEX name ON s.t (a)`. */
function isIndexed(tokens: readonly SqlToken[], at: number): boolean {
  const on = is(tokens[at - 1], 'ONLY') ? at - 2 : at - 1;
  if (!is(tokens[on], 'ON')) return false;
  let index = on - 1;
  while (index >= on - MOST_OF_INDEX && !is(tokens[index], 'ON', '(', ';')) {
    if (is(tokens[index], 'INDEX') && isCreated(tokens, index)) return true;
    index -= 1;
  }
  return false;
}

/** Whether CREATE stands before INDEX, which may be a column elsewhere. */
function isCreated(tokens: readonly SqlToken[], index: number): boolean {
  let before = index - 1;
  while (is(tokens[before], ...KINDS_OF_INDEX)) before -= 1;
  return is(tokens[before], 'CREATE');
}

const HINTS =
  `NOLOCK READUNCOMMITTED READCOMMITTED REPEATABLEREAD SERIALIZABLE SNAPSHOT HOLDLOCK UPDLOCK XLOCK ROWLOCK PAGLOCK TABLOCK
  TABLOCKX READPAST NOWAIT NOEXPAND`.split(/\s+/);

/** Only T-SQL accepts hints without WITH, and only there routines are run with EXEC. */
const hasBareHints = ({ writes }: CallSyntax): boolean => writes.includes('EXEC');

/** T-SQL's hints of old, without WITH: `FROM s.t (NOLOCK)`. */
function hasHints(tokens: readonly SqlToken[], open: number): boolean {
  let at = open + 1;
  while (is(tokens[at], ',', ...HINTS)) at += 1;
  return at > open + 1 && is(tokens[at], ')');
}

/** Words that end the tables after FROM. */
const AFTER_FROM = 'WHERE GROUP ORDER BY HAVING SET VALUES OUTPUT ;'.split(' ');

/** Where tables of T-SQL begin: after JOIN and UPDATE, and in the lists after FROM. */
function placesOfTables(tokens: readonly SqlToken[]): Set<number> {
  const places = new Set<number>();
  const outer: string[] = [];
  let inside = 'query';
  for (const [at, token] of tokens.entries()) {
    if (is(token, '(')) {
      outer.push(inside);
      inside = 'value';
    } else if (is(token, ')')) inside = outer.pop() ?? 'query';
    else if (is(token, 'SELECT') || (inside === 'list' && is(token, ...AFTER_FROM)))
      inside = 'query';
    // Values have FROM, too: `TRIM('x' FROM a)`, `a IS DISTINCT FROM b`.
    const opens = is(token, 'FROM') && inside !== 'value' && !is(tokens[at - 1], 'DISTINCT');
    if (opens) inside = 'list';
    const continues = inside === 'list' && is(token, ',');
    if (opens || continues || is(token, 'JOIN', 'UPDATE')) places.add(at + 1);
  }
  return places;
}

/** What the statements of a text write. All names are as they are written. */
export interface Writes {
  /** Qualified names of the tables and views that statements write, or join to those. */
  paths: string[][];
  /** Names in the places where statements name what they write, aliases and joined tables among them. */
  changed: string[];
  /** Those of them whose rows may be deleted. */
  deleted: string[];
  /** Those that are emptied, with whatever refers to them. */
  emptied: string[];
  /** Columns that get values in rows that exist. */
  assigned: string[];
  /** Qualified names of what the text creates itself, and of the queries that it names. */
  created: string[];
}

const VERBS = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'];
const DELETES = ['DELETE', 'REPLACE', 'MERGE'];
/** Words before such a verb that make it another one: `FOR UPDATE`, `ON DELETE CASCADE`, `CREATE OR REPLACE`. */
const OTHERWISE = ['.', 'FOR', 'ON', 'KEY', 'OR', 'AFTER', 'BEFORE', 'OF'];
/** What may stand between the verb and a name: `INSERT OR REPLACE INTO`. */
const BETWEEN =
  'LOW_PRIORITY HIGH_PRIORITY DELAYED QUICK IGNORE INTO FROM TABLE ONLY OR REPLACE ROLLBACK ABORT FAIL'.split(
    ' ',
  );
/** Words that begin a part of a statement, never a name. */
const NO_NAMES = ['VALUES', 'DEFAULT', 'BY', 'WHEN', 'SELECT'];
const MOST_BETWEEN = 8;
const ENDS = 'SET WHERE RETURNING ORDER LIMIT CASCADE RESTRICT RESTART CONTINUE ;'.split(' ');

export function writesIn(text: string, syntax: CallSyntax): Writes {
  const tokens = wordsAndSigns(text, syntax.spelling);
  const found: Writes = {
    paths: [],
    changed: [],
    deleted: [],
    emptied: [],
    assigned: [],
    created: [],
  };
  const closings = closingsOf(tokens);
  tokens.forEach((token, at) => {
    found.created.push(...createdAt(tokens, at, syntax), ...namedAt(tokens, at, syntax));
    const isUpdateOfKey = is(token, 'UPDATE') && is(tokens[at - 1], 'KEY');
    if (is(token, 'SET') || isUpdateOfKey)
      found.assigned.push(...assignedAt(tokens, at + 1, closings, syntax));
    if (!is(token, ...VERBS) || is(tokens[at - 1], ...OTHERWISE)) return;
    let start = at + 1;
    while (start <= at + MOST_BETWEEN && is(tokens[start], ...BETWEEN)) start += 1;
    const path = is(tokens[start], ...ENDS, ...NO_NAMES) ? [] : pathAt(tokens, start, syntax);
    if (path.length === 0) return;
    const isOne = is(token, 'INSERT', 'REPLACE', 'MERGE');
    const names = isOne ? [path.at(-1)!] : namesUpTo(tokens, start, syntax);
    found.paths.push(...(isOne ? [path] : listedFrom(tokens, start, syntax)));
    found.changed.push(...names);
    if (tokens.slice(at, start).some((one) => is(one, ...DELETES))) found.deleted.push(...names);
    if (is(token, 'TRUNCATE')) found.emptied.push(...names);
  });
  return found;
}

/** Whether the part of a statement that names tables ends; a long text is then walked once, whatever it consists of. */
const endsTables = (tokens: readonly SqlToken[], at: number): boolean =>
  is(tokens[at], ...ENDS) || isVerb(tokens, at);
/** Whether a statement begins; `replace(a, 'x', 'y')` is a value. */
const isVerb = (tokens: readonly SqlToken[], at: number): boolean =>
  is(tokens[at], ...VERBS) && !is(tokens[at - 1], ...OTHERWISE) && !is(tokens[at + 1], '(');

/**
 * The tables of a list with commas or joins. What stands before them in `DELETE a FROM account a` and
 * `DELETE FROM a USING account a` may be an alias.
 */
function listedFrom(tokens: readonly SqlToken[], start: number, syntax: CallSyntax): string[][] {
  const paths: string[][] = [];
  let list = tokens.length;
  let leading = 0;
  let depth = 0;
  for (let at = start; at < tokens.length && !endsTables(tokens, at); at += 1) {
    if (is(tokens[at], '(')) depth += 1;
    else if (is(tokens[at], ')')) depth -= 1;
    if (depth !== 0) continue;
    const isList = is(tokens[at], 'FROM', 'USING');
    if (isList) {
      list = at + 1;
      leading = paths.length;
    }
    if (at === start) paths.push(pathAt(tokens, at, syntax));
    else if (isList || is(tokens[at], ',', 'JOIN', 'STRAIGHT_JOIN'))
      paths.push(pathAt(tokens, at + (is(tokens[at + 1], 'ONLY') ? 2 : 1), syntax));
  }
  const aliases = new Set(namesUpTo(tokens, list, syntax).map((name) => name.toLowerCase()));
  return paths.filter(
    (path, index) =>
      path.length > 1 ||
      (path.length === 1 && !(index < leading && aliases.has(path[0]!.toLowerCase()))),
  );
}

/** The tables after FROM and JOIN in a query. */
export function tablesIn(query: string, syntax: CallSyntax): string[][] {
  const tokens = wordsAndSigns(query, syntax.spelling);
  return tokens.flatMap((token, at) => {
    if (!is(token, 'FROM', 'JOIN')) return [];
    let start = at + 1;
    while (is(tokens[start], '(')) start += 1;
    const path = is(tokens[start], 'SELECT') ? [] : pathAt(tokens, start, syntax);
    return path.length > 0 ? [path] : [];
  });
}

/** All names from an index to the end of the part that names tables. */
function namesUpTo(tokens: readonly SqlToken[], start: number, syntax: CallSyntax): string[] {
  const names: string[] = [];
  for (let at = start; at < tokens.length && !endsTables(tokens, at); at += 1)
    names.push(...nameOf(tokens[at], syntax));
  return names;
}

/** The table of a CREATE TABLE, unless it may have been there before. */
function createdAt(tokens: readonly SqlToken[], at: number, syntax: CallSyntax): string[] {
  if (!is(tokens[at], 'CREATE')) return [];
  const word = [1, 2, 3, 4].map((step) => at + step).find((index) => is(tokens[index], 'TABLE'));
  if (word === undefined) return [];
  let start = word + 1;
  while (is(tokens[start], 'IF', 'NOT', 'EXISTS')) start += 1;
  const isOwn =
    start === word + 1 || tokens.slice(at, word).some((one) => is(one, 'TEMPORARY', 'TEMP'));
  return isOwn ? [pathAt(tokens, start, syntax).join('.')] : [];
}

/** The name of a query in `WITH late AS (…), early (id) AS (…)`. */
function namedAt(tokens: readonly SqlToken[], at: number, syntax: CallSyntax): string[] {
  if (!is(tokens[at], 'WITH', 'RECURSIVE', ',')) return [];
  const next = is(tokens[at + 2], '(') ? endOfNames(tokens, at + 3, syntax) + 1 : at + 2;
  const isQuery = is(tokens[next], 'AS') && is(tokens[next + 1], '(');
  return isQuery ? nameOf(tokens[at + 1], syntax) : [];
}

/** The index behind names in a list. */
function endOfNames(tokens: readonly SqlToken[], start: number, syntax: CallSyntax): number {
  let at = start;
  while (is(tokens[at], ',', '.') || nameOf(tokens[at], syntax).length > 0) at += 1;
  return at;
}

/** The closing bracket of each opening one, by index. */
function closingsOf(tokens: readonly SqlToken[]): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (is(token, '(')) open.push(at);
    else if (is(token, ')') && open.length > 0) closings.set(open.pop()!, at);
  }
  return closings;
}

/** The columns before `=` in a list of assignments. */
function assignedAt(
  tokens: readonly SqlToken[],
  start: number,
  closings: ReadonlyMap<number, number>,
  syntax: CallSyntax,
): string[] {
  const columns: string[] = [];
  const namesOf = (some: readonly SqlToken[]) => some.flatMap((token) => nameOf(token, syntax));
  let isLeft = true;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (is(token, ')', 'FROM', 'UPDATE', ...ENDS)) break;
    if (is(token, '(')) {
      if (isLeft) columns.push(...namesOf(tokens.slice(at, endOfNames(tokens, at + 1, syntax))));
      at = closings.get(at) ?? tokens.length;
    } else if (is(token, ',')) isLeft = true;
    else if (is(token, '=')) isLeft = false;
    else if (isLeft) columns.push(...namesOf([token]));
  }
  return columns;
}

function nameOf(token: SqlToken | undefined, { nameQuotes }: CallSyntax): string[] {
  const isName =
    token?.kind === 'word' ||
    (token?.kind === 'quoted' && nameQuotes.includes(token.text.charAt(0)));
  return isName ? [unquote(token)] : [];
}

/** The parts of the qualified name that begins at an index; none where there is no name. */
function pathAt(tokens: readonly SqlToken[], start: number, syntax: CallSyntax): string[] {
  const path: string[] = [];
  for (let at = start; at < tokens.length; at += 2) {
    const name = nameOf(tokens[at], syntax);
    if (name.length === 0) break;
    path.push(...name);
    if (!is(tokens[at + 1], '.')) break;
  }
  return path;
}
