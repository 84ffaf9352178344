import type { SqlToken } from '../../../connectors/core/sql-tokens.ts';
import { is, spanOf, tokensOf, isSpace } from '../../../connectors/core/sql-tokens.ts';
import { Unreadable } from './ast.ts';
import type { Dialect } from './read.ts';

/** What a routine of one statement gives back. */
export interface Body {
  /** An expression, or a query. */
  text: string;
  /** Whether it is a query that stands alone: a function gives back the first of its rows. */
  isQuery: boolean;
  /** Whether the text itself says that NULL for an argument gives NULL. */
  strict: boolean;
}

type Tokens = readonly SqlToken[];

/** Takes the shell off a routine that is one expression or one query. @throws Unreadable of any other */
export function bodyOf(text: string, language: string, dialect: Dialect): Body {
  const all = [...tokensOf(text, dialect.spelling)];
  if (all.some((token) => !token.closed || isRun(token))) throw new Unreadable('a comment');
  const tokens = all.filter((token) => !isSpace(token));
  const { body, strict } = BODIES[dialect.rules.parser](tokens, language.toLowerCase());
  if (body.length === 0 || body.some((token) => is(token, ';'))) throw new Unreadable('a body');
  return { text: spanOf(text, body), isQuery: is(body[0], 'SELECT', 'WITH'), strict };
}

/** MySQL runs some comments. */
const isRun = ({ kind, text }: SqlToken): boolean => kind === 'comment' && /^\/\*M?!/.test(text);

interface Found {
  body: Tokens;
  strict: boolean;
}
const plain = (body: Tokens): Found => ({ body, strict: false });

const BODIES: Readonly<
  Record<Dialect['rules']['parser'], (tokens: Tokens, language: string) => Found>
> = {
  postgresql(tokens, language) {
    if (language === 'plpgsql') return plain(returnedIn(blockOf(tokens)));
    if (language !== 'sql') throw new Unreadable('a language');
    // A body of the standard's kind; else one statement.
    if (is(tokens[0], 'BEGIN') && is(tokens[1], 'ATOMIC'))
      return plain(statementOf(blockOf([tokens[0]!, ...tokens.slice(2)])));
    return plain(statementOf(tokens));
  },
  mysql(tokens, language) {
    if (language !== 'sql') throw new Unreadable('a language');
    // What these mean depends on settings that the routine was made with.
    if (tokens.some(isSetting)) throw new Unreadable('a setting');
    return plain(statementOf(is(tokens[0], 'BEGIN') ? blockOf(tokens) : tokens));
  },
  oracle(tokens) {
    const begin = behindHeader(tokens, 'IS', 'AS');
    const block = withoutEnd(tokens.slice(begin));
    // The name may stand behind END again.
    const isNamed = is(block.at(-2), 'END');
    return plain(returnedIn(blockOf(isNamed ? block.slice(0, -1) : block)));
  },
  mssql(tokens) {
    if (!is(tokens[0], 'CREATE') || !tokens.slice(0, 4).some((token) => is(token, 'FUNCTION')))
      throw new Unreadable('no function');
    const start = findOutside(tokens, 'BEGIN', 'RETURN');
    const header = tokens.slice(0, start).map(({ text }) => text.toUpperCase());
    const strict = header.join(' ').includes('RETURNS NULL ON NULL INPUT');
    const rest = tokens.slice(start);
    return { body: returnedIn(is(rest[0], 'BEGIN') ? blockOf(rest) : rest), strict };
  },
  duckdb: (tokens) => plain(withoutEnd(tokens)),
  sqlite() {
    throw new Unreadable('no routines');
  },
};

/** `||`, texts in double quotes and backslashes. */
const isSetting = ({ kind, text }: SqlToken): boolean =>
  text === '|' || (kind === 'quoted' && (text.startsWith('"') || text.includes('\\')));

const withoutEnd = (tokens: Tokens): Tokens =>
  is(tokens.at(-1), ';') ? tokens.slice(0, -1) : tokens;

/** What stands between BEGIN and END. */
function blockOf(tokens: Tokens): Tokens {
  const block = withoutEnd(tokens);
  if (!is(block[0], 'BEGIN') || !is(block.at(-1), 'END')) throw new Unreadable('no block');
  return withoutEnd(block.slice(1, -1));
}

/** One statement: a query, or RETURN. */
const statementOf = (tokens: Tokens): Tokens => {
  const statement = withoutEnd(tokens);
  return is(statement[0], 'SELECT', 'WITH') ? statement : returnedIn(statement);
};

/** Behind RETURN or RETURN QUERY. */
function returnedIn(tokens: Tokens): Tokens {
  const statement = withoutEnd(tokens);
  if (!is(statement[0], 'RETURN') || is(statement[1], 'NEXT')) throw new Unreadable('no RETURN');
  if (!is(statement[1], 'QUERY')) return statement.slice(1);
  if (!is(statement[2], 'SELECT', 'WITH')) throw new Unreadable('no query');
  return statement.slice(2);
}

/** The place behind the first of these words outside of brackets. */
const behindHeader = (tokens: Tokens, ...words: string[]): number =>
  findOutside(tokens, ...words) + 1;

function findOutside(tokens: Tokens, ...words: string[]): number {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (is(token, '(')) depth += 1;
    else if (is(token, ')')) depth -= 1;
    else if (depth === 0 && is(token, ...words)) return index;
  }
  throw new Unreadable('no body');
}
