import { createHmac } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../contract/days.ts';
import { addComment } from '../../../contract/comments.ts';
import { message } from '../../../contract/messages/message.ts';
import * as objects from '../../../contract/objects.ts';
import { archiveProject, updateProject } from '../../../contract/projects.ts';
import * as webhooks from '../../../contract/webhooks.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';
import * as log from '../../platform/log.ts';
import { type Carrier, PAUSES, createDeliveryService } from '../deliveries/service.ts';
import { placeOf } from './call-service.ts';
import { type Payload, formatPayload } from './forms.ts';

interface Received {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
const received: Received[] = [];
let status = 200;
let headers: Record<string, string> = {};
const ENDLESS = 'goes on and on';
let answer: string | null = 'ok';

let receiver: Server;
let address: string;
let app: TestApp;
let dev: Client;
let tester: Client;
let outsider: Client;
let projectId: number;
let ids: number[];
let hook: { id: number; secret: string };
const logged: string[] = [];
const { createLog } = log;

beforeAll(async () => {
  vi.spyOn(log, 'createLog').mockImplementation(() =>
    createLog('trace', { write: (line) => void logged.push(line) }),
  );
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ url: request.url!, headers: request.headers, body });
      response.writeHead(status, headers);
      // Null: begins an answer and never ends it.
      if (answer === ENDLESS) {
        const more = setInterval(() => response.write('x'.repeat(100_000)), 1);
        response.on('close', () => clearInterval(more));
      } else if (answer === null) response.write('…');
      else response.end(answer);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?key=in-the-address`;
  app = await startTestApp();
  dev = await app.createUser('dev');
  tester = await app.createUser('tester');
  outsider = await app.createUser('outsider');
  projectId = (await createProject(app.admin, { Project_Name: 'Shop <1>' })).Project_Id;
  await joinProject(app.admin, projectId, dev.userId, 'developer');
  await joinProject(app.admin, projectId, tester.userId, 'tester');
  const rows = await importTables(app.admin, projectId, 'source', ['a', 'b']);
  ids = rows.map((row) => row.source_objectid!);
  await app.admin.call(objects.assignDevelopers, {
    body: ids.map((source_objectid) => ({ source_objectid, developer: dev.userId })),
  });
  hook = await add();
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
afterEach(() => {
  received.length = 0;
  status = 200;
  headers = {};
  answer = 'ok';
});

const add = (over: object = {}) =>
  app.admin.call(webhooks.createWebhook, {
    params: { id: projectId },
    body: { url: address, form: 'json', events: webhooks.WEBHOOK_EVENTS, ...over },
  });
const waiting = (webhook_id: number, over: object) => ({
  at: '2026-01-01T00:00:00.000Z',
  kind: 'webhook' as const,
  webhook_id,
  event: 'test',
  user_id: null,
  code: null,
  said: null,
  answer: null,
  finished_at: null,
  state: 'waiting' as const,
  attempts: 0,
  next_at: '2026-01-01T00:00:00.000Z',
  body: JSON.stringify({ event: 'test', project: { name: 'x' }, objects: [], by: [] }),
  ...over,
});
const remove = (id: number) => app.admin.call(webhooks.deleteWebhook, { params: { id } });
const test = (id: number) => app.admin.call(webhooks.testWebhook, { params: { id } });
const logOf = (id: number) => app.admin.call(webhooks.listDeliveries, { params: { id } });
/** As two servers on one store do, so many milliseconds from now. */
const work = (later = MINUTE) =>
  asOf(Date.now() + later, async () => {
    await Promise.all([1, 2].map(() => app.context.webhooks.tellNews()));
    await Promise.all([1, 2].map(() => app.context.deliveries.deliverWaiting()));
  });

describe('a webhook', () => {
  it('is called once for each event in its project, without anything that people wrote', async () => {
    await work();
    expect(received).toEqual([]);
    const comments = 'a value of the database';
    for (const id of ids)
      await dev.call(objects.updateObject, {
        params: { id },
        body: { status: 'migrated', comments },
      });
    await work(0);
    expect(received).toEqual([]);
    await work();
    await work(5 * MINUTE);
    expect(received).toHaveLength(1);
    const [{ body, headers: sent }] = received as [Received];
    expect(JSON.parse(body)).toMatchObject({
      event: 'objects.status',
      project: { id: projectId, name: 'Shop <1>' },
      by: ['dev'],
      count: 2,
      objects: [
        {
          id: ids[0],
          schema_name: 'shop',
          object_name: 'a',
          status: { from: 'pending', to: 'migrated' },
        },
        { id: ids[1], object_name: 'b' },
      ],
    });
    expect(body).not.toContain(comments);
    expect(sent['x-event']).toBe('objects.status');
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(sent['x-signature'])) ?? [];
    const own = createHmac('sha256', hook.secret).update(`${seconds}.${body}`).digest('hex');
    expect(mac).toBe(own);
    expect(Math.abs(Date.now() / 1_000 - Number(seconds))).toBeLessThan(120);
  });

  it('is called although another one cannot be told of', async () => {
    const first = await add();
    const { id } = await add();
    const { db } = app.store;
    await db.updateTable('webhook').set({ events: '{' }).where('id', '=', first.id).execute();
    await app.admin.call(updateProject, {
      params: { id: projectId },
      body: { notes: 'Another note.' },
    });
    await expect(work(2 * MINUTE)).rejects.toThrow(SyntaxError);
    await remove(first.id);
    expect(await logOf(id)).toMatchObject([{ event: 'project.updated' }]);
    await remove(id);
  });

  it('names a hundred objects of an event at most, and counts all', async () => {
    const { id } = await add();
    const names = Array.from({ length: 101 }, (_, index) => `many_${index}`);
    const rows = await importTables(app.admin, projectId, 'source', names);
    received.length = 0;
    await app.admin.call(objects.assignDevelopers, {
      body: rows
        .filter(({ object_name }) => names.includes(object_name))
        .map(({ source_objectid }) => ({ source_objectid, developer: dev.userId })),
    });
    await work(3 * MINUTE);
    const told = received
      .map(({ body }) => JSON.parse(body))
      .find(({ event }) => event === 'objects.assigned');
    expect([told.count, told.objects.length]).toEqual([101, 100]);
    await remove(id);
  });

  it('says which kind of thing has happened, and a status only where that has changed', async () => {
    const [first] = ids;
    const assign = (developer: number | null) =>
      app.admin.call(objects.assignDevelopers, { body: [{ source_objectid: first, developer }] });
    const eventsOf = async (happens: () => Promise<unknown>, later: number) => {
      received.length = 0;
      await happens();
      await work(later);
      return received
        .map(({ body }) => JSON.parse(body))
        .map(({ event, objects: named }) => [event, named.map((one: any) => one.status)]);
    };
    expect(await eventsOf(() => assign(null), 6 * MINUTE)).toEqual([['objects.assigned', [null]]]);
    expect(await eventsOf(() => assign(dev.userId), 7 * MINUTE)).toEqual([
      ['objects.assigned', [null]],
    ]);
    const comment = () =>
      app.admin.call(addComment, { params: { id: first! }, body: { text: 'see there' } });
    expect(await eventsOf(comment, 8 * MINUTE)).toEqual([['objects.commented', [null]]]);
    const describe = () =>
      app.admin.call(updateProject, { params: { id: projectId }, body: { notes: 'in two parts' } });
    expect(await eventsOf(describe, 9 * MINUTE)).toEqual([['project.updated', []]]);
    const [, second] = ids;
    const list = () =>
      app.admin.call(importSpreadsheet, {
        params: { id: projectId },
        body: {
          rows: [
            {
              side: 'source',
              object_type: 'tables',
              schema_name: 'shop',
              object_name: 'b',
              status: 'pending',
            },
          ],
        },
      });
    const back = { from: 'migrated', to: 'pending' };
    expect(await eventsOf(list, 10 * MINUTE)).toEqual([['objects.status', [back]]]);
    const undo = async () => {
      const params = { id: second! };
      const body = { status: 'migrated' };
      const { version } = await app.admin.call(objects.updateObject, { params, body });
      await app.admin.call(objects.undoEdit, { params, body: { version } });
    };
    const forth = { from: 'pending', to: 'migrated' };
    expect(await eventsOf(undo, 11 * MINUTE)).toEqual([['objects.status', [forth, back]]]);
  });

  it('counts all objects of an event, names a hundred of them, and is held up by none that it is not called for', async () => {
    const other = await add({ events: ['objects.assigned'] });
    const record = (action: string, count: number) =>
      app.store.db
        .insertInto('history')
        .values(
          Array.from({ length: count }, () => ({
            project_id: projectId,
            user_id: dev.userId,
            entity: 'object' as const,
            entity_id: ids[0]!,
            action,
            changes: '{}',
            at: new Date(Date.now() - MINUTE).toISOString(),
          })),
        )
        .execute();
    for (let time = 0; time < 4; time += 1) await record('listed', 500);
    await record('assigned', 101);
    received.length = 0;
    await work();
    await work();
    const told = received.map(({ body }) => JSON.parse(body) as Payload);
    const counted = told.map(({ event, count, objects: named }) => [event, count, named.length]);
    expect(new Set(counted.map(String))).toEqual(new Set(['objects.assigned,101,100']));
    expect(await logOf(other.id)).toHaveLength(1);
    await remove(other.id);
  });

  it('says in chats what happened, in their form', async () => {
    const slack = await add({ form: 'slack' });
    const teams = await add({ form: 'teams' });
    await test(slack.id);
    await test(teams.id);
    const [one, other] = received.map(({ body }) => JSON.parse(body));
    expect(one).toEqual({
      text: '*Shop &lt;1&gt;* This is a test. Calls from this server arrive here.',
    });
    expect(other.attachments[0].content).toMatchObject({
      type: 'AdaptiveCard',
      body: [
        { type: 'RichTextBlock', inlines: [{ text: 'Shop <1>' }] },
        { inlines: [{ text: 'This is a test. Calls from this server arrive here.' }] },
      ],
    });
    await remove(slack.id);
    await remove(teams.id);
  });

  it.each(['slack', 'teams'] as const)('shows in %s no name as another message', (form) => {
    const name = 'a\n\n*Shop*\u2028\u202Enow';
    const object = { id: 1, side: 'source', schema_name: 'shop', object_name: name, status: null };
    const payload: Payload = {
      event: 'objects.changed',
      at: '2026-01-01T00:00:00.000Z',
      project: { id: 1, name: `Shop ${name}` },
      by: [],
      count: 1,
      objects: [object],
      run: null,
    };
    const sent = JSON.stringify(formatPayload(form, payload));
    expect(sent).toContain('Shop a *Shop* now');
    expect(sent).toContain('shop.a *Shop* now');
    expect(sent).not.toMatch(/\\n|"TextBlock"|[\u2028\u202E]/);
  });

  it('is called once for each finished run, in the order in which they finished', async () => {
    // After what the test before has looked at.
    const finished = (seconds: number, total: number) => {
      const at = new Date(Date.now() + 11 * MINUTE + seconds * 1_000).toISOString();
      return {
        project_id: projectId,
        kind: 'structure' as const,
        state: 'finished' as const,
        options: '{}',
        total,
        created_at: at,
        finished_at: at,
      };
    };
    const both = [finished(2, 4), finished(1, 3)];
    await app.store.db.insertInto('run').values(both).execute();
    await work(12 * MINUTE);
    await work(13 * MINUTE);
    expect(received).toHaveLength(2);
    const calls = (await logOf(hook.id)).slice(0, 2).toReversed();
    const bodies = calls.map(async ({ id }) => {
      const content = await app.admin.call(webhooks.getDelivery, { params: { id } });
      return JSON.parse(content.body);
    });
    expect(await Promise.all(bodies)).toMatchObject([
      { event: 'run.finished', run: { state: 'finished', total: 3 } },
      { event: 'run.finished', run: { state: 'finished', total: 4 } },
    ]);
  });

  it('is called only for chosen events, and never while it is off', async () => {
    const other = await add({ events: ['objects.commented'] });
    const update = (body: object) =>
      app.admin.call(webhooks.updateWebhook, { params: { id: other.id }, body });
    const edit = (status_: string) =>
      app.admin.call(objects.updateObject, { params: { id: ids[0]! }, body: { status: status_ } });
    await update({ events: ['objects.assigned', 'objects.status'] });
    await update({ is_active: 0 });
    await edit('pending');
    await work();
    expect(await test(other.id)).toMatchObject({ state: 'sent' });
    received.length = 0;
    await app.store.db
      .insertInto('delivery')
      .values(waiting(other.id, { event: 'objects.status', attempts: 0 }))
      .execute();
    await work(2 * MINUTE);
    expect(received).toEqual([]);
    expect((await logOf(other.id))[0]).toMatchObject({ detail_said: { code: 'webhook.off' } });
    await app.store.db.deleteFrom('delivery').where('webhook_id', '=', other.id).execute();
    await update({ is_active: 1 });
    await work(2 * MINUTE);
    expect(await logOf(other.id)).toEqual([]);
    await update({ events: ['objects.assigned'] });
    await edit('migrated');
    await work(3 * MINUTE);
    expect(await logOf(other.id)).toEqual([]);
    await remove(other.id);
  });
});

it('names its own project, and is not called while that is archived', async () => {
  const quiet = await createProject(app.admin, { Project_Name: 'Quiet' });
  const params = { id: quiet.Project_Id };
  const body = { url: address, form: 'json', events: ['objects.imported'] };
  const { id } = await app.admin.call(webhooks.createWebhook, { params, body });
  await test(id);
  expect(JSON.parse(received[0]!.body)).toMatchObject({
    event: 'test',
    project: { name: 'Quiet' },
  });
  await app.store.db.deleteFrom('delivery').where('webhook_id', '=', id).execute();
  await importTables(app.admin, params.id, 'source', ['a']);
  await app.admin.call(archiveProject, { params, body: { archived: 1 } });
  await work();
  expect(await logOf(id)).toEqual([]);
  await app.admin.call(archiveProject, { params, body: { archived: 0 } });
  await work();
  expect(await logOf(id)).toMatchObject([{ event: 'objects.imported', state: 'sent' }]);
  await remove(id);
});

describe('its secrets', () => {
  it('are answered once, sealed in the store, and in no log', async () => {
    expect(hook.secret).toMatch(/^whsec_[\w-]{43}$/);
    const { body } = await app.admin.send(webhooks.listWebhooks, { params: { id: projectId } });
    expect(JSON.stringify(body)).not.toContain(hook.secret);
    expect(JSON.stringify(body)).not.toContain('in-the-address');
    const stored = JSON.stringify(await app.store.db.selectFrom('webhook').selectAll().execute());
    const written =
      stored + JSON.stringify(await app.store.db.selectFrom('history').selectAll().execute());
    for (const secret of [hook.secret, 'in-the-address']) {
      expect(written).not.toContain(secret);
      expect(logged.join('')).not.toContain(secret);
    }
    const shown = async (url: string) => {
      const { id, ending } = await add({ url });
      await remove(id);
      return ending;
    };
    const room = 'https://chat.example.org/';
    expect([await shown(`${room}rooms/first/9fK2`), await shown(`${room}hooks/a`)]).toEqual([
      '9fK2',
      '/a',
    ]);
    expect(await shown(room)).toBe('');
    const renewed = await app.admin.call(webhooks.renewSecret, { params: { id: hook.id } });
    expect(renewed.secret).not.toBe(hook.secret);
    await test(hook.id);
    const [{ body: sent, headers: of }] = received as [Received];
    const [, seconds, mac] = /^t=(\d+),v1=(.*)$/.exec(String(of['x-signature'])) ?? [];
    const own = createHmac('sha256', renewed.secret).update(`${seconds}.${sent}`).digest('hex');
    expect(mac).toBe(own);
  });

  it('and everything of it are the business of administrators alone', async () => {
    const body = { url: address, form: 'json', events: ['objects.status'] };
    const { id: deliveryId } = (await logOf(hook.id))[0]!;
    const before = await app.store.db.selectFrom('webhook').selectAll().execute();
    received.length = 0;
    for (const person of [dev, tester, outsider]) {
      const calls = [
        person.send(webhooks.listWebhooks, { params: { id: projectId } }),
        person.send(webhooks.createWebhook, { params: { id: projectId }, body }),
        person.send(webhooks.updateWebhook, { params: { id: hook.id }, body }),
        person.send(webhooks.renewSecret, { params: { id: hook.id } }),
        person.send(webhooks.deleteWebhook, { params: { id: hook.id } }),
        person.send(webhooks.testWebhook, { params: { id: hook.id } }),
        person.send(webhooks.listDeliveries, { params: { id: hook.id } }),
        person.send(webhooks.getDelivery, { params: { id: deliveryId } }),
        person.send(webhooks.sendAgain, { params: { id: deliveryId } }),
      ];
      expect((await Promise.all(calls)).map((one) => one.status)).toEqual(calls.map(() => 403));
    }
    expect(await app.store.db.selectFrom('webhook').selectAll().execute()).toEqual(before);
    expect(received).toEqual([]);
  });
});

describe('a call that fails', () => {
  it('is tried again after longer and longer pauses, given up, and sent again when asked', async () => {
    status = 503;
    expect(await test(hook.id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      code: 503,
      detail: 'It responded with status 503.',
    });
    let later = 0;
    for (const pause of PAUSES) {
      later += pause + 1_000;
      await work(later);
    }
    const [given] = await logOf(hook.id);
    expect(given).toMatchObject({ state: 'failed', attempts: PAUSES.length + 1, next_at: null });
    received.length = 0;
    await work(later + 100 * 60 * MINUTE);
    expect(received).toEqual([]);
    status = 204;
    const again = await app.admin.call(webhooks.sendAgain, { params: { id: given!.id } });
    expect(again).toMatchObject({ state: 'sent', code: 204, detail: null });
    expect(received).toHaveLength(1);
  });

  it('shows the request and the beginning of the response, but no secret', async () => {
    const contentOf = (id: number) => app.admin.call(webhooks.getDelivery, { params: { id } });
    const { secret } = await app.admin.call(webhooks.renewSecret, { params: { id: hook.id } });
    status = 500;
    answer = `No \u001b[2Jluck: ${address} and ${secret} at hook by key=in-the-address\n${'long '.repeat(200)}`;
    const { id } = await test(hook.id);
    const content = await contentOf(id);
    expect(content.headers).toEqual({
      'content-type': 'application/json',
      'x-delivery': String(id),
      'x-event': 'test',
      'x-signature': 't=…,v1=…',
    });
    expect(content.body).toBe(received[0]!.body);
    expect(content.answer).toMatch(/^No \[2Jluck: … and … at … by …\nlong .{400,}…$/);
    expect(content.answer).not.toContain('in-the-address');
    expect(Array.from(content.answer!).length).toBeLessThanOrEqual(501);
    expect(logged.join('')).not.toContain('luck');
    // An address without a path hides nothing of it.
    const bare = await add({ url: new URL('/', address).href });
    answer = 'yes and/or no';
    expect((await contentOf((await test(bare.id)).id)).answer).toBe(answer);
    await remove(bare.id);
    // The answer to the last attempt is shown.
    status = 200;
    answer = '';
    await app.admin.call(webhooks.sendAgain, { params: { id } });
    expect((await contentOf(id)).answer).toBe('');
    const none = await app.admin.send(webhooks.getDelivery, { params: { id: id + 999 } });
    expect(none.status).toBe(404);
  });

  it('is taken up by another server when the one that had it has ended', async () => {
    const { id } = await app.store.db
      .insertInto('delivery')
      .values(
        // Taken a moment ago by somebody who does not come back.
        waiting(hook.id, {
          attempts: 1,
          next_at: new Date(Date.now() + 2 * MINUTE).toISOString(),
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await work(MINUTE);
    expect(received).toEqual([]);
    await work(3 * MINUTE);
    expect(received).toHaveLength(1);
    expect((await logOf(hook.id)).find((one) => one.id === id)).toMatchObject({
      state: 'sent',
      attempts: 2,
    });
  });

  it('is no way around: redirects are not followed, addresses out of reach not called', async () => {
    status = 302;
    headers = { location: '/elsewhere' };
    expect(await test(hook.id)).toMatchObject({
      code: 302,
      detail_said: { code: 'webhook.redirected' },
    });
    expect(received.map(({ url }) => url)).toEqual(['/hook?key=in-the-address']);
    const metadata = 'http://169.254.169.254/latest/meta-data';
    const wrong = ['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://a:b@127.0.0.1/', 'x'];
    for (const url of [metadata, 'http://[fe80::1]/', ...wrong]) {
      const body = { url, form: 'json' as const, events: ['objects.status' as const] };
      const refusals = [
        await app.admin.send(webhooks.createWebhook, { params: { id: projectId }, body }),
        await app.admin.send(webhooks.updateWebhook, { params: { id: hook.id }, body: { url } }),
      ];
      for (const { status: code, body: problem } of refusals)
        expect([code, problem.errors?.[0]?.field]).toEqual([422, 'url']);
    }
    // A name that led elsewhere when it was saved.
    const moved = await add();
    const url_sealed = app.context.vault.seal(metadata, placeOf(moved.id, 'url'));
    const hooks = app.store.db.updateTable('webhook').set({ url_sealed });
    await hooks.where('id', '=', moved.id).execute();
    expect(await test(moved.id)).toMatchObject({
      state: 'waiting',
      code: null,
      detail_said: { code: 'network.outOfReach' },
    });
    await remove(moved.id);
  });

  it('ends: an answer without an end is given ten seconds, a long one is not read', async () => {
    answer = ENDLESS;
    expect((await test(hook.id)).state).toBe('sent');
    answer = null;
    expect(await test(hook.id)).toMatchObject({ detail_said: { code: 'webhook.tooSlow' } });
  }, 30_000);
});

it('requests are kept for 30 days after they ended, and waiting ones until they end', async () => {
  await test(hook.id);
  status = 503;
  await test(hook.id);
  const trimAt = async (days: number) => {
    await asOf(Date.now() + days * 24 * 60 * MINUTE, () => app.context.deliveries.trim());
    return (await logOf(hook.id)).map(({ state }) => state);
  };
  expect((await trimAt(29)).slice(0, 2)).toEqual(['waiting', 'sent']);
  expect(await trimAt(31)).not.toContain('sent');
  expect((await logOf(hook.id))[0]).toMatchObject({ state: 'waiting' });
});

it('a mail is no delivery of a webhook that could be sent again', async () => {
  const mail = waiting(0, { kind: 'mail', webhook_id: null, user_id: dev.userId, next_at: null });
  const { id } = await app.store.db
    .insertInto('delivery')
    .values(mail)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await app.admin.send(webhooks.sendAgain, { params: { id } })).status).toBe(404);
  await app.store.db.deleteFrom('delivery').where('id', '=', id).execute();
});

it('what is not there is not found', async () => {
  const params = { id: 999_999 };
  const answers = [
    await app.admin.send(webhooks.listWebhooks, { params }),
    await app.admin.send(webhooks.updateWebhook, { params, body: { is_active: 0 } }),
    await app.admin.send(webhooks.listDeliveries, { params }),
    await app.admin.send(webhooks.deleteWebhook, { params }),
    await app.admin.send(webhooks.testWebhook, { params }),
  ];
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 404));
});

it('a project has ten webhooks at most', async () => {
  const rows = await app.admin.call(webhooks.listWebhooks, { params: { id: projectId } });
  for (let count = rows.length; count < 10; count += 1) await add();
  const refused = await app.admin.send(webhooks.createWebhook, {
    params: { id: projectId },
    body: { url: address, form: 'json', events: ['objects.status'] },
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'webhook.tooMany']);
});

it('a delivery that the outbox has taken is not sent a second time by who waits for it', async () => {
  const { deliveries } = app.context;
  const id = await deliveries.add(app.store.db, {
    kind: 'webhook',
    webhook_id: hook.id,
    event: 'test',
    body: JSON.stringify({ event: 'test', project: { name: 'x' }, objects: [], by: [] }),
  });
  const [, seen] = await Promise.all([deliveries.deliverWaiting(), deliveries.deliverNow(id)]);
  expect(received).toHaveLength(1);
  expect(seen).toMatchObject({ state: 'sent', attempts: 1 });
});

it('a delivery under way is not sent a second time if the clock jumps ahead of its lease', async () => {
  let sent = 0;
  let end = () => {};
  const slow: Carrier = async (delivery) => {
    if (delivery.id !== id) return { sent: true, code: 200 };
    sent += 1;
    if (sent === 1) await new Promise<void>((resolve) => (end = resolve));
    return { sent: true, code: 200 };
  };
  const outbox = createDeliveryService(
    app.store,
    { mail: slow, webhook: slow },
    createLog('silent'),
  );
  const id = await outbox.add(app.store.db, {
    kind: 'webhook',
    webhook_id: hook.id,
    event: 'test',
    body: '{}',
  });
  const underWay = outbox.deliverNow(id);
  await vi.waitFor(() => expect(sent).toBe(1));
  await asOf(Date.now() + 24 * 60 * MINUTE, () => outbox.deliverWaiting());
  expect(sent).toBe(1);
  end();
  expect(await underWay).toMatchObject({ state: 'sent', attempts: 1 });
});

it('looks for news again at once when the clock was set back', () => {
  const { webhooks: news, signoffs } = app.context.work.tasks;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const now = Date.now();
    vi.setSystemTime(now + 24 * 60 * MINUTE);
    for (const task of [news, signoffs]) void task.isWaiting();
    vi.setSystemTime(now);
    return expect(Promise.all([news.isWaiting(), signoffs.isWaiting()])).resolves.toEqual([
      true,
      true,
    ]);
  } finally {
    vi.useRealTimers();
  }
});

it('a call whose lease has lapsed tells nothing of the one that another server has sent since', async () => {
  const own = { kind: 'webhook', webhook_id: hook.id, event: 'test', body: '{}' } as const;
  let mine = 0;
  const late: Carrier = async ({ id, attempts }) => {
    if (id === mine)
      await app.store.db
        .updateTable('delivery')
        .set({ state: 'sent', attempts: attempts + 1, next_at: null })
        .where('id', '=', id)
        .execute();
    return { sent: false, code: null, said: message('webhook.off') };
  };
  const deliveries = createDeliveryService(
    app.store,
    { mail: late, webhook: late },
    createLog('silent'),
  );
  // Due tomorrow, so that the app's own rounds leave them alone.
  await asOf(Date.now() + 24 * 60 * MINUTE, async () => {
    mine = await deliveries.add(app.store.db, own);
    const other = await deliveries.add(app.store.db, own);
    expect(await deliveries.deliverNow(mine)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(await deliveries.deliverNow(other)).toMatchObject({ state: 'waiting', attempts: 1 });
    await app.store.db.deleteFrom('delivery').where('id', 'in', [mine, other]).execute();
  });
});

it('a webhook that is deleted while it is tested is gone, and that is no fault of the server', async () => {
  answer = null;
  const hooks = await app.admin.call(webhooks.listWebhooks, { params: { id: projectId } });
  const { id } = hooks.at(-1)!;
  const underWay = app.admin.send(webhooks.testWebhook, { params: { id } });
  await vi.waitFor(() => expect(received).toHaveLength(1));
  await remove(id);
  expect((await underWay).status).toBe(404);
}, 30_000);

it('a call that is under way when the server stops has not failed: another server takes it up', async () => {
  answer = null;
  const [one] = await app.admin.call(webhooks.listWebhooks, { params: { id: projectId } });
  const underWay = test(one!.id);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  app.context.deliveries.stop();
  expect(await underWay).toMatchObject({ state: 'waiting', attempts: 1, detail: null });
});
