import { unquote, wordsAndSigns } from '../../../connectors/core/sql-tokens.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import { Unreadable } from './ast.ts';
import { canonicalise } from './canonical.ts';
import { declaredType } from './declared-types.ts';
import {
  alwaysGivesOneRow,
  bare,
  firstOf,
  givesOneRow,
  readIn,
  valueOf,
  withType,
} from './given-values.ts';
import { asTest } from './kinds.ts';
import type { Dialect, KnownColumn } from './read.ts';
import type { QueryScope } from './relations.ts';
import type { Step } from './routine-steps.ts';
import { type Node, NULL, holdsQuery, isOpaque, keyOf, makeCase, node, resultsOf } from './tree.ts';
import { magnitudeOf, magnitudeOfValue } from './widths.ts';

/** What variables hold at one place, and their types. */
interface State {
  values: ReadonlyMap<string, Node>;
  types: ReadonlyMap<string, CanonicalType>;
}

/** Steps that are looked at, over all ways through them: each IF doubles what follows it. */
const MOST = 400;

/**
 * What a function gives back that does these steps, as one expression: IF as CASE, a variable as what it was set to.
 * @param gives - its type
 * @throws Unreadable where that might be something else, such as when a variable holds what is another value each time
 */
export function stepsGive(
  steps: readonly Step[],
  dialect: Dialect,
  scope: QueryScope,
  parameters: readonly KnownColumn[],
  gives: CanonicalType | null,
): Node {
  const { valueOfText, valueOfQuery } = createReader(dialect, scope);
  const places = new Map(parameters.map(({ name, as }) => [name.toLowerCase(), as]));
  let looked = 0;

  const declare = ({ values, types }: State, name: string, type: CanonicalType): State => {
    if (values.has(name)) throw new Unreadable('two variables of one name');
    return { values: new Map(values).set(name, NULL), types: new Map(types).set(name, type) };
  };
  const set = ({ values, types }: State, name: string, value: Node): State => {
    const place = places.get(name);
    const after = new Map(values).set(name, value);
    return { values: place === undefined ? after : after.set(place, value), types };
  };
  const setTo = (name: string, state: State, valueOfType: () => Node): Node => {
    const type = state.types.get(name);
    if (!type || !isPlain(type)) throw new Unreadable('no variable');
    const value = valueOfType();
    if (type.kind === 'boolean' && value.kind === 'text') throw new Unreadable('a truth in words');
    const typed = scaled(within(withType(value, type, dialect.rules), type, dialect), type);
    if (!isFirm(typed)) throw new Unreadable('another value each time');
    return typed;
  };

  const goOn = (rest: readonly Step[], state: State, values: [string, Node][]): Node => {
    const after = values.reduce((last, [name, value]) => set(last, name, value), state);
    const given = run(rest, after);
    // What fails where it is set has to fail where it is used.
    for (const [, value] of values)
      if (mayFail(value) && !computes(given, keyOf(value))) throw new Unreadable('it may fail');
    return given;
  };

  const run = ([step, ...rest]: readonly Step[], state: State): Node => {
    looked += 1;
    if (!step || looked > MOST) throw new Unreadable(step ? 'too many ways' : 'no RETURN');
    switch (step.does) {
      case 'declare':
        return run(rest, declare(state, step.name, declaredType(step.type, dialect.rules.parser)));
      case 'set':
        return goOn(rest, state, [
          [step.name, setTo(step.name, state, () => valueOfText(step.to, state))],
        ]);
      case 'select':
        return goOn(
          rest,
          state,
          step.into.map(({ name }, at) => [
            name,
            setTo(name, state, () => valueOfQuery(step, at, state)),
          ]),
        );
      case 'if': {
        const branches = step.branches.flatMap(({ when, steps: chosen }) => {
          const test = valueOfText(when, state);
          // MySQL takes what is not zero for true; others fail.
          if (dialect.rules.parser !== 'mysql' && test.kind !== 'boolean')
            throw new Unreadable('a condition that is none');
          return [asTest(test, scope), run([...chosen, ...rest], state)];
        });
        return canonicalise(makeCase(branches, run([...step.otherwise, ...rest], state)));
      }
      case 'return':
        return withType(valueOfText(step.value, state), gives, dialect.rules);
    }
  };
  return run(steps, {
    values: scope.parameters ?? new Map<string, Node>(),
    types: new Map(parameters.map((one) => [one.name.toLowerCase(), one.canonical] as const)),
  });
}

/** Reads what stands in the steps, with what the variables hold there. */
function createReader(dialect: Dialect, scope: QueryScope) {
  const { rules, spelling } = dialect;
  const read = (text: string, { values }: State): Node => {
    const words = wordsAndSigns(text, spelling).map((token) => unquote(token).toLowerCase());
    const mixes = words.some((word) => {
      const value = values.get(word);
      return value !== undefined && holdsQuery(value);
    });
    // Its tables might be taken for those of the query that stands in the variable.
    if (mixes && words.includes('from')) throw new Unreadable('a query of a query');
    const found = readIn(`SELECT (${text})`, dialect, { ...scope, parameters: values });
    // What the engine keeps of the last statement, such as FOUND, hangs on steps that are left out.
    if (asksEngine(found)) throw new Unreadable('a name that is not known');
    // What a function of people's own writes, a query that was asked before it has not seen.
    if (callsOwn(found) && [...values.values()].some(holdsQuery))
      throw new Unreadable('a query before a call');
    return found;
  };
  return {
    valueOfText: (text: string, state: State): Node => valueOf(read(text, state)),

    valueOfQuery({ into, none }: Step & { does: 'select' }, at: number, state: State): Node {
      const { name, query } = into[at]!;
      const whole = read(query, state);
      const first = firstOf(whole, rules);
      // Each of several variables is of the same row.
      if (into.length > 1 && first.op !== 'scalar') throw new Unreadable('any of several rows');
      if (first.op !== 'scalar' && !first.op.startsWith('first@')) return first;
      const scalar = valueOf(whole);
      if (alwaysGivesOneRow(bare(scalar.args[0]!))) return scalar;
      if (none === 'null') return first;
      // MySQL fails where there are several rows, as an expression does.
      const before = state.values.get(name);
      if (none !== 'keeps' || rules.parser !== 'mysql' || !before) throw new Unreadable('no row');
      if (before.op === 'null') return scalar;
      const found = bare(scalar.args[0]!).args[0]!.args[0]!.args[0]!;
      if (found.sure && first.op === 'scalar' && before.kind === scalar.kind)
        return canonicalise(node('coalesce', [scalar, before], scalar.kind, { sure: before.sure }));
      throw new Unreadable('a variable without a row');
    },
  };
}

/** A number that may be too large for a variable is refused, or becomes the largest: in the way of this engine. */
function within(value: Node, type: CanonicalType, { rules }: Dialect): Node {
  const isNarrow = type.kind === 'decimal' || (type.kind === 'integer' && type.bits < 32);
  const most = isNarrow ? magnitudeOf(type) : null;
  return most === null || magnitudeOfValue(value) <= most
    ? value
    : node(`within ${most}@${rules.parser}`, [value], value.kind, { sure: value.sure });
}

/** Whether values of a type are no others than those of its kind, apart from how large, long or fine they are. */
const isPlain = (type: CanonicalType): boolean => {
  switch (type.kind) {
    case 'boolean':
    case 'float':
    case 'date':
      return true;
    case 'decimal':
      return type.scale !== null || type.precision === null;
    case 'integer':
      return !type.unsigned;
    case 'text':
      return !type.fixed;
    case 'timestamp':
      return !type.zone;
    default:
      return false;
  }
};

/** What a value does hangs on its type, too: the digits behind the point, or the second, are in its text; a float is not what its digits say. */
function scaled(value: Node, type: CanonicalType): Node {
  if (type.kind === 'float' && value.op === 'literal')
    return node('scaled', [value], 'float', { value: `${type.bits} bits`, sure: true });
  const digits =
    type.kind === 'decimal' ? type.scale : type.kind === 'timestamp' ? type.precision : null;
  return value.op === 'null' || digits === null
    ? value
    : node('scaled', [value], value.kind, { value: `${digits}`, sure: value.sure });
}

const asksEngine = ({ op, args }: Node): boolean =>
  /^((name|value)@|(found_rows|row_count)\(\)@)/.test(op) || args.some(asksEngine);
const callsOwn = ({ op, args }: Node): boolean => op.includes('()@') || args.some(callsOwn);

/** Whether it is the same value however often it is asked for, until the routine ends. */
const isFirm = ({ op, args }: Node): boolean =>
  !ANEW.has(op) && (!op.includes('@') || OWN_WAYS.test(op)) && args.every(isFirm);
const ANEW = new Set(['uuid', 'now', 'utcnow', 'today', 'timeofday']);
/** What an engine does in its own way, and always alike: the conversions of `withType`, and the first row of a query. */
const OWN_WAYS = /^(at most \d+|within [\d.]+|\w+ to \w+|first)@/;

/** Whether computing it may be an error. */
export const mayFail = (it: Node): boolean =>
  FAILING.test(it.op) ||
  isOpaque({ ...it, args: [] }) ||
  (it.op === 'scalar' && !givesOneRow(bare(it.args[0]!))) ||
  it.args.some(mayFail);
const FAILING = /^(divide|quotient|modulo|sqrt|power|ln|exp|as|substring|left|right|lpad|rpad)$/;

/** Whether an expression computes a part of it, whatever the values are. */
function computes(it: Node, part: string): boolean {
  if (keyOf(it) === part) return true;
  switch (it.op) {
    case 'case':
      return computes(it.args[0]!, part) || resultsOf(it).every((one) => computes(one, part));
    case 'coalesce':
      return computes(it.args[0]!, part);
    // They end with the first that decides.
    case 'and':
    case 'or':
      return it.args.every((one) => computes(one, part));
    case 'in':
      return computes(it.args[0]!, part);
    case 'query':
      return false;
    default:
      // One that is NULL may keep the others from being computed.
      return it.args.some(
        (one, at) =>
          computes(one, part) && it.args.every((other, place) => place === at || other.sure),
      );
  }
}
