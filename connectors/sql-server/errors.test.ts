import { RequestError } from 'tedious';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../core/connector.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { sqlServer } from './connector.ts';
import { explainError } from './errors.ts';
import { replay, targetAt } from './testing/replayed-database.ts';

const place = {
  engine: 'SQL Server',
  host: 'db.example',
  port: 1433,
  database: 'shop',
  username: 'reader',
};
const errorOf = (number: number) =>
  Object.assign(new RequestError('the server’s own words', 'EREQUEST'), { number });

test.each([
  [18456, 'auth', 'user "reader" with this password'],
  [18452, 'auth', 'not Windows accounts'],
  [18470, 'auth', 'disabled'],
  [18486, 'auth', 'locked'],
  [18487, 'auth', 'expired'],
  [18488, 'auth', 'must be changed first'],
  [4060, 'not-found', 'no database "shop"'],
  [911, 'not-found', 'no database "shop"'],
  [4064, 'not-found', 'another default database'],
  [916, 'permission', 'may not access'],
  [229, 'permission', 'lacks a required permission'],
  [262, 'permission', 'lacks a required permission'],
  [1222, 'timeout', '60 seconds'],
  [1205, 'failed', 'deadlock'],
  [208, 'failed', '(error 208)'],
  [40615, 'auth', 'firewall'],
  [40613, 'network', 'not available at the moment'],
  [10928, 'failed', 'no free connection'],
  [596, 'network', 'ended the connection'],
  [976, 'failed', 'secondary replica'],
  [50_000, 'failed', '(error 50000)'],
])('error %d is %s', (number, code, part) => {
  const error = explainError(errorOf(number), place, DEFAULT_LIMITS);
  expect({ code: error.code, message: error.message }).toEqual({
    code,
    message: expect.stringContaining(part) as string,
  });
  expect(error.message).toMatch(/^SQL Server at db\.example:1433.*\.$/);
  expect(error.message).not.toContain('The database says');
});

test('of several errors the first that is known counts', () => {
  const several = new AggregateError([errorOf(50_000), errorOf(229), errorOf(4060)]);
  expect(explainError(several, place, DEFAULT_LIMITS).code).toBe('permission');
});

test.each([
  [40615, 'auth'],
  [18401, 'network'],
  [18487, 'auth'],
])('a login that is refused with error %d is %s', async (number, code) => {
  const server = await replay({ refusal: [{ number, message: 'No.', class: 14 }] });
  const error = await failureOf(connectWith(sqlServer, targetAt(server.port)));
  await server.stop();
  expect(error.code).toBe(code);
});

test('a login that is refused for a reason that is not listed gives its number and the words of the server', async () => {
  const message = "Login failed for user 'reader'.\r\nReason: a trigger (logon) ended it.";
  const server = await replay({ refusal: [{ number: 17_892, message, class: 14 }] });
  const error = await failureOf(connectWith(sqlServer, targetAt(server.port)));
  await server.stop();
  expect(error.code).toBe('auth');
  expect(error.message).toMatch(
    /user "\w+" in \(error 17892\)\. It says: Login failed for user 'reader'\. Reason: a trigger \(logon\) ended it\.$/,
  );
});

test('words of the server are cut and repeat no password, and no character turns the sentence around', async () => {
  const { password } = targetAt(0);
  const message = `\u{202e}No to <b>${password}</b>\u{0} and ${'again '.repeat(1_000)}`;
  const server = await replay({ refusal: [{ number: 17_892, message, class: 14 }] });
  const error = await failureOf(connectWith(sqlServer, targetAt(server.port)));
  await server.stop();
  expect(error.message).toContain('It says: No to <b>…</b> and again again');
  expect(error.message.length).toBeLessThan(500);
});
