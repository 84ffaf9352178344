import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import { Unreadable } from './ast.ts';
import { canonicalise } from './canonical.ts';
import { declaredType } from './declared-types.ts';
import { asSet, effectOf, settingOf } from './effects.ts';
import { bare, givesOneRow, withType } from './given-values.ts';
import { asTest } from './kinds.ts';
import { createLoop } from './loops.ts';
import { type Dialect, type KnownColumn, type KnownTable, asNode } from './read.ts';
import type { QueryScope } from './relations.ts';
import type { Step } from './routine-steps.ts';
import type { RoutineText } from './routine-bodies.ts';
import { type State, createReader } from './step-reader.ts';
import {
  type Node,
  bySpelling,
  isOpaque,
  keyOf,
  kindOf,
  makeCase,
  node,
  nullOf,
  resultsOf,
} from './tree.ts';
import { magnitudeOf, magnitudeOfValue } from './widths.ts';
import type { Write } from './written-rows.ts';

/** Limit of the steps over all paths: each IF doubles the steps that follow it. */
const MAX_STEPS = 400;

/**
 * The effect of a routine or trigger as one expression: IF as CASE, a variable as the value that it was set to. It is the value that
 * a function returns; else the writes, in order, and the columns of the row that are set.
 * `mayFailAfterWrite`: whether it may fail after a write.
 * @throws Unreadable where that might differ, such as for a variable whose expression gives another value each time
 */
export function effectOfSteps(
  steps: readonly Step[],
  dialect: Dialect,
  scope: QueryScope,
  parameters: readonly KnownColumn[],
  gives: RoutineText['gives'],
  tables: readonly KnownTable[],
): { given: Node; mayFailAfterWrite: boolean } {
  const { valueOfText, valueOfQuery, at } = createReader(dialect, scope);
  const endOf = createEnd(gives, parameters, dialect, valueOfText);
  const places = new Map(parameters.map(({ name, as }) => [name.toLowerCase(), as]));
  const setTo = createSetting('row' in gives ? places : new Map<string, string>(), dialect);
  const testIn = createTest(dialect, scope, valueOfText);
  const loop = createLoop({ valueOfText, testIn, setTo, mayFail });
  const found = createFound(setTo, valueOfQuery);
  let stepCount = 0;
  let mayFailAfterWrite = false;
  /** Notes that a step may fail after a write; not for a trigger, whose error rolls back the whole statement. */
  const noteFailure = (state: State, fails: boolean) => {
    if (fails && state.written.length > 0 && !('row' in gives)) mayFailAfterWrite = true;
  };

  const write = (step: Write, rest: readonly Step[], state: State): Node => {
    const effect = effectOf(step, tables, at(state), dialect.rules.parser);
    const written = [...state.written, effect];
    noteFailure(state, true);
    if (effect.op !== 'fails') return run(rest, { ...state, written });
    // A trigger's error rolls back everything; whether a procedure's writes stay depends on its caller's transaction.
    if (state.written.length > 0 && !('row' in gives)) throw new Unreadable('half of it');
    return effect;
  };
  const continueWith = (
    rest: readonly Step[],
    state: State,
    values: [string, Node][],
    together = false,
  ): Node => {
    const after = values.reduce((last, [name, value]) => set(last, name, value, places), state);
    const given = run(rest, after);
    noteFailure(
      state,
      values.some(([, value]) => mayFail(value)),
    );
    refuseUnused(given, values, together);
    return given;
  };

  const run = ([step, ...rest]: readonly Step[], state: State): Node => {
    stepCount += 1;
    if (stepCount > MAX_STEPS) throw new Unreadable('too many ways');
    if (!step) return endOf(null, state);
    switch (step.does) {
      case 'declare':
        return run(rest, declare(state, step.name, declaredType(step.type, dialect.rules.parser)));
      case 'set':
        return continueWith(rest, state, [
          [step.name, setTo(step.name, state, () => valueOfText(step.to, state))],
        ]);
      case 'select':
        return continueWith(rest, state, found(step, state));
      case 'if': {
        const branches = step.branches.flatMap(({ when, steps: chosen }) => {
          const test = testIn(when, state);
          noteFailure(state, mayFail(test));
          return [test, run([...chosen, ...rest], state)];
        });
        return canonicalise(makeCase(branches, run([...step.otherwise, ...rest], state)));
      }
      case 'loop':
        return continueWith(rest, state, loop(step, state), true);
      case 'return':
        return endOf(step.value, state);
      default:
        return write(step, rest, state);
    }
  };
  const types = parameters.map((one) => [one.name.toLowerCase(), one.canonical] as const);
  const values = scope.parameters ?? new Map<string, Node>();
  const given = run(steps, { values, types: new Map(types), written: [] });
  return { given, mayFailAfterWrite };
}

const createTest =
  (dialect: Dialect, scope: QueryScope, valueOfText: (text: string, state: State) => Node) =>
  (when: string, state: State): Node => {
    const test = valueOfText(when, state);
    // MySQL reads any number but zero as true; others fail.
    if (dialect.rules.parser !== 'mysql' && test.kind !== 'boolean')
      throw new Unreadable('a condition that is none');
    return asTest(test, scope);
  };

/** The values that SELECT INTO gives to variables, all from the same row. */
const createFound =
  (
    setTo: ReturnType<typeof createSetting>,
    valueOfQuery: ReturnType<typeof createReader>['valueOfQuery'],
  ) =>
  (step: Step & { does: 'select' }, state: State): [string, Node][] =>
    step.into.map(({ name }, at) => [
      name,
      setTo(name, state, () => valueOfQuery(step, at, state)),
    ]);

/**
 * Refuses values that may fail, or never end, where they are set, unless the result evaluates them in any case.
 * @param together - whether one loop sets them all, so that evaluating one of them is enough
 */
function refuseUnused(given: Node, values: readonly [string, Node][], together: boolean): void {
  const keys = values.filter(([, value]) => mayFail(value)).map(([, value]) => keyOf(value));
  const groups = together ? [keys] : keys.map((key) => [key]);
  if (groups.some((group) => group.length > 0 && !computes(given, new Set(group))))
    throw new Unreadable('it may fail');
}

/** @param columns - columns of the row that is written, by the names of their parameters */
const createSetting =
  (columns: ReadonlyMap<string, string>, dialect: Dialect) =>
  (name: string, state: State, valueOfType: () => Node): Node => {
    const type = state.types.get(name);
    const isColumn = columns.has(name);
    if (!type || !(isColumn || isPlain(type))) throw new Unreadable('no variable');
    const value = valueOfType();
    if (type.kind === 'boolean' && value.kind === 'text') throw new Unreadable('a truth in words');
    const typed = isColumn
      ? asSet(value, type)
      : scaled(within(withType(value, type, dialect.rules), type, dialect), type);
    if (!isStable(typed, dialect)) throw new Unreadable('another value each time');
    return typed;
  };

function declare(state: State, name: string, type: CanonicalType): State {
  const { values, types } = state;
  if (values.has(name)) throw new Unreadable('two variables of one name');
  return {
    ...state,
    values: new Map(values).set(name, nullOf(kindOf(type))),
    types: new Map(types).set(name, type),
  };
}

/** @param places - positions (`$1`) of parameters by name */
function set(state: State, name: string, value: Node, places: ReadonlyMap<string, string>): State {
  const place = places.get(name);
  const after = new Map(state.values).set(name, value);
  return { ...state, values: place === undefined ? after : after.set(place, value) };
}

/** The result where the steps end, by RETURN or after the last one. */
function createEnd(
  gives: RoutineText['gives'],
  parameters: readonly KnownColumn[],
  { rules }: Dialect,
  valueOfText: (text: string, state: State) => Node,
): (value: string | null, state: State) => Node {
  if ('value' in gives)
    return (value, state) => {
      if (value === null || state.written.length > 0) throw new Unreadable('no value alone');
      return withType(valueOfText(value, state), gives.value, rules);
    };
  if ('rows' in gives)
    return (value, { written }) => {
      if (value !== null || gives.rows !== null) throw new Unreadable('rows by steps');
      return node('does', written, 'other');
    };
  if ('outs' in gives)
    return (value, { values, written }) => {
      if (value !== null) throw new Unreadable('a value beside parameters');
      const given = gives.outs.map(({ as }) => {
        const it = values.get(as)!;
        return node('gives', [it], it.kind, { value: as });
      });
      return node('does', [...written, ...given], 'other');
    };
  return (value, { values, written }) => {
    // PostgreSQL does not write a row that the trigger does not return.
    const isGiven = value === null ? rules.parser !== 'postgresql' : isRow(value, gives.row);
    const sets = parameters.flatMap((column) => {
      const given = values.get(column.name.toLowerCase())!;
      return keyOf(given) === keyOf(asNode(column)) ? [] : settingOf(column, given);
    });
    if (!isGiven || (sets.length > 0 && gives.row !== 'NEW')) throw new Unreadable('another row');
    return node('does', [...written, ...sets.sort(bySpelling)], 'other');
  };
}
const isRow = (value: string, row: string | null): boolean =>
  row === null || value.toUpperCase() === row;

/** Marks a number that may be too large for a variable: the engine refuses or clamps it in its own way. */
function within(value: Node, type: CanonicalType, { rules }: Dialect): Node {
  const isNarrow = type.kind === 'decimal' || (type.kind === 'integer' && type.bits < 32);
  const most = isNarrow ? magnitudeOf(type) : null;
  return most === null || magnitudeOfValue(value) <= most
    ? value
    : node(`within ${most}@${rules.parser}`, [value], value.kind, { notNull: value.notNull });
}

/** Whether a type differs from others of its kind only in size, length and precision. */
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

/** Adds the scale or precision of its type to a value, because it shows in the text; to a float literal its size, which it is rounded to. */
function scaled(value: Node, type: CanonicalType): Node {
  if (type.kind === 'float' && value.op === 'literal')
    return node('scaled', [value], 'float', { value: `${type.bits} bits`, notNull: true });
  const digits =
    type.kind === 'decimal' ? type.scale : type.kind === 'timestamp' ? type.precision : null;
  return value.op === 'null' || digits === null
    ? value
    : node('scaled', [value], value.kind, { value: `${digits}`, notNull: value.notNull });
}

/** Whether an expression gives the same value each time until the routine ends. */
const isStable = ({ op, args }: Node, dialect: Dialect): boolean =>
  !DIFFERENT_EACH_TIME.has(op) &&
  (!CLOCKS.has(op) || FREEZES_CLOCK.has(dialect.rules.parser)) &&
  (!op.includes('@') || DETERMINISTIC_OPS.test(op)) &&
  args.every((arg) => isStable(arg, dialect));
const DIFFERENT_EACH_TIME = new Set(['uuid', 'timeofday']);
const CLOCKS = new Set(['now', 'utcnow', 'today']);
/** Engines where the current time does not change while the calling statement runs. */
const FREEZES_CLOCK = new Set<Dialect['rules']['parser']>(['mysql', 'postgresql']);
/** Operations of one engine alone that always give the same: the conversions of `withType`, and the first row of a query. */
const DETERMINISTIC_OPS = /^(at most \d+|within [\d.]+|\w+ to \w+|first)@/;

/** Whether evaluating it may raise an error. */
export const mayFail = (it: Node): boolean =>
  FAILING.test(it.op) ||
  isOpaque({ ...it, args: [] }) ||
  (it.op === 'scalar' && !givesOneRow(bare(it.args[0]!))) ||
  it.args.some(mayFail);
/** A loop may have no end. */
const FAILING =
  /^(loop|divide|quotient|modulo|sqrt|power|ln|exp|as|substring|left|right|lpad|rpad)$/;

/** Whether an expression evaluates one of these parts of it, whatever the values are. */
function computes(it: Node, parts: ReadonlySet<string>): boolean {
  if (parts.has(keyOf(it))) return true;
  switch (it.op) {
    case 'case':
      return computes(it.args[0]!, parts) || resultsOf(it).every((one) => computes(one, parts));
    case 'coalesce':
      return computes(it.args[0]!, parts);
    // Evaluation may stop at the first operand that decides.
    case 'and':
    case 'or':
      return it.args.every((one) => computes(one, parts));
    case 'in':
      return computes(it.args[0]!, parts);
    case 'query':
      return false;
    case 'does':
    case 'insert':
      return it.args.some((one) => computes(one, parts));
    default:
      // A NULL operand may keep the others from being evaluated.
      return (
        it.args.some(
          (one, at) =>
            computes(one, parts) && it.args.every((other, place) => place === at || other.notNull),
        ) ||
        (it.args.length > 0 && it.args.every((one) => computes(one, parts)))
      );
  }
}
