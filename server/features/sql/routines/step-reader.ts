import { is, unquote, wordsAndSigns } from '../../../../connectors/core/sql/sql-tokens.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import { canonicalise } from '../canonical/canonical.ts';
import { type EffectReader, asWhole } from './effects.ts';
import { bare, firstOf, readIn, valueOf } from './given-values.ts';
import { alwaysGivesOneRow } from '../queries/one-row.ts';
import type { Dialect } from '../read.ts';
import type { QueryScope } from '../queries/relations.ts';
import type { Step } from './routine-steps.ts';
import { type Node, holdsQuery, node } from '../tree/tree.ts';

/** Values and types of the variables at one step. */
export interface State {
  values: ReadonlyMap<string, Node>;
  types: ReadonlyMap<string, CanonicalType>;
  /** The effects of the writes before it, in order. */
  written: readonly Node[];
  /** Whether a query without a row sets a flag that ends loops. */
  handled?: boolean;
  /** The number of loops around it. */
  depth?: number;
  /** In a loop: what a turn comes to, at its end. */
  turn?: (state: State) => Node;
}

/** Reads expressions and queries of steps, with variables replaced by their values. */
export function createReader(dialect: Dialect, scope: QueryScope) {
  const { rules, spelling } = dialect;
  const read = (text: string, { values }: State): Node => {
    const words = wordsAndSigns(text, spelling).map((token) => unquote(token).toLowerCase());
    const mixes = words.some((word) => {
      const value = values.get(word);
      return value !== undefined && holdsQuery(value);
    });
    // Its tables might be confused with those of the query that the variable holds.
    if (mixes && words.includes('from')) throw new Unreadable('a query of a query');
    const found = readIn(`SELECT (${text})`, dialect, { ...scope, parameters: values });
    // What the engine keeps of the last statement, such as FOUND, depends on steps that are not in the tree.
    if (asksEngine(found)) throw new Unreadable('a name that is not known');
    // A user's function may write; a query that a variable holds ran before that and did not see it.
    if (callsOwn(found) && [...values.values()].some(holdsQuery))
      throw new Unreadable('a query before a call');
    return found;
  };
  /** Marks a query, and a call, that runs after writes, because it may see these. */
  const since = (value: Node, text: string, { written }: State): Node =>
    written.length > 0 && (hasQuery(text, spelling) || callsOwn(value))
      ? node('after', [value], value.kind, {
          value: String(written.length),
          notNull: value.notNull,
        })
      : value;
  const valueOfText = (text: string, state: State): Node =>
    since(valueOf(read(text, state)), text, state);
  return {
    valueOfText,

    /** The reader for a statement that writes at this step. */
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
      // All variables get values of the same row.
      if (into.length > 1 && first.op !== 'scalar') throw new Unreadable('any of several rows');
      if (first.op !== 'scalar' && !first.op.startsWith('first@')) return first;
      const scalar = valueOf(whole);
      if (alwaysGivesOneRow(bare(scalar.args[0]!))) return since(scalar, query, state);
      if (state.handled) throw new Unreadable('a row that ends loops where it is missing');
      if (none === 'null') return since(first, query, state);
      // MySQL fails where there are several rows, as an expression does.
      const before = state.values.get(name);
      if (none !== 'keeps' || rules.parser !== 'mysql' || !before) throw new Unreadable('no row');
      if (before.op === 'null') return since(scalar, query, state);
      const found = bare(scalar.args[0]!).args[0]!.args[0]!.args[0]!;
      const isOf = found.notNull && first.op === 'scalar' && before.kind === scalar.kind;
      const asked = since(scalar, query, state);
      if (isOf)
        return canonicalise(
          node('coalesce', [asked, before], scalar.kind, { notNull: before.notNull }),
        );
      throw new Unreadable('a variable without a row');
    },
  };
}

const hasQuery = (text: string, spelling: Dialect['spelling']): boolean =>
  wordsAndSigns(text, spelling).some((token) => is(token, 'SELECT'));

const asksEngine = ({ op, args }: Node): boolean =>
  /^((name|value)@|(found_rows|row_count|rowcount_big|scope_identity|ident_current|last_insert_id|xact_state|error_\w+)\(\)@)/.test(
    op,
  ) || args.some(asksEngine);
const callsOwn = ({ op, args }: Node): boolean => op.includes('()@') || args.some(callsOwn);
