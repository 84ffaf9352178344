import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { ViewDefinition } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../../connectors/registry.ts';
import { type EngineFixture, startPostgres, startSqlite } from '../../../rows/engines-fixture.ts';
import { lacksOf } from '../../outcome.ts';
import { repairsOf } from '../../repair/repairs.ts';
import { findBetween } from '../compare-fixture.ts';
import { repairSetting } from '../../repair/repair-fixture.ts';

type Engine = 'postgresql' | 'sqlite';
const fixtures = {} as Record<Engine, EngineFixture>;
beforeAll(async () => {
  fixtures.postgresql = await startPostgres(inject('postgresUrl'));
  fixtures.sqlite = await startSqlite();
});
afterAll(() => Promise.all(Object.values(fixtures).map((fixture) => fixture.tearDown())));

const BODIES: Record<Engine, (into: string) => string> = {
  sqlite: (into) => `FOR EACH ROW BEGIN INSERT INTO ${into} VALUES (NEW.a); END`,
  postgresql: (into) => `FOR EACH ROW EXECUTE FUNCTION into_${into}()`,
};

/** A table, another one, and views of it. */
async function prepare(engine: Engine, views: Record<string, string[]>): Promise<void> {
  const { run } = fixtures[engine];
  await run('CREATE TABLE base (a int)');
  await run('CREATE TABLE other (a int)');
  if (engine === 'postgresql')
    for (const into of ['base', 'other'])
      await run(
        `CREATE FUNCTION into_${into}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO ${into} VALUES (NEW.a); RETURN NEW; END'`,
      );
  for (const [view, triggers] of Object.entries(views)) {
    await run(`CREATE VIEW ${view} AS SELECT a FROM base`);
    for (const event of triggers)
      await run(
        `CREATE TRIGGER ${view}_${event} INSTEAD OF ${event} ON ${view} ${BODIES[engine]('base')}`,
      );
  }
}

async function read(engine: Engine, name: string): Promise<ViewDefinition> {
  const { open, schema } = fixtures[engine];
  const connection = await open();
  const [found] = await connection.definitions!.readDefinitions('views', schema, [name]);
  await connection.close();
  return found as ViewDefinition;
}

const find = async (
  source: Engine,
  from: string,
  target: keyof typeof ENGINES,
  to: ViewDefinition,
) => {
  const engines = { source: ENGINES[source].id, target: ENGINES[target].id };
  const own = await read(source, from);
  const found = await findBetween(engines, own, to, { lacks: lacksOf(engines) });
  return { own, found: found.filter(({ part }) => part === 'trigger') };
};
const saidOf = async (...args: Parameters<typeof find>) =>
  (await find(...args)).found.map(({ code, severity, name }) => [code, severity, name]);

it.each(['postgresql', 'sqlite'] as const)(
  'triggers that write in place of a view are compared on %s',
  async (engine) => {
    await prepare(engine, { twice: ['insert', 'update'], fewer: ['insert'], none: [] });
    const view = (name: string) => read(engine, name);
    expect((await view('twice')).viewTriggers).toMatchObject([
      { name: 'twice_insert', timing: 'instead of', events: ['insert'] },
      { name: 'twice_update', timing: 'instead of', events: ['update'] },
    ]);
    expect(await saidOf(engine, 'twice', engine, await view('twice'))).toEqual([]);
    expect(await saidOf(engine, 'twice', engine, await view('fewer'))).toEqual([
      ['trigger.missing', 'error', 'twice_update'],
    ]);
    expect(await saidOf(engine, 'none', engine, await view('fewer'))).toEqual([
      ['trigger.extra', 'warning', 'fewer_insert'],
    ]);
    // Nothing tells what these writes do elsewhere, but that they are refused.
    const elsewhere = { ...(await view('none')), viewTriggers: [] };
    expect(await saidOf(engine, 'fewer', 'mysql', elsewhere)).toEqual([
      ['trigger.missing', 'info', 'fewer_insert'],
    ]);
    // Former versions did not read them.
    const former = await view('none');
    delete former.viewTriggers;
    expect(await saidOf(engine, 'fewer', engine, former)).toEqual([
      ['trigger.unread', 'info', null],
    ]);
    expect(await saidOf(engine, 'none', engine, former)).toEqual([]);
  },
);

it.each(['postgresql', 'sqlite'] as const)(
  'the statement makes the trigger of a view again on %s',
  async (engine) => {
    const { run, schema } = fixtures[engine];
    await run('CREATE VIEW mended AS SELECT a FROM base');
    const target = await read(engine, 'mended');
    const { own, found } = await find(engine, 'fewer', engine, target);
    const connector = connectorOf(ENGINES[engine].id);
    // The name of the view in the text is the source's: the table alone is renamed.
    const repairs = repairsOf(
      found,
      own,
      target,
      repairSetting({ source: connector.id, target: connector.id }, [schema, target.name], {
        schemaOf: (name) => name,
      }),
    );
    const [statements] = found.map((one) => repairs.get(one)?.statements ?? []);
    // The statement makes the function, too.
    await run(
      engine === 'sqlite' ? 'DROP TRIGGER fewer_insert' : 'DROP FUNCTION into_base CASCADE',
    );
    for (const statement of statements!) await run(statement);
    expect((await read(engine, 'mended')).viewTriggers).toMatchObject([
      { name: 'fewer_insert', timing: 'instead of', events: ['insert'] },
    ]);
    await run('INSERT INTO mended VALUES (7)');
  },
);
