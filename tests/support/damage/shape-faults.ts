import type { Fault } from './fault.ts';
import type { Column, Name, Shape } from './shapes.ts';

/** Engines that have it. */
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
  {
    name: 'case_of_a_file_does_not_count',
    verdict: 'warned',
    shape: column('code', { type: 'CHAR(8) COLLATE NOCASE' }),
    on: ['sqlite'],
    findings: ['column.case code'],
  },
  {
    name: 'default_of_whole_seconds',
    verdict: 'warned',
    shape: column('moment', { default: 'CURRENT_TIMESTAMP(0)' }),
    on: POSTGRES,
    findings: ['column.defaultUnclear moment'],
  },
  {
    name: 'default_in_another_case',
    verdict: 'warned',
    shape: column('label', { default: "'NONE'" }),
    findings: ['column.default label'],
  },
  {
    name: 'default_with_a_blank',
    verdict: 'warned',
    shape: column('label', { default: "'none '" }),
    findings: ['column.default label'],
  },
  {
    name: 'default_of_one_tenth',
    verdict: 'warned',
    shape: column('amount', { default: '0.1' }),
    findings: ['column.default amount'],
  },
  {
    name: 'null_is_computed_as_zero',
    verdict: 'warned',
    shape: column('twice', { generated: 'coalesce(small, 0) * 2' }),
    findings: ['column.generated twice'],
  },
  {
    name: 'computed_of_another_limit',
    both: column('twice', { generated: 'CASE WHEN small > 30000 THEN 1 ELSE 0 END' }),
    verdict: 'warned',
    shape: column('twice', { generated: 'CASE WHEN small > 31000 THEN 1 ELSE 0 END' }),
    findings: ['column.generated twice'],
  },
  {
    name: 'numbers_in_steps_of_ten',
    verdict: 'warned',
    after: ['ALTER TABLE {t} ALTER id SET INCREMENT BY 10'],
    on: POSTGRES,
    findings: ['numbering.step id'],
  },
  {
    name: 'numbers_end_soon',
    verdict: 'warned',
    after: ['ALTER TABLE {t} ALTER id SET MAXVALUE 100'],
    on: POSTGRES,
    findings: ['numbering.end id'],
  },
  {
    name: 'numbers_of_its_own_refused',
    verdict: 'warned',
    after: ['ALTER TABLE {t} ALTER COLUMN id SET GENERATED ALWAYS'],
    on: POSTGRES,
    findings: ['numbering.always id'],
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
    findings: ['uniqueKey.extra ix'],
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
    shape: constraint('ck', "CHECK (amount >= -90000 AND label <> '-')"),
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
  {
    name: 'check_of_null_besides',
    verdict: 'warned',
    shape: constraint('ck', "CHECK (amount >= -90000 AND label <> '' OR small IS NULL)"),
    findings: ['check.different ck'],
  },
  {
    name: 'check_of_one_more',
    both: constraint('ck2', 'CHECK (small BETWEEN -10000 AND 30000)'),
    verdict: 'warned',
    shape: constraint('ck2', 'CHECK (small BETWEEN -10000 AND 30001)'),
    findings: ['check.different ck2'],
  },
  {
    name: 'check_of_a_longer_list',
    both: constraint('ck2', "CHECK (label NOT IN ('a', 'b'))"),
    verdict: 'warned',
    shape: constraint('ck2', "CHECK (label NOT IN ('a', 'b', 'c'))"),
    findings: ['check.different ck2'],
  },
  {
    name: 'check_of_another_column',
    both: constraint('ck2', 'CHECK (small < 40000)'),
    verdict: 'warned',
    shape: constraint('ck2', 'CHECK (ratio < 40000)'),
    findings: ['check.different ck2'],
  },
  {
    name: 'unique_index_no_longer',
    both: ({ indexes }) => void (indexes['ux'] = { unique: true, columns: 'moment' }),
    shape: ({ indexes }) => void (indexes['ux'] = { unique: false, columns: 'moment' }),
    findings: ['uniqueKey.missing ux'],
  },
  {
    name: 'unique_of_some_rows',
    shape: ({ constraints, indexes }) => {
      delete constraints['un'];
      indexes['un'] = { unique: true, columns: 'code) WHERE (small > 0' };
    },
    on: ['postgresql', 'sqlite'],
    findings: ['uniqueKey.missing un'],
  },
  {
    name: 'index_of_another_expression',
    both: ({ indexes }) => void (indexes['ex'] = { unique: false, columns: 'lower(label)' }),
    verdict: 'warned',
    shape: ({ indexes }) => void (indexes['ex'] = { unique: false, columns: 'upper(label)' }),
    on: ['sqlite'],
    findings: ['index.different ex'],
  },
  {
    name: 'index_of_more_rows',
    both: ({ indexes }) =>
      void (indexes['ex'] = { unique: false, columns: 'day) WHERE (small > 0' }),
    verdict: 'warned',
    shape: ({ indexes }) =>
      void (indexes['ex'] = { unique: false, columns: 'day) WHERE (small >= 0' }),
    on: ['sqlite'],
    findings: ['index.different ex'],
  },
  {
    name: 'update_of_a_parent_not_followed',
    both: constraint('fk', `${FK} parents (id) ON DELETE CASCADE ON UPDATE CASCADE`),
    verdict: 'warned',
    shape: constraint('fk', `${FK} parents (id) ON DELETE CASCADE`),
    findings: ['foreignKey.action fk'],
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
    findings: ['trigger.text log', 'trigger.timing log'],
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
    name: 'trigger_of_some_rows',
    verdict: 'warned',
    after: [
      'DROP TRIGGER {t}_log ON {t}',
      'CREATE TRIGGER {t}_log AFTER INSERT ON {t} FOR EACH ROW WHEN (NEW.id > 1000) EXECUTE FUNCTION {t}_log_does()',
    ],
    on: POSTGRES,
    findings: ['trigger.condition log', 'trigger.text log'],
  },
  {
    name: 'trigger_of_statements',
    verdict: 'warned',
    after: [
      'DROP TRIGGER {t}_log ON {t}',
      'CREATE TRIGGER {t}_log AFTER INSERT ON {t} FOR EACH STATEMENT EXECUTE FUNCTION {t}_log_does()',
    ],
    on: POSTGRES,
    findings: ['trigger.level log', 'trigger.text log'],
  },
  {
    name: 'trigger_also_on_update',
    verdict: 'warned',
    after: [
      'DROP TRIGGER {t}_log ON {t}',
      'CREATE TRIGGER {t}_log AFTER INSERT OR UPDATE ON {t} FOR EACH ROW EXECUTE FUNCTION {t}_log_does()',
    ],
    on: POSTGRES,
    findings: ['trigger.events log'],
  },
  {
    name: 'trigger_writes_something_else',
    verdict: 'warned',
    shape: ({ triggers }) =>
      void (triggers['log'] = {
        when: 'AFTER INSERT',
        does: 'INSERT INTO log_of_all VALUES (NEW.id + 1)',
      }),
    findings: ['trigger.text log'],
  },
  {
    name: 'rows_hidden_by_a_policy',
    verdict: 'warned',
    after: ['ALTER TABLE {t} ENABLE ROW LEVEL SECURITY'],
    on: POSTGRES,
    findings: ['object.policies null'],
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
  {
    name: 'index_goes_down',
    shape: ({ indexes }) => void (indexes['ix'] = { unique: false, columns: 'label DESC, day' }),
  },
  { name: 'padding_removed', shape: column('code', { type: 'varchar(8)' }) },
  {
    name: 'json_keys_turned',
    rows: (rows) =>
      rows.map((row) => {
        const { a, b, c } = JSON.parse(row['doc']!) as Record<string, unknown>;
        return { ...row, doc: JSON.stringify({ c, b, a }) };
      }),
  },
  {
    name: 'check_written_otherwise',
    shape: constraint('ck', "CHECK (NOT (label = '' OR amount < -90000.00))"),
  },
  {
    name: 'computed_written_otherwise',
    both: column('twice', {
      generated: 'CASE WHEN small > 0 THEN 1 ELSE CASE WHEN small < 0 THEN 2 ELSE 3 END END',
    }),
    shape: column('twice', {
      generated: 'CASE WHEN 0 < small THEN 1 WHEN small < 0 THEN 2 ELSE 3 END',
    }),
  },
];
