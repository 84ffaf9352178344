import { isLike } from '../expressions/likes.ts';
import { textRulesOf } from '../expressions/text-rules.ts';
import { withoutNesting } from '../queries/nesting.ts';
import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import { constantsOf } from '../canonical/constants.ts';
import { programOf } from './examples.ts';
import { mayFail } from './failures.ts';
import { bare, firstOf, readIn, valueOf, withType } from './given-values.ts';
import {
  type Dialect,
  type KnownTable,
  type Meaning,
  type Reading,
  asMeaning,
  asNode,
  scopeOf,
  nullIfUnreadable,
} from '../read.ts';
import type { QueryScope } from '../queries/relations.ts';
import { type RoutineText, bodyOf } from './routine-bodies.ts';
import type { Step } from './routine-steps.ts';
import type { AfterError } from './transact.ts';
import { effectOfSteps } from './run-steps.ts';
import { type Node, kindOf, node, nullOf } from '../tree/tree.ts';

export type { RoutineText } from './routine-bodies.ts';

/**
 * Reads what a routine does; null where it cannot be read. Routines that are read by steps can be proven equal; that they differ is
 * for examples to show.
 */
export function readRoutine(
  dialect: Dialect,
  tables: readonly KnownTable[],
  routine: RoutineText,
): Reading {
  return nullIfUnreadable(() => {
    const { tree, bySteps, written } = treeOf(dialect, tables, routine);
    const meaning = asMeaning(tree, dialect.rules, true);
    const { gives, parameters } = routine;
    const result = 'value' in gives ? gives.value : null;
    const ownTexts = textRulesOf(withoutNesting(tree), dialect.rules.parser);
    const program = 'row' in gives ? undefined : programOf(tree, parameters, result, tables);
    return {
      ...meaning,
      opaque: meaning.opaque || bySteps,
      ...(ownTexts.length > 0 && { ownTexts }),
      ...(bySteps && { constants: constantsOf(tree) }),
      ...(program && { program }),
      ...(written && { written }),
    };
  });
}

function treeOf(
  dialect: Dialect,
  tables: readonly KnownTable[],
  routine: RoutineText,
): { tree: Node; bySteps: boolean; written: Meaning['written'] } {
  const body = bodyOf(routine.text, routine.language, dialect);
  const strict = (routine.strict || body.strict) && routine.parameters.length > 0;
  const scope = { ...scopeOf(dialect, tables), parameters: parametersOf(routine, strict) };
  const bySteps = 'steps' in body;
  const afterError = bySteps ? body.afterError : undefined;
  // What RETURN gives in a procedure is no value.
  if (afterError && 'value' in routine.gives) throw new Unreadable('a status');
  const { given, mayFailAfterWrite } = bySteps
    ? effectOfSteps(
        onCondition(body.steps, routine),
        dialect,
        scope,
        routine.parameters,
        routine,
        tables,
      )
    : { given: resultOfText(body, dialect, scope, routine), mayFailAfterWrite: false };
  // STRICT only matters where the body may fail, or may turn a NULL argument into a value.
  const isStrict =
    strict && (mayFail(given) || !routine.parameters.every(({ as }) => endsInNull(given, as)));
  return {
    tree: isStrict ? node('strict', [given], given.kind) : given,
    bySteps,
    written:
      afterError === 'goes on' && bySteps && !isSingleWrite(body.steps)
        ? afterError
        : writtenBefore(dialect, mayFailAfterWrite, afterError),
  };
}

/** A single statement leaves nothing to go on with. */
const isSingleWrite = ([first, ...more]: readonly Step[]): boolean =>
  more.length === 0 &&
  first !== undefined &&
  /^(insert|insert rows|update|delete)$/.test(first.does);

/** What becomes of writes before an error: in MySQL a caller's transaction goes on and may be committed. */
function writtenBefore(
  { rules }: Dialect,
  mayFailAfterWrite: boolean,
  afterError: AfterError = 'taken back',
): Meaning['written'] {
  if (!mayFailAfterWrite) return undefined;
  return rules.parser === 'mysql' ? 'stays' : afterError;
}

/** Wraps the steps of a trigger in its WHEN condition: where that does not hold, the row is written as it is. */
function onCondition(steps: readonly Step[], { gives, when }: RoutineText): readonly Step[] {
  if (when === undefined) return steps;
  const row = ('row' in gives && gives.row) || 'NULL';
  return [
    {
      does: 'if',
      branches: [{ when, steps: [...steps] }],
      otherwise: [{ does: 'return', value: row }],
    },
  ];
}

/** What a body of one expression or query gives, before that is converted to what is declared. @throws Unreadable */
export function givenBy(
  { text, isQuery }: { text: string; isQuery: boolean },
  dialect: Dialect,
  scope: QueryScope,
  gives: RoutineText['gives'],
): Node {
  if ('row' in gives || 'outs' in gives) throw new Unreadable('no steps');
  if ('rows' in gives) return bare(readIn(text, dialect, scope));
  return isQuery
    ? firstOf(readIn(`SELECT (${text})`, dialect, scope), dialect.rules)
    : valueOf(readIn(`SELECT ${text}`, dialect, scope));
}

const resultOfText = (
  body: { text: string; isQuery: boolean },
  dialect: Dialect,
  scope: QueryScope,
  { gives }: RoutineText,
): Node => {
  const given = givenBy(body, dialect, scope, gives);
  if ('rows' in gives) return withTypes(given, gives.rows, dialect.rules);
  return 'value' in gives ? withType(given, gives.value, dialect.rules) : given;
};

/** Parameters by name and by position. @param strict - whether the body only runs if no argument is NULL */
export function parametersOf(
  { parameters, gives }: Pick<RoutineText, 'parameters' | 'gives'>,
  strict: boolean,
): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  const outs = 'outs' in gives ? gives.outs : [];
  for (const parameter of parameters) {
    const isFresh = outs.some(({ as, fresh }) => fresh && as === parameter.as);
    const value = isFresh
      ? nullOf(kindOf(parameter.canonical))
      : { ...asNode(parameter), notNull: strict };
    const name = parameter.name.toLowerCase();
    if (found.has(name)) throw new Unreadable('two parameters of one name');
    if (name !== '') found.set(name, value);
    found.set(parameter.as, value);
  }
  return found;
}

/** Operators that give NULL where one of their operands is. */
const NULL_OF_NULL = new Set(
  `add subtract multiply divide quotient modulo minus abs floor ceiling sign sqrt exp ln power join lower upper trim ltrim
  rtrim replace reverse substring left right lpad rpad char_length octet_length instr ascii eq ne lt le not as rounded
  truncated round trunc extract`.split(/\s+/),
);
function endsInNull({ op, value, args }: Node, parameter: string): boolean {
  if (op === 'column') return value === parameter;
  return (NULL_OF_NULL.has(op) || isLike(op)) && args.some((arg) => endsInNull(arg, parameter));
}

/** Converts the outputs of a query to their declared types. */
function withTypes(query: Node, types: readonly CanonicalType[] | null, rules: SqlRules): Node {
  if (!types) return query;
  const [select, ...clauses] = query.args;
  const [output, ...rest] = select?.args ?? [];
  if (output?.op !== 'output' || output.args.length !== types.length)
    throw new Unreadable('other outputs');
  const outputs = output.args.map((value, index) => withType(value, types[index]!, rules));
  return {
    ...query,
    args: [{ ...select!, args: [{ ...output, args: outputs }, ...rest] }, ...clauses],
  };
}
