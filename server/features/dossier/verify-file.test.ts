import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { centralHeader, endRecord } from './container.ts';
import { pack, unpack, verifyBytes } from './dossier-fixture.ts';
import {
  FORMAT,
  MANIFEST,
  type Manifest,
  type SealBytes,
  type SealKey,
  UNSTAMPED,
  VERSION,
  fingerprintOf,
  sign,
} from './manifest.ts';
import { stamp } from './stamp.ts';
import { createTree, entryLeaf } from './tree.ts';
import { type Part, writeContainer } from './write-container.ts';

function makeKey(): SealKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string };
}
const KEY = makeKey();
const AT = '2026-01-01T00:00:00.000Z';
const ABOUT = {
  format: FORMAT,
  version: VERSION,
  project: { id: 1, name: 'Shop' },
  written_by: 'anna',
  began_at: AT,
} as const;
const line = (number: number) => `${JSON.stringify({ number })}\n`;
const PARTS: Part[] = [
  { path: 'index.html', split: 'lines', content: ['<!doctype html>\n', '<p>all is well</p>\n'] },
  {
    path: 'data/pairs.jsonl',
    split: 'lines',
    content: Array.from({ length: 50 }, (_, index) => line(index + 1)),
  },
  { path: 'data/empty.jsonl', split: 'lines', content: [] },
  { path: 'attachments/7.bin', split: 'whole', content: [Buffer.from([1, 10, 2, 10, 3])] },
];

async function* inTurn<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}
async function write(parts: readonly Part[] = PARTS, key = KEY): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const ending = {
    end: async () => ({ ended_at: AT, changed_meanwhile: false }),
    stamp: (seal: SealBytes) => stamp(seal, key, null, 'Shop', createLog('silent')),
  };
  for await (const chunk of writeContainer(ABOUT, inTurn(parts), key, ending)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const faultsOf = async (bytes: Uint8Array, key: string | null = null) =>
  (await verifyBytes(bytes, key)).faults;

describe('a sealed file', () => {
  it('is unchanged, and sealed by the expected key', async () => {
    const found = await verifyBytes(await write(), fingerprintOf(KEY.publicKey));
    expect(found.faults).toEqual([]);
    expect(found.key).toBe(fingerprintOf(KEY.publicKey));
    expect(found.manifest?.entries.map(({ path, records }) => [path, records])).toEqual([
      ['index.html', 2],
      ['data/pairs.jsonl', 50],
      ['data/empty.jsonl', 0],
      ['attachments/7.bin', 1],
      ['hashes/records.txt', 53],
    ]);
  });

  it('has the tree that the documentation describes', async () => {
    const files = await unpack(await write());
    const hash = (...parts: (Buffer | string)[]) =>
      parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();
    const leaves = ['<!doctype html>\n', '<p>all is well</p>\n'].map((text) =>
      hash(Buffer.of(0), text),
    );
    const root = hash(Buffer.of(1), ...leaves);
    const manifest = JSON.parse(files.get(MANIFEST)!.toString());
    expect(manifest.entries[0].root).toBe(root.toString('hex'));
    const tops = manifest.entries.map((entry: { path: string; root: string }) =>
      hash(Buffer.of(2), entry.path, Buffer.of(0), Buffer.from(entry.root, 'hex')),
    );
    const node = (left: Buffer, right: Buffer) => hash(Buffer.of(1), left, right);
    const top = node(node(node(tops[0], tops[1]), node(tops[2], tops[3])), tops[4]);
    expect(manifest.root).toBe(top.toString('hex'));
    expect(files.get('hashes/records.txt')!.toString().split('\n').slice(0, 2)).toEqual(
      leaves.map((leaf) => leaf.toString('hex')),
    );
  });

  it('is framed as the documentation describes, so that other programs can open it', async () => {
    const bytes = await write();
    const { entries } = JSON.parse((await unpack(bytes)).get(MANIFEST)!.toString()) as Manifest;
    let at = 0;
    /** The next numbers of the file: `s` has two bytes, `l` four. */
    const next = (sizes: string): number[] =>
      Array.from(sizes).map((size) => {
        at += size === 's' ? 2 : 4;
        return size === 's' ? bytes.readUInt16LE(at - 2) : bytes.readUInt32LE(at - 4);
      });
    const nextText = (length: number) => {
      at += length;
      return bytes.toString('utf8', at - length, at);
    };
    const [version, time, date] = [20, 0, 0x21];
    const listed: unknown[] = [];
    for (const { path, crc32: sum, packed, bytes: size } of entries) {
      const place = at;
      const name = path.length;
      const kind = [version, 0x08_08, 8, time, date];
      expect(next('lsssssllls')).toEqual([0x04_03_4b_50, ...kind, 0, 0, 0, name]);
      expect([next('s'), nextText(name)]).toEqual([[0], path]);
      at += packed;
      expect(next('llll')).toEqual([0x08_07_4b_50, sum, packed, size]);
      listed.push([version, ...kind, sum, packed, size, name, place, path]);
    }
    while (bytes.readUInt32LE(at) === 0x04_03_4b_50) {
      const place = at;
      const [, ...fields] = next('lssssslllss');
      const [sum, size, , name] = fields.slice(5) as [number, number, number, number];
      const kind = [version, 0x08_00, 0, time, date];
      expect(fields).toEqual([...kind, sum, size, size, name, 0]);
      const path = nextText(name);
      expect(crc32(bytes.subarray(at, at + size))).toBe(sum);
      at += size;
      listed.push([version, ...kind, sum, size, size, name, place, path]);
    }
    const listAt = at;
    const list = listed.map(() => {
      const [signature, ...fields] = next('lsssssslllsssssll');
      expect(signature).toBe(0x02_01_4b_50);
      expect(fields.slice(10, 15)).toEqual([0, 0, 0, 0, 0]);
      const name = fields[9]!;
      return [...fields.slice(0, 10), fields[15], nextText(name)];
    });
    expect(list).toEqual(listed);
    const [count, size] = [listed.length, at - listAt];
    expect(next('lsssslls')).toEqual([0x06_05_4b_50, 0, 0, count, count, size, listAt, 0]);
    expect(at).toBe(bytes.byteLength);
  });

  it('shows bytes that are other ones, wherever they are', async () => {
    const bytes = await write();
    const missed: number[] = [];
    // Each that frames the contents, and every seventh of all.
    for (let at = 0; at < bytes.byteLength; at += at < 200 || at > bytes.byteLength - 400 ? 1 : 7) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1 << (at % 8);
      if ((await faultsOf(changed)).length === 0) missed.push(at);
    }
    expect(missed).toEqual([]);
  });

  it('names the entry and the record that is another one, was added, removed or moved', async () => {
    const files = await unpack(await write());
    const edit = (change: (lines: string[]) => string[]) =>
      pack(
        [...files].map(([path, content]) =>
          path === 'data/pairs.jsonl'
            ? [path, Buffer.from(change(content.toString().split(/(?<=\n)/)).join(''))]
            : [path, content],
        ),
      );
    const at = (record: number) => [expect.objectContaining({ entry: 'data/pairs.jsonl', record })];
    expect(await faultsOf(edit((lines) => lines.with(16, line(170))))).toEqual(at(17));
    expect(await faultsOf(edit((lines) => lines.toSpliced(9, 0, line(99))))).toEqual(at(10));
    expect(await faultsOf(edit((lines) => lines.toSpliced(20, 1)))).toEqual(at(21));
    expect(await faultsOf(edit((lines) => lines.slice(0, -1)))).toEqual(at(50));
    expect(await faultsOf(edit((lines) => lines.with(3, lines[4]!).with(4, lines[3]!)))).toEqual(
      at(4),
    );
  });

  it('reports entries that were added, removed, moved or repacked', async () => {
    const files = [...(await unpack(await write()))];
    const [first, second, ...rest] = files;
    const what = async (bytes: Buffer) =>
      (await faultsOf(bytes)).map(({ entry, what: said }) => [entry, said]);
    expect(await what(pack([...files, ['data/more.jsonl', Buffer.from('{}\n')]]))).toContainEqual([
      'data/more.jsonl',
      'was added',
    ]);
    expect(await what(pack([first!, ...rest]))).toContainEqual(['data/pairs.jsonl', 'was removed']);
    expect(await what(pack([second!, first!, ...rest]))).toContainEqual([
      'data/pairs.jsonl',
      'stands where index.html was',
    ]);
    expect(await what(pack(files))).toContainEqual([
      'index.html',
      'has the sealed contents, but the file was repacked from this entry on',
    ]);
  });

  it('is not taken for one of another key, and not made to fit by sealing it again', async () => {
    const expected = fingerprintOf(KEY.publicKey);
    const other = await write(PARTS, makeKey());
    expect(await faultsOf(other)).toEqual([]);
    expect((await faultsOf(other, expected)).map(({ entry }) => entry)).toEqual(['seal/key.pem']);
    // A key of another kind seals nothing, either.
    const files = await unpack(await write());
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    files.set('seal/key.pem', Buffer.from(rsa.publicKey.export({ type: 'spki', format: 'pem' })));
    files.set(
      'seal/manifest.sig',
      sign(files.get(MANIFEST)!, { ...KEY, privateKey: rsa.privateKey }),
    );
    expect((await faultsOf(pack(files)))[0]?.entry).toBe(MANIFEST);
    // The same key with a line more is another file.
    const longer = await unpack(await write());
    longer.set('seal/key.pem', Buffer.concat([longer.get('seal/key.pem')!, Buffer.from('\n')]));
    expect((await faultsOf(pack(longer))).map(({ entry, what }) => [entry, what])).toContainEqual([
      'seal/key.pem',
      'is not a public key of the kind that dossiers use',
    ]);
  });
});

describe('the word on a time stamp', () => {
  const WITHOUT = {
    token: null,
    why: 'No time stamp server is set (TIMESTAMP_URL).',
    trusted: null,
    minutes_apart: null,
  };

  it('explains to programs and people why there is none', async () => {
    const bytes = await write();
    expect((await verifyBytes(bytes)).stamp).toEqual(WITHOUT);
    const page = (await unpack(bytes)).get('seal/stamp.html')!.toString();
    expect(page).toContain(WITHOUT.why);
    expect(page).toContain("default-src 'none'");
  });

  it('is missed by whoever expects a stamp', async () => {
    const { faults } = await verifyBytes(await write(), null, []);
    expect(faults).toEqual([
      {
        entry: 'seal/stamp.json',
        record: null,
        what: `has no time stamp, but one was expected: ${WITHOUT.why}`,
      },
    ]);
  });

  it('is not there in dossiers of the first version, which are as they were sealed all the same', async () => {
    const chunks: Uint8Array[] = [];
    const end = async () => ({ ended_at: AT, changed_meanwhile: false });
    const about = { ...ABOUT, version: UNSTAMPED } as const;
    const ending = { end, stamp: async () => [] };
    for await (const chunk of writeContainer(about, inTurn(PARTS), KEY, ending)) chunks.push(chunk);
    const { faults, stamp: found } = await verifyBytes(Buffer.concat(chunks));
    expect(faults).toEqual([]);
    expect(found?.token).toBeNull();
  });

  it.each(['seal/stamp.json', 'seal/stamp.html', 'seal/stamp.sig'])(
    'is named where it was removed, changed, or taken from another dossier: %s',
    async (path) => {
      const files = await unpack(await write());
      const other = await unpack(await write(PARTS.slice(0, 2)));
      const faults = async (content: Buffer | null) => {
        const changed = new Map(files);
        if (content) changed.set(path, content);
        else changed.delete(path);
        return JSON.stringify(await faultsOf(pack(changed)));
      };
      expect(await faults(null)).toContain(`${path} is missing`);
      const broken = Buffer.from(files.get(path)!);
      broken[broken.byteLength >> 1]! ^= 1;
      expect(await faults(broken)).toContain('seal/stamp.');
      if (path !== 'seal/stamp.html')
        expect(await faults(other.get(path)!)).toContain('seal/stamp.');
    },
  );

  it('is not that of another dossier by the same key', async () => {
    const files = await unpack(await write());
    const other = await unpack(await write(PARTS.slice(0, 2)));
    for (const path of ['seal/stamp.json', 'seal/stamp.sig']) files.set(path, other.get(path)!);
    expect(await faultsOf(pack(files))).toContainEqual(
      expect.objectContaining({ entry: 'seal/stamp.json', what: 'belongs to another dossier' }),
    );
  });
});

describe('a file that attacks whoever opens it is refused', () => {
  const seal = (manifest: object, others: [string, Buffer][] = []): Buffer => {
    const bytes = Buffer.from(JSON.stringify({ ...manifest, version: UNSTAMPED }));
    return pack([
      ...others,
      [MANIFEST, bytes],
      ['seal/key.pem', Buffer.from(KEY.publicKey)],
      ['seal/manifest.sig', sign(bytes, KEY)],
    ]);
  };
  const said = async (bytes: Uint8Array) =>
    (await faultsOf(bytes)).map(({ what }) => what).join(' ');

  it.each([
    '../up.txt',
    '/etc/passwd',
    'a\\b',
    'C:x',
    'data/../../x',
    'data//x',
    '.',
    'A',
    'ä',
    'a'.repeat(201),
    '\uFEFFa',
    'x\0y',
    '',
  ])('with an entry called %j', async (path) => {
    expect(await said(pack([[path, Buffer.from('x')]]))).toContain(
      'a name that dossiers do not use',
    );
  });

  it('with names that stand there twice, in the list or in the manifest', async () => {
    const twice = [
      ['data/pairs.jsonl', Buffer.from('1')],
      ['data/pairs.jsonl', Buffer.from('2')],
    ] as const;
    expect(await said(pack(twice))).toBe('There are two entries data/pairs.jsonl.');
    const manifest = JSON.parse((await unpack(await write())).get(MANIFEST)!.toString());
    const doubled = { ...manifest, entries: [...manifest.entries, manifest.entries[0]] };
    expect(await said(seal(doubled))).toBe('The manifest names an entry twice.');
    const others = [...(await unpack(await write()))].slice(0, PARTS.length + 1);
    const rooted = { ...manifest, root: '0'.repeat(64) };
    expect(await said(seal(rooted, others))).toContain('names a root that its entries do not have');
    const keyed = { ...manifest, key: '0'.repeat(64) };
    expect(await said(seal(keyed, others))).toContain('is not the key that the manifest names');
  });

  it('with an entry that is encrypted, or packed in another way', async () => {
    for (const [field, value] of [
      [8, 1],
      [10, 12],
    ] as const) {
      const bytes = pack([['a', Buffer.from('x')]]);
      const listAt = bytes.readUInt32LE(bytes.byteLength - 6);
      bytes.writeUInt16LE(value, listAt + field);
      expect(await said(bytes)).toBe('a is encrypted or packed as no dossier is.');
    }
  });

  it('with bytes after its end, a late beginning or a missing end', async () => {
    const bytes = await write();
    for (const other of [
      Buffer.concat([bytes, Buffer.from('x')]),
      Buffer.concat([Buffer.from('x'), bytes]),
      bytes.subarray(0, -1),
      bytes.subarray(0, 100),
      Buffer.alloc(0),
      Buffer.from('no dossier at all, and longer than its end'),
    ])
      expect(await said(other)).toMatch(/does not end like a dossier|is not where/);
  });

  it('with sizes and places that are not there', async () => {
    const content = Buffer.from('x');
    const broken = /is not where|ends after/;
    expect(await said(pack([['a', content]], { packed: 0xffff_ffff }))).toMatch(broken);
    expect(await said(endRecord(65_535, 0, 0))).toMatch(broken);
    // An entry that lies in the contents of another one.
    const inner = pack([['b', content]]);
    const outer = pack([['a', inner]]);
    const at = outer.indexOf(inner);
    const list = Buffer.concat([
      outer.subarray(outer.byteLength - 22 - 47, -22),
      centralHeader({ path: 'b', deflated: false, crc32: crc32(content), packed: 1, bytes: 1 }, at),
    ]);
    const listAt = outer.byteLength - 22 - 47;
    const both = [outer.subarray(0, listAt), list, endRecord(2, list.byteLength, listAt)];
    expect(await said(Buffer.concat(both))).toBe('b lies in another entry.');
  });

  it('that would unpack to more than stated, before unpacking it', async () => {
    const bomb = deflateRawSync(Buffer.alloc(200_000_000));
    const hash = '0'.repeat(64);
    const entry = {
      path: 'data/pairs.jsonl',
      split: 'lines',
      records: 1,
      bytes: 10,
      sha256: hash,
      root: hash,
      crc32: 0,
      packed: bomb.byteLength,
      packed_sha256: hash,
    };
    const tree = createTree();
    tree.add(entryLeaf(entry.path, Buffer.from(hash, 'hex')));
    const manifest = {
      ...ABOUT,
      ended_at: AT,
      changed_meanwhile: false,
      key: fingerprintOf(KEY.publicKey),
      root: tree.root().toString('hex'),
      entries: [entry],
    };
    const stored = Buffer.from(JSON.stringify(manifest));
    const bytes = pack(
      [
        ['data/pairs.jsonl', bomb],
        [MANIFEST, deflateRawSync(stored)],
        ['seal/key.pem', deflateRawSync(Buffer.from(KEY.publicKey))],
        ['seal/manifest.sig', deflateRawSync(sign(stored, KEY))],
      ],
      { deflated: true },
    );
    const before = process.memoryUsage.rss();
    expect(await said(bytes)).toContain('holds more than the manifest says');
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
    // The manifest itself may be one.
    const itself = pack([[MANIFEST, bomb]], { deflated: true });
    expect(await said(itself)).toMatch(/holds more than|There is no/);
  });
});

describe('writing', () => {
  it('reads only as fast as its bytes are consumed, and stops when nobody consumes them', async () => {
    let read = 0;
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) {
          read += 1;
          yield randomBytes(16_384);
        }
      } finally {
        ended = true;
      }
    };
    const parts: Part[] = [{ path: 'data/history.jsonl', split: 'lines', content: endless() }];
    const never = () => Promise.reject(new Error('never'));
    const ending = { end: never, stamp: never };
    const writing = writeContainer(ABOUT, inTurn(parts), KEY, ending);
    await writing.next();
    await writing.next();
    await new Promise((resolve) => setTimeout(resolve, 200));
    // What streams hold ready, and no more.
    expect(read).toBeLessThan(50);
    await writing.return(undefined);
    await expect.poll(() => ended).toBe(true);
  });

  it('fails where a part cannot be read, so that there is no seal', async () => {
    const broken = async function* () {
      yield 'a\n';
      throw new Error('The store is away.');
    };
    await expect(
      write([{ path: 'data/pairs.jsonl', split: 'lines', content: broken() }]),
    ).rejects.toThrow('The store is away.');
  });
});
