import { inject } from 'vitest';
import { makeCertificates } from '../../tests/support/certificates.ts';
import { startMariadb } from '../../tests/support/mariadb-server.ts';
import { examineAdversarial } from '../core/exams/adversarial-exam.ts';
import { examineConnector } from '../core/exams/exam.ts';
import { examineNetworkConnector } from '../core/exams/network-exam.ts';
import { examineTls } from '../core/exams/tls-exam.ts';
import { casesOf } from './adversarial-fixture.ts';
import { mysql } from './connector.ts';
import { createMariadbFixture, openServer, targetOf } from './fixture.ts';
import { openSession } from './session.ts';

for (const { name, url } of inject('mysqlServers')) {
  const prepare = async () => (await createMariadbFixture(url)).exam;
  examineConnector(name, prepare);
  examineNetworkConnector(name, prepare);
  examineAdversarial(name, mysql, () => openServer(url), casesOf(name));
}
examineTls('MariaDB', async () => {
  const certificates = makeCertificates();
  const [server, plain] = await Promise.all([
    startMariadb({ tls: certificates.server }),
    startMariadb(),
  ]);
  return {
    exam: { connector: mysql, openSession },
    target: targetOf(server.url),
    async serve(flaw) {
      await server.present(certificates.flawed(flaw));
      return targetOf(server.url);
    },
    plainTarget: targetOf(plain.url),
    ca: certificates.ca,
    otherCa: certificates.otherCa,
    cipherStatement: `SHOW SESSION STATUS LIKE 'Ssl_cipher'`,
    async tearDown() {
      await Promise.all([server.stop(), plain.stop()]);
      certificates.remove();
    },
  };
});
