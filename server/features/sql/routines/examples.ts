import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { type Node, isNumber } from '../tree/tree.ts';
import {
  type Done,
  Evaluator,
  type Outcome,
  type Types,
  UNIT,
  type Value,
  fits,
  numberOf,
  orNull,
} from './evaluate.ts';

/** What is needed to evaluate a routine. */
export interface Program {
  tree: Node;
  /** How many parts the tree has. */
  parts: number;
  parameters: readonly Declared[];
  types: Types;
}
interface Declared {
  name: string;
  as: string;
  canonical: CanonicalType;
}
interface Table {
  as: string;
  columns: readonly Declared[];
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

/**
 * Undefined where the routine is too large.
 * @param result - the type that it declares for what it returns, if any
 */
export function programOf(
  tree: Node,
  parameters: readonly Declared[],
  result: CanonicalType | null,
  tables: readonly Table[],
): Program | undefined {
  const types: Record<string, CanonicalType> = result ? { '': result } : {};
  for (const { as, canonical } of parameters) types[as.toLowerCase()] = canonical;
  let parts = 0;
  const count = (it: Node): void => {
    parts += 1;
    if (parts > MAX_PARTS) return;
    if (it.op === 'insert') Object.assign(types, typesIn(tables, it.value!));
    it.args.forEach(count);
  };
  count(tree);
  const own = parameters.map(({ name, as, canonical }) => ({ name, as, canonical }));
  return parts <= MAX_PARTS ? { tree, parts, parameters: own, types } : undefined;
}

/** The types of a table's columns; none where the name is that of several tables. */
function typesIn(tables: readonly Table[], name: string): Record<string, CanonicalType> {
  const [table, ...namesakes] = tables.filter(({ as }) => as.toLowerCase() === name);
  if (!table || namesakes.length > 0) return {};
  return Object.fromEntries(
    table.columns.map(({ as, canonical }) => [`${name}.${as.toLowerCase()}`, canonical]),
  );
}

/**
 * Looks for values for which both routines are known to do something else: however they are written, they differ. It is taken
 * that engines refuse what does not fit a type. NULL is not among the values, because many routines are never called with it.
 */
export function findExample(one: Program | undefined, other: Program | undefined): Example | null {
  if (!one || !other || one.parameters.length !== other.parameters.length) return null;
  const lists = listValues(one, other);
  const all = lists.reduce((product, { length }) => product * length, 1);
  const every = Math.ceil(Math.min(all, Number.MAX_SAFE_INTEGER) / MAX_CALLS);
  // Lists of an even length would show few of their values to even steps.
  const step = every % 2 === 0 ? every + 1 : every;
  // Their arithmetic refuses numbers that other types have room for.
  const computes = ![one, other].some(({ parameters }) =>
    parameters.some(({ canonical }) => canonical.kind === 'integer' && canonical.unsigned),
  );
  let visits = MAX_VISITS;
  for (let call = 0; call < MAX_CALLS && call * step < all && visits > 0; call += 1) {
    const chosen = chosenFrom(lists, call * step);
    const found = [one, other].map(({ tree, parameters, types }) => {
      const values = new Map<string, Value>();
      for (const [at, { as }] of parameters.entries())
        if (chosen[at] !== undefined) values.set(as.toLowerCase(), chosen[at]);
      const evaluator = new Evaluator({ values, types, computes }, Math.min(visits, MAX_PARTS * 4));
      const before = evaluator.visitsLeft;
      const outcome = orNull(() => evaluator.outcome(tree));
      visits -= before - evaluator.visitsLeft;
      return outcome;
    }) as [Outcome | null, Outcome | null];
    const differs = found[0] && found[1] && difference(found[0], found[1]);
    if (!differs) continue;
    const named = one.parameters.flatMap(({ name, as }, at) =>
      chosen[at] === undefined ? [] : [`${name || as} = ${asSql(chosen[at])}`],
    );
    return { values: named.join(', '), ...differs };
  }
  return null;
}

/** What each parameter is given in turn; undefined where no text asks for it, or nothing is known that it can hold. */
function listValues(one: Program, other: Program): readonly (readonly (Value | undefined)[])[] {
  const leaves = [...leavesOf(one.tree), ...leavesOf(other.tree)];
  const constants = leaves.filter(({ op }) => op === 'literal');
  const asked = new Set(leaves.map(({ op, value }) => (op === 'column' ? value : null)));
  return one.parameters.map(({ as, canonical }, at) => {
    if (!asked.has(as.toLowerCase())) return [undefined];
    const types = [canonical, other.parameters[at]!.canonical];
    const fitting = valuesOf(canonical, constants).filter((value) =>
      types.every((type) => fits(value, type)),
    );
    return fitting.length > 0 ? fitting : [undefined];
  });
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
  // The order of rows shows nowhere, so each is held against all of the same columns.
  return one.some(
    (it) =>
      (inserts || !isWrite(it)) &&
      other.every((that) => that.what !== it.what || areValuesApart(it.values, that.values)),
  );
}

const areValuesApart = (one: Done['values'], other: Done['values']): boolean =>
  one !== null && other !== null && one.some((value, place) => areApart(value, other[place]!));

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
