import { examineConnector } from '../core/exam.ts';
import { createSqliteFixture } from './fixture.ts';

examineConnector('SQLite', async () => (await createSqliteFixture()).exam);
