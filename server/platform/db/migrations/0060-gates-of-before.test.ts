import { expect, it } from 'vitest';
import { gateSettings } from '../../../../contract/gate.ts';
import { addStoredProject, createTestStore } from '../../../../tests/support/test-store.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../store.ts';
import { createWriteLock } from '../write-lock.ts';
import { gatesOfBefore } from './0060-gates-of-before.ts';

it('projects of before demand what they did, whether they had said it or not', async () => {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  try {
    await migrate(store);
    const silent = await addStoredProject(store.db);
    const told = await addStoredProject(store.db);
    const settings = JSON.stringify({ max_age_hours: 48, left_out: ['runs'] });
    await store.db.insertInto('gate').values({ project_id: told.id, settings }).execute();
    await gatesOfBefore().up(store.db as never);
    const saved = await store.db.selectFrom('gate').selectAll().orderBy('project_id').execute();
    expect(saved[1]).toEqual({ project_id: told.id, settings });
    expect(saved[0]!.project_id).toBe(silent.id);
    expect(gateSettings.parse(JSON.parse(saved[0]!.settings))).toMatchObject({
      max_age_hours: 24,
      left_out: ['against', 'rehearsal', 'way_back', 'signoffs'],
    });
  } finally {
    await store.close();
    await place.remove();
  }
});
