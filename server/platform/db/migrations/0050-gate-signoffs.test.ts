import { expect, it } from 'vitest';
import { gateSettings } from '../../../../contract/gate.ts';
import { addStoredProject, createTestStore } from '../../../../tests/support/test-store.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../store.ts';
import { createWriteLock } from '../write-lock.ts';
import { gateRehearsals } from './0051-to-0065.ts';
import { doWithout, gateSignoffs } from './0050-gate-signoffs.ts';

it('adds no demands to projects that had chosen theirs', async () => {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  try {
    await migrate(store);
    const { id } = await addStoredProject(store.db);
    const settings = JSON.stringify({ max_age_hours: 48, left_out: ['runs'] });
    await store.db.insertInto('gate').values({ project_id: id, settings }).execute();
    await gateSignoffs().up(store.db as never);
    await gateRehearsals().up(store.db as never);
    await doWithout('way_back').up(store.db as never);
    await doWithout('sequences').up(store.db as never);
    const saved = await store.db.selectFrom('gate').select('settings').executeTakeFirstOrThrow();
    expect(gateSettings.parse(JSON.parse(saved.settings))).toEqual({
      max_age_hours: 48,
      left_out: ['runs', 'signoffs', 'rehearsal', 'way_back', 'sequences'],
      four_eyes: 0,
      client_signs: 0,
      waves_sign: 0,
      rehearsal_days: 30,
    });
  } finally {
    await store.close();
    await place.remove();
  }
});
