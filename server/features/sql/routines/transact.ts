import { type SqlToken, is, keywordOf } from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import { STARTS, type StepTokens, type Tokens, asWord, withoutEnd } from './step-tokens.ts';
import { type Write, errorIn, writeOf } from './written-rows.ts';

/** What becomes of a call where a statement fails: all is undone, it ends and keeps what it wrote, or it goes on. */
export type AfterError = 'taken back' | 'ends' | 'goes on';

/** What a procedure of T-SQL does, without the frame that says what becomes of errors. */
export interface ProcedureBody {
  statements: Tokens;
  afterError: AfterError;
}

/**
 * Takes the settings, the transaction and the TRY around the statements of a procedure off.
 * @param tokens - behind AS
 * @throws Unreadable where CATCH does more than to roll back and throw, or the transaction may stay open
 */
export function procedureBody(tokens: Tokens): ProcedureBody {
  const { inside, stops } = withoutSettings(tokens);
  const tried = insideOfTry(inside);
  const framed = tried ? withoutSettings(tried.statements).inside : inside;
  // Behind RAISERROR outside of a TRY the next statement runs, and the caller's.
  if (!tried && framed.some((token) => is(token, 'RAISERROR'))) throw new Unreadable('an error');
  if (framed.some(mayLoseLetters)) throw new Unreadable('letters that a code page may lack');
  const begin = afterTransaction(framed, 0, 'BEGIN');
  if (begin === 0)
    return {
      statements: tried ? raising(framed) : framed,
      afterError: tried || stops ? 'ends' : 'goes on',
    };
  const rest = framed.slice(begin);
  const commit = rest.findLastIndex((token) => is(token, 'COMMIT'));
  const isWhole = commit >= 0 && afterTransaction(rest, commit, 'COMMIT') === rest.length;
  const statements = rest.slice(0, Math.max(0, commit));
  const isGuarded = tried ? tried.rollsBack : stops;
  if (!isWhole || !isGuarded || statements.some((token) => is(token, 'RETURN')))
    throw new Unreadable('a transaction that may stay open');
  return { statements: tried ? raising(statements) : statements, afterError: 'taken back' };
}

/** Whether a text without N has letters that the database's code page may lack. */
const mayLoseLetters = ({ kind, text }: SqlToken, at: number, all: Tokens): boolean =>
  kind === 'quoted' && text.startsWith("'") && /[^\0-\x7F]/.test(text) && !is(all[at - 1], 'N');

/** Without BEGIN and END around all, and without settings before the first statement. */
function withoutSettings(tokens: Tokens): { inside: Tokens; stops: boolean } {
  let inside = withoutEnd(tokens);
  let stops = false;
  for (;;) {
    const words = inside.slice(0, 3).map(keywordOf).join(' ');
    if (words === 'SET NOCOUNT ON' || words === 'SET XACT_ABORT ON') {
      stops ||= words.includes('XACT');
      inside = inside.slice(is(inside[3], ';') ? 4 : 3);
    } else if (opens(inside, 0) && !is(inside[1], 'TRY') && endOf(inside, 0) === inside.length - 1)
      inside = withoutEnd(inside.slice(1, -1));
    else return { inside, stops };
  }
}

/** The statements of a TRY that is all there is; null where there is none. */
function insideOfTry(tokens: Tokens): { statements: Tokens; rollsBack: boolean } | null {
  if (!is(tokens[0], 'BEGIN') || !is(tokens[1], 'TRY')) return null;
  const end = endOf(tokens, 0);
  const from = is(tokens[end + 2], ';') ? end + 3 : end + 2;
  const isCaught = is(tokens[from], 'BEGIN') && is(tokens[from + 1], 'CATCH');
  if (!isCaught || endOf(tokens, from) !== tokens.length - 2) throw new Unreadable('a TRY');
  const words = tokens
    .slice(from + 2, -2)
    .map(({ text }) => text.toUpperCase())
    .join('');
  // Without the semicolon, THROW would be the name of a savepoint.
  const found =
    /^((?:IF(?:@@TRANCOUNT>0|XACT_STATE\(\)(?:<>|!=)0))?ROLLBACK(?:TRAN(?:SACTION)?)?;)?THROW;?$/.exec(
      words,
    );
  if (!found) throw new Unreadable('what is done with an error');
  return { statements: withoutEnd(tokens.slice(2, end)), rollsBack: found[1] !== undefined };
}

/** In a TRY RAISERROR ends the call. */
function raising(tokens: Tokens): Tokens {
  const found: SqlToken[] = [];
  let depth: number | null = null;
  for (const token of tokens) {
    found.push(token);
    if (is(token, 'RAISERROR')) depth = 0;
    else if (depth !== null) depth += Number(is(token, '(')) - Number(is(token, ')'));
    if (depth !== 0 || !is(token, ')')) continue;
    depth = null;
    found.push(RETURN);
  }
  return found;
}
const RETURN = asWord('RETURN');

/** The index behind `BEGIN TRANSACTION` or `COMMIT TRANSACTION` and its semicolon; the given one where it is something else. */
function afterTransaction(tokens: Tokens, at: number, word: string): number {
  if (!is(tokens[at], word)) return at;
  const isNamed = is(tokens[at + 1], 'TRAN', 'TRANSACTION');
  if (!isNamed && word === 'BEGIN') return at;
  const end = at + (isNamed ? 2 : 1);
  return is(tokens[end], ';') ? end + 1 : end;
}

const opens = (tokens: Tokens, at: number): boolean =>
  is(tokens[at], 'CASE') ||
  (is(tokens[at], 'BEGIN') && !is(tokens[at + 1], 'TRAN', 'TRANSACTION', 'DISTRIBUTED'));

/** The index of the END that belongs to the BEGIN at an index; -1 where there is none. */
function endOf(tokens: Tokens, at: number): number {
  let depth = 0;
  for (let place = at; place < tokens.length; place += 1) {
    depth += Number(opens(tokens, place)) - Number(is(tokens[place], 'END'));
    if (depth === 0) return place;
  }
  return -1;
}

/** Words of statements that write or raise errors. */
export const isOfTransact = ({ next, parser }: StepTokens): boolean =>
  parser === 'mssql' && is(next, 'INSERT', 'UPDATE', 'DELETE', 'THROW', 'RAISERROR');

/** Reads a statement that writes or raises an error; it need not end in a semicolon. @throws Unreadable */
export function readOfTransact(tokens: StepTokens): Write {
  const word = keywordOf(tokens.next);
  if (word === 'RAISERROR') return raised(tokens);
  const parts: SqlToken[] = [];
  if (word === 'UPDATE') parts.push(...tokens.takeUntil(';', 'SET'));
  if (word === 'INSERT') parts.push(...tokens.takeUntil(';', 'VALUES', ...STARTS));
  if (word !== 'INSERT' || is(tokens.next, 'VALUES', 'SELECT'))
    parts.push(...tokens.takeUntil(';', ...STARTS));
  tokens.take(';');
  return word === 'THROW' ? errorIn(parts) : writeOf(tokens.text, parts, tokens.parser);
}

/** `RAISERROR('…', 16, 1)`, behind which `raising` has set RETURN. */
function raised(tokens: StepTokens): Write {
  const error = errorIn(tokens.takeUntil(';', ...STARTS));
  tokens.expect('RETURN');
  tokens.take(';');
  return error;
}
