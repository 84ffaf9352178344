import {
  type SqlToken,
  is,
  keywordOf,
  spanOf,
} from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import type { Dialect } from '../read.ts';
import { nameOf } from './written-rows.ts';

export type Parser = Dialect['rules']['parser'];
export type Tokens = readonly SqlToken[];

/** Words that begin a statement in T-SQL, which needs no semicolons. */
export const STARTS =
  `SET RETURN BEGIN SELECT IF DECLARE ELSE END INSERT UPDATE DELETE MERGE EXEC EXECUTE WHILE BREAK CONTINUE THROW RAISERROR
  PRINT COMMIT ROLLBACK SAVE GOTO OPEN FETCH CLOSE DEALLOCATE TRUNCATE WAITFOR`.split(/\s+/);

/** A word that does not stand in the text. */
export const asWord = (text: string): SqlToken => ({ kind: 'word', text, start: 0, closed: true });

export const withoutEnd = (tokens: Tokens): Tokens =>
  is(tokens.at(-1), ';') ? tokens.slice(0, -1) : tokens;

/** Goes through the tokens of a block. */
export class StepTokens {
  readonly text: string;
  readonly tokens: Tokens;
  readonly parser: Parser;
  protected at = 0;

  constructor(text: string, tokens: Tokens, parser: Parser) {
    this.text = text;
    this.tokens = tokens;
    this.parser = parser;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  /** An expression up to one of these words; those within CASE do not end it. */
  expression(...ends: string[]): string {
    const starts = this.parser === 'mssql' ? STARTS : [];
    return this.span(this.takeUntil(';', ...starts, ...ends));
  }

  /** @param ends - words and signs outside of brackets and of CASE, behind the first token */
  takeUntil(...ends: string[]): Tokens {
    const start = this.at;
    let depth = 0;
    for (; !this.isAtEnd; this.at += 1) {
      const word = keywordOf(this.next);
      if (depth === 0 && this.at > start && ends.includes(word)) break;
      if (depth === 0 && this.at === start && word === ';') break;
      if (word === '(' || word === 'CASE') depth += 1;
      else if (word === ')' || (word === 'END' && depth > 0)) depth -= 1;
    }
    const taken = this.tokens.slice(start, this.at);
    if (taken.length === 0) throw new Unreadable('nothing');
    return taken;
  }

  /** `:=`, or `=`. */
  takeSign(): boolean {
    if (is(this.next, ':') && is(this.tokens[this.at + 1], '=')) this.at += 1;
    return this.take('=');
  }

  ended<T>(found: T): T {
    if (!this.take(';') && this.parser !== 'mssql') throw new Unreadable('no end');
    return found;
  }

  name(): string {
    const token = this.next;
    this.at += 1;
    return nameOf(token);
  }

  get next(): SqlToken | undefined {
    return this.tokens[this.at];
  }
  /** The token behind the next one. */
  get second(): SqlToken | undefined {
    return this.tokens[this.at + 1];
  }
  /** The tokens up to a word or sign, which stay. */
  ahead(end: string): Tokens {
    const rest = this.tokens.slice(this.at);
    const at = rest.findIndex((token) => is(token, end));
    return at < 0 ? rest : rest.slice(0, at);
  }
  take(...words: string[]): boolean {
    const found = is(this.next, ...words);
    if (found) this.at += 1;
    return found;
  }
  expect(...words: string[]): void {
    for (const word of words) if (!this.take(word)) throw new Unreadable(`no ${word}`);
  }
  span = (tokens: Tokens): string => spanOf(this.text, tokens);
}
