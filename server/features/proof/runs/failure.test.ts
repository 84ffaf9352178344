import { said } from '../../../../tests/support/said.ts';
import { expect, it } from 'vitest';
import { ConnectorError, type ConnectorErrorCode } from '../../../../connectors/core/errors.ts';
import { isOutage } from './failure.ts';

const failure = (code: ConnectorErrorCode, cause: object = {}) =>
  new ConnectorError(code, said('It failed.'), { cause: Object.assign(new Error('Why.'), cause) });

it.each([
  ['a lost connection', failure('network')],
  ['a limit of time', failure('timeout')],
  ['a server that stops (PostgreSQL)', failure('failed', { code: '57P01' })],
  ['a deadlock (PostgreSQL)', failure('failed', { code: '40P01' })],
  ['a full disk (MySQL, by its state)', failure('failed', { sqlState: '53100' })],
  ['a deadlock (MySQL)', failure('failed', { errno: 1213, sqlState: 'HY000' })],
  ['a wait for a lock (MySQL)', failure('limit', { errno: 1205 })],
  ['one further down', failure('failed', { cause: Object.assign(new Error(), { errno: 1021 }) })],
])('says nothing of a table: %s', (_, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a missing right', failure('permission', { code: '42501' })],
  ['a table that is gone', failure('not-found', { code: '42P01' })],
  ['a division by zero in a view', failure('failed', { code: '22012', errno: 1365 })],
  ['a row that is too large', failure('limit')],
])('is about the table: %s', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
