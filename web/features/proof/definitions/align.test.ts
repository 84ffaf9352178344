import { describe, expect, it } from 'vitest';
import { alignByName, alignRest } from './align.ts';

const same = (name: string) => name;
const names = { source: same, target: same };

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

  it('knows a source column by its name on the target', () => {
    const onTarget = (name: string) => (name === 'dob' ? 'date_of_birth' : name);
    expect(
      alignByName(['dob', 'id'], ['id', 'date_of_birth'], { source: onTarget, target: same }),
    ).toEqual([
      { source: 'dob', target: 'date_of_birth' },
      { source: 'id', target: 'id' },
    ]);
  });

  it('pairs what is left by the words in it, and nothing that may not be', () => {
    const rows = alignByName(
      ['price >= 0', 'a > 1', 'gone'],
      ['(a > 1::int)', '(price >= 0::numeric)'],
      names,
    );
    const wordsOf = (text: string) => new Set(text.match(/\w+/g));
    expect(alignRest(rows, (text) => text !== 'gone', wordsOf)).toEqual([
      { source: 'price >= 0', target: '(price >= 0::numeric)' },
      { source: 'a > 1', target: '(a > 1::int)' },
      { source: 'gone', target: null },
    ]);
    expect(alignRest(rows, (text) => !text.includes('numeric'), wordsOf)).toContainEqual({
      source: null,
      target: '(price >= 0::numeric)',
    });
  });
});
