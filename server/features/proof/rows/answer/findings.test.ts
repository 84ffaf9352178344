import { expect, it } from 'vitest';
import { type Kept, addFindings, noFindings } from './findings.ts';

const changed = (name: string, id: number): Kept => ({
  id: [String(id)],
  count: 1,
  differences: [
    { kind: 'changed', key: [String(id)], columns: [{ name, source: '1', target: '2' }] },
  ],
  marks: [String(id)],
});

it('keeps twenty rows of a rare column behind the first thousand, whatever it is called', () => {
  const found = noFindings();
  const names = ['a', 'constructor', '__proto__'].flatMap((name) =>
    Array.from({ length: name === 'a' ? 1_200 : 30 }, () => name),
  );
  addFindings(found, {
    ...noFindings(),
    total: names.length,
    kept: names.map((name, place) => changed(name, place)),
  });
  const keptOf = (name: string) =>
    found.kept.filter(({ differences: [one] }) => one!.columns[0]!.name === name).length;
  expect(['a', 'constructor', '__proto__'].map(keptOf)).toEqual([1_000, 20, 20]);
  // Each is counted and marked, kept or not.
  expect([found.total, found.kept.length + found.marks.length]).toEqual([1_260, 1_260]);
});
