import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../engines.ts';
import { connectorOf } from '../../registry.ts';
import { checkExpression } from '../calls/call-text.ts';
import type { DataReader, Reading } from '../data.ts';
import { guardConditions } from '../connecting/open-connection.ts';
import { writeFrom } from '../rows/reading-errors.ts';

const HONEST = [
  'UPPER(code)',
  'CAST(flag AS INTEGER)',
  'amount / 100',
  "COALESCE(code, 'select; from (select 1)')",
  'EXTRACT(YEAR FROM born)',
  'CASE WHEN flag = 1 THEN 5 ELSE NULL END',
  "TRIM(BOTH ' ' FROM code)",
  'a IN (1, 2)',
  '"values"',
];
const REFUSED = [
  '',
  ' ',
  'code; DROP TABLE t',
  'code;',
  'code) FROM t',
  '(code',
  "'code",
  'code, other',
  'code -- all',
  'code /* all */',
  '(SELECT 1)',
  '( sElEcT max(code) FROM t)',
  'code IN (VALUES (1))',
  'code IN (TABLE t)',
  'code IN (WITH a AS (SELECT 1) SELECT * FROM a)',
  '(FROM t)',
  'code UNION SELECT 1',
  'code INTO x',
  ':code',
  '@code',
];

const OPEN = [
  'code = 1) OR (1 = 1',
  'code = 0) UNION ALL SELECT secret FROM t WHERE (1 = 1',
  'code = 1; DROP TABLE t',
  "code = 'a",
  '(code = 1',
  'code = 1 /* all',
];

describe.each(Object.values(ENGINES).map(({ id, name }) => [name, connectorOf(id)] as const))(
  'an expression on %s',
  (_name, { callSyntax, sqlRules }) => {
    test.each(HONEST)('may be %s', (text) => {
      const [open, close] = sqlRules.writing.quotes;
      const own = text === '"values"' ? `${open}values${close}` : text;
      expect(() => checkExpression(own, callSyntax)).not.toThrow();
    });
    test.each(REFUSED)('may not be %j', (text) => {
      expect(() => checkExpression(text, callSyntax)).toThrow();
    });

    test.each(OPEN)('cannot leave its brackets as a condition: %j', async (text) => {
      const reading: Reading = { schema: 's', table: 't', columns: [], key: [], where: text };
      const { countRows } = guardConditions({ countRows: async () => 0 } as never, callSyntax);
      await expect(countRows(reading)).rejects.toThrow('single expression');
    });

    test('is checked before every kind of read', async () => {
      const asked: string[] = [];
      const reader = new Proxy({} as DataReader, {
        get: (_target, name) => () => Promise.resolve(asked.push(String(name))),
      });
      const guarded = guardConditions(reader, callSyntax);
      const read = { name: 'code', type: '', canonical: { kind: 'uuid' } as const };
      const column = { ...read, form: { as: 'uuid' } as const, expression: '(SELECT 1)' };
      const reading: Reading = { schema: 's', table: 't', columns: [column], key: [], where: null };
      for (const read of Object.values(guarded) as ((of: Reading) => Promise<unknown>)[])
        await expect(read(reading)).rejects.toThrow(/SELECT/);
      expect(asked).toEqual([]);
    });
  },
);

test('whatever is asked of a column is asked of its expression', () => {
  const column = { name: 'code', type: '', canonical: { kind: 'uuid' } as const };
  const form = { as: 'uuid' } as const;
  const reading: Reading = {
    schema: 's',
    table: 't',
    columns: [
      { ...column, name: 'id', form },
      { ...column, form, expression: 'upper(code)' },
    ],
    key: [0],
    where: 'code = 1',
  };
  const quote = (name: string) => `"${name}"`;
  expect(writeFrom(reading, quote, '"id" < 5')).toBe(
    'FROM (SELECT "id", (upper(code)\n) AS "code" FROM "s"."t" WHERE (code = 1\n)) c WHERE "id" < 5',
  );
});
