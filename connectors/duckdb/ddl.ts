import { createSequence, createTable } from '../core/ddl/ddl-create.ts';
import { routineName } from '../core/ddl/ddl-grants.ts';
import {
  type TypeNames,
  type TypeOf,
  ALTER_COLUMN,
  STANDARD,
  cannot,
  createDdl,
  generatedSpec,
  listOf,
  specOf,
} from '../core/ddl/ddl.ts';

const INTEGERS = [
  [8, 'TINYINT'],
  [16, 'SMALLINT'],
  [32, 'INTEGER'],
  [64, 'BIGINT'],
  [128, 'HUGEINT'],
] as const;

const moment = ({ kind, zone }: TypeOf<'time'> | TypeOf<'timestamp'>): string =>
  `${kind.toUpperCase()}${zone ? ' WITH TIME ZONE' : ''}`;

const TYPES: TypeNames = {
  integer: ({ bits, unsigned }) => {
    const name = INTEGERS.find(([held]) => held >= bits)?.[1];
    return name ? `${unsigned ? 'U' : ''}${name}` : null;
  },
  decimal: ({ precision, scale }) =>
    precision === null || precision > 38 ? null : `DECIMAL(${precision},${scale ?? 0})`,
  float: ({ bits }) => (bits === 32 ? 'FLOAT' : 'DOUBLE'),
  text: () => 'VARCHAR',
  xml: () => 'VARCHAR',
  binary: () => 'BLOB',
  bits: () => 'BIT',
  year: () => 'SMALLINT',
  time: moment,
  timestamp: moment,
  boolean: () => 'BOOLEAN',
  date: () => 'DATE',
  interval: () => 'INTERVAL',
  uuid: () => 'UUID',
  json: () => 'JSON',
};

/** Constraints are part of CREATE TABLE; only a primary key can be added later. */
export const ddl = createDdl({
  quotes: ['"', '"'],
  indexesHoldTables: true,
  types: TYPES,
  writers: {
    ...STANDARD,
    ...ALTER_COLUMN,
    'create table': createTable({
      // An identity takes its numbers from a sequence, which would have to be created first.
      column: (column) => {
        if (column.identity) return null;
        return column.generated === null
          ? specOf(column)
          : generatedSpec(column).replace(/STORED$/, 'VIRTUAL');
      },
      comments: STANDARD,
    }),
    'create sequence': createSequence(),
    'add column': ({ column: { name, type, default: preset, generated } }, { table, quote }) =>
      generated === null
        ? [
            `ALTER TABLE ${table} ADD COLUMN ${quote(name)} ${type}${preset === null ? '' : ` DEFAULT ${preset}`}`,
          ]
        : null,
    'set type': ({ column: { name, type } }, { table, quote }) => [
      `ALTER TABLE ${table} ALTER COLUMN ${quote(name)} SET DATA TYPE ${type}`,
    ],
    'move numbering': cannot,
    'take numbers': cannot,
    'free numbers': cannot,
    'switch trigger': cannot,
    'alter sequence': cannot,
    grant: cannot,
    revoke: cannot,
    'set identity': cannot,
    'drop primary key': cannot,
    'add unique key': ({ name, columns }, place) => [
      `CREATE UNIQUE INDEX ${place.quote(name)} ON ${place.table} (${listOf(columns, place)})`,
    ],
    'create trigger': cannot,
    'create setter': cannot,
    'create routine': cannot,
    'drop unique key': cannot,
    'drop trigger': cannot,
    // The statement drops all overloads of the name.
    'drop routine': ({ routine }, place) =>
      routine.types === null
        ? [`DROP MACRO ${routine.givesRows ? 'TABLE ' : ''}${routineName(routine, place)}`]
        : null,
    'add foreign key': cannot,
    validate: cannot,
    'drop foreign key': cannot,
    'add check': cannot,
    'drop check': cannot,
    'drop index': ({ name, ifThere }, { path, quote }) => [
      `DROP INDEX ${ifThere ? 'IF EXISTS ' : ''}${[...path.slice(0, -1), name].map(quote).join('.')}`,
    ],
    'create index': (change, place) =>
      change.where === null ? STANDARD['create index'](change, place) : null,
  },
});
