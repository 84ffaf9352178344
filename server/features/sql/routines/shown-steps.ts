import { is } from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import { StepReader } from './routine-steps.ts';
import type { Raw } from './shaped-loops.ts';
import type { Parser, Tokens } from './step-tokens.ts';

/** The statements of a block, each as it is written, and their texts. */
export interface Shown {
  steps: readonly Raw[];
  textOf(step: Raw): string;
}

/** Reads a block of which some statements need not be understood. @throws Unreadable where it cannot tell where these end */
export function shownSteps(text: string, tokens: Tokens, parser: Parser): Shown {
  const reader = new PatientReader(text, tokens, parser);
  const steps = reader.block();
  if (!reader.isAtEnd) throw new Unreadable('more than a block');
  return {
    steps,
    textOf(step) {
      const found = reader.texts.get(step);
      if (found === undefined) throw new Unreadable('a declaration');
      return found;
    },
  };
}

class PatientReader extends StepReader {
  readonly texts = new Map<Raw, string>();

  protected override statement(): Raw[] {
    if (this.take(';')) return [];
    const start = this.at;
    try {
      const steps = super.statement();
      const [only, ...more] = steps;
      if (only && more.length === 0) this.#note(only, start);
      return steps;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.at = start;
      return [this.#kept(start)];
    }
  }

  #kept(start: number): Raw {
    const tokens = this.takeUntil(';');
    this.expect(';');
    // Where a statement of others ends is not known, nor is it in T-SQL, which needs no semicolons.
    const [first, second] = tokens;
    const holdsOthers = is(first, ...HOLDING) || is(second, ':') || this.parser === 'mssql';
    // PostgreSQL's RAISE EXCEPTION begins no part that handles errors.
    const rest = is(first, 'RAISE') ? tokens.slice(2) : tokens;
    if (holdsOthers || rest.some((token) => is(token, 'BEGIN', 'EXCEPTION')))
      throw new Unreadable('a statement of others');
    const kept: Raw = { does: 'kept' };
    this.#note(kept, start);
    return kept;
  }

  #note(step: Raw, start: number): void {
    this.texts.set(step, this.span(this.tokens.slice(start, this.at)));
  }
}

/** Words that statements begin with which hold others. */
const HOLDING = 'IF CASE WHILE LOOP REPEAT FOR FOREACH ELSE ELSIF ELSEIF WHEN END <'.split(' ');
