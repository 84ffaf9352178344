import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClosed } from './scan.ts';

test.each([
  ['1 = 1', true],
  [`name = 'it''s' AND (a = 1 OR "b)" = 2) -- ')`, true],
  [`name = q'[it's ) ]' AND n = nq'{'}' AND m = Q'!'!' AND o = q'(')'`, true],
  [`name = q''x''`, true],
  [`name = q'''''`, false],
  ['a / 2 * b > 1 /* ) */', true],
  [`seq'a' = 1`, true],
  ['1 = 1) OR (1 = 1', false],
  [`name = 'it''s`, false],
  [`name = q'[it's ]`, false],
  [`name = q'[ ' ]`, false],
  [`1q'[' = 1`, false],
  ['"a = 1', false],
  ['(1 = 1', false],
  ['1 = 1 /* on', false],
  ['1 = 1 -- \r) OR 1 = 1', false],
])('whether %j is closed: %s', (condition, expected) => {
  expect(isClosed(condition)).toBe(expected);
});

test('what stands in quotes or comments opens and closes nothing', () => {
  const inside = fc.string({ maxLength: 8, unit: fc.constantFrom('(', ')', 'a', ' ', 'q', '-') });
  const part = fc.oneof(
    inside.map((text) => `'${text}'`),
    inside.map((text) => `"${text}"`),
    inside.map((text) => `/*${text}*/`),
    inside.map((text) => `--${text}\n`),
    inside.map((text) => `q'[${text}']'`),
    inside.map((text) => `nQ'!${text}'"!'`),
    fc.constantFrom('a ', ' + ', '(b)', ' q ', '/ 2'),
  );
  const condition = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(condition, (text) => {
      expect(isClosed(text)).toBe(true);
    }),
  );
  const broken = fc.constantFrom("'", '"', '(', ')', '/*', "q'[", "nq'!");
  fc.assert(
    fc.property(condition, broken, (text, opener) => {
      expect(isClosed(`${text} ${opener}`)).toBe(false);
    }),
  );
});
