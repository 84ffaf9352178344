import { is, splitAtCommas } from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import {
  declaredAtStart,
  declaredHere,
  isOfLoop,
  readLabelled,
  readOfLoop,
} from './cursor-steps.ts';
import { WRITES, nameOf, raisedIn, writeOf } from './written-rows.ts';
import { type Parser, STARTS, StepTokens, type Tokens } from './step-tokens.ts';
import { type Raw, type Step, withLoops } from './shaped-loops.ts';
import { isOfTransact, readOfTransact } from './transact.ts';

export type { Step } from './shaped-loops.ts';

/**
 * Reads the block of a routine: on MySQL and SQL Server from BEGIN, on PostgreSQL and Oracle from the declarations.
 * @throws Unreadable for statements that are no `Step`
 */
export function stepsOf(text: string, tokens: Tokens, parser: Parser): Step[] {
  const reader = new StepReader(text, tokens, parser);
  const steps = withLoops(reader.block(), parser);
  if (!reader.isAtEnd) throw new Unreadable('more than a block');
  return steps;
}

export class StepReader extends StepTokens {
  block(): Raw[] {
    const steps: Raw[] = [];
    if (this.parser === 'postgresql' && this.take('DECLARE')) steps.push(...this.#declared());
    if (this.parser === 'oracle') steps.push(...this.#declared());
    this.expect('BEGIN');
    steps.push(...this.#until('END'));
    this.expect('END');
    this.take(';');
    return steps;
  }

  readonly #until = (...words: string[]): Raw[] => {
    const steps: Raw[] = [];
    while (!this.isAtEnd && !is(this.next, ...words)) steps.push(...this.statement());
    return steps;
  };

  protected statement(): Raw[] {
    const isTransact = this.parser === 'mssql';
    if (isTransact && this.take(';')) return [];
    if (is(this.next, 'IF')) return [this.#choice()];
    if (is(this.next, 'CASE') && !isTransact) return [this.#selection()];
    if (isOfTransact(this)) return [readOfTransact(this)];
    if (isTransact && is(this.next, 'WHILE')) return [this.#repeated()];
    if (isOfLoop(this)) return [readOfLoop(this, this.#until)];
    if (this.take('BEGIN')) return this.#inner();
    if (!isTransact && this.take('NULL')) return this.ended([]);
    if (this.take('RETURN')) return [this.#returned()];
    if (is(this.next, 'SELECT')) return this.#asked();
    return this.#change();
  }

  #returned(): Raw {
    // It gives one row of several, and goes on.
    if (this.parser === 'postgresql' && is(this.next, 'NEXT')) throw new Unreadable('RETURN NEXT');
    // A procedure ends without a value.
    const isBare = this.isAtEnd || is(this.next, ';', ...(this.parser === 'mssql' ? STARTS : []));
    return { does: 'return', value: this.ended(isBare ? null : this.expression()) };
  }

  /** T-SQL's `WHILE … statement`. */
  #repeated(): Raw {
    this.expect('WHILE');
    const when = this.expression();
    return { does: 'loop', when, steps: this.statement() };
  }

  #asked(): Raw[] {
    if (this.parser !== 'sqlite') return this.#selected();
    return [raisedIn(this.ended(this.takeUntil(';')), this.span)];
  }

  /** A statement that declares or sets variables, or writes. */
  #change(): Raw[] {
    const isTransact = this.parser === 'mssql';
    const labelled = readLabelled(this, this.#until);
    if (labelled) return [labelled];
    if (is(this.next, ...WRITES) && !isTransact) return [this.#written()];
    if (isTransact || this.parser === 'mysql') {
      if (this.take('DECLARE')) return this.#declaredHere();
      this.expect('SET');
    }
    return this.#settings();
  }

  /** A nested block. Except in T-SQL, its declarations are local and may hide outer ones. */
  #inner(): Raw[] {
    const steps = this.#until('END');
    const isTransact = this.parser === 'mssql';
    if (!isTransact && steps.some(({ does }) => /^(declare|cursor|handler)$/.test(does)))
      throw new Unreadable('variables of a block');
    this.expect('END');
    return isTransact ? steps : this.ended(steps);
  }

  /** `IF … THEN … ELSIF … ELSE … END IF;`, or T-SQL's, each of whose branches is one statement. */
  #choice(): Raw {
    this.expect('IF');
    if (this.parser === 'mssql') {
      const when = this.expression();
      const steps = this.statement();
      this.take(';');
      return {
        does: 'if',
        branches: [{ when, steps }],
        otherwise: this.take('ELSE') ? this.statement() : [],
      };
    }
    const branches = [];
    do {
      const when = this.expression('THEN');
      this.expect('THEN');
      branches.push({ when, steps: this.#until('ELSIF', 'ELSEIF', 'ELSE', 'END') });
    } while (this.take('ELSIF', 'ELSEIF'));
    const otherwise = this.take('ELSE') ? this.#until('END') : [];
    this.expect('END', 'IF', ';');
    return { does: 'if', branches, otherwise };
  }

  /** `CASE … WHEN … THEN … ELSE … END CASE;`. Without ELSE it may fail. */
  #selection(): Raw {
    this.expect('CASE');
    const subject = is(this.next, 'WHEN') ? null : this.expression('WHEN');
    // The subject is evaluated once: a call, repeated in each branch, might return another value each time.
    if (subject?.includes('(')) throw new Unreadable('a subject of CASE');
    const branches = [];
    while (this.take('WHEN')) {
      const when = this.expression('THEN');
      this.expect('THEN');
      branches.push({
        when: subject === null ? when : `(${subject}) = (${when})`,
        steps: this.#until('WHEN', 'ELSE', 'END'),
      });
    }
    this.expect('ELSE');
    const otherwise = this.#until('END');
    this.expect('END', 'CASE', ';');
    return { does: 'if', branches, otherwise };
  }

  /** PostgreSQL's and Oracle's: `name type := value;`, up to BEGIN. */
  #declared(): Raw[] {
    const steps: Raw[] = [];
    while (!this.isAtEnd && !is(this.next, 'BEGIN')) {
      const found = declaredAtStart(this);
      if (found) {
        steps.push(found);
        continue;
      }
      const name = this.name();
      this.take('CONSTANT');
      steps.push(...this.#declaration([name]));
      this.expect(';');
    }
    return steps;
  }

  /** MySQL's `DECLARE a, b type DEFAULT value;` and T-SQL's `DECLARE @a type = value, @b type`. */
  #declaredHere(): Raw[] {
    const found = this.parser === 'mysql' ? declaredHere(this, this.#until) : null;
    if (found) return [found];
    const names = [this.name()];
    const isTransact = this.parser === 'mssql';
    while (!isTransact && this.take(',')) names.push(this.name());
    if (isTransact) this.take('AS');
    const steps = this.#declaration(names);
    if (isTransact && this.take(',')) return [...steps, ...this.#declaredHere()];
    this.ended('');
    return steps;
  }

  #declaration(names: readonly string[]): Raw[] {
    const type = this.span(this.takeUntil(';', ',', ':', '=', 'DEFAULT'));
    const hasValue = this.take('DEFAULT') || this.takeSign();
    const value = hasValue ? this.expression(',') : null;
    return names.flatMap((name) => [
      { does: 'declare', name, type } as const,
      ...(value === null ? [] : [{ does: 'set', name, to: value } as const]),
    ]);
  }

  /** `a := value;`, or after MySQL's SET a list of these. */
  #settings(): Raw[] {
    const steps: Raw[] = [];
    do {
      const name = this.name();
      if (!this.takeSign()) throw new Unreadable('a statement');
      steps.push({ does: 'set', name, to: this.expression(',') });
    } while (this.parser === 'mysql' && this.take(','));
    this.ended('');
    return steps;
  }

  /** `SELECT value INTO name FROM …;`, T-SQL's `SELECT @name = value FROM …`. */
  #selected(): Raw[] {
    const all = this.takeUntil(...(this.parser === 'mssql' ? [';', ...STARTS] : [';']), 'SELECT');
    this.ended('');
    if (this.parser === 'mssql') {
      const [select, variable, equals, ...rest] = all;
      const names = splitAtCommas(listed(rest)).length;
      if (variable?.kind !== 'variable' || !is(equals, '=') || names !== 1)
        throw new Unreadable('a query');
      const query = `${select!.text} ${this.span(rest)}`;
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
    const rest = `${this.span(all.slice(1 + list.length, into))} ${this.span(all.slice(at + 1))}`;
    const none = NO_ROW[this.parser] ?? (isStrict ? 'fails' : 'null');
    const asked = names.map((name, index) => ({
      name,
      query: `SELECT ${this.span(values[index]!)} ${rest}`,
    }));
    return [{ does: 'select', into: asked, none }];
  }

  #written(): Raw {
    return writeOf(this.text, this.ended(this.takeUntil(';')), this.parser);
  }
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
