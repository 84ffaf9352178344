import { expect, it } from 'vitest';
import type { TableDefinition, Trigger } from '../../../../../../connectors/core/definitions.ts';
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
  price: { kind: 'integer', bits: 32, unsigned: false },
  total: { kind: 'integer', bits: 32, unsigned: false },
  twice: { kind: 'integer', bits: 32, unsigned: false },
  name: { kind: 'text', length: 20, fixed: false, bytes: false },
  code: { kind: 'text', length: 4, fixed: false, bytes: false },
  exact: { kind: 'decimal', precision: 10, scale: 2 },
  part: { kind: 'decimal', precision: 10, scale: 1 },
  totals: { kind: 'integer', bits: 32, unsigned: false },
  padded: { kind: 'text', length: 4, fixed: true, bytes: false },
  flag: { kind: 'boolean' },
  day: { kind: 'date' },
  at: { kind: 'timestamp', precision: 0, zone: false },
  'odd name': { kind: 'integer', bits: 32, unsigned: false },
  null: { kind: 'integer', bits: 32, unsigned: false },
  length: { kind: 'integer', bits: 32, unsigned: false },
};

const tableOf = (trigger: Trigger, over: Partial<TableDefinition> = {}) =>
  sampleTable(
    Object.entries(TYPES).map(([name, canonical]) =>
      sampleColumn(name, { canonical, nullable: name !== 'id', identity: name === 'id' }),
    ),
    { primaryKey: { name: '', columns: ['id'] }, triggers: [trigger], ...over },
  );
const early = (sets: string) => sampleTrigger({ timing: 'before', events: ['update'], text: sets });
const late = (text: string, over: Partial<Trigger> = {}) =>
  sampleTrigger({ timing: 'after', events: ['update'], text: `BEGIN ${text}; END`, ...over });
const LATE = late('UPDATE t SET total = price * 2 WHERE id = NEW.id');
const EARLY = early('SET NEW.total = NEW.price * 2');

async function find(
  source: TableDefinition,
  target: TableDefinition,
  engines: { source: keyof typeof ENGINES; target: keyof typeof ENGINES },
): Promise<string[]> {
  const ids = { source: ENGINES[engines.source].id, target: ENGINES[engines.target].id };
  const found = await findBetween(ids, source, target);
  return found
    .filter(({ code }) => code.startsWith('trigger'))
    .map(({ code, severity, detail }) => `${code} ${severity} ${detail.code}`);
}
const toSqlite = (one: Trigger, other: Trigger, over: Partial<TableDefinition> = {}) =>
  find(tableOf(one), tableOf(other, over), { source: 'mysql', target: 'sqlite' });

const TIMING = 'trigger.timing info definition.triggerTiming';
const UNCLEAR = [
  'trigger.timing warning definition.triggerTiming',
  'trigger.text warning definition.otherDialect',
];

it.each([
  ['UPDATE t SET total = price * 2 WHERE id = NEW.id', 'SET NEW.total = NEW.price * 2'],
  ['UPDATE t SET total = NEW.price * 2 WHERE NEW.id = t.id', 'SET NEW.total = 2 * NEW.price'],
  ['update "t" set "total" = t.price + 1 where rowid = new.rowid', 'SET NEW.total = NEW.price + 1'],
  [
    'UPDATE t SET total = price, name = code WHERE id = NEW.id',
    'SET NEW.total = NEW.price, NEW.name = NEW.code',
  ],
  ["UPDATE t SET name = 'x' WHERE id = NEW.id", "SET NEW.name = 'x'"],
  ['UPDATE t SET total = totals WHERE id = NEW.id', 'SET NEW.total = NEW.totals'],
  ['UPDATE t SET [odd name] = "price" WHERE id = NEW.id', 'SET NEW.`odd name` = NEW.price'],
  ['UPDATE t SET total = length(name) WHERE id = NEW.id', 'SET NEW.total = char_length(NEW.name)'],
  ['UPDATE t SET total = NULL WHERE id = NEW.id', 'SET NEW.total = NULL'],
  ["UPDATE t SET padded = 'x' WHERE id = NEW.id", "SET NEW.padded = 'x'"],
  ['UPDATE t SET flag = price > 1 WHERE id = NEW.id', 'SET NEW.flag = NEW.price > 1'],
  [
    "UPDATE t SET at = '2024-01-31 00:00:00' WHERE id = NEW.id",
    "SET NEW.at = '2024-01-31 00:00:00'",
  ],
])('%s behind the write is %s before it', async (text, sets) => {
  expect(await toSqlite(early(sets), late(text))).toEqual([TIMING]);
});

it('is the same where SQLite is the source, and beside its own twin for inserted rows', async () => {
  const twin = { ...LATE, name: 'tr_insert', events: ['insert' as const] };
  const own = early('BEGIN NEW.total := NEW.price * 2; RETURN NEW; END');
  const source = tableOf(LATE, { triggers: [LATE, twin] });
  const target = tableOf(own, {
    triggers: [own, { ...own, name: 'tr_insert', events: ['insert'] }],
  });
  expect(await find(source, target, { source: 'sqlite', target: 'postgresql' })).toEqual([
    TIMING,
    TIMING,
  ]);
});

it('says where another value is set', async () => {
  expect(await toSqlite(early('SET NEW.total = NEW.price * 3'), LATE)).toContain(
    'trigger.text warning definition.otherSetting',
  );
});

it.each([
  ['all rows', 'UPDATE t SET total = price * 2'],
  ['rows that are alike', 'UPDATE t SET total = price * 2 WHERE price = NEW.price'],
  ['its row on a condition', 'UPDATE t SET total = price * 2 WHERE id = NEW.id AND price > 1'],
  [
    'its row unless a value is NULL',
    'UPDATE t SET total = price * 2 WHERE id = NEW.id AND name = NEW.name',
  ],
  ['the row that has its former key', 'UPDATE t SET total = price * 2 WHERE id = OLD.id'],
  ['its row or others', 'UPDATE t SET total = price * 2 WHERE id = NEW.id OR price = 1'],
  ['a row of another table', 'UPDATE u SET total = price * 2 WHERE id = NEW.id'],
  ['its row, if it breaks no rule', 'UPDATE OR IGNORE t SET total = price * 2 WHERE id = NEW.id'],
  ['its row by another table', 'UPDATE t SET total = price * 2 FROM inserted i WHERE t.id = i.id'],
  ['more than one statement', 'UPDATE t SET total = price * 2 WHERE id = NEW.id; DELETE FROM u'],
  ['a former value', 'UPDATE t SET total = OLD.price * 2 WHERE id = NEW.id'],
  ['what other rows hold', 'UPDATE t SET total = (SELECT max(price) FROM t) WHERE id = NEW.id'],
])('is undecided for what sets %s', async (_name, text) => {
  expect(await toSqlite(EARLY, late(text))).toEqual(UNCLEAR);
});

it.each([
  ['itself', 'UPDATE t SET total = total + 1 WHERE id = NEW.id', 'SET NEW.total = NEW.total + 1'],
  [
    'what it sets as well',
    'UPDATE t SET total = price, twice = total WHERE id = NEW.id',
    'SET NEW.total = NEW.price, NEW.twice = NEW.total',
  ],
  ['the number of its row', 'UPDATE t SET total = id WHERE id = NEW.id', 'SET NEW.total = NEW.id'],
  [
    'a text that MySQL cuts',
    'UPDATE t SET code = name WHERE id = NEW.id',
    'SET NEW.code = NEW.name',
  ],
  [
    'digits that MySQL rounds',
    'UPDATE t SET part = exact WHERE id = NEW.id',
    'SET NEW.part = NEW.exact',
  ],
  [
    'letters',
    'UPDATE t SET name = upper(code) WHERE id = NEW.id',
    'SET NEW.name = upper(NEW.code)',
  ],
  ['another type', 'UPDATE t SET total = name WHERE id = NEW.id', 'SET NEW.total = NEW.name'],
  [
    'a text that is written like its own names',
    'UPDATE t SET total = "new$price" WHERE id = NEW.id',
    'SET NEW.total = NEW.price',
  ],
  [
    'a type that a column is called by',
    'UPDATE t SET total = CAST(price AS twice) WHERE id = NEW.id',
    'SET NEW.total = NEW.price',
  ],
  [
    'blanks that MySQL cuts',
    'UPDATE t SET padded = code WHERE id = NEW.id',
    'SET NEW.padded = NEW.code',
  ],
  [
    'a blank that MySQL cuts',
    "UPDATE t SET padded = 'x ' WHERE id = NEW.id",
    "SET NEW.padded = 'x '",
  ],
  ['a zero that SQLite cuts', 'UPDATE t SET name = 1.50 WHERE id = NEW.id', 'SET NEW.name = 1.50'],
  [
    'a truth that SQLite keeps as a text',
    "UPDATE t SET flag = 'yes' WHERE id = NEW.id",
    'SET NEW.flag = TRUE',
  ],
  [
    'a day that SQLite gives no time',
    "UPDATE t SET at = '2024-01-31' WHERE id = NEW.id",
    "SET NEW.at = '2024-01-31'",
  ],
  [
    'a blank before a day that SQLite keeps',
    "UPDATE t SET day = ' 2024-01-31' WHERE id = NEW.id",
    "SET NEW.day = ' 2024-01-31'",
  ],
  [
    'a part of a second that MySQL rounds',
    "UPDATE t SET at = '2024-01-31 10:00:00.5' WHERE id = NEW.id",
    "SET NEW.at = '2024-01-31 10:00:00.5'",
  ],
])('is undecided for a value that uses %s', async (_name, text, sets) => {
  expect(await toSqlite(early(sets), late(text))).toEqual(UNCLEAR);
});

const with_ = (change: Partial<TableDefinition['columns'][number]>, of = 'total') =>
  tableOf(LATE).columns.map((one) => (one.name === of ? { ...one, ...change } : one));

it('is undecided where only the other engine rounds what SQLite declares without digits', async () => {
  const exact: CanonicalType = { kind: 'decimal', precision: null, scale: null };
  const columns = tableOf(LATE).columns.map((one) =>
    one.canonical.kind === 'decimal' ? { ...one, canonical: exact } : one,
  );
  const trigger = late('UPDATE t SET part = exact WHERE id = NEW.id');
  expect(await toSqlite(early('SET NEW.part = NEW.exact'), trigger, { columns })).toEqual(UNCLEAR);
});

it('tells a column that is called like a word from that word', async () => {
  const found = await toSqlite(
    early('SET NEW.total = NEW.`null`'),
    late('UPDATE t SET total = NULL WHERE id = NEW.id'),
  );
  expect(found).toContain('trigger.text warning definition.otherSetting');
});

it('finds a row by a unique key without NULL that tells apart no more than its column', async () => {
  const trigger = late('UPDATE t SET total = price * 2 WHERE code = NEW.code');
  const uniques = [{ name: '', columns: ['code'] }];
  const columns = with_({ nullable: false, caseSensitive: false }, 'code');
  expect(await toSqlite(EARLY, trigger, { columns, uniques })).toEqual([TIMING]);
  const seeing = uniques.map((one) => ({ ...one, letters: ['seeing' as const] }));
  expect(await toSqlite(EARLY, trigger, { columns, uniques: seeing })).toEqual(UNCLEAR);
  expect(await toSqlite(EARLY, trigger, { uniques })).toEqual(UNCLEAR);
  const primaryKey = { name: '', columns: ['total'] };
  expect(await toSqlite(EARLY, trigger, { columns, uniques, primaryKey })).toEqual(UNCLEAR);
});

it.each<[string, Partial<TableDefinition>]>([
  ['is no key', { columns: with_({ identity: false }, 'id') }],
  ['is hidden by a column', { columns: [...tableOf(LATE).columns, sampleColumn('RowId')] }],
])('is undecided where the number of the row %s', async (_name, over) => {
  const trigger = late('UPDATE t SET total = price * 2 WHERE rowid = NEW.rowid');
  expect(await toSqlite(EARLY, trigger, over)).toEqual(UNCLEAR);
});

it.each<[string, Partial<TableDefinition>]>([
  ['check', { checks: [{ name: '', expression: '"odd name" >= 0' }] }],
  ['key', { uniques: [{ name: '', columns: ['odd name'] }] }],
])('is undecided where a %s holds a column with a blank in its name', async (_name, over) => {
  const trigger = late('UPDATE t SET "odd name" = 5 WHERE id = NEW.id');
  expect(await toSqlite(early('SET NEW.`odd name` = 5'), trigger, over)).toEqual(UNCLEAR);
});

const key = { name: 'k', columns: ['total'] };
const index = {
  name: 'i',
  unique: true,
  parts: [{ column: null, expression: 'price + total', descending: false }],
  where: null,
};
it.each<[string, Partial<TableDefinition>]>([
  ['is a key', { uniques: [key] }],
  ['is in a unique index', { indexes: [index] }],
  ['decides what a unique index holds', { indexes: [{ ...index, parts: [], where: 'total > 1' }] }],
  ['is checked', { checks: [{ name: '', expression: 'price < total' }] }],
  [
    'leads to another table',
    {
      foreignKeys: [
        {
          ...key,
          schema: '',
          table: 'u',
          referenced: ['id'],
          onUpdate: 'no action',
          onDelete: 'no action',
        },
      ],
    },
  ],
  ['must not be NULL', { columns: with_({ nullable: false }) }],
  ['is part of a computed column', { columns: with_({ generated: 'total * 2' }, 'twice') }],
  ['may be part of a computed column', { columns: with_({ generated: '' }, 'twice') }],
  ['has no key to find its row by', { primaryKey: null }],
  ['may have no key', { columns: with_({ nullable: true }, 'id') }],
  ['has a key of more columns', { primaryKey: { name: '', columns: ['id', 'price'] } }],
])('is undecided where the column or its row %s', async (_name, over) => {
  const found = await toSqlite(EARLY, LATE, over);
  expect(found).toEqual(UNCLEAR);
});

it.each<[string, Partial<Trigger>]>([
  ['acts behind the update', { timing: 'after', events: ['update'] }],
  ['acts before inserted rows', { timing: 'before', events: ['insert'] }],
  ['has the same text, but acts before', { ...LATE, timing: 'before', events: ['insert'] }],
  [
    'has the same text, but a condition',
    { ...LATE, events: ['insert'], condition: 'WHEN NEW.id > 1' },
  ],
])('is undecided beside a trigger that %s', async (_name, over) => {
  const beside = sampleTrigger({ text: 'BEGIN DELETE FROM u; END', ...over, name: 'beside' });
  expect(await toSqlite(EARLY, LATE, { triggers: [LATE, beside] })).toEqual(
    expect.arrayContaining(UNCLEAR),
  );
});

it('takes no notice of triggers that are switched off, or act on deleted rows', async () => {
  const beside = [
    sampleTrigger({ name: 'off', enabled: false }),
    sampleTrigger({ name: 'gone', events: ['delete'] }),
  ];
  expect(await toSqlite(EARLY, LATE, { triggers: [LATE, ...beside] })).toContain(TIMING);
});

it.each<[string, Trigger]>([
  ['on a condition', { ...LATE, condition: 'WHEN NEW.price > 1' }],
  ['for updates of one column', { ...LATE, condition: 'OF price' }],
  ['never', { ...LATE, enabled: false }],
])('is undecided where it fires %s', async (_name, trigger) => {
  expect(await toSqlite(EARLY, trigger)).not.toContain(TIMING);
});

it('is undecided on an engine where such a trigger fires itself again, or cannot be', async () => {
  for (const engine of ['postgresql', 'mysql'] as const) {
    const target = tableOf({
      ...LATE,
      text: `BEGIN UPDATE t SET total = price * 2 WHERE id = NEW.id; END`,
    });
    expect(await find(tableOf(EARLY), target, { source: 'mysql', target: engine })).toContain(
      'trigger.timing warning definition.triggerTiming',
    );
  }
});
