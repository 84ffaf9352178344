import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../contract/comments.ts';
import { namedIn } from '../../../contract/comments.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import { archiveProject } from '../../../contract/projects.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import * as users from '../../../contract/users.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { whileRowIsHeld } from '../../../tests/support/held-row.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let dev: Client;
let tess: Client;
let stranger: Client;
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('dev');
  tess = await app.createUser('tess');
  stranger = await app.createUser('stan');
});
afterAll(() => app.close());

/** A source object of a project of its own, with a developer and a tester. */
async function assignedObject() {
  const { Project_Id: projectId } = await createProject(app.admin);
  await joinProject(app.admin, projectId, dev.userId, 'developer');
  await joinProject(app.admin, projectId, tess.userId, 'tester');
  const [row] = await importTables(app.admin, projectId, 'source', ['orders']);
  const id = row!.source_objectid!;
  const chosen = { source_objectid: id };
  await app.admin.call(objects.assignDevelopers, { body: [{ ...chosen, role: dev.userId }] });
  await app.admin.call(objects.assignSourceTesters, { body: [{ ...chosen, role: tess.userId }] });
  return { projectId, id };
}

const say = (client: Client, id: number, text: string) =>
  client.call(contract.addComment, { params: { id }, body: { text } });
it('a comment written while many objects are edited is in the row, too', async () => {
  const { id } = await assignedObject();
  const { object } = await whileRowIsHeld(app.store, 'object', id, () =>
    app.admin.call(contract.addComment, { params: { id }, body: { text: 'meanwhile' } }),
  );
  expect(object.comments).toBe('meanwhile');
});

it('an edit without a version waits for an edit of many objects, and is not refused', async () => {
  const { id } = await assignedObject();
  const saved = await whileRowIsHeld(app.store, 'object', id, () => write(app.admin, id, 'then'));
  expect(saved.comments).toBe('then');
});

const write = (client: Client, id: number, comments: string | null) =>
  client.call(objects.updateObject, { params: { id }, body: { comments } });
const change = (client: Client, id: number, comment: number, body: object) =>
  client.send(contract.changeComment, { params: { id, comment }, body });
const fieldOf = async (id: number) =>
  (await app.admin.call(objects.getObject, { params: { id } })).comments;
/** Oldest first: who said what, and `resolved` where it is. */
async function threadOf(id: number) {
  const { comments } = await app.admin.call(contract.listComments, { params: { id } });
  return comments
    .toReversed()
    .map(({ username, text, resolved_at }) =>
      [username, text, ...(resolved_at === null ? [] : ['resolved'])].join(' '),
    );
}
const mentionsOf = async (client: Client, id: number) =>
  (await client.call(listNotifications)).notifications
    .filter(({ kind, object_id }) => kind === 'mentioned' && object_id === id)
    .map(({ actor }) => actor);

describe('a thread', () => {
  it('is written by all members; the field shows the newest that is not resolved', async () => {
    const { id } = await assignedObject();
    const first = await say(tess, id, 'Two rows are missing.');
    expect(first.object).toMatchObject({ comments: 'Two rows are missing.', version: 2 });
    const second = await say(dev, id, 'Loaded again.');
    expect(await threadOf(id)).toEqual(['tess Two rows are missing.', 'dev Loaded again.']);
    expect(await fieldOf(id)).toBe('Loaded again.');
    await change(tess, id, second.comment.id, { resolved: true });
    expect(await fieldOf(id)).toBe('Two rows are missing.');
    const settled = await change(tess, id, first.comment.id, { resolved: true });
    expect(settled.body.comment).toMatchObject({ resolved_by: 'tess' });
    expect(await fieldOf(id)).toBeNull();
    const again = await change(dev, id, first.comment.id, { resolved: true });
    expect(again.body).toEqual(settled.body);
    await change(dev, id, first.comment.id, { resolved: false });
    expect(await fieldOf(id)).toBe('Two rows are missing.');
    const answer = await app.admin.call(contract.listComments, { params: { id } });
    expect([answer.total, answer.open]).toEqual([2, 1]);
  });

  it('keeps the words of others: only who wrote them changes them', async () => {
    const { id } = await assignedObject();
    const { comment } = await say(tess, id, 'slow');
    for (const other of [dev, app.admin])
      expect((await change(other, id, comment.id, { text: 'quick' })).status).toBe(403);
    expect(await threadOf(id)).toEqual(['tess slow']);
    const asItWas = await change(dev, id, comment.id, { text: 'slow', resolved: false });
    expect([asItWas.status, asItWas.body.object.version]).toEqual([200, 2]);
    const changed = await change(tess, id, comment.id, { text: 'slow: 9 s' });
    expect(changed.body.comment.edited_at).not.toBeNull();
    expect(await fieldOf(id)).toBe('slow: 9 s');
    const history = await tess.call(objects.objectHistory, { params: { id } });
    expect(history.slice(0, 3).map(({ action, changes }) => [action, changes['comments']])).toEqual(
      [
        ['commented', ['slow', 'slow: 9 s']],
        ['commented', [null, 'slow']],
        ['assigned', undefined],
      ],
    );
  });

  it('is of its object: another one neither shows nor changes it, and nobody from outside reads it', async () => {
    const { id, projectId } = await assignedObject();
    const { comment } = await say(tess, id, 'here');
    const other = await assignedObject();
    expect((await change(tess, other.id, comment.id, { text: 'there' })).status).toBe(404);
    const none = await dev.call(contract.listComments, { params: { id: other.id } });
    expect(none).toEqual({ total: 0, open: 0, comments: [] });
    const asStranger = [
      await stranger.send(contract.listComments, { params: { id } }),
      await stranger.send(contract.addComment, { params: { id }, body: { text: 'me too' } }),
      await change(stranger, id, comment.id, { resolved: true }),
      await stranger.send(contract.listPeople, { params: { id: projectId } }),
    ];
    expect(asStranger.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    await app.admin.call(archiveProject, { params: { id: projectId }, body: { archived: 1 } });
    expect((await tess.send(contract.listComments, { params: { id } })).status).toBe(403);
  });

  it('of any length is read in parts, newest first', async () => {
    const { id, projectId } = await assignedObject();
    await app.store.db
      .insertInto('comment')
      .values(
        Array.from({ length: contract.COMMENTS_SHOWN + 3 }, (_, index) => ({
          project_id: projectId,
          object_id: id,
          user_id: tess.userId,
          at: '2026-01-01T00:00:00.000Z',
          text: `${index}`,
        })),
      )
      .execute();
    const read = (before?: number) =>
      dev.call(contract.listComments, { params: { id }, ...(before && { query: { before } }) });
    const newest = await read();
    expect([newest.comments.length, newest.comments[0]!.text]).toEqual([
      contract.COMMENTS_SHOWN,
      `${contract.COMMENTS_SHOWN + 2}`,
    ]);
    const rest = await read(newest.comments.at(-1)!.id);
    expect(rest.comments.map(({ text }) => text)).toEqual(['2', '1', '0']);
  });
});

describe('the field', () => {
  it('changes one’s own newest comment, answers another’s, and resolves all when it is emptied', async () => {
    const { id } = await assignedObject();
    await write(dev, id, 'done');
    await write(dev, id, 'done, with index');
    expect(await threadOf(id)).toEqual(['dev done, with index']);
    await write(tess, id, 'one row differs');
    expect(await threadOf(id)).toEqual(['dev done, with index', 'tess one row differs']);
    await write(tess, id, null);
    expect(await threadOf(id)).toEqual([
      'dev done, with index resolved',
      'tess one row differs resolved',
    ]);
    await write(tess, id, 'again');
    expect(await threadOf(id)).toHaveLength(3);
  });

  it('is undone together with its thread', async () => {
    const { id } = await assignedObject();
    const undo = async (client: Client) => {
      const { version } = await client.call(objects.getObject, { params: { id } });
      await client.call(objects.undoEdit, { params: { id }, body: { version } });
    };
    await write(dev, id, 'done');
    await write(tess, id, 'no, @dev');
    expect(await mentionsOf(dev, id)).toEqual(['tess']);
    await undo(tess);
    expect([await fieldOf(id), await threadOf(id)]).toEqual(['done', ['dev done']]);
    expect(await mentionsOf(dev, id)).toEqual([]);
    await write(dev, id, 'done twice');
    await undo(dev);
    expect([await fieldOf(id), await threadOf(id)]).toEqual(['done', ['dev done']]);
    await write(dev, id, null);
    await undo(dev);
    expect([await fieldOf(id), await threadOf(id)]).toEqual(['done', ['dev done']]);
  });

  it('is undone alone: other comments by the same person stay', async () => {
    const { id } = await assignedObject();
    const other = await assignedObject();
    await write(dev, id, 'first');
    const { comment } = await say(dev, id, 'settled');
    await change(dev, id, comment.id, { resolved: true });
    await write(tess, id, 'why?');
    await write(dev, other.id, 'elsewhere');
    const since = await dev.call(objects.getObject, { params: { id } });
    await write(dev, id, 'because');
    await write(dev, other.id, null);
    await say(dev, other.id, 'elsewhere, too');
    await dev.call(objects.undoEdit, { params: { id }, body: { version: since.version + 1 } });
    expect(await threadOf(id)).toEqual(['dev first', 'dev settled resolved', 'tess why?']);
    expect(await fieldOf(id)).toBe('why?');
    expect(await threadOf(other.id)).toEqual(['dev elsewhere resolved', 'dev elsewhere, too']);
  });

  it('of several objects and of a list is a comment of each', async () => {
    const { id, projectId } = await assignedObject();
    await app.admin.call(objects.editObjects, { body: { ids: [id], comments: 'by the dozen' } });
    const listed = (object_name: string, comments: string) => ({
      side: 'source',
      object_type: 'tables',
      schema_name: 'shop',
      object_name,
      comments,
    });
    const rows = [listed('orders', 'from the list'), listed('items', 'new')];
    for (const _twice of [1, 2])
      await app.admin.call(importSpreadsheet, { params: { id: projectId }, body: { rows } });
    expect(await threadOf(id)).toEqual([`${app.admin.username} from the list`]);
    const [items] = await app.store.db
      .selectFrom('object')
      .select('id')
      .where('project_id', '=', projectId)
      .where('object_name', '=', 'items')
      .execute();
    expect(await threadOf(items!.id)).toEqual([`${app.admin.username} new`]);
  });

  it('leaves alone why an object was given back', async () => {
    const { id } = await assignedObject();
    await app.admin.call(objects.updateObject, { params: { id }, body: { status: 'migrated' } });
    await tess.call(objects.updateObject, {
      params: { id },
      body: { status: 'pending', comments: 'two rows are missing' },
    });
    const { object } = await say(dev, id, 'I look into it');
    expect(object).toMatchObject({
      comments: 'I look into it',
      returned_reason: 'two rows are missing',
    });
    await dev.call(objects.updateObject, { params: { id }, body: { status: 'migrated' } });
    const now = await dev.call(objects.getObject, { params: { id } });
    expect(now.returned_reason).toBeNull();
  });
});

describe('a mention', () => {
  it('notifies each mentioned member once, and nobody else', async () => {
    const { id, projectId } = await assignedObject();
    const { comment } = await say(tess, id, '@DEV and @stan, mail tess@dev');
    expect(await mentionsOf(dev, id)).toEqual(['tess']);
    expect(await mentionsOf(stranger, id)).toEqual([]);
    await change(tess, id, comment.id, { text: '@dev, again; @tess' });
    expect(await mentionsOf(dev, id)).toEqual(['tess']);
    expect(await mentionsOf(tess, id)).toEqual([]);
    await write(dev, id, 'yes, @tess');
    expect(await mentionsOf(tess, id)).toEqual(['dev']);
    const left = await app.createUser('left');
    await joinProject(app.admin, projectId, left.userId, 'tester');
    await app.admin.call(users.updateUser, { body: { user_id: left.userId, is_active: 0 } });
    const { Project_Id: elsewhere } = await createProject(app.admin);
    await joinProject(app.admin, elsewhere, stranger.userId, 'developer');
    const people = await dev.call(contract.listPeople, { params: { id: projectId } });
    expect(people.map(({ username }) => username)).toEqual([app.admin.username, 'dev', 'tess']);
  });

  it('matches the longest name; a longer word is no mention', () => {
    const people = ['ann', 'ann lee', 'jürgen'].map((username, index) => ({
      user_id: index + 1,
      username,
    }));
    const named = (text: string) => namedIn(text, people).map(({ username }) => username);
    expect(named('@ann lee, @Jürgen.')).toEqual(['ann lee', 'jürgen']);
    expect(named('(@ann)')).toEqual(['ann']);
    expect(named('@anna @ann-marie x@ann @ ann')).toEqual([]);
    expect(named('@'.repeat(100_000))).toEqual([]);
  });
});
