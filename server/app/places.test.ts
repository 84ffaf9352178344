import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { configureReach } from './places.ts';

describe('connections', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dbmu-places-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('open other files of a folder that is also the own one, never the store or the key', async () => {
    const own = ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'secret.key'];
    for (const file of [...own, 'shop.sqlite', 'keep.key']) writeFileSync(join(folder, file), '');
    const settings = { DATA_DIR: folder, SQLITE_DIR: folder };
    const { resolveFile } = configureReach(readConfig(settings));
    expect(await resolveFile('shop.sqlite')).toMatch(/shop\.sqlite$/);
    for (const file of own)
      await expect(resolveFile(file), file).rejects.toMatchObject({ code: 'reach' });
    // The key may have another place.
    const elsewhere = { ...settings, SECRET_KEY_FILE: join(folder, 'keep.key') };
    await expect(
      configureReach(readConfig(elsewhere)).resolveFile('keep.key'),
    ).rejects.toMatchObject({ code: 'reach' });
  });

  it.each([
    ['postgres://a:b@127.0.0.1:5433/own', 5433, 'own'],
    ['postgres://a:b@127.0.0.1/own%20store', 5432, 'own store'],
    // As the driver reads them: the name of the account, and host and port of the query.
    ['postgres://own:b@127.0.0.1', 5432, 'own'],
    ['postgres://a:b@192.0.2.1:1/own?host=127.0.0.1&port=5434', 5434, 'own'],
  ])(
    'reach other databases of the server of the store %s, never the store',
    async (url, port, database) => {
      const { resolve } = configureReach(readConfig({ DATABASE_URL: url }));
      expect(await resolve('127.0.0.1', port, 'another')).toBe('127.0.0.1');
      expect(await resolve('127.0.0.1', 1, database)).toBe('127.0.0.1');
      await expect(resolve('127.0.0.1', port, database)).rejects.toMatchObject({ code: 'reach' });
    },
  );
});
