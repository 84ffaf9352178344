import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDossier, writeDossier } from '../../../contract/dossier.ts';
import { createProject } from '../../../tests/support/fixtures.ts';
import {
  type Signer,
  type StampAuthority,
  makeStampAuthority,
  startStampServer,
} from '../../../tests/support/stamp-authority.ts';
import { type TestApp, pathOf, startTestApp } from '../../../tests/support/test-app.ts';
import { verifyDossierFile } from '../../app/cli/dossier.ts';
import { readSealKey } from '../../app/store-keys.ts';
import { createLog } from '../../platform/log.ts';
import { createVault, readMasterKey } from '../../platform/vault.ts';
import { pack, unpack, verifyBytes } from './dossier-fixture.ts';
import { FORMAT, VERSION, sign } from './manifest.ts';
import { askForStamp, readAuthorities } from './stamp-server.ts';
import { stamp } from './stamp.ts';
import { writeContainer } from './write-container.ts';

const TOKEN = 'seal/stamp.tst';
const REPLY = { 'content-type': 'application/timestamp-reply' };

let authority: StampAuthority;
let server: Awaited<ReturnType<typeof startStampServer>>;
let app: TestApp;
let id: number;
const asked: { body: Buffer; headers: Record<string, unknown> }[] = [];

/** Answers a query with what it is turned into. */
const answering =
  (work: (query: Buffer, response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    const body: Buffer[] = [];
    request.on('data', (block: Buffer) => body.push(block));
    request.on('end', () => {
      const query = Buffer.concat(body);
      asked.push({ body: query, headers: request.headers });
      work(query, response);
    });
  };
const stampsAs = (signer: Signer): RequestListener =>
  answering((query, response) =>
    response.writeHead(200, REPLY).end(authority.reply(query, signer)),
  );

beforeAll(async () => {
  authority = makeStampAuthority();
  server = await startStampServer(stampsAs('rsa'));
  app = await startTestApp({
    env: {
      TIMESTAMP_URL: server.url.replace('//', '//anna:hush%20hush@'),
      TIMESTAMP_CA: authority.root,
    },
  });
  id = (await createProject(app.admin)).Project_Id;
});
afterAll(async () => {
  await app.close();
  await server.close();
  authority.remove();
});
beforeEach(() => {
  server.answers(stampsAs('rsa'));
  asked.length = 0;
});

async function take(): Promise<Buffer> {
  const { rawPayload, statusCode } = await app.app.inject({
    method: 'GET',
    url: pathOf(writeDossier, { id }),
    headers: { cookie: app.admin.cookie() },
  });
  expect(statusCode).toBe(200);
  return rawPayload;
}
/** What the command line says of it. */
async function verifyAloud(bytes: Uint8Array, ca: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'dbmu-stamp-'));
  const file = join(folder, 'shop.zip');
  writeFileSync(file, bytes);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await verifyDossierFile({ file, key: null, ca, json: false, print });
  rmSync(folder, { recursive: true });
  return [code, lines.join('\n')] as const;
}
const root = () => readAuthorities(authority.pem(authority.root));
const verify = (bytes: Uint8Array) => verifyBytes(bytes, null, root());

describe('a dossier with a time stamp', () => {
  it.each(['rsa', 'ec'] as const)(
    'holds, without the server, and openssl says so, too: %s',
    async (signer) => {
      server.answers(stampsAs(signer));
      const bytes = await take();
      const { faults, stamp } = await verify(bytes);
      expect(faults).toEqual([]);
      expect(stamp).toMatchObject({
        token: { authority: `Test ${signer}, Test house`, at: expect.stringMatching(/^20\d\d-/) },
        trusted: true,
      });
      expect((await verifyBytes(bytes)).stamp).toMatchObject({ trusted: null });

      const files = await unpack(bytes);
      const page = files.get('seal/stamp.html')!.toString();
      expect(page).toContain(`Test ${signer}, Test house`);
      expect(page).toContain(stamp!.token!.at);
      expect(files.get('index.html')!.toString()).toContain('href="seal/stamp.html"');
      const sealed = ['manifest.json', 'seal/key.pem', 'seal/manifest.sig'].map((path) =>
        files.get(path)!,
      );
      expect(authority.verify(files.get(TOKEN)!, Buffer.concat(sealed))).toContain(
        'Verification: OK',
      );
    },
  );

  it('is reported on the command line', async () => {
    const bytes = await take();
    const signed = String.raw`Time stamp: 20\d\d-\S+Z, signed by Test rsa, Test house`;
    expect(await verifyAloud(bytes, authority.root)).toEqual([
      0,
      expect.stringMatching(`${signed}; its certificate leads to an authority given by --ca\\.`),
    ]);
    expect((await verifyAloud(bytes, null))[1]).not.toContain('not to be trusted');
    expect(await verifyAloud(bytes, null)).toEqual([
      0,
      expect.stringMatching(
        `${signed}; not checked against a trusted authority, because none was given`,
      ),
    ]);
    expect(await verifyAloud(bytes, authority.other)).toEqual([
      1,
      expect.stringContaining(`${TOKEN}: does not hold: The certificate of Test rsa`),
    ]);
  });

  it('shows where it was dated back', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const key = { privateKey, publicKey: pem };
    const reach = { resolve: async (host: string) => host };
    const asks = { url: new URL(server.url), trusted: null, reach };
    const chunks: Uint8Array[] = [];
    const parts = async function* () {};
    const said = '2026-01-01T00:00:00.000Z';
    const about = { format: FORMAT, version: VERSION, project: { id: 1, name: 'Shop' } } as const;
    for await (const chunk of writeContainer(
      { ...about, written_by: 'anna', began_at: said },
      parts(),
      key,
      {
        end: async () => ({ ended_at: said, changed_meanwhile: false }),
        stamp: (seal) => stamp(seal, key, asks, 'Shop', createLog('silent')),
      },
    ))
      chunks.push(chunk);
    const [code, lines] = await verifyAloud(Buffer.concat(chunks), authority.root);
    expect(code).toBe(0);
    const [, minutes] =
      /stamped (\d+) minutes after the time at which it claims to have been written/.exec(lines)!;
    expect(Math.abs(Number(minutes) - (Date.now() - Date.parse(said)) / 60_000)).toBeLessThan(5);
  });

  it('is announced with the server that will be asked, without its account', async () => {
    const shown = await app.admin.call(getDossier, { params: { id } });
    expect(shown.time_stamp_server).toBe(server.host);
  });

  it('sends the server only a hash, with the configured account', async () => {
    const bytes = await take();
    expect(asked).toHaveLength(1);
    expect(asked[0]!.body.byteLength).toBeLessThan(100);
    expect(asked[0]!.headers).toMatchObject({
      'content-type': 'application/timestamp-query',
      authorization: `Basic ${Buffer.from('anna:hush hush').toString('base64')}`,
    });
    for (const [, content] of await unpack(bytes)) expect(content.includes('hush')).toBe(false);
  });

  it('shows each byte of the token that is another one, and where it is', async () => {
    const bytes = await take();
    const files = await unpack(bytes);
    const start = bytes.indexOf(files.get(TOKEN)!);
    const size = files.get(TOKEN)!.byteLength;
    for (let place = 0; place < size; place += Math.ceil(size / 150)) {
      const changed = Buffer.from(bytes);
      changed[start + place]! ^= 1 << (place % 8);
      const { faults } = await verify(changed);
      expect([place, faults[0]?.entry]).toEqual([place, TOKEN]);
    }
  });

  it('does not hold with the token of another one, however it was signed', async () => {
    const [files, other] = [await unpack(await take()), await unpack(await take())];
    const swapped = new Map(files).set(TOKEN, other.get(TOKEN)!);
    expect((await verify(pack(swapped))).faults).toMatchObject([
      { entry: TOKEN, what: 'is not the token that was signed' },
      { entry: TOKEN, what: 'does not hold: The time stamp token is of other bytes than these.' },
    ]);
    // Whoever has the key of the installation may sign anything, but not the time.
    const { dataDir, store } = app;
    const key = await readSealKey(store, createVault(readMasterKey(join(dataDir, 'secret.key'))));
    const told = JSON.parse(files.get('seal/stamp.json')!.toString());
    const forge = (change: object) => {
      const record = Buffer.from(JSON.stringify({ ...told, ...change }));
      return new Map(swapped)
        .set('seal/stamp.json', record)
        .set('seal/stamp.sig', sign(record, key));
    };
    const { token } = JSON.parse(other.get('seal/stamp.json')!.toString());
    expect((await verify(pack(forge({ token })))).faults).toMatchObject([
      { entry: TOKEN, what: 'does not hold: The time stamp token is of other bytes than these.' },
    ]);
    const earlier = forge({ token: { ...told.token, at: '2020-01-01T00:00:00.000Z' } }).set(
      TOKEN,
      files.get(TOKEN)!,
    );
    expect((await verify(pack(earlier))).faults).toMatchObject([
      { entry: TOKEN, what: expect.stringContaining('and seal/stamp.json something else') },
    ]);
  });

  it('does not hold where the token was taken out, or one was put in', async () => {
    const files = await unpack(await take());
    const token = files.get(TOKEN)!;
    const without = new Map(files);
    without.delete(TOKEN);
    const { faults } = await verify(pack(without));
    expect(faults[0]?.what).toContain(`${TOKEN} is missing`);
    expect(faults[1]?.what).toBe('has no time stamp, but one was expected: its token was removed.');
    server.answers((_, response) => response.writeHead(500).end());
    const put = new Map(await unpack(await take())).set(TOKEN, token);
    expect((await verifyBytes(pack(put))).faults).toMatchObject([
      { entry: TOKEN, what: 'was added' },
    ]);
  });

  it('is not taken for one of another authority', async () => {
    const other = readAuthorities(authority.pem(authority.other));
    expect((await verifyBytes(await take(), null, other)).faults).toMatchObject([
      { entry: TOKEN, what: expect.stringContaining('leads to none of the trusted authorities') },
    ]);
  });
});

describe('without a usable answer, the dossier is written and says why it has no stamp', () => {
  const cases: [string, RequestListener, string][] = [
    [
      'the server fails',
      answering((_, response) => response.writeHead(500).end('at secret.ts:1')),
      'answered with status 500.',
    ],
    [
      'it sends elsewhere',
      answering((_, response) => response.writeHead(307, { location: '/other' }).end()),
      'sends to another address, which is not followed.',
    ],
    [
      'it answers something else',
      answering((query, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(authority.reply(query)),
      ),
      'is no reply to a request for a time stamp.',
    ],
    [
      'it answers nonsense',
      answering((_, response) => response.writeHead(200, REPLY).end('nonsense')),
      'is no reply to a request for a time stamp.',
    ],
    [
      'its answer is huge',
      answering((_, response) => response.writeHead(200, REPLY).end(Buffer.alloc(5_000_000, 0x30))),
      'is too long, or broke off.',
    ],
    [
      'it breaks off',
      answering((_, response) => {
        response.writeHead(200, { ...REPLY, 'content-length': 5_000 }).write('x');
        setTimeout(() => response.destroy(), 20);
      }),
      'could not be reached (ECONNRESET).',
    ],
    [
      'it refuses',
      answering((_, response) =>
        // A rejection for a bad algorithm, as RFC 3161 spells it.
        response.writeHead(200, REPLY).end(Buffer.from('3009300702010203020780', 'hex')),
      ),
      'refused to stamp (badAlg).',
    ],
    [
      'it stamps the hash of somebody else',
      answering((query, response) => {
        const other = Buffer.from(query);
        other[30]! ^= 1;
        response.writeHead(200, REPLY).end(authority.reply(other));
      }),
      'is of other bytes than these.',
    ],
    [
      'it answers another request',
      answering((query, response) => {
        const other = Buffer.from(query);
        // The last byte of the nonce, before the wish for certificates.
        other[other.byteLength - 4]! ^= 1;
        response.writeHead(200, REPLY).end(authority.reply(other));
      }),
      'answered another request than the one that was sent.',
    ],
  ];
  it.each(cases)('%s', async (_, answer, why) => {
    server.answers(answer);
    const bytes = await take();
    const { faults, stamp } = await verifyBytes(bytes);
    expect(faults).toEqual([]);
    expect(stamp).toMatchObject({ token: null, why: expect.stringContaining(why), trusted: null });
    const page = (await unpack(bytes)).get('seal/stamp.html')!.toString();
    expect(page).toContain('No time stamp');
    expect(page).not.toContain('secret.ts');
    expect((await verify(bytes)).faults[0]?.what).toContain(
      'has no time stamp, but one was expected',
    );
  });

  it('the server is slow', async () => {
    server.answers(() => {});
    const reach = { resolve: async (host: string) => host };
    const slow = { url: new URL(server.url), trusted: null, reach };
    expect(await askForStamp(slow, Buffer.from('x'), 0.2)).toEqual({
      code: 'stamp.tooSlow',
      params: { host: server.host, seconds: 0.2 },
    });
  });
});

describe('the server that is asked', () => {
  const askWith = async (env: Record<string, string>) => {
    const other = await startTestApp({ env });
    try {
      const { Project_Id } = await createProject(other.admin);
      const { rawPayload } = await other.app.inject({
        method: 'GET',
        url: pathOf(writeDossier, { id: Project_Id }),
        headers: { cookie: other.admin.cookie() },
      });
      return (await verifyBytes(rawPayload)).stamp;
    } finally {
      await other.close();
    }
  };

  it('must be one that may be reached', async () => {
    for (const env of [{ CONNECT_DENY: '127.0.0.0/8' }, { CONNECT_ALLOW: '10.0.0.0/8' }])
      expect((await askWith({ TIMESTAMP_URL: server.url, ...env }))?.why).toContain(
        'CONNECT_ALLOW',
      );
    expect(asked).toEqual([]);
  });

  it('must lead to the authorities that are set', async () => {
    const env = { TIMESTAMP_URL: server.url, TIMESTAMP_CA: authority.other };
    expect((await askWith(env))?.why).toContain('leads to none of the trusted authorities');
    await expect(startTestApp({ env: { ...env, TIMESTAMP_CA: '/nowhere.pem' } })).rejects.toThrow(
      'TIMESTAMP_CA: /nowhere.pem cannot be read',
    );
  });
});
