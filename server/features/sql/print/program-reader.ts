import { wordsAndSigns } from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import { asTest } from '../expressions/kinds.ts';
import { type Dialect, type KnownTable, scopeOf } from '../read.ts';
import { withOutputs } from '../queries/selects.ts';
import { effectOf } from '../routines/effects.ts';
import { bare, readIn, valueOf } from '../routines/given-values.ts';
import { type Write, writeOf } from '../routines/written-rows.ts';
import { asDivided } from '../tree/numbers.ts';
import { type Node, keyOf } from '../tree/tree.ts';

export type ProgramReader = ReturnType<typeof createProgramReader>;

/** Reads the expressions and statements of a program one by one, with its variables as they are. */
export function createProgramReader(
  dialect: Dialect,
  tables: readonly KnownTable[],
  parameters: ReadonlyMap<string, Node>,
) {
  const { rules, spelling } = dialect;
  const scope = { ...scopeOf(dialect, tables), parameters };
  const finished = (tree: Node): Node => asDivided(tree, rules.parser, true);
  const valueOfText = (text: string): Node => valueOf(readIn(`SELECT (${text})`, dialect, scope));
  const query = (text: string): Node => bare(readIn(text, dialect, scope));
  const effect = (step: Write): Node =>
    finished(effectOf(step, tables, { valueOfText, query }, rules.parser));
  return {
    value: (text: string): Node => finished(valueOfText(text)),
    test(text: string): Node {
      const test = valueOfText(text);
      // MySQL reads any number but zero as true; others fail.
      if (rules.parser !== 'mysql' && test.kind !== 'boolean')
        throw new Unreadable('a condition that is none');
      return finished(asTest(test, scope));
    },
    effect,
    effectOfText: (text: string): Node =>
      effect(writeOf(text, wordsAndSigns(text.replace(/;$/, ''), spelling), rules.parser)),
    query: (text: string): Node => finished(query(text)),
    /** Queries that differ in nothing but their only outputs, as one. */
    together(texts: readonly string[]): Node {
      const [first, ...more] = texts.map(query);
      const outputsOf = ({ args: [select] }: Node) => select?.args[0]?.args ?? [];
      if (first?.args[0]?.args[0]?.op !== 'output') throw new Unreadable('no outputs');
      const restOf = (it: Node): string => keyOf(withOutputs(it, () => []));
      if (more.some((one) => restOf(one) !== restOf(first))) throw new Unreadable('other rows');
      return finished(withOutputs(first, () => [first, ...more].flatMap(outputsOf)));
    },
  };
}
