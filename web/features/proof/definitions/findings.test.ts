import { expect, it } from 'vitest';
import type { Finding } from '../../../../contract/proof/definitions.ts';
import { splitAtDifference } from '../rows/value.tsx';
import { groupNotes } from './findings.tsx';
import { asComments, asScript } from './script.ts';

const finding = (name: string, over: Partial<Finding> = {}): Finding => ({
  code: 'type.range',
  part: 'column',
  name,
  answer: 'compatible',
  severity: 'info',
  source: 'int',
  target: 'bigint',
  detail: 'The target accepts larger numbers.',
  detail_said: { code: 'type.largerNumbers' },
  advice: 'No action needed if this is intended.',
  advice_said: { code: 'definition.nothingToDo' },
  likely: null,
  unmended: null,
  unmended_said: null,
  repair: null,
  removal: null,
  accepted: null,
  ...over,
});

it('says the same note of many columns once; warnings stay one by one', () => {
  const risky = { severity: 'warning' } as const;
  const grouped = groupNotes([
    finding('a'),
    finding('b'),
    finding('c', { source: 'smallint' }),
    finding('d', risky),
    finding('e', risky),
  ]);
  expect(grouped.map(({ name, others }) => [name, others])).toEqual([
    ['a', ['b']],
    ['c', []],
    ['d', []],
    ['e', []],
  ]);
});

it('finds what differs within two values', () => {
  expect(splitAtDifference('customer 7 goes on', 'customer 7 goes off')).toEqual({
    before: 'customer 7 goes o',
    differing: 'n',
    after: '',
  });
  expect(splitAtDifference('aa', 'aaa')).toEqual({ before: 'aa', differing: '', after: '' });
  expect(splitAtDifference('Élodie', 'Elodie').differing).toBe('É');
});

it('a note of many columns keeps the statements of all', () => {
  const [both, alone] = groupNotes([
    finding('a', { removal: ['DROP a'] }),
    finding('b', { removal: ['DROP b'] }),
    finding('c'),
  ]);
  expect(both).toMatchObject({ others: ['b'], removal: ['DROP a', 'DROP b'] });
  expect(alone).toMatchObject({ name: 'c', removal: null });
});

it('no line of a comment is run, whatever stands in a name', () => {
  expect(asComments(['DROP TABLE "a\nb\r\nc\u2028d"', 'DROP VIEW v'])).toBe(
    '-- DROP TABLE "a\n-- b\r\n-- c\u2028-- d";\n-- DROP VIEW v;',
  );
});

it('a program of MySQL is one statement for its clients, too', () => {
  const program =
    'CREATE TRIGGER `a`.`t` BEFORE INSERT ON `a`.`b` FOR EACH ROW BEGIN SET @x = 1; END';
  expect(asScript(['DROP VIEW v', program])).toBe(
    `DROP VIEW v;\nDELIMITER //\n${program}//\nDELIMITER ;`,
  );
  expect(asScript([program.replace('1', "'//'")])).toContain('DELIMITER $$\nCREATE');
  expect(asScript([program.replaceAll('`', '"')])).not.toContain('DELIMITER');
});
