import { expect, it } from 'vitest';
import { fillGaps } from './print-program.ts';

const gap = (expression: string) => `\0${JSON.stringify({ expression })}\0`;
const fill = (text: string) =>
  fillGaps(text, (it, indent) => ('expression' in it ? `[${indent.length} ${it.expression}]` : ''));

it('fills gaps, each with the blanks that its line begins with', () => {
  const text = `BEGIN\n  a := ${gap('1')} + ${gap("'\n    x'")};\n${gap('2')}\n    IF ${gap('3')}`;
  expect(fill(text)).toBe("BEGIN\n  a := [2 1] + [2 '\n    x'];\n[0 2]\n    IF [4 3]");
  expect(fill('  none')).toBe('  none');
});

it('fills those of the longest text on one line', () => {
  const long = 'x'.repeat(200_000);
  expect(fill(`  ${long}${gap('1')}`)).toBe(`  ${long}[2 1]`);
});
