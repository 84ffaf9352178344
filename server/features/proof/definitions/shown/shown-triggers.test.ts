import { expect, it } from 'vitest';
import { ENGINES, type EngineId } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { TableDefinition, Trigger } from '../../../../../connectors/core/definitions.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { Side } from '../../../../../contract/fields.ts';
import { type KnownColumn, createMeanings } from '../../../sql/service.ts';
import { readerOfNothing } from '../compare/texts/meanings.ts';
import { showTableTriggers, showTriggers } from './shown-triggers.ts';

const { mysql, postgresql, oracle, sqlite } = ENGINES;
const MY = mysql.id;
const PG = postgresql.id;
const ORA = oracle.id;

const INT: CanonicalType = { kind: 'integer', bits: 32, unsigned: false };
const MONEY: CanonicalType = { kind: 'decimal', precision: 10, scale: 2 };
const TEXT: CanonicalType = { kind: 'text', length: 50, fixed: false, bytes: false };
const meanings = createMeanings();

const columns = (own: Record<string, [string, CanonicalType]>): KnownColumn[] =>
  Object.entries(own).map(([name, [as, canonical]]) => ({ name, as, canonical, nullable: true }));
const FILMS = columns({
  FilmId: ['film_id', INT],
  Title: ['title', TEXT],
  Rate: ['rate', MONEY],
});
const asTarget = (own: readonly KnownColumn[]): KnownColumn[] =>
  own.map((one) => ({ ...one, name: one.as }));
const LOG = columns({ Id: ['id', INT], Note: ['note', TEXT] });
const relation = (name: string) =>
  ({ kind: 'table', name, columns: [] }) as unknown as TableDefinition;
const TABLES = {
  known: { source: FILMS, target: asTarget(FILMS) },
  on: { source: relation('films'), target: relation('film') },
};

type Given = Partial<Trigger> & { text: string };
const trigger = (given: Given, table: string) => ({
  name: 'r',
  timing: 'before' as const,
  events: ['insert' as const],
  level: 'row' as const,
  enabled: true,
  condition: null,
  ...given,
  table,
});

const sourcesOf = (source: EngineId, target: EngineId) => {
  const engines = { source, target };
  const tables = {
    source: [{ name: 'log', as: 'film_log', columns: LOG }],
    target: [{ name: 'film_log', as: 'film_log', columns: asTarget(LOG) }],
  };
  const words = (side: Side) => connectorOf(engines[side]);
  return [
    { meanings, engines, tables },
    { ...readerOfNothing, words },
  ] as const;
};
const show = (source: Given, target: Given, from: EngineId = MY, to: EngineId = PG) =>
  showTriggers(
    { source: trigger(source, 'films'), target: trigger(target, 'film') },
    TABLES,
    ...sourcesOf(from, to),
  );

const RATED = `BEFORE INSERT ON film
FOR EACH ROW
BEGIN
  IF NEW.rate < 0 THEN
    RAISE EXCEPTION 'no';
  END IF;
  NEW.title := upper(NEW.title);
  INSERT INTO film_log (id, note)
  VALUES (NEW.film_id, NEW.title);
  RETURN NEW;
END;`;
const RATED_HERE = `BEGIN IF NEW.Rate < 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END IF;
  SET NEW.Title = UPPER(NEW.Title); INSERT INTO log (Id, Note) VALUES (NEW.FilmId, NEW.Title); END`;
const RATED_THERE = `BEGIN IF 0 > new.rate THEN RAISE EXCEPTION 'no'; END IF; new."title" = upper(new.title);
  INSERT INTO film_log (note, id) VALUES (NEW.title, NEW.film_id); RETURN new; END`;

it('shows a body and a function in one dialect', async () => {
  expect(await show({ text: RATED_HERE }, { text: RATED_THERE })).toEqual({
    source: RATED,
    target: RATED,
    extent: 'whole',
  });
});

it('shows a function without the row that it returns where the target has none', async () => {
  const shown = await show(
    { text: RATED_THERE.replaceAll('film_log', 'log') },
    {
      text: RATED_HERE.replace('log (Id', 'film_log (id')
        .replaceAll(/\bRate|Title\b/g, (it) => it.toLowerCase())
        .replace('FilmId', 'film_id'),
    },
    PG,
    MY,
  );
  const text = RATED.replace(
    "RAISE EXCEPTION 'no'",
    "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'",
  )
    .replace('NEW.title :=', 'SET NEW.title =')
    .replace('\n  RETURN NEW;', '');
  expect(shown).toEqual({ source: text, target: text, extent: 'whole' });
});

const DELETES = { text: 'BEGIN DELETE FROM film_log WHERE id = OLD.film_id; RETURN OLD; END' };
/** What is said of one trigger of the source, in one line. */
const said = async (source: Given, target: Given, from: EngineId = MY, to: EngineId = PG) =>
  (await show(source, target, from, to))?.source.replaceAll(/\s+/g, ' ');

it.each<[string, Given, EngineId, EngineId, string]>([
  [
    'the row that a delete takes away',
    { events: ['delete'], text: 'DELETE FROM log WHERE Id = OLD.FilmId' },
    MY,
    PG,
    'BEFORE DELETE ON film FOR EACH ROW BEGIN DELETE FROM film_log WHERE film_log.id = OLD.film_id; RETURN OLD; END;',
  ],
  [
    'what is returned behind the write',
    { timing: 'after', text: 'BEGIN DELETE FROM log WHERE Id = 1; RETURN NEW; END' },
    PG,
    PG,
    'AFTER INSERT ON film FOR EACH ROW BEGIN DELETE FROM film_log WHERE film_log.id = 1; RETURN NULL; END;',
  ],
  [
    'a body of one condition',
    { timing: 'after', text: 'IF NEW.Rate > 1 THEN DELETE FROM log WHERE Id = 1; END IF' },
    MY,
    PG,
    'AFTER INSERT ON film FOR EACH ROW BEGIN IF NEW.rate > 1 THEN DELETE FROM film_log WHERE film_log.id = 1; END IF; RETURN NULL; END;',
  ],
  [
    'a condition, several events and columns',
    {
      events: ['insert', 'update'],
      condition: 'of rate, FilmId when ((new.rate > (0)::numeric))',
      text: 'BEGIN new.title := NULL; RETURN NEW; END',
    },
    PG,
    PG,
    'BEFORE INSERT OR UPDATE OF rate, film_id ON film FOR EACH ROW WHEN (NEW.rate > 0) BEGIN NEW.title := NULL; RETURN NEW; END;',
  ],
  [
    'a condition where the target has IF alone',
    { condition: 'when ((new.rate > 0))', text: 'BEGIN new.title := NULL; RETURN NEW; END' },
    PG,
    MY,
    'BEFORE INSERT ON film FOR EACH ROW BEGIN IF NEW.rate > 0 THEN SET NEW.title = NULL; END IF; END;',
  ],
  [
    'a condition before variables, where the target has IF alone',
    {
      condition: 'when ((new.rate > 0))',
      text: 'DECLARE n int := 1; BEGIN new.title := NULL; RETURN NEW; END',
    },
    PG,
    MY,
    'BEFORE INSERT ON film FOR EACH ROW WHEN (((NEW.rate > 0)) /* PostgreSQL */) BEGIN DECLARE n int DEFAULT 1; SET NEW.title = NULL; END;',
  ],
  [
    'events that the target has in triggers of their own',
    { events: ['insert', 'update'], text: 'BEGIN new.title := NULL; RETURN NEW; END' },
    PG,
    MY,
    'BEFORE INSERT OR UPDATE ON film FOR EACH ROW /* PostgreSQL */ BEGIN SET NEW.title = NULL; END;',
  ],
  [
    'what cannot be written, with its rows as they were',
    {
      text: 'BEGIN SET NEW.`Title` = crc32(NEW.Title); CALL x(NEW.`a b`, old.q); DELETE FROM log WHERE Id = 1; END',
    },
    MY,
    PG,
    'BEFORE INSERT ON film FOR EACH ROW BEGIN NEW.title := crc32(NEW.Title) /* MySQL / MariaDB */; CALL x(NEW.`a b`, OLD.q); /* MySQL / MariaDB */ DELETE FROM film_log WHERE film_log.id = 1; RETURN NEW; END;',
  ],
  [
    'a trigger of Oracle',
    {
      condition: 'when (new.rate > 0)',
      text: 'DECLARE n INTEGER := 1; BEGIN IF :new.rate > 1 THEN :NEW.Title := NULL; END IF; DELETE FROM log WHERE Id = n; END;',
    },
    ORA,
    PG,
    'BEFORE INSERT ON film FOR EACH ROW WHEN (NEW.rate > 0) DECLARE n integer := 1; BEGIN IF NEW.rate > 1 THEN NEW.title := NULL; END IF; DELETE FROM film_log WHERE film_log.id = n; RETURN NEW; END;',
  ],
  [
    'what a trigger of SQLite raises',
    {
      timing: 'after',
      text: "BEGIN SELECT RAISE(ABORT, 'no') WHERE NEW.rate < 0; DELETE FROM log WHERE Id = 1; END",
    },
    sqlite.id,
    PG,
    "AFTER INSERT ON film FOR EACH ROW BEGIN IF NEW.rate < 0 THEN RAISE EXCEPTION 'no'; END IF; DELETE FROM film_log WHERE film_log.id = 1; RETURN NULL; END;",
  ],
  [
    'a row that is not written',
    { text: 'BEGIN IF new.rate < 0 THEN RETURN NULL; END IF; RETURN NEW; END' },
    PG,
    PG,
    'BEFORE INSERT ON film FOR EACH ROW BEGIN IF NEW.rate < 0 THEN RETURN NULL; END IF; RETURN NEW; END;',
  ],
  [
    'a row that some of the branches return',
    { text: 'BEGIN IF new.rate < 0 THEN RETURN NULL; ELSE RETURN NEW; END IF; END' },
    PG,
    PG,
    'BEFORE INSERT ON film FOR EACH ROW BEGIN IF NEW.rate < 0 THEN RETURN NULL; ELSE RETURN NEW; END IF; END;',
  ],
  [
    'a function that does not return, and fails',
    { text: 'BEGIN NEW.title := NULL; END' },
    PG,
    PG,
    'BEFORE INSERT ON film FOR EACH ROW BEGIN NEW.title := NULL; END;',
  ],
  [
    'columns of rows in quotes where case counts',
    {
      text: 'BEGIN NEW.title := x(NEW."Name", NEW.Name, NEW."name", NEW."a ""b"); DELETE FROM log WHERE Id = 1; RETURN NEW; END',
    },
    PG,
    MY,
    'BEFORE INSERT ON film FOR EACH ROW BEGIN SET NEW.title = x(NEW."Name", NEW.name, NEW.name, NEW."a ""b") /* PostgreSQL */; DELETE FROM film_log WHERE film_log.id = 1; END;',
  ],
  [
    'columns of rows in the case that Oracle knows them by',
    {
      text: 'BEGIN :NEW.title := x(:new.Name, :NEW."Name"); DELETE FROM log WHERE Id = 1; END;',
    },
    ORA,
    PG,
    'BEFORE INSERT ON film FOR EACH ROW BEGIN NEW.title := x(:NEW.NAME, :NEW."Name") /* Oracle */; DELETE FROM film_log WHERE film_log.id = 1; RETURN NEW; END;',
  ],
  [
    'columns in quotes of their own',
    {
      timing: 'after',
      events: ['update'],
      condition: 'OF "Rate", [a,b] , `Total`, filmid',
      text: 'BEGIN DELETE FROM log WHERE Id = 1; END',
    },
    sqlite.id,
    PG,
    'AFTER UPDATE OF rate, "a,b", "Total", film_id ON film FOR EACH ROW BEGIN DELETE FROM film_log WHERE film_log.id = 1; RETURN NULL; END;',
  ],
  [
    'a trigger of statements',
    {
      timing: 'after',
      level: 'statement',
      events: ['truncate'],
      text: 'BEGIN DELETE FROM log; RETURN NULL; END',
    },
    PG,
    PG,
    'AFTER TRUNCATE ON film FOR EACH STATEMENT BEGIN DELETE FROM film_log; RETURN NULL; END;',
  ],
])('shows %s', async (_, source, from, to, expected) => {
  expect(await said(source, to === PG ? DELETES : { text: "SET NEW.title = 'a'" }, from, to)).toBe(
    expected,
  );
});

it.each<[string, Given, EngineId?, EngineId?]>([
  ['a hidden text', { text: null as unknown as string }],
  ['a text that was cut', { text: `SET NEW.Title = 'a'; ${' '.repeat(10_000)}` }],
  [
    'a text that was cut and has double quotes of texts',
    { text: `SET NEW.Title = "${'""'.repeat(20)}"; `.padEnd(10_000), doubleQuotes: 'texts' },
  ],
  ['a column called like a row', { text: 'SET NEW.Title = new$x' }],
  ['mostly what cannot be written', { text: `BEGIN ${'CALL x(); '.repeat(12)} END` }],
  ['a language of its own', { text: 'UPDATE f SET rate = 1 FROM inserted' }, ENGINES.sqlServer.id],
  [
    'rows of both kinds before they are written',
    { events: ['insert', 'delete'], text: 'SET NEW.Title = 1' },
  ],
  ['an engine without programs', { text: "SET NEW.Title = 'a'" }, MY, sqlite.id],
])('shows %s in its own dialect', async (_, source, from, to) => {
  expect(await said(source, DELETES, from, to)).toBeUndefined();
});

it('shows those of two tables, each as far as it can be written', async () => {
  const relationOf = (name: string, ...triggers: Trigger[]) =>
    ({
      ...relation(name),
      primaryKey: null,
      uniques: [],
      indexes: [],
      triggers,
    }) as unknown as TableDefinition;
  const called = (name: string, given: Given) => ({ ...trigger(given, ''), name });
  const on = {
    source: relationOf(
      'films',
      called('rating', { text: "SET NEW.Title = 'a'" }),
      called('r_del', { events: ['delete'], text: 'CREATE TABLE x (a int)' }),
      called('calls', { events: ['update'], text: `BEGIN ${'CALL x(); '.repeat(9)} END` }),
    ),
    target: relationOf(
      'film',
      called('rated', { text: "BEGIN NEW.title := 'a'; RETURN NEW; END" }),
      called('other', { timing: 'after', condition: 'when (true)', text: 'it() -- pl/x' }),
    ),
  };
  const { source, target } = await showTableTriggers({ ...TABLES, on }, ...sourcesOf(MY, PG));
  const rated =
    "\nCREATE TRIGGER rated\nBEFORE INSERT ON film\nFOR EACH ROW\nBEGIN\n  NEW.title := 'a';\n  RETURN NEW;\nEND;";
  expect([source[0], target[0]]).toEqual([rated, rated]);
  expect(source[1]).toMatch(
    /^\nCREATE TRIGGER r_del\nBEFORE DELETE ON film\nFOR EACH ROW\n[^]*x \(a int\)/,
  );
  expect(source[1]).toMatch(/\/\* MySQL \/ MariaDB \*\/$/);
  expect(source[2]).toMatch(/^\nCREATE TRIGGER calls\nBEFORE UPDATE ON film\n/);
  expect(source[2]?.match(/MariaDB/g)).toHaveLength(1);
  expect(target[1]).toBe(
    '\nCREATE TRIGGER other\nAFTER INSERT ON film\nFOR EACH ROW\nWHEN (true)\nit() -- pl/x',
  );
});

it('writes names of tables, triggers and columns in quotes where the target needs them', async () => {
  const named = (name: string, ...triggers: Trigger[]) =>
    ({
      ...relation(name),
      primaryKey: null,
      uniques: [],
      indexes: [],
      triggers,
    }) as TableDefinition;
  const text = (table: string, column: string) =>
    `\nCREATE TRIGGER "Rated"\nBEFORE INSERT ON ${table}\nFOR EACH ROW\nBEGIN\n  NEW.${column} := 'a';\n  RETURN NEW;\nEND;`;
  const known = [...FILMS, ...columns({ Name: ['Name', TEXT] })];
  const { source, target } = await showTableTriggers(
    {
      known: { source: known, target: asTarget(known) },
      on: {
        source: named('films', { ...trigger({ text: "SET NEW.Name = 'a'" }, ''), name: 'rated' }),
        target: named('Film', {
          ...trigger({ text: `BEGIN NEW."Name" := 'a'; RETURN NEW; END` }, ''),
          name: 'Rated',
        }),
      },
    },
    ...sourcesOf(MY, PG),
  );
  expect([...source, ...target]).toEqual([text('"Film"', '"Name"'), text('"Film"', '"Name"')]);
});
