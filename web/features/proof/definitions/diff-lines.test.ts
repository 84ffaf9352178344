import { describe, expect, it } from 'vitest';
import { diffLines, foldRows } from './compared-texts.tsx';

/** The rows that are shown as changed. */
const changesOf = (rows: ReturnType<typeof diffLines>) =>
  foldRows(rows, new Set()).flatMap((line) =>
    line.kind === 'line' && !line.isSame ? [line.row] : [],
  );

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

  it('takes a comma at the end of a line as no difference, where another line follows on one side', () => {
    const rows = diffLines('(\n  a,\n  b,\n  primary key (a)\n)', '(\n  a,\n  b\n)');
    expect(rows).toEqual([
      { source: '(', target: '(' },
      { source: '  a,', target: '  a,' },
      { source: '  b,', target: '  b' },
      { source: '  primary key (a)', target: null },
      { source: ')', target: ')' },
    ]);
    expect(changesOf(rows)).toEqual([rows[3]]);
  });

  it('takes a comma as a difference where the same line follows on both sides', () => {
    const rows = diffLines('select\n  a,\n  b\nfrom t', 'select\n  a\n  b\nfrom t');
    expect(changesOf(rows)).toEqual([{ source: '  a,', target: '  a' }]);
  });

  it('finds what differs in a long text, and takes no long time for it', () => {
    const lines = Array.from({ length: 5_000 }, (_, line) =>
      line % 3 === 0 ? '  end if;' : `  x := ${line};`,
    );
    const moved = ['-- migrated', ...lines.slice(0, 2_500), 'return 1;', ...lines.slice(2_501)];
    const rows = diffLines(lines.join('\n'), moved.join('\n'));
    const changed = rows.filter(({ source, target }) => source !== target);
    expect(changed).toEqual([
      { source: null, target: '-- migrated' },
      { source: lines[2_500], target: 'return 1;' },
    ]);
    expect(rows).toHaveLength(5_001);
  });

  it('puts texts beside each other that share nothing but lines without meaning', () => {
    const text = (name: string) =>
      Array.from({ length: 5_000 }, (_, line) => (line % 2 ? 'end;' : `${name} ${line}`)).join(
        '\n',
      );
    expect(diffLines(text('a'), text('b')).length).toBeGreaterThanOrEqual(5_000);
  });

  it('folds long equal stretches, but for some lines around what differs', () => {
    const text = Array.from({ length: 100 }, (_, line) => `line ${line}`);
    const rows = diffLines(text.join('\n'), text.with(50, 'another').join('\n'));
    const folded = foldRows(rows, new Set());
    expect(folded.filter(({ kind }) => kind === 'folded')).toEqual([
      { kind: 'folded', from: 0, to: 47, harmless: 0 },
      { kind: 'folded', from: 54, to: 100, harmless: 0 },
    ]);
    expect(folded).toHaveLength(2 + 3 + 1 + 3);
    expect(foldRows(rows, new Set([0, 54]))).toHaveLength(100);
  });
});
