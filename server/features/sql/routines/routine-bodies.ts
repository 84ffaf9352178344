import {
  dependsOnSettings,
  is,
  isRunComment,
  isSpace,
  spanOf,
  tokensOf,
} from '../../../../connectors/core/sql/sql-tokens.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import type { Letters } from '../expressions/letters.ts';
import type { Dialect, KnownColumn } from '../read.ts';
import { type Step, stepsOf } from './routine-steps.ts';
import { type Tokens, asWord, withoutEnd } from './step-tokens.ts';
import { type AfterError, procedureBody } from './transact.ts';

/** A routine's text, and what its declaration adds to the meaning of that. */
export interface RoutineText {
  text: string;
  language: string;
  /** Compared by position: `as` is `$1`. Unnamed ones have the name ''. */
  parameters: readonly KnownColumn[];
  /** How texts in variables compare whose declaration names no collation; absent where it is not known. */
  variables?: Letters;
  /**
   * `value`, `rows`: the declared type or types; null where the engine declares none. `row`: the row that a trigger writes in the end, whose
   * columns are its parameters; null for an AFTER trigger. `outs`: output parameters by position, and whether each begins as NULL,
   * whatever the caller passes.
   */
  gives:
    | { value: CanonicalType | null }
    | { rows: readonly CanonicalType[] | null }
    | { row: 'NEW' | 'OLD' | null }
    | { outs: readonly { as: string; fresh: boolean }[] };
  /** Whether a NULL argument gives NULL without running the body. */
  strict: boolean;
  /** Routines that it calls and that give nothing back, by their names in lower case, and their names on the target. */
  calls?: readonly { name: string; as: string }[];
  /** Of a trigger: the condition on which it acts. */
  when?: string;
}

/** What a routine's meaning is read from: an expression, a query, or the steps of a block. */
export type Body = {
  /** Whether the text itself says that NULL for an argument gives NULL. */
  strict: boolean;
} & (
  | {
      text: string;
      /** Whether it is a standalone query, of which a function returns the first row. */
      isQuery: boolean;
    }
  | {
      steps: readonly Step[];
      /** Of a procedure of T-SQL. */
      afterError?: AfterError;
    }
);

/** Extracts the body of a routine that is one expression, one query, or a block of steps. @throws Unreadable for any other */
export function bodyOf(text: string, language: string, dialect: Dialect): Body {
  const {
    only,
    text: whole,
    body,
    strict,
    isQuery,
    afterError,
  } = splitBody(text, language, dialect);
  if (only !== null) return { text: only, isQuery, strict };
  return {
    steps: stepsOf(whole, body, dialect.rules.parser),
    strict,
    ...(afterError && { afterError }),
  };
}

/** The tokens of a routine's body, and its text where it is one expression or query. @throws Unreadable */
export function splitBody(text: string, language: string, dialect: Dialect): Split {
  const { parser } = dialect.rules;
  // A single statement is read as a block.
  if (parser === 'mysql' && /^\s*(insert|update|delete|call|set|signal|if|case)\b/i.test(text))
    return splitBody(`BEGIN ${text}; END`, language, dialect);
  const all = [...tokensOf(text, dialect.spelling)];
  if (all.some((token) => !token.closed || isRunComment(token))) throw new Unreadable('a comment');
  const tokens = all.filter((token) => !isSpace(token));
  const own = language.toLowerCase();
  const { body, strict = false, kind, afterError } = SHELLS[parser](tokens, own);
  const only = onlyOf(body, kind);
  return {
    text,
    body,
    only: only && spanOf(text, only),
    isQuery: is(only?.[0], 'SELECT', 'WITH'),
    strict,
    ...(afterError && { afterError }),
  };
}

interface Split {
  text: string;
  body: Tokens;
  /** Null for a block of steps. */
  only: string | null;
  isQuery: boolean;
  strict: boolean;
  afterError?: AfterError;
}

interface Shelled {
  body: Tokens;
  /** What a body of one statement is: an expression, a query that returns its rows, or RETURN. */
  kind: 'expression' | 'query' | 'return' | 'steps';
  strict?: boolean;
  afterError?: AfterError;
}

const SHELLS: Readonly<
  Record<Dialect['rules']['parser'], (tokens: Tokens, language: string) => Shelled>
> = {
  postgresql(tokens, language) {
    if (language === 'plpgsql') return { body: returnedRows(tokens) ?? tokens, kind: 'return' };
    if (language !== 'sql') throw new Unreadable('a language');
    // Either the SQL standard's BEGIN ATOMIC, or one statement.
    const isAtomic = is(tokens[0], 'BEGIN') && is(tokens[1], 'ATOMIC');
    const body = isAtomic ? insideOf([tokens[0]!, ...tokens.slice(2)]) : tokens;
    const only = onlyStatement(body, 'query');
    if (!only) throw new Unreadable('several statements');
    return { body: only, kind: 'expression' };
  },
  mysql(tokens, language) {
    if (language !== 'sql') throw new Unreadable('a language');
    if (tokens.some(dependsOnSettings)) throw new Unreadable('a setting');
    return { body: tokens, kind: 'query' };
  },
  oracle(tokens) {
    const block = withoutEnd(tokens.slice(findOutside(tokens, 'IS', 'AS') + 1));
    // END may be followed by the routine's name.
    const isNamed = is(block.at(-2), 'END');
    return { body: isNamed ? block.slice(0, -1) : block, kind: 'return' };
  },
  mssql(tokens) {
    if (tokens.slice(0, 4).some((token) => is(token, 'PROC', 'PROCEDURE')))
      return procedureOf(tokens.slice(findOutside(tokens, 'AS') + 1));
    if (!is(tokens[0], 'CREATE') || !tokens.slice(0, 4).some((token) => is(token, 'FUNCTION')))
      throw new Unreadable('no function');
    const start = findOutside(tokens, 'BEGIN', 'RETURN');
    const header = tokens.slice(0, start).map(({ text }) => text.toUpperCase());
    const strict = header.join(' ').includes('RETURNS NULL ON NULL INPUT');
    return { body: tokens.slice(start), kind: 'return', strict };
  },
  duckdb: (tokens) => ({ body: withoutEnd(tokens), kind: 'expression' }),
  // Triggers alone have a body.
  sqlite: (tokens) => ({ body: tokens, kind: 'return' }),
};

/**
 * PostgreSQL's `RETURN QUERY …` where a bare RETURN follows, or a loop over all rows of a query that returns each as it is, as RETURN QUERY alone; null for
 * other bodies.
 */
function returnedRows(tokens: Tokens): Tokens | null {
  const [first, record, type, end] = tokens;
  const isDeclared = is(first, 'DECLARE') && is(type, 'RECORD') && is(end, ';');
  const block = isDeclared ? tokens.slice(4) : tokens;
  if (!is(block[0], 'BEGIN')) return null;
  const inside = insideOf(block);
  const body = is(inside.at(-1), 'RETURN') && is(inside.at(-2), ';') ? inside.slice(0, -2) : inside;
  if (is(body[0], 'RETURN') && is(body[1], 'QUERY')) return body;
  const name = record?.text.toUpperCase();
  const begin = body.findIndex((token) => is(token, 'LOOP'));
  const isThrough = isDeclared && wordsOf(body.slice(0, 3)) === `FOR ${name} IN`;
  const isAsIs = wordsOf(body.slice(begin + 1)) === `RETURN NEXT ${name} ; END LOOP`;
  return isThrough && isAsIs && begin > 3 ? [...RETURN_QUERY, ...body.slice(3, begin)] : null;
}
const wordsOf = (tokens: Tokens): string => tokens.map(({ text }) => text.toUpperCase()).join(' ');
const RETURN_QUERY: Tokens = ['RETURN', 'QUERY'].map(asWord);

/** A procedure of T-SQL, whose statements need no end: all that it does may be one query. */
function procedureOf(tokens: Tokens): Shelled {
  const { statements, afterError } = procedureBody(tokens);
  if (isOnlyQuery(statements)) return { body: statements, kind: 'query' };
  return { body: [BEGIN, ...statements, END], kind: 'steps', afterError };
}
const BEGIN = asWord('BEGIN');
const END = asWord('END');

function isOnlyQuery(query: Tokens): boolean {
  // `SELECT @a = x` sets a variable, and `SELECT a = x` names an output.
  const names = query.some(
    (token, at) => is(token, '=') && is(query[at - 2], 'SELECT', ',', 'ALL', 'DISTINCT'),
  );
  const another = query.slice(1).some((token, at) => {
    const isNext =
      is(token, 'SELECT') && !is(query[at], '(', 'UNION', 'ALL', 'EXCEPT', 'INTERSECT');
    return isNext || is(token, ...NEXT_STATEMENT);
  });
  return is(query[0], 'SELECT') && !names && !another;
}
const NEXT_STATEMENT =
  `INTO UPDATE INSERT DELETE MERGE EXEC EXECUTE SET IF WHILE PRINT RETURN DECLARE BEGIN COMMIT ROLLBACK SAVE RAISERROR THROW
  TRUNCATE CREATE ALTER DROP OPEN CLOSE DEALLOCATE GOTO USE WAITFOR GRANT REVOKE DENY KILL OPTION`.split(
    /\s+/,
  );

/** What stands between BEGIN and END. */
function insideOf(block: Tokens): Tokens {
  const whole = withoutEnd(block);
  if (!is(whole.at(-1), 'END')) throw new Unreadable('no block');
  return withoutEnd(whole.slice(1, -1));
}

/** The expression, query or returned value that is the whole body; null where it has steps. */
function onlyOf(body: Tokens, kind: Shelled['kind']): Tokens | null {
  if (kind === 'steps') return null;
  return kind === 'expression' ? body : onlyStatement(body, kind);
}

/** The query, or the operand of RETURN or RETURN QUERY, that is the whole body; null where there is more. */
function onlyStatement(body: Tokens, kind: 'query' | 'return'): Tokens | null {
  const statement = is(body[0], 'BEGIN') ? insideOf(body) : withoutEnd(body);
  if (statement.length === 0) throw new Unreadable('nothing');
  if (statement.some((token) => is(token, ';'))) return null;
  if (kind === 'query' && is(statement[0], 'SELECT', 'WITH'))
    return statement.some((token) => is(token, 'INTO')) ? null : statement;
  if (!is(statement[0], 'RETURN') || is(statement[1], 'NEXT')) return null;
  if (!is(statement[1], 'QUERY')) return statement.slice(1);
  if (!is(statement[2], 'SELECT', 'WITH')) throw new Unreadable('no query');
  return statement.slice(2);
}

/** The index of the first of these words outside of brackets. */
function findOutside(tokens: Tokens, ...words: string[]): number {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (is(token, '(')) depth += 1;
    else if (is(token, ')')) depth -= 1;
    else if (depth === 0 && is(token, ...words)) return index;
  }
  throw new Unreadable('no body');
}
