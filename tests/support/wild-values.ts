import fc from 'fast-check';
import { z } from 'zod';

type Schema = Record<string, any>;

const DEEP = 20_000;
/** Texts that break what is not careful: NUL, lone surrogates, quotes, patterns, numbers that are none. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u{10ffff}',
  '\u202e',
  "'",
  '"',
  '`',
  '\\',
  '%',
  '_',
  '-',
  '*',
  "'; drop table object; --",
  '{}',
  '[]',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x1F',
  '٣',
  '1 ',
  ' 1',
  '2147483648',
  '99999999999999999999',
  '-1',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-271821-04-20',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '********',
  'x'.repeat(300),
  '😀'.repeat(120),
  'x'.repeat(120_000),
];
const NUMBERS = [
  0, -0, 1, 2, 3, -1, 0.5, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_992, 1e21, -1e308,
  5e-324,
];

const wildText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: wildText },
  // What PostgreSQL stores under no circumstances.
  { weight: 4, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfffy') },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1e9 }),
  },
  { weight: 1, arbitrary: fc.array(wildText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(wildText, fc.constantFrom(...NUMBERS), { maxKeys: 3 }) },
);

/** Hosts that are answered at once: nothing here leaves the machine. */
const HOSTS = fc.constantFrom<unknown>(
  '127.0.0.1',
  '127.0.0.1',
  '127.0.0.1',
  '127.0.0.1',
  '::1',
  '',
  ' ',
  '999.1.1.1',
  '169.254.169.254',
  '0x7f.1',
  'a b',
  '\0',
  1,
  null,
  [],
);
/** Ports where nobody listens, and what is none. */
const PORTS = fc.constantFrom<unknown>(1, 1, 1, '1', 2, 0, -1, 65_536, 'x', '', null, 1.5, []);

const RIGHT_TEXTS: Record<string, string> = { schema: 'shop', username: 'somebody' };

function rightValue(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (schema['enum']) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (choices) {
    const weight = (choice: Schema) => (choice['type'] === 'null' ? 1 : 12);
    return fc.oneof(
      ...choices.map((choice) => ({ weight: weight(choice), arbitrary: rightValue(choice, name) })),
    );
  }
  if (schema['type'] === 'object') return objectOf(schema, 12);
  if (schema['type'] === 'array')
    return fc.array(valueOf((schema['items'] as Schema) ?? {}, name), { maxLength: 4 });
  if (schema['type'] === 'integer' || schema['type'] === 'number')
    return fc.integer({ min: 1, max: 6 });
  if (schema['type'] === 'null') return fc.constant(null);
  if (/date/i.test(name)) return fc.constant('2026-03-04');
  return fc.constantFrom(RIGHT_TEXTS[name] ?? 'some text', 'another text', '3');
}

function valueOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (name.endsWith('_ip')) return HOSTS;
  if (name.endsWith('_port')) return PORTS;
  return fc.oneof(
    { weight: 8, arbitrary: rightValue(schema, name) },
    { weight: 1, arbitrary: wildValue },
  );
}

/** An object with the fields of a schema, each right more often than not, some left out. */
function objectOf(schema: Schema, rightShare: number): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  return fc
    .tuple(
      ...properties.map(([name, property]) =>
        fc.tuple(
          fc.constant(name),
          fc
            .integer({ min: 0, max: rightShare })
            .map((draw) => (required.has(name) ? draw > 0 : draw > 1)),
          valueOf(property, name),
        ),
      ),
    )
    .map((fields) =>
      Object.fromEntries(fields.filter(([, kept]) => kept).map(([name, , value]) => [name, value])),
    );
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** Values for a schema of the contract: mostly of the right shape with something wrong in it. */
const valuesFor = (schema: z.ZodType): fc.Arbitrary<unknown> => valueOf(schemaOf(schema), '');

/** Texts of a body: JSON of the right or of a wild shape, and what no serialiser writes. */
export const bodiesFor = (schema: z.ZodType | undefined): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: (schema ? valuesFor(schema) : wildValue).map((value) => JSON.stringify(value)),
    },
    { weight: 1, arbitrary: wildValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '"',
        'nul',
        '[1,',
        '\ufeff{}',
        '{"__proto__":{"isAdmin":true}}',
        '{"constructor":{"prototype":{"x":1}}}',
        '['.repeat(DEEP) + ']'.repeat(DEEP),
        '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
        '1e999',
        '-',
        '{"a":1,"a":2}',
      ),
    },
  );
