import { unquote, wordsAndSigns } from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import { type Dialect, nullIfUnreadable } from '../read.ts';
import type { Raw } from '../routines/shaped-loops.ts';
import { leafOf, readNames } from '../routines/turns.ts';
import { type Node, partsOf } from '../tree/tree.ts';
import { type PrintScope, nameOf, printQuery, withOutputNames } from './print-query.ts';

export const textsIn = (it: unknown): string[] =>
  typeof it === 'string'
    ? [it]
    : typeof it === 'object' && it !== null
      ? Object.values(it).flatMap(textsIn)
      : [];

/** Blocks in blocks, in which loops are looked for. */
const DEEPEST = 50;

interface Reading {
  from: Dialect;
  scope: PrintScope;
  /** How parameters, variables and fields are spelt there; fields are added. */
  places: Map<string, string>;
  /** What names stand for, here and there; fields are added. */
  values: readonly [here: Map<string, Node>, there: Map<string, Node>];
  /** Whether a parameter or variable has that name here, or the other one there. */
  isTaken(name: string, spelt: string): boolean;
  read(query: string): Node;
  translate(text: string, read: () => Node, print: (tree: Node) => string): string | null;
  /** Lets statements that name it stay as they are stored. */
  forget(record: string): void;
}

/** A loop's record, and its query; that is null where it stays as it is stored. */
interface Rows {
  record: string;
  query: string | null;
}

/**
 * Refuses records that are used outside of their loops, where other engines do not know them, and loops of one name in each other.
 * @throws Unreadable
 */
function checkScopes(list: readonly Raw[], records: ReadonlySet<string>, from: Dialect): void {
  const mentions = (text: string): { name: string; isField: boolean }[] => {
    const words = wordsAndSigns(text, from.spelling);
    return words.flatMap((word, at) => {
      const name = unquote(word).toLowerCase();
      return records.has(name) ? [{ name, isField: words[at + 1]?.text === '.' }] : [];
    });
  };
  const check = (texts: readonly string[], open: readonly string[], alias?: string): void => {
    for (const text of texts) {
      const found = mentions(text);
      // A table in the loop's own query may be called like its record.
      const isAlias = found.some(({ name, isField }) => name === alias && !isField);
      if (found.some(({ name }) => !open.includes(name) && !(isAlias && name === alias)))
        throw new Unreadable('a record outside of its loop');
    }
  };
  const walk = (steps: readonly Raw[], open: readonly string[]): void => {
    for (const step of steps) {
      if (step.does === 'record') continue;
      if (step.does === 'rows') {
        const [record = ''] = step.into;
        if (open.includes(record)) throw new Unreadable('loops of one name');
        check(step.query === undefined ? [] : [step.query], open, record);
        walk(step.steps, records.has(record) ? [...open, record] : open);
      } else if (step.does === 'if') {
        check(
          step.branches.map(({ when }) => when),
          open,
        );
        for (const own of [...step.branches.map((one) => one.steps), step.otherwise])
          walk(own, open);
      } else {
        const { does: _, ...rest } = { ...step, steps: [] };
        check(textsIn(rest), open);
        if ('steps' in step) walk(step.steps, open);
      }
    }
  };
  walk(list, []);
}

/** The loops through the rows of a query that name a record, and makes the fields of these known. @throws Unreadable */
export function readRows(list: readonly Raw[], reading: Reading): Map<Raw, Rows> {
  const records = new Set(list.flatMap((step) => (step.does === 'record' ? [step.name] : [])));
  const needsRecord = reading.from.rules.parser === 'postgresql';
  const found = new Map<Raw, Rows>();
  const walk = (steps: readonly Raw[], depth: number): void => {
    if (depth > DEEPEST) throw new Unreadable('too deep');
    for (const step of steps) {
      if (step.does === 'rows') {
        const [record, ...more] = step.into;
        const isRecord = more.length === 0 && (!needsRecord || records.has(record!));
        if (isRecord && step.query !== undefined)
          found.set(step, rowsOf(step.query, record!, step.steps, reading));
      }
      if ('steps' in step) walk(step.steps, depth + 1);
      if (step.does === 'if')
        for (const own of [...step.branches.map((one) => one.steps), step.otherwise])
          walk(own, depth + 1);
    }
  };
  walk(list, 0);
  const named = [...found.keys()].flatMap((step) => (step.does === 'rows' ? step.into : []));
  checkScopes(list, new Set(named), reading.from);
  return found;
}

function rowsOf(text: string, record: string, steps: readonly Raw[], reading: Reading): Rows {
  const { from, scope, translate } = reading;
  const spelt = nameOf(record, scope);
  if (reading.isTaken(record, spelt)) throw new Unreadable('a record with the name of a variable');
  const whole = nullIfUnreadable(() => {
    const { text: query, names } = readNames({ query: text, record, steps }, from);
    const tree = reading.read(query);
    const outputs = tree.args[0]?.args[0]?.op === 'output' ? tree.args[0].args[0].args : [];
    if (outputs.length !== names.length) throw new Unreadable('names of columns');
    // A column has the name of its counterpart.
    const there = outputs.map((it, at) => (it.op === 'column' ? partsOf(it.value!)[1] : names[at]));
    if (there.some((name) => !name) || new Set(there).size < there.length)
      throw new Unreadable('two columns of one name');
    return { query, names, outputs, there: there as string[] };
  });
  const query =
    whole &&
    translate(
      whole.query,
      () => reading.read(whole.query),
      (tree) => printQuery(withOutputNames(tree, whole.there), scope),
    );
  if (!whole || query === null) {
    reading.forget(record);
    return { record: spelt, query: null };
  }
  const [here, there] = reading.values;
  for (const [at, output] of whole.outputs.entries()) {
    const name = whole.there[at]!;
    const place = `$ ${record}.${name}`;
    const field = leafOf(output, place.replaceAll('.', '\0'));
    addTo(here, `${record}.${whole.names[at]}`, field);
    addTo(there, `${record}.${name}`, field);
    reading.places.set(place, `${spelt}.${nameOf(name, scope)}`);
  }
  return { record: spelt, query };
}

/** Two loops may have a record of one name. @throws Unreadable where a field is not the same in both */
function addTo(values: Map<string, Node>, name: string, field: Node): void {
  const before = values.get(name);
  if (before && JSON.stringify(before) !== JSON.stringify(field))
    throw new Unreadable('two fields of one name');
  values.set(name, field);
}
