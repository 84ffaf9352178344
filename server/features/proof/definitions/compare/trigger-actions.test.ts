import { expect, it } from 'vitest';
import { comesTooLate, settingsAlone, settingsOf } from './trigger-actions.ts';

const BEFORE = { timing: 'before', level: 'row' } as const;
const alone = (text: string) => settingsAlone({ ...BEFORE, text });
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
  ['UPDATE t SET at = SYSDATETIME() FROM dbo.t t JOIN inserted i ON i.id = t.id', STAMP],
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
  'UPDATE t SET at = now(), n = n + 1 WHERE id = NEW.id',
  'UPDATE t SET at = now()',
  'CALL touch(NEW.id)',
  'BEGIN RETURN NULL; END',
  "SIGNAL SQLSTATE '45000'",
])('%s does more, or not that', (text) => {
  expect(alone(text)).toBeNull();
});

it('finds assignments among other statements', () => {
  const text = 'BEGIN IF NEW.n > 1 THEN NEW.at := now(); END IF; INSERT INTO log VALUES (1); END';
  expect(settingsOf({ ...BEFORE, text })).toEqual(STAMP);
  expect(settingsOf({ ...BEFORE, text: null })).toEqual([]);
});

it.each([
  { timing: 'after', level: 'row' },
  { timing: 'before', level: 'statement' },
] as const)('sets nothing in rows that are written already: $timing, each $level', (fires) => {
  const trigger = { ...fires, text: 'BEGIN NEW.at = now(); RETURN NULL; END' };
  expect(settingsAlone(trigger)).toBeNull();
  expect(settingsOf(trigger)).toEqual([]);
  expect(comesTooLate(trigger)).toBe(true);
  const updates = 'BEGIN UPDATE t SET at = now() WHERE id = NEW.id; RETURN NULL; END';
  expect(settingsAlone({ ...fires, text: updates })).toEqual(STAMP);
  for (const text of [updates, 'BEGIN NEW.at := now(); CALL a(); END', 'BEGIN END', null])
    expect(comesTooLate({ ...fires, text })).toBe(false);
});

it('is in time before the row is written', () => {
  expect(comesTooLate({ ...BEFORE, text: 'BEGIN NEW.at = now(); RETURN NEW; END' })).toBe(false);
});

it.each([
  ['a trigger in place of the write', 'instead of', 'NEW.n := 1'],
  ['a function that may do more', 'after', 'NEW.n := audit(NEW.id)'],
  ['a query that calls one', 'after', 'NEW.n := (SELECT s.audit (1))'],
  ['the next number', 'after', "NEW.n := nextval('ids')"],
] as const)('has an effect: %s', (_name, timing, sets) => {
  const text = `BEGIN ${sets}; RETURN NEW; END`;
  expect(comesTooLate({ timing, level: 'row', text })).toBe(false);
});
