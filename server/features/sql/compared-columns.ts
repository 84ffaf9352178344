import { parse } from '@guanmingchiu/sqlparser-ts';
import {
  type SqlToken,
  is,
  spanOf,
  wordsAndSigns,
} from '../../../connectors/core/sql/sql-tokens.ts';
import { type Ast, Unreadable, isAst, listOf, pathOf } from './tree/ast.ts';
import { type Dialect, plainTextOf, nullIfUnreadable } from './read.ts';

/** A column that a statement compares with a parameter, or sets to it. All names are in lower case. */
export interface ComparedColumn {
  parameter: string;
  /** Null where the column may belong to several tables. */
  table: string | null;
  column: string;
}

export interface ComparedColumns {
  columns: ComparedColumn[];
  /** Statements that name parameters and could not be read. */
  unread: string[];
  /** Parameters that are passed on, such as to a function: how they are used there is unknown. */
  passed: string[];
}

type Tokens = readonly SqlToken[];

/** The columns that statements of a text compare with parameters. @param parameters - in lower case; a leading `:` or `@` is ignored */
export function findComparedColumns(
  text: string,
  dialect: Dialect,
  parameters: readonly string[],
): ComparedColumns {
  const wanted = new Set(parameters.map((name) => name.replace(/^[:@]/, '')));
  const tokens = wordsAndSigns(text, dialect.spelling);
  const found: ComparedColumns = { columns: [], unread: [], passed: [] };
  for (const piece of piecesOf(tokens)) {
    const named = piece.flatMap((token) => parameterIn(token.text, wanted) ?? []);
    if (named.length === 0) continue;
    const statements = statementsIn(piece);
    const isRead = statements.some((statement) => statement.length === piece.length);
    if (!isRead && !isHeader(piece) && !is(piece[0], 'IF', 'ELSIF', 'ELSEIF', 'WHILE', 'RETURN'))
      found.passed.push(...named);
    for (const statement of statements) {
      const own = spanOf(text, statement);
      const trees = nullIfUnreadable(() =>
        listOf(parse(plainTextOf(own, dialect), dialect.rules.parser)),
      );
      if (trees) new Search(wanted, found).look(trees, null);
      else found.unread.push(own);
    }
  }
  return found;
}

const parameterIn = (text: string, wanted: ReadonlySet<string>): string | null => {
  const name = text
    .toLowerCase()
    .replace(/^[:@]/, '')
    .replaceAll(/^["`[]|["`\]]$/g, '');
  return wanted.has(name) ? name : null;
};

const CUTS = ['BEGIN', 'LOOP', 'DO', 'ELSE'];
const STARTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'MERGE', 'WITH'];
const isHeader = ([first]: Tokens): boolean =>
  is(first, 'CREATE', 'FUNCTION', 'PROCEDURE', 'ALTER');

/** Splits tokens at semicolons, at control-flow words, and where a statement begins without either. */
function piecesOf(tokens: Tokens): SqlToken[][] {
  const pieces: SqlToken[][] = [[]];
  let depth = 0;
  let cases = 0;
  for (const token of tokens) {
    if (is(token, '(')) depth += 1;
    if (is(token, ')')) depth -= 1;
    const last = pieces.at(-1)!;
    if (is(token, 'CASE')) cases += 1;
    else if (is(token, 'END') && cases > 0) cases -= 1;
    const isSteering =
      depth === 0 && cases === 0 && (is(token, ...CUTS) || (is(token, 'THEN') && isSteered(last)));
    if (is(token, ';') || isSteering) pieces.push([]);
    else if (last.length > 0 && isStart(token, last, depth + cases)) pieces.push([token]);
    else last.push(token);
  }
  return pieces.filter(({ length }) => length > 0);
}
const isSteered = ([first]: Tokens): boolean => is(first, 'IF', 'ELSIF', 'ELSEIF', 'WHEN');

/** Whether a statement begins here without a semicolon: in Transact-SQL, or after `RETURN QUERY`, `FOR row IN` or a header. */
const isStart = (token: SqlToken, before: Tokens, depth: number): boolean =>
  depth === 0 &&
  !is(before.at(-1), ...GO_ON) &&
  (is(before[0], ...STARTS)
    ? is(before[0], 'SELECT', 'UPDATE', 'DELETE') &&
      is(token, 'SELECT', 'UPDATE', 'DELETE', 'INSERT')
    : is(token, ...STARTS));
/** After these words, a verb continues the statement instead of beginning another one. */
const GO_ON = ['FOR', 'UNION', 'ALL', 'EXCEPT', 'INTERSECT', 'MINUS', 'KEY', 'EXPLAIN'];

/** The piece itself where it is a statement; else the queries in its brackets. */
function statementsIn(piece: Tokens): Tokens[] {
  if (is(piece[0], ...STARTS)) return [piece];
  const found: Tokens[] = [];
  for (let at = 0; at < piece.length - 1; at += 1) {
    if (!is(piece[at], '(') || !is(piece[at + 1], 'SELECT', 'WITH')) continue;
    const end = closing(piece, at);
    found.push(piece.slice(at + 1, end));
    at = end;
  }
  return found;
}

function closing(piece: Tokens, open: number): number {
  let depth = 0;
  for (let at = open; at < piece.length; at += 1) {
    if (is(piece[at], '(')) depth += 1;
    if (is(piece[at], ')')) depth -= 1;
    if (depth === 0) return at;
  }
  return piece.length;
}

/** Tables that a statement names, by their aliases. */
interface Scope {
  tables: ReadonlyMap<string, string>;
  outer: Scope | null;
}

const COMPARES = new Set(['Eq', 'NotEq', 'Lt', 'LtEq', 'Gt', 'GtEq', 'Spaceship']);

class Search {
  readonly #parameters: ReadonlySet<string>;
  readonly #found: ComparedColumns;

  constructor(parameters: ReadonlySet<string>, found: ComparedColumns) {
    this.#parameters = parameters;
    this.#found = found;
  }

  look(tree: unknown, scope: Scope | null): void {
    if (Array.isArray(tree)) for (const part of tree) this.look(part, scope);
    if (!isAst(tree)) return;
    const tables = tablesOf(tree);
    const own = tables.size > 0 ? { tables, outer: scope } : scope;
    for (const [name, part] of Object.entries(tree)) {
      if (isAst(part)) this.#meet(name, part, own);
      this.look(part, own);
    }
  }

  #meet(name: string, part: Ast, scope: Scope | null): void {
    switch (name) {
      case 'BinaryOp':
        if (COMPARES.has(String(part.op))) this.#add([part.left, part.right], scope);
        break;
      case 'Between':
        this.#add([part.expr, part.low, part.high], scope);
        break;
      case 'InList':
        this.#add([part.expr, ...listOf(part.list)], scope);
        break;
      case 'Like':
      case 'ILike':
        this.#add([part.expr, part.pattern], scope);
        break;
      case 'Update':
        this.#meetUpdate(part, scope);
        break;
      case 'Insert':
        this.#meetInsert(part);
        break;
      case 'Function':
        this.#found.passed.push(...this.#namesIn(part, false).parameters);
        break;
    }
  }

  #meetUpdate(update: Ast, scope: Scope | null): void {
    const own = { tables: tablesOf(update), outer: scope };
    for (const assignment of listOf(update.assignments)) {
      if (!isAst(assignment) || !isAst(assignment.target)) continue;
      const path = namesOf(assignment.target.ColumnName);
      this.#add([{ CompoundIdentifier: path.map((value) => ({ value })) }, assignment.value], own);
    }
  }

  #meetInsert(insert: Ast): void {
    const table = isAst(insert.table) ? (namesOf(insert.table.TableName).at(-1) ?? null) : null;
    const columns = listOf(insert.columns).map((column) => namesOf(column).at(-1) ?? '');
    const body = isAst(insert.source) ? insert.source.body : null;
    const rows = isAst(body) && isAst(body.Values) ? listOf(body.Values.rows) : [];
    for (const row of rows)
      for (const [at, value] of listOf(isAst(row) ? row.content : row).entries())
        for (const parameter of this.#namesIn(value, true).parameters)
          if (columns[at]) this.#found.columns.push({ parameter, table, column: columns[at] });
  }

  /** Records every parameter among the operands with every column among them. */
  #add(sides: readonly unknown[], scope: Scope | null): void {
    const named = sides.map((side) => this.#namesIn(side, true));
    for (const { parameters } of named)
      for (const parameter of parameters)
        for (const { columns } of named)
          for (const path of columns)
            this.#found.columns.push({ parameter, ...columnOf(path, scope) });
  }

  /** @param deep - also looks inside brackets, casts, collations and function calls */
  #namesIn(value: unknown, deep: boolean): { parameters: string[]; columns: string[][] } {
    const found: { parameters: string[]; columns: string[][] } = { parameters: [], columns: [] };
    const visit = (part: unknown): void => {
      if (Array.isArray(part)) part.forEach(visit);
      if (!isAst(part)) return;
      const path = pathIn(part);
      const parameter = path.length === 1 ? parameterIn(path[0]!, this.#parameters) : null;
      if (parameter !== null) found.parameters.push(parameter);
      else if (path.length > 0 && !isVariable(path[0]!)) found.columns.push(path);
      for (const key of deep ? [...CONVERTING, ...HOLDING] : HOLDING) visit(part[key]);
    };
    visit(value);
    return found;
  }
}

const isVariable = (name: string): boolean => /^[:@]/.test(name);
const CONVERTING = ['Nested', 'Cast', 'Collate', 'Function'];
const HOLDING = ['List', 'args', 'Unnamed', 'Expr', 'expr'];

/** The dotted name that an expression consists of: a column, a parameter or a placeholder; empty for any other expression. */
function pathIn({ Identifier, CompoundIdentifier, Value }: Ast): string[] {
  if (Identifier || CompoundIdentifier) return namesOf(CompoundIdentifier ?? [Identifier]);
  const held = isAst(Value) && isAst(Value.value) ? Value.value.Placeholder : null;
  return typeof held === 'string' && isVariable(held) ? [held.toLowerCase()] : [];
}

const namesOf = (path: unknown): string[] => {
  try {
    return pathOf(path).map(({ name }) => name.toLowerCase());
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
};

/** Tables of FROM and of joins, and the table that is changed, by alias. */
function tablesOf(part: Ast): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (relation: unknown): void => {
    if (Array.isArray(relation)) relation.forEach(visit);
    if (!isAst(relation)) return;
    const { Table, relation: inner, joins, WithFromKeyword, WithoutKeyword } = relation;
    if (isAst(Table)) {
      const name = namesOf(Table.name).at(-1);
      const alias = isAst(Table.alias) && isAst(Table.alias.name) ? Table.alias.name.value : name;
      if (name !== undefined && typeof alias === 'string') found.set(alias.toLowerCase(), name);
    }
    for (const one of [inner, joins, WithFromKeyword, WithoutKeyword]) visit(one);
  };
  visit(part.from);
  visit(part.table);
  return found;
}

function columnOf(path: readonly string[], scope: Scope | null): Omit<ComparedColumn, 'parameter'> {
  const column = path.at(-1) ?? '';
  const of = path.at(-2);
  if (of === undefined) {
    const [only, ...more] = scope?.tables.values() ?? [];
    return {
      table: only !== undefined && more.length === 0 && !scope?.outer ? only : null,
      column,
    };
  }
  for (let level = scope; level; level = level.outer) {
    const table = level.tables.get(of);
    if (table !== undefined) return { table, column };
  }
  return { table: of, column };
}
