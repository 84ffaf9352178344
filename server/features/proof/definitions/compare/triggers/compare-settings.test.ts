import { describe, expect, it } from 'vitest';
import type {
  Column,
  TableDefinition,
  Trigger,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import { sampleColumn, sampleTrigger } from '../../../../../../tests/support/sample-definitions.ts';
import type { KnownTable } from '../../../../sql/service.ts';
import { findBetween } from '../compare-fixture.ts';

const MY = ENGINES.mysql.id;
const PG = ENGINES.postgresql.id;
const ORA = ENGINES.oracle.id;
const INT: CanonicalType = { kind: 'integer', bits: 32, unsigned: false };
const CLOCK = 'current_timestamp(6)';
const TEXT: CanonicalType = { kind: 'text', length: 20, fixed: false, bytes: false };

const column = (name: string, canonical: CanonicalType, over: Partial<Column> = {}) =>
  sampleColumn(name, { type: canonical.kind, canonical, ...over });
const tableOf = (text: string, over: Partial<Trigger> = {}): TableDefinition => ({
  kind: 'table',
  name: 't',
  columns: [
    column('id', INT, {
      nullable: false,
      identity: true,
      numbering: { increment: '1', least: null, most: null, cycles: false },
    }),
    column('total', INT),
    column('price', INT, { nullable: false }),
    column('name', TEXT),
  ],
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  triggers: [sampleTrigger({ name: 'fill', timing: 'before', text, ...over })],
  comment: null,
  estimatedRows: 5,
});
const LOG: KnownTable[] = [
  {
    name: 'log',
    as: 'log',
    columns: [{ name: 'n', as: 'n', canonical: INT, nullable: true }],
  },
  { name: 't', as: 't', columns: [] },
  { name: 'other', as: 'other', columns: [] },
];

type Text = readonly [EngineId, string];

async function find(
  [engine, text]: Text,
  [otherEngine, otherText]: Text,
  over: Partial<Trigger> = {},
) {
  const engines = { source: engine, target: otherEngine };
  const found = await findBetween(engines, tableOf(text, over), tableOf(otherText, over), {}, LOG);
  return found.map(({ code, severity, detail }) => `${code} ${severity} ${detail.code}`);
}
const OTHER = ['trigger.text warning definition.otherSetting'];
const UNCLEAR = ['trigger.text warning definition.otherDialect'];

const own = (body: string) => [PG, `BEGIN ${body} RETURN NEW; END`] as const;
const my = (body: string) => [MY, body] as const;

it.each([
  [my('SET NEW.total = NEW.price * 2'), own('NEW.total := 2 * NEW.price;')],
  [
    my('BEGIN SET NEW.total = NEW.price, NEW.name = trim(NEW.name); END'),
    own('NEW."total" = NEW.price; NEW.name = btrim(NEW.name);'),
  ],
  [
    my('BEGIN IF NEW.total IS NULL THEN SET NEW.total = 0; END IF; END'),
    own('NEW.total := coalesce(NEW.total, 0);'),
  ],
  [
    [ORA, 'BEGIN :new.total := nvl(:new.total, 0) + :new.price; END;'] as const,
    own('NEW.total := NEW.price + COALESCE(NEW.total, 0);'),
  ],
  [own('NEW.total := NEW.price + 1;'), own('new.total = 1 + new.price;')],
  [my('SET NEW.total = NEW.price'), own('NEW.total := NEW.price; RETURN NEW;')],
  [
    my('BEGIN SET NEW.total = 1; SET NEW.price = NEW.total; END'),
    own('NEW.total := 1; NEW.price := NEW.total;'),
  ],
  [
    my('BEGIN SET NEW.total = 1; SET NEW.price = NEW.total; END'),
    own('NEW.total := 1; NEW.price := 1;'),
  ],
  [my('SET NEW.total = 1, NEW.total = 2'), own('NEW.total := 3; NEW.total := 2;')],
])('%j sets what %j sets', async (one, other) => {
  expect(await find(one, other)).toEqual([]);
});

it.each([
  [my('SET NEW.total = NEW.price * 2'), own('NEW.total := NEW.price * 3;')],
  [my('SET NEW.total = NEW.price'), own('NEW.total := coalesce(NEW.price, 0);')],
  [own('NEW.name := lower(NEW.name);'), own('NEW.name := upper(NEW.name);')],
])('%j sets another value than %j: a warning', async (one, other) => {
  expect(await find(one, other)).toEqual(OTHER);
});

it.each<[string, Text, Text]>([
  ['another column', my('SET NEW.total = 1'), own('NEW.price := 1;')],
  ['more columns', my('SET NEW.total = 1'), own('NEW.total := 1; NEW.price := 1;')],
  ['a number that the engine makes', my('SET NEW.total = NEW.id'), own('NEW.total := NEW.id;')],
  [
    'a row that is not given back where something fails',
    my('SET NEW.total = NEW.price'),
    [PG, 'BEGIN NEW.total := 1; RETURN NEW; EXCEPTION WHEN others THEN RETURN NULL; END'],
  ],
  ['a row that is not given back', my('SET NEW.total = 1'), [PG, 'BEGIN NEW.total := 2; END']],
  ['a setting', my('SET NEW.name = "a"'), own("NEW.name := 'b';")],
  ['what else it does', my('SET NEW.total = own(1)'), own('NEW.total := own(1);')],
])('is undecided: %s', async (_, one, other) => {
  expect(await find(one, other)).toEqual(UNCLEAR);
});

describe('a trigger that writes', () => {
  const after: Partial<Trigger> = { timing: 'after', events: ['update'] };
  const write = (row: string) => `INSERT INTO log (n) VALUES (${row}.price);`;
  const back = (body: string) => [PG, `BEGIN ${body} RETURN NULL; END`] as const;

  it.each([
    [my(write('NEW').replace(';', '')), back(write('NEW'))],
    [my(`BEGIN ${write('OLD')} END`), back(write('old'))],
    [
      my("UPDATE log SET n = (SELECT count(*) FROM other) WHERE 't' = OLD.name"),
      back("UPDATE log SET n = (SELECT count(*) FROM other) WHERE OLD.name = 't';"),
    ],
    [
      my(`BEGIN IF NEW.total <> OLD.total THEN ${write('NEW')} END IF; END`),
      back(`IF OLD.total <> NEW.total THEN ${write('NEW')} END IF;`),
    ],
  ])('%j writes what %j writes', async (one, other) => {
    expect(await find(one, other, after)).toEqual([]);
  });

  it.each([
    [my(write('NEW').replace(';', '')), back(write('OLD'))],
    [my(`BEGIN ${write('NEW')} END`), back(write('NEW') + write('NEW'))],
    [my(`BEGIN IF NEW.total <> OLD.total THEN ${write('NEW')} END IF; END`), back(write('NEW'))],
    [
      my('UPDATE log SET n = (SELECT count(*) FROM t)'),
      back('UPDATE log SET n = (SELECT count(*) FROM t);'),
    ],
    [
      my('INSERT INTO lost (n) VALUES (NEW.price)'),
      back('INSERT INTO lost (n) VALUES (NEW.price);'),
    ],
  ])('%j is not reported to write what %j writes', async (one, other) => {
    expect(await find(one, other, after)).toEqual(UNCLEAR);
  });
});

it.each<Partial<Trigger>>([{ timing: 'after' }, { level: 'statement' }, { events: ['delete'] }])(
  'is undecided for %j',
  async (over) => {
    const [one, other] = [my('SET NEW.total = 1'), own('NEW.total := 2;')];
    expect(await find(one, other, over)).toEqual(UNCLEAR);
  },
);

it('names the constants where both set a value on one condition', async () => {
  const over = { condition: 'when (new.total > 1)' };
  expect(await find(my('SET NEW.total = 1'), own('NEW.total := 2;'), over)).toEqual([
    'trigger.text warning definition.otherConstant',
  ]);
});

it('is undecided for a truncated text', async () => {
  const long = `NEW.total := 1;${' '.repeat(10_000)}`;
  expect(await find(my('SET NEW.total = 1'), own(long))).toEqual(UNCLEAR);
});

it('is undecided for a text that was cut and is shorter in plain texts', async () => {
  const quoted = (length: number) => my(`SET NEW.name = "${'""'.repeat(20)}"`.padEnd(length));
  const same = own(`NEW.name := '${'"'.repeat(20)}';`);
  const over = { doubleQuotes: 'texts', timing: 'before' } as const;
  expect(await find(quoted(9_999), same, over)).toEqual([]);
  expect(await find(quoted(10_000), same, over)).toEqual(UNCLEAR);
});

describe('a trigger that calls a routine', () => {
  const after = (body: string) => [PG, `BEGIN ${body} RETURN NULL; END`] as const;
  const AFTER = { timing: 'after', doubleQuotes: 'texts' } as const;
  const BEFORE = { timing: 'before', doubleQuotes: 'texts' } as const;

  it.each<[Text, Text]>([
    [
      my('BEGIN CALL Audit(\'t\', NEW.price, "create"); END'),
      after("PERFORM audit('t', NEW.price, 'create');"),
    ],
    [my('CALL audit(NEW.price + 1)'), after('CALL audit(1 + NEW.price);')],
    [my('CALL audit'), after('PERFORM audit();')],
    [
      my('BEGIN CALL a(NEW.price); INSERT INTO log (n) VALUES (1); END'),
      after('PERFORM a(NEW.price); INSERT INTO log (n) VALUES (1);'),
    ],
    [
      my('BEGIN IF NEW.price > 5 THEN CALL a(1); END IF; END'),
      after('IF NEW.price > 5 THEN PERFORM a(1); END IF;'),
    ],
  ])('%j does what %j does', async (one, other) => {
    expect(await find(one, other, AFTER)).toEqual([]);
  });

  it.each<[string, Text, Text]>([
    ['another routine', my('CALL audit(1)'), after('PERFORM audit2(1);')],
    ['another value', my('CALL audit(NEW.price)'), after('PERFORM audit(NEW.total);')],
    ['more values', my('CALL audit(1)'), after('PERFORM audit(1, 2);')],
    ['another order', my('BEGIN CALL a(); CALL b(); END'), after('PERFORM b(); PERFORM a();')],
    ['one call more', my('CALL a()'), after('PERFORM a(); PERFORM a();')],
    [
      'a variable in brackets',
      my('BEGIN DECLARE x int DEFAULT 1; CALL a((x)); INSERT INTO log (n) VALUES (x); END'),
      [
        PG,
        'DECLARE x int := 1; BEGIN PERFORM a(x); INSERT INTO log (n) VALUES (x); RETURN NULL; END',
      ],
    ],
    [
      'a call in a loop',
      my(
        'BEGIN DECLARE c int DEFAULT 1; WHILE c <= NEW.price DO CALL a(c + 1); SET c = c + 1; END WHILE; END',
      ),
      [
        PG,
        'DECLARE c int := 1; BEGIN WHILE c <= NEW.price LOOP PERFORM a(c + 1); c := c + 1; END LOOP; RETURN NULL; END',
      ],
    ],
    ['a call in a schema', my('CALL s.a()'), after('PERFORM s.a();')],
    ['more than a call', my('CALL a(1)'), after('PERFORM a(1) + 1;')],
    [
      'a variable that it may set',
      my('BEGIN DECLARE x int DEFAULT 1; CALL a(x); INSERT INTO log (n) VALUES (x); END'),
      [
        PG,
        'DECLARE x int := 1; BEGIN PERFORM a(x); INSERT INTO log (n) VALUES (x); RETURN NULL; END',
      ],
    ],
    [
      'a call before, not after',
      my('BEGIN CALL a(); INSERT INTO log (n) VALUES (1); END'),
      after('INSERT INTO log (n) VALUES (1); PERFORM a();'),
    ],
  ])('%s is not taken for the same', async (_name, one, other) => {
    expect(await find(one, other, AFTER)).not.toEqual([]);
  });

  it('names the constant where only that differs', async () => {
    const found = await find(my('CALL audit(1)'), after('PERFORM audit(2);'), AFTER);
    expect(found).toEqual(['trigger.text warning definition.otherConstant']);
  });

  it('may set a column of the row before it is written, if it is given that alone', async () => {
    const called = (value: string) =>
      find(my(`CALL a(${value})`), own(`PERFORM a(${value});`), BEFORE);
    expect(await called('NEW.price')).toEqual(UNCLEAR);
    expect(await called('NEW.price + 1')).toEqual([]);
  });

  it('is undecided where double quotes may enclose names', async () => {
    const texts = [my('CALL audit("create")'), after("PERFORM audit('create');")] as const;
    expect(await find(...texts, { timing: 'after' })).toEqual(UNCLEAR);
    expect(await find(...texts, AFTER)).toEqual([]);
  });
});

describe('a trigger that fires after what it sets', () => {
  const engines = { source: MY, target: PG };
  const early = tableOf('SET NEW.total = 1');
  const late = tableOf('BEGIN NEW.total := 1; RETURN NULL; END', { timing: 'after' });
  const foundBetween = async (source: TableDefinition, target: TableDefinition) =>
    (await findBetween(engines, source, target, {}, LOG)).map(
      ({ code, severity, detail }) => `${code} ${severity} ${detail.code}`,
    );

  it('does not what one before the row does', async () => {
    expect(await foundBetween(early, late)).toEqual([
      'trigger.timing warning definition.triggerTiming',
      'trigger.text error definition.triggerTooLate',
    ]);
  });

  it('is not compared with one whose text is hidden', async () => {
    expect(await foundBetween(tableOf('', { text: null }), late)).toEqual([
      'trigger.timing warning definition.triggerTiming',
      'trigger.text warning definition.otherDialect',
    ]);
  });

  it('is not called idle where it calls a function', async () => {
    const calls = tableOf('BEGIN NEW.total := audit(1); RETURN NULL; END', { timing: 'after' });
    expect(await foundBetween({ ...early, triggers: [] }, calls)).toEqual([
      'trigger.extra warning definition.triggerAdded',
    ]);
    expect(await foundBetween(tableOf('SET NEW.total = audit(1)'), calls)).toEqual([
      'trigger.timing warning definition.triggerTiming',
      'trigger.text warning definition.otherDialect',
    ]);
  });

  it('is a note where only the target has it', async () => {
    expect(await foundBetween({ ...early, triggers: [] }, late)).toEqual([
      'trigger.extra info definition.triggerAddedIdle',
    ]);
  });

  it('is not what sets the time on each update', async () => {
    const stamped = (table: TableDefinition, value: string): TableDefinition => ({
      ...table,
      primaryKey: { name: '', columns: ['id'] },
      columns: [
        ...table.columns,
        column('at', { kind: 'timestamp', precision: 6, zone: false }, { default: value }),
      ],
    });
    const source = stamped({ ...early, triggers: [] }, `${CLOCK} ON UPDATE ${CLOCK}`);
    const said = async (timing: Trigger['timing'], body: string) => {
      const text = `BEGIN ${body}; RETURN NEW; END`;
      const target = stamped(tableOf(text, { timing, events: ['update'] }), CLOCK);
      const found = await foundBetween(source, target);
      return found.find((one) => one.startsWith('column.onUpdate'));
    };
    const lost = 'column.onUpdate warning definition.onUpdateLost';
    const done = 'column.onUpdate info definition.triggerDoesIt';
    expect(await said('after', 'NEW.at := now()')).toBe(lost);
    expect(await said('before', 'NEW.at := now()')).toBe(done);
    expect(await said('after', 'UPDATE t SET at = now() WHERE id = NEW.id')).toBe(done);
    expect(await said('after', 'UPDATE t SET at = now() WHERE price = NEW.price')).toBe(lost);
    expect(await said('after', 'UPDATE orders SET at = now() WHERE id = NEW.id')).toBe(lost);
  });
});
