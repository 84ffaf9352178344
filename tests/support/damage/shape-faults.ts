import type { Fault } from './fault.ts';
import type { Column, Name, Shape } from './shapes.ts';

/** Engines that can be told so. */
const SERVERS: readonly Name[] = ['mariadb', 'postgresql'];
const POSTGRES: readonly Name[] = ['postgresql'];

const column =
  (name: string, change: Partial<Column>) =>
  ({ columns }: Shape): void => {
    columns[name] = { ...columns[name]!, ...change };
  };
const without = (part: 'constraints' | 'indexes' | 'triggers', name: string) => (shape: Shape) =>
  void delete shape[part][name];
const constraint = (name: string, text: string) => (shape: Shape) =>
  void (shape.constraints[name] = text);
/** Without the foreign key; its index stays. */
const withoutKey = (shape: Shape): void => {
  delete shape.constraints['fk'];
  shape.indexes['fk'] = { unique: false, columns: 'parent_id' };
};
/** SQLite, from where MariaDB's are moved, declares no such sizes: what is lost there the rows tell. */
const ofSized = (finding: string) => (to: Name) => (to === 'mariadb' ? [] : [finding]);
const FK = 'FOREIGN KEY (parent_id) REFERENCES';

const COLUMNS: Fault[] = [
  {
    name: 'column_lost',
    shape: ({ columns }) => void delete columns['clock'],
    findings: ['column.missing clock'],
  },
  {
    name: 'column_added',
    verdict: 'partly_compared',
    shape: ({ columns }) =>
      void (columns['loaded_by'] = { kind: 'label', required: true, default: "'x'" }),
    // It takes new rows as they are; that it was not compared is said.
    findings: [],
  },
  {
    name: 'shorter_text',
    verdict: 'warned',
    shape: column('label', { type: 'varchar(40)' }),
    findings: ['type.length label'],
  },
  {
    name: 'padding_kept',
    shape: column('code', { type: 'varchar(8)' }),
    rows: (rows) => rows.map((row) => ({ ...row, code: row['code']!.padEnd(8) })),
    differ: 40,
    causes: ['blanks code'],
  },
  {
    name: 'narrower_number',
    shape: column('small', {
      type: { mariadb: 'tinyint', postgresql: 'smallint', sqlite: 'TINYINT' },
    }),
    rows: (rows) => rows.map((row) => ({ ...row, small: '1' })),
    on: ['mariadb'],
    differ: 40,
    findings: ofSized('type.range small'),
  },
  {
    name: 'narrower_big',
    shape: column('hits', { type: { mariadb: 'int', postgresql: 'integer', sqlite: 'INT' } }),
    rows: (rows) => rows.map((row) => ({ ...row, hits: '1' })),
    on: SERVERS,
    differ: 40,
    findings: ofSized('type.range hits'),
  },
  {
    name: 'fewer_decimals',
    shape: column('amount', { type: 'decimal(12,2)' }),
    rows: (rows) => rows.map((row) => ({ ...row, amount: Number(row['amount']).toFixed(2) })),
    on: SERVERS,
    differ: 38,
    findings: ['type.scale amount'],
    causes: ['rounded amount'],
  },
  {
    name: 'fewer_digits_of_seconds',
    shape: column('moment', {
      type: { mariadb: 'datetime', postgresql: 'timestamp(0)', sqlite: 'DATETIME' },
    }),
    rows: (rows) => rows.map((row) => ({ ...row, moment: row['moment']!.slice(0, 19) })),
    on: SERVERS,
    differ: 40,
    findings: ofSized('type.precision moment'),
    causes: ['fraction moment'],
  },
  {
    name: 'moment_as_day',
    shape: column('moment', { type: 'date' }),
    rows: (rows) => rows.map((row) => ({ ...row, moment: row['moment']!.slice(0, 10) })),
    on: SERVERS,
    differ: 40,
    findings: ['type.kind moment'],
  },
  {
    name: 'number_as_text',
    shape: column('big', { type: 'varchar(30)' }),
    on: POSTGRES,
    findings: ['type.kind big'],
  },
  {
    name: 'double_as_real',
    verdict: 'warned',
    shape: column('ratio', { type: { mariadb: 'float', postgresql: 'real', sqlite: 'REAL' } }),
    on: SERVERS,
    findings: ['type.rounding ratio'],
  },
  {
    name: 'null_refused',
    verdict: 'warned',
    shape: column('small', { required: true }),
    findings: ['column.nullable small'],
  },
  {
    name: 'null_let_in',
    verdict: 'warned',
    shape: column('day', { required: false }),
    findings: ['column.nullable day'],
  },
  {
    name: 'default_lost',
    verdict: 'warned',
    shape: ({ columns }) => void delete columns['label']!.default,
    findings: ['column.default label'],
  },
  {
    name: 'default_added',
    verdict: 'warned',
    shape: column('small', { default: '7' }),
    findings: ['column.default small'],
  },
  {
    name: 'other_default',
    verdict: 'warned',
    shape: column('label', { default: "'None'" }),
    findings: ['column.default label'],
  },
  {
    name: 'turned_default',
    verdict: 'warned',
    shape: column('flag', { default: { mariadb: '0', postgresql: 'false', sqlite: 'false' } }),
    findings: ['column.default flag'],
  },
  {
    name: 'time_of_default_lost',
    verdict: 'warned',
    shape: ({ columns }) => void delete columns['moment']!.default,
    findings: ['column.default moment'],
  },
  {
    name: 'numbering_lost',
    // SQLite, from where MariaDB's are moved, numbers each integer key: nobody knows whether programs rely on it.
    verdict: (to) => (to === 'mariadb' ? 'warned' : 'different'),
    shape: column('id', { numbered: false, required: true }),
    on: SERVERS,
    findings: ['column.identity id'],
  },
  {
    name: 'numbers_begin_anew',
    after: ["SELECT setval(pg_get_serial_sequence('{t}', 'id'), 1, false)"],
    on: POSTGRES,
    findings: ['numbering.behind id'],
  },
  {
    name: 'numbers_nearly_begin_anew',
    after: ["SELECT setval(pg_get_serial_sequence('{t}', 'id'), 40, false)"],
    on: POSTGRES,
    findings: ['numbering.behind id'],
  },
  {
    name: 'no_longer_computed',
    verdict: 'warned',
    shape: ({ columns }) => void (columns['twice'] = { kind: 'big' }),
    rows: (rows) => rows.map((row) => ({ ...row, twice: String(Number(row['small']) * 2) })),
    findings: ['column.generated twice'],
  },
  {
    name: 'computed_otherwise',
    shape: column('twice', { generated: 'small + 2' }),
    findings: ['column.generated twice'],
    differ: 40,
  },
  {
    name: 'case_does_not_count',
    verdict: 'warned',
    shape: column('code', { type: 'char(8) COLLATE utf8mb4_general_ci' }),
    on: ['mariadb'],
    findings: ['column.case code'],
  },
];

const KEYS: Fault[] = [
  {
    name: 'key_lost',
    shape: (it) => {
      it.key = null;
      column('id', { numbered: false, required: true })(it);
    },
    on: SERVERS,
    findings: ['column.identity id', 'primaryKey.missing null'],
  },
  {
    name: 'wider_key',
    shape: (it) => void (it.key = ['id', 'code']),
    on: SERVERS,
    findings: ['primaryKey.different null'],
  },
  { name: 'unique_lost', shape: without('constraints', 'un'), findings: ['uniqueKey.missing un'] },
  {
    name: 'unique_of_more',
    shape: constraint('un', 'UNIQUE (code, label)'),
    findings: ['uniqueKey.missing un'],
  },
  {
    name: 'unique_added',
    verdict: 'warned',
    shape: constraint('un2', 'UNIQUE (moment)'),
    findings: ['uniqueKey.extra un2'],
  },
  {
    name: 'nulls_are_equal',
    verdict: 'proven',
    shape: constraint('un', 'UNIQUE NULLS NOT DISTINCT (code)'),
    on: POSTGRES,
    // The column takes no NULL: nothing is lost.
    findings: [],
  },
  {
    name: 'index_lost',
    verdict: 'warned',
    shape: without('indexes', 'ix'),
    findings: ['index.missing ix'],
  },
  {
    name: 'index_turned',
    verdict: 'warned',
    shape: ({ indexes }) => void (indexes['ix'] = { unique: false, columns: 'day, label' }),
    findings: ['index.different ix'],
  },
  {
    name: 'index_is_unique',
    verdict: 'warned',
    shape: ({ indexes }) => void (indexes['ix'] = { unique: true, columns: 'label, day' }),
    findings: ['index.missing ix', 'uniqueKey.extra ix'],
  },
  {
    name: 'index_of_some_rows',
    verdict: 'warned',
    shape: ({ indexes }) =>
      void (indexes['ix'] = { unique: false, columns: 'label, day) WHERE (small > 0' }),
    on: ['postgresql', 'sqlite'],
    findings: ['index.different ix'],
  },
  {
    name: 'foreign_key_lost',
    shape: withoutKey,
    findings: ['foreignKey.missing fk'],
  },
  {
    name: 'foreign_key_restricts',
    verdict: 'warned',
    shape: constraint('fk', `${FK} parents (id)`),
    findings: ['foreignKey.action fk'],
  },
  {
    name: 'foreign_key_sets_null',
    verdict: 'warned',
    shape: constraint('fk', `${FK} parents (id) ON DELETE SET NULL`),
    findings: ['foreignKey.action fk'],
  },
  {
    name: 'foreign_key_elsewhere',
    shape: constraint('fk', `${FK} other_parents (id) ON DELETE CASCADE`),
    findings: ['foreignKey.elsewhere fk'],
  },
  {
    name: 'foreign_key_unchecked',
    verdict: 'warned',
    shape: withoutKey,
    after: [`ALTER TABLE {t} ADD CONSTRAINT {t}_fk ${FK} parents (id) ON DELETE CASCADE NOT VALID`],
    on: POSTGRES,
    findings: ['foreignKey.unchecked fk'],
  },
  {
    name: 'foreign_key_waits',
    verdict: 'warned',
    shape: constraint('fk', `${FK} parents (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`),
    on: POSTGRES,
    findings: ['foreignKey.deferrable fk'],
  },
  {
    name: 'check_lost',
    verdict: 'warned',
    shape: without('constraints', 'ck'),
    findings: ['check.missing ck'],
  },
  {
    name: 'check_without_the_limit',
    verdict: 'warned',
    shape: constraint('ck', "CHECK (amount > -90000 AND label <> '')"),
    findings: ['check.different ck'],
  },
  {
    name: 'check_of_either',
    verdict: 'warned',
    shape: constraint('ck', "CHECK (amount >= -90000 OR label <> '')"),
    findings: ['check.different ck'],
  },
  {
    name: 'check_of_half',
    verdict: 'warned',
    shape: constraint('ck', 'CHECK (amount >= -90000)'),
    findings: ['check.different ck'],
  },
  {
    name: 'check_of_another_text',
    verdict: 'warned',
    shape: constraint('ck', "CHECK (amount >= -90000 AND label <> ' ')"),
    findings: ['check.different ck'],
  },
  {
    name: 'check_unchecked',
    verdict: 'warned',
    shape: without('constraints', 'ck'),
    after: [
      "ALTER TABLE {t} ADD CONSTRAINT {t}_ck CHECK (amount >= -90000 AND label <> '') NOT VALID",
    ],
    on: POSTGRES,
    findings: ['check.unchecked ck'],
  },
];

const LOG = 'INSERT INTO log_of_all VALUES (NEW.id)';
const STORAGE: Fault[] = [
  { name: 'trigger_lost', shape: without('triggers', 'log'), findings: ['trigger.missing log'] },
  {
    name: 'trigger_on_update',
    shape: ({ triggers }) => void (triggers['log'] = { when: 'AFTER UPDATE', does: LOG }),
    findings: ['trigger.events log'],
  },
  {
    name: 'trigger_before',
    verdict: 'warned',
    shape: ({ triggers }) => void (triggers['log'] = { when: 'BEFORE INSERT', does: LOG }),
    findings: ['trigger.timing log'],
  },
  {
    name: 'trigger_added',
    verdict: 'warned',
    shape: ({ triggers }) =>
      void (triggers['too'] = {
        when: 'AFTER DELETE',
        does: 'DELETE FROM log_of_all WHERE id = OLD.id',
      }),
    findings: ['trigger.extra too'],
  },
  {
    name: 'trigger_off',
    after: ['ALTER TABLE {t} DISABLE TRIGGER USER'],
    on: POSTGRES,
    findings: ['trigger.disabled log'],
  },
  {
    name: 'unlogged',
    after: ['ALTER TABLE {t} SET UNLOGGED'],
    on: POSTGRES,
    shape: withoutKey,
    findings: ['foreignKey.missing fk', 'object.unlogged null'],
  },
];

export const SHAPE_FAULTS = [...COLUMNS, ...KEYS, ...STORAGE];

/** What looks like a fault, and loses nothing. */
export const HARMLESS: Fault[] = [
  { name: 'padding_removed', shape: column('code', { type: 'varchar(8)' }) },
];
