import {
  type Dialect,
  type KnownColumn,
  type KnownTable,
  nullIfUnreadable,
  scopeOf,
} from '../read.ts';
import { type RoutineText, splitBody } from '../routines/routine-bodies.ts';
import { givenBy, parametersOf } from '../routines/routines.ts';
import { bare } from '../routines/given-values.ts';
import { asDivided } from '../tree/numbers.ts';
import type { Node } from '../tree/tree.ts';
import { shownSteps } from '../routines/shown-steps.ts';
import { nullIfUnprintable } from './print-hand.ts';
import { writeProgram } from './write-program.ts';
import { writeTrigger } from './write-trigger.ts';
import { type PrintScope, printQuery, printValue } from './print-query.ts';
import { type Into, type Written, byName, tablesThere, write } from './write.ts';

/**
 * Translates the body of a routine, without what is declared before it. One that is one expression or query is null where it
 * cannot be written to the same meaning; of one of steps, what cannot is left in gaps.
 * @param there - the parameters of its counterpart, under whose names it is written; of a trigger, its own as they are there
 */
export function writeRoutine(
  from: Dialect,
  { dialect, names }: Into,
  tables: readonly KnownTable[],
  routine: RoutineText,
  there: readonly KnownColumn[],
): Written | null {
  const { gives } = routine;
  if ('row' in gives) return writeTrigger(from, { dialect, names }, tables, routine, there);
  const parameters = renamed(routine.parameters, there);
  const known = tablesThere(tables);
  return nullIfUnreadable(() => {
    const body = bodyIn(routine, from);
    if (!parameters || body.strict) return null;
    if (body.only === null) {
      const shown = shownSteps(body.text, body.body, from.rules.parser);
      const returns = 'value' in gives ? gives.value : null;
      const both = { own: routine.parameters, there: parameters, returns };
      const text = nullIfUnprintable(() =>
        writeProgram(from, { dialect, names }, tables, shown, both),
      );
      return text === null ? null : { text, exact: true };
    }
    const reader =
      (own: Dialect, of: readonly KnownTable[], taken: readonly KnownColumn[]) =>
      (text: string, isQuery: boolean): Node => {
        const scope = scopeOf(own, of);
        const values = parametersOf({ parameters: taken, gives }, false);
        const given = givenBy({ text, isQuery }, own, { ...scope, parameters: values }, gives);
        return asDivided(given, own.rules.parser, true);
      };
    const tree = reader(from, tables, routine.parameters)(body.only, body.isQuery);
    const { isQuery, before, print } = styleOf(tree, gives);
    const readBack = reader(dialect, known, parameters);
    const into = {
      dialect,
      names,
      tables: byName(known),
      parameters: new Map(parameters.map(({ as, name }) => [as, name])),
    };
    const written = write(
      tree,
      [from, dialect],
      (own) => print(own, into),
      (text) => nullIfUnreadable(() => readBack(text, isQuery)),
    );
    return written?.exact ? { ...written, text: `${before}${written.text}` } : null;
  });
}

/** PostgreSQL runs what a procedure of SQL writes as it does in a block. */
function bodyIn({ text, language }: RoutineText, dialect: Dialect): ReturnType<typeof splitBody> {
  const isBare = dialect.rules.parser === 'postgresql' && /^sql$/i.test(language);
  return isBare && /^\s*(insert|update|delete)\b/i.test(text)
    ? splitBody(`BEGIN ${text}\n; END`, 'plpgsql', dialect)
    : splitBody(text, language, dialect);
}

interface Style {
  before: string;
  isQuery: boolean;
  print(tree: Node, scope: PrintScope): string;
}

function styleOf({ op }: Node, gives: RoutineText['gives']): Style {
  if ('rows' in gives) return { before: '', isQuery: true, print: printQuery };
  // The first row of a query that may give several.
  if (op.startsWith('first@')) return { before: '', isQuery: true, print: printFirst };
  return { before: 'RETURN ', isQuery: false, print: printValue };
}

const printFirst = ({ args: [scalar] }: Node, scope: PrintScope): string =>
  printQuery(bare(scalar!.args[0]!), scope);

/** Parameters under the names of their counterparts, and with their types; null where one has none, or two would have one name. */
function renamed(
  parameters: readonly KnownColumn[],
  there: readonly KnownColumn[],
): KnownColumn[] | null {
  if (parameters.length !== there.length) return null;
  const named = parameters.map((one, at) => ({
    ...one,
    name: there[at]!.name || one.as,
    canonical: there[at]!.canonical,
  }));
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  return names.size === named.length ? named : null;
}
