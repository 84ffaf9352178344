import { type Dialect, type KnownColumn, type KnownTable, nullIfUnreadable } from '../read.ts';
import { type RoutineText, splitBody } from '../routines/routine-bodies.ts';
import type { Raw } from '../routines/shaped-loops.ts';
import { type Shown, shownSteps } from '../routines/shown-steps.ts';
import type { Parser } from '../routines/step-tokens.ts';
import { nullIfUnprintable } from './print-hand.ts';
import { writeProgram } from './write-program.ts';
import type { Into, Written } from './write.ts';

/**
 * Translates a trigger from its WHEN on. What cannot be written to the same meaning is left in gaps.
 * @param there - the columns of its rows, as its parameters, on the other engine
 */
export function writeTrigger(
  from: Dialect,
  into: Into,
  tables: readonly KnownTable[],
  trigger: RoutineText,
  there: readonly KnownColumn[],
): Written | null {
  const { gives, language, parameters: own, when = null } = trigger;
  if (!('row' in gives)) return null;
  const { row } = gives;
  const { parser } = into.dialect.rules;
  const wrote = nullIfUnreadable(() => {
    const { text, body } = splitBody(asBlock(trigger.text, from), language, from);
    const shown = shownSteps(text, body, from.rules.parser);
    // PostgreSQL's own function shows where it returns, and where it fails to.
    const isOwn = parser === 'postgresql' && from.rules.parser === parser;
    const acting = isOwn ? shown.steps : returning(withoutReturn(shown.steps, row), row, parser);
    const isInside = when !== null && parser === 'mysql' && acting.every(isNoDeclaration);
    const steps: readonly Raw[] = isInside
      ? [{ does: 'if', branches: [{ when, steps: [...acting] }], otherwise: [] }]
      : acting;
    const program: Shown = { steps, textOf: shown.textOf };
    const both = { own, there, returns: { row }, when: isInside ? null : when };
    return nullIfUnprintable(() => writeProgram(from, into, tables, program, both));
  });
  return wrote === null ? null : { text: wrote, exact: true };
}

/** Oracle keeps a trigger's block as it stands alone, with DECLARE. */
const asBlock = (text: string, { rules }: Dialect): string =>
  rules.parser === 'oracle' ? text.replace(/^\s*(?:declare\b)?/i, 'IS ') : text;

const isNoDeclaration = ({ does }: Raw): boolean => does !== 'declare';

type Row = 'NEW' | 'OLD' | null;

/** The row that a trigger's function returns in the end says nothing: engines without such functions write it, too. */
function withoutReturn(steps: readonly Raw[], row: Row): readonly Raw[] {
  const last = steps.at(-1);
  return last?.does === 'return' && (row === null || last.value?.toUpperCase() === row)
    ? steps.slice(0, -1)
    : steps;
}

const returning = (steps: readonly Raw[], row: Row, parser: Parser): readonly Raw[] =>
  parser === 'postgresql' && steps.at(-1)?.does !== 'return'
    ? [...steps, { does: 'return', value: row ?? 'NULL' }]
    : steps;
