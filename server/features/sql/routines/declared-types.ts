import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import type { Dialect } from '../read.ts';

type Parser = Dialect['rules']['parser'];
interface Limits {
  first: number | null;
  second: number | null;
  parser: Parser;
}

const whole = (bits: number) => (): CanonicalType => ({ kind: 'integer', bits, unsigned: false });
const characters = ({ first }: Limits): CanonicalType => ({
  kind: 'text',
  length: first,
  fixed: false,
  bytes: false,
});
const decimal = ({ first, second, parser }: Limits): CanonicalType => ({
  kind: 'decimal',
  precision: first ?? DIGITS[parser] ?? null,
  scale: first === null && !(parser in DIGITS) ? null : (second ?? 0),
});
/** Digits of a decimal that declares no precision. */
const DIGITS: Partial<Record<Parser, number>> = { mysql: 10, mssql: 18 };
const moment = ({ first, parser }: Limits): CanonicalType => ({
  kind: 'timestamp',
  precision: first ?? (parser === 'mysql' ? 0 : null),
  zone: false,
});

const TYPES: readonly (readonly [pattern: RegExp, make: (limits: Limits) => CanonicalType])[] = [
  [/^(int|integer|int4|pls_integer)$/, whole(32)],
  [/^(bigint|int8)$/, whole(64)],
  [/^mediumint$/, whole(24)],
  [/^(smallint|int2)$/, whole(16)],
  [/^tinyint$/, whole(8)],
  [/^(decimal|numeric|dec|number)$/, decimal],
  [/^(double|double precision|float8)$/, () => ({ kind: 'float', bits: 64 })],
  [/^(n?varchar2?|character varying)$/, characters],
];

/**
 * The declared type of a variable, where all engines understand it alike.
 * @throws Unreadable for other types: blank-padded, unsigned, taken from a column (`%TYPE`), with a time zone …
 */
export function declaredType(text: string, parser: Parser): CanonicalType {
  const [, name = '', first, second] =
    /^([a-z]\w*(?: [a-z]+)*) ?(?:\( ?(\d+|max) ?(?:, ?(\d+) ?)?\))?$/.exec(
      text.toLowerCase().replaceAll(/\s+/g, ' '),
    ) ?? [];
  const limits = {
    first: first === undefined || first === 'max' ? null : Number(first),
    second: second === undefined ? null : Number(second),
    parser,
  };
  // In SQL Server, a text without a length has one letter.
  const isShort = parser === 'mssql' && first === undefined && name.includes('char');
  if (isShort || OTHERWISE[parser] === name) throw new Unreadable('a type');
  const make = OWN[parser]?.[name] ?? TYPES.find(([pattern]) => pattern.test(name))?.[1];
  if (!make) throw new Unreadable('a type');
  return make(limits);
}

/** An unsigned one, and one with a character set of its own. */
const OTHERWISE: Partial<Record<Parser, string>> = { mssql: 'tinyint', mysql: 'nvarchar' };

const boolean = (): CanonicalType => ({ kind: 'boolean' });
const date = (): CanonicalType => ({ kind: 'date' });

/** Types that only some engines have, or that other engines understand differently. */
const OWN: Partial<Record<Parser, Readonly<Record<string, (limits: Limits) => CanonicalType>>>> = {
  mysql: { boolean: whole(8), bool: whole(8), date, datetime: moment },
  postgresql: {
    boolean,
    bool: boolean,
    date,
    text: characters,
    timestamp: moment,
    'timestamp without time zone': moment,
  },
  mssql: { bit: boolean, date, datetime2: moment },
  oracle: {
    boolean,
    // Oracle's DATE includes the time of day.
    date: () => ({ kind: 'timestamp', precision: 0, zone: false }),
    timestamp: moment,
  },
};
