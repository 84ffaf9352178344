import type { Dialect, KnownTable } from '../read.ts';
import { type Printer, Unprintable } from './print-hand.ts';
import { printConditions, printExpression } from './print.ts';
import { type Node, keyOf, labelOf, node, partsOf, unnamed } from '../tree/tree.ts';
import { allowsBareColumns } from '../queries/any-order.ts';
import { bareColumnsIn, ordersByOutputs, relationsOfOneRow } from '../queries/grouped.ts';

/** How names are written: as people read them, or as a statement that is run needs them. */
export type Names = 'shown' | 'quoted';

export interface PrintScope {
  dialect: Dialect;
  names: Names;
  /** The tables that the query names, by their names on the target engine. */
  tables: ReadonlyMap<string, KnownTable>;
  /** Parameters of the enclosing routine by position (`$1`), as they are to be written. */
  parameters?: ReadonlyMap<string, string>;
}

const INDENT = '  ';
const indented = (text: string): string => text.replaceAll('\n', `\n${INDENT}`);

/**
 * Writes a query, a clause in each line.
 * @param tree - as `readQuery` gives it, canonical
 * @throws Unprintable
 */
export function printQuery(tree: Node, scope: PrintScope): string {
  const [body, ...rest] = tree.args as [Node, ...Node[]];
  const printer = printerOf(scope);
  const other = rest.find(({ op }) => op !== 'order' && op !== 'limit');
  if (other) throw new Unprintable(other.op);
  const order = rest.find(({ op }) => op === 'order');
  const limit = rest.find(({ op }) => op === 'limit');
  return [
    printBody(body, scope, printer, order?.args),
    ...(order
      ? [`ORDER BY ${order.args.map((arg) => printExpression(arg, printer)).join(', ')}`]
      : []),
    ...(limit ? printLimit(limit, printer) : []),
  ].join('\n');
}

/** Writes an expression that may hold queries. @throws Unprintable */
export const printValue = (tree: Node, scope: PrintScope): string =>
  printExpression(tree, printerOf(scope));

/** Likewise a condition. */
export const printCondition = (tree: Node, scope: PrintScope): string =>
  printConditions([tree], printerOf(scope)).join(' AND ');

/** A query whose outputs have these names, in order; as it is where it has others in number. */
export function withOutputNames(tree: Node, names: readonly string[]): Node {
  const [first, ...rest] = tree.args;
  if (tree.op === 'output')
    return tree.args.length !== names.length
      ? tree
      : {
          ...tree,
          args: tree.args.map((value, at) =>
            node('named', [value], value.kind, { value: names[at]! }),
          ),
        };
  return first ? { ...tree, args: [withOutputNames(first, names), ...rest] } : tree;
}

/** A printer for expressions that stand in queries. */
function printerOf(scope: PrintScope): Printer {
  const { spelling, rules } = scope.dialect;
  return {
    rules,
    writing: rules.writing,
    spelling,
    column: (value) => printColumn(value, scope),
    query: (tree) => `\n${INDENT}${indented(printQuery(tree, scope))}\n`,
  };
}

function printBody(
  body: Node,
  scope: PrintScope,
  printer: Printer,
  order: readonly Node[] = [],
): string {
  if (body.op === 'query') return printQuery(body, scope);
  if (body.op === 'select' || body.op === 'select distinct')
    return printSelect(body, scope, printer, order);
  const [left, right] = body.args as [Node, Node];
  const word = body.op.toUpperCase();
  return `${printQuery(left, scope)}\n${word}\n${printQuery(right, scope)}`;
}

function printSelect(
  select: Node,
  scope: PrintScope,
  printer: Printer,
  order: readonly Node[],
): string {
  const part = (op: string): Node | undefined => select.args.find((arg) => arg.op === op);
  const found = (part('output')?.args ?? []).map((output) => printOutput(output, scope, printer));
  // EXISTS ignores outputs, so there are none in its tree.
  const outputs = found.length > 0 ? found : ['1'];
  const where = part('where')?.args[1];
  const conditions = where ? (where.op === 'and' ? where.args : [where]) : [];
  const joined = select.args.filter(({ op }) => op === 'left join');
  const { lines, left } = printFrom(part('from')?.args ?? [], conditions, joined, scope, printer);
  const group = groupOf(select, order, scope);
  const having = part('having')?.args[0];
  return [
    `SELECT${printDistinct(select, order, scope, printer)}\n${INDENT}${outputs.map(indented).join(`,\n${INDENT}`)}`,
    ...lines,
    ...clause('WHERE', printConditions(left, printer)),
    ...(group.length > 0
      ? [`GROUP BY ${group.map((one) => printExpression(one, printer)).join(', ')}`]
      : []),
    ...(having ? clause('HAVING', printConditions([having], printer)) : []),
  ].join('\n');
}

/** GROUP BY, on engines that want them there with the columns that have one value in each group without that. */
function groupOf(
  { args: [output, ...parts] }: Node,
  order: readonly Node[],
  { dialect, names }: PrintScope,
): readonly Node[] {
  const group = parts.find(({ op }) => op === 'group')?.args;
  if (!group || allowsBareColumns(dialect.rules)) return group ?? [];
  const having = parts.find(({ op }) => op === 'having')?.args ?? [];
  const bare = bareColumnsIn([...output!.args.map(unnamed), ...having, ...order], group);
  const given = relationsOfOneRow(group, parts);
  const added = bare.filter((it) => given.has(labelOf(it)) && it.ownComparison !== true);
  if (names === 'quoted' && added.length < bare.length)
    throw new Unprintable('a column of many rows');
  return [...new Map([...group, ...added].map((it) => [keyOf(it), it])).values()];
}

function printDistinct(
  { op, args }: Node,
  order: readonly Node[],
  { dialect, names }: PrintScope,
  printer: Printer,
): string {
  const kept = args.find((part) => part.op === 'distinct on')?.args;
  if (!kept) {
    if (op !== 'select distinct') return '';
    const isRead = names === 'shown' || allowsBareColumns(dialect.rules);
    if (!isRead && !ordersByOutputs(args[0]!.args, order)) throw new Unprintable('another order');
    return ' DISTINCT';
  }
  if (printer.writing.lacks.includes('distinct_on')) throw new Unprintable('DISTINCT ON');
  return ` DISTINCT ON (${kept.map((one) => printExpression(one, printer)).join(', ')})`;
}

const clause = (word: string, conditions: readonly string[]): string[] =>
  conditions.length === 0 ? [] : [`${word} ${conditions.map(indented).join(`\n${INDENT}AND `)}`];

function printOutput(output: Node, scope: PrintScope, printer: Printer): string {
  if (output.op !== 'named') return printExpression(output, printer);
  const [it] = output.args as [Node];
  const text = printExpression(it, printer);
  if (!output.value) return text;
  const name = nameOf(output.value, scope);
  const isOwn = it.op === 'column' && text.endsWith(`.${name}`);
  return isOwn ? text : `${text} AS ${name}`;
}

/** Writes FROM and the joins. ON takes the conditions that name only relations up to that join; `left` are those for WHERE. */
function printFrom(
  sets: readonly Node[],
  conditions: readonly Node[],
  joined: readonly Node[],
  scope: PrintScope,
  printer: Printer,
): { lines: string[]; left: Node[] } {
  const lines: string[] = [];
  const seen = new Set<string>();
  let left = [...conditions];
  for (const [index, set] of sets.entries()) {
    const relation = printRelation(set, scope);
    seen.add(set.value ?? '');
    if (index === 0) {
      lines.push(`FROM ${relation}`);
      continue;
    }
    const fits = (one: Node) => {
      const named = relationsOf(one);
      return named.has(set.value ?? '') && [...named].every((key) => seen.has(key));
    };
    const on = left.filter((one) => fits(one) && relationsOf(one).size > 1);
    left = left.filter((one) => !on.includes(one));
    const texts = printConditions(on, printer);
    lines.push(
      texts.length > 0
        ? `JOIN ${relation} ON ${texts.map(indented).join(' AND ')}`
        : `CROSS JOIN ${relation}`,
    );
  }
  for (const join of joined) lines.push(printLeftJoin(join, scope, printer));
  return { lines, left };
}

function printLeftJoin(join: Node, scope: PrintScope, printer: Printer): string {
  const [from, ...rest] = join.args as [Node, ...Node[]];
  const on = rest.at(-1)!;
  const [only, ...more] = from.args;
  if (!only || more.length > 0 || rest.length > 1) throw new Unprintable('a join in a join');
  const texts = printConditions([on], printer).map(indented);
  return `LEFT JOIN ${printRelation(only, scope)} ON ${texts.join(' AND ')}`;
}

/** The relations of its own level and those around it that an expression names. */
function relationsOf(tree: Node): Set<string> {
  const found = new Set<string>();
  const walk = ({ op, value, args }: Node): void => {
    if (op === 'column') found.add(partsOf(value!)[0]);
    args.forEach(walk);
  };
  walk(tree);
  return found;
}

function printRelation(set: Node, scope: PrintScope): string {
  const key = set.value!;
  const alias = aliasOf(key, scope);
  if (set.op === 'derived')
    return `(\n${INDENT}${indented(printQuery(set.args[0]!, scope))}\n) ${nameOf(alias, scope)}`;
  const name = key.replace(/#\d+$/, '');
  const table = scope.tables.get(name);
  // Of a table that is not known, a column may be a variable of the routine.
  if (set.op === 'relation@any' && (scope.names === 'quoted' || scope.parameters))
    throw new Unprintable('a table');
  const path = [
    ...(scope.names === 'quoted' && table?.schema ? [table.schema] : []),
    table?.as ?? name,
  ];
  const spelt = path.map((one) => nameOf(one, scope)).join('.');
  return alias === path.at(-1) ? spelt : `${spelt} ${nameOf(alias, scope)}`;
}

/** `t#1` is called `t`, `t#2` `t_2`. */
function aliasOf(key: string, { tables }: PrintScope): string {
  const [name = '', count] = key.split(/#(?=\d+$)/);
  const own = tables.get(name)?.as ?? name;
  return count === '1' ? own : `${own}_${count}`;
}

function printColumn(value: string, scope: PrintScope): string {
  const [key, name] = partsOf(value);
  const parameter = key === '' ? scope.parameters?.get(name) : undefined;
  if (parameter !== undefined) return parameter;
  const table = scope.tables.get(key.replace(/#\d+$/, ''));
  const column = table?.columns.find(({ as }) => as.toLowerCase() === name)?.as ?? name;
  return `${nameOf(aliasOf(key, scope), scope)}.${nameOf(column, scope)}`;
}

export function nameOf(
  name: string,
  { dialect, names }: Pick<PrintScope, 'dialect' | 'names'>,
): string {
  const [open, close] = dialect.rules.writing.quotes;
  if (names === 'shown' && /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name)) return name;
  return `${open}${name.replaceAll(close, close + close)}${close}`;
}

function printLimit(limit: Node, printer: Printer): string[] {
  const [count, offset] = limit.args.map((arg) =>
    arg.op === 'null' ? null : printExpression(arg, printer),
  );
  if (printer.writing.limit === null) throw new Unprintable('a limit');
  if (printer.writing.limit === 'limit')
    return [...(count ? [`LIMIT ${count}`] : []), ...(offset ? [`OFFSET ${offset}`] : [])];
  return [
    ...(offset ? [`OFFSET ${offset} ROWS`] : []),
    ...(count ? [`FETCH FIRST ${count} ROWS ONLY`] : []),
  ];
}
