import { describe, expect, test } from 'vitest';
import { makeCall } from '../core/exams/call-exam.ts';
import type { Callable } from '../core/calls/call-text.ts';
import { TYPE } from '../core/exams/definitions-exam.ts';
import type { Parameter } from '../core/definitions.ts';
import type { RoutineSignature } from '../core/routine-signature.ts';
import { prepare, callWriter } from './call-syntax.ts';

type Given = [type: string, mode?: Parameter['mode']];

const routine = (
  path: string[],
  form: RoutineSignature['form'],
  returns: string | null,
  ...given: Given[]
): Callable => ({
  parameters: given.map(([type, mode = 'in']) => ({
    name: null,
    mode,
    type,
    canonical: TYPE.other(type),
    default: null,
  })),
  returns: null,
  signature: {
    path,
    form,
    types: [...given.map(([type]) => type), ...(returns ? [returns] : [])],
    obstacle: null,
  },
});

// “PL/SQL Language Reference”, Subprogram Invocation; “SQL Language Reference”, table_collection_expression: written from
// there, not run.
describe('calls that are proposed on Oracle', () => {
  test.each([
    [routine(['SHOP', 'P'], 'procedure', null), 'BEGIN SHOP.P; END;', {}],
    [
      routine(
        ['SHOP', 'TOOLS', 'CLOSE'],
        'procedure',
        null,
        ['NUMBER'],
        ['VARCHAR2', 'out'],
        ['DATE', 'inout'],
      ),
      'BEGIN SHOP.TOOLS.CLOSE(TO_NUMBER(:a), :b, :c); END;',
      { b: null, c: null },
    ],
    [
      routine(['SHOP', 'lower'], 'procedure', null, ['REF CURSOR', 'out'], ['PL/SQL BOOLEAN']),
      `BEGIN SHOP."lower"(:a, (:b = 'true')); END;`,
      { a: 'REF CURSOR' },
    ],
    [
      routine(['SHOP', 'ORDER'], 'function', 'NUMBER', ['DATE'], ['TIMESTAMP(6) WITH TIME ZONE']),
      'SELECT SHOP."ORDER"(TO_DATE(:a), TO_TIMESTAMP_TZ(:b)) AS result FROM dual',
      {},
    ],
    [
      routine(['SHOP', 'TAX'], 'function', 'NUMBER', ['RAW'], ['BLOB'], ['VARCHAR2']),
      'SELECT SHOP.TAX(HEXTORAW(:a), TO_BLOB(HEXTORAW(:b)), :c) AS result FROM dual',
      {},
    ],
    [
      routine(['SHOP', 'TAX'], 'block', 'NUMBER', ['NUMBER', 'out']),
      'BEGIN :result := SHOP.TAX(:a); END;',
      { result: null, a: null },
    ],
    [
      routine(['SHOP', 'OPEN_ROWS'], 'block', 'REF CURSOR'),
      'BEGIN :result := SHOP.OPEN_ROWS(); END;',
      { result: 'REF CURSOR' },
    ],
    [
      routine(['SHOP', 'TOOLS', 'LINES'], 'rows', 'TABLE', ['NUMBER']),
      'SELECT * FROM TABLE(SHOP.TOOLS.LINES(TO_NUMBER(:a)))',
      {},
    ],
  ] as [Callable, string, Record<string, string | null>][])('%#', (callable, text, values) => {
    const names = ['a', 'b', 'c'].slice(0, callable.parameters.length);
    expect(callWriter.call!(callable, names)).toEqual({ text, values });
    const parameters = { ...Object.fromEntries(names.map((name) => [name, null])), ...values };
    const writes = text.startsWith('BEGIN');
    expect(prepare(makeCall(text, { parameters, writes })).text).not.toContain('undefined');
  });
});
