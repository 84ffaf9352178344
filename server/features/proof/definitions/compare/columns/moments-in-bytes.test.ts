import { expect, it } from 'vitest';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import {
  sampleColumn as column,
  sampleTable,
} from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const { mysql, postgresql } = ENGINES;
const BYTES: CanonicalType = { kind: 'binary', length: 14, fixed: true };
const MOMENT: CanonicalType = { kind: 'timestamp', precision: 6, zone: true };
const at = (canonical: CanonicalType, preset: string) =>
  sampleTable([column('at', { canonical, default: preset })]);

it.each([
  ["'19700101000000'", BYTES, "'1970-01-01 00:00:00+00'::timestamp with time zone", true],
  ["'20240229235959'", BYTES, "'2024-02-29 23:59:59'::timestamp without time zone", true],
  [
    "'19700101000000'",
    { ...BYTES, length: 20, fixed: false },
    "'1970-01-01 00:00:00'::timestamp without time zone",
    true,
  ],
  ["'19700101000001'", BYTES, "'1970-01-01 00:00:00+00'::timestamp with time zone", false],
  ["'19700101000000'", BYTES, "'1970-01-01 00:00:00+01'::timestamp with time zone", false],
  ["'19700101000000'", BYTES, "'1970-01-01 00:00:00.5'::timestamp without time zone", false],
  ["'19700101'", BYTES, "'1970-01-01 00:00:00'::timestamp without time zone", false],
  [
    "'19700101000000'",
    { ...BYTES, length: 20 },
    "'1970-01-01 00:00:00'::timestamp without time zone",
    false,
  ],
  ["'00000000000000'", BYTES, "'1970-01-01 00:00:00'::timestamp without time zone", false],
  ["'19701301000000'", BYTES, "'1971-01-01 00:00:00'::timestamp without time zone", false],
] as [string, CanonicalType, string, boolean][])(
  'a default of bytes %s of %o and %s: the same is %s, both ways',
  async (digits, bytes, moment, isSame) => {
    const [one, other] = [at(bytes, digits), at(MOMENT, moment)];
    for (const [source, target, engines] of [
      [one, other, { source: mysql.id, target: postgresql.id }],
      [other, one, { source: postgresql.id, target: mysql.id }],
    ] as const) {
      const found = await findBetween(engines, source, target);
      const said = found.filter(({ code }) => code.startsWith('column.default'));
      expect([digits, moment, said.length === 0]).toEqual([digits, moment, isSame]);
    }
  },
);
