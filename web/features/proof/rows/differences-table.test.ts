import { expect, it } from 'vitest';
import type { Cause } from '../../../../contract/proof/causes.ts';
import type { EvidenceDifference } from '../../../../contract/proof/evidence.ts';
import { explainedBy } from './differences-table.tsx';

it('shows the rows in which two columns are swapped, with both values', () => {
  const row = (key: string, ...values: [name: string, source: string, target: string][]) =>
    ({
      key: [key],
      kind: 'changed',
      columns: values.map(([name, source, target]) => ({ name, source, target })),
    }) as EvidenceDifference;
  const swapped = row('1', ['first', 'Ann', 'Lee'], ['last', 'Lee', 'Ann'], ['age', '1', '2']);
  const others = [
    row('2', ['first', 'Ann', 'Bob'], ['last', 'Lee', 'Ann']),
    row('3', ['first', 'Ann', 'Lee']),
    row('4', ['age', '1', '2']),
  ];
  const cause = { id: 'swapped:last', kind: 'swapped', column: 'first' } as Cause;
  expect(explainedBy([swapped, ...others], cause)).toEqual([
    { ...swapped, columns: swapped.columns.slice(0, 2) },
  ]);
});

it('shows the rows of a cause of whole rows, and no others of their kind', () => {
  const row = (key: string, kind: string, ...causes: string[]) =>
    ({ key: [key], kind, columns: [], causes }) as unknown as EvidenceDifference;
  const rows = [
    row('1', 'extra', 'doubled'),
    row('2', 'extra'),
    row('3', 'missing', 'last_rows'),
    row('4', 'missing'),
    row('5', 'changed'),
  ];
  const keysOf = (kind: string) =>
    explainedBy(rows, { id: `${kind}:x`, kind, column: null } as Cause).map(({ key }) => key?.[0]);
  expect(['doubled', 'last_rows', 'renumbered'].map(keysOf)).toEqual([['1'], ['3'], []]);
});
