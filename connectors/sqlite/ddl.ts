import {
  type TypeNames,
  STANDARD,
  cannot,
  createDdl,
  listOf,
  needsFilling,
  sized,
} from '../core/ddl.ts';

const TYPES: TypeNames = {
  integer: () => 'integer',
  year: () => 'integer',
  decimal: ({ precision, scale }) => sized('decimal', precision, precision === null ? null : scale),
  float: () => 'double',
  text: ({ length, bytes, fixed }) =>
    length === null || bytes ? 'text' : sized(fixed ? 'char' : 'varchar', length),
  binary: () => 'blob',
  time: ({ zone }) => (zone ? 'timetz' : 'time'),
  timestamp: ({ zone }) => (zone ? 'timestamptz' : 'datetime'),
  boolean: () => 'boolean',
  date: () => 'date',
  uuid: () => 'uuid',
  json: () => 'json',
  xml: () => 'xml',
};

/** Columns, indexes and views are added; what else a table says is changed by making it anew. */
export const ddl = createDdl({
  quotes: ['"', '"'],
  types: TYPES,
  writers: {
    ...STANDARD,
    'add column': (change, place) => {
      const { column } = change;
      // It takes no new column whose default is computed, nor one that is stored.
      const isComputed = column.default !== null && /\(|current_/i.test(column.default);
      return isComputed || column.generated !== null || needsFilling(column)
        ? null
        : STANDARD['add column'](change, place);
    },
    'set type': cannot,
    'set nullable': cannot,
    'switch trigger': cannot,
    'alter sequence': cannot,
    'move numbering': cannot,
    grant: cannot,
    revoke: cannot,
    'set identity': cannot,
    'set default': cannot,
    'comment on column': cannot,
    'comment on table': cannot,
    'add primary key': cannot,
    'drop primary key': cannot,
    'add unique key': ({ name, columns }, place) => [
      `CREATE UNIQUE INDEX ${place.quote(name)} ON ${place.quote(place.path.at(-1)!)} (${listOf(columns, place)})`,
    ],
    'add foreign key': cannot,
    validate: cannot,
    'drop foreign key': cannot,
    'add check': cannot,
    'drop check': cannot,
    // An index lies in the schema of its table, which is not named behind ON.
    'create index': (change, place) =>
      STANDARD['create index'](change, { ...place, table: place.quote(place.path.at(-1)!) }),
    'replace view': ({ columns, query }, place) => [
      `DROP VIEW ${place.table}`,
      `CREATE VIEW ${place.table} (${listOf(columns, place)}) AS\n${query}`,
    ],
  },
});
