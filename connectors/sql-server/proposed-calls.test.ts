import { describe, expect, test } from 'vitest';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import { makeCall } from '../core/exams/call-exam.ts';
import type { Callable } from '../core/calls/call-text.ts';
import { TYPE } from '../core/exams/definitions-exam.ts';
import type { Parameter } from '../core/definitions.ts';
import type { RoutineSignature } from '../core/routine-signature.ts';
import { parseProcedureCall } from './call-types.ts';
import { prepare, callWriter } from './call-syntax.ts';

type Given = [name: string, type: string, mode?: Parameter['mode'], canonical?: CanonicalType];

const routine = (path: string[], form: RoutineSignature['form'], ...given: Given[]): Callable => ({
  parameters: given.map(([name, type, mode = 'in', canonical = TYPE.other(type)]) => ({
    name,
    mode,
    type,
    canonical,
    default: null,
  })),
  returns: null,
  signature: { path, form, types: given.map(([, type]) => type), obstacle: null },
});

// Microsoft Learn: "EXECUTE (Transact-SQL)", "CREATE FUNCTION (Transact-SQL)", "FROM clause": written from there, not run.
describe('calls that are proposed on SQL Server', () => {
  test.each([
    [routine(['shop', 'p'], 'procedure'), 'EXEC shop.p'],
    [
      routine(
        ['dbo', 'Close month'],
        'procedure',
        ['@month', 'int'],
        ['@said', 'nvarchar', 'inout'],
      ),
      'EXEC dbo.[Close month] @month = :a, @said = @b OUTPUT',
    ],
    [
      routine(['or]der', 'select'], 'procedure', ['@odd#name', 'int']),
      'EXEC [or]]der].[select] @odd#name = :a',
    ],
    [
      routine(
        ['dbo', 'tax'],
        'function',
        ['@amount', 'money'],
        ['@code', 'binary', 'in', TYPE.binary(2, true)],
      ),
      'SELECT dbo.tax(:a, CONVERT(varbinary(max), :b, 2)) AS result',
    ],
    [
      routine(['dbo', 'any_of'], 'function', ['@value', 'sql_variant']),
      'SELECT dbo.any_of(CAST(:a AS nvarchar(4000))) AS result',
    ],
    [
      routine(['dbo', 'lines'], 'rows', ['@order', 'int'], ['line', 'int', 'table']),
      'SELECT * FROM dbo.lines(:a) AS result',
    ],
    // No reserved word, but one that no reading call may have in it.
    [routine(['dbo', 'send'], 'function'), 'SELECT dbo.[send]() AS result'],
  ] as [Callable, string][])('%#', (callable, text) => {
    const call = callWriter.call!(callable, ['a', 'b']);
    expect(call).toEqual({ text, values: {} });
    const writes = callable.signature.form === 'procedure';
    const sent = prepare(makeCall(text, { parameters: { a: null, b: null }, writes }));
    if (!writes) return;
    const given = parseProcedureCall(sent.text)!.arguments;
    expect(given.map(({ formal, isOutput }) => [formal, isOutput])).toEqual(
      callable.parameters.map(({ name, mode }) => [name, mode === 'inout']),
    );
  });
});
