import { expect, it } from 'vitest';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const TEXT: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
const moment = (zone: boolean, precision: number | null = 6): CanonicalType => ({
  kind: 'timestamp',
  precision,
  zone,
});

async function said(
  engine: 'mysql' | 'postgresql',
  [value, canonical]: [value: string, canonical: CanonicalType],
  own: string,
  ownType = TEXT,
): Promise<string[]> {
  const tableWith = (text: string, type: CanonicalType) =>
    sampleTable([sampleColumn('c', { default: text, canonical: type })], { triggers: [] });
  const found = await findBetween(
    { source: ENGINES[engine].id, target: ENGINES.sqlite.id },
    tableWith(value, canonical),
    tableWith(own, ownType),
  );
  return found
    .filter(({ code }) => code.startsWith('column.'))
    .map(({ severity, detail: { code, params } }) => {
      const given = Object.values(params ?? {}).map((one) =>
        JSON.stringify(one).replaceAll('"', ''),
      );
      return [severity, code, ...given].join(' ');
    });
}

const NOW: [string, CanonicalType] = ['now()', moment(true)];
const IN_SESSION: [string, CanonicalType] = ['CURRENT_TIMESTAMP(6)', moment(false)];
const SECONDS: [string, CanonicalType] = ['CURRENT_TIMESTAMP', moment(false, 0)];

it.each<[string, 'mysql' | 'postgresql', [string, CanonicalType], string, string[]]>([
  [
    'a moment',
    'postgresql',
    NOW,
    "(strftime('%Y-%m-%d %H:%M:%f', 'now'))",
    ['info definition.clockDigits 6 3'],
  ],
  [
    'a moment in seconds',
    'postgresql',
    NOW,
    'CURRENT_TIMESTAMP',
    ['info definition.clockDigits 6 0'],
  ],
  [
    'a moment of seconds',
    'postgresql',
    ['CURRENT_TIMESTAMP(0)', moment(true, 0)],
    "(strftime('%F %T','now'))",
    [],
  ],
  [
    'a time of the session',
    'mysql',
    IN_SESSION,
    "datetime('now', 'subsec')",
    ['info definition.otherClockDigits 6 3'],
  ],
  [
    'a time of the session in seconds',
    'mysql',
    SECONDS,
    "(strftime('%Y-%m-%d %H:%M:%S','now'))",
    ['info definition.otherClock'],
  ],
  [
    'a day',
    'postgresql',
    ['CURRENT_DATE', { kind: 'date' }],
    "(strftime('%Y-%m-%d', 'now'))",
    ['info definition.otherClock'],
  ],
  [
    'the zone of a process',
    'mysql',
    SECONDS,
    "(datetime('now', 'localtime'))",
    ['warning definition.unclear'],
  ],
  [
    'a later time',
    'mysql',
    SECONDS,
    "(strftime('%Y-%m-%d %H:%M:%S','now','+1 hour'))",
    ['warning definition.unclear'],
  ],
  [
    'another form',
    'postgresql',
    NOW,
    "(strftime('%Y-%m-%dT%H:%M:%fZ','now'))",
    ['warning definition.unclear'],
  ],
  ['a number', 'postgresql', NOW, "(strftime('%s','now'))", ['warning definition.unclear']],
])("SQLite's current time by strftime: %s", async (_name, engine, value, own, expected) => {
  expect(await said(engine, value, own)).toEqual(expected);
});

const uuidOf = (version: string, last = 6) =>
  `(lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || ${version} || '-' || substr('89ab', abs(random()) % 4 + 1, 1) || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(${last}))))`;
const V4 = uuidOf("'-4' || substr(lower(hex(randomblob(2))), 2)");
const UUID: CanonicalType = { kind: 'uuid' };

it.each<[string, string, string[]]>([
  ['of the fourth version', V4, ['info definition.newUuids']],
  [
    'without dashes',
    '(lower(hex(randomblob(16))))',
    [`warning definition.otherUuids ${'x'.repeat(32)}`],
  ],
  [
    'too short',
    uuidOf("'-4' || substr(lower(hex(randomblob(2))), 2)", 5),
    ['warning definition.unclear'],
  ],
  [
    'always the same',
    "('00000000-0000-4000-8000-000000000000')",
    ['warning definition.otherDefault'],
  ],
  ['in capital letters', '(hex(randomblob(16)))', ['warning definition.unclear']],
])('a UUID that SQLite puts together: %s', async (_name, own, expected) => {
  expect(await said('postgresql', ['gen_random_uuid()', UUID], own)).toEqual(expected);
});

it('a UUID of MySQL, and something else that is random', async () => {
  const text: CanonicalType = { ...TEXT, length: 36 };
  expect(await said('mysql', ['(uuid())', text], V4)).toEqual(['info definition.newUuids']);
  expect(await said('mysql', ['(rand())', text], V4)).toEqual(['warning definition.unclear']);
});

it.each<[string, CanonicalType, CanonicalType, string]>([
  [
    'a decimal',
    { kind: 'decimal', precision: 12, scale: 2 },
    TEXT,
    'warning type.numberBecomesText with rows',
  ],
  [
    'an unsigned number of 64 bits',
    { kind: 'integer', bits: 64, unsigned: true },
    TEXT,
    'warning type.numberBecomesText with rows',
  ],
  [
    'a number that SQLite has',
    { kind: 'integer', bits: 64, unsigned: false },
    TEXT,
    'error type.otherMeaning',
  ],
  [
    'a decimal that becomes bytes',
    { kind: 'decimal', precision: 12, scale: 2 },
    { kind: 'binary', length: null, fixed: false },
    'error type.otherMeaning',
  ],
])(
  'a number that SQLite keeps in full as text alone is for the rows to settle: %s',
  async (_name, from, to, expected) => {
    const tableWith = (canonical: CanonicalType) =>
      sampleTable([sampleColumn('n', { canonical })], { triggers: [] });
    const find = (target: 'sqlite' | 'postgresql') =>
      findBetween(
        { source: ENGINES.mysql.id, target: ENGINES[target].id },
        tableWith(from),
        tableWith(to),
        {
          lacks: (side, what) =>
            side === 'target' && target === 'sqlite' && what === 'sizes of types',
        },
      );
    const [found] = await find('sqlite');
    const { severity, detail, settledByRows } = found!;
    expect([severity, detail.code, settledByRows].filter(Boolean).join(' ')).toBe(expected);
    expect((await find('postgresql'))[0]?.severity).toBe('error');
  },
);

it('a time of UTC that a column with a zone takes for one of the session is another moment', async () => {
  const of = (text: string, zone: boolean) =>
    sampleTable([sampleColumn('c', { default: text, canonical: moment(zone) })], { triggers: [] });
  const found = await findBetween(
    { source: ENGINES.postgresql.id, target: ENGINES.sqlServer.id },
    of("(now() AT TIME ZONE 'utc'::text)", true),
    of('(getdate())', false),
  );
  expect(found.map(({ detail }) => detail.code)).toContain('definition.otherDefault');
});
