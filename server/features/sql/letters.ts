import type { SqlRules } from '../../../connectors/core/sql-rules.ts';
import type { Node } from './tree.ts';

/** Which letters LOWER and UPPER in a tree convert on its engine; undefined where they are only applied to ASCII literals. */
export function lettersOf(tree: Node, rules: SqlRules): string | undefined {
  const found = new Set<string>();
  const walk = ({ op, args }: Node): void => {
    if ((op === 'lower' || op === 'upper') && !isPlain(args[0]!))
      found.add(rules.letters?.[op] ?? 'all');
    for (const arg of args) walk(arg);
  };
  walk(tree);
  return found.size === 0 ? undefined : [...found].toSorted().join();
}

const isPlain = ({ op, value = '' }: Node): boolean =>
  op === 'literal' && /^[\x20-\x7e]*$/.test(value);
