import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import { canonicalise } from '../canonical/canonical.ts';
import { declaredType } from './declared-types.ts';
import { asSet, effectOf, settingOf } from './effects.ts';
import { mayFail, refuseUnused } from './failures.ts';
import { withType } from './given-values.ts';
import { asTest } from '../expressions/kinds.ts';
import type { Letters } from '../expressions/letters.ts';
import { createLoops } from './loops.ts';
import { type Dialect, type KnownColumn, type KnownTable, asNode } from '../read.ts';
import type { QueryScope } from '../queries/relations.ts';
import type { Step } from './routine-steps.ts';
import type { RoutineText } from './routine-bodies.ts';
import { type State, createReader } from './step-reader.ts';
import { type Node, bySpelling, keyOf, kindOf, makeCase, node, nullOf } from '../tree/tree.ts';
import { magnitudeOf, magnitudeOfValue } from '../tree/widths.ts';
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
  routine: Pick<RoutineText, 'gives' | 'calls' | 'variables'>,
  tables: readonly KnownTable[],
): { given: Node; mayFailAfterWrite: boolean } {
  const { gives } = routine;
  const { valueOfText, valueOfQuery, at } = createReader(dialect, scope);
  const endOf = createEnd(gives, parameters, dialect, valueOfText);
  const places = new Map(parameters.map(({ name, as }) => [name.toLowerCase(), as]));
  const setTo = createSetting(routine, parameters, dialect);
  const testIn = createTest(dialect, scope, valueOfText);
  const found = createFound(setTo, valueOfQuery);
  let stepCount = 0;
  const { write, continueWith, noteFailure, failsAfterWrite } = createEffects({
    isOfRow: 'row' in gives,
    effectAt(step, state) {
      const known = step.does === 'call' ? asCalled(step, state, routine, places) : step;
      return effectOf(known, tables, at(state), dialect.rules.parser);
    },
    places,
    run: (list, state) => run(list, state),
  });
  const { goThrough, runWhile } = createLoops({
    dialect,
    at,
    valueOfText,
    testIn,
    setTo,
    set: (state, name, value) => set(state, name, value, places),
    isStable: (it) => isStable(it, dialect),
    run: (list, state) => run(list, state),
    continueWith,
    noteFailure,
  });

  const run = ([step, ...rest]: readonly Step[], state: State): Node => {
    stepCount += 1;
    if (stepCount > MAX_STEPS) throw new Unreadable('too many ways');
    if (!step) return state.turn ? state.turn(state) : endOf(null, state);
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
        return runWhile(step, rest, state);
      case 'each':
      case 'times':
        return goThrough(step, rest, state);
      case 'handled':
        return run(rest, { ...state, handled: true });
      case 'return':
        if (state.turn) throw new Unreadable('RETURN in a loop');
        return endOf(step.value, state);
      default:
        return write(step, rest, state);
    }
  };
  const types = parameters.map((one) => [one.name.toLowerCase(), one.canonical] as const);
  const values = scope.parameters ?? new Map<string, Node>();
  const given = run(steps, { values, types: new Map(types), written: [] });
  if (isUnknown(given)) throw new Unreadable('what a loop leaves');
  return { given, mayFailAfterWrite: failsAfterWrite() };
}

/** Goes on behind steps that write or set variables, and notes what may fail. */
function createEffects({
  isOfRow,
  effectAt,
  places,
  run,
}: {
  /** Whether it is a trigger, whose error takes the whole statement back. */
  isOfRow: boolean;
  effectAt(step: Write, state: State): Node;
  places: ReadonlyMap<string, string>;
  run(steps: readonly Step[], state: State): Node;
}) {
  let mayFailAfterWrite = false;
  const noteFailure = (state: State, fails: boolean) => {
    if (fails && state.written.length > 0 && !isOfRow) mayFailAfterWrite = true;
  };
  return {
    noteFailure,
    failsAfterWrite: () => mayFailAfterWrite,
    write(step: Write, rest: readonly Step[], state: State): Node {
      const effect = effectAt(step, state);
      noteFailure(state, true);
      // A routine may write before it fails.
      if (step.does === 'call' && !isOfRow) mayFailAfterWrite = true;
      if (effect.op !== 'fails')
        return run(rest, { ...state, written: [...state.written, effect] });
      // Whether a procedure's writes stay depends on its caller's transaction.
      if (state.written.length > 0 && !isOfRow) throw new Unreadable('half of it');
      return effect;
    },
    continueWith(
      rest: readonly Step[],
      state: State,
      values: [string, Node][],
      together = false,
    ): Node {
      const after = values.reduce((last, [name, value]) => set(last, name, value, places), state);
      const given = run(rest, after);
      noteFailure(
        state,
        values.some(([, value]) => mayFail(value)),
      );
      refuseUnused(given, values, together);
      return given;
    },
  };
}

/**
 * A call under the name that its routine has on the target. Where nothing is known of the routine, it may return rows, as
 * procedures of MySQL do, or set a variable or a column of the row.
 * @throws Unreadable
 */
function asCalled(
  call: Write & { does: 'call' },
  state: State,
  { gives, calls = [] }: Pick<RoutineText, 'gives' | 'calls'>,
  places: ReadonlyMap<string, string>,
): Write {
  const known = calls.find(({ name }) => name === call.routine);
  if (known) return { ...call, routine: known.as };
  if (!('row' in gives)) throw new Unreadable('a call');
  const given = call.values.map((text) => text.replaceAll(/[`"()\s]/g, '').toLowerCase());
  // Columns can be set in the new row alone, before it is written.
  const isSettable = (name: string) =>
    state.values.has(name) && !(gives.row !== 'NEW' && places.has(name));
  if (call.sets && given.some(isSettable)) throw new Unreadable('a variable that a call may set');
  return call;
}

const isUnknown = ({ op, args }: Node): boolean => op === 'name@unknown' || args.some(isUnknown);

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

/** Marks a text, and those that it is made of: reading the value again may put them together anew. */
const hold = (it: Node, held: Letters): Node =>
  it.kind === 'text' ? { ...it, held, args: it.args.map((arg) => hold(arg, held)) } : it;

/** @param parameters - of a trigger, the columns of the row that it writes */
const createSetting = (
  { gives, variables = {} }: Pick<RoutineText, 'gives' | 'variables'>,
  parameters: readonly KnownColumn[],
  dialect: Dialect,
) => {
  const given = new Map(parameters.map((one) => [one.name.toLowerCase(), one]));
  return (name: string, state: State, valueOfType: () => Node): Node => {
    const type = state.types.get(name);
    const isColumn = 'row' in gives && given.has(name);
    if (!type || !(isColumn || isPlain(type))) throw new Unreadable('no variable');
    const value = valueOfType();
    if (type.kind === 'boolean' && value.kind === 'text') throw new Unreadable('a truth in words');
    const typed = isColumn
      ? asSet(value, type)
      : scaled(within(withType(value, type, dialect.rules), type, dialect), type);
    if (!isStable(typed, dialect)) throw new Unreadable('another value each time');
    return isColumn ? typed : hold(typed, given.get(name) ?? variables);
  };
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
      if (!isStatus(value, rules.parser) || gives.rows !== null)
        throw new Unreadable('rows by steps');
      return node('does', written, 'other');
    };
  if ('outs' in gives)
    return (value, { values, written }) => {
      if (!isStatus(value, rules.parser)) throw new Unreadable('a value beside parameters');
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
/** Nothing, or the number by which procedures of T-SQL say that they did not fail. */
const isStatus = (value: string | null, parser: string): boolean =>
  value === null || (parser === 'mssql' && value === '0');
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
  // A column has the digits of its type.
  const isOfType = value.op === 'column' && value.width === digits;
  return value.op === 'null' || digits === null || isOfType
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
