import type {
  Column,
  ForeignKey,
  Index,
  Key,
  TableDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { withoutUpdate } from '../../../../../connectors/core/sql/on-update.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import type { Expression, KnownColumn } from '../../../sql/service.ts';
import { type PairTask, rulesOf } from '../../pairs/service.ts';
import { knownColumns } from '../compare/columns/match-columns.ts';
import { type BothTables, type CounterpartOf, columnIn } from '../counterparts.ts';
import { keyText, setsOnUpdate } from '../compare/texts/definition-texts.ts';
import type { TextSources } from '../compare/texts/meanings.ts';
import type { Definitions } from '../outcome.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import { plainIndexes, uniquesOf } from '../compare/keys/unique-keys.ts';

/** A table with what its lines are written from. */
interface Shown {
  table: TableDefinition;
  /** Schema and name on the target. */
  path: readonly [schema: string, name: string];
  columns: readonly KnownColumn[];
  typeOf(column: Column, known: KnownColumn): string;
  /** An expression in the target's dialect; as stored where it cannot be translated. */
  textOf(expression: Expression): string;
  nameOf(column: string): string;
  leadsTo(key: ForeignKey): { schema: string; table: string; columns: readonly string[] };
}

interface ShownTables {
  texts: Record<Side, string>;
  both: BothTables<TableDefinition>;
}

/**
 * The CREATE TABLE texts of two tables in the target's dialect, in one style and under target names; null where the pair is
 * not of two tables.
 */
export async function readShownTables(
  { pair, members }: PairTask,
  findings: readonly RawFinding[],
  definitions: Definitions,
  { meanings, engines }: TextSources,
  counterpartOf: CounterpartOf,
  rename: (name: string) => string,
): Promise<ShownTables | null> {
  const on = (side: Side) => members.filter((member) => member.side === side);
  const [from, to] = [on('source'), on('target')];
  const [source, target] = [from, to].map(([one]) => one && definitions.get(one.id)?.definition);
  if (from.length !== 1 || to.length !== 1) return null;
  if (source?.kind !== 'table' || target?.kind !== 'table') return null;
  const tables = { source, target };
  const known = knownColumns(source.columns, target.columns, rename, rulesOf(pair).columns);
  const path = [to[0]!.schema_name, to[0]!.object_name] as const;
  const { ddl } = connectorOf(engines.target);
  const typeText = (type: string, canonical: Column['canonical']) => ddl.typeOf(canonical) ?? type;
  const theirs = new Map(target.columns.map((column) => [column.name, column]));
  const serious = new Set(
    findings.flatMap(({ code, severity, name }) =>
      code.startsWith('type.') && severity !== 'info' ? [name] : [],
    ),
  );
  const write = async (side: Side): Promise<string> => {
    const [table, columns] = [tables[side], known[side]];
    const names = new Map(columns.map(({ name, as }) => [name, as]));
    const make = (textOf: Shown['textOf']) =>
      createText({
        table,
        path,
        columns: inOrder(columns, known.target),
        typeOf({ type }, { name, as, canonical }) {
          const other = theirs.get(as);
          // Types that differ by no more than a note are shown as equal.
          if (other && !serious.has(name)) return typeText(other.type, other.canonical);
          return typeText(type, canonical);
        },
        textOf,
        nameOf: (name) => names.get(name) ?? rename(name),
        leadsTo(key) {
          if (side === 'target') return { ...key, columns: key.referenced };
          const found = counterpartOf(key);
          const { schema, table: name } = found ?? { schema: path[0], table: rename(key.table) };
          const led = (column: string) => (found && columnIn(found, column)) ?? rename(column);
          return { schema, table: name, columns: key.referenced.map(led) };
        },
      });
    // A first pass collects the expressions to be written.
    const asked = new Map<string, Expression>();
    make((expression) => {
      asked.set(JSON.stringify(expression), expression);
      return '?';
    });
    const expressions = [...asked.values()];
    const into = { engine: engines.target, names: 'shown' } as const;
    const written = await meanings.write({ engine: engines[side], columns, expressions }, into);
    const texts = new Map([...asked.keys()].map((key, index) => [key, written[index]?.text]));
    return make((expression) => texts.get(JSON.stringify(expression)) ?? expression.text);
  };
  const [one, other] = await Promise.all(SIDES.map(write));
  return { texts: { source: one!, target: other! }, both: { on: tables, known } };
}

/** In the order of the target's columns; columns that it lacks come last. */
function inOrder(columns: readonly KnownColumn[], target: readonly KnownColumn[]): KnownColumn[] {
  const places = new Map(target.map(({ name }, place) => [name, place]));
  const placeOf = ({ as }: KnownColumn) => places.get(as) ?? target.length;
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const defaultOf = (column: Column, { canonical }: KnownColumn): Expression | null => {
  const text = withoutUpdate(column.default ?? '');
  return text === '' || column.identity ? null : { text, as: { default: canonical } };
};
const valueOf = (text: string): Expression => ({ text, as: 'value' });
const conditionOf = (text: string): Expression => ({ text, as: 'condition' });

/** CREATE TABLE and what belongs to it, one line per part; keys and checks are sorted by their texts. */
function createText(shown: Shown): string {
  const { table, path, columns, textOf, nameOf } = shown;
  const own = new Map(table.columns.map((column) => [column.name, column]));
  const list = (key: Key) =>
    `(${keyText({ ...key, columns: key.columns.map(nameOf) })})${alsoIn(key.include, nameOf)}`;
  const lines = [
    ...columns.map((known) => columnText(own.get(known.name)!, known, shown)),
    ...uniquesOf(table)
      .map((key) => `UNIQUE ${list(key)}`)
      .toSorted(),
    ...table.foreignKeys.map((key) => foreignKeyText(key, shown)).toSorted(),
    ...table.checks
      .map(({ expression }) => `CHECK (${textOf({ text: expression, as: 'check' })})`)
      .toSorted(),
    // Nearly all tables have a primary key: as the last line, it keeps the commas of all others the same where a part is
    // missing.
    ...(table.primaryKey ? [`PRIMARY KEY ${list(table.primaryKey)}`] : []),
  ];
  const name = path.join('.');
  return [
    `CREATE TABLE ${name} (`,
    ...lines.map((line, index) => `  ${line}${index < lines.length - 1 ? ',' : ''}`),
    ');',
    ...plainIndexes(table)
      .map((index) => indexText(index, name, shown))
      .toSorted(),
  ].join('\n');
}

function columnText(column: Column, known: KnownColumn, { table, typeOf, textOf }: Shown): string {
  const preset = defaultOf(column, known);
  const isInKey = table.primaryKey?.columns.includes(column.name) ?? false;
  return [
    known.as,
    typeOf(column, known),
    ...(column.identity ? ['IDENTITY'] : []),
    ...(column.generated === null ? [] : [`AS (${textOf(valueOf(column.generated))})`]),
    ...(preset ? [`DEFAULT ${textOf(preset)}`] : []),
    ...(setsOnUpdate(column) ? ['ON UPDATE CURRENT_TIMESTAMP'] : []),
    ...(column.nullable && !isInKey ? [] : ['NOT NULL']),
  ].join(' ');
}

/** Default actions are not shown. */
const actionText = (when: string, action: ForeignKey['onDelete']): string[] =>
  action === 'no action' || action === 'restrict' ? [] : [`${when} ${action.toUpperCase()}`];

function foreignKeyText(key: ForeignKey, { nameOf, path, leadsTo }: Shown): string {
  const { schema, table, columns } = leadsTo(key);
  return [
    `FOREIGN KEY (${key.columns.map(nameOf).join(', ')})`,
    `REFERENCES ${schema === path[0] ? table : `${schema}.${table}`} (${columns.join(', ')})`,
    ...actionText('ON DELETE', key.onDelete),
    ...actionText('ON UPDATE', key.onUpdate),
  ].join(' ');
}

const alsoIn = (include: readonly string[] | undefined, nameOf: Shown['nameOf']): string =>
  include ? ` INCLUDE (${include.map(nameOf).join(', ')})` : '';

function indexText(
  { unique, parts, where, using, include }: Index,
  name: string,
  { nameOf, textOf }: Shown,
): string {
  const columns = parts.map(({ column, expression, descending, prefix }) => {
    const text =
      column === null
        ? `(${textOf(valueOf(expression ?? ''))})`
        : `${nameOf(column)}${prefix ? `(${prefix})` : ''}`;
    return descending ? `${text} DESC` : text;
  });
  const also = alsoIn(include, nameOf);
  const condition = where === null ? '' : ` WHERE ${textOf(conditionOf(where))}`;
  const kind = using ? `${using.toUpperCase()} ` : unique ? 'UNIQUE ' : '';
  return `CREATE ${kind}INDEX ON ${name} (${columns.join(', ')})${also}${condition};`;
}
