import { expect, it } from 'vitest';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../../connectors/registry.ts';
import { comesTooLate, settingsAlone, settingsOf } from './trigger-actions.ts';

type Engine = keyof typeof ENGINES;
const OWN = { table: 't', keys: [['id'], ['kind', 'code']] };
const BEFORE = { timing: 'before', level: 'row', ...OWN } as const;
const alone = (text: string, engine = engineOf(text)) =>
  settingsAlone({ ...BEFORE, text }, connectorOf(ENGINES[engine].id));
/** An engine whose names are quoted as in a text. */
const engineOf = (text: string): Engine =>
  text.includes('[') ? 'sqlServer' : text.includes('`') ? 'mysql' : 'postgresql';
const POSTGRESQL = connectorOf(ENGINES.postgresql.id);
const STAMP = [{ column: 'at', to: 'clock', onlyNull: false }];
const NUMBER = [{ column: 'id', to: 'number', onlyNull: true }];

it.each([
  ['BEGIN NEW.at := now(); RETURN NEW; END', STAMP],
  ['\nbegin\n  -- touch\n  new."at" = CURRENT_TIMESTAMP;\n  return new;\nend;\n', STAMP],
  [
    'BEGIN IF NEW.* IS DISTINCT FROM OLD.* THEN NEW.at = clock_timestamp(); END IF; RETURN NEW; END',
    STAMP,
  ],
  ['SET NEW.at = now(3)', STAMP],
  ['begin set new.`at` = current_timestamp(); end', STAMP],
  ["BEGIN UPDATE t SET at = datetime('now') WHERE id = NEW.id; END", STAMP],
  ["BEGIN UPDATE t SET at = datetime('now') WHERE id = OLD.id; END", STAMP],
  ['UPDATE s.t SET at = now() WHERE t.kind = NEW.kind AND NEW.code = t.code', STAMP],
  ['UPDATE t SET at = SYSDATETIME() FROM dbo.t t JOIN inserted i ON i.id = t.id', STAMP],
  ['UPDATE t SET at = SYSDATETIME() FROM inserted i JOIN t ON i.id = t.id', STAMP],
  ['UPDATE o SET at = SYSDATETIME() FROM inserted i JOIN dbo.t AS o ON i.id = o.id', STAMP],
  [
    'BEGIN SET NOCOUNT ON; UPDATE dbo.t SET [at] = GETDATE() WHERE id IN (SELECT id FROM inserted) END',
    STAMP,
  ],
  ['BEGIN :new.at := SYSTIMESTAMP; END;', STAMP],
  ['BEGIN IF :NEW.id IS NULL THEN :NEW.id := ids.NEXTVAL; END IF; END;', NUMBER],
  ['BEGIN IF :new.id IS NULL THEN SELECT ids.NEXTVAL INTO :new.id FROM dual; END IF; END;', NUMBER],
  ['SET NEW.id = coalesce(NEW.id, nextval(ids))', NUMBER],
  ['IF NEW.id IS NULL OR NEW.id = 0 THEN SET NEW.id = nextval(ids); END IF', NUMBER],
  [
    "BEGIN IF NEW.id IS NULL OR NEW.id = '' THEN SET NEW.id = nextval(ids); END IF; END",
    [{ ...NUMBER[0], orEmpty: true }],
  ],
])('%s sets one column, and does nothing else', (text, settings) => {
  expect(alone(text)).toEqual(settings);
});

it('distinguishes the current time from other times', () => {
  for (const value of ["now() + interval '1 day'", "datetime('now', '+1 day')", 'OLD.at'])
    expect(alone(`SET NEW.at = ${value}`)).toEqual([{ ...STAMP[0], to: 'other' }]);
});

it.each([
  'BEGIN NEW.at := now(); INSERT INTO log VALUES (1); RETURN NEW; END',
  'BEGIN IF NEW.amount > 100 THEN NEW.at := now(); END IF; RETURN NEW; END',
  'BEGIN IF NEW.row IS DISTINCT FROM OLD.row THEN NEW.at := now(); END IF; RETURN NEW; END',
  'UPDATE t SET at = now()',
  'UPDATE parents SET at = now() WHERE id = NEW.id',
  'UPDATE t SET at = now() WHERE parent = NEW.id',
  'UPDATE t SET at = now() WHERE status = NEW.status',
  'UPDATE t SET at = now() WHERE kind = NEW.kind',
  'UPDATE t SET at = now() WHERE id = NEW.id AND status = NEW.status',
  'UPDATE t SET at = now() WHERE kind IN (SELECT kind FROM inserted) AND code IN (SELECT code FROM inserted)',
  'UPDATE t SET at = now() WHERE id = t.id',
  'UPDATE t SET at = now() WHERE NEW.id = OLD.id',
  'UPDATE t SET at = now() FROM t JOIN inserted i ON i.parent = t.id',
  'UPDATE t SET at = now() FROM t LEFT JOIN inserted i ON i.id = t.id',
  'UPDATE t SET at = now() FROM t JOIN others o ON o.id = t.id WHERE t.id = NEW.id',
  'UPDATE OR IGNORE t SET at = now() WHERE id = NEW.id',
  'UPDATE t SET at = now() WHERE id = NEW.id RETURNING id',
  'BEGIN IF NEW.at IS NULL THEN NEW.at := now(); RETURN NEW; END IF; NEW.n := 1; RETURN NEW; END',
  'BEGIN IF NEW.at IS NULL THEN NEW.at := now(); NEW.n := 1; END IF; RETURN NEW; END',
  'BEGIN IF NEW.at IS NULL THEN NEW.at := now(); ELSE NEW.at := OLD.at; END IF; RETURN NEW; END',
  'BEGIN NEW.at := now(); RETURN NULL; END',
  'UPDATE t SET at = now() WHERE id = NEW.id OR kind = NEW.kind',
  'UPDATE t SET at = now() WHERE id IN (SELECT parent FROM inserted)',
  'UPDATE t SET at = now() WHERE id IN (SELECT id FROM others)',
  'UPDATE p SET at = now() FROM parents p JOIN inserted i ON i.parent = p.id',
  'UPDATE t SET at = now() FROM parents t JOIN inserted i ON i.parent = t.id',
  "UPDATE t SET at = ' where id = new.id '",
  'UPDATE t SET at = "n where id = new.id "',
  'CALL touch(NEW.id)',
  'BEGIN RETURN NULL; END',
  "SIGNAL SQLSTATE '45000'",
])('%s does more, or not that', (text) => {
  expect(alone(text)).toBeNull();
});

it('is unknown where its text was cut when it was read', () => {
  expect(alone(`SET NEW.at = now();${' '.repeat(10_000)}`)).toBeNull();
});

it('finds assignments among other statements', () => {
  const text = 'BEGIN IF NEW.n > 1 THEN NEW.at := now(); END IF; INSERT INTO log VALUES (1); END';
  expect(settingsOf({ ...BEFORE, text }, POSTGRESQL)).toEqual(STAMP);
  expect(settingsOf({ ...BEFORE, text: null }, POSTGRESQL)).toEqual([]);
});

it.each([
  { timing: 'after', level: 'row' },
  { timing: 'before', level: 'statement' },
] as const)('sets nothing in rows that are written already: $timing, each $level', (fires) => {
  const trigger = { ...fires, ...OWN, text: 'BEGIN NEW.at = now(); RETURN NULL; END' };
  expect(settingsAlone(trigger, POSTGRESQL)).toBeNull();
  expect(settingsOf(trigger, POSTGRESQL)).toEqual([]);
  expect(comesTooLate(trigger, POSTGRESQL)).toBe(true);
  const updates = 'BEGIN UPDATE t SET at = now() WHERE id = NEW.id; RETURN NULL; END';
  expect(settingsAlone({ ...trigger, text: updates }, POSTGRESQL)).toEqual(STAMP);
  for (const text of [updates, 'BEGIN NEW.at := now(); CALL a(); END', 'BEGIN END', null])
    expect(comesTooLate({ ...fires, text }, POSTGRESQL)).toBe(false);
});

it('is in time before the row is written', () => {
  expect(
    comesTooLate({ ...BEFORE, text: 'BEGIN NEW.at = now(); RETURN NEW; END' }, POSTGRESQL),
  ).toBe(false);
});

it.each([
  ['a trigger in place of the write', 'instead of', 'NEW.n := 1'],
  ['a function that may do more', 'after', 'NEW.n := audit(NEW.id)'],
  ['a query that calls one', 'after', 'NEW.n := (SELECT s.audit (1))'],
  ['the next number', 'after', "NEW.n := nextval('ids')"],
] as const)('has an effect: %s', (_name, timing, sets) => {
  const text = `BEGIN ${sets}; RETURN NEW; END`;
  expect(comesTooLate({ timing, level: 'row', text }, POSTGRESQL)).toBe(false);
});

it.each<[Engine, string]>([
  ['postgresql', "'--'"],
  ['postgresql', '"--"'],
  ['postgresql', '$$--$$'],
  ['postgresql', '$a$ /* $a$'],
  ['postgresql', "'/*'"],
  ['postgresql', "/* /* */ ; RETURN NEW; */ '--'"],
  ['mysql', "'--'"],
  ['mysql', '"--"'],
  ['mysql', '`--`'],
  ['mysql', "'/*'"],
  ['mysql', "'#'"],
  ['sqlite', "'--'"],
  ['sqlite', '[--]'],
])('%s ends no line at what looks like a comment: %s', (engine, value) => {
  const text = `BEGIN NEW.at := now(); NEW.n := ${value}; INSERT INTO log VALUES (1) /* */; RETURN NEW; END`;
  expect(alone(text, engine)).toBeNull();
  const late = { timing: 'after', level: 'row', text } as const;
  expect(comesTooLate(late, connectorOf(ENGINES[engine].id))).toBe(false);
});

it.each<[Engine, string]>([
  ['mysql', 'SET NEW.at = now() # ; CALL a()'],
  ['mysql', 'SET NEW.at = now() -- it is; CALL a()'],
  ['mysql', 'SET NEW.at = /* it is */ now()'],
  ['postgresql', 'BEGIN NEW.at = now(); /* /* */ CALL a(); */ RETURN NEW; END'],
])('%s runs no comment: %s', (engine, text) => {
  expect(alone(text, engine)).toEqual(STAMP);
});

it.each([
  String.raw`SET NEW.at = now(), NEW.n = 'it\'s'`,
  String.raw`SET NEW.at = now(), NEW.n = "say \"so\""`,
  String.raw`SET NEW.at = now(), NEW.n = 'C:\'`,
  String.raw`SET NEW.at = now(), NEW.n = 'a\', NEW.m = \'b'`,
])('mysql can have read that in one way only: %s', (text) => {
  expect(alone(text, 'mysql')).toContainEqual(STAMP[0]);
});

it.each<[Engine, string]>([
  ['mysql', 'SET NEW.at = now() /*! + interval 1 day */'],
  ['mysql', String.raw`SET NEW.at = now(), NEW.n = 'a\'', /* it's */ NEW.m = 'b'`],
  ['mysql', 'SET NEW.at = now() /* open'],
])('%s may read that otherwise: %s', (engine, text) => {
  expect(alone(text, engine)).toBeNull();
});

it('takes no text for the current time, and knows nothing where nothing is read', () => {
  const text = 'SET NEW.at = "now"';
  expect(alone(text, 'mysql')).toEqual([{ ...STAMP[0], to: 'other' }]);
  expect(settingsAlone({ ...BEFORE, text: 'SET NEW.at = now()' }, null)).toBeNull();
});
