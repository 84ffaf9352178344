import { inject } from 'vitest';
import { examineConnector } from '../core/exam.ts';
import { examineNetworkConnector } from '../core/network-exam.ts';
import { createMariadbFixture } from './fixture.ts';

const prepare = async () => (await createMariadbFixture(inject('mariadbUrl'))).exam;

examineConnector('MariaDB', prepare);
examineNetworkConnector('MariaDB', prepare);
