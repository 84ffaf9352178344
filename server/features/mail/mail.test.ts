import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { type SMTPServerDataStream, SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../contract/days.ts';
import * as mail from '../../../contract/mail.ts';
import { readNotifications } from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import { SEEN_LANGUAGE, savePreference } from '../../../contract/preferences.ts';
import { updateUser } from '../../../contract/users.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';
import * as log from '../../platform/log.ts';
import { PAUSES } from '../deliveries/service.ts';

const SECRET = 'pass of the mail server';
const logged: string[] = [];

/** A mail server that keeps what it gets, and refuses what the test says. */
interface Received {
  to: string[];
  source: string;
  text: string;
}
const received: Received[] = [];
let refusal: Error | null = null;
const smtp = new SMTPServer({
  secure: false,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _, done) =>
    username === 'tool' && password === SECRET
      ? done(null, { user: username })
      : done(new Error('535')),
  onRcptTo: (_, __, done) => done(refusal),
  onData(stream: SMTPServerDataStream, session, done) {
    const keep = async () => {
      const source = await text(stream);
      const part =
        /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source)?.[1] ?? '';
      const base64 = /text\/plain[\s\S]{0,80}base64/.test(source);
      const decoded = base64
        ? Buffer.from(part, 'base64').toString()
        : Buffer.from(
            part
              .replaceAll('=\r\n', '')
              .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
                String.fromCharCode(parseInt(hex, 16)),
              ),
            'latin1',
          ).toString();
      received.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        source,
        text: decoded,
      });
      done();
    };
    // A sender that gives up in the middle of a mail ends the stream with an error.
    keep().catch(() => undefined);
  },
});

let app: TestApp;
let dev: Client;
let projectId: number;
let ids: number[];
const { createLog } = log;
beforeAll(async () => {
  vi.spyOn(log, 'createLog').mockImplementation(() =>
    createLog('trace', { write: (line) => void logged.push(line) }),
  );
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as { port: number };
  app = await startTestApp({
    env: {
      SMTP_URL: `smtp://tool:${encodeURIComponent(SECRET)}@127.0.0.1:${port}`,
      MAIL_FROM: 'Migration <tool@example.org>',
      PUBLIC_URL: 'https://tool.example.org/',
    },
  });
  dev = await app.createUser('dev');
  projectId = (await createProject(app.admin, { Project_Name: 'A & <B>' })).Project_Id;
  await joinProject(app.admin, projectId, dev.userId, 'developer');
  const rows = await importTables(app.admin, projectId, 'source', ['a', 'b', 'c', 'd', 'e']);
  ids = rows.map((row) => row.source_objectid!);
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(() => {
  received.length = 0;
  refusal = null;
});

const setEmail = (email: string | null) =>
  app.store.db.updateTable('app_user').set({ email }).where('id', '=', dev.userId).execute();
const choose = (frequency: string) => dev.call(mail.setMailSettings, { body: { frequency } });
const assign = (index: number) =>
  app.admin.call(objects.assignDevelopers, {
    body: [{ source_objectid: ids[index], developer: dev.userId }],
  });
/** As two servers on one store do, so many milliseconds from now. */
const work = (later: number) =>
  asOf(Date.now() + later, async () => {
    await Promise.all([1, 2].map(() => app.context.mail.writeDigests()));
    await Promise.all([1, 2].map(() => app.context.deliveries.deliverWaiting()));
  });
const stored = () =>
  app.store.db.selectFrom('delivery').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

describe('a digest', () => {
  it('is sent only to people who chose it and have an address', async () => {
    expect(await dev.call(mail.getMailSettings)).toEqual({
      available: true,
      email: null,
      frequency: 'off',
      failed: null,
    });
    await setEmail('dev@example.org');
    await assign(0);
    await work(10 * MINUTE);
    expect(received).toEqual([]);
    await setEmail(null);
    await choose('soon');
    await assign(1);
    await work(10 * MINUTE);
    expect(received).toEqual([]);
    await setEmail('dev@example.org');
  });

  it('is sent to those after somebody whose own cannot be written', async () => {
    await choose('soon');
    const after = await app.createUser('after');
    await app.store.db
      .updateTable('app_user')
      .set({ email: 'after@example.org' })
      .where('id', '=', after.userId)
      .execute();
    await joinProject(app.admin, projectId, after.userId, 'tester');
    await after.call(mail.setMailSettings, { body: { frequency: 'soon' } });
    const broken = { user_id: dev.userId, key: 'display', value: '{' };
    await app.store.db.insertInto('preference').values(broken).execute();
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid: ids[0]!, developer: null }],
    });
    await assign(0);
    await app.admin.call(objects.assignSourceTesters, {
      body: [{ source_objectid: ids[0]!, tester: after.userId }],
    });
    await expect(work(10 * MINUTE)).rejects.toThrow(SyntaxError);
    await app.store.db.deleteFrom('preference').where('user_id', '=', dev.userId).execute();
    await choose('off');
    await work(10 * MINUTE);
    expect(received.map(({ to }) => to)).toEqual([['after@example.org']]);
    await after.call(mail.setMailSettings, { body: { frequency: 'off' } });
  });

  it.each(['file', 'address'])('is never read from a %s', async (from) => {
    const http = createHttpServer((_, response) => response.end('text')).listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const parts = {
      file: { path: import.meta.filename },
      address: { href: `http://127.0.0.1:${port}` },
    }[from];
    const body = JSON.stringify({ to: 'dev@example.org', subject: 'x', text: parts, html: 'x' });
    const { deliveries } = app.context;
    const id = await deliveries.add(app.store.db, { kind: 'mail', user_id: dev.userId, body });
    const { state } = await deliveries.deliverNow(id);
    http.close();
    expect([state, received]).toEqual(['waiting', []]);
    await app.store.db.deleteFrom('delivery').where('id', '=', id).execute();
  });

  it('gathers news into one mail, with absolute links, in plain text and HTML', async () => {
    await choose('soon');
    await assign(2);
    await assign(3);
    await work(MINUTE);
    expect(received).toEqual([]);
    await work(4 * MINUTE);
    await work(20 * MINUTE);
    expect(received).toHaveLength(1);
    const [{ to, source, text: plain }] = received as [Received];
    expect(to).toEqual(['dev@example.org']);
    expect(source).toContain('Subject: 2 new notifications in DB Migration Utility');
    expect(source).toContain('From: Migration <tool@example.org>');
    expect(source.replaceAll('\r\n ', '')).toContain(
      'List-Unsubscribe: <https://tool.example.org/admin/homepage?notifications=1>',
    );
    expect(plain).toContain('Assigned to you to migrate: shop.c');
    expect(plain).toContain(
      `https://tool.example.org/developer?project=${projectId}&row=${ids[2]}`,
    );
    expect(plain).toContain('A & <B> · admin');
    expect(source).toContain('text/html');
    expect(source).not.toContain('<B>\r\n<');
    // What it said is not kept once it has arrived.
    expect(await stored()).toMatchObject({ state: 'sent', attempts: 1, body: '', next_at: null });
  });

  it("leaves out what was read meanwhile, and is in the reader's language", async () => {
    await dev.call(savePreference, {
      params: { key: 'display' },
      body: { value: { language: 'ar' } },
    });
    await assign(4);
    await dev.call(readNotifications, { body: {} });
    await work(10 * MINUTE);
    expect(received).toEqual([]);
    await app.admin.call(objects.assignDevelopers, {
      body: ids.map((source_objectid) => ({ source_objectid, developer: null })),
    });
    await assign(0);
    await work(20 * MINUTE);
    expect(received[0]!.text).toContain('أُسند إليك للترحيل: \u2068shop.a\u2069');
    expect(received[0]!.source).toMatch(/dir=3D"rtl"|dir="rtl"|base64/);
    await dev.call(savePreference, {
      params: { key: 'display' },
      body: { value: { language: 'de' } },
    });
  });

  it('is in the language that was seen last, where none is chosen', async () => {
    const keep = (key: string, value: unknown) =>
      dev.call(savePreference, { params: { key }, body: { value } });
    const last = async () => {
      received.length = 0;
      await choose('soon');
      await app.admin.call(objects.assignDevelopers, {
        body: ids.map((source_objectid) => ({ source_objectid, developer: null })),
      });
      await assign(0);
      await work(20 * MINUTE);
      return received[0]?.text;
    };
    await keep('display', { scheme: 'dark' });
    await keep(SEEN_LANGUAGE, 'ar');
    expect(await last()).toContain('أُسند إليك للترحيل');
    await keep('display', { language: 'de' });
    expect(await last()).toContain('Ihnen zum Migrieren zugewiesen');
    await keep(SEEN_LANGUAGE, null);
  });

  it('is written and sent by the server itself, which looks now and then', async () => {
    const { digests, deliveries } = app.context.work.tasks;
    // However lately the server has looked by itself.
    await asOf(Date.now() + MINUTE, async () => {
      expect(await digests.isWaiting()).toBe(true);
      expect(await digests.isWaiting()).toBe(false);
    });
    await asOf(Date.now() + MINUTE, async () => {
      expect(await deliveries.isWaiting()).toBe(false);
      await app.context.deliveries.add(app.store.db, {
        kind: 'mail',
        user_id: dev.userId,
        body: JSON.stringify({ to: 'dev@example.org', subject: 'x', text: 'x', html: 'x' }),
      });
      expect(await deliveries.isWaiting()).toBe(true);
      await deliveries.runWaiting();
      expect(await deliveries.isWaiting()).toBe(false);
    });
    expect(received).toHaveLength(1);
  });

  it('comes once a day where that was chosen, and never again once it was switched off', async () => {
    await choose('daily');
    await assign(1);
    await work(60 * MINUTE);
    expect(received).toEqual([]);
    await work(25 * 60 * MINUTE);
    expect(received).toHaveLength(1);
    expect(received[0]!.text).toContain('Ihnen zum Migrieren zugewiesen: shop.b');
    await assign(2);
    await work(26 * 60 * MINUTE);
    expect(received).toHaveLength(1);
    await choose('off');
    await work(80 * 60 * MINUTE);
    expect(received).toHaveLength(1);
  });

  it('is not sent to inactive people', async () => {
    await choose('soon');
    await assign(3);
    const set = (is_active: 0 | 1) =>
      app.admin.call(updateUser, { body: { user_id: dev.userId, is_active } });
    await set(0);
    await work(10 * MINUTE);
    expect(received).toEqual([]);
    await set(1);
    dev = await app.signIn('dev');
    await choose('off');
  });

  it('has one receiver, whatever stands in the address', async () => {
    await setEmail('dev@example.org\r\nBcc: other@example.org, third@example.org');
    await choose('soon');
    await app.admin.call(objects.assignDevelopers, {
      body: ids.map((source_objectid) => ({ source_objectid, developer: null })),
    });
    await assign(0);
    await work(10 * MINUTE);
    for (const { to, source } of received) {
      expect(to).toHaveLength(1);
      expect(source).not.toMatch(/^Bcc:/im);
    }
    await choose('off');
    await setEmail('dev@example.org');
  });
});

describe('a mail that cannot be sent', () => {
  it('is tried again after longer and longer pauses, and given up', async () => {
    await choose('soon');
    await app.admin.call(objects.assignDevelopers, {
      body: ids.map((source_objectid) => ({ source_objectid, developer: null })),
    });
    await assign(0);
    refusal = Object.assign(new Error('try later'), { responseCode: 451 });
    let later = 10 * MINUTE;
    await work(later);
    expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1, code: 451 });
    for (const pause of PAUSES) {
      await work(later + pause - 1_000);
      later += pause + 1_000;
      await work(later);
    }
    expect(await stored()).toMatchObject({
      state: 'failed',
      attempts: PAUSES.length + 1,
      next_at: null,
    });
    await work(later + 100 * 60 * MINUTE);
    expect((await stored()).attempts).toBe(PAUSES.length + 1);
    expect(received).toEqual([]);
    await choose('off');
  });

  it.each([
    ['was deactivated', { is_active: 0 }],
    ['has another address', { email: 'other@example.org' }],
  ] as const)('that has to wait is not sent to somebody who %s meanwhile', async (_what, now) => {
    await setEmail('dev@example.org');
    const to = 'dev@example.org';
    const body = JSON.stringify({ to, subject: 'x', text: 'x', html: 'x' });
    refusal = Object.assign(new Error('try later'), { responseCode: 451 });
    const { deliveries } = app.context;
    const id = await deliveries.add(app.store.db, { kind: 'mail', user_id: dev.userId, body });
    expect(await deliveries.deliverNow(id)).toMatchObject({ state: 'waiting' });
    refusal = null;
    const set = (values: object) =>
      app.store.db.updateTable('app_user').set(values).where('id', '=', dev.userId).execute();
    await set(now);
    await work(10 * MINUTE);
    expect(received).toEqual([]);
    expect(await stored()).toMatchObject({ state: 'failed', attempts: 2 });
    await set({ is_active: 1, email: to });
  });

  it('is not retried if the receiver is refused for good', async () => {
    await app.store.db
      .updateTable('app_user')
      .set({ email: 'admin@example.org' })
      .where('id', '=', app.admin.userId)
      .execute();
    const before = (await app.admin.call(mail.getMailSettings)).failed?.count ?? 0;
    refusal = Object.assign(new Error('no such person'), { responseCode: 550 });
    const answer = await app.admin.call(mail.sendTestMail);
    expect(answer).toMatchObject({
      sent: false,
      detail: 'The mail server rejected the message (code 550).',
      detail_said: { code: 'mail.refused' },
    });
    expect(await stored()).toMatchObject({ state: 'failed', attempts: 1 });
    // Administrators are told, nobody else.
    const { failed } = await app.admin.call(mail.getMailSettings);
    expect(failed).toMatchObject({
      count: before + 1,
      username: 'admin',
      detail: 'The mail server rejected the message (code 550).',
    });
    expect((await dev.call(mail.getMailSettings)).failed).toBeNull();
  });
});

describe('a test mail', () => {
  it('is sent by administrators to themselves alone', async () => {
    await setEmail('dev@example.org');
    expect(await dev.call(mail.getMailSettings)).toMatchObject({ email: 'dev@example.org' });
    expect((await dev.send(mail.sendTestMail)).status).toBe(403);
    expect(received).toEqual([]);
    expect(await app.admin.call(mail.sendTestMail)).toMatchObject({ sent: true, detail: null });
    expect(received[0]!.to).toEqual(['admin@example.org']);
    expect(received[0]!.source).toContain('Subject: Test e-mail from DB Migration Utility');
  });

  it('explains why not: no address, not set up, server unreachable', async () => {
    await app.store.db
      .updateTable('app_user')
      .set({ email: null })
      .where('id', '=', app.admin.userId)
      .execute();
    const { detail_said: said } = await app.admin.call(mail.sendTestMail);
    expect(said).toEqual({ code: 'mail.noAddress' });
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    for (const [env, expected] of [
      [{}, 'mail.notSetUp'],
      [
        {
          SMTP_URL: `smtp://tool:other@127.0.0.1:${port}`,
          MAIL_FROM: 'tool@example.org',
          PUBLIC_URL: 'https://tool.example.org',
        },
        'mail.notReached',
      ],
    ] as const) {
      const other = await startTestApp({ env });
      await other.store.db.updateTable('app_user').set({ email: 'a@example.org' }).execute();
      const { sent, detail_said } = await other.admin.call(mail.sendTestMail);
      expect(await other.context.work.tasks.digests.isWaiting()).toBe('SMTP_URL' in env);
      expect([sent, detail_said?.code]).toEqual([false, expected]);
      await other.close();
    }
  });
});

it('failures are logged, without the password or an address', () => {
  const all = logged.join('');
  expect(all).toContain('mail.refused');
  expect(all).not.toContain(SECRET);
  expect(all).not.toContain(encodeURIComponent(SECRET));
  expect(all).not.toContain('dev@example.org');
});
