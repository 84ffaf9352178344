import { expect, it } from 'vitest';
import type { ViewDefinition } from '../../../../../../connectors/core/definitions.ts';
import { sampleColumn } from '../../../../../../tests/support/sample-definitions.ts';
import type { TextReader } from './meanings.ts';
import { keysOfViews } from '../../outcome.ts';

const view = (names: string[]) =>
  ({
    kind: 'view',
    text: 'select',
    columns: names.map((name) => sampleColumn(name)),
  }) as unknown as ViewDefinition;

/** Keys by the places of their columns. */
const keysOf = (source: number[][], target: number[][]) =>
  keysOfViews(
    { source: view(['id', 'at', 'note']), target: view(['id', 'at', 'note']) },
    {
      view: (side: string) => ({ keys: side === 'source' ? source : target }),
    } as unknown as TextReader,
    (name) => name,
    [],
  );

it.each([
  ['what both sides tell comes first', [[2], [0, 1]], [[0, 1]], [['at', 'id'], ['note']]],
  ['what fewer columns tell comes first', [[0, 1]], [[0]], [['id'], ['at', 'id']]],
])('%s', (_, source, target, expected) => {
  expect(keysOf(source, target)).toEqual(expected);
});
