import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { VaultError, createVault, readMasterKey } from './vault.ts';

const vault = createVault(randomBytes(32));
const secret = fc.string({ unit: 'grapheme', maxLength: 200 });
const place = fc.string({ maxLength: 40 });

describe('a sealed secret', () => {
  it('opens where it was sealed, and is never sealed alike twice', () => {
    fc.assert(
      fc.property(secret, place, (text, where) => {
        const sealed = vault.seal(text, where);
        expect(vault.open(sealed, where)).toBe(text);
        expect(vault.seal(text, where)).not.toBe(sealed);
        if (text.length > 8) expect(sealed).not.toContain(Buffer.from(text).toString('base64url'));
      }),
    );
  });

  // covers: D17.1
  it('opens nowhere else', () => {
    fc.assert(
      fc.property(secret, place, place, (text, where, elsewhere) => {
        fc.pre(where !== elsewhere);
        expect(() => vault.open(vault.seal(text, where), elsewhere)).toThrow();
      }),
    );
  });

  it('opens with no other key', () => {
    const other = createVault(randomBytes(32));
    expect(() => other.open(vault.seal('secret', 'here'), 'here')).toThrow();
  });

  it('does not open with one bit changed, wherever it is', () => {
    fc.assert(
      fc.property(secret, fc.nat(), fc.integer({ min: 0, max: 7 }), (text, position, bit) => {
        const parts = vault.seal(text, 'here').split('.');
        const boxes = parts.slice(1).map((part) => Buffer.from(part, 'base64url'));
        const all = Buffer.concat(boxes);
        const at = position % all.byteLength;
        all[at] = all[at]! ^ (1 << bit);
        const [first, second] = [
          all.subarray(0, boxes[0]!.byteLength),
          all.subarray(boxes[0]!.byteLength),
        ];
        const changed = `v1.${first.toString('base64url')}.${second.toString('base64url')}`;
        expect(() => vault.open(changed, 'here')).toThrow();
      }),
    );
  });

  it('does not open when it is cut short, or put together from two', () => {
    const [one, two] = [vault.seal('one', 'here').split('.'), vault.seal('two', 'here').split('.')];
    const wrong = ['', 'v1', 'v1..', 'v2.a.b', 'secret', `v1.${one[1]}`, `v1.${one[1]}.${two[2]}`];
    for (let length = 3; length < one.join('.').length; length += 5)
      wrong.push(one.join('.').slice(0, length));
    for (const text of wrong) expect(() => vault.open(text, 'here')).toThrow();
  });
});

describe('the key file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'key-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  // covers: D17.2
  it('is made once, for its owner only', () => {
    const file = join(folder, 'deep', 'secret.key');
    const key = readMasterKey(file);
    expect(key.byteLength).toBe(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readMasterKey(file)).toEqual(key);
    expect(readMasterKey(join(folder, 'other.key'))).not.toEqual(key);
  });

  it.each([0o640, 0o604, 0o644, 0o660, 0o610])('is refused with mode %o', (mode) => {
    const file = join(folder, 'open.key');
    readMasterKey(file);
    chmodSync(file, mode);
    expect(() => readMasterKey(file)).toThrow(
      new VaultError(
        `${file} holds the secret key and is readable by others: run chmod 600 on it.`,
      ),
    );
    chmodSync(file, 0o600);
  });

  it.each(['', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')])(
    'is refused when it holds no key: "%s"',
    (content) => {
      const file = join(folder, 'wrong.key');
      writeFileSync(file, content, { mode: 0o600 });
      expect(() => readMasterKey(file)).toThrow(VaultError);
      // And is left as it is: it may be somebody's file.
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );
});
