import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../../contract/proof/evidence.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import {
  DEFAULT_PROOF_SETTINGS,
  type Difference,
  setProofSettings,
} from '../../../../contract/proof/rows.ts';
import { createProject, importTables, joinProject } from '../../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';
import { addEvidence } from './add-evidence.ts';
import { addCallEvidence } from './evidence-fixture.ts';

let app: TestApp;
let member: Client;
beforeAll(async () => {
  app = await startTestApp({ env: { ATTACHMENT_LIMIT: '1' } });
  member = await app.createUser('mia');
});
afterAll(() => app.close());

/** A pair of a project of its own, and what a member does with its evidence. */
async function preparePair() {
  const { admin, store } = app;
  const { Project_Id: id } = await createProject(admin);
  await joinProject(admin, id, member.userId, 'tester');
  for (const side of ['source', 'target'] as const) await importTables(admin, id, side, ['orders']);
  await admin.call(pairs.matchObjects, { params: { id } });
  const [{ id: pair } = { id: 0 }] = await admin.call(pairs.listPairs, { params: { id } });
  const params = { id, pair };
  return {
    params,
    attach: (name: string, content = 'aGVsbG8=') =>
      member.send(contract.addAttachment, { params, body: { name, type: 'text/plain', content } }),
    list: () => member.call(contract.listEvidence, { params }),
    /** Evidence of rows that differ in one column, numbered from 1. */
    addRows: (count: number, result = 'different', key: 'id' | null = 'id') =>
      store.transaction((tx) =>
        addEvidence(store.kind, tx, {
          projectId: id,
          pairId: pair,
          kind: 'data',
          userId: null,
          runId: null,
          result,
          detail: {
            servers: { source: null, target: null },
            hashes: { source: [], target: [] },
            rows_source: count,
            rows_target: count,
            differences: count,
            milliseconds: 1,
            notes: [],
            detail: {
              names: [
                ['id', 'id'],
                ['card', 'card'],
              ],
              key: ['id'],
            },
          },
          rows: Array.from({ length: count }, (_, row): Difference => ({
            kind: row % 2 === 0 ? 'changed' : 'missing',
            key: key && [`${row + 1}`],
            columns: row % 2 === 0 ? [{ name: 'card', source: '4111', target: '4222' }] : [],
          })),
        }),
      ),
  };
}

describe('a file', () => {
  it('is evidence of its pair, byte for byte, and history says who added it', async () => {
    const { params, attach } = await preparePair();
    const { status, body } = await attach('mail.txt');
    expect([status, body]).toMatchObject([
      201,
      {
        kind: 'attachment',
        username: 'mia',
        result: null,
        attachment: { name: 'mail.txt', type: 'text/plain', bytes: 5 },
      },
    ]);
    const { id: evidence } = body as contract.Evidence;
    const file = await member.call(contract.getAttachment, { params: { id: params.id, evidence } });
    expect(file).toEqual({ name: 'mail.txt', type: 'text/plain', content: 'aGVsbG8=' });
    const [entry] = await member.call(pairs.pairHistory, { params });
    expect(entry).toMatchObject({
      action: 'attached',
      username: 'mia',
      changes: { attachment: [null, 'mail.txt'] },
    });
  });

  it('may be as large as the setting allows, and no larger', async () => {
    const { attach, list } = await preparePair();
    const bytes = (count: number) => Buffer.alloc(count).toString('base64');
    const refused = await attach('large.bin', bytes(1_000_001));
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'content' }] }]);
    expect(await list()).toEqual([]);
    expect((await attach('fits.bin', bytes(1_000_000))).status).toBe(201);
  });
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\files\\plan.pdf', 'plan.pdf'],
  ['invoice\u{202e}fdp.exe', 'invoicefdp.exe'],
  ['a\r\nb\u{1b}[2J\u{2028}.txt', 'ab[2J.txt'],
  ['folder/', 'file'],
  ['..', 'file'],
  ['می\u{200c}خواهم.txt', 'می\u{200c}خواهم.txt'],
  ['.env', '.env'],
])('a file sent as %j has a name that is no path and hides nothing', async (sent, kept) => {
  const { attach } = await preparePair();
  const { status, body } = await attach(sent);
  expect([status, body]).toMatchObject([201, { attachment: { name: kept } }]);
});

it('each file of a pair is returned unchanged', async () => {
  const { params, attach } = await preparePair();
  const files = { 'one.txt': 'aGVsbG8=', 'two.txt': 'd29ybGQ=' };
  const added: number[] = [];
  for (const [name, content] of Object.entries(files))
    added.push(((await attach(name, content)).body as contract.Evidence).id);
  const given = await Promise.all(
    added.map((evidence) =>
      member.call(contract.getAttachment, { params: { id: params.id, evidence } }),
    ),
  );
  expect(Object.fromEntries(given.map(({ name, content }) => [name, content]))).toEqual(files);
});

it('of another project is neither listed nor given, whatever its id', async () => {
  const [mine, other] = [await preparePair(), await preparePair()];
  const { id: file } = (await other.attach('secret.txt')).body as contract.Evidence;
  const rows = await other.addRows(1);
  const { id } = mine.params;
  const answers = [
    await member.send(contract.getAttachment, { params: { id, evidence: file } }),
    await member.send(contract.listDifferences, { params: { id, evidence: rows } }),
    await member.send(contract.listEvidence, { params: { id, pair: other.params.pair } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

it('of a pair is listed newest first, at most 200', async () => {
  const { addRows, list } = await preparePair();
  const ids: number[] = [];
  for (let count = 0; count < 201; count += 1) ids.push(await addRows(0, 'identical'));
  const listed = (await list()).map(({ id }) => id);
  expect(listed).toEqual(ids.toReversed().slice(0, 200));
});

it('of rows keeps the first 1,200, in order, by kind and in parts; columns that were masked later are hidden', async () => {
  const { params, addRows } = await preparePair();
  const evidence = await addRows(1_201);
  const read = async (query?: Record<string, string>) => {
    const { body, headers } = await member.send(contract.listDifferences, {
      params: { id: params.id, evidence },
      ...(query && { query }),
    });
    const rows = body as contract.EvidenceDifference[];
    return { total: headers['x-total-count'], rows, keys: rows.map(({ key }) => key?.[0]) };
  };
  const all = await read();
  expect([all.total, all.keys]).toEqual([
    '1200',
    Array.from({ length: 1_200 }, (_, i) => `${i + 1}`),
  ]);
  expect(await read({ limit: '2', offset: '3' })).toMatchObject({
    total: '1200',
    keys: ['4', '5'],
  });
  const missing = await read({ 'filter[kind]': 'missing', limit: '2' });
  expect(missing).toMatchObject({ total: '600', keys: ['2', '4'] });

  await app.admin.call(setProofSettings, {
    params: { id: params.id },
    body: { ...DEFAULT_PROOF_SETTINGS, mask: ['card'] },
  });
  const [row] = (await read({ limit: '1' })).rows;
  expect(row!.columns).toEqual([{ name: 'card', source: '••••', target: '••••' }]);
});

it('of rows without a key says only that', async () => {
  const { params, addRows } = await preparePair();
  const evidence = await addRows(1, 'different', null);
  const rows = await member.call(contract.listDifferences, {
    params: { id: params.id, evidence },
  });
  expect(rows).toMatchObject([{ kind: 'changed', key: null }]);
});

it('of a call has no rows of its own: what differed stands in its answers', async () => {
  const { params } = await preparePair();
  const evidence = await addCallEvidence(app.store, params);
  const rows = await member.call(contract.listDifferences, {
    params: { id: params.id, evidence },
  });
  expect(rows).toEqual([]);
});
