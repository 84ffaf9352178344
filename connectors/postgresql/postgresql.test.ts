import { inject } from 'vitest';
import { makeCertificates } from '../../tests/support/certificates.ts';
import { startPostgres } from '../../tests/support/postgres-server.ts';
import { examineAdversarial } from '../core/exams/adversarial-exam.ts';
import { examineConnector } from '../core/exams/exam.ts';
import { examineNetworkConnector } from '../core/exams/network-exam.ts';
import { examineTls } from '../core/exams/tls-exam.ts';
import { POSTGRES_CASES } from './adversarial-fixture.ts';
import { postgresql } from './connector.ts';
import { createDatabase, createPostgresFixture, targetOf } from './fixture.ts';
import { openSession } from './session.ts';

const prepare = async () => (await createPostgresFixture(inject('postgresUrl'))).exam;

examineConnector('PostgreSQL', prepare);
examineNetworkConnector('PostgreSQL', prepare);
examineAdversarial(
  'PostgreSQL',
  postgresql,
  () => createDatabase(inject('postgresUrl')),
  POSTGRES_CASES,
);
examineTls('PostgreSQL', async () => {
  const certificates = makeCertificates();
  const [server, plain] = await Promise.all([
    startPostgres({ tls: certificates.server }),
    startPostgres(),
  ]);
  return {
    exam: { connector: postgresql, openSession },
    target: targetOf(server.url),
    async serve(flaw) {
      await server.present(certificates.flawed(flaw));
      return targetOf(server.url);
    },
    plainTarget: targetOf(plain.url),
    ca: certificates.ca,
    otherCa: certificates.otherCa,
    cipherStatement: `SELECT coalesce(cipher, '') FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
    async tearDown() {
      await Promise.all([server.stop(), plain.stop()]);
      certificates.remove();
    },
  };
});
