import type { OnPostgres } from './on-postgres.ts';

const POLICIES = 'object.policies itself warning';
const TRIGGER = 'trigger.text log_orders warning';

interface Fault {
  does: (made: OnPostgres) => string[];
  finds: string[];
  /** What no program can tell of program texts of two engines, of every moved shop that has them. */
  untold: string[];
}
const fault = (does: string | string[] | Fault['does'], ...finds: string[]): Fault => ({
  does: typeof does === 'function' ? does : () => [does].flat(),
  finds,
  untold: [POLICIES, TRIGGER],
});

const KEY = 'FOREIGN KEY (parent_id) REFERENCES';
/** What was damaged on the way to PostgreSQL, and what is to be found then. */
export const FAULTS: Record<string, Fault> = {
  nothing: fault([]),
  'a trigger is gone': {
    ...fault('DROP TRIGGER log_orders ON orders', 'trigger.missing log_orders error'),
    untold: [POLICIES],
  },
  'a trigger is switched off': fault(
    'ALTER TABLE orders DISABLE TRIGGER log_orders',
    'trigger.disabled log_orders error',
  ),
  'a trigger acts on another event': fault(
    [
      'DROP TRIGGER log_orders ON orders',
      'CREATE TRIGGER log_orders AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION log_orders()',
    ],
    'trigger.events log_orders error',
  ),
  'a foreign key is gone': fault(
    'ALTER TABLE orders DROP CONSTRAINT fk_parent',
    'foreignKey.missing fk_parent error',
  ),
  'a foreign key is not validated': fault(
    [
      'ALTER TABLE orders DROP CONSTRAINT fk_parent',
      `ALTER TABLE orders ADD CONSTRAINT fk_parent ${KEY} parents (id) ON DELETE CASCADE NOT VALID`,
    ],
    'foreignKey.unchecked fk_parent warning',
  ),
  'a foreign key leads elsewhere': fault(
    [
      'ALTER TABLE orders DROP CONSTRAINT fk_parent',
      'INSERT INTO accounts VALUES (1)',
      `ALTER TABLE orders ADD CONSTRAINT fk_parent ${KEY} accounts (id) ON DELETE CASCADE`,
    ],
    'foreignKey.elsewhere fk_parent error',
  ),
  'a foreign key no longer cascades': fault(
    [
      'ALTER TABLE orders DROP CONSTRAINT fk_parent',
      `ALTER TABLE orders ADD CONSTRAINT fk_parent ${KEY} parents (id)`,
    ],
    'foreignKey.action fk_parent warning',
  ),
  'a foreign key waits': fault(
    'ALTER TABLE orders ALTER CONSTRAINT fk_parent DEFERRABLE INITIALLY DEFERRED',
    'foreignKey.deferrable fk_parent warning',
  ),
  'a foreign key is not checked by triggers': fault(
    'ALTER TABLE orders DISABLE TRIGGER ALL',
    'foreignKey.disabled fk_parent error',
    'trigger.disabled log_orders error',
  ),
  'a check is gone': fault(
    'ALTER TABLE orders DROP CONSTRAINT ck_amount',
    'check.missing ck_amount warning',
  ),
  'a check is not validated': fault(
    [
      'ALTER TABLE orders DROP CONSTRAINT ck_amount',
      'ALTER TABLE orders ADD CONSTRAINT ck_amount CHECK (amount >= 0 AND amount < 1000000) NOT VALID',
    ],
    'check.unchecked ck_amount warning',
  ),
  'a check allows less': fault(
    [
      'ALTER TABLE orders DROP CONSTRAINT ck_status',
      "ALTER TABLE orders ADD CONSTRAINT ck_status CHECK (status = 'paid')",
    ],
    'check.different ck_status warning',
  ),
  'a check is off by one': fault(
    [
      'ALTER TABLE orders DROP CONSTRAINT ck_amount',
      'ALTER TABLE orders ADD CONSTRAINT ck_amount CHECK (amount >= 0 AND amount <= 1000000)',
    ],
    'check.different ck_amount warning',
  ),
  'the next number was given already': fault(
    'ALTER TABLE orders ALTER id RESTART WITH 3',
    'numbering.behind id error',
  ),
  'no numbers are given': fault(
    'ALTER TABLE orders ALTER id DROP IDENTITY',
    'column.identity id error',
  ),
  'an index is gone': fault('DROP INDEX by_parent', 'index.missing by_parent warning'),
  'an index has another order': fault(
    ['DROP INDEX by_parent', 'CREATE INDEX by_parent ON orders (placed, parent_id)'],
    'index.different by_parent warning',
  ),
  'an index is of something else': fault(
    ['DROP INDEX open_ones', 'CREATE INDEX open_ones ON orders (placed, lower(note))'],
    'index.different open_ones warning',
  ),
  'an index is of other rows': fault(
    ['DROP INDEX open_ones', 'CREATE INDEX open_ones ON orders (placed) WHERE NOT is_open'],
    'index.different open_ones warning',
  ),
  'a default is another one': fault(
    "ALTER TABLE orders ALTER status SET DEFAULT 'paid'",
    'column.default status warning',
  ),
  'a default is another number': fault(
    'ALTER TABLE orders ALTER parent_id SET DEFAULT 2',
    'column.default parent_id warning',
  ),
  'a default is another truth': fault(
    'ALTER TABLE orders ALTER is_open SET DEFAULT false',
    'column.default is_open warning',
  ),
  'the default of a moment is gone': fault(
    'ALTER TABLE orders ALTER placed DROP DEFAULT',
    'column.default placed warning',
  ),
  'the default of a token is gone': fault(
    'ALTER TABLE orders ALTER token DROP DEFAULT',
    'column.default token warning',
  ),
  'a column takes NULL': fault(
    'ALTER TABLE orders ALTER amount DROP NOT NULL',
    'column.nullable amount warning',
  ),
  'a column takes no NULL': fault(
    ["UPDATE orders SET note = 'n'", 'ALTER TABLE orders ALTER note SET NOT NULL'],
    'column.nullable note warning',
  ),
  'a text is cut': fault(
    'ALTER TABLE orders ALTER note TYPE varchar(100)',
    'type.length note warning',
  ),
  'a number is cut': fault(
    'ALTER TABLE orders ALTER parent_id TYPE smallint',
    'type.range parent_id warning',
  ),
  'a moment is rounded': fault(
    'ALTER TABLE orders ALTER placed TYPE timestamp(0)',
    'type.precision placed warning',
  ),
  'a column is gone': fault('ALTER TABLE orders DROP token', 'column.missing token error'),
  'a column is computed otherwise': fault(
    [
      'ALTER TABLE orders DROP twice',
      'ALTER TABLE orders ADD twice numeric(13,2) GENERATED ALWAYS AS (amount * 3) STORED',
    ],
    'column.generated twice warning',
  ),
  'a column is no longer computed': fault(
    'ALTER TABLE orders ALTER twice DROP EXPRESSION',
    'column.generated twice warning',
  ),
  'a unique key is gone': fault(
    'ALTER TABLE orders DROP CONSTRAINT uq_code',
    'uniqueKey.missing uq_code error',
  ),
  'a unique key minds case otherwise': fault(
    ({ otherLetters }) => [
      `ALTER TABLE orders ALTER code TYPE varchar(20) COLLATE ${otherLetters}`,
    ],
    'column.case code warning',
  ),
  'a primary key is gone': fault(
    'ALTER TABLE events DROP CONSTRAINT events_pkey',
    'primaryKey.missing itself error',
  ),
  'partitions are gone': fault(
    ({ day = 'date' }) => [
      'DROP TABLE events',
      `CREATE TABLE events (id int, day ${day}, PRIMARY KEY (id, day))`,
    ],
    'object.partitions itself info',
  ),
  'a partition is gone': fault('DROP TABLE events_new', 'object.partitionLacks itself error'),
  'everybody sees all rows': {
    ...fault(['ALTER TABLE accounts DISABLE ROW LEVEL SECURITY'], 'object.policies itself error'),
    untold: [TRIGGER],
  },
  'somebody may no longer read': fault(
    ({ app }) => [`REVOKE SELECT ON orders FROM ${app}`],
    'grant.missing app warning',
  ),
  'somebody may delete': fault(
    ({ app }) => [`GRANT DELETE ON orders TO ${app}`],
    'grant.different app warning',
  ),
  'a comment is another one': fault(
    "COMMENT ON TABLE orders IS 'What was sold'",
    'comment itself info',
  ),
  'rows are lost when the server is': fault(
    ['ALTER TABLE orders SET UNLOGGED'],
    'object.unlogged itself warning',
  ),
};
