import {
  type TypeNames,
  type TypeOf,
  ALTER_COLUMN,
  type Place,
  STANDARD,
  addressIn,
  alterSequence,
  checkedAtOnce,
  type WantedColumn,
  cannot,
  createDdl,
  indexStatement,
  sized,
  dropFormer,
} from '../core/ddl/ddl.ts';
import { updateOf } from '../core/sql/on-update.ts';
import { createRoutine, createSequence, createTable } from '../core/ddl/ddl-create.ts';
import { grantWriters, routineName } from '../core/ddl/ddl-grants.ts';
import { addColumn, asDefault, columnText, modify, NOW } from './ddl-columns.ts';
import { canonicalOf } from './types.ts';

const INTEGERS = [
  [8, 'tinyint'],
  [16, 'smallint'],
  [24, 'mediumint'],
  [32, 'int'],
  [64, 'bigint'],
] as const;
/** Most characters of a VARCHAR that fit into a row in any character set. */
const MAX_VARCHAR = 16_383;

const textOf = (values: readonly string[]): string =>
  values.map((value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(',');

const listed = ({ kind, values }: TypeOf<'enum'> | TypeOf<'set'>): string =>
  `${kind}(${textOf(values)})`;

const TYPES: TypeNames = {
  boolean: () => 'tinyint(1)',
  integer: ({ bits, unsigned }) => {
    const name = INTEGERS.find(([held]) => held >= bits)?.[1];
    return name ? `${name}${unsigned ? ' unsigned' : ''}` : 'decimal(39,0)';
  },
  decimal: ({ precision, scale }) =>
    precision === null || precision > 65 || (scale ?? 0) > 30
      ? null
      : sized('decimal', precision, scale),
  float: ({ bits }) => (bits === 32 ? 'float' : 'double'),
  text: ({ length, fixed }) =>
    length === null || length > MAX_VARCHAR
      ? 'longtext'
      : sized(fixed && length <= 255 ? 'char' : 'varchar', length),
  binary: ({ length, fixed }) =>
    length === null || length > MAX_VARCHAR
      ? 'longblob'
      : sized(fixed && length <= 255 ? 'binary' : 'varbinary', length),
  bits: ({ length }) => (length === null || length > 64 ? null : sized('bit', length)),
  time: ({ precision }) => sized('time', Math.min(6, precision ?? 6)),
  timestamp: ({ precision, zone }) =>
    sized(zone ? 'timestamp' : 'datetime', Math.min(6, precision ?? 6)),
  enum: listed,
  set: listed,
  other: ({ name }) => addressIn(name),
  uuid: () => 'char(36)',
  xml: () => 'longtext',
  date: () => 'date',
  year: () => 'year',
  json: () => 'json',
};

const LONG = /^long(text|blob)|^json/;
/** A TIMESTAMP holds the seconds of 1970 to 2038 but the first one, in the session's zone. */
function takesDefault(type: string, preset: string): boolean {
  const [, day, year] = /^'((\d{4})-\d\d-\d\d).*'$/.exec(preset) ?? [];
  if (!type.startsWith('timestamp') || year === undefined) return true;
  return year >= '1970' && year <= '2037' && day !== '1970-01-01';
}

/** Of a foreign key's ends, lengths, precisions and decimal places may differ. */
function keyEnd(type: string): string {
  const canonical = canonicalOf(type);
  switch (canonical.kind) {
    case 'integer':
      return `integer ${canonical.bits} ${canonical.unsigned}`;
    case 'float':
      return `float ${canonical.bits}`;
    case 'year':
      return 'integer 8 true';
    case 'bits':
    case 'uuid':
      return 'binary';
    case 'set':
      return 'enum';
    default:
      return canonical.kind;
  }
}

/** Collations that every server of the family has; a text that is compared by its case goes into a table that does. */
const BLIND = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci';
const SEEING = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const isSeeing = ({ letters }: WantedColumn): boolean => letters === 'seeing';

const GRANTS = grantWriters({
  object: (on, place) =>
    on.kind === 'relation' ? place.table : `${on.kind.toUpperCase()} ${routineName(on, place)}`,
  // MySQL has no grants to PUBLIC. A grantee without a host is a role of MariaDB.
  account: ({ grantee, host = '%' }, { literal }) => {
    if (grantee === null) return null;
    return host === '' ? literal(grantee) : `${literal(grantee)}@${literal(host)}`;
  },
});

const dropIndex = ({ name }: { name: string }, { table, quote }: Place): string[] => [
  `DROP INDEX ${quote(name)} ON ${table}`,
];

export const ddl = createDdl({
  quotes: ['`', '`'],
  keysHoldPartitions: true,
  backslash: true,
  keysIndexed: true,
  keyEnd,
  unkeyed: LONG,
  // 3,072 bytes, and up to four of these for each character.
  keyRoom: 768,
  hides: 'INVISIBLE',
  takesDefault,
  types: TYPES,
  writers: {
    ...STANDARD,
    ...ALTER_COLUMN,
    'create table': createTable({
      column(column, { columns }, place) {
        const isApart = column.letters === 'blind' && !column.collation && columns.some(isSeeing);
        const { type } = column;
        return columnText({ ...column, type: isApart ? `${type} ${BLIND}` : type }, place);
      },
      // An AUTO_INCREMENT column has to be the first column of an index.
      keys({ columns, primaryKey, uniques }, { quote }) {
        const leading = [primaryKey, ...uniques.map((key) => key.columns)].map(([first]) => first);
        return columns
          .filter(({ name, identity }) => identity && !leading.includes(name))
          .map(({ name }) => `KEY (${quote(name)})`);
      },
      options: ({ columns, comment }, { literal }) =>
        `${columns.some(isSeeing) ? ` ${SEEING}` : ''}${comment ? ` COMMENT = ${literal(comment)}` : ''}`,
      comments: null,
    }),
    'create sequence': createSequence({ noCycle: 'NOCYCLE' }),
    // The grant option applies to all rights on an object or to none.
    grant: (change, place) => (change.option && !change.whole ? null : GRANTS.grant(change, place)),
    revoke: (change, place) => {
      if (!change.option) return GRANTS.revoke(change, place);
      const option = [{ right: 'grant option', columns: null }];
      return change.whole
        ? GRANTS.revoke({ ...change, option: false, rights: option }, place)
        : null;
    },
    'add column': addColumn,
    'set default'(change, place) {
      const { type, default: preset } = change.column;
      // SET DEFAULT takes no ON UPDATE: MySQL keeps the one that is there, MariaDB loses it.
      if ([preset, change.former].some((text) => updateOf(text ?? '')))
        return modify(change.column, place);
      const written = preset === null ? null : asDefault(type, preset);
      // Here, MySQL takes the current moment in parentheses, too.
      const wanted = written !== null && NOW.test(written) ? `(${written})` : written;
      return ALTER_COLUMN['set default'](
        { ...change, column: { ...change.column, default: wanted } },
        place,
      );
    },
    'set type': ({ column }, place) => modify(column, place),
    // MariaDB has no NOT NULL for computed columns.
    'set nullable': ({ column }, place) =>
      column.generated === null ? modify(column, place) : null,
    'move numbering'({ column: { name, kept } }, { table, quote, literal }) {
      // A lower number becomes the one that follows the largest.
      if (!kept?.numbers) return [`ALTER TABLE ${table} AUTO_INCREMENT = 1`];
      const [, sequence] = /^nextval\((`.+`)\)$/u.exec(kept.numbers) ?? [];
      if (!sequence) return null;
      // It takes a literal only, and never moves a sequence back.
      const moves = `concat(${literal(`SELECT setval(${sequence}, `)}, @largest, ')')`;
      return [
        `SET @largest = (SELECT coalesce(max(${quote(name)}), 0) FROM ${table})`,
        `EXECUTE IMMEDIATE ${moves}`,
      ];
    },
    'take numbers': cannot,
    'free numbers': cannot,
    'switch trigger': cannot,
    // MySQL has no sequences.
    'alter sequence': alterSequence({ noCycle: 'NOCYCLE' }),
    'set identity': ({ column }, place) =>
      modify({ ...column, nullable: false, default: null }, place),
    'comment on column': ({ column }, place) => modify(column, place),
    'comment on table': ({ comment }, { table, literal }) => [
      `ALTER TABLE ${table} COMMENT = ${literal(comment)}`,
    ],
    'drop primary key': (_change, { table }) => [`ALTER TABLE ${table} DROP PRIMARY KEY`],
    // InnoDB does not support SET DEFAULT.
    'add foreign key': (change, place) =>
      [change.onUpdate, change.onDelete].includes('set default')
        ? null
        : STANDARD['add foreign key'](checkedAtOnce(change), place),
    // Rows that are there are checked, too. Nothing but a check can be disabled here.
    validate: ({ name, disabled }, { table, quote }) =>
      disabled === 'check' ? [`ALTER TABLE ${table} ALTER CHECK ${quote(name)} ENFORCED`] : null,
    // A trigger acts on a single event here.
    'create setter': ({ name, events, settings, instead }, place) => {
      const { path, table, quote } = place;
      const set = settings.map(({ column, value }) => `NEW.${quote(column)} = ${value}`).join(', ');
      const created = events.map((event) => {
        const own = events.length === 1 ? name : `${name}_${event}`;
        return `CREATE TRIGGER ${[path[0]!, own].map(quote).join('.')} BEFORE ${event.toUpperCase()} ON ${table} FOR EACH ROW SET ${set}`;
      });
      return [...dropFormer(instead, place), ...created];
    },
    'create trigger': ({ trigger: { name, timing, events, text }, instead }, place) => {
      if (text === null) return null;
      const { path, table, quote } = place;
      return [
        ...dropFormer(instead, place),
        `CREATE TRIGGER ${[path[0]!, name].map(quote).join('.')} ${timing.toUpperCase()} ${events.join().toUpperCase()} ON ${table} FOR EACH ROW ${text}`,
      ];
    },
    'create routine': createRoutine,
    'drop unique key': dropIndex,
    // MariaDB names a check that was declared with a column like the column, and can only drop both
    // together.
    'drop check': (change, place) =>
      change.ofColumn ? null : STANDARD['drop check'](change, place),
    'drop foreign key': ({ name }, { table, quote }) => [
      `ALTER TABLE ${table} DROP FOREIGN KEY ${quote(name)}`,
    ],
    'create index': (change, place) => {
      const { using, where, parts } = change;
      // MariaDB has no indexes on expressions, and neither server has partial indexes.
      if (where !== null || parts.some(({ column }) => column === null)) return null;
      if (using === 'full text' || using === 'spatial')
        return [indexStatement(using === 'spatial' ? 'SPATIAL ' : 'FULLTEXT ', change, place)];
      return STANDARD['create index'](change, { ...place, keepsPrefixes: true });
    },
    'drop index': dropIndex,
  },
});
