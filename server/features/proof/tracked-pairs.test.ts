import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ENGINES } from '../../../connectors/engines.ts';
import { type MariadbServer, openServer } from '../../../connectors/mysql/fixture.ts';
import { createDatabase, type PostgresDatabase } from '../../../connectors/postgresql/fixture.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import * as inventory from '../../../contract/inventory.ts';
import { getStructure } from '../../../contract/proof/definitions.ts';
import * as pairs from '../../../contract/proof/pairs.ts';
import * as runs from '../../../contract/proof/runs.ts';
import { connectionOf, createProject, listObjects } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let mariadb: MariadbServer;
let postgres: PostgresDatabase;
let shop: string;
let id: number;

type Names = Partial<Record<ObjectType, string[]>>;
const PLAIN = ['staff', 'log'];
const SOURCE: Names = {
  tables: ['films', 'staff', 'log', 'kept'],
  triggers:
    'making marking naming deleting same moved lost off writes other unclear tr_u film_check'.split(
      ' ',
    ),
  sequences: ['orders', 'tickets', 'wide', 'steps'],
};
const TARGET: Names = {
  tables: ['film', 'staff', 'log', 'kept'],
  triggers: 'touching sometimes same moved off writes other unclear log_changes film_checks'.split(
    ' ',
  ),
  sequences: ['orders', 'tickets', 'wide', 'steps'],
};

beforeAll(async () => {
  mariadb = await openServer(inject('mariadbUrl'));
  postgres = await createDatabase(inject('postgresUrl'));
  shop = await mariadb.addSchema('shop');
  const stamp = 'FOR EACH ROW SET NEW.at = now()';
  for (const sql of [
    ...PLAIN.map((name) => `CREATE TABLE ${shop}.${name} (id int, at datetime)`),
    `CREATE TABLE ${shop}.films (id int, at datetime)`,
    `CREATE TABLE ${shop}.kept (id int, made datetime, mark char(36), word char(36), at datetime ON UPDATE CURRENT_TIMESTAMP)`,
    `CREATE TRIGGER ${shop}.making BEFORE INSERT ON ${shop}.kept FOR EACH ROW SET NEW.made = now()`,
    ...[
      ['marking', 'mark'],
      ['naming', 'word'],
    ].map(
      ([name, column]) =>
        `CREATE TRIGGER ${shop}.${name} BEFORE INSERT ON ${shop}.kept FOR EACH ROW BEGIN
           IF NEW.${column} IS NULL OR NEW.${column} = '' THEN SET NEW.${column} = uuid(); END IF; END`,
    ),
    `CREATE TRIGGER ${shop}.deleting BEFORE DELETE ON ${shop}.kept FOR EACH ROW SET @gone = OLD.id`,
    `CREATE TRIGGER ${shop}.same BEFORE UPDATE ON ${shop}.films ${stamp}`,
    `CREATE TRIGGER ${shop}.moved BEFORE UPDATE ON ${shop}.staff ${stamp}`,
    `CREATE TRIGGER ${shop}.lost BEFORE INSERT ON ${shop}.films ${stamp}`,
    `CREATE TRIGGER ${shop}.off BEFORE INSERT ON ${shop}.staff ${stamp}`,
    `CREATE TRIGGER ${shop}.writes AFTER INSERT ON ${shop}.films FOR EACH ROW INSERT INTO ${shop}.log (id) VALUES (NEW.id)`,
    `CREATE TRIGGER ${shop}.other BEFORE INSERT ON ${shop}.log FOR EACH ROW SET NEW.id = 1`,
    `CREATE TRIGGER ${shop}.unclear AFTER DELETE ON ${shop}.films FOR EACH ROW INSERT INTO ${shop}.log (id) VALUES (crc32(OLD.id))`,
    `CREATE TRIGGER ${shop}.tr_u AFTER UPDATE ON ${shop}.films FOR EACH ROW INSERT INTO ${shop}.log (id) VALUES (NEW.id)`,
    `CREATE TRIGGER ${shop}.film_check BEFORE DELETE ON ${shop}.films FOR EACH ROW SET @gone = OLD.id`,
    `CREATE SEQUENCE ${shop}.orders CACHE 1`,
    `CREATE SEQUENCE ${shop}.tickets START WITH 500 CACHE 1`,
    `CREATE SEQUENCE ${shop}.wide CACHE 1`,
    `CREATE SEQUENCE ${shop}.steps INCREMENT BY 5 CACHE 1 CYCLE`,
  ])
    await mariadb.run(sql);
  await postgres.run(`
    ${['film', ...PLAIN].map((name) => `CREATE TABLE ${name} (id int, at timestamp(0));`).join(' ')}
    CREATE TABLE kept (id int, made timestamp(0) DEFAULT now(), mark uuid DEFAULT gen_random_uuid(),
      word text DEFAULT gen_random_uuid(), at timestamp(0));
    CREATE FUNCTION stamps() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.at = now(); RETURN NEW; END';
    CREATE TRIGGER same BEFORE UPDATE ON film FOR EACH ROW EXECUTE FUNCTION stamps();
    CREATE TRIGGER moved BEFORE UPDATE ON log FOR EACH ROW EXECUTE FUNCTION stamps();
    CREATE TRIGGER off BEFORE INSERT ON staff FOR EACH ROW EXECUTE FUNCTION stamps();
    ALTER TABLE staff DISABLE TRIGGER off;
    CREATE TRIGGER touching BEFORE UPDATE ON kept FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamps();
    CREATE TRIGGER sometimes BEFORE UPDATE ON kept FOR EACH ROW WHEN (NEW.id > 5) EXECUTE FUNCTION stamps();
    CREATE FUNCTION writes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.log (id) VALUES (NEW.id); RETURN NULL; END';
    CREATE TRIGGER writes AFTER INSERT ON film FOR EACH ROW EXECUTE FUNCTION writes();
    CREATE TRIGGER log_changes AFTER UPDATE ON film FOR EACH ROW EXECUTE FUNCTION writes();
    CREATE TRIGGER film_checks BEFORE DELETE ON staff FOR EACH ROW EXECUTE FUNCTION stamps();
    CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.id = 2; RETURN NEW; END';
    CREATE TRIGGER other BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION other();
    CREATE FUNCTION unclear() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.log (id) VALUES (hashtext(OLD.id::text)); RETURN NULL; END';
    CREATE TRIGGER unclear AFTER DELETE ON film FOR EACH ROW EXECUTE FUNCTION unclear();
    CREATE SEQUENCE orders; CREATE SEQUENCE tickets; CREATE SEQUENCE wide MAXVALUE 99; CREATE SEQUENCE steps;
  `);
  app = await startTestApp();
  const row = await createProject(app.admin, {
    Source_Database: ENGINES.mysql.id,
    ...connectionOf('source', { ...mariadb.target, database: shop }),
    ...connectionOf('target', postgres.target),
    also_tracked: 'both',
  });
  id = row.Project_Id;
  const items = (names: Names, schema: string) =>
    Object.entries(names).flatMap(([object_type_source, own]) =>
      own.map((table_name) => ({
        Project_Id: id,
        schema,
        table_name,
        object_type_source: object_type_source as ObjectType,
      })),
    );
  await app.admin.call(inventory.importSource, { body: items(SOURCE, shop) });
  await app.admin.call(inventory.importTarget, { body: items(TARGET, 'public') });
  const was = await app.admin.call(pairs.getMatchingRules, { params: { id } });
  await app.admin.call(pairs.setMatchingRules, {
    params: { id },
    body: { ...was, schemas: [{ from: shop, to: 'public' }] },
  });
  await app.admin.call(pairs.matchObjects, { params: { id } });
  await verify();
});
afterAll(async () => {
  await app?.close();
  await mariadb?.tearDown();
  await postgres?.tearDown();
});

async function verify(): Promise<void> {
  const run = await app.admin.call(runs.startRun, { params: { id }, body: { kind: 'verify' } });
  const params = { id, run: run.id };
  while ((await app.admin.call(runs.getRun, { params })).state !== 'finished') await sleep(50);
}

const listPairs = () => app.admin.call(pairs.listPairs, { params: { id } });
async function pairOf(type: ObjectType, name: string): Promise<pairs.PairRow> {
  const found = (await listPairs()).find(
    (pair) => pair.object_type === type && pair.name === `${shop}.${name}`,
  );
  return found!;
}
async function findingsOf(type: ObjectType, name: string): Promise<string[]> {
  const pair = await pairOf(type, name);
  const params = { id, pair: pair.id };
  const { findings } = await app.admin.call(getStructure, { params });
  return findings.map(({ code, severity }) => `${code} ${severity}`);
}

describe('triggers and sequences of a project that tracks them', () => {
  it('are matched with their own kind only', async () => {
    const found = await listPairs();
    const namesOf = ({ source, target }: pairs.PairRow) =>
      [source, target].map((side) => side[0]?.object_name ?? null);
    const tracked = found.filter(({ object_type_id }) => object_type_id > 4);
    expect(tracked.map((pair) => [pair.object_type, ...namesOf(pair)]).toSorted()).toEqual([
      ['sequences', 'orders', 'orders'],
      ['sequences', 'steps', 'steps'],
      ['sequences', 'tickets', 'tickets'],
      ['sequences', 'wide', 'wide'],
      ['triggers', null, 'film_checks'],
      ['triggers', null, 'sometimes'],
      ['triggers', null, 'touching'],
      ['triggers', 'deleting', null],
      ['triggers', 'film_check', null],
      ['triggers', 'lost', null],
      ['triggers', 'making', null],
      ['triggers', 'marking', null],
      ['triggers', 'moved', 'moved'],
      ['triggers', 'naming', null],
      ['triggers', 'off', 'off'],
      ['triggers', 'other', 'other'],
      ['triggers', 'same', 'same'],
      ['triggers', 'tr_u', 'log_changes'],
      ['triggers', 'unclear', 'unclear'],
      ['triggers', 'writes', 'writes'],
    ]);
    const one = await pairOf('triggers', 'lost');
    const target = (await listObjects(app.admin, id, 'target')).find(
      ({ object_name }) => object_name === 'orders',
    )!;
    const linked = await app.admin.send(pairs.linkObjects, {
      params: { id },
      body: { source_ids: [one.source[0]!.id], target_ids: [target.target_objectid!] },
    });
    expect(linked.status).toBe(422);
  });

  it('are matched by when they fire on the counterpart of their table, whatever they are called', async () => {
    const renamed = await pairOf('triggers', 'tr_u');
    expect(renamed).toMatchObject({
      method: 'columns',
      reason: 'Fire at the same time, for the same events of the same table',
    });
    expect(await findingsOf('triggers', 'tr_u')).toEqual([]);
  });

  it('are proven by their definitions alone: they have no rows and no calls', async () => {
    const same = await pairOf('triggers', 'same');
    expect(same).toMatchObject({ data_result: null, call_result: null, verdict: 'unconfirmed' });
    const { undo: _ } = await app.admin.call(pairs.confirmPairs, {
      params: { id },
      body: { ids: [same.id] },
    });
    expect(await pairOf('triggers', 'same')).toMatchObject({ verdict: 'proven' });
    expect(await findingsOf('triggers', 'same')).toEqual([]);
  });

  it('are not proven by their names where nothing shows that triggers do the same', async () => {
    expect(await findingsOf('triggers', 'writes')).toEqual([]);
    expect(await findingsOf('triggers', 'other')).toEqual(['trigger.text warning']);
    expect(await findingsOf('triggers', 'unclear')).toEqual(['trigger.text warning']);
    const unclear = await pairOf('triggers', 'unclear');
    await app.admin.call(pairs.confirmPairs, { params: { id }, body: { ids: [unclear.id] } });
    expect(await pairOf('triggers', 'unclear')).toMatchObject({ verdict: 'warned' });
  });

  it('are shown in one dialect, with the bodies of functions', async () => {
    const { texts } = await app.admin.call(getStructure, {
      params: { id, pair: (await pairOf('triggers', 'writes')).id },
    });
    const text = `AFTER INSERT ON film
FOR EACH ROW
BEGIN
  INSERT INTO log (id)
  VALUES (NEW.id);
  RETURN NULL;
END;`;
    expect(texts).toEqual({ source: text, target: text, extent: 'whole' });
  });

  it('report triggers on another table, and disabled ones', async () => {
    expect(await findingsOf('triggers', 'moved')).toEqual(['trigger.table error']);
    expect(await findingsOf('triggers', 'off')).toEqual(['trigger.disabled error']);
    expect(await pairOf('triggers', 'lost')).toMatchObject({ state: 'unmatched' });
  });

  it('that one side alone has count in their own pairs, and are notes at their tables', async () => {
    const { findings } = await app.admin.call(getStructure, {
      params: { id, pair: (await pairOf('tables', 'kept')).id },
    });
    const told = findings.flatMap(({ code, name, severity, detail_said: said }) =>
      code === 'trigger.missing' || code === 'trigger.extra' ? [[name, severity, said?.code]] : [],
    );
    expect(told).toEqual([
      ['deleting', 'info', 'definition.triggerOwn'],
      ['naming', 'info', 'definition.triggerOwn'],
      ['sometimes', 'info', 'definition.triggerOwn'],
    ]);
    for (const name of ['deleting', 'naming'])
      expect(await pairOf('triggers', name)).toMatchObject({ verdict: 'unmatched' });
  });

  it('whose counterparts differ are notes at their tables, too', async () => {
    const told = async (type: 'tables' | 'triggers', name: string) => {
      const { findings } = await app.admin.call(getStructure, {
        params: { id, pair: (await pairOf(type, name)).id },
      });
      return findings.flatMap((one) =>
        one.code.startsWith('trigger') ? [[one.code, one.severity, one.detail_said?.code]] : [],
      );
    };
    const [off, other] = ['definition.triggerDisabled', 'definition.otherSetting'];
    expect(await told('triggers', 'off')).toContainEqual(['trigger.disabled', 'error', off]);
    expect(await told('tables', 'staff')).toContainEqual(['trigger.disabled', 'info', off]);
    expect(await told('triggers', 'other')).toEqual([['trigger.text', 'warning', other]]);
    expect(await told('tables', 'log')).toContainEqual(['trigger.text', 'info', other]);
  });

  it('say that a column took over all that they did, and then neither create nor drop them', async () => {
    const shown = async (name: string) => {
      const pair = (await listPairs()).find((one) => one.name.endsWith(`.${name}`))!;
      const params = { id, pair: pair.id };
      const { findings } = await app.admin.call(getStructure, { params });
      return findings.map(({ code, severity, repair, removal, detail_said: said }) => [
        `${code} ${severity}`,
        ...(said?.params ? [said.params['columns']] : []),
        Boolean(repair ?? removal),
      ]);
    };
    expect(await shown('making')).toEqual([['trigger.replaced info', 'made', false]]);
    expect(await shown('marking')).toEqual([['trigger.replaced info', 'mark', false]]);
    // A text may be empty where somebody gives it, and stays so on the target.
    expect(await shown('naming')).toEqual([['object.missing error', false]]);
    expect(await shown('touching')).toEqual([['trigger.takesOver info', 'at', false]]);
    expect(await shown('sometimes')).toEqual([['object.extra warning', true]]);
    expect(await shown('deleting')).toEqual([['object.missing error', false]]);
  });

  it('are written for the target where all that a trigger does is to set columns', async () => {
    const { id: pair } = await pairOf('triggers', 'lost');
    const { findings, snapshots } = await app.admin.call(getStructure, { params: { id, pair } });
    const [lost, ...others] = findings;
    expect(others).toEqual([]);
    expect(lost).toMatchObject({
      code: 'object.missing',
      unmended_said: { code: 'repair.setter' },
    });
    expect(snapshots.map(({ text }) => text)).toEqual(['SET NEW.at = now()']);
    for (const statement of lost!.repair!) await postgres.run(statement);
    await postgres.run('INSERT INTO film (id) VALUES (1)');
    const set = await postgres.run('SELECT at IS NOT NULL AS is_set FROM film');
    expect(JSON.stringify(set)).toContain('true');
  });

  it('say of a sequence that its next number was given out, or that it ends before', async () => {
    expect(await findingsOf('sequences', 'orders')).toEqual([]);
    expect(await findingsOf('sequences', 'tickets')).toEqual([
      'sequence.start info',
      'sequence.behind error',
    ]);
    expect(await findingsOf('sequences', 'wide')).toEqual(['sequence.end warning']);
    expect(await pairOf('sequences', 'tickets')).toMatchObject({ verdict: 'different' });
  });

  it('are counted as types of their own, and show what they are made of', async () => {
    const { by_type } = await app.admin.call(pairs.getProofSummary, { params: { id } });
    const totals = by_type.map(({ object_type_id, verdicts }) => [
      object_type_id,
      Object.values(verdicts).reduce((sum, count) => sum + count, 0),
    ]);
    expect(totals).toContainEqual([5, 16]);
    expect(totals).toContainEqual([6, 4]);
    const { id: pair } = await pairOf('triggers', 'same');
    const { snapshots } = await app.admin.call(getStructure, { params: { id, pair } });
    const target = snapshots.find(({ side }) => side === 'target')!;
    expect(target.columns).toEqual([]);
    expect(target.others).toEqual([
      { kind: 'actsOn', name: '', text: 'public.film' },
      { kind: 'acts', name: '', text: 'before update' },
    ]);
    expect(target.text).toContain('NEW.at = now()');
  });

  it('offer statements that repair them when they are run', async () => {
    const offeredFor = async (type: ObjectType, name: string) => {
      const { id: pair } = await pairOf(type, name);
      const { findings } = await app.admin.call(getStructure, { params: { id, pair } });
      return findings.flatMap(({ repair }) => repair ?? []);
    };
    const offered = [
      ...(await offeredFor('sequences', 'tickets')),
      ...(await offeredFor('sequences', 'steps')),
      ...(await offeredFor('triggers', 'off')),
    ];
    expect(offered).toEqual([
      'ALTER SEQUENCE "public"."tickets" RESTART WITH 500',
      'ALTER SEQUENCE "public"."steps" INCREMENT BY 5',
      'ALTER SEQUENCE "public"."steps" CYCLE',
      'ALTER TABLE "public"."staff" ENABLE TRIGGER "off"',
    ]);
    // Where the target's is another trigger, or ends before, nothing is offered.
    expect(await offeredFor('triggers', 'moved')).toEqual([]);
    expect(await offeredFor('sequences', 'wide')).toEqual([]);
    for (const statement of offered) await postgres.run(statement);
    await verify();
    expect(await findingsOf('sequences', 'tickets')).toEqual(['sequence.start info']);
    expect(await findingsOf('sequences', 'steps')).toEqual([]);
    expect(await findingsOf('triggers', 'off')).toEqual([]);
  });

  it('are no objects for a namesake of another table that came later', async () => {
    await postgres.run(
      'CREATE TRIGGER same AFTER DELETE ON staff FOR EACH ROW EXECUTE FUNCTION writes()',
    );
    await verify();
    expect(await findingsOf('tables', 'staff')).toContain('trigger.extra warning');
  });
});
