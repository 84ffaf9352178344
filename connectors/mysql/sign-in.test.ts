import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeCertificates } from '../../tests/support/certificates.ts';
import { startMariadb } from '../../tests/support/mariadb-server.ts';
import type { ConnectionTarget } from '../core/connector.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { mysql } from './connector.ts';
import { type MariadbServer, openServer } from './fixture.ts';

interface Encrypted {
  url: string;
  /** The authority that signed its certificate, PEM. */
  readCa(server: MariadbServer): Promise<string>;
  stop(): Promise<void>;
}

async function startEncrypted(): Promise<Encrypted> {
  const certificates = makeCertificates();
  const { url, stop } = await startMariadb({ tls: certificates.server });
  return {
    url,
    readCa: async () => certificates.ca,
    async stop() {
      await stop();
      certificates.remove();
    },
  };
}

/** MySQL makes certificates of its own when it starts for the first time; they name no host. */
const useOwnCertificates = async (url: string): Promise<Encrypted> => ({
  url,
  async readCa({ run }) {
    const [row] = await run(
      'SELECT convert(load_file(concat(@@datadir, @@ssl_ca)) USING utf8) AS ca',
    );
    return (row as { ca: string }).ca;
  },
  stop: async () => undefined,
});

describe.each(inject('mysqlServers'))('$name: signing in', ({ name, url }) => {
  let encrypted: Encrypted;
  let server: MariadbServer;
  let schema: string;
  beforeAll(async () => {
    encrypted = await (name === 'MariaDB' ? startEncrypted() : useOwnCertificates(url));
    server = await openServer(encrypted.url);
    schema = await server.addSchema('signing_in');
  });
  afterAll(async () => {
    await server?.tearDown();
    await encrypted?.stop();
  });

  const addAccount = async (account: string, how: string): Promise<ConnectionTarget> => {
    const username = `${account}_${server.tag}`;
    await server.run(`CREATE USER '${username}'@'%' IDENTIFIED BY '' ${how}`);
    await server.run(`GRANT SELECT ON ${schema}.* TO '${username}'@'%'`);
    return { ...server.target, username, password: '', database: schema };
  };
  const signIn = async (target: ConnectionTarget) => (await connectWith(mysql, target)).close();

  test('an account without a password', async () => {
    const target = await addAccount('nothing', '');
    await signIn(target);
    expect(await failureOf(signIn({ ...target, password: 'some' }))).toMatchObject({
      code: 'auth',
    });
    await server.run(`DROP USER '${target.username}'@'%'`);
  });

  test('an account that requires TLS is not only advised to check its password', async () => {
    const target = await addAccount('encrypted', 'REQUIRE SSL');
    const error = await failureOf(signIn(target));
    expect(error.code).toBe('auth');
    expect(error.message).toContain(
      'whether the account needs TLS (REQUIRE SSL), which is off here',
    );
    await signIn({ ...target, tls: 'accept-self-signed' });
    await server.run(`DROP USER '${target.username}'@'%'`);
  });

  test('verify-ca takes the certificate that the authority signed, for whatever name', async () => {
    const target = { ...server.target, database: schema, tlsCa: await encrypted.readCa(server) };
    await signIn({ ...target, tls: 'verify-ca' });
    const error = await failureOf(signIn({ ...target, tls: 'verify-full' }));
    expect(error.code).toBe('tls');
    expect(error.message).toContain('its certificate is not valid for 127.0.0.1');
  });
});
