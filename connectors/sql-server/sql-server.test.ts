import { readFileSync } from 'node:fs';
import { makeCertificates } from '../../tests/support/certificates.ts';
import { examineAdversarial } from '../core/adversarial-exam.ts';
import { examineConnector } from '../core/exam.ts';
import { examineNetworkConnector } from '../core/network-exam.ts';
import { examineTls } from '../core/tls-exam.ts';
import { createStage, SQL_SERVER_CASES } from './adversarial-fixture.ts';
import { sqlServer } from './connector.ts';
import { createSqlServerFixture } from './fixture.ts';
import { openSession } from './session.ts';
import { prepareReplayedExam, replay, targetAt } from './testing/replayed-database.ts';

examineConnector('SQL Server, replayed', () => prepareReplayedExam());
examineNetworkConnector('SQL Server, replayed', () => prepareReplayedExam());
examineAdversarial('SQL Server, replayed', sqlServer, async () => createStage(), SQL_SERVER_CASES);
examineTls('SQL Server, replayed', async () => {
  const certificates = makeCertificates();
  const { cert, key } = certificates.server;
  const tls = { cert: readFileSync(cert), key: readFileSync(key) };
  const [server, plain] = await Promise.all([replay({ tls }), replay()]);
  return {
    exam: { connector: sqlServer, openSession },
    target: targetAt(server.port),
    plainTarget: targetAt(plain.port),
    ca: certificates.ca,
    otherCa: certificates.otherCa,
    cipherStatement: 'SELECT the cipher',
    async tearDown() {
      await Promise.all([server.stop(), plain.stop()]);
      certificates.remove();
    },
  };
});

const realServer = process.env['TEST_MSSQL_URL'];
if (realServer) {
  examineConnector('SQL Server', () => createSqlServerFixture(realServer));
  examineNetworkConnector('SQL Server', () => createSqlServerFixture(realServer));
}
