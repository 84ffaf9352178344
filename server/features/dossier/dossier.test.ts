import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addComment } from '../../../contract/comments.ts';
import { getDossier, getSealKey, writeDossier } from '../../../contract/dossier.ts';
import {
  MAX_RUNS,
  abortCutover,
  changeCutoverStep,
  listCutovers,
  recordWayBack,
  startCutover,
} from '../../../contract/cutover-runs.ts';
import { saveRunbook } from '../../../contract/cutover.ts';
import { decideGate, getGate, setGate } from '../../../contract/gate.ts';
import {
  acceptFinding,
  listAcceptances,
  withdrawAcceptance,
} from '../../../contract/proof/definitions.ts';
import { addAttachment } from '../../../contract/proof/evidence.ts';
import { DEFAULT_MATCHING_RULES, setMatchingRules } from '../../../contract/proof/matching.ts';
import type { PairRow } from '../../../contract/proof/pairs.ts';
import { addTolerance } from '../../../contract/proof/tolerances.ts';
import { updateProject } from '../../../contract/projects.ts';
import { getSignoffs, sign, withdrawSignoff } from '../../../contract/signoff.ts';
import { addWave, moveToWave } from '../../../contract/waves.ts';
import { joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, PASSWORD, pathOf } from '../../../tests/support/test-app.ts';
import { readSealKey } from '../../app/store-keys.ts';
import { timestampNow } from '../../platform/clock.ts';
import { createVault, readMasterKey } from '../../platform/vault.ts';
import { addCallEvidence } from '../proof/evidence/evidence-fixture.ts';
import { openRuns, both } from '../proof/runs/run-fixture.ts';
import { unpack, verifyBytes } from './dossier-fixture.ts';
import { time } from './html.ts';
import type { Manifest } from './manifest.ts';
import { type Chunks, countRecords, readComments, readHistory } from './records.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let id: number;
let member: Client;
let stranger: Client;
let bytes: Buffer;
let files: Map<string, Buffer>;

const take = async (client: Client): Promise<Buffer> => {
  const { rawPayload, statusCode } = await runs.app.app.inject({
    method: 'GET',
    url: pathOf(writeDossier, { id }),
    headers: { cookie: client.cookie() },
  });
  expect(statusCode).toBe(200);
  return rawPayload;
};
const rowsOf = (name: string): any[] =>
  files
    .get(`data/${name}.jsonl`)!
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

/** The tables of a page by title, each row by the headings of its columns. */
const tablesOf = (page: string): Record<string, Record<string, string>[]> =>
  Object.fromEntries(
    [
      ...files
        .get(page)!
        .toString()
        .matchAll(/<h2>(.*?)<\/h2>\n<table>(.*?)<\/table>/gs),
    ].map(([, title, table]) => {
      const names = [...table!.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, name]) => name!);
      const lines = [...table!.matchAll(/^<tr>(.*)<\/tr>$/gm)];
      return [
        title!,
        lines.map(([, line]) =>
          Object.fromEntries(
            [...line!.matchAll(/<td><bdi>(.*?)<\/bdi><\/td>/g)].map(([, cell], at) => [
              names[at]!,
              cell!,
            ]),
          ),
        ),
      ];
    }),
  );

const HOST_ACCOUNT = 'account_of_the_host';
const SECRET = 'a password of a database';

beforeAll(async () => {
  runs = await openRuns();
  const { admin, app } = runs;
  id = await runs.prepare(both(['orders', 'branches']), { Project_Name: 'Shop <b>&</b> "more"' });
  member = await app.createUser('mia');
  stranger = await app.createUser('sam');
  await joinProject(admin, id, member.userId, 'tester');
  await runs.waitForState(await runs.start(id), 'finished');
  // Masked when it is kept already: it has to be hidden as it is read.
  await runs.set(id, { mask: ['note'] });
  const params = { id, pair: (await runs.pairOf(id, 'orders')).id };
  const file = { name: '../../minutes.PDF', type: 'text/plain', content: 'aGVsbG8=' };
  await member.call(addAttachment, { params, body: file });
  await addCallEvidence(app.store, params);
  const [object] = (await runs.pairOf(id, 'orders')).source;
  await member.call(addComment, {
    params: { id: object!.id },
    body: { text: '<script>alert(1)</script>' },
  });
  await admin.call(acceptFinding, {
    params: { id },
    body: {
      pair_id: null,
      code: 'comment',
      name: 'note',
      source: null,
      target: null,
      reason: 'agreed with the client',
      until: null,
    },
  });
  await admin.call(decideGate, {
    params: { id },
    body: { decision: 'no_go', seen: 'no_go', reason: 'not tonight' },
  });
  const step = {
    id: null,
    owner_id: null,
    minutes: 5,
    after: null,
    commands: '',
    way_back: 'Thaw',
  };
  const { version } = await admin.call(saveRunbook, {
    params: { id },
    body: {
      starts_at: null,
      steps: [{ ...step, title: 'Freeze <all>', needs_confirmation: 0, no_return: 0 }],
    },
  });
  await runs.app.store.db
    .insertInto('cutover_run')
    .values(
      Array.from({ length: MAX_RUNS }, () => ({
        project_id: id,
        kind: 'rehearsal' as const,
        state: 'aborted' as const,
        started_at: timestampNow(),
        started_by: 'admin',
        ended_at: timestampNow(),
        ended_by: 'admin',
      })),
    )
    .execute();
  const run = await admin.call(startCutover, {
    params: { id },
    body: { kind: 'rehearsal', seen: version },
  });
  await member.call(changeCutoverStep, {
    params: { id, run: run.id, step: run.steps[0]!.id },
    body: { action: 'start' },
  });
  await member.call(recordWayBack, {
    params: { id, run: run.id, step: run.steps[0]!.id },
    body: { worked: 0, note: 'no <key>' },
  });
  const { hash: seen } = await member.call(getSignoffs, { params: { id }, query: {} });
  await member.call(sign, {
    params: { id },
    body: { role: 'tester', seen, remark: '<i>seen</i>' },
  });
  const { waves } = await admin.call(addWave, { params: { id } });
  const wave = waves[0]!.id;
  await admin.call(moveToWave, { params: { id }, body: { objects: [object!.id], wave } });
  for (const query of [{ wave }, { pair: params.pair }]) {
    const { hash } = await member.call(getSignoffs, { params: { id }, query });
    const body = { ...query, role: 'tester' as const, seen: hash, remark: 'open' };
    await member.call(sign, { params: { id }, body });
  }
  const [assigned] = (await runs.pairOf(id, 'branches')).source;
  await app.store.db
    .updateTable('object')
    .set({ developer_id: member.userId, tester_id: member.userId })
    .where('id', '=', assigned!.id)
    .execute();
  // In the history of the project, and none of a dossier's business.
  const saved = await admin.call(updateProject, {
    params: { id },
    body: { target_username: HOST_ACCOUNT, target_db_password: SECRET },
  });
  if (saved.target_username !== HOST_ACCOUNT) throw new Error('The account was not saved.');
  bytes = await take(member);
  files = await unpack(bytes);
}, 120_000);
afterAll(async () => {
  await runs.app.close();
  await runs.world.remove();
});

describe('a dossier', () => {
  it('is sealed with the key that the installation shows, to members and to anybody', async () => {
    const { fingerprint } = await runs.app.anonymous().call(getSealKey);
    const found = await verifyBytes(bytes, fingerprint);
    expect(found.faults).toEqual([]);
    expect(found.manifest).toMatchObject({
      project: { id, name: 'Shop <b>&</b> "more"' },
      written_by: 'mia',
      changed_meanwhile: false,
    });
    const shown = await member.call(getDossier, { params: { id } });
    expect(shown.key.fingerprint).toBe(fingerprint);
    expect(shown).toMatchObject({
      pairs: rowsOf('pairs').length,
      evidence: rowsOf('evidence').length,
      attachments: 1,
      comments: 1,
      history: rowsOf('history').length,
    });
  });

  it('contains pairs, evidence, differences, acceptances, decisions, comments and files', () => {
    expect(rowsOf('project')).toMatchObject([
      { Project_Id: id, Project_Name: 'Shop <b>&</b> "more"', tester_names: ['mia'] },
    ]);
    expect(rowsOf('pairs').map(({ name, verdict }) => [name, verdict])).toEqual([
      ['main.orders', 'different'],
      ['main.branches', 'unconfirmed'],
    ]);
    expect(rowsOf('objects-source')).toHaveLength(2);
    const data = rowsOf('evidence').find(
      ({ result, kind }) => kind === 'data' && result === 'different',
    );
    expect(data).toMatchObject({
      username: 'admin',
      differences: 3,
      servers: { target: expect.stringContaining('PostgreSQL') },
      hashes: { source: [expect.any(String)] },
    });
    expect(rowsOf('evidence')).toContainEqual(
      expect.objectContaining({ kind: 'call', result: 'different', differences: 1 }),
    );
    expect(rowsOf('differences').map(({ evidence_id, kind }) => [evidence_id, kind])).toEqual([
      [data.id, 'missing'],
      [data.id, 'changed'],
      [data.id, 'extra'],
    ]);
    expect(rowsOf('acceptances')).toMatchObject([
      { reason: 'agreed with the client', created_by: 'admin' },
    ]);
    expect(rowsOf('gate')).toMatchObject([{ verdict: 'no_go' }]);
    expect(rowsOf('decisions')).toMatchObject([{ decision: 'no_go', reason: 'not tonight' }]);
    expect(rowsOf('runbook')).toMatchObject([{ steps: [{ title: 'Freeze <all>' }] }]);
    const [newest, ...before] = rowsOf('cutovers');
    expect(newest).toMatchObject({
      kind: 'rehearsal',
      steps: [
        { state: 'running', started_by: 'mia', way_back_worked: 0, way_back_note: 'no <key>' },
      ],
    });
    // All of them, not only those that a screen lists.
    expect(before).toHaveLength(MAX_RUNS);
    const page = files.get('index.html')!.toString();
    expect(page).toContain('Freeze &lt;all&gt;');
    expect(page).toContain(', mia: no &lt;key&gt;');
    const met = new Set(page.match(/(?<=<td><bdi>)(?:yes|no|not required)(?=<\/bdi>)/g));
    expect([...met].toSorted()).toEqual(['no', 'not required', 'yes']);
    const signed = rowsOf('signoffs').find((one) => !one.wave_id && !one.pair_id);
    expect(signed).toMatchObject({ role: 'tester', signed_by: 'mia', state: 'standing', pairs: 2 });
    const lines = rowsOf('signed-pairs')
      .filter(({ signoff_id }) => signoff_id === signed.id)
      .map(({ pair_id, verdict, hash }) => `${pair_id} ${verdict} ${hash}\n`);
    expect(createHash('sha256').update(lines.join('')).digest('hex')).toBe(signed.hash);
    expect(rowsOf('comments')).toMatchObject([{ username: 'mia' }]);
    expect(rowsOf('history').map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'imported',
        'commented',
        'attached',
        'runbook-changed',
        'cutover-started',
        'cutover-step',
        'cutover-way-back',
        'accepted',
        'gate-decided',
        'signed',
      ]),
    );
    const [path] = [...files.keys()].filter((name) => name.startsWith('attachments/'));
    expect(path).toMatch(/^attachments\/\d+\.pdf$/);
    expect(files.get(path!)!.toString()).toBe('hello');
  });

  it('contains everything of its project, however much, and nothing of others', async () => {
    const { db } = runs.app.store;
    const other = await runs.prepare(both(['branches']), { Project_Name: 'Other' });
    const idsOf = async (rows: Chunks) => {
      const ids: unknown[] = [];
      for await (const chunk of rows) ids.push(...chunk.map((row) => 'id' in row && row.id));
      return ids;
    };
    const [object] = (await runs.pairOf(other, 'branches')).source;
    const comment = { params: { id: object!.id }, body: { text: 'of the other one' } };
    await runs.admin.call(addComment, comment);
    const [own] = (await runs.pairOf(id, 'branches')).source;
    const times = Array.from({ length: 1_001 }, (_, index) => index);
    await db
      .insertInto('comment')
      .values(
        times.map((time) => ({
          project_id: id,
          object_id: own!.id,
          user_id: member.userId,
          text: String(time),
          at: timestampNow(),
        })),
      )
      .execute();
    const comments = await idsOf(readComments(db, id));
    expect(comments).toHaveLength(1_002);
    expect(new Set(comments).size).toBe(1_002);
    expect(await idsOf(readComments(db, other))).toHaveLength(1);
    await db
      .insertInto('history')
      .values(
        times.map(() => ({
          project_id: id,
          user_id: member.userId,
          entity: 'object' as const,
          entity_id: own!.id,
          action: 'edited' as const,
          changes: '{}',
          at: timestampNow(),
        })),
      )
      .execute();
    const history = await idsOf(readHistory(db, id));
    expect(new Set(history).size).toBe(history.length);
    expect((await countRecords(db, id)).history).toBe(history.length);
    expect(history.length).toBeGreaterThan(1_001);
  });

  it('is read by people without anything that runs or is loaded', () => {
    for (const name of ['index.html', 'evidence.html', 'history.html']) {
      const page = files.get(name)!.toString();
      expect(page).toContain('Shop &lt;b&gt;&amp;&lt;/b&gt; &quot;more&quot;');
      expect(page).toContain("default-src 'none'");
      expect(page).not.toMatch(/<script|<b>|src=|https?:/);
    }
    expect(files.get('index.html')!.toString()).toContain('agreed with the client');
    expect(files.get('index.html')!.toString()).toContain('&lt;i&gt;seen&lt;/i&gt;');
  });

  it('shows people the same as programs', () => {
    const report = tablesOf('index.html');
    expect(report['Verdicts']).toEqual([
      { Verdict: 'different', Pairs: '1' },
      { Verdict: 'equal but unconfirmed', Pairs: '1' },
    ]);
    expect(report['Pairs']).toMatchObject([
      { Number: '1', Source: 'main.orders', Target: 'public.orders', Verdict: 'different' },
      { Number: '2', Source: 'main.branches', Developer: 'mia', Tester: 'mia' },
    ]);
    const signature = { Role: 'Tester', Who: 'mia', State: 'Valid', 'Unpaired objects': '0' };
    expect(report['Sign-offs']).toMatchObject([
      { ...signature, Scope: 'Pair 1', Pairs: '1', Open: '1', Remark: 'open' },
      { ...signature, Scope: 'Wave 1', Pairs: '1', Open: '1', Remark: 'open' },
      { ...signature, Scope: 'The project', Pairs: '2', Open: '2' },
    ]);
    expect(report['Sign-offs']!.map((row) => row['Hash'])).toEqual(
      rowsOf('signoffs').map(({ hash }) => hash as string),
    );
    expect(report['Acceptances']).toMatchObject([
      { Pair: 'all', What: 'comment · note', Reason: 'agreed with the client', Who: 'admin' },
    ]);
    expect(report['Decisions at the gate']).toMatchObject([
      { Who: 'admin', Decision: 'NO-GO', 'The gate said': 'NO-GO', Reason: 'not tonight' },
    ]);
    const { started_at: started } = rowsOf('cutovers')[0].steps[0];
    expect(report['Rehearsals and cutovers, step by step']![0]).toMatchObject({
      Step: 'Freeze &lt;all&gt;',
      State: 'running',
      Started: time(started as string),
      By: 'mia',
      Ended: '',
      'By whom': '',
    });
    expect(Object.values(tablesOf('evidence.html'))[0]).toEqual(
      rowsOf('evidence').map((one) =>
        expect.objectContaining({
          Number: String(one.id),
          Pair: String(one.pair_id),
          Kind: one.kind,
          Who: one.username ?? '',
          Result: one.attachment?.name ?? one.result,
          Rows: one.rows_source === null ? '' : `${one.rows_source} → ${one.rows_target}`,
        }),
      ),
    );
    expect(Object.values(tablesOf('history.html'))[0]).toEqual(
      rowsOf('history').map((one) =>
        expect.objectContaining({
          Who: one.username,
          What: one.entity,
          Number: String(one.entity_id),
          Action: one.action,
        }),
      ),
    );
  });

  it('contains no secrets and no masked values', async () => {
    const { dataDir, store } = runs.app;
    const users = await store.db.selectFrom('app_user').select('password_hash').execute();
    const sessions = await store.db.selectFrom('session').select('token_hash').execute();
    const settings = await store.db.selectFrom('setting').select('value').execute();
    const sealed = await store.db
      .selectFrom('project_connection')
      .select('password_sealed')
      .execute();
    const master = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();
    const { privateKey } = await readSealKey(store, createVault(Buffer.from(master, 'base64')));
    const { username, password } = new URL(process.env['TEST_POSTGRES_URL'] ?? 'postgres://x:y@z');
    const secrets = [
      HOST_ACCOUNT,
      SECRET,
      PASSWORD,
      'correct horse battery',
      master,
      String(privateKey.export({ type: 'pkcs8', format: 'pem' })).split('\n')[1]!,
      'postgres://',
      ...(password.length > 3 ? [password, username] : []),
      ...users.map((user) => user.password_hash),
      ...sessions.map((session) => session.token_hash),
      ...settings.map((setting) => setting.value),
      ...sealed.flatMap((one) => one.password_sealed ?? []),
      member.cookie(),
      // What the masked column holds on both sides.
      'note 9',
      'another',
    ];
    for (const [path, content] of files)
      for (const secret of secrets)
        expect([path, content.includes(secret) && secret]).toEqual([path, false]);
  });

  it('shows each of 300 bytes that are other ones', async () => {
    let random = 20_260_101;
    const next = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((random / 2_147_483_648) * below);
    };
    const missed: number[] = [];
    for (let time = 0; time < 300; time += 1) {
      const at = next(bytes.byteLength);
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1 << next(8);
      if ((await verifyBytes(changed)).faults.length === 0) missed.push(at);
    }
    expect(missed).toEqual([]);
  });

  it.each([
    [
      'somebody did something',
      async (pair: PairRow) => {
        const params = { id: pair.source[0]!.id };
        await member.call(addComment, { params, body: { text: 'meanwhile' } });
      },
    ],
    [
      'a run found something',
      ({ id: pairId }: PairRow) =>
        runs.app.store.db
          .insertInto('evidence')
          .columns(['project_id', 'pair_id', 'kind', 'at', 'result', 'detail'])
          .expression((select) =>
            select
              .selectFrom('evidence')
              .select(['project_id', 'pair_id', 'kind', 'at', 'result', 'detail'])
              .where('pair_id', '=', pairId)
              .where('kind', '=', 'structure')
              .limit(1),
          )
          .execute(),
    ],
  ])('records that %s while it was written', async (_, change) => {
    const response = await runs.app.app.inject({
      method: 'GET',
      url: pathOf(writeDossier, { id }),
      headers: { cookie: member.cookie() },
      payloadAsStream: true,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response.stream() as AsyncIterable<Buffer>) {
      if (chunks.length === 0) await change(await runs.pairOf(id, 'orders'));
      chunks.push(chunk);
    }
    const manifest = (await unpack(Buffer.concat(chunks))).get('manifest.json')!;
    expect((JSON.parse(manifest.toString()) as Manifest).changed_meanwhile).toBe(true);
  });

  it('tells what was withdrawn, aborted and ruled otherwise, and nothing of connections and plans', async () => {
    const { admin, app } = runs;
    const params = { id };
    const [acceptance] = await admin.call(listAcceptances, { params });
    await admin.call(withdrawAcceptance, { params: { id, acceptance: acceptance!.id } });
    const { signoffs: signed } = await member.call(getSignoffs, { params, query: {} });
    await member.call(withdrawSignoff, { params: { id, signoff: signed[0]!.id } });
    const [newest] = await admin.call(listCutovers, { params });
    await admin.call(abortCutover, { params: { id, run: newest!.id } });
    const { settings } = await admin.call(getGate, { params });
    await admin.call(setGate, { params, body: { ...settings, max_age_hours: 7 } });
    await admin.call(setMatchingRules, {
      params,
      body: { ...DEFAULT_MATCHING_RULES, similarity: 90 },
    });
    await admin.call(addTolerance, {
      params,
      body: {
        cause: 'blanks:end',
        source_type: null,
        target_type: null,
        reason: 'padded',
        until: null,
      },
    });
    const told: unknown[] = [];
    for await (const chunk of readHistory(app.store.db, id))
      for (const row of chunk)
        if ('entity' in row && row.entity === 'project' && 'action' in row) told.push(row.action);
    expect(told).toEqual(
      expect.arrayContaining([
        'acceptance-withdrawn',
        'signoff-withdrawn',
        'cutover-ended',
        'gate-settings',
        'matching-rules',
        'matched',
        'comparison-rules',
        'proof-settings',
      ]),
    );
    const rows = app.store.db.selectFrom('history').select('action').where('project_id', '=', id);
    const all = (await rows.where('entity', '=', 'project').execute()).map(({ action }) => action);
    const others = new Set(all.filter((action) => !told.includes(action)));
    expect([...others].toSorted()).toEqual(['created', 'edited', 'wave-added', 'waves-moved']);
  });

  it('is refused to strangers', async () => {
    for (const endpoint of [getDossier, writeDossier]) {
      expect((await stranger.send(endpoint, { params: { id } })).status).toBe(403);
      expect((await runs.app.anonymous().send(endpoint, { params: { id } })).status).toBe(401);
    }
  });
});

describe('the key of an installation', () => {
  it('is made once for all servers on a store, and sealed by the secret key', async () => {
    const { store, dataDir } = runs.app;
    const vault = createVault(readMasterKey(join(dataDir, 'secret.key')));
    await store.db.deleteFrom('setting').where('key', '=', 'seal-key').execute();
    const made = await Promise.all([readSealKey(store, vault), readSealKey(store, vault)]);
    expect(made[0].publicKey).toBe(made[1].publicKey);
    const rows = await store.db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'seal-key')
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.value).not.toContain('PRIVATE');
    await expect(readSealKey(store, createVault(Buffer.alloc(32)))).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});
