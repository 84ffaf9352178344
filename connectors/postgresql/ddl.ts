import { createHash } from 'node:crypto';
import {
  type NamedRoutine,
  type TypeNames,
  type TypeOf,
  type WantedColumn,
  type Writer,
  ALTER_COLUMN,
  DEFERRED,
  type Place,
  STANDARD,
  alterSequence,
  createDdl,
  generatedSpec,
  integerFor,
  listOf,
  sized,
  specOf,
} from '../core/ddl/ddl.ts';
import {
  createKeptView,
  createRoutine,
  createSequence,
  createTable,
} from '../core/ddl/ddl-create.ts';
import { grantWriters, routineName } from '../core/ddl/ddl-grants.ts';
import { asOne, countNulls, enableTriggers, reindex, setPolicies } from './ddl-parts.ts';

const SIZES = [
  [16, 'smallint'],
  [32, 'integer'],
  [64, 'bigint'],
] as const;

/** Most characters that a declared length may have. */
const MAX_LENGTH = 10_485_760;

const moment = (type: TypeOf<'time'> | TypeOf<'timestamp'>): string => {
  const precision = type.precision === null ? null : Math.min(6, type.precision);
  return `${sized(type.kind, precision)} with${type.zone ? '' : 'out'} time zone`;
};

const TYPES: TypeNames = {
  integer: (type) => integerFor(type, SIZES) ?? sized('numeric', type.bits > 64 ? 39 : 20),
  decimal: ({ precision, scale }) => sized('numeric', precision, precision === null ? null : scale),
  float: ({ bits }) => (bits === 32 ? 'real' : 'double precision'),
  text: ({ length, bytes, fixed }) =>
    length === null || bytes || length > MAX_LENGTH
      ? 'text'
      : sized(fixed ? 'character' : 'character varying', length),
  binary: () => 'bytea',
  bits: ({ length }) => sized(length === null ? 'bit varying' : 'bit', length),
  time: moment,
  timestamp: moment,
  year: () => 'smallint',
  json: () => 'jsonb',
  boolean: () => 'boolean',
  date: () => 'date',
  interval: () => 'interval',
  uuid: () => 'uuid',
  xml: () => 'xml',
};

/** Types that an identity can have. */
const HELD_NUMBERS = /^(smallint|integer|bigint)$/;

/** The sequence of an identity or serial column. */
const ownSequence = (name: string, { table, literal }: Place): string =>
  `pg_get_serial_sequence(${literal(table)}, ${literal(name)})`;

/** Also one that belongs to no column, and stands in the default alone. */
function anySequence(name: string, place: Place): string {
  const { path, literal } = place;
  const [schema, table] = path.map(literal);
  return `coalesce(${ownSequence(name, place)}, (SELECT substring(column_default FROM '''(.+)''') FROM information_schema.columns WHERE table_schema = ${schema} AND table_name = ${table} AND column_name = ${literal(name)}))`;
}

/** A new sequence starts at 1, whatever the table holds: sets it to the largest value. */
const follow = (sequence: string, name: string, { table, quote }: Place): string =>
  `SELECT setval(${sequence}, coalesce((SELECT max(${quote(name)}) FROM ${table}), 0)::bigint + 1, false)`;

/** Changes the sequence of a column, whose name is known to the server only. */
function alterNumbers(name: string, change: string, place: Place): string[] {
  // A column that is yet to be numbered has no sequence.
  const block = `BEGIN EXECUTE coalesce('ALTER SEQUENCE ' || ${anySequence(name, place)} || ' ${change}', 'SELECT'); END`;
  return [run(block, place)];
}

const run = (block: string, { literal }: Pick<Place, 'literal'>): string =>
  `DO ${block.includes('$$') ? literal(block) : `$$${block}$$`}`;

/** The sequence of a serial column keeps its own type. */
const freeNumbers = ({ name, type }: WantedColumn, place: Place): string[] =>
  alterNumbers(name, `AS ${HELD_NUMBERS.test(type) ? type : 'bigint'} NO MAXVALUE`, place);

const dropTrigger: Writer<'drop trigger'> = ({ name, on }, { quote }) => [
  `DROP TRIGGER ${quote(name)} ON ${on.map(quote).join('.')}`,
];

/** DROP ROUTINE also drops aggregates, which are listed as functions. */
const dropRoutine = ({ routine }: { routine: NamedRoutine }, place: Place): string[] => [
  `DROP ROUTINE ${routineName(routine, place)}${routine.types ?? ''}`,
];

const switchRule = (
  { name, enabled }: { name: string; enabled: boolean },
  { table, quote }: Place,
): string[] => [`ALTER TABLE ${table} ${enabled ? 'ENABLE' : 'DISABLE'} RULE ${quote(name)}`];

/** A name that no other function has: others may call a function that is named like the trigger. */
function ownFunction(trigger: string, { path }: Place, body: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([path, trigger, body]))
    .digest('hex');
  // The server cuts names after 63 bytes.
  return `${Buffer.from(trigger).subarray(0, 48).toString().replaceAll('\uFFFD', '')}_${hash.slice(0, 8)}`;
}

/** Types that convert to and from others alike. */
const FAMILIES: readonly (readonly [name: string, of: RegExp])[] = [
  ['text', /^(text|character|citext|name)\b(?!.*\[\])/],
  ['number', /^(smallint|integer|bigint|numeric|real|double precision)\b(?!.*\[\])/],
  ['boolean', /^boolean$/],
  ['bytes', /^bytea$/],
  ['date', /^date$/],
  ['time', /^time(\(\d\))? without/],
  ['time of a zone', /^time(\(\d\))? with /],
  ['moment', /^timestamp(\(\d\))? without/],
  ['moment of a zone', /^timestamp(\(\d\))? with /],
  ['interval', /^interval\b(?!.*\[\])/],
  ['uuid', /^uuid$/],
  ['json', /^jsonb?$/],
  ['xml', /^xml$/],
  ['bits', /^bit\b(?!.*\[\])/],
  ['address', /^(inet|cidr)$/],
  ['array', /\[\]$/],
];
const familyOf = (type: string): string => FAMILIES.find(([, of]) => of.test(type))?.[0] ?? 'other';

const cast = (value: string, type: string): string => `${value}::${type}`;
/** A cast goes by the zone of whoever runs it; rows are compared in UTC. */
const inUtc = (value: string, type: string): string => cast(`(${value} AT TIME ZONE 'UTC')`, type);

/** Conversions that are more than a cast, which does not exist or gives other values. */
const WRITTEN: Readonly<Record<string, (value: string, type: string) => string>> = {
  'number to boolean': (value) => `${value} <> 0`,
  'boolean to number': (value, type) => cast(`${value}::integer`, type),
  // A cast reads backslashes, and writes all bytes as digits.
  'text to bytes': (value) => `convert_to(${value}, 'UTF8')`,
  'json to bytes': (value) => `convert_to(${value}::text, 'UTF8')`,
  'bytes to text': (value, type) => cast(`convert_from(${value}, 'UTF8')`, type),
  'bytes to json': (value, type) => cast(`convert_from(${value}, 'UTF8')`, type),
  'bytes to uuid': (value) => `encode(${value}, 'hex')::uuid`,
  'uuid to bytes': (value) => `uuid_send(${value})`,
  'date to moment of a zone': (value, type) => inUtc(`${value}::timestamp`, type),
  'moment to moment of a zone': inUtc,
  'moment of a zone to date': inUtc,
  'moment of a zone to moment': inUtc,
  'moment of a zone to time': inUtc,
  // A cast adds /32.
  'address to text': (value, type) => cast(`abbrev(${value})`, type),
  'array to json': (value, type) => cast(`to_jsonb(${value})`, type),
  'other to other': (value, type) => cast(`${value}::text`, type),
};
const CASTS: ReadonlySet<string> = new Set([
  'date to moment',
  'moment to date',
  'moment to time',
  'moment of a zone to time of a zone',
  'time to time of a zone',
  'time to interval',
  'time of a zone to time',
  'interval to time',
]);

/** The value of a column for a new type; null where the server has no conversion. */
function convert(value: string, was: string, type: string): string | null {
  const [from, to] = [familyOf(was), familyOf(type)];
  const written = WRITTEN[`${from} to ${to}`];
  if (written) return written(value, type);
  const isCast = from === to || from === 'text' || to === 'text' || CASTS.has(`${from} to ${to}`);
  return isCast ? cast(value, type) : null;
}

export const ddl = createDdl({
  quotes: ['"', '"'],
  computedHold: ['set type'],
  keysHoldPartitions: true,
  leadsToChecked: true,
  unkeyed: /^(json|xml)$/,
  asOne,
  // 2,704 bytes, and up to four of these for each character.
  mostIndexed: 600,
  types: TYPES,
  writers: {
    ...STANDARD,
    ...ALTER_COLUMN,
    ...DEFERRED,
    'create index': (change, place) =>
      STANDARD['create index'](change, { ...place, keepsOperators: true, keepsIncluded: true }),
    ...grantWriters({
      object: (on, place) =>
        on.kind === 'relation'
          ? `TABLE ${place.table}`
          : `${on.kind.toUpperCase()} ${routineName(on, place)}${on.types ?? ''}`,
      account: ({ grantee }, { quote }) => (grantee === null ? 'PUBLIC' : quote(grantee)),
    }),
    'create setter': ({ name, events, settings, instead }, place) => {
      const { path, table, quote, literal } = place;
      const lines = settings.map(({ column, value }) => `  NEW.${quote(column)} := ${value};`);
      const body = ['', 'BEGIN', ...lines, '  RETURN NEW;', 'END', ''].join('\n');
      const own = instead ? ownFunction(name, place, body) : name;
      const program = [path[0]!, own].map(quote).join('.');
      return [
        `CREATE FUNCTION ${program}() RETURNS trigger LANGUAGE plpgsql AS ${body.includes('$$') ? literal(body) : `$$${body}$$`}`,
        ...(instead ? dropTrigger(instead, place)! : []),
        `CREATE TRIGGER ${quote(name)} BEFORE ${events.join(' OR ').toUpperCase()} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${program}()`,
      ];
    },
    'create trigger': ({ trigger: { written, name: of }, schema, instead }, place) => {
      if (!written) return null;
      const { table, quote } = place;
      const { before, behind, calls, values, body } = written;
      const own = instead && body !== null ? ownFunction(of, place, body) : calls.name;
      const name = [calls.schema === null ? 'pg_catalog' : schema, own].map(quote).join('.');
      return [
        ...(body === null ? [] : [`CREATE FUNCTION ${name}(${body}`]),
        ...(instead ? dropTrigger(instead, place)! : []),
        `${before} ON ${table} ${behind} EXECUTE FUNCTION ${name}(${values}`,
      ];
    },
    'create routine': ({ instead, ...change }, place) => {
      const created = createRoutine(change, place)!;
      if (!instead?.alike) return [...(instead ? dropRoutine(instead, place) : []), ...created];
      return created.map((statement) => statement.replace('CREATE ', 'CREATE OR REPLACE '));
    },
    'create rule': ({ rule: { name, event, enabled, text } }, place) => [
      `CREATE OR REPLACE RULE ${place.quote(name)} AS ON ${event.toUpperCase()} TO ${place.table} ${text}`,
      ...(enabled ? [] : switchRule({ name, enabled }, place)),
    ],
    'switch rule': switchRule,
    'drop rule': ({ name }, { table, quote }) => [`DROP RULE ${quote(name)} ON ${table}`],
    'drop trigger': dropTrigger,
    'drop routine': dropRoutine,
    'create view': createKeptView,
    'create table': createTable({
      column: (column) => {
        if (column.generated !== null) return generatedSpec(column);
        return column.identity ? `${column.type} GENERATED BY DEFAULT AS IDENTITY` : specOf(column);
      },
      comments: STANDARD,
      defers: true,
    }),
    'create sequence': createSequence(),
    'set type': ({ column, was }, place) => {
      const { name, type, default: preset, identity } = column;
      const own = `ALTER COLUMN ${place.quote(name)}`;
      const value = convert(place.quote(name), was, type);
      if (value === null || (identity && !HELD_NUMBERS.test(type))) return null;
      // Without it, the column would get the database's.
      const sorted = column.collation ? ` COLLATE ${column.collation}` : '';
      const change = `${own} TYPE ${type}${sorted} USING ${value}`;
      // A default is only converted within a family of types.
      const isKept = preset === null || identity || familyOf(was) === familyOf(type);
      const changes = isKept
        ? [change]
        : [`${own} DROP DEFAULT`, change, `${own} SET DEFAULT ${preset}`];
      return [
        `ALTER TABLE ${place.table} ${changes.join(', ')}`,
        ...(identity ? freeNumbers(column, place) : []),
      ];
    },
    'set identity': ({ column: { name } }, place) => [
      `ALTER TABLE ${place.table} ALTER COLUMN ${place.quote(name)} DROP DEFAULT`,
      `ALTER TABLE ${place.table} ALTER COLUMN ${place.quote(name)} ADD GENERATED BY DEFAULT AS IDENTITY`,
      follow(ownSequence(name, place), name, place),
    ],
    'free numbers': ({ column }, place) => freeNumbers(column, place),
    'set numbering': ({ column: { name }, sets }, place) =>
      alterNumbers(
        name,
        'increment' in sets ? `INCREMENT BY ${sets.increment}` : sets.cycles ? 'CYCLE' : 'NO CYCLE',
        place,
      ),
    // The partitions have rows, each of its own.
    'set logged': ({ partitioned }, { table }) =>
      partitioned ? null : [`ALTER TABLE ${table} SET LOGGED`],
    'use schema': ({ to: { grantee } }, { path, quote }) => [
      `GRANT USAGE ON SCHEMA ${quote(path[0]!)} TO ${grantee === null ? 'PUBLIC' : quote(grantee)}`,
    ],
    // There is no IF NOT EXISTS for types.
    'create type': ({ create }, place) => [
      run(`BEGIN CREATE ${create}; EXCEPTION WHEN duplicate_object THEN NULL; END`, place),
    ],
    'fill view': (_, { table }) => [`REFRESH MATERIALIZED VIEW ${table}`],
    'set policies': setPolicies,
    'count nulls': countNulls,
    // Version 18 can enforce a foreign key later, which validates it, but no check.
    validate: ({ name, disabled }, { table, quote }) => {
      if (disabled === 'check') return null;
      const constraint = `CONSTRAINT ${quote(name)}`;
      return [
        `ALTER TABLE ${table} ${disabled ? `ALTER ${constraint} ENFORCED` : `VALIDATE ${constraint}`}`,
      ];
    },
    'enable key': reindex,
    'enable triggers': enableTriggers,
    'rebuild index': reindex,
    'switch trigger': ({ name, on, enabled }, { quote }) => [
      `ALTER TABLE ${on.map(quote).join('.')} ${enabled ? 'ENABLE' : 'DISABLE'} TRIGGER ${quote(name)}`,
    ],
    'alter sequence': alterSequence(),
    'move numbering': ({ column: { name } }, place) => [
      follow(anySequence(name, place), name, place),
    ],
    'take numbers': ({ column: { name } }, { table, quote }) => [
      `ALTER TABLE ${table} ALTER COLUMN ${quote(name)} SET GENERATED BY DEFAULT`,
    ],
    'replace view': ({ columns, query }, place) => [
      // CREATE OR REPLACE VIEW cannot change names and types of columns.
      `DROP VIEW ${place.table}`,
      `CREATE VIEW ${place.table} (${listOf(columns, place)}) AS\n${query}`,
    ],
  },
});
