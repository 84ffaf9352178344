import { inject } from 'vitest';
import { examineConnector } from '../core/exam.ts';
import { examineNetworkConnector } from '../core/network-exam.ts';
import { createPostgresFixture } from './fixture.ts';

const prepare = async () => (await createPostgresFixture(inject('postgresUrl'))).exam;

examineConnector('PostgreSQL', prepare);
examineNetworkConnector('PostgreSQL', prepare);
