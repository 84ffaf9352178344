import { is, unquote, wordsAndSigns } from '../../../connectors/core/sql-tokens.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import { Unreadable } from './ast.ts';
import { canonicalise } from './canonical.ts';
import { type EffectReader, asWhole } from './effects.ts';
import { alwaysGivesOneRow, bare, firstOf, readIn, valueOf } from './given-values.ts';
import type { Dialect } from './read.ts';
import type { QueryScope } from './relations.ts';
import type { Step } from './routine-steps.ts';
import { type Node, holdsQuery, node } from './tree.ts';

/** What variables hold at one place, and their types. */
export interface State {
  values: ReadonlyMap<string, Node>;
  types: ReadonlyMap<string, CanonicalType>;
  /** What was written before, in order. */
  written: readonly Node[];
}

/** Reads what stands in the steps, with what the variables hold there. */
export function createReader(dialect: Dialect, scope: QueryScope) {
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
  /** A query that is asked once something is written may find that. */
  const since = (value: Node, text: string, { written }: State): Node =>
    written.length > 0 && hasQuery(text, spelling)
      ? node('after', [value], value.kind, { value: String(written.length), sure: value.sure })
      : value;
  const valueOfText = (text: string, state: State): Node =>
    since(valueOf(read(text, state)), text, state);
  return {
    valueOfText,

    /** What a statement that writes reads where it stands. */
    at: (state: State): EffectReader => ({
      valueOfText: (text) => valueOfText(text, state),
      query(text) {
        const whole = new Map(
          [...state.values].map(([name, value]) => [name, asWhole(value, dialect)]),
        );
        const found = bare(readIn(text, dialect, { ...scope, parameters: whole }));
        if (asksEngine(found) || callsOwn(found)) throw new Unreadable('what is not known');
        return found;
      },
    }),

    valueOfQuery({ into, none }: Step & { does: 'select' }, at: number, state: State): Node {
      const { name, query } = into[at]!;
      const whole = read(query, state);
      const first = firstOf(whole, rules);
      // Each of several variables is of the same row.
      if (into.length > 1 && first.op !== 'scalar') throw new Unreadable('any of several rows');
      if (first.op !== 'scalar' && !first.op.startsWith('first@')) return first;
      const scalar = valueOf(whole);
      if (alwaysGivesOneRow(bare(scalar.args[0]!))) return since(scalar, query, state);
      if (none === 'null') return since(first, query, state);
      // MySQL fails where there are several rows, as an expression does.
      const before = state.values.get(name);
      if (none !== 'keeps' || rules.parser !== 'mysql' || !before) throw new Unreadable('no row');
      if (before.op === 'null') return since(scalar, query, state);
      const found = bare(scalar.args[0]!).args[0]!.args[0]!.args[0]!;
      const isOf = found.sure && first.op === 'scalar' && before.kind === scalar.kind;
      const asked = since(scalar, query, state);
      if (isOf)
        return canonicalise(node('coalesce', [asked, before], scalar.kind, { sure: before.sure }));
      throw new Unreadable('a variable without a row');
    },
  };
}

const hasQuery = (text: string, spelling: Dialect['spelling']): boolean =>
  wordsAndSigns(text, spelling).some((token) => is(token, 'SELECT'));

const asksEngine = ({ op, args }: Node): boolean =>
  /^((name|value)@|(found_rows|row_count)\(\)@)/.test(op) || args.some(asksEngine);
const callsOwn = ({ op, args }: Node): boolean => op.includes('()@') || args.some(callsOwn);
