import { readFileSync } from 'node:fs';
import { makeCertificates } from '../../tests/support/certificates.ts';
import { examineAdversarial } from '../core/exams/adversarial-exam.ts';
import { examineConnector } from '../core/exams/exam.ts';
import { examineNetworkConnector } from '../core/exams/network-exam.ts';
import { examineTls } from '../core/exams/tls-exam.ts';
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
  const read = ({ cert, key } = certificates.server) => ({
    cert: readFileSync(cert),
    key: readFileSync(key),
  });
  const flawed: Awaited<ReturnType<typeof replay>>[] = [];
  const [server, plain] = await Promise.all([replay({ tls: read() }), replay()]);
  return {
    exam: { connector: sqlServer, openSession },
    target: targetAt(server.port),
    async serve(flaw) {
      const one = await replay({ tls: read(certificates.flawed(flaw)) });
      flawed.push(one);
      return targetAt(one.port);
    },
    plainTarget: targetAt(plain.port),
    ca: certificates.ca,
    otherCa: certificates.otherCa,
    cipherStatement: 'SELECT the cipher',
    async tearDown() {
      await Promise.all([server, plain, ...flawed].map((one) => one.stop()));
      certificates.remove();
    },
  };
});

const realServer = process.env['TEST_MSSQL_URL'];
if (realServer) {
  examineConnector('SQL Server', () => createSqlServerFixture(realServer));
  examineNetworkConnector('SQL Server', () => createSqlServerFixture(realServer));
}
