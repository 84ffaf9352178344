import { expect, it } from 'vitest';
import type { Raw } from '../routines/shaped-loops.ts';
import { type Translation, fillGaps, printProgram } from './print-program.ts';

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

const print = (parser: Translation['parser'], step: Raw) => {
  const same = (text: string) => text;
  const to = { parser, value: same, test: same, statement: () => null, nameOf: same };
  const shown = { steps: [step], textOf: () => '' };
  const rows = () => ({ record: 'r', query: null });
  return printProgram(shown, { ...to, typeOf: () => null, rows }).replaceAll(/\s+/g, ' ');
};

it.each(['postgresql', 'oracle'] as const)('says where nothing is done on %s', (parser) => {
  const step: Raw = { does: 'if', branches: [{ when: 'a', steps: [] }], otherwise: [] };
  expect(print(parser, step)).toBe('BEGIN IF a THEN NULL; END IF; END;');
  expect(print('mysql', step)).toBe('BEGIN IF a THEN BEGIN END; END IF; END;');
});

it('keeps the names of loops', () => {
  const exit: Raw = { does: 'exit', label: 'l', when: null };
  const loop: Raw = { does: 'loop', label: 'l', when: 'a', steps: [exit] };
  expect(print('postgresql', loop)).toBe('BEGIN <<l>> WHILE a LOOP EXIT l; END LOOP; END;');
  expect(print('mysql', loop)).toBe('BEGIN l: WHILE a DO LEAVE l; END WHILE; END;');
});
