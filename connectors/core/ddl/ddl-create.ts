import { routineName } from './ddl-grants.ts';
import type { Key } from '../definitions.ts';
import type { ChangeOf, Place, WantedColumn, Writer, Writers } from './ddl-changes.ts';

type Table = ChangeOf<'create table'>;
type Comments = Pick<Writers, 'comment on column' | 'comment on table'>;

interface Spelling {
  /** The definition behind a column's name; null where the engine cannot have such a column in this table. */
  column(column: WantedColumn, table: Table, place: Place): string | null;
  /** Writers of separate comment statements; null where comments are part of CREATE TABLE, or not supported. */
  comments: Comments | null;
  /** Keys that the engine wants besides. */
  keys?(table: Table, place: Place): string[];
  /** Whether primary and unique keys can be deferrable. */
  defers?: true;
  /** Options after the closing bracket of the table. */
  options?(table: Table, place: Place): string;
}

/** A check as a constraint; PostgreSQL's exclusion constraints are checks in these words. */
export const checkText = (expression: string): string =>
  /^EXCLUDE USING\b/.test(expression) ? expression : `CHECK (${expression})`;

const named = (name: string, { quote }: Place): string =>
  name === '' ? '' : `CONSTRAINT ${quote(name)} `;

/** Writes CREATE TABLE with everything that is part of it. */
export const createTable =
  ({ column: textOf, comments, keys, defers, options }: Spelling): Writer<'create table'> =>
  (change, place) => {
    const list = (names: readonly string[]) => names.map(place.quote).join(', ');
    const deferral = (key: { deferrable?: Key['deferrable'] }) => (defers ? deferralOf(key) : '');
    const columns = change.columns.map((column) => {
      const text = textOf(column, change, place);
      return text === null ? null : `${place.quote(column.name)} ${text}`;
    });
    const primary = change.primaryKey.length > 0 && !columns.some((one) => isPrimary(one ?? ''));
    const lines = [
      ...columns,
      ...(primary ? [`PRIMARY KEY (${list(change.primaryKey)})${deferral(change)}`] : []),
      ...change.uniques.map(
        (key) => `${named(key.name, place)}UNIQUE (${list(key.columns)})${deferral(key)}`,
      ),
      ...(keys?.(change, place) ?? []),
      ...change.checks.map(
        ({ name, expression }) => `${named(name, place)}${checkText(expression)}`,
      ),
      ...change.foreignKeys.map(
        (key) =>
          `${named(key.name, place)}FOREIGN KEY (${list(key.columns)}) REFERENCES ${place.quote(key.table.at(-1)!)} (${list(key.referenced)})${actionsOf(key, place)}`,
      ),
    ];
    if (lines.includes(null)) return null;
    const statement = `CREATE TABLE ${place.table} (\n  ${lines.join(',\n  ')}\n)${options?.(change, place) ?? ''}`;
    return comments ? [statement, ...commentsOf(change, place, comments)] : [statement];
  };

/** Whether a column's definition declares the primary key itself, as SQLite's numbered column does. */
const isPrimary = (column: string): boolean => column.endsWith(' PRIMARY KEY');

function commentsOf({ columns, comment }: Table, place: Place, comments: Comments): string[] {
  const ofTable = comment
    ? comments['comment on table']({ kind: 'comment on table', comment }, place)
    : [];
  const ofColumns = columns.flatMap((column) =>
    column.comment
      ? (comments['comment on column']({ kind: 'comment on column', column }, place) ?? [])
      : [],
  );
  return [...(ofTable ?? []), ...ofColumns];
}

/** The MATCH, ON UPDATE, ON DELETE and DEFERRABLE clauses behind a foreign key. */
export const actionsOf = (change: ChangeOf<'add foreign key'>, place: Place): string => {
  const { onUpdate, onDelete, onDeleteOf, deferrable, matchesFull } = change;
  const of = onDeleteOf ? ` (${onDeleteOf.map(place.quote).join(', ')})` : '';
  return [
    matchesFull ? ' MATCH FULL' : '',
    onUpdate === 'no action' ? '' : ` ON UPDATE ${onUpdate.toUpperCase()}`,
    onDelete === 'no action' ? '' : ` ON DELETE ${onDelete.toUpperCase()}${of}`,
    deferralOf({ deferrable }),
  ].join('');
};

/** The DEFERRABLE clause behind a key. */
export const deferralOf = ({
  deferrable,
}: {
  deferrable?: Key['deferrable'] | null | undefined;
}): string =>
  deferrable ? ` DEFERRABLE${deferrable === 'always' ? ' INITIALLY DEFERRED' : ''}` : '';

const view = (
  kind: string,
  { columns, query }: ChangeOf<'create view'>,
  { table, quote }: Place,
): string[] => [`CREATE ${kind} ${table} (${columns.map(quote).join(', ')}) AS\n${query}`];

/** For engines without materialised views. */
export const createView: Writer<'create view'> = (change, place) =>
  change.materialised ? null : view('VIEW', change, place);

export const createKeptView: Writer<'create view'> = (change, place) =>
  view(change.materialised ? 'MATERIALIZED VIEW' : 'VIEW', change, place);

/** A sequence, in the words of most engines. */
export const createSequence =
  ({ noCycle = 'NO CYCLE' } = {}): Writer<'create sequence'> =>
  ({ start, increment, least, most, cycles }, { table }) => [
    [
      `CREATE SEQUENCE ${table}`,
      ...(start === null ? [] : [`START WITH ${start}`]),
      `INCREMENT BY ${increment}`,
      ...(least === null ? [] : [`MINVALUE ${least}`]),
      ...(most === null ? [] : [`MAXVALUE ${most}`]),
      cycles ? 'CYCLE' : noCycle,
    ].join(' '),
  ];

/** A routine as its source wrote it, from the bracket of its parameters on. */
export const createRoutine: Writer<'create routine'> = ({ routine, written, instead }, place) => [
  ...(instead ? [`DROP ${routine.kind.toUpperCase()} ${routineName(instead.routine, place)}`] : []),
  `CREATE ${routine.kind.toUpperCase()} ${routineName(routine, place)}(${written}`,
];
