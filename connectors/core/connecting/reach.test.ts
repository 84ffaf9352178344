import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConnectorError } from '../errors.ts';
import { createReach, type ReachSettings } from './reach.ts';

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'reached',
    (error: unknown) => (error instanceof ConnectorError ? error.code : String(error)),
  );

describe('what a connection may reach', () => {
  const reach = (answers: string[], settings: Partial<ReachSettings> = {}) =>
    createReach({ fileFolders: [], lookupAll: async () => answers, ...settings });
  const resolve = (answers: string[], settings: Partial<ReachSettings> = {}) =>
    codeOf(reach(answers, settings).resolve('db.example', 5432, 'shop'));

  const INSIDE = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd12::1',
    '::ffff:10.0.0.1',
  ];
  const OUTSIDE = [
    '8.8.8.8',
    '172.32.0.1',
    '11.0.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2001:4860::8888',
    '::ffff:8.8.8.8',
  ];
  const NEVER = [
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::',
    'ff02::1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::ffff:0:a9fe:a9fe',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::FFFF:100.100.100.200',
  ];

  // covers: D29.1
  test('private networks and this machine by default, nothing else', async () => {
    for (const address of INSIDE)
      expect([address, await resolve([address])]).toEqual([address, 'reached']);
    for (const address of OUTSIDE)
      expect([address, await resolve([address])]).toEqual([address, 'reach']);
  });

  // covers: D29.4
  test('allowed networks replace the default; denied networks win', async () => {
    expect(await resolve(['8.8.8.8'], { allow: ['8.8.0.0/16'] })).toBe('reached');
    expect(await resolve(['10.1.2.3'], { allow: ['8.8.0.0/16'] })).toBe('reach');
    expect(await resolve(['10.1.2.3'], { deny: ['10.1.0.0/16'] })).toBe('reach');
    expect(await resolve(['::ffff:10.1.2.3'], { deny: ['10.1.0.0/16'] })).toBe('reach');
    expect(await resolve(['10.2.2.3'], { deny: ['10.1.0.0/16'] })).toBe('reached');
    expect(await resolve(['8.8.8.8'], { allow: ['8.8.0.0/16'], deny: ['8.8.8.8'] })).toBe('reach');
    // As a list in a setting is written.
    expect(await resolve(['8.8.8.8'], { allow: ['10.0.0.0/8', ' 8.8.0.0/16 '] })).toBe('reached');
    expect(() => createReach({ fileFolders: [], allow: ['10.0.0.0/33'] })).toThrow(
      '"10.0.0.0/33" is not a network',
    );
    expect(() => createReach({ fileFolders: [], deny: ['everything'] })).toThrow(
      '"everything" is not a network',
    );
  });

  test.each(['2002:a01:203::1', '::10.1.2.3'])(
    '%s is allowed as what it is and as what it is translated to, and denied as either',
    async (address) => {
      const own = address.startsWith('2002') ? '2002::/16' : '::/96';
      expect(await resolve([address], { allow: ['10.0.0.0/8'] })).toBe('reach');
      expect(await resolve([address], { allow: [own] })).toBe('reach');
      const allow = ['10.0.0.0/8', own];
      expect(await resolve([address], { allow })).toBe('reached');
      expect(await resolve([address], { allow, deny: ['10.1.0.0/16'] })).toBe('reach');
      expect(await resolve([address], { allow, deny: [own] })).toBe('reach');
    },
  );

  // covers: D29.2
  test('link-local and metadata addresses never, however they are written and whatever is allowed', async () => {
    const allow = ['0.0.0.0/0', '::/0'];
    for (const address of NEVER) {
      expect([address, await resolve([address], { allow })]).toEqual([address, 'reach']);
      expect([address, await resolve([address])]).toEqual([address, 'reach']);
    }
  });

  test('any form of any metadata address, anywhere among the answers', async () => {
    const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
    const metadata = fc.oneof(
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
      fc.constant([100, 100, 100, 200] as const),
    );
    const forms = (a: number, b: number, c: number, d: number) => [
      `${a}.${b}.${c}.${d}`,
      `::ffff:${a}.${b}.${c}.${d}`,
      `0:0:0:0:0:ffff:${hex(a, b)}:${hex(c, d)}`,
      `64:ff9b::${hex(a, b)}:${hex(c, d)}`,
      `2002:${hex(a, b)}:${hex(c, d)}::`,
    ];
    await fc.assert(
      fc.asyncProperty(
        metadata,
        fc.nat(4),
        fc.subarray(INSIDE),
        fc.nat(9),
        async (bytes, form, others, at) => {
          const [a, b, c, d] = bytes;
          const answers = [...others];
          answers.splice(at, 0, forms(a, b, c, d)[form] ?? '');
          expect(await resolve(answers, { allow: ['0.0.0.0/0', '::/0'] })).toBe('reach');
        },
      ),
    );
  });

  test('one answer that is not allowed is enough; none at all is not allowed either', async () => {
    expect(await resolve(['10.0.0.1', '8.8.8.8'])).toBe('reach');
    expect(await resolve(['10.0.0.1', '169.254.169.254'])).toBe('reach');
    expect(await resolve([])).toBe('reach');
    expect(await resolve(['not an address'])).toBe('reach');
  });

  test('tricks of writing are undone by the resolver, and its answer is what counts', async () => {
    const system = createReach({ fileFolders: [], deny: ['127.0.0.0/8', '::1'] });
    for (const host of [
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      'localhost',
      '::1',
      '[::1]',
      '::ffff:7f00:1',
      '::ffff:127.0.0.1',
      '0',
      '127.0.0.1.',
    ]) {
      expect([host, await codeOf(system.resolve(host, 5432, 'shop'))]).not.toEqual([
        host,
        'reached',
      ]);
    }
    for (const host of [
      '',
      ' ',
      'a\0b',
      '/var/run/postgresql',
      'http://10.0.0.1',
      '10.0.0.1/../x',
      'db;host=evil',
    ]) {
      expect([host, await codeOf(system.resolve(host, 5432, 'shop'))]).toEqual([host, 'network']);
    }
  });

  test('looks up once and returns the address that was checked, IPv4 first', async () => {
    let lookups = 0;
    const once = createReach({
      fileFolders: [],
      lookupAll: async () => (lookups++, ['::1', '10.0.0.7']),
    });
    expect(await once.resolve('db.example', 5432, 'shop')).toBe('10.0.0.7');
    expect(lookups).toBe(1);
  });

  // covers: D29.3
  test('never the tool’s own store: same host, port and database', async () => {
    const forbidden = [{ host: 'store.example', port: 5432, database: 'tracker' }];
    const addresses: Record<string, string[]> = {
      'store.example': ['127.0.0.1'],
      alias: ['127.0.0.5'],
      v6: ['::1'],
      mapped: ['::ffff:127.0.0.1'],
      other: ['10.9.9.9'],
    };
    const own = createReach({
      fileFolders: [],
      forbidden,
      lookupAll: async (host) => addresses[host] ?? [],
    });
    for (const host of ['store.example', 'alias', 'v6', 'mapped']) {
      expect([host, await codeOf(own.resolve(host, 5432, 'tracker'))]).toEqual([host, 'reach']);
    }
    expect(await codeOf(own.resolve('other', 5432, 'tracker'))).toBe('reached');
    expect(await codeOf(own.resolve('alias', 5433, 'tracker'))).toBe('reached');
    expect(await codeOf(own.resolve('alias', 5432, 'shop'))).toBe('reached');
  });
});

describe('which files a connection may open', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'test-reach-'));
    for (const folder of ['allowed/deep', 'second', 'data/sample', 'allowed-not'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const file of [
      'allowed/a.db',
      'allowed/deep/b.db',
      'second/c.db',
      'data/store.db',
      'data/sample/s.db',
      'secret.db',
      'allowed-not/n.db',
      'allowed/..c.db',
    ]) {
      writeFileSync(join(root, file), '');
    }
    symlinkSync(join(root, 'secret.db'), join(root, 'allowed/link.db'));
    symlinkSync(root, join(root, 'allowed/up'));
    symlinkSync(join(root, 'allowed/a.db'), join(root, 'allowed/inner.db'));
    linkSync(join(root, 'data/store.db'), join(root, 'allowed/hard.db'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const resolve = (path: string, folders = ['allowed', 'second']) =>
    createReach({
      fileFolders: folders.map((folder) => join(root, folder)),
      forbiddenPaths: [join(root, 'data'), join(root, 'data/store.db')],
    }).resolveFile(path);

  test('files below the folders, links within them followed', async () => {
    expect(await resolve('a.db')).toBe(join(root, 'allowed/a.db'));
    expect(await resolve('deep/../deep/b.db')).toBe(join(root, 'allowed/deep/b.db'));
    expect(await resolve(join(root, 'allowed/a.db'))).toBe(join(root, 'allowed/a.db'));
    expect(await resolve('c.db')).toBe(join(root, 'second/c.db'));
    expect(await resolve('inner.db')).toBe(join(root, 'allowed/a.db'));
    expect(await resolve('..c.db')).toBe(join(root, 'allowed/..c.db'));
  });

  test('nothing outside, by dots, links, absolute paths or folders with a like name', async () => {
    for (const path of [
      '../secret.db',
      'link.db',
      'up/secret.db',
      'deep/../../secret.db',
      '/etc/passwd',
      '.',
      '',
      'a.db\0',
      '../allowed-not/n.db',
      '..',
    ]) {
      expect([path, await codeOf(resolve(path))]).toEqual([path, 'reach']);
    }
    await expect(resolve('/etc/passwd')).rejects.toThrow('/etc/passwd is not in a folder');
    // The answer does not tell whether there is such a file.
    expect(await codeOf(resolve('../nothing.db'))).toBe('reach');
    expect(await codeOf(resolve('/nothing.db'))).toBe('reach');
    expect(await codeOf(resolve('nothing.db'))).toBe('not-found');
    expect(await codeOf(resolve('deep'))).toBe('not-found');
  });

  test('no path whatsoever leads outside', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      'up',
      'allowed',
      'deep',
      'data',
      'store.db',
      'secret.db',
      'link.db',
      'hard.db',
      'a.db',
      '',
      '/',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 7 }), async (parts) => {
        const found = await resolve(parts.join('/')).catch(() => null);
        expect([null, 'allowed/a.db', 'allowed/deep/b.db', 'second/c.db']).toContain(
          found && found.slice(root.length + 1),
        );
      }),
    );
  });

  test('never the tool’s own files, not even by a hard link; a folder of samples among them when it is named', async () => {
    expect(await codeOf(resolve('hard.db'))).toBe('reach');
    expect(await codeOf(resolve('store.db', ['data']))).toBe('reach');
    expect(await codeOf(resolve('sample/s.db', ['data']))).toBe('reach');
    expect(await codeOf(resolve('s.db', ['data/sample']))).toBe('reached');
    expect(await codeOf(resolve('data/sample/s.db', ['.']))).toBe('reach');
  });

  test('without a folder, no file may be opened', async () => {
    await expect(createReach({ fileFolders: [] }).resolveFile('a.db')).rejects.toThrow(
      'SQLITE_DIR',
    );
    expect(await codeOf(resolve('a.db', ['gone']))).toBe('reach');
  });
});
