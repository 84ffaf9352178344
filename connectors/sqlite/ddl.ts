import { createTable } from '../core/ddl/ddl-create.ts';
import {
  dropFormer,
  type TypeNames,
  type WantedColumn,
  STANDARD,
  addressIn,
  cannot,
  createDdl,
  generatedSpec,
  listOf,
  needsFilling,
  sized,
  specOf,
} from '../core/ddl/ddl.ts';

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
  other: ({ name }) => addressIn(name),
  uuid: () => 'uuid',
  json: () => 'json',
  xml: () => 'xml',
};

/** Texts tell upper and lower case apart unless their column says otherwise; NOCASE knows the letters A to Z alone. */
const withLetters = (column: WantedColumn): WantedColumn =>
  column.letters === 'blind' ? { ...column, type: `${column.type} COLLATE NOCASE` } : column;

/** In SQLite only the primary key can be numbered. */
const create = createTable({
  column(wanted, { primaryKey }) {
    const column = withLetters(wanted);
    if (column.generated !== null) return generatedSpec(column);
    if (!column.identity)
      return specOf({ ...column, default: column.default === null ? null : `(${column.default})` });
    return primaryKey.length === 1 && primaryKey[0] === column.name ? 'INTEGER PRIMARY KEY' : null;
  },
  comments: null,
});

/** Tables, columns, indexes and views can be added; other changes to a table need a new table. */
export const ddl = createDdl({
  quotes: ['"', '"'],
  keysInside: true,
  numbersKeysOnly: true,
  types: TYPES,
  writers: {
    ...STANDARD,
    'create table': create,
    'create sequence': cannot,
    'add column': (change, place) => {
      const { column } = change;
      // ADD COLUMN allows neither a computed default nor a stored column.
      const isComputed = column.default !== null && /\(|current_/i.test(column.default);
      return isComputed || column.generated !== null || needsFilling(column)
        ? null
        : STANDARD['add column']({ ...change, column: withLetters(column) }, place);
    },
    'set type': cannot,
    'set nullable': cannot,
    'switch trigger': cannot,
    'alter sequence': cannot,
    'move numbering': cannot,
    'take numbers': cannot,
    'free numbers': cannot,
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
    // A SQLite trigger cannot change the row that is about to be written.
    'create setter': cannot,
    'create trigger': ({ trigger, instead }, place) => {
      const { path, quote } = place;
      const { name, timing, events, condition, text } = trigger;
      const [, columns = '', when = ''] =
        /^(of\b.*?)?\s*(when\b.*)?$/isu.exec(condition ?? '') ?? [];
      if (text === null) return null;
      const [schema, table] = path.map(quote);
      const event = [timing, ...events].join(' ').toUpperCase();
      const words = [event, columns, 'ON', table, 'FOR EACH ROW', when, text].filter(Boolean);
      return [
        ...dropFormer(instead, place),
        `CREATE TRIGGER ${schema}.${quote(name)} ${words.join(' ')}`,
      ];
    },
    'create routine': cannot,
    'drop unique key': cannot,
    'drop routine': cannot,
    'add foreign key': cannot,
    validate: cannot,
    'drop foreign key': cannot,
    'add check': cannot,
    'drop check': cannot,
    // An index is in the schema of its table, so the name after ON is unqualified.
    'create index': (change, place) =>
      STANDARD['create index'](change, { ...place, table: place.quote(place.path.at(-1)!) }),
    'replace view': ({ columns, query }, place) => [
      `DROP VIEW ${place.table}`,
      `CREATE VIEW ${place.table} (${listOf(columns, place)}) AS\n${query}`,
    ],
  },
});
