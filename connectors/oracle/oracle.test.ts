import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { makeCertificates } from '../../tests/support/certificates.ts';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { examineConnector, type Exam } from '../core/exams/exam.ts';
import { examineNetworkConnector } from '../core/exams/network-exam.ts';
import { examineTls } from '../core/exams/tls-exam.ts';
import { oracle } from './connector.ts';
import { loadDriver } from './driver.ts';
import { openSession } from './session.ts';
import { contentOf, OTHERS } from './testing/content.ts';
import { createOracleFixture } from './testing/fixture.ts';
import { record, SCHEMAS } from './testing/recording.ts';
import { CIPHER_STATEMENT, replay } from './testing/replayed-database.ts';

const WRITES = [
  'CREATE TABLE new (id NUMBER)',
  'INSERT INTO orders VALUES (1, 1)',
  'UPDATE orders SET id = 2',
  'DROP TABLE orders',
  'TRUNCATE TABLE orders',
  'BEGIN DELETE orders; END;',
  'CALL close_day()',
  'LOCK TABLE orders IN EXCLUSIVE MODE',
  'COMMIT',
];

const open = (target: ConnectionTarget, options: ConnectOptions) =>
  openSession(target, options, loadDriver);

const prepare = async (): Promise<Exam & { greeting: Buffer }> => {
  const recording = record();
  const server = await replay(recording);
  return {
    connector: oracle,
    target: { ...recording.target, port: server.port },
    options: {},
    version: /^Oracle 12\.1\.0\.2\.0$/,
    content: contentOf(SCHEMAS),
    others: { schema: SCHEMAS.plain, kinds: OTHERS },
    systemSchema: 'SYS',
    openSession: open,
    writes: WRITES,
    slowStatement: recording.slowStatement,
    countSlow: async () => server.slowCalls(),
    endSlow: async () => server.endSlowCalls(),
    greeting: Buffer.of(0, 8, 0, 0, 11, 0, 0, 0),
    tearDown: async () => server.stop(),
  };
};

examineConnector('Oracle, replayed', prepare);
examineNetworkConnector('Oracle, replayed', prepare);
examineTls('Oracle, replayed', async () => {
  const certificates = makeCertificates();
  const contextOf = ({ cert, key } = certificates.server) =>
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) });
  const recording = record();
  const [server, plain] = await Promise.all([replay(recording, contextOf()), replay(recording)]);
  const servers = [server, plain];
  return {
    exam: { connector: oracle, openSession: open },
    target: { ...recording.target, port: server.port },
    async serve(flaw) {
      const one = await replay(recording, contextOf(certificates.flawed(flaw)));
      servers.push(one);
      return { ...recording.target, port: one.port };
    },
    plainTarget: { ...recording.target, port: plain.port },
    ca: certificates.ca,
    otherCa: certificates.otherCa,
    cipherStatement: CIPHER_STATEMENT,
    async tearDown() {
      for (const one of servers) one.stop();
      certificates.remove();
    },
  };
});

// The same against a real server, where one is named: see docs/connectors.md.
const realServer = process.env['TEST_ORACLE_URL'];
if (realServer) {
  examineConnector('Oracle', () => createOracleFixture(realServer, WRITES));
  examineNetworkConnector('Oracle', () => createOracleFixture(realServer, WRITES));
}
