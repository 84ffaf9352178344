import {
  type SqlToken,
  is,
  keywordOf,
  spanOf,
  splitAtCommas,
} from '../../../connectors/core/sql-tokens.ts';
import { Unreadable } from './ast.ts';
import type { Dialect } from './read.ts';
import { raisedIn } from './raised.ts';
import { WRITES, type Write, nameOf, writeOf } from './written-rows.ts';

type Parser = Dialect['rules']['parser'];
type Tokens = readonly SqlToken[];

/** A step of a routine's block. Names are in lower case, texts are SQL. */
export type Step =
  | { does: 'declare'; name: string; type: string }
  | { does: 'set'; name: string; to: string }
  /** SELECT … INTO, with a query for each variable. `none`: what becomes of them where there is no row. */
  | { does: 'select'; into: { name: string; query: string }[]; none: 'null' | 'keeps' | 'fails' }
  | { does: 'if'; branches: { when: string; steps: Step[] }[]; otherwise: Step[] }
  | { does: 'loop'; when: string; steps: Step[] }
  | { does: 'return'; value: string }
  | Write;

/**
 * Reads the block of a routine: on MySQL and SQL Server from BEGIN, on PostgreSQL and Oracle from the declarations.
 * @throws Unreadable for statements that are no `Step`
 */
export function stepsOf(text: string, tokens: Tokens, parser: Parser): Step[] {
  const reader = new StepReader(text, tokens, parser);
  const steps = reader.block();
  if (!reader.isAtEnd) throw new Unreadable('more than a block');
  return steps;
}

/** Words that begin a statement in T-SQL, which needs no semicolons. */
const STARTS = ['SET', 'RETURN', 'BEGIN', 'SELECT', 'IF', 'DECLARE', 'ELSE', 'END'];

class StepReader {
  readonly #text: string;
  readonly #tokens: Tokens;
  readonly #parser: Parser;
  #at = 0;

  constructor(text: string, tokens: Tokens, parser: Parser) {
    this.#text = text;
    this.#tokens = tokens;
    this.#parser = parser;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  block(): Step[] {
    const steps: Step[] = [];
    if (this.#parser === 'postgresql' && this.#take('DECLARE')) steps.push(...this.#declared());
    if (this.#parser === 'oracle') steps.push(...this.#declared());
    this.#expect('BEGIN');
    steps.push(...this.#until('END'));
    this.#expect('END');
    this.#take(';');
    return steps;
  }

  #until(...words: string[]): Step[] {
    const steps: Step[] = [];
    while (!this.isAtEnd && !is(this.#next, ...words)) steps.push(...this.#statement());
    return steps;
  }

  #statement(): Step[] {
    const isTransact = this.#parser === 'mssql';
    if (isTransact && this.#take(';')) return [];
    if (is(this.#next, 'IF')) return [this.#choice()];
    if (is(this.#next, 'CASE') && !isTransact) return [this.#selection()];
    if (is(this.#next, 'WHILE') && !isTransact) return [this.#loop()];
    if (this.#take('BEGIN')) return this.#inner();
    if (!isTransact && this.#take('NULL')) return this.#ended([]);
    if (this.#take('RETURN')) return [{ does: 'return', value: this.#ended(this.#expression()) }];
    if (is(this.#next, 'SELECT')) return this.#asked();
    return this.#change();
  }

  #asked(): Step[] {
    if (this.#parser !== 'sqlite') return this.#selected();
    return [raisedIn(this.#ended(this.#takeUntil(';')), this.#span)];
  }

  /** A statement that declares or sets variables, or writes. */
  #change(): Step[] {
    const isTransact = this.#parser === 'mssql';
    if (is(this.#next, ...WRITES) && !isTransact) return [this.#written()];
    if (isTransact || this.#parser === 'mysql') {
      if (this.#take('DECLARE')) return this.#declaredHere();
      this.#expect('SET');
    }
    return this.#settings();
  }

  /** A nested block. Except in T-SQL, its declarations are local and may hide outer ones. */
  #inner(): Step[] {
    const steps = this.#until('END');
    const isTransact = this.#parser === 'mssql';
    if (!isTransact && steps.some(({ does }) => does === 'declare'))
      throw new Unreadable('variables of a block');
    this.#expect('END');
    return isTransact ? steps : this.#ended(steps);
  }

  /** `IF … THEN … ELSIF … ELSE … END IF;`, or T-SQL's, each of whose branches is one statement. */
  #choice(): Step {
    this.#expect('IF');
    if (this.#parser === 'mssql') {
      const when = this.#expression();
      const steps = this.#statement();
      this.#take(';');
      return {
        does: 'if',
        branches: [{ when, steps }],
        otherwise: this.#take('ELSE') ? this.#statement() : [],
      };
    }
    const branches = [];
    do {
      const when = this.#expression('THEN');
      this.#expect('THEN');
      branches.push({ when, steps: this.#until('ELSIF', 'ELSEIF', 'ELSE', 'END') });
    } while (this.#take('ELSIF', 'ELSEIF'));
    const otherwise = this.#take('ELSE') ? this.#until('END') : [];
    for (const word of ['END', 'IF', ';']) this.#expect(word);
    return { does: 'if', branches, otherwise };
  }

  /** `CASE … WHEN … THEN … ELSE … END CASE;`. Without ELSE it may fail. */
  #selection(): Step {
    this.#expect('CASE');
    const subject = is(this.#next, 'WHEN') ? null : this.#expression('WHEN');
    // The subject is evaluated once: a call, repeated in each branch, might return another value each time.
    if (subject?.includes('(')) throw new Unreadable('a subject of CASE');
    const branches = [];
    while (this.#take('WHEN')) {
      const when = this.#expression('THEN');
      this.#expect('THEN');
      branches.push({
        when: subject === null ? when : `(${subject}) = (${when})`,
        steps: this.#until('WHEN', 'ELSE', 'END'),
      });
    }
    this.#expect('ELSE');
    const otherwise = this.#until('END');
    for (const word of ['END', 'CASE', ';']) this.#expect(word);
    return { does: 'if', branches, otherwise };
  }

  /** `WHILE … LOOP … END LOOP;`, MySQL's `WHILE … DO … END WHILE;`. */
  #loop(): Step {
    this.#expect('WHILE');
    const isOfMysql = this.#parser === 'mysql';
    const begin = isOfMysql ? 'DO' : 'LOOP';
    const when = this.#expression(begin);
    this.#expect(begin);
    const steps = this.#until('END');
    for (const word of ['END', isOfMysql ? 'WHILE' : 'LOOP', ';']) this.#expect(word);
    return { does: 'loop', when, steps };
  }

  /** PostgreSQL's and Oracle's: `name type := value;`, up to BEGIN. */
  #declared(): Step[] {
    const steps: Step[] = [];
    while (!this.isAtEnd && !is(this.#next, 'BEGIN')) {
      const name = this.#name();
      this.#take('CONSTANT');
      steps.push(...this.#declaration([name]));
      this.#expect(';');
    }
    return steps;
  }

  /** MySQL's `DECLARE a, b type DEFAULT value;` and T-SQL's `DECLARE @a type = value, @b type`. */
  #declaredHere(): Step[] {
    const names = [this.#name()];
    const isTransact = this.#parser === 'mssql';
    while (!isTransact && this.#take(',')) names.push(this.#name());
    if (isTransact) this.#take('AS');
    const steps = this.#declaration(names);
    if (isTransact && this.#take(',')) return [...steps, ...this.#declaredHere()];
    this.#ended('');
    return steps;
  }

  #declaration(names: readonly string[]): Step[] {
    const type = this.#span(this.#takeUntil(';', ',', ':', '=', 'DEFAULT'));
    const hasValue = this.#take('DEFAULT') || this.#takeSign();
    const value = hasValue ? this.#expression(',') : null;
    return names.flatMap((name) => [
      { does: 'declare', name, type } as const,
      ...(value === null ? [] : [{ does: 'set', name, to: value } as const]),
    ]);
  }

  /** `a := value;`, or after MySQL's SET a list of these. */
  #settings(): Step[] {
    const steps: Step[] = [];
    do {
      const name = this.#name();
      if (!this.#takeSign()) throw new Unreadable('a statement');
      steps.push({ does: 'set', name, to: this.#expression(',') });
    } while (this.#parser === 'mysql' && this.#take(','));
    this.#ended('');
    return steps;
  }

  /** `SELECT value INTO name FROM …;`, T-SQL's `SELECT @name = value FROM …`. */
  #selected(): Step[] {
    const all = this.#takeUntil(...(this.#parser === 'mssql' ? [';', ...STARTS] : [';']), 'SELECT');
    this.#ended('');
    if (this.#parser === 'mssql') {
      const [select, variable, equals, ...rest] = all;
      const names = splitAtCommas(listed(rest)).length;
      if (variable?.kind !== 'variable' || !is(equals, '=') || names !== 1)
        throw new Unreadable('a query');
      const query = `${select!.text} ${this.#span(rest)}`;
      return [{ does: 'select', into: [{ name: nameOf(variable), query }], none: 'keeps' }];
    }
    const into = all.findIndex((token) => is(token, 'INTO'));
    if (into < 0) throw new Unreadable('a query');
    const isStrict = is(all[into + 1], 'STRICT');
    let at = into + (isStrict ? 2 : 1);
    const names = [nameOf(all[at])];
    for (; is(all[at + 1], ','); at += 2) names.push(nameOf(all[at + 2]));
    const list = listed(all.slice(1));
    const values = splitAtCommas(list);
    if (values.length !== names.length || is(list[0], 'DISTINCT', 'ALL'))
      throw new Unreadable('other variables');
    // The tokens between the select list and INTO, and those after the variables.
    const rest = `${this.#span(all.slice(1 + list.length, into))} ${this.#span(all.slice(at + 1))}`;
    const none = NO_ROW[this.#parser] ?? (isStrict ? 'fails' : 'null');
    const asked = names.map((name, index) => ({
      name,
      query: `SELECT ${this.#span(values[index]!)} ${rest}`,
    }));
    return [{ does: 'select', into: asked, none }];
  }

  #written(): Step {
    return writeOf(this.#text, this.#ended(this.#takeUntil(';')), this.#parser);
  }

  /** An expression up to one of these words; those within CASE do not end it. */
  #expression(...ends: string[]): string {
    const starts = this.#parser === 'mssql' ? STARTS : [];
    return this.#span(this.#takeUntil(';', ...starts, ...ends));
  }

  /** @param ends - words and signs outside of brackets and of CASE, behind the first token */
  #takeUntil(...ends: string[]): Tokens {
    const start = this.#at;
    let depth = 0;
    for (; !this.isAtEnd; this.#at += 1) {
      const word = keywordOf(this.#next);
      if (depth === 0 && this.#at > start && ends.includes(word)) break;
      if (depth === 0 && this.#at === start && word === ';') break;
      if (word === '(' || word === 'CASE') depth += 1;
      else if (word === ')' || (word === 'END' && depth > 0)) depth -= 1;
    }
    const taken = this.#tokens.slice(start, this.#at);
    if (taken.length === 0) throw new Unreadable('nothing');
    return taken;
  }

  /** `:=`, or `=`. */
  #takeSign(): boolean {
    if (is(this.#next, ':') && is(this.#tokens[this.#at + 1], '=')) this.#at += 1;
    return this.#take('=');
  }

  #ended<T>(found: T): T {
    if (!this.#take(';') && this.#parser !== 'mssql') throw new Unreadable('no end');
    return found;
  }

  #name(): string {
    const token = this.#next;
    this.#at += 1;
    return nameOf(token);
  }

  get #next(): SqlToken | undefined {
    return this.#tokens[this.#at];
  }
  #take(...words: string[]): boolean {
    const found = is(this.#next, ...words);
    if (found) this.#at += 1;
    return found;
  }
  #expect(word: string): void {
    if (!this.#take(word)) throw new Unreadable(`no ${word}`);
  }
  #span = (tokens: Tokens): string => spanOf(this.#text, tokens);
}

/** What SELECT INTO does where there is no row; on other engines, STRICT decides. */
const NO_ROW: Partial<Record<Parser, 'keeps' | 'fails'>> = { mysql: 'keeps', oracle: 'fails' };

/** The select list of a query, up to FROM or INTO. */
function listed(tokens: Tokens): Tokens {
  let depth = 0;
  const end = tokens.findIndex((token) => {
    depth += Number(is(token, '(')) - Number(is(token, ')'));
    return depth === 0 && is(token, 'FROM', 'INTO');
  });
  return end < 0 ? tokens : tokens.slice(0, end);
}
