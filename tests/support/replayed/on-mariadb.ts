const LETTERS = ['utf8mb4_uca1400_as_ci', 'utf8mb4_nopad_bin'] as const;

/** What a good engineer made of the shop on MariaDB, and what was damaged then. @param engine - the source's */
export function onMariadb(engine: 1 | 2, { does }: Pick<Fault, 'does'>): string[] {
  const [letters, other] = engine === 1 ? LETTERS : LETTERS.toReversed();
  return [...make(engine, letters!), ...does.map((one) => one.replace('{other}', other!))];
}

const make = (engine: 1 | 2, letters: string): string[] => [
  'CREATE TABLE parents (id int PRIMARY KEY)',
  `CREATE TABLE orders (
    id int AUTO_INCREMENT PRIMARY KEY,
    parent_id int NOT NULL DEFAULT 1,
    code varchar(20) COLLATE ${letters} NOT NULL COMMENT 'Printed',
    status varchar(10) COLLATE utf8mb4_bin NOT NULL DEFAULT 'new',
    amount decimal(12,2) NOT NULL DEFAULT 0,
    placed datetime(3) NOT NULL DEFAULT current_timestamp(3),
    is_open boolean NOT NULL DEFAULT true,
    token uuid DEFAULT uuid(),
    note varchar(200) COLLATE utf8mb4_bin,
    twice decimal(13,2) GENERATED ALWAYS AS (amount * 2) STORED,
    CONSTRAINT uq_code UNIQUE (code),
    CONSTRAINT fk_parent FOREIGN KEY (parent_id) REFERENCES parents (id) ON DELETE CASCADE,
    CONSTRAINT ck_status CHECK (status IN ('new', 'paid')),
    CONSTRAINT ck_amount CHECK (amount >= 0 AND amount < 1000000),
    CONSTRAINT ck_placed CHECK (year(placed) >= 2000)${engine === 2 ? ', CONSTRAINT ck_open CHECK (is_open IN (0, 1))' : ''}
  ) COMMENT 'What was bought'`,
  'CREATE INDEX by_parent ON orders (parent_id, placed)',
  'INSERT INTO parents VALUES (1)',
  `CREATE TABLE events (id int, day ${engine === 1 ? 'date' : 'datetime'}, PRIMARY KEY (id, day))
    PARTITION BY RANGE COLUMNS (day) (PARTITION old VALUES LESS THAN ('2024-01-01'), PARTITION new VALUES LESS THAN (MAXVALUE))`,
  'CREATE TABLE accounts (id int PRIMARY KEY, owner int)',
  `CREATE TRIGGER log_orders AFTER INSERT ON orders FOR EACH ROW
    INSERT INTO events (id, day) VALUES (NEW.id, NEW.placed)`,
];

/** What no program can tell, or that engine cannot have, of every moved shop. */
const GRANT = 'grant.missing app warning';
const INDEX = 'index.missing open_ones warning';
const TRIGGER = 'trigger.text log_orders warning';

interface Fault {
  does: string[];
  finds: string[];
}
const fault = (does: string | string[], ...finds: string[]): Fault => ({
  does: [does].flat(),
  finds: [GRANT, INDEX, TRIGGER, ...finds],
});
const without = (untold: string, does: string | string[], ...finds: string[]): Fault => {
  const all = fault(does, ...finds);
  return { ...all, finds: all.finds.filter((one) => one !== untold) };
};

/** What was damaged on the way to MariaDB, and what is to be found then. */
export const MARIADB_FAULTS: Record<string, Fault> = {
  nothing: fault([]),
  'a trigger is gone': without(
    TRIGGER,
    'DROP TRIGGER log_orders',
    'trigger.missing log_orders error',
  ),
  'a foreign key is gone': fault(
    'ALTER TABLE orders DROP FOREIGN KEY fk_parent',
    'foreignKey.missing fk_parent error',
  ),
  'a check is gone': fault(
    'ALTER TABLE orders DROP CONSTRAINT ck_amount',
    'check.missing ck_amount warning',
  ),
  'a check is off by one': fault(
    [
      'ALTER TABLE orders DROP CONSTRAINT ck_amount',
      'ALTER TABLE orders ADD CONSTRAINT ck_amount CHECK (amount >= 0 AND amount <= 1000000)',
    ],
    'check.different ck_amount warning',
  ),
  'no numbers are given': fault('ALTER TABLE orders MODIFY id int', 'column.identity id error'),
  'an index is gone': fault(
    ['CREATE INDEX of_key ON orders (parent_id)', 'DROP INDEX by_parent ON orders'],
    'index.missing by_parent warning',
  ),
  'a default is another one': fault(
    "ALTER TABLE orders ALTER status SET DEFAULT 'paid'",
    'column.default status warning',
  ),
  'the default of a moment is gone': fault(
    'ALTER TABLE orders ALTER placed DROP DEFAULT',
    'column.default placed warning',
  ),
  'a column takes NULL': fault(
    'ALTER TABLE orders MODIFY amount decimal(12,2) DEFAULT 0',
    'column.nullable amount warning',
  ),
  'a text is cut': fault(
    'ALTER TABLE orders MODIFY note varchar(100) COLLATE utf8mb4_bin',
    'type.length note warning',
  ),
  'a moment is rounded': fault(
    'ALTER TABLE orders MODIFY placed datetime NOT NULL DEFAULT current_timestamp',
    'type.precision placed warning',
  ),
  'a column is computed otherwise': fault(
    'ALTER TABLE orders MODIFY twice decimal(13,2) GENERATED ALWAYS AS (amount * 3) STORED',
    'column.generated twice warning',
  ),
  'a unique key is gone': fault(
    'ALTER TABLE orders DROP INDEX uq_code',
    'uniqueKey.missing uq_code error',
  ),
  'a unique key minds case otherwise': fault(
    'ALTER TABLE orders MODIFY code varchar(20) COLLATE {other} NOT NULL',
    'column.case code warning',
  ),
  'a partition is gone': fault(
    'ALTER TABLE events DROP PARTITION new',
    'object.partitionLacks itself error',
  ),
  'partitions are gone': fault(
    'ALTER TABLE events REMOVE PARTITIONING',
    'object.partitions itself info',
  ),
  'a comment is another one': fault(
    "ALTER TABLE orders COMMENT 'What was sold'",
    'comment itself info',
  ),
};
