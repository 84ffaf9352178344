import { expect, it } from 'vitest';
import { readFault } from '../messages/message.ts';
import { addProjectExpression, addTolerance, nameOfType } from './tolerances.ts';

const EXPRESSION = {
  source_type: 'datetime',
  target_type: null,
  source_expression: 'DATE({column})',
  target_expression: null,
  reason: 'only days were moved',
  until: null,
};

const faultsOf = (over: object): string[] => {
  const { error } = addProjectExpression.body!.safeParse({ ...EXPRESSION, ...over });
  return (error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${readFault(message)?.code}`,
  );
};

it('an expression of a project needs a type and, wherever it is given, the column', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ source_type: null, target_type: 'date' })).toEqual([]);
  expect(faultsOf({ source_type: null })).toEqual(['source_type: field.required']);
  expect(faultsOf({ source_type: '(6)' })).toEqual(['source_type: field.required']);
  expect(faultsOf({ source_expression: null })).toEqual(['source_expression: field.required']);
  expect(faultsOf({ target_expression: '{Column}' })).toEqual([
    'target_expression: expression.noColumn',
  ]);
  expect(faultsOf({ reason: ' ' })).toEqual(['reason: field.required']);
});

it('an expression is no cause of a tolerance', () => {
  const { source_expression: _one, target_expression: _other, ...types } = EXPRESSION;
  const tolerance = { ...types, cause: 'expression' };
  expect(addTolerance.body!.safeParse(tolerance).success).toBe(false);
  expect(addTolerance.body!.safeParse({ ...tolerance, cause: 'case' }).success).toBe(true);
});

it('types are told apart by their names without lengths', () => {
  expect(nameOfType('DateTime(6)')).toBe('datetime');
  expect(nameOfType('TIMESTAMP (3) with  time zone')).toBe('timestamp with time zone');
});
