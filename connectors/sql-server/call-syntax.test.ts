import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCall } from '../core/exams/call-exam.ts';
import { prepareCall } from '../core/calls/call-text.ts';
import { ConnectorError } from '../core/errors.ts';
import { parseProcedureCall } from './call-types.ts';
import { CALL_SYNTAX, checkWords } from './call-syntax.ts';
import { isExpression, tokensOf } from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';

const PIECES = [
  "'",
  '"',
  '[',
  ']',
  '--',
  '/*',
  '*/',
  '\n',
  '\r',
  ' ',
  '(',
  ')',
  'x',
  ':a',
  '@',
  '#',
];
const texts = fc
  .array(fc.constantFrom(...PIECES, '1', 'e', '0x', '.', 'DELETE', 'into', 'SELECT', '🐘', '\0'), {
    maxLength: 25,
  })
  .map((pieces) => `SELECT ${pieces.join('')}`);

/** The text that would be sent; null where it is refused. */
function pass(text: string): string | null {
  const call = makeCall(text, { parameters: { a: '1' } });
  try {
    const prepared = prepareCall(call, CALL_SYNTAX);
    checkWords(call, prepared);
    return prepared.text;
  } catch (error) {
    if (error instanceof ConnectorError) return null;
    throw error;
  }
}

test('what passes as a SELECT has nothing else in it for another reader of T-SQL', () => {
  let passed = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const sent = pass(text);
      // The server refuses what is never closed.
      if (sent === null || !isExpression(sent, engine.sql)) return;
      passed += 1;
      const words = [...tokensOf(sent, engine.sql)].map(({ text }) => text.toUpperCase());
      expect(words).not.toContain('DELETE');
      expect(words).not.toContain('INTO');
    }),
    { numRuns: 3_000 },
  );
  expect(passed).toBeGreaterThan(100);
});

describe('a call of a procedure', () => {
  test.each([
    ['EXEC p', { result: null, procedure: 'p', arguments: [] }],
    [
      'execute [my db]..[p]]x] 1',
      { procedure: '[my db]..[p]]x]', arguments: [{ variable: null }] },
    ],
    [
      'EXEC @r = "a b".p @p1, @x OUT, N\'a, b\', -5, DEFAULT WITH RECOMPILE',
      {
        result: 'r',
        procedure: '"a b".p',
        arguments: [
          { formal: null, variable: 'p1', isOutput: false },
          { formal: null, variable: 'x', isOutput: true },
          { variable: null },
          { variable: null },
          { variable: null, isOutput: false },
        ],
      },
    ],
    [
      'EXEC p @total = @t OUTPUT, @a=@p1',
      {
        arguments: [
          { formal: '@total', variable: 't', isOutput: true },
          { formal: '@a', variable: 'p1', isOutput: false },
        ],
      },
    ],
    ['EXEC sys.sp_who @@SPID', { procedure: 'sys.sp_who', arguments: [{ variable: null }] }],
  ])('%j', (text, parsed) => {
    expect(parseProcedureCall(text)).toMatchObject(parsed);
  });

  test.each(["EXEC ('SELECT 1')", 'EXEC @name', 'EXEC'])('%j is none by a name', (text) => {
    expect(parseProcedureCall(text)).toBeNull();
  });
});
