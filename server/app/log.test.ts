import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import * as auth from '../../contract/auth.ts';
import { ENGINES } from '../../connectors/engines.ts';
import * as inventory from '../../contract/inventory.ts';
import { ADMIN, PASSWORD, startTestApp } from '../../tests/support/test-app.ts';
import * as log from '../platform/log.ts';

const logged: string[] = [];
const { createLog } = log;
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(log, 'createLog').mockImplementation(() =>
    createLog('trace', { write: (line) => void logged.push(line) }),
  );
});

it('the log has no passwords, tokens and bodies, whatever fails', async () => {
  const app = await startTestApp();
  const wrong = 'wrong for a person';
  const secret = 'wrong for a database';
  await app.anonymous().send(auth.login, { body: { ...ADMIN, password: wrong } });
  const client = await app.createUser('somebody');
  await client.send(auth.changePassword, {
    body: { current_password: wrong, new_password: 'another one of theirs' },
  });
  const [source, target] = [new URL(inject('mariadbUrl')), new URL(inject('postgresUrl'))];
  const body = {
    Source_Database: ENGINES.mysql.id,
    Target_Database: ENGINES.postgresql.id,
    source_db_ip: source.hostname,
    source_db_port: source.port,
    source_db_name: 'mysql',
    source_db_username: source.username,
    source_db_password: secret,
    target_db_ip: target.hostname,
    target_db_port: target.port,
    target_db_name: 'postgres',
    target_db_username: target.username,
    target_db_password: secret,
  };
  for (const endpoint of [inventory.sourceSchemas, inventory.targetSchemas])
    expect((await app.admin.send(endpoint, { body })).status).toBe(502);
  await app.close();

  const text = logged.join('');
  expect(text.match(/did not accept user/g)?.length).toBeGreaterThanOrEqual(2);
  const tokens = [app.admin, client].map((person) => person.cookie().split('=')[1]!);
  for (const hidden of [ADMIN.password, PASSWORD, wrong, secret, 'another one', ...tokens])
    expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
});

it('a client that goes away is no fault of ours', async () => {
  const app = await startTestApp();
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const left = new AbortController();
    const body = {
      reportType: 'target',
      Target_Database: ENGINES.postgresql.id,
      target_db_ip: '127.0.0.1',
      target_db_port: (silent.address() as AddressInfo).port,
      target_db_name: 'silent',
      target_db_username: 'nobody',
      target_db_password: 'nothing',
    };
    const asked = fetch(origin + inventory.testConnection.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: app.admin.cookie(),
      },
      body: JSON.stringify(body),
      signal: left.signal,
    });
    await once(silent, 'connection');
    left.abort();
    await expect(asked).rejects.toThrow('abort');
    await expect.poll(() => logged.join('')).toContain('The client left');
    expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  } finally {
    await app.close();
    silent.close();
  }
});
