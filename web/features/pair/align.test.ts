import { describe, expect, it } from 'vitest';
import { alignByName, diffLines } from './align.ts';

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

describe('texts side by side', () => {
  it('puts changed lines beside each other and added ones alone', () => {
    expect(diffLines('begin\n  x := 1;\nend', 'begin\n  x = 1;\n  y = 2;\nend')).toEqual([
      { source: 'begin', target: 'begin' },
      { source: '  x := 1;', target: '  x = 1;' },
      { source: null, target: '  y = 2;' },
      { source: 'end', target: 'end' },
    ]);
  });

  it('takes indentation and line ends as no difference', () => {
    expect(diffLines('a\r\n  b', 'a\nb')).toEqual([
      { source: 'a', target: 'a' },
      { source: '  b', target: 'b' },
    ]);
  });

  it('still shows texts that are too long to compare', () => {
    const long = Array.from({ length: 3_000 }, (_, line) => `line ${line}`).join('\n');
    expect(diffLines(long, long)).toHaveLength(3_000);
  });
});
