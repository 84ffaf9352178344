import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProject } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asProblemError } from './render-error.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('what belongs to something that was removed meanwhile is a conflict, no fault of the server', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const add = (project_id: number) =>
    app.store.transaction((tx) =>
      tx.insertInto('wave').values({ project_id, position: 1, state: 'planned' }).execute(),
    );
  await add(id);
  const error: unknown = await add(99_999).catch((thrown: unknown) => thrown);
  expect(asProblemError(error)).toMatchObject({
    status: 409,
    said: { code: 'request.goneMeanwhile' },
  });
});
