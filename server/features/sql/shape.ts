import type { Node } from './tree.ts';

/** What two queries have in common that say the same in other ways. */
export interface Shape {
  /** The names of the tables, each once. */
  tables: string;
  /** The ways in which queries stand within others, each as often as it is there. */
  nesting: string;
}

const NESTED = new Set(['exists', 'in query', 'scalar', 'derived']);

/** Undefined where nothing is a query. */
export function shapeOf(tree: Node): Shape | undefined {
  const tables = new Set<string>();
  const nesting: string[] = [];
  let hasQuery = false;
  const walk = (it: Node, partners: ReadonlySet<string>): void => {
    hasQuery ||= it.op === 'query';
    if (it.op.startsWith('relation')) tables.add(it.value!.replace(/#\d+$/, ''));
    if (NESTED.has(it.op)) nesting.push(it.op);
    // NULL of what LEFT JOIN adds asks whether there is something, as EXISTS does.
    if (it.op === 'isnull' && partners.has(labelOf(it.args[0]!))) nesting.push('partner');
    const inner = it.op.startsWith('select') ? new Set([...partners, ...partnersOf(it)]) : partners;
    for (const arg of it.args) walk(arg, inner);
  };
  walk(tree, new Set());
  if (!hasQuery) return undefined;
  return { tables: [...tables].toSorted().join(), nesting: nesting.toSorted().join() };
}

const labelOf = ({ op, value = '' }: Node): string =>
  op === 'column' ? value.slice(0, value.lastIndexOf('.')) : '';

const partnersOf = (select: Node): string[] =>
  select.args
    .filter(({ op }) => op === 'left join')
    .flatMap(({ args: [from] }) => from!.args.map(({ value }) => value!));
