import { describe, expect, it } from 'vitest';
import { alignByName } from './align.ts';

const names = (name: string) => name;

describe('names side by side', () => {
  it('pairs what a migration renamed by case and underscores, and leaves the rest alone', () => {
    expect(alignByName(['Id', 'OrderDate', 'Gone'], ['order_date', 'id', 'added'], names)).toEqual([
      { source: 'Id', target: 'id' },
      { source: 'OrderDate', target: 'order_date' },
      { source: 'Gone', target: null },
      { source: null, target: 'added' },
    ]);
  });

  it('prefers the exact name', () => {
    expect(alignByName(['a_b', 'ab'], ['ab', 'a_b'], names)).toEqual([
      { source: 'a_b', target: 'a_b' },
      { source: 'ab', target: 'ab' },
    ]);
  });
});
