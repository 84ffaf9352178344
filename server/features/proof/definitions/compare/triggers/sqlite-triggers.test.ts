import { expect, it } from 'vitest';
import { TRIGGER_TEXT, type Trigger } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import {
  sampleColumn,
  sampleTable,
  sampleTrigger,
} from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const TYPES: Record<string, CanonicalType> = {
  id: { kind: 'integer', bits: 32, unsigned: false },
  stock: { kind: 'integer', bits: 32, unsigned: false },
  name: { kind: 'text', length: 20, fixed: false, bytes: false },
  price: { kind: 'decimal', precision: 10, scale: 2 },
  made: { kind: 'date' },
  at: { kind: 'timestamp', precision: null, zone: false },
  sharp: { kind: 'timestamp', precision: 3, zone: false },
  sold: { kind: 'boolean' },
  code: { kind: 'text', length: 4, fixed: false, bytes: false },
  amount: { kind: 'decimal', precision: 10, scale: 1 },
};
const columns = Object.entries(TYPES).map(([name, canonical]) => ({
  name,
  as: name,
  canonical,
  nullable: name !== 'id',
}));
const KNOWN = [
  ...['part', 'log'].map((name) => ({ name, as: name, columns })),
  { name: 'pair', as: 'pair', columns: columns.filter(({ name }) => /^(id|name)$/.test(name)) },
];

const tableWith = (trigger: Trigger) =>
  sampleTable(
    columns.map(({ name, canonical, nullable }) => sampleColumn(name, { canonical, nullable })),
    { primaryKey: null, triggers: [trigger], estimatedRows: null },
  );
const trigger = (text: string, condition: string | null): Trigger =>
  sampleTrigger({ events: ['update'], condition, text });

type Texts = [text: string, condition?: string];
/** What is found between a trigger of SQLite and another engine's. */
async function codes(
  [own, when = null]: [text: string, when?: string | null],
  [text, condition = null]: [text: string, condition?: string | null],
  engine: 'mysql' | 'postgresql',
): Promise<string[]> {
  const engines = { source: ENGINES.sqlite.id, target: ENGINES[engine].id };
  const found = await findBetween(
    engines,
    tableWith(trigger(own, when)),
    tableWith(trigger(text, condition)),
    {},
    KNOWN,
  );
  return found.map(({ code }) => code).filter((code) => code.startsWith('trigger'));
}
const inSqlite = (statements: string) => `BEGIN ${statements} END`;

it.each<[string, Texts, 'mysql' | 'postgresql', Texts]>([
  [
    'writes a row',
    [inSqlite('INSERT INTO log (id, name) VALUES (NEW.id, OLD.name);')],
    'mysql',
    ['INSERT INTO log (name, id) VALUES (OLD.name, NEW.id)'],
  ],
  [
    'writes a row on a condition',
    [inSqlite('INSERT INTO log (id) VALUES (NEW.id);'), 'WHEN OLD.stock <> NEW.stock'],
    'mysql',
    ['BEGIN IF NEW.stock <> OLD.stock THEN INSERT INTO log (id) VALUES (NEW.id); END IF; END'],
  ],
  [
    'has a condition of two, in brackets each',
    [inSqlite('INSERT INTO log (id) VALUES (NEW.id);'), 'WHEN (NEW.id > 1) OR (NEW.id < 0)'],
    'postgresql',
    [
      'BEGIN INSERT INTO log (id) VALUES (NEW.id); RETURN NEW; END',
      'WHEN (((new.id > 1) OR (new.id < 0)))',
    ],
  ],
  [
    'changes and deletes rows',
    [
      inSqlite(
        'UPDATE log SET stock = stock + NEW.stock WHERE id = NEW.id; DELETE FROM log WHERE stock = 0;',
      ),
    ],
    'postgresql',
    [
      'BEGIN UPDATE log SET stock = log.stock + NEW.stock WHERE log.id = NEW.id; DELETE FROM log WHERE 0 = stock; RETURN NULL; END',
    ],
  ],
  [
    'refuses rows',
    [inSqlite("SELECT RAISE(ABORT, 'too few') WHERE NEW.stock < 0;")],
    'mysql',
    [
      "BEGIN IF NEW.stock < 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'too few'; END IF; END",
    ],
  ],
  [
    'refuses rows with a longer message than MySQL allows',
    [inSqlite(`SELECT RAISE(ABORT, '100% of it ${'x'.repeat(130)}') WHERE NEW.stock < 0;`)],
    'postgresql',
    [
      `BEGIN IF NEW.stock < 0 THEN RAISE EXCEPTION '100%% of it ${'x'.repeat(130)}'; END IF; RETURN NEW; END`,
    ],
  ],
  [
    'writes a row without naming its columns',
    [inSqlite('INSERT INTO pair VALUES (NEW.id, OLD.name);')],
    'postgresql',
    ['BEGIN INSERT INTO pair (name, id) VALUES (OLD.name, NEW.id); RETURN NEW; END'],
  ],
  [
    'refuses rows by a CASE',
    [inSqlite("SELECT CASE WHEN NEW.stock < 0 THEN RAISE(ABORT, 'too few') END;")],
    'postgresql',
    ["BEGIN IF NEW.stock < 0 THEN RAISE EXCEPTION 'too few'; END IF; RETURN NEW; END"],
  ],
  [
    'writes the month of a date',
    [inSqlite("INSERT INTO log (name) VALUES (strftime('%Y-%m', NEW.made));")],
    'mysql',
    ["INSERT INTO log (name) VALUES (date_format(NEW.made, '%Y-%m'))"],
  ],
  [
    'writes the hour of a moment with thousandths',
    [inSqlite("INSERT INTO log (name) VALUES (strftime('%H', NEW.sharp));")],
    'mysql',
    ["INSERT INTO log (name) VALUES (date_format(NEW.sharp, '%H'))"],
  ],
  [
    'writes whether something is true',
    [inSqlite('INSERT INTO log (sold) VALUES (NEW.stock > 3);')],
    'postgresql',
    ['BEGIN INSERT INTO log (sold) VALUES (3 < NEW.stock); RETURN NEW; END'],
  ],
  [
    'writes the day of a date',
    [inSqlite("INSERT INTO log (name) VALUES (strftime('%d.%m.%Y', NEW.made));")],
    'postgresql',
    [
      "BEGIN INSERT INTO log (name) VALUES (to_char(NEW.made::timestamp, 'DD.MM.YYYY')); RETURN NEW; END",
    ],
  ],
])('a trigger of SQLite that %s does the same elsewhere', async (_, own, engine, other) => {
  expect(await codes(own, other, engine)).toEqual([]);
});

it.each<[string, Texts, 'mysql' | 'postgresql', Texts]>([
  [
    'another column',
    [inSqlite('INSERT INTO log (id, name) VALUES (NEW.id, OLD.name);')],
    'mysql',
    ['INSERT INTO log (id, name) VALUES (NEW.id, NEW.name)'],
  ],
  [
    'a message longer than MySQL allows',
    [inSqlite(`SELECT RAISE(ABORT, '${'x'.repeat(129)}');`)],
    'mysql',
    [`SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${'x'.repeat(129)}'`],
  ],
  [
    'a truth in words, which it keeps as a text',
    [inSqlite("INSERT INTO log (id, sold) VALUES (NEW.id, 'yes');")],
    'postgresql',
    ["BEGIN INSERT INTO log (id, sold) VALUES (NEW.id, 'yes'); RETURN NEW; END"],
  ],
  [
    'a day for a time, which it keeps as a text, in an update',
    [inSqlite("UPDATE log SET at = '2024-01-31' WHERE id = NEW.id;")],
    'mysql',
    ["UPDATE log SET at = '2024-01-31' WHERE id = NEW.id"],
  ],
  [
    'a message of two signs',
    [inSqlite("SELECT RAISE(ABORT, '100%% of it');")],
    'postgresql',
    ["BEGIN RAISE EXCEPTION '100%% of it'; END"],
  ],
  [
    'columns in another order that it does not name',
    [inSqlite('INSERT INTO pair VALUES (NEW.id, OLD.name);')],
    'postgresql',
    ['BEGIN INSERT INTO pair VALUES (OLD.name, NEW.id); RETURN NEW; END'],
  ],
  [
    'more values than columns that it does not name',
    [inSqlite('INSERT INTO pair VALUES (NEW.id, OLD.name, 1);')],
    'postgresql',
    ['BEGIN INSERT INTO pair VALUES (NEW.id, OLD.name, 1); RETURN NEW; END'],
  ],
  [
    'fewer values than columns that it does not name',
    [inSqlite('INSERT INTO pair VALUES (NEW.id);')],
    'postgresql',
    ['BEGIN INSERT INTO pair VALUES (NEW.id); RETURN NEW; END'],
  ],
  [
    'another condition',
    [inSqlite('INSERT INTO log (id) VALUES (NEW.id);'), 'WHEN OLD.stock < NEW.stock'],
    'mysql',
    ['BEGIN IF NEW.stock <= OLD.stock THEN INSERT INTO log (id) VALUES (NEW.id); END IF; END'],
  ],
  [
    'a condition that is no truth',
    [inSqlite('INSERT INTO log (id) VALUES (NEW.id);'), 'WHEN NEW.stock'],
    'mysql',
    ['BEGIN IF NEW.stock THEN INSERT INTO log (id) VALUES (NEW.id); END IF; END'],
  ],
  [
    'only updates of one column',
    [inSqlite('INSERT INTO log (id) VALUES (NEW.id);'), 'OF stock'],
    'mysql',
    ['INSERT INTO log (id) VALUES (NEW.id)'],
  ],
  [
    'rows that it replaces',
    [inSqlite('INSERT OR REPLACE INTO log (id) VALUES (NEW.id);')],
    'mysql',
    ['INSERT INTO log (id) VALUES (NEW.id)'],
  ],
  [
    'an error that keeps what was written',
    [inSqlite("SELECT RAISE(FAIL, 'too few') WHERE NEW.stock < 0;")],
    'mysql',
    [
      "BEGIN IF NEW.stock < 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'too few'; END IF; END",
    ],
  ],
  [
    'no error',
    [inSqlite('SELECT RAISE(IGNORE);')],
    'mysql',
    ["SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'IGNORE'"],
  ],
  [
    'another error',
    [inSqlite("SELECT RAISE(ABORT, 'too few');")],
    'mysql',
    ["SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'too many'"],
  ],
  [
    'a text that SQLite does not cut',
    [inSqlite('INSERT INTO log (code) VALUES (NEW.name);')],
    'mysql',
    ['INSERT INTO log (code) VALUES (NEW.name)'],
  ],
  [
    'digits that SQLite does not round',
    [inSqlite('INSERT INTO log (amount) VALUES (NEW.price);')],
    'postgresql',
    ['BEGIN INSERT INTO log (amount) VALUES (NEW.price); RETURN NEW; END'],
  ],
  [
    'digits that SQLite does not round in an update',
    [inSqlite('UPDATE log SET amount = NEW.price;')],
    'mysql',
    ['UPDATE log SET amount = NEW.price'],
  ],
  [
    'digits that SQLite does not round in rows of a query',
    [inSqlite('INSERT INTO log (amount) SELECT price FROM log WHERE id = NEW.id;')],
    'mysql',
    ['INSERT INTO log (amount) SELECT price FROM log WHERE id = NEW.id'],
  ],
  [
    'a text that was cut when it was read',
    [inSqlite(`INSERT INTO log (id) VALUES (NEW.id);${' '.repeat(TRIGGER_TEXT)}`)],
    'mysql',
    ['INSERT INTO log (id) VALUES (NEW.id)'],
  ],
  [
    'a number that SQLite keeps as a text',
    [inSqlite('UPDATE log SET stock = NEW.name;')],
    'mysql',
    ['UPDATE log SET stock = NEW.name'],
  ],
  [
    'the minute instead of the month',
    [inSqlite("INSERT INTO log (name) VALUES (strftime('%Y-%M', NEW.made));")],
    'mysql',
    ["INSERT INTO log (name) VALUES (date_format(NEW.made, '%Y-%m'))"],
  ],
  [
    'the month of a moment that SQLite rounds',
    [inSqlite("INSERT INTO log (name) VALUES (strftime('%Y-%m', NEW.at));")],
    'mysql',
    ["INSERT INTO log (name) VALUES (date_format(NEW.at, '%Y-%m'))"],
  ],
  [
    'another month',
    [inSqlite("INSERT INTO log (name) VALUES (strftime('%Y-%m', NEW.made, '+1 month'));")],
    'mysql',
    ["INSERT INTO log (name) VALUES (date_format(NEW.made, '%Y-%m'))"],
  ],
  [
    'seconds since 1970',
    [inSqlite("INSERT INTO log (name) VALUES (strftime('%s', NEW.made));")],
    'mysql',
    ["INSERT INTO log (name) VALUES (date_format(NEW.made, '%s'))"],
  ],
])('a trigger of SQLite with %s is not the same', async (_, own, engine, other) => {
  expect(await codes(own, other, engine)).toContain('trigger.text');
});

it.each([
  ['tells that the row was written', 'RETURN NEW', []],
  ['tells that nothing was', 'RETURN NULL', ['trigger.text']],
])('a trigger in place of a statement on PostgreSQL %s', async (_, end, expected) => {
  const instead = (text: string, condition: string | null) =>
    tableWith(sampleTrigger({ timing: 'instead of', events: ['insert'], condition, text }));
  const found = await findBetween(
    { source: ENGINES.sqlite.id, target: ENGINES.postgresql.id },
    instead(inSqlite('INSERT INTO log (id) VALUES (NEW.id);'), 'WHEN NEW.stock > 1'),
    instead(
      `BEGIN IF NEW.stock > 1 THEN INSERT INTO log (id) VALUES (NEW.id); END IF; ${end}; END`,
      null,
    ),
    {},
    KNOWN,
  );
  expect(found.map(({ code }) => code).filter((code) => code.startsWith('trigger'))).toEqual(
    expected,
  );
});

it.each([
  ["'x'", []],
  ["'9806'", []],
  ["'0980'", ['trigger.text']],
  ['NEW.name', ['trigger.text']],
])('writes %s into a column that keeps digits as numbers', async (value, expected) => {
  const codes = (canonical: CanonicalType) => [
    {
      name: 'codes',
      as: 'codes',
      columns: [{ ...columns[2]!, canonical, textThere: true as const }],
    },
  ];
  const found = await findBetween(
    { source: ENGINES.sqlite.id, target: ENGINES.postgresql.id },
    tableWith(trigger(inSqlite(`INSERT INTO codes VALUES (${value});`), null)),
    tableWith(trigger(`BEGIN INSERT INTO codes VALUES (${value}); RETURN NEW; END`, null)),
    {},
    { source: codes({ kind: 'other', name: 'INTEGER_OR_TEXT' }), target: codes(TYPES['name']!) },
  );
  expect(found.map(({ code }) => code).filter((code) => code.startsWith('trigger'))).toEqual(
    expected,
  );
});

it('says which side of two triggers ignores case in LIKE, where nothing else differs', async () => {
  const find = async (text: string) => {
    const found = await findBetween(
      { source: ENGINES.sqlite.id, target: ENGINES.postgresql.id },
      tableWith(trigger(inSqlite('DELETE FROM log;'), "WHEN NEW.name LIKE 'ended%'")),
      tableWith(trigger(`BEGIN IF ${text} THEN DELETE FROM log; END IF; RETURN NEW; END`, null)),
      {},
      KNOWN,
    );
    return found.map(({ severity, detail }) => `${severity} ${detail.code}`);
  };
  expect(await find("NEW.name LIKE 'ended%'")).toEqual(['warning definition.likeOnSource']);
  expect(await find("NEW.name LIKE 'active%'")).not.toContain('warning definition.likeOnSource');
  expect(await find("NEW.name ILIKE 'ended%'")).toEqual([]);
});

const REFUSES = (limit: string, engine: 'sqlite' | 'mysql') =>
  engine === 'sqlite'
    ? inSqlite(`SELECT RAISE(ABORT, 'too much') WHERE NEW.stock > ${limit};`)
    : `BEGIN IF NEW.stock > ${limit} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'too much'; END IF; END`;
const LOGS = inSqlite('INSERT INTO log (id) VALUES (NEW.id);');
const logsIf = (condition: string) =>
  `BEGIN IF ${condition} THEN INSERT INTO log (id) VALUES (NEW.id); END IF; END`;

it.each<[string, Texts, Texts, string]>([
  [
    'a number',
    [REFUSES('99999', 'sqlite')],
    [REFUSES('999999', 'mysql')],
    'warning definition.otherConstant 99999 999999',
  ],
  [
    'a text',
    [LOGS, "WHEN NEW.name = 'ended'"],
    [logsIf("NEW.name = 'active'")],
    'warning definition.otherConstant ended active',
  ],
  [
    'the message of an error',
    [REFUSES('5', 'sqlite')],
    [REFUSES('5', 'mysql').replace('too much', 'Too much')],
    'warning definition.otherConstant too much Too much',
  ],
  [
    'a text that collations may take for the same',
    [LOGS, "WHEN NEW.name = 'Ended '"],
    [logsIf("NEW.name = 'ended'")],
    'warning definition.otherDialect',
  ],
  [
    'a day that may be written in two ways',
    [LOGS, "WHEN NEW.at = '2024-01-01'"],
    [logsIf("NEW.at = '2024-01-01 00:00:00'")],
    'warning definition.otherDialect',
  ],
  [
    'another column beside another number',
    [LOGS, 'WHEN NEW.stock > 1'],
    [logsIf('NEW.id > 2')],
    'warning definition.otherDialect',
  ],
])('triggers that differ in %s', async (_, own, other, expected) => {
  const [one, another] = [own, other].map(([text, when = null]) => tableWith(trigger(text, when)));
  const engines = { source: ENGINES.sqlite.id, target: ENGINES.mysql.id };
  const found = await findBetween(engines, one!, another!, {}, KNOWN);
  expect(
    found
      .filter(({ code }) => code === 'trigger.text')
      .map(({ severity, detail: { code, params } }) =>
        [severity, code, ...Object.values(params ?? {}).map(String)].join(' '),
      ),
  ).toEqual([expected]);
});

it('a text is shown behind the condition on which a trigger fires', async () => {
  const engines = { source: ENGINES.sqlite.id, target: ENGINES.mysql.id };
  const body = "BEGIN IF OLD.name IS NOT NULL THEN SIGNAL SQLSTATE '45000'; END IF; END";
  const found = await findBetween(
    engines,
    tableWith(trigger("BEGIN SELECT RAISE(ABORT, 'no'); END", 'WHEN OLD.name IS NULL')),
    tableWith(trigger(body, null)),
    {},
    KNOWN,
  );
  expect(found.find(({ code }) => code === 'trigger.text')).toMatchObject({
    source: "WHEN OLD.name IS NULL BEGIN SELECT RAISE(ABORT, 'no'); END",
    target: body,
  });
});
