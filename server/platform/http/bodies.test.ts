import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as auth from '../../../contract/auth.ts';
import { addAttachment } from '../../../contract/proof/evidence.ts';
import * as inventory from '../../../contract/inventory.ts';
import { sendRaw } from '../../../tests/support/raw-http.ts';
import { ADMIN, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startTestApp();
  origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const VALID = JSON.stringify(ADMIN);
/** Well-formed, wrong in every field: must never reach a handler. */
const INVALID = JSON.stringify({ username: 1, password: [] });

const post = (contentType: string | null, body: string | Buffer, path = '/api/auth/login') =>
  sendRaw(
    origin,
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      ...(contentType === null ? [] : [`Content-Type:${contentType}`]),
    ],
    body,
  );

describe('content type', () => {
  it.each([
    ' application/json',
    ' application/json; charset=utf-8',
    ' application/json;charset=UTF-8',
    ' application/json; charset="utf-8"',
    ' Application/JSON',
    // Blanks around a value belong to the wire, not to the value.
    '   application/json',
    '\tapplication/json',
    ' application/json  ',
  ])('takes "%s"', async (type) => {
    expect((await post(type, INVALID)).status).toBe(422);
    expect((await post(type, VALID)).status).toBe(200);
  });

  it.each([
    ' application/json;',
    ' application/json ; charset=utf-8',
    ' application/json; charset=utf-16',
    ' application/json; charset=utf-8; x=y',
    ' application/json, text/plain',
    ' application/json\ttext/plain',
    ' application/json/',
    ' application/jsonp',
    ' application/ json',
    ' application/problem+json',
    ' text/json',
    ' text/plain',
    ' text/plain; application/json',
    ' text/plain;charset=utf-8',
    ' application/x-www-form-urlencoded',
    ' multipart/form-data; boundary=x',
    ' application/octet-stream',
    ' */*',
    ' json',
    ' \u00a0application/json',
    ' "application/json"',
    ' ;application/json',
  ])('refuses "%s" with 415, whatever the body', async (type) => {
    for (const body of [VALID, INVALID]) {
      const answer = await post(type, body);
      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.body)).toMatchObject({ type: '/problems/unsupported-media-type' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('refuses a body without a content type', async () => {
    for (const type of [null, '', ' ']) expect((await post(type, VALID)).status).toBe(415);
  });
});

describe('JSON', () => {
  const login = (payload: string | Buffer) =>
    app.app.inject({ method: 'POST', url: '/api/auth/login', headers: JSON_TYPE, payload });

  it.each([
    ['half of an object', '{"username":'],
    ['single quotes', "{'username':'x'}"],
    ['a trailing comma', '{"a":1,}'],
    ['a byte order mark in UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['two values', '{}{}'],
  ])('refuses %s with 400', async (_what, payload) => {
    const answer = await login(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ type: '/problems/malformed', status: 400 });
  });

  it.each([
    ['no body', undefined],
    ['an empty one', ''],
    ['nothing but blanks', '   '],
  ])('names what is missing in %s', async (_what, payload) => {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      ...(payload !== undefined && { payload, headers: JSON_TYPE }),
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.map((error: { field: string }) => error.field)).toEqual([
      'username',
      'password',
    ]);
  });

  it.each(['[]', 'null', '"text"', '1', 'true', '[{"username":"admin"}]'])(
    'refuses %s instead of an object with 422',
    async (payload) => {
      expect((await login(payload)).statusCode).toBe(422);
    },
  );

  it('takes no property from a prototype', async () => {
    const payload = `{"__proto__":${VALID},"constructor":{"prototype":${VALID}}}`;
    expect((await login(payload)).statusCode).toBe(422);
    expect(({} as Record<string, unknown>)['username']).toBeUndefined();
  });
});

describe('size', () => {
  const padded = (bytes: number): string => {
    const frame = JSON.stringify({ ...ADMIN, x: '' });
    return JSON.stringify({ ...ADMIN, x: 'x'.repeat(bytes - Buffer.byteLength(frame)) });
  };
  const login = (payload: string) =>
    app.app.inject({ method: 'POST', url: '/api/auth/login', headers: JSON_TYPE, payload });

  it('of somebody who is not signed in is 64 kB and not a byte more', async () => {
    expect((await login(padded(64 * 1024))).statusCode).toBe(200);
    const answer = await login(padded(64 * 1024 + 1));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      type: '/problems/too-large',
      status: 413,
      detail: 'The request body is larger than 64 kB.',
    });
  });

  const save = (payload: string | Buffer) =>
    app.app.inject({
      method: 'PUT',
      url: '/api/preferences/table.x',
      headers: { ...JSON_TYPE, cookie: app.admin.cookie() },
      payload,
    });

  // covers: D13.3
  it('of a call of everybody is 2 megabytes and not a byte more', async () => {
    const body = (bytes: number) => `{"value":1,"x":"${'x'.repeat(bytes - 18)}"}`;
    expect((await save(body(2 * MEGABYTE))).statusCode).toBe(204);
    expect((await save(body(2 * MEGABYTE + 1))).statusCode).toBe(413);
  });

  it.each([
    ['brackets', '['.repeat(400_000), 'The request body is nested more than 32 levels deep.'],
    [
      'objects',
      `{"value":${'{"a":'.repeat(100_000)}`,
      'The request body is nested more than 32 levels deep.',
    ],
    [
      'values',
      `{"value":[${'{},'.repeat(20_000)}{}]}`,
      'The request body has more than 20,000 values.',
    ],
  ])('of many %s is refused with a sentence', async (_what, payload, detail) => {
    const answer = await save(payload);
    expect([answer.statusCode, answer.json().detail]).toEqual([413, detail]);
    const anonymous = await login(payload.slice(0, 60_000));
    expect([400, 413, 422]).toContain(anonymous.statusCode);
  });

  it('of an address that is a tower of brackets is refused, not a fault of ours', async () => {
    const tower = '['.repeat(20_000) + ']'.repeat(20_000);
    const answer = await login(
      JSON.stringify({ ...ADMIN, ip_address: 0 }).replace('0}', `${tower}}`),
    );
    expect([answer.statusCode, answer.json().detail]).toEqual([
      413,
      'The request body is nested more than 32 levels deep.',
    ]);
  });

  it('of a file is what the setting says, and its text needs no stack', async () => {
    const content = Buffer.alloc(5_000_000, 1).toString('base64');
    const parsed = addAttachment.body.safeParse({ name: 'x', type: '', content });
    expect(parsed.success).toBe(true);
    for (const wrong of ['=', 'a', 'ab=c', 'a===', '====', `${content}!`, 'ab c'])
      expect(addAttachment.body.safeParse({ name: 'x', type: '', content: wrong }).success).toBe(
        false,
      );
  });

  it('does not read a compressed body', async () => {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
      payload: Buffer.from([0x1f, 0x8b, 8, 0]),
    });
    expect(answer.statusCode).toBe(400);
  });

  // covers: D13.3
  it('takes 64 megabytes for a list, of administrators only', async () => {
    const tooLarge = Buffer.alloc(64 * MEGABYTE + 1, 0x20);
    const send = (payload: Buffer, cookie: string) =>
      app.app.inject({
        method: 'POST',
        url: inventory.importSource.path,
        headers: { ...JSON_TYPE, cookie },
        payload,
      });
    expect((await send(tooLarge, app.admin.cookie())).statusCode).toBe(413);
    // Who is not signed in makes the server read nothing.
    expect((await send(tooLarge, '')).statusCode).toBe(401);
  });

  it('does not let anybody else send a large list', async () => {
    const somebody = await app.createUser('somebody');
    const answer = await somebody.send(
      inventory.importSource,
      { body: [{ table_name: 'x'.repeat(2 * MEGABYTE) }] },
      {},
    );
    expect(answer.status).toBe(403);
  });

  it('ignores a body where none is declared', async () => {
    const answer = await app.admin.send(auth.me, { body: { user_id: 99 } });
    expect(answer.status).toBe(200);
    expect(answer.body.user_id).toBe(app.admin.userId);
  });
});
