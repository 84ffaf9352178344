import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import { toEnglish } from '../../../../../../contract/messages/english.ts';
import { compareTypes } from './compare-types.ts';

const integer = (bits: number, unsigned = false): CanonicalType => ({
  kind: 'integer',
  bits,
  unsigned,
});
const decimal = (precision: number | null, scale: number | null): CanonicalType => ({
  kind: 'decimal',
  precision,
  scale,
});
const text = (length: number | null, over = {}): CanonicalType => ({
  kind: 'text',
  length,
  fixed: false,
  bytes: false,
  ...over,
});
const timestamp = (precision: number, zone = false): CanonicalType => ({
  kind: 'timestamp',
  precision,
  zone,
});

it('names fractions that are lost besides the zone', () => {
  const detailOf = (...types: [CanonicalType, CanonicalType]) => compareTypes(...types)?.detail;
  expect(detailOf(timestamp(6), timestamp(0, true))).toEqual({
    code: 'type.zoneAddedCut',
    params: { to: 0, from: 6 },
  });
  expect(detailOf(timestamp(3, true), timestamp(0))?.code).toBe('type.zoneLostCut');
  expect(detailOf(timestamp(0), timestamp(6, true))?.code).toBe('type.zoneAdded');
});

const ANSWERS: [string, CanonicalType, CanonicalType, string | null][] = [
  ['NUMBER(10) ~ bigint', decimal(10, 0), integer(64), 'compatible info type.range'],
  ['NUMBER(10) ~ integer', decimal(10, 0), integer(32), 'compatible warning type.range'],
  ['NUMBER ~ integer', decimal(null, null), integer(32), 'compatible warning type.scale'],
  ['INT UNSIGNED ~ integer', integer(32, true), integer(32), 'compatible warning type.range'],
  ['INT UNSIGNED ~ bigint', integer(32, true), integer(64), 'compatible info type.range'],
  ['TINYINT(1) ~ boolean', integer(8), { kind: 'boolean' }, 'compatible info type.boolean'],
  [
    'BIT(1) ~ boolean',
    { kind: 'bits', length: 1 },
    { kind: 'boolean' },
    'compatible info type.boolean',
  ],
  ['boolean ~ INTEGER', { kind: 'boolean' }, integer(64), 'compatible info type.boolean'],
  ['point ~ TEXT', { kind: 'spatial' }, text(null), 'compatible warning type.kind'],
  ['DATETIME2 ~ timestamp', timestamp(7), timestamp(6), 'compatible warning type.precision'],
  ['TIMESTAMP ~ timestamptz', timestamp(6), timestamp(6, true), 'compatible warning type.zone'],
  ['Oracle DATE ~ date', timestamp(0), { kind: 'date' }, 'compatible warning type.kind'],
  ['INTEGER ~ timestamp', integer(64), timestamp(6), 'compatible warning type.kind'],
  [
    'BINARY(14) ~ timestamptz',
    { kind: 'binary', length: 14, fixed: true },
    timestamp(6, true),
    'compatible warning type.kind',
  ],
  [
    'date ~ VARBINARY(8)',
    { kind: 'date' },
    { kind: 'binary', length: 8, fixed: false },
    'compatible warning type.kind',
  ],
  ['NUMERIC ~ date', decimal(null, null), { kind: 'date' }, 'compatible warning type.kind'],
  ['timestamp ~ REAL', timestamp(6), { kind: 'float', bits: 64 }, 'compatible warning type.kind'],
  ['bigint ~ interval', integer(64), { kind: 'interval' }, 'compatible warning type.kind'],
  ['interval ~ NUMBER', { kind: 'interval' }, decimal(null, null), 'compatible warning type.kind'],
  [
    'double ~ interval',
    { kind: 'float', bits: 64 },
    { kind: 'interval' },
    'different error type.kind',
  ],
  ['INTEGER ~ text', integer(32), text(null), 'different error type.kind'],
  ['INTEGER ~ uuid', integer(32), { kind: 'uuid' }, 'different error type.kind'],
  ['VARCHAR(MAX) ~ text', text(null), text(null), null],
  ['VARCHAR(MAX) in bytes ~ text', text(null, { bytes: true }), text(null), null],
  ['VARCHAR(50) ~ text', text(50), text(null), 'compatible info type.length'],
  [
    'VARCHAR(10) ~ CHAR(10)',
    text(10),
    text(10, { fixed: true }),
    'compatible warning type.padding',
  ],
  ['CHAR(10) ~ VARCHAR(10)', text(10, { fixed: true }), text(10), 'compatible info type.padding'],
  ['text ~ VARCHAR(50)', text(null), text(50), 'compatible warning type.length'],
  [
    'VARCHAR2(10 BYTE) ~ varchar(10)',
    text(10, { bytes: true }),
    text(10),
    'compatible info type.length',
  ],
  [
    'DECIMAL(18,4) ~ numeric(18,2)',
    decimal(18, 4),
    decimal(18, 2),
    'compatible warning type.scale',
  ],
  [
    'DECIMAL(18,4) ~ double',
    decimal(18, 4),
    { kind: 'float', bits: 64 },
    'compatible warning type.rounding',
  ],
  ['uuid ~ CHAR(32)', { kind: 'uuid' }, text(32, { fixed: true }), 'compatible info type.kind'],
  [
    'uuid ~ CHAR(31)',
    { kind: 'uuid' },
    text(31, { fixed: true }),
    'compatible warning type.length',
  ],
  ['CHAR(32) ~ uuid', text(32, { fixed: true }), { kind: 'uuid' }, 'compatible info type.kind'],
  ['uuid ~ CHAR(36)', { kind: 'uuid' }, text(36, { fixed: true }), 'compatible info type.kind'],
  ['ENUM ~ text', { kind: 'enum', values: ['a'] }, text(null), 'compatible info type.kind'],
  [
    'ENUM ~ smaller ENUM',
    { kind: 'enum', values: ['a', 'b'] },
    { kind: 'enum', values: ['a'] },
    'compatible warning type.values',
  ],
  [
    'ENUM ~ ENUM in another order',
    { kind: 'enum', values: ['low', 'high', 'top'] },
    { kind: 'enum', values: ['low', 'top', 'high'] },
    'compatible warning type.order',
  ],
  [
    'ENUM ~ longer ENUM in another order',
    { kind: 'enum', values: ['low', 'high'] },
    { kind: 'enum', values: ['high', 'low', 'top'] },
    'compatible warning type.order',
  ],
  [
    'ENUM ~ longer ENUM in the same order',
    { kind: 'enum', values: ['low', 'high'] },
    { kind: 'enum', values: ['none', 'low', 'middle', 'high'] },
    'compatible info type.values',
  ],
  ['SQLite date ~ date', text(null), { kind: 'date' }, 'compatible warning type.kind'],
  ['SQLite flag ~ boolean', integer(64), { kind: 'boolean' }, 'compatible warning type.boolean'],
  ['untyped ~ bigint', { kind: 'other', name: '' }, integer(64), 'compatible warning type.unknown'],
  ['text ~ integer', text(10), integer(32), 'different error type.kind'],
  [
    'yes and no ~ boolean',
    { kind: 'enum', values: ['false', 'TRUE'] },
    { kind: 'boolean' },
    'compatible info type.boolean',
  ],
  [
    'boolean ~ y and n',
    { kind: 'boolean' },
    { kind: 'enum', values: ['n', 'y'] },
    'compatible info type.boolean',
  ],
  [
    'three words ~ boolean',
    { kind: 'enum', values: ['yes', 'no', 'never'] },
    { kind: 'boolean' },
    'different error type.kind',
  ],
  ['text ~ boolean', text(10), { kind: 'boolean' }, 'compatible warning type.kind'],
  ['boolean ~ text', { kind: 'boolean' }, text(10), 'compatible info type.kind'],
  [
    'blob ~ text',
    { kind: 'binary', length: null, fixed: false },
    text(null),
    'compatible warning type.kind',
  ],
];

const IN_BYTES = 'The target measures length in bytes: characters beyond ASCII need more than one.';

describe('comparing types', () => {
  it.each(ANSWERS)('%s', (_name, source, target, expected) => {
    const found = compareTypes(source, target);
    expect(found && `${found.answer} ${found.severity} ${found.code}`).toBe(expected);
  });

  it.each<[string, CanonicalType, CanonicalType, 'all rows' | 'with rows' | undefined]>([
    ['BIGINT UNSIGNED ~ bigint', integer(64, true), integer(64), 'all rows'],
    ['INT UNSIGNED ~ smallint', integer(32, true), integer(16), undefined],
    ['BIGINT ~ integer', integer(64), integer(32), undefined],
    ['NUMBER ~ bigint', decimal(null, null), integer(64), 'all rows'],
    ['NUMBER(18, 4) ~ numeric(18, 2)', decimal(18, 4), decimal(18, 2), undefined],
    ['SQLite flag ~ boolean', integer(64), { kind: 'boolean' }, 'all rows'],
    ['SQLite date ~ date', text(null), { kind: 'date' }, 'all rows'],
    ['untyped ~ bigint', { kind: 'other', name: '' }, integer(64), 'all rows'],
    ['VARCHAR(50) ~ VARCHAR(20)', text(50), text(20), undefined],
    ['VARBINARY ~ text', { kind: 'binary', length: 255, fixed: false }, text(null), 'with rows'],
    ['text ~ inet', text(64), { kind: 'other', name: 'inet' }, 'with rows'],
    ['tsvector ~ text', { kind: 'other', name: 'tsvector' }, text(null), 'with rows'],
    ['DECIMAL(12, 2) ~ double', decimal(12, 2), { kind: 'float', bits: 64 }, 'with rows'],
    ['DOUBLE ~ numeric(12, 2)', { kind: 'float', bits: 64 }, decimal(12, 2), 'with rows'],
    ['REAL ~ numeric(12, 2)', { kind: 'float', bits: 32 }, decimal(12, 2), 'with rows'],
    ['DECIMAL(6, 2) ~ real', decimal(6, 2), { kind: 'float', bits: 32 }, 'with rows'],
    ['DECIMAL(7, 2) ~ real', decimal(7, 2), { kind: 'float', bits: 32 }, undefined],
    ['NUMBER ~ real', decimal(null, null), { kind: 'float', bits: 32 }, undefined],
    ['MEDIUMINT ~ real', integer(24), { kind: 'float', bits: 32 }, 'with rows'],
    ['INT ~ real', integer(32), { kind: 'float', bits: 32 }, undefined],
  ])('%s is settled by rows that are the same: %4$s', (_name, source, target, expected) => {
    const found = compareTypes(source, target)!;
    expect(found.severity).toBe('warning');
    expect(found.settledByRows).toBe(expected);
  });

  it.each([
    ['MySQL TEXT ~ text', text(null), 'type.longer'],
    ['MySQL TEXT ~ varchar(70000)', text(70_000), 'type.sourceCountsBytes'],
  ])('%s counts characters only up to a limit', (_name, target, detail) => {
    const found = compareTypes(text(65_535, { bytes: true }), target);
    expect(found).toMatchObject({ severity: 'info', detail: { code: detail } });
  });

  it.each([
    [
      'text ~ MySQL TEXT',
      text(null),
      65_535,
      'The target holds 65535 bytes, the source any number.',
    ],
    [
      'MySQL TEXT ~ TINYTEXT',
      text(65_535, { bytes: true }),
      255,
      'The target holds 255 bytes, the source 65535.',
    ],
    ['varchar(16383) ~ MySQL TEXT', text(16_383), 65_535, 'The target holds more characters.'],
    ['varchar(16384) ~ MySQL TEXT', text(16_384), 65_535, IN_BYTES],
    ['nvarchar(50) ~ varchar(200)', text(50), 200, IN_BYTES],
  ])('%s is measured in what the target counts', (_name, source, length, sentence) => {
    const { severity, detail } = compareTypes(source, text(length, { bytes: true }))!;
    expect(severity).toBe(sentence.includes('more characters') ? 'info' : 'warning');
    expect(toEnglish(detail)).toBe(sentence);
  });

  it('every type is the same as itself, and every difference says what to do', () => {
    const nullable = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null });
    const type: fc.Arbitrary<CanonicalType> = fc.oneof(
      fc.record({
        kind: fc.constant('integer' as const),
        bits: fc.constantFrom(8, 16, 24, 32, 64),
        unsigned: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('decimal' as const), precision: nullable, scale: nullable }),
      fc.record({
        kind: fc.constant('text' as const),
        length: nullable,
        fixed: fc.boolean(),
        bytes: fc.boolean(),
      }),
      fc.record({
        kind: fc.constantFrom('time' as const, 'timestamp' as const),
        precision: nullable,
        zone: fc.boolean(),
      }),
      fc.constantFrom<CanonicalType>(
        { kind: 'boolean' },
        { kind: 'date' },
        { kind: 'json' },
        { kind: 'uuid' },
        { kind: 'interval' },
        { kind: 'other', name: 'geometry' },
      ),
    );
    fc.assert(
      fc.property(type, type, (one, other) => {
        expect(compareTypes(one, one)).toBeNull();
        const found = compareTypes(one, other);
        for (const said of found ? [found.detail, found.advice] : [])
          expect(toEnglish(said)).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});
