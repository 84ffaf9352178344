import {
  type TypeNames,
  type ChangeOf,
  type Place,
  STANDARD,
  alterSequence,
  checkedAtOnce,
  cannot,
  createDdl,
  indexStatement,
  integerFor,
  listOf,
  partsOf,
  needsFilling,
  sized,
  specOf,
} from '../core/ddl/ddl.ts';
import { createSequence, createTable, createView } from '../core/ddl/ddl-create.ts';
import { grantWriters, routineName } from '../core/ddl/ddl-grants.ts';

const SIZES = [
  [16, 'smallint'],
  [32, 'int'],
  [64, 'bigint'],
] as const;

const TYPES: TypeNames = {
  boolean: () => 'bit',
  integer: (type) => {
    if (type.unsigned && type.bits === 8) return 'tinyint';
    return integerFor(type, SIZES) ?? (type.bits > 64 ? null : 'decimal(20,0)');
  },
  decimal: ({ precision, scale }) =>
    precision === null || precision > 38 ? null : sized('decimal', precision, scale),
  float: ({ bits }) => (bits === 32 ? 'real' : 'float'),
  text: ({ length, fixed }) =>
    length === null || length > 4_000
      ? 'nvarchar(max)'
      : sized(fixed ? 'nchar' : 'nvarchar', length),
  binary: ({ length, fixed }) =>
    length === null || length > 8_000
      ? 'varbinary(max)'
      : sized(fixed ? 'binary' : 'varbinary', length),
  time: ({ precision, zone }) => (zone ? null : sized('time', Math.min(7, precision ?? 7))),
  timestamp: ({ precision, zone }) =>
    sized(zone ? 'datetimeoffset' : 'datetime2', Math.min(7, precision ?? 7)),
  year: () => 'smallint',
  uuid: () => 'uniqueidentifier',
  json: () => 'nvarchar(max)',
  date: () => 'date',
  xml: () => 'xml',
};

/** ALTER COLUMN always states both the type and NULL. */
const alterColumn = (
  { column: { name, type, nullable } }: ChangeOf<'set type' | 'set nullable'>,
  { table, quote }: Place,
): string[] => [
  `ALTER TABLE ${table} ALTER COLUMN ${quote(name)} ${type} ${nullable ? 'NULL' : 'NOT NULL'}`,
];

/** A key has the name of its index. */
const rebuild = ({ name }: { name: string }, { table, quote }: Place): string[] => [
  `ALTER INDEX ${quote(name)} ON ${table} REBUILD`,
];

const GRANTS = grantWriters({
  object: (on, place) => `OBJECT::${on.kind === 'relation' ? place.table : routineName(on, place)}`,
  account: ({ grantee }, { quote }) => quote(grantee ?? 'public'),
  cascade: ' CASCADE',
});
/** A function that returns rows needs SELECT, not EXECUTE. */
const asRows = <C extends ChangeOf<'grant'> | ChangeOf<'revoke'>>(change: C): C =>
  change.on.kind === 'relation' || !change.on.givesRows
    ? change
    : {
        ...change,
        rights: change.rights.map((one) =>
          one.right === 'execute' ? { ...one, right: 'select' } : one,
        ),
      };

export const ddl = createDdl({
  quotes: ['[', ']'],
  // Error 4922: one statement sets both.
  computedHold: ['set type', 'set nullable'],
  keysHoldPartitions: true,
  // Errors 1778 and 1753: not the same type, or length, or decimal places.
  keyEnd: (type) => type.toLowerCase().replace(/^numeric/, 'decimal'),
  unkeyed: /\(max\)|^xml$/,
  types: TYPES,
  writers: {
    ...STANDARD,
    grant: (change, place) => GRANTS.grant(asRows(change), place),
    revoke: (change, place) => GRANTS.revoke(asRows(change), place),
    'create table': createTable({
      column: ({ generated, ...column }) => {
        if (generated !== null) return `AS (${generated}) PERSISTED`;
        return column.identity
          ? `${column.type} IDENTITY(1,1)`
          : specOf({ ...column, generated: null });
      },
      comments: null,
    }),
    'create sequence': createSequence(),
    'create view': (change, place) =>
      createView(change, place)?.map((view) => `EXEC (N${place.literal(view)})`) ?? null,
    'add column': ({ column }, { table, quote }) => [
      column.generated === null
        ? `ALTER TABLE ${table} ADD ${quote(column.name)} ${specOf(needsFilling(column) ? { ...column, nullable: true } : column)}`
        : `ALTER TABLE ${table} ADD ${quote(column.name)} AS (${column.generated}) PERSISTED`,
    ],
    'set type': alterColumn,
    'set nullable': alterColumn,
    // A default is a constraint with a generated name.
    'set default': ({ column: { name, default: preset }, former }, { table, quote }) =>
      former !== null || preset === null
        ? null
        : [`ALTER TABLE ${table} ADD DEFAULT ${preset} FOR ${quote(name)}`],
    'create trigger': cannot,
    'create setter': cannot,
    'create routine': cannot,
    'drop column': (change, place) =>
      change.hasDefault ? null : STANDARD['drop column'](change, place),
    'take numbers': cannot,
    'free numbers': cannot,
    'move numbering': (_change, { table, literal }) => [
      `DBCC CHECKIDENT (N${literal(table)}, RESEED)`,
    ],
    'set identity': cannot,
    'switch trigger': ({ name, on, enabled }, { quote }) => [
      `${enabled ? 'ENABLE' : 'DISABLE'} TRIGGER ${quote(name)} ON ${on.map(quote).join('.')}`,
    ],
    'alter sequence': alterSequence(),
    'comment on column': cannot,
    'comment on table': cannot,
    'add foreign key': (change, place) => {
      const plain = (action: typeof change.onUpdate) =>
        action === 'restrict' ? 'no action' : action;
      const { onUpdate, onDelete } = change;
      const [added = ''] = STANDARD['add foreign key'](
        { ...checkedAtOnce(change), onUpdate: plain(onUpdate), onDelete: plain(onDelete) },
        place,
      );
      return [change.notForReplication ? `${added} NOT FOR REPLICATION` : added];
    },
    'add check': ({ notForReplication, ...check }, place) =>
      STANDARD['add check'](check, place).map((added) =>
        notForReplication ? added.replace(' CHECK (', ' CHECK NOT FOR REPLICATION (') : added,
      ),
    'create index': (change, place) =>
      change.parts.some(({ column }) => column === null)
        ? null
        : STANDARD['create index'](change, { ...place, keepsIncluded: true }),
    validate: ({ name }, { table, quote }) => [
      `ALTER TABLE ${table} WITH CHECK CHECK CONSTRAINT ${quote(name)}`,
    ],
    // One NULL alone is taken, but for rows that the index leaves out.
    'count nulls': ({ name, columns, include, isIndex, areEqual, nullable }, place) => {
      const index = { name, include, parts: partsOf(columns) };
      const where = nullable.map((column) => `${place.quote(column)} IS NOT NULL`).join(' AND ');
      const created = indexStatement(
        'UNIQUE ',
        { ...index, where: areEqual ? null : where },
        { ...place, keepsIncluded: true },
      );
      return isIndex
        ? [`${created} WITH (DROP_EXISTING = ON)`]
        : [
            // Without it, which `sqlcmd` is by default, an index with a condition is refused after the key is gone.
            'SET QUOTED_IDENTIFIER ON',
            `ALTER TABLE ${place.table} DROP CONSTRAINT ${place.quote(name)}`,
            created,
          ];
    },
    'enable key': rebuild,
    'rebuild index': rebuild,
    'drop index': ({ name }, { table, quote }) => [`DROP INDEX ${quote(name)} ON ${table}`],
    // ALTER VIEW must be the only statement of its batch.
    'replace view': ({ columns, query }, place) => [
      `EXEC (N${place.literal(`ALTER VIEW ${place.table} (${listOf(columns, place)}) AS\n${query}`)})`,
    ],
  },
});
