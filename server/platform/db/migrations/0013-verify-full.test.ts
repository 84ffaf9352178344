import { expect, it } from 'vitest';
import { addStoredProject, createTestStore } from '../../../../tests/support/test-store.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../store.ts';
import { createWriteLock } from '../write-lock.ts';
import { verifyFull } from './0013-verify-full.ts';

it('keeps stored connections as strict as they were', async () => {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  await migrate(store);
  const { id } = await addStoredProject(store.db);
  const connection = (side: 'source' | 'target', tls: 'verify-ca' | 'accept-self-signed') => ({
    project_id: id,
    side,
    engine: 4 as const,
    label: null,
    host: 'db.example',
    port: 5432,
    database_name: 'shop',
    username: 'reader',
    password_sealed: null,
    tls,
    tls_ca: null,
  });
  await store.db
    .insertInto('project_connection')
    .values([connection('source', 'verify-ca'), connection('target', 'accept-self-signed')])
    .execute();
  await verifyFull.up(store.db as never);
  const kept = await store.db
    .selectFrom('project_connection')
    .select('tls')
    .orderBy('side')
    .execute();
  expect(kept.map(({ tls }) => tls)).toEqual(['verify-full', 'accept-self-signed']);
  await store.close();
  await place.remove();
});
