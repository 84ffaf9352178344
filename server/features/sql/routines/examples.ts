import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { type Node, isNumber } from '../tree/tree.ts';
import { magnitudeOf } from '../tree/widths.ts';
import {
  type Done,
  Evaluator,
  type Outcome,
  UNIT,
  type Value,
  numberOf,
  orNull,
} from './evaluate.ts';

/** What is needed to evaluate a routine. */
export interface Program {
  tree: Node;
  parameters: readonly { name: string; as: string; canonical: CanonicalType }[];
}

/** Values for which two routines surely do not do the same. */
export interface Example {
  /** The parameters by the names of the source, as SQL writes them; empty where there are none. */
  values: string;
  /** What each returns, as SQL writes it; null where they differ in something else. */
  returned: readonly [source: string, target: string] | null;
}

/** Parts of a tree; a larger one is not kept. */
const MAX_PARTS = 1_000;
/** How many calls of both routines are tried, and how many parts of trees are visited for that. */
const MAX_CALLS = 1_000;
const MAX_VISITS = 200_000;

/** Undefined where the routine is too large. */
export function programOf(tree: Node, parameters: Program['parameters']): Program | undefined {
  let left = MAX_PARTS;
  const count = ({ args }: Node): void => {
    left -= 1;
    if (left > 0) args.forEach(count);
  };
  count(tree);
  const own = parameters.map(({ name, as, canonical }) => ({ name, as, canonical }));
  return left > 0 ? { tree, parameters: own } : undefined;
}

/**
 * Looks for values for which both routines are known to do something else, whatever engine runs them: however they are
 * written, they differ. NULL is not among the values, because many routines are never called with it.
 */
export function findExample(one: Program | undefined, other: Program | undefined): Example | null {
  if (!one || !other || one.parameters.length !== other.parameters.length) return null;
  const leaves = [...leavesOf(one.tree), ...leavesOf(other.tree)];
  const constants = leaves.filter(({ op }) => op === 'literal');
  const asked = new Set(leaves.map(({ op, value }) => (op === 'column' ? value : null)));
  const lists = one.parameters.map(({ as, canonical }, at) => {
    if (!asked.has(as.toLowerCase())) return [undefined];
    const types = [canonical, other.parameters[at]!.canonical];
    const fitting = valuesOf(canonical, constants).filter((value) =>
      types.every((type) => fits(value, type)),
    );
    return fitting.length > 0 ? fitting : [undefined];
  });
  const all = lists.reduce((product, { length }) => product * length, 1);
  const step = Math.max(1, Math.ceil(all / MAX_CALLS)) | 1;
  let visits = MAX_VISITS;
  for (let index = 0; index < all && visits > 0; index += step) {
    const values = chosenFrom(lists, index);
    const found = [one, other].map(({ tree, parameters }) => {
      const given = new Map<string, Value>();
      for (const [at, { as }] of parameters.entries())
        if (values[at] !== undefined) given.set(as.toLowerCase(), values[at]);
      const evaluator = new Evaluator(given, Math.min(visits, MAX_PARTS * 4));
      const before = evaluator.visitsLeft;
      const outcome = orNull(() => evaluator.outcome(tree));
      visits -= before - evaluator.visitsLeft;
      return outcome;
    }) as [Outcome | null, Outcome | null];
    const differs = found[0] && found[1] && difference(found[0], found[1]);
    if (!differs) continue;
    const named = one.parameters.flatMap(({ name, as }, at) =>
      values[at] === undefined ? [] : [`${name || as} = ${asSql(values[at])}`],
    );
    return { values: named.join(', '), ...differs };
  }
  return null;
}

function chosenFrom(lists: readonly (readonly (Value | undefined)[])[], index: number) {
  let rest = index;
  return lists.map((list) => {
    const chosen = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    return chosen;
  });
}

const leavesOf = (it: Node): Node[] => (it.args.length === 0 ? [it] : it.args.flatMap(leavesOf));

/** The values at which a routine may begin to do something else. */
function valuesOf({ kind }: CanonicalType, constants: readonly Node[]): Value[] {
  switch (kind) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'decimal':
    case 'float': {
      const numbers = constants.flatMap((it) => {
        const number = isNumber(it) ? orNull(() => numberOf(it.value!)) : null;
        return number === null || (kind === 'integer' && number % UNIT !== 0n) ? [] : [number];
      });
      return distinct([...numbers, ...numbers.flatMap((it) => [it - UNIT, it + UNIT]), UNIT, 0n]);
    }
    case 'text':
    case 'enum': {
      const texts = constants.flatMap((it) => (it.kind === 'text' ? [it.value!] : []));
      return distinct([...texts.filter((it) => /^[!-~]+$/.test(it)), 'x']);
    }
    default:
      return [];
  }
}
const MAX_VALUES = 60;
const distinct = (values: readonly Value[]): Value[] => [...new Set(values)].slice(0, MAX_VALUES);

function fits(value: Value, type: CanonicalType): boolean {
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && value.length <= (type.length ?? Infinity);
    case 'enum':
      return typeof value === 'string' && type.values.includes(value);
    case 'float':
      return typeof value === 'bigint' && value % UNIT === 0n;
    case 'integer':
    case 'decimal': {
      if (typeof value !== 'bigint') return false;
      const isSigned = type.kind !== 'integer' || !type.unsigned || value >= 0n;
      const digits = type.kind === 'decimal' ? (type.scale ?? 0) : 0;
      const isExact = (value * 10n ** BigInt(digits)) % UNIT === 0n;
      const most = 10 ** (magnitudeOf(type) ?? 9);
      const whole = Number(value / UNIT);
      return isSigned && isExact && whole < most - 1 && whole > 1 - most;
    }
    default:
      return false;
  }
}

/** How two outcomes surely differ; null where they may be the same. */
function difference(one: Outcome, other: Outcome): Pick<Example, 'returned'> | null {
  if (one === 'fails' || other === 'fails') {
    const rest = one === 'fails' ? other : one;
    // A write may fail as well, by a check.
    const mayFail = rest === 'fails' || ('does' in rest && rest.does.some(isWrite));
    return mayFail ? null : { returned: null };
  }
  if ('value' in one && 'value' in other)
    return areApart(one.value, other.value)
      ? { returned: [asSql(one.value), asSql(other.value)] }
      : null;
  const doOther = 'does' in one && 'does' in other && areDoneApart(one.does, other.does);
  return doOther ? { returned: null } : null;
}

const isWrite = ({ what }: Done): boolean => !what.startsWith('gives ');
const isInsert = ({ what }: Done): boolean => what.startsWith('insert ');

function areDoneApart(one: readonly Done[], other: readonly Done[]): boolean {
  const all = [...one, ...other];
  // Other writes may change what was inserted, or have nothing to do.
  const inserts = all.filter(isWrite).every((it) => isInsert(it) && it.values !== null);
  if (one.length === 0 || other.length === 0) return inserts && all.some(isInsert);
  if (one.length !== other.length || one.some(({ what }, at) => what !== other[at]!.what))
    return false;
  return one.some(({ what, values }, at) =>
    values?.some(
      (value, place) =>
        (inserts || what.startsWith('gives ')) &&
        other[at]!.values !== null &&
        areApart(value, other[at]!.values[place]!),
    ),
  );
}

/** Types may turn truth values into numbers and numbers into texts, cut blanks, and make NULL of an empty text. */
function areApart(one: Value, other: Value): boolean {
  const [left, right] = [one, other].map((it) => (typeof it === 'boolean' ? (it ? UNIT : 0n) : it));
  if (typeof left === 'string' && typeof right === 'string')
    return left.trimEnd() !== right.trimEnd();
  if (left === null || right === null) return left !== right && left !== '' && right !== '';
  return typeof left === typeof right && left !== right;
}

function asSql(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'boolean') return String(value).toUpperCase();
  const [size, sign] = value < 0n ? [-value, '-'] : [value, ''];
  const fraction = String(size % UNIT)
    .padStart(12, '0')
    .replace(/0+$/, '');
  return `${sign}${size / UNIT}${fraction && `.${fraction}`}`;
}
