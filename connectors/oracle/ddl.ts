import {
  type TypeNames,
  type ChangeOf,
  STANDARD,
  alterSequence,
  checkedAtOnce,
  cannot,
  createDdl,
  generatedSpec,
  needsFilling,
  sized,
  specOf,
} from '../core/ddl.ts';
import { grantWriters, routineName } from '../core/ddl-grants.ts';

/** Digits of the largest integer of so many bits. */
const digitsOf = (bits: number): number => Math.ceil(bits * Math.log10(2));

const TYPES: TypeNames = {
  boolean: () => 'NUMBER(1)',
  integer: ({ bits }) => (bits > 64 ? 'NUMBER' : sized('NUMBER', digitsOf(bits))),
  decimal: ({ precision, scale }) =>
    precision !== null && precision > 38
      ? null
      : sized('NUMBER', precision, precision === null ? null : scale),
  float: ({ bits }) => (bits === 32 ? 'BINARY_FLOAT' : 'BINARY_DOUBLE'),
  text: ({ length, fixed }) =>
    length === null || length > 4_000
      ? 'CLOB'
      : `${fixed && length <= 2_000 ? 'CHAR' : 'VARCHAR2'}(${length} CHAR)`,
  binary: ({ length }) => (length === null || length > 2_000 ? 'BLOB' : sized('RAW', length)),
  date: () => 'DATE',
  timestamp: ({ precision, zone }) =>
    `${sized('TIMESTAMP', Math.min(9, precision ?? 9))}${zone ? ' WITH TIME ZONE' : ''}`,
  year: () => 'NUMBER(4)',
  uuid: () => 'RAW(16)',
  json: () => 'CLOB',
  xml: () => 'XMLTYPE',
};

const GRANTS = grantWriters({
  object: (on, place) => (on.kind === 'relation' ? place.table : routineName(on, place)),
  account: ({ grantee }, { quote }) => (grantee === null ? 'PUBLIC' : quote(grantee)),
});
/** Only these are given for columns. */
const OF_COLUMNS = ['insert', 'update', 'references'];
const isOfColumns = ({ rights }: Pick<ChangeOf<'grant'>, 'rights'>): boolean =>
  rights.some(({ columns }) => columns !== null);

export const ddl = createDdl({
  quotes: ['"', '"'],
  capitals: true,
  types: TYPES,
  writers: {
    ...STANDARD,
    grant: (change, place) =>
      change.rights.every(({ right, columns }) => columns === null || OF_COLUMNS.includes(right))
        ? GRANTS.grant(change, place)
        : null,
    // A right is taken away from all columns at once, and with it the option to hand it on.
    revoke: (change, place) =>
      change.option || isOfColumns(change) ? null : GRANTS.revoke(change, place),
    'add column': ({ column }, { table, quote }) => {
      const spec =
        column.generated === null
          ? specOf(needsFilling(column) ? { ...column, nullable: true } : column)
          : generatedSpec(column).replace(/STORED$/, 'VIRTUAL');
      return [`ALTER TABLE ${table} ADD (${quote(column.name)} ${spec})`];
    },
    'set type': ({ column: { name, type } }, { table, quote }) => [
      `ALTER TABLE ${table} MODIFY (${quote(name)} ${type})`,
    ],
    'set nullable': ({ column: { name, nullable } }, { table, quote }) => [
      `ALTER TABLE ${table} MODIFY (${quote(name)} ${nullable ? 'NULL' : 'NOT NULL'})`,
    ],
    'set default': ({ column: { name, default: preset } }, { table, quote }) => [
      `ALTER TABLE ${table} MODIFY (${quote(name)} DEFAULT ${preset ?? 'NULL'})`,
    ],
    // A column that is there becomes none.
    'move numbering': cannot,
    'set identity': cannot,
    'switch trigger': ({ name, on, enabled }, { quote }) => [
      `ALTER TRIGGER ${[...on.slice(0, -1), name].map(quote).join('.')} ${enabled ? 'ENABLE' : 'DISABLE'}`,
    ],
    'alter sequence': alterSequence({ restart: 'RESTART START WITH', noCycle: 'NOCYCLE' }),
    validate: ({ name }, { table, quote }) => [
      `ALTER TABLE ${table} MODIFY CONSTRAINT ${quote(name)} ENABLE VALIDATE`,
    ],
    'add foreign key': (change, place) => {
      const { onUpdate, onDelete } = change;
      const isKnown = ['no action', 'restrict'].includes(onUpdate) && onDelete !== 'set default';
      if (!isKnown) return null;
      const plain = onDelete === 'restrict' ? 'no action' : onDelete;
      return STANDARD['add foreign key'](
        {
          ...checkedAtOnce(change),
          deferrable: change.deferrable,
          onUpdate: 'no action',
          onDelete: plain,
        },
        place,
      );
    },
    'create index': (change, place) =>
      change.where === null ? STANDARD['create index'](change, place) : null,
  },
});
