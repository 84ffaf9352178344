import { createHash } from 'node:crypto';
import { init, parse } from '@guanmingchiu/sqlparser-ts';
import type { SqlSpelling } from '../../../connectors/core/engine.ts';
import type { SqlRules } from '../../../connectors/core/sql/sql-rules.ts';
import { tokensOf } from '../../../connectors/core/sql/sql-tokens.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import { type Ast, Unreadable, asAst, haveNamesakes, listOf, variantOf } from './tree/ast.ts';
import { canonicalise } from './canonical/canonical.ts';
import { type Expression, canonicaliseAs } from './canonical/defaults.ts';
import { readExpression } from './expressions/expressions.ts';
import { dependsOnRowOrder } from './queries/any-order.ts';
import {
  type ColumnPart,
  asksForTime,
  columnPartOf,
  digitsOfNow,
  lettersOf,
  readsMidnight,
  showsInZone,
  withUtcNow,
} from './tree/traits.ts';
import type { Constants } from './canonical/constants.ts';
import { spellingOf } from './expressions/json.ts';
import type { Program } from './routines/examples.ts';
import type { Letters } from './expressions/letters.ts';
import { type Likes, isFolded, likesOf } from './expressions/likes.ts';
import type { TextRule } from './expressions/text-rules.ts';
import { withBrackets } from './negations.ts';
import { withoutNesting } from './queries/nesting.ts';
import { asDivided } from './tree/numbers.ts';
import { type Parts, isUnread, partsOfQuery } from './canonical/parts.ts';
import { type Shape, shapeOf } from './canonical/shape.ts';
import type { Scope } from './tree/scope.ts';
import { readQuery } from './queries/queries.ts';
import type { QueryScope } from './queries/relations.ts';
import { withTrims } from './expressions/trailing-blanks.ts';
import { NULL, type Node, isOpaque, keyOf, kindOf, node } from './tree/tree.ts';
import { keysOfQuery } from './queries/view-keys.ts';
import { casedOutputs, cutsText, textOutputs } from './queries/view-texts.ts';
import { asWholeRanges } from './canonical/whole-ranges.ts';
import { limitsOf } from './tree/widths.ts';

/** A column that expressions name. */
export interface KnownColumn extends Letters {
  name: string;
  /** The name of its counterpart, by which it is compared. */
  as: string;
  canonical: CanonicalType;
  nullable: boolean;
  /** How its counterpart treats letters; absent where that is unknown. */
  there?: Letters;
  /** Whether its counterpart holds texts of any length. */
  textThere?: true;
  /** Where it counts as a text, but SQLite stores digits in it as numbers, or each value as it comes. */
  looseText?: 'numbers' | 'any';
}

/** What an expression means. */
export interface Meaning {
  /** A hash that equal meanings share; null where the text says nothing, such as DEFAULT NULL. */
  key: string | null;
  /** Whether some part is known to its engine alone: it can be proven equal, never different. */
  opaque: boolean;
  /** Whether it uses the current time on an engine that gives that in UTC. */
  utc: boolean;
  /** Where `utc`: the key of the same expression as other engines write it, with an explicit current time in UTC. */
  inUtc?: string;
  /** Where it asks for ranges of integer columns: the key that spellings of the same ranges share. It counts where both engines keep whole numbers in these. */
  whole?: string;
  /** Where it uses the current time: whether with all fractional digits, or on an engine that gives whole seconds by default. */
  now?: 'fine' | 'whole';
  /** Where it changes the case of letters: which letters the engine converts. */
  letters?: string;
  /** Where it builds JSON: how the text of that is spelt. */
  spelling?: string;
  /** The engine, where the result depends on the order in which that reads rows. */
  order?: string;
  /** Where it asks LIKE: the key whatever that makes of case, and what it makes of it. */
  likes?: Likes;
  /** Where it compares texts without the blanks at their ends: the key of the same expression as it is written where these count. */
  trimmed?: Pick<Likes, 'key' | 'whole'>;
  /** Whether it reads a date as midnight in the session's zone, which may have skipped that day or hour. */
  midnight?: true;
  /** The engine, where it shows a time in the zone of that engine's session. */
  zone?: string;
  /** Of a procedure that may fail after a write: whether the write stays on this engine (`ends`: SQL Server's), or even the next statement runs. */
  written?: 'stays' | 'taken back' | 'ends' | 'goes on';
  /** Where it is just a part of a column. */
  part?: ColumnPart;
  /** Of a routine that compares texts which are of no table's column: how it tells these apart. */
  ownTexts?: readonly TextRule[];
  /** Of a routine that is read by its steps. */
  constants?: Constants;
  /** Of a routine that is no trigger, unless it is large. */
  program?: Program;
  /** Of a view's query: its outputs and conditions, one by one. */
  parts?: Parts;
  /** Likewise: what may identify its rows, as positions of its outputs. */
  keys?: readonly (readonly number[])[];
  /** Likewise on SQLite: outputs that hold nothing but texts, and those in which the case of letters counts, as positions. */
  texts?: readonly number[];
  cased?: readonly number[] | 'all';
  /** Whether an output cannot be read, so that it is known to differ at most. */
  unread?: true;
  /** Where it contains queries: the tables that they name, and how they are nested. */
  shape?: Shape;
}

/** What was read of an expression; null where it cannot be read. */
export type Reading = Meaning | null;

export const startParser = init;

/** Reads expressions that stand in one table. */
export function readExpressions(
  dialect: Dialect,
  columns: readonly KnownColumn[],
  expressions: readonly Expression[],
): Reading[] {
  const { rules } = dialect;
  const scope: Scope = { engine: rules.parser, rules, find: findIn(columns) };
  return expressions.map((expression) =>
    nullIfUnreadable(() => {
      const made = treeOf(expression, dialect, scope);
      const isWritten = expression.as !== 'value';
      return made ? asMeaning(made, rules, isWritten) : { key: null, opaque: false, utc: false };
    }),
  );
}

/** The canonical trees of expressions of one table; null for those that cannot be read. */
export function readTrees(
  dialect: Dialect,
  columns: readonly KnownColumn[],
  expressions: readonly Expression[],
): (Node | null)[] {
  const { rules } = dialect;
  const scope: Scope = { engine: rules.parser, rules, find: findIn(columns) };
  return expressions.map((expression) =>
    nullIfUnreadable(() => treeOf(expression, dialect, scope) ?? NULL),
  );
}

/** Null where a text cannot be read. Any other error, such as a stack overflow, corrupts the parser's memory and has to end the thread. */
export function nullIfUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    if (error instanceof Error && error.message.startsWith('sql parser error')) return null;
    throw error;
  }
}

/** @returns null for a default that says nothing */
function treeOf({ text, as }: Expression, dialect: Dialect, scope: Scope): Node | null {
  return canonicaliseAs(as, readExpression(parseExpression(text, dialect), scope), scope.engine);
}

/** @param isWritten - whether it is computed while a row is written, or in a routine, which may do that */
export function asMeaning(tree: Node, rules: SqlRules, isWritten = false): Meaning {
  const flat = withoutNesting(tree);
  const shape = shapeOf(flat);
  const now = digitsOfNow(flat, rules);
  const letters = lettersOf(flat, rules);
  const spelling = spellingOf(flat, rules.parser);
  const part = columnPartOf(flat);
  const made = asDivided(flat, rules.parser, isWritten);
  const utc = rules.nowIsUtc && asksForTime(made);
  const keysOf = (it: Node): Pick<Likes, 'key' | 'whole'> => {
    const whole = rules.parser === 'sqlite' ? null : asWholeRanges(it);
    return { key: hashOf(it), ...(whole && { whole: hashOf(whole) }) };
  };
  const finish = (it: Node): Node => asDivided(withoutNesting(it), rules.parser, isWritten);
  const likes = likesOf(tree, finish);
  const trimmed = withTrims(tree);
  return {
    ...keysOf(made),
    // Other engines fail on division by zero, and whether a divisor ever is zero is unknown.
    opaque: made !== flat || isOpaque(made),
    utc,
    ...(utc && { inUtc: hashOf(withUtcNow(made)) }),
    ...(now && { now }),
    ...(letters && { letters }),
    ...(likes && { likes: { ...keysOf(likes.tree), cases: likes.cases } }),
    ...(trimmed && { trimmed: keysOf(finish(trimmed)) }),
    ...(spelling && { spelling }),
    ...(part && { part }),
    ...(dependsOnRowOrder(flat, rules) && { order: rules.parser }),
    ...(shape && { shape }),
    ...(readsMidnight(flat) && { midnight: true }),
    ...(showsInZone(flat) && { zone: rules.parser }),
  };
}

const hashOf = (tree: Node): string => createHash('sha256').update(keyOf(tree)).digest('base64');

/** How an engine's SQL is split into tokens, and what it means. */
export interface Dialect {
  spelling: SqlSpelling;
  rules: SqlRules;
}

/** A text prepared for the parser: without comments, because the parser does not know every engine's, and with spellings rewritten. */
export function plainTextOf(text: string, { spelling, rules }: Dialect): string {
  const parts: string[] = [];
  let plain = '';
  const tokens = [...tokensOf(text, spelling)];
  const texts = withBrackets(tokens);
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'comment' && /^\/\*M?!/.test(token.text)) throw new Unreadable('it is run');
    if (token.kind === 'quoted') {
      parts.push(rewrite(plain, rules), token.text);
      plain = '';
    } else plain += token.kind === 'comment' ? ' ' : texts[at]!;
  }
  parts.push(rewrite(plain, rules));
  return parts.join('');
}

export function parseText(text: string, dialect: Dialect): Ast {
  const statements = parse(plainTextOf(text, dialect), dialect.rules.parser) as unknown[];
  if (statements.length !== 1) throw new Unreadable('several statements');
  const [variant, body] = variantOf(statements[0]);
  const query = variant === 'CreateView' ? body.query : variant === 'Query' ? body : null;
  return asAst(query);
}

/** Rewrites a part outside of quotes for the parser. */
function rewrite(text: string, { refused, rewrites }: SqlRules): string {
  if (refused && new RegExp(refused, 'iu').test(text)) throw new Unreadable('refused');
  return [...TRIMS, ...rewrites].reduce(
    (current, [pattern, replacement]) =>
      current.replaceAll(new RegExp(pattern, 'giu'), replacement),
    text,
  );
}

/** The parser does not know `TRIM(BOTH FROM …)`. */
const TRIMS = [
  ['both', 'trim('],
  ['leading', 'ltrim('],
  ['trailing', 'rtrim('],
].map(([where, name]) => [String.raw`\btrim\s*\(\s*${where}\s+from\b`, name!] as const);

function parseExpression(text: string, dialect: Dialect): unknown {
  // Without brackets, T-SQL reads `a = 1` as 1 with the alias `a`.
  const isNaming = dialect.rules.parser === 'mssql';
  const query = parseText(isNaming ? `SELECT (${text})` : `SELECT ${text}`, dialect);
  const select = asAst(asAst(query.body).Select);
  const [item, ...more] = listOf(select.projection);
  const plain = ['order_by', 'limit_clause', 'fetch', 'with'].every((part) => !query[part]);
  if (!plain || more.length > 0 || listOf(select.from).length > 0 || select.selection)
    throw new Unreadable('more than an expression');
  const found = asAst(item).UnnamedExpr;
  if (!found) throw new Unreadable('no expression');
  return found;
}

/** Finds columns regardless of case. */
function findIn(columns: readonly KnownColumn[]): Scope['find'] {
  const folded = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  const isUnclear = haveNamesakes(columns);
  return (path) => {
    if (isUnclear) throw new Unreadable('names that differ in case alone');
    const column = folded.get(path.at(-1)!.name.toLowerCase());
    return column && asNode(column);
  };
}

export const asNode = ({ as, canonical, nullable, looseText, ...letters }: KnownColumn): Node => {
  const { foldsCase, accentBlind, padSpace, citext } = letters;
  return node('column', [], kindOf(canonical), {
    value: as.toLowerCase(),
    notNull: !nullable,
    ...(canonical.kind === 'text' && canonical.fixed && { blankPadded: true }),
    ...(canonical.kind === 'integer' && canonical.unsigned && { unsigned: true }),
    ...(canonical.kind === 'timestamp' && canonical.zone && { zoned: true }),
    ...(SPECIAL.has(canonical.kind) && { ownComparison: true }),
    ...(looseText && { looseText, ownComparison: true }),
    ...(canonical.kind === 'enum' && { enumValues: JSON.stringify(canonical.values) }),
    ...(foldsCase !== undefined && { foldsCase }),
    ...(accentBlind && { accentBlind }),
    ...(padSpace && { padSpace }),
    ...(citext !== undefined && { citext }),
    ...limitsOf(canonical),
  });
};

const SPECIAL = new Set<CanonicalType['kind']>(
  'json xml set array spatial interval bits other'.split(' ') as CanonicalType['kind'][],
);

/** A table or view that queries name. */
export interface KnownTable {
  /** In lower case, without its schema. */
  name: string;
  /** The same, as its database spells it; absent where nobody asks for it. */
  spelling?: string;
  /** The name of its counterpart, by which it is compared, and that one's schema. */
  as: string;
  schema?: string;
  /** The schema that queries name it by; absent where it has none. */
  schemaInQueries?: string;
  columns: readonly KnownColumn[];
  /** Unique keys, by the names of the columns' counterparts; absent where unknown. */
  keys?: readonly (readonly string[])[];
}

/** Reads the query of a view. */
export function readView(dialect: Dialect, tables: readonly KnownTable[], text: string): Reading {
  const tree = readViewTree(dialect, tables, text, true);
  if (!tree) return null;
  const flat = withoutNesting(tree);
  const isOfSqlite = dialect.rules.parser === 'sqlite';
  const meaningOf = (it: Node): Meaning => {
    const meaning = asMeaning(it, dialect.rules);
    return { ...meaning, opaque: meaning.opaque || (isOfSqlite && cutsText(it)) };
  };
  const parts = partsOfQuery(flat, (part) => {
    const meaning = meaningOf(part);
    // Of another engine's LIKE it is not sure that it finds others.
    return isFolded(meaning) ? { ...meaning, opaque: true } : meaning;
  });
  return {
    ...meaningOf(tree),
    keys: keysOfQuery(flat),
    ...(isOfSqlite && { texts: textOutputs(tree), cased: casedOutputs(tree, tables) }),
    ...(parts && { parts }),
    ...(isUnread(tree) && { unread: true }),
  };
}

/**
 * The canonical tree of a view's query; null where it cannot be read.
 * @param marksUnread - puts a mark in the place of an output that cannot be read
 */
export function readViewTree(
  dialect: Dialect,
  tables: readonly KnownTable[],
  text: string,
  marksUnread = false,
): Node | null {
  const scope = { ...scopeOf(dialect, tables), marksUnread };
  return nullIfUnreadable(() => canonicalise(readQuery(parseText(text, dialect), scope)));
}

/**
 * The known table that a path names: database, schema and name, or fewer of these. A path into another schema, or with any
 * database, names none; `hasNamesake` tells that a known table has the same name. @throws Unreadable for one of several
 */
export function tableAt(
  tables: readonly KnownTable[],
  path: readonly string[],
): { table: KnownTable | undefined; hasNamesake: boolean } {
  const [name, schema, database] = path.toReversed().map((one) => one.toLowerCase());
  const [found, ...more] = tables.filter((table) => table.name === name);
  if (more.length > 0) throw new Unreadable('names that differ in case alone');
  const own = found?.schemaInQueries?.toLowerCase();
  const isOwn = schema === undefined || !own || schema === own;
  const table = isOwn && database === undefined ? found : undefined;
  return { table, hasNamesake: found !== table };
}

/** The scope of a query that may name these tables. */
export function scopeOf({ rules }: Dialect, tables: readonly KnownTable[]): QueryScope {
  return {
    engine: rules.parser,
    rules,
    table(path) {
      const { table, hasNamesake } = tableAt(tables, path);
      const as = (hasNamesake ? path : path.slice(-1)).join('.').toLowerCase();
      if (!table) return { as, columns: null, known: false };
      if (haveNamesakes(table.columns)) throw new Unreadable('names that differ in case alone');
      const columns = table.columns.map((column): [string, Node] => [
        column.name.toLowerCase(),
        asNode(column),
      ]);
      const keys = table.keys?.map((key) => key.map((column) => column.toLowerCase()));
      return { as: table.as.toLowerCase(), columns: new Map(columns), known: true, keys };
    },
  };
}
