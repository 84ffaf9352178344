import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeAssignment } from '../../../contract/assignments.ts';
import { createProject, joinProject } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';
import { readPastTeam } from './past-team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const on = <T>(day: string, work: () => Promise<T>) => asOf(Date.parse(`${day}T10:00:00Z`), work);

it('people were on a team from the day on which they joined until they left, each time', async () => {
  const [{ Project_Id: id }, { Project_Id: other }] = [
    await createProject(app.admin),
    await createProject(app.admin),
  ];
  const [anna, ben, gone] = [
    await app.createUser('past-anna'),
    await app.createUser('past-ben'),
    await app.createUser('past-gone'),
  ];
  const join = (day: string, userId: number, role: 'developer' | 'tester', project = id) =>
    on(day, () => joinProject(app.admin, project, userId, role));
  const leave = (day: string, user_id: number, role: 'developer' | 'tester') =>
    on(day, () => app.admin.call(removeAssignment, { params: { id, user_id, role } }));
  await join('2026-01-05', anna.userId, 'developer');
  await join('2026-01-06', anna.userId, 'tester');
  await join('2026-01-07', ben.userId, 'tester');
  await join('2026-01-07', ben.userId, 'developer', other);
  await join('2026-01-08', gone.userId, 'tester');
  await leave('2026-01-12', anna.userId, 'developer');
  await join('2026-01-19', anna.userId, 'developer');
  const { db } = app.store;
  await db.updateTable('app_user').set({ is_active: 0 }).where('id', '=', gone.userId).execute();
  expect(await readPastTeam(db, id)).toEqual({
    developer: [
      { userId: anna.userId, from: '2026-01-05', until: '2026-01-12' },
      { userId: anna.userId, from: '2026-01-19', until: null },
    ],
    tester: [
      { userId: anna.userId, from: '2026-01-06', until: null },
      { userId: ben.userId, from: '2026-01-07', until: null },
    ],
  });
});

it('uses the date of the membership where the history has no entry', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const silent = await app.createUser('past-silent');
  await on('2026-02-02', () => joinProject(app.admin, id, silent.userId, 'tester'));
  const { db } = app.store;
  await db.deleteFrom('history').where('project_id', '=', id).execute();
  expect(await readPastTeam(db, id)).toEqual({
    developer: [],
    tester: [{ userId: silent.userId, from: '2026-02-02', until: null }],
  });
});
