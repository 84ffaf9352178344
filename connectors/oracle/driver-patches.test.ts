import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadDriver } from './driver.ts';
import { textOfMoment } from './driver-patches.ts';

interface Decoder {
  parseOracleDate(this: unknown, bytes: Buffer, useLocalTime: boolean, zone?: boolean): unknown;
}
const require = createRequire(import.meta.url);
const { BaseBuffer } = require('oracledb/lib/impl/datahandlers/buffer.js') as {
  BaseBuffer: { prototype: Decoder };
};
const { prototype } = BaseBuffer;
const ofTheDriver = prototype.parseOracleDate;

test('the release of oracledb is the one whose private parts are replaced', () => {
  const { version } = require('oracledb/package.json') as { version: string };
  expect(
    version,
    'Another release. Look at lib/thin/sqlnet/ntTcp.js (connect calls ntConnect and tlsConnect, which set stream, connStream ' +
      'and connected), lib/impl/datahandlers/buffer.js (parseOracleDate: bytes, zone) and its CHANGELOG: what it offers by ' +
      'now has no place in driver-patches.ts. Then name the release here.',
  ).toBe('26.0.0');
});

/** Of a day that every calendar has, as the database sends it. */
const sent = fc
  .record({
    year: fc.integer({ min: 1583, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    second: fc.integer({ min: 0, max: 59 }),
    nanoseconds: fc.option(fc.nat(999_999_999)),
  })
  .map(({ year, month, day, hour, minute, second, nanoseconds }) => {
    const head = [Math.floor(year / 100) + 100, (year % 100) + 100, month, day];
    const bytes = Buffer.from([...head, hour + 1, minute + 1, second + 1]);
    if (nanoseconds === null) return bytes;
    const fraction = Buffer.alloc(4);
    fraction.writeUInt32BE(nanoseconds);
    return Buffer.concat([bytes, fraction]);
  });

const toMilliseconds = (text: string) =>
  text.replace(' ', 'T').padEnd(20, '.').padEnd(29, '0').slice(0, 23);

test('moments are those that the driver decodes, with all of their digits', () => {
  fc.assert(
    fc.property(sent, fc.integer({ min: -840, max: 840 }), (bytes, offset) => {
      const decode = (inZone: boolean) =>
        (ofTheDriver.call({ caps: { dbTzOffset: offset } }, bytes, false, inZone) as Date)
          .toISOString()
          .replace(/^\+0/, '')
          .slice(0, 23);
      expect(toMilliseconds(textOfMoment(bytes))).toBe(decode(false));
      const shifted = textOfMoment(bytes, offset);
      if (/^\d{4}-/.test(shifted)) expect(toMilliseconds(shifted)).toBe(decode(true));
      const nanoseconds =
        bytes.length > 7 ? `.${String(bytes.readUInt32BE(7)).padStart(9, '0')}` : '';
      expect(textOfMoment(bytes).slice(19)).toBe(nanoseconds);
    }),
  );
});

test.each([
  [[53, 88, 1, 1, 1, 1, 1], '-4712-01-01 00:00:00'],
  [[100, 101, 1, 1, 1, 1, 1], '0001-01-01 00:00:00'],
  // A leap day that our calendar does not have.
  [[115, 100, 2, 29, 24, 60, 60], '1500-02-29 23:59:59'],
  [[120, 124, 3, 31, 3, 31, 1, 0, 0, 0, 1], '2024-03-31 02:30:00.000000001'],
])('%j is %s', (bytes, text) => {
  expect(textOfMoment(Buffer.from(bytes))).toBe(text);
});

test('the driver gives texts from then on; of a zone that it knows by its name only, it says so', async () => {
  await loadDriver();
  const bytes = Buffer.from([120, 124, 7, 1, 13, 1, 1]);
  const decode = (caps: object, inZone: boolean) =>
    prototype.parseOracleDate.call({ caps }, bytes, true, inZone);
  expect(decode({}, false)).toBe('2024-07-01 12:00:00');
  expect(decode({ dbTzOffset: 120 }, true)).toBe('2024-07-01 10:00:00');
  expect(decode({ dbTzRegion: 'Europe/Vienna' }, true)).toBe('2024-07-01 12:00:00 Europe/Vienna');
});
