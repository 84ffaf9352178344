import { type Node } from '../tree/tree.ts';
import { withOutputs } from '../queries/selects.ts';
import { Unprintable } from './print-hand.ts';
import { type PrintScope, nameOf, printQuery, printValue } from './print-query.ts';

/** Writes what a statement does, as `effectOf` gives it. @param table - the one that it writes */
export function printEffect(tree: Node, scope: PrintScope, table = ''): string {
  const { parser } = scope.dialect.rules;
  if (tree.op === 'fails') return printError(tree.value ?? '', parser);
  const name = nameOf(table, scope);
  const columns = (tree.value ?? '').slice(table.length + 1).split(',');
  const listed = (some: readonly string[]) => some.map((one) => columnIn(table, one, scope));
  const [rows] = tree.args;
  switch (tree.op) {
    case 'insert': {
      const values = tree.args.map(({ args: [it] }) => printValue(it!, scope));
      const own = listed(tree.args.map(({ value }) => value!));
      return `INSERT INTO ${name} (${own.join(', ')})\nVALUES (${values.join(', ')});`;
    }
    case 'insert rows':
      return `INSERT INTO ${name} (${listed(columns).join(', ')})\n${printQuery(rows!, scope)};`;
    case 'update': {
      const values = rows!.args[0]!.args[0]!.args.map((it) => printValue(it, scope));
      if (values.length !== columns.length) throw new Unprintable('columns');
      const sets = listed(columns).map((column, at) => `${column} = ${values[at]!}`);
      return [`UPDATE ${name}`, `SET ${sets.join(', ')}`, ...conditionOf(rows!, name, scope)]
        .join('\n')
        .concat(';');
    }
    case 'delete':
      return [`DELETE FROM ${name}`, ...conditionOf(rows!, name, scope)].join('\n').concat(';');
    default:
      throw new Unprintable(tree.op);
  }
}

function columnIn(table: string, column: string, scope: PrintScope): string {
  const known = scope.tables.get(table.toLowerCase());
  return nameOf(known?.columns.find(({ as }) => as.toLowerCase() === column)?.as ?? column, scope);
}

/** The lines of a query's condition. */
function conditionOf(rows: Node, table: string, scope: PrintScope): string[] {
  const bare = withOutputs(rows, () => []);
  const [first, one, from, ...lines] = printQuery(bare, scope).split('\n');
  if (first !== 'SELECT' || one?.trim() !== '1' || from !== `FROM ${table}`)
    throw new Unprintable('several tables');
  return lines;
}

function printError(message: string, parser: string): string {
  const text = message.replaceAll("'", "''");
  if (parser === 'postgresql') return `RAISE EXCEPTION '${text.replaceAll('%', '%%')}';`;
  if (parser !== 'mysql' || message.includes('\\')) throw new Unprintable('an error');
  return `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${text}';`;
}

/** Puts INTO behind the outputs of a query as it is printed. */
export function withInto(query: string, into: string): string {
  const lines = query.split('\n');
  const end = lines.findIndex((line, at) => at > 0 && !line.startsWith(' '));
  return [
    ...lines.slice(0, end < 0 ? lines.length : end),
    into,
    ...(end < 0 ? [] : lines.slice(end)),
  ].join('\n');
}
